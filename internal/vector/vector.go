// Package vector keeps vectors as int8 in packed segments and finds the nearest
// to a query by scanning all of them.
//
// The scan is exact: it returns what scoring and sorting every stored vector
// would (Brute does just that), for any deletes and any filter. It costs time
// proportional to the number of vectors; docs/design/vectors.md says what that
// amounts to and why there is no approximate index.
//
// Only directions count: vectors and queries are taken at length 1, and a score
// is a cosine. A zero vector has the score 0, a zero query has no hits.
package vector

import "math"

// tiny is the largest element of what counts as the zero vector.
const tiny = 1e-30

// Quantize writes v to dst, element by element, as the nearest integers to
// v/scale, and returns the scale, the largest absolute element over 127. So
// |v - scale×dst| is at most scale/2 in each element. The zero vector has scale
// 0. Elements that are not finite count as 0.
func Quantize(dst []int8, v []float32) (scale float32) {
	dst = dst[:len(v)]
	largest := largestOf(v)
	if largest < tiny {
		clear(dst)
		return 0
	}
	f := 127 / largest
	for i, x := range v {
		if !finite(x) {
			x = 0
		}
		dst[i] = int8(nearest(x * f))
	}
	return largest / 127
}

// nearest rounds to the nearest integer, ties to even; |x| is below 2^22. The sum
// pushes the fraction out of the mantissa, which is faster than math.RoundToEven
// and the same on every machine; the conversion keeps the compiler from fusing a
// product into it.
func nearest(x float32) int32 {
	const magic = 3 << 22
	return int32(math.Float32bits(float32(x)+magic)) - int32(math.Float32bits(magic))
}

func finite(x float32) bool { return math.Float32bits(x)&0x7F800000 != 0x7F800000 }

// largestOf returns the largest absolute value among the finite elements.
func largestOf(v []float32) float32 {
	var largest float32
	for _, x := range v {
		if x < 0 {
			x = -x
		}
		if x > largest && finite(x) {
			largest = x
		}
	}
	return largest
}

// query is a query in 16-bit integers: as cheap to multiply with int8 as 8 bits
// are, and for the ranking as good as float32.
type query struct {
	elements []int16
	scale    float32 // of elements, over the length of the query: cosine = dot × scale × the vector's scale
}

// newQuery returns false for a query without direction, and for one of more
// dimensions than any segment has.
func newQuery(v []float32) (query, bool) {
	largest := largestOf(v)
	if largest < tiny || len(v) > maxDim {
		return query{}, false
	}
	// The dot product with the largest possible vector must fit into an int32.
	limit := float32(min(math.MaxInt16, math.MaxInt32/(128*len(v))))
	q := query{elements: make([]int16, len(v))}
	f := limit / largest
	var sum float64
	for i, x := range v {
		if !finite(x) {
			x = 0
		}
		e := nearest(x * f)
		q.elements[i] = int16(e)
		sum += float64(e) * float64(e)
	}
	q.scale = float32(1 / math.Sqrt(sum))
	return q, true
}

// score is the cosine for a dot product of the integers.
func (q query) score(dot int32, scale float32) float32 { return float32(dot) * scale * q.scale }
