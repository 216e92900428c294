//go:build cgo

package vector

/*
#cgo CFLAGS: -O3
#cgo noescape lode_vector_dots
#cgo nocallback lode_vector_dots
#include "kernel.h"
*/
import "C"

import "unsafe"

// dots sets out[i] to the dot product of q with vector i of a run of packed int8
// vectors.
func dots(out []int32, vectors []byte, q []int16) {
	if len(out) == 0 || len(q) == 0 {
		clear(out)
		return
	}
	_ = vectors[len(out)*len(q)-1] // C does not check
	C.lode_vector_dots(
		(*C.int32_t)(unsafe.Pointer(&out[0])),
		(*C.int8_t)(unsafe.Pointer(&vectors[0])),
		(*C.int16_t)(unsafe.Pointer(&q[0])),
		C.size_t(len(out)), C.size_t(len(q)))
}
