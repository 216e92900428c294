//go:build !cgo

package vector

func dots(out []int32, vectors []byte, q []int16) { dotsPlain(out, vectors, q) }
