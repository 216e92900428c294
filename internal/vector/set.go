package vector

import (
	"errors"
	"fmt"
)

// PieceSize is the number of vectors in each segment of a set but the last. A
// store keeps each as a value of a quarter of a megabyte: reading one large
// value instead would touch fresh memory twice, which is most of the cost of a
// search in a new process.
const PieceSize = 1024

// Set is a numbered run of vectors, cut into segments of PieceSize.
type Set struct {
	pieces []Segment
	count  int
}

// OpenSet reads the segments that a SetBuilder encoded. It copies nothing.
func OpenSet(encoded [][]byte) (Set, error) {
	var s Set
	for i, data := range encoded {
		p, err := Open(data)
		if err != nil {
			return Set{}, err
		}
		if p.count > PieceSize || p.count < PieceSize && i < len(encoded)-1 {
			return Set{}, fmt.Errorf("vector set: %d vectors in segment %d of %d", p.count, i+1, len(encoded))
		}
		s.pieces, s.count = append(s.pieces, p), s.count+p.count
	}
	return s, nil
}

// Len is the number of vectors.
func (s Set) Len() int { return s.count }

// SetBuilder collects vectors into a set.
type SetBuilder struct {
	dim     int
	done    [][]byte
	current *Builder
}

// NewSetBuilder starts a set of vectors with dim elements.
func NewSetBuilder(dim int) *SetBuilder { return &SetBuilder{dim: dim} }

// Add appends a vector.
func (b *SetBuilder) Add(v []float32) { b.next().Add(v) }

// next returns the builder that takes the next vector.
func (b *SetBuilder) next() *Builder {
	if b.current != nil && b.current.Len() == PieceSize {
		b.done = append(b.done, b.current.Encode())
		b.current = nil
	}
	if b.current == nil {
		b.current = NewBuilder(b.dim)
	}
	return b.current
}

// Encode returns the set. The builder must not be used after it.
func (b *SetBuilder) Encode() [][]byte {
	if b.current != nil {
		b.done = append(b.done, b.current.Encode())
	}
	return b.done
}

// SearchSets is Search over sets: Hit.Segment is the place of the set, and
// numbers, deaths and filters are those of the set.
func SearchSets(sets []Set, dead [][]uint64, query []float32, k int, filter func(set int, vector uint32) bool) []Hit {
	type origin struct {
		set  int
		base uint32
	}
	var pieces []Segment
	var gone [][]uint64
	var origins []origin
	for i, s := range sets {
		bits := deadIn(dead, i)
		for j, p := range s.pieces {
			pieces = append(pieces, p)
			origins = append(origins, origin{i, uint32(j * PieceSize)})
			from := min(j*PieceSize/64, len(bits))
			gone = append(gone, bits[from:min(from+PieceSize/64, len(bits))])
		}
	}
	var inner func(int, uint32) bool
	if filter != nil {
		inner = func(piece int, vector uint32) bool {
			return filter(origins[piece].set, origins[piece].base+vector)
		}
	}
	hits := Search(pieces, gone, query, k, inner)
	for i := range hits {
		o := origins[hits[i].Segment]
		hits[i].Segment, hits[i].Vector = o.set, o.base+hits[i].Vector
	}
	return hits
}

// MergeSets encodes the living vectors of several sets as one, in their order.
// The number of a vector in it is the count of living ones before it. It is an
// error if the sets differ in dimensions.
func MergeSets(sets []Set, dead [][]uint64) ([][]byte, error) {
	var b *SetBuilder
	for i, s := range sets {
		gone := deadIn(dead, i)
		for j, p := range s.pieces {
			if b == nil {
				b = NewSetBuilder(p.dim)
			}
			if p.dim != b.dim {
				return nil, errors.New("merge vector sets: different dimensions")
			}
			for k := range p.count {
				if !gone.has(j*PieceSize + k) {
					b.next().copyFrom(p, k)
				}
			}
		}
	}
	if b == nil {
		return nil, nil
	}
	return b.Encode(), nil
}
