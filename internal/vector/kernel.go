package vector

// dotsPlain sets out[i] to the dot product of q with vector i of a run of packed
// int8 vectors. It is what dots does where there is no C compiler, and gives the
// same numbers: no sum overflows, so their order does not matter.
func dotsPlain(out []int32, vectors []byte, q []int16) {
	for i := range out {
		v := vectors[i*len(q):][:len(q)]
		var a, b, c, d int32
		j := 0
		for ; j+4 <= len(q) && j+4 <= len(v); j += 4 {
			a += int32(int8(v[j])) * int32(q[j])
			b += int32(int8(v[j+1])) * int32(q[j+1])
			c += int32(int8(v[j+2])) * int32(q[j+2])
			d += int32(int8(v[j+3])) * int32(q[j+3])
		}
		for ; j < len(q); j++ {
			a += int32(int8(v[j])) * int32(q[j])
		}
		out[i] = a + b + c + d
	}
}
