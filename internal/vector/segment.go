package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"unsafe"
)

// Format of a segment. All numbers are little-endian.
//
//	4 bytes          "LVEC"
//	uint32           version
//	uint32           dim, the number of elements of each vector
//	uint32           count, the number of vectors
//	count×dim int8   the vectors, one after the other
//	count×float32    their scales: scale×int8 has the length 1; 0 for a zero vector
//
// Versions:
//
//	1  the first
const (
	magic      = "LVEC"
	version    = 1
	headerSize = 16
	maxDim     = 1 << 14 // leaves a query of 10 bits, see newQuery
)

// Segment is a read-only run of vectors. It aliases the bytes it was opened on,
// which must not change while it is in use. The zero Segment is empty.
type Segment struct {
	dim     int
	count   int
	vectors []byte
	scales  []byte
}

// Open reads a segment that Builder encoded. It copies nothing.
func Open(data []byte) (Segment, error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return Segment{}, errors.New("vector segment: not a segment")
	}
	v := binary.LittleEndian.Uint32(data[4:])
	dim := uint64(binary.LittleEndian.Uint32(data[8:]))
	count := uint64(binary.LittleEndian.Uint32(data[12:]))
	body := data[headerSize:]
	switch {
	case v != version:
		return Segment{}, fmt.Errorf("vector segment: version %d, this program knows %d", v, version)
	case dim == 0 || dim > maxDim:
		return Segment{}, fmt.Errorf("vector segment: %d dimensions", dim)
	case uint64(len(body)) != count*dim+count*4:
		return Segment{}, fmt.Errorf("vector segment: %d bytes for %d vectors of %d dimensions", len(data), count, dim)
	}
	n := count * dim
	s := Segment{dim: int(dim), count: int(count), vectors: body[:n:n], scales: body[n:]}
	for i := range s.count {
		if bits := binary.LittleEndian.Uint32(s.scales[4*i:]); bits >= 0x7F800000 {
			return Segment{}, fmt.Errorf("vector segment: scale %v of vector %d", math.Float32frombits(bits), i)
		}
	}
	return s, nil
}

// Len is the number of vectors.
func (s Segment) Len() int { return s.count }

// Dim is the number of elements of each vector.
func (s Segment) Dim() int { return s.dim }

func scaleAt(scales []byte, i int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(scales[4*i:]))
}

// Vector writes vector i to dst, which is grown as needed, and returns it. It has
// the length 1, or is zero.
func (s Segment) Vector(dst []float32, i int) []float32 {
	if cap(dst) < s.dim {
		dst = make([]float32, s.dim)
	}
	dst = dst[:s.dim]
	scale := scaleAt(s.scales, i)
	for j, b := range s.vectors[i*s.dim:][:s.dim] {
		dst[j] = float32(int8(b)) * scale
	}
	return dst
}

// Builder collects vectors into a segment.
type Builder struct {
	dim     int
	vectors []byte
	scales  []byte
}

// NewBuilder starts a segment of vectors with dim elements.
func NewBuilder(dim int) *Builder {
	if dim <= 0 || dim > maxDim {
		panic(fmt.Sprintf("vector: a segment of %d dimensions", dim))
	}
	return &Builder{dim: dim, vectors: make([]byte, 0, PieceSize*dim), scales: make([]byte, 0, 4*PieceSize)}
}

// Add appends a vector, of any length but of the builder's dimensions, and
// returns its number.
func (b *Builder) Add(v []float32) int {
	if len(v) != b.dim {
		panic(fmt.Sprintf("vector: %d elements for a segment of %d dimensions", len(v), b.dim))
	}
	at := len(b.vectors)
	b.vectors = slices.Grow(b.vectors, b.dim)[:at+b.dim]
	elements := unsafe.Slice((*int8)(unsafe.Pointer(&b.vectors[at])), b.dim)
	Quantize(elements, v)
	b.scales = binary.LittleEndian.AppendUint32(b.scales, math.Float32bits(unitScale(elements)))
	return b.Len() - 1
}

// unitScale is what makes the length of v 1, or 0 for the zero vector.
func unitScale(v []int8) float32 {
	sum := 0
	for _, x := range v {
		sum += int(x) * int(x)
	}
	if sum == 0 {
		return 0
	}
	return float32(1 / math.Sqrt(float64(sum)))
}

// Len is the number of vectors added.
func (b *Builder) Len() int { return len(b.scales) / 4 }

// Encode returns the segment. The builder can go on.
func (b *Builder) Encode() []byte {
	data := make([]byte, 0, headerSize+len(b.vectors)+len(b.scales))
	data = append(data, magic...)
	data = binary.LittleEndian.AppendUint32(data, version)
	data = binary.LittleEndian.AppendUint32(data, uint32(b.dim))
	data = binary.LittleEndian.AppendUint32(data, uint32(b.Len()))
	data = append(data, b.vectors...)
	return append(data, b.scales...)
}

// copyFrom appends vector i of a segment as it is.
func (b *Builder) copyFrom(s Segment, i int) {
	b.vectors = append(b.vectors, s.vectors[i*s.dim:(i+1)*s.dim]...)
	b.scales = append(b.scales, s.scales[4*i:4*i+4]...)
}

// bitset is a set of vectors of one segment. What lies beyond its end is not in
// it.
type bitset []uint64

func (b bitset) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

// deadIn returns the dead vectors of a segment.
func deadIn(dead [][]uint64, segment int) bitset {
	if segment < len(dead) {
		return dead[segment]
	}
	return nil
}
