package vector

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"
)

// buildSegment encodes and opens a segment.
func buildSegment(t testing.TB, dim int, vectors ...[]float32) Segment {
	t.Helper()
	b := NewBuilder(dim)
	for i, v := range vectors {
		if n := b.Add(v); n != i {
			t.Fatalf("vector %d has the number %d", i, n)
		}
	}
	s, err := Open(b.Encode())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSegmentRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, dim := range []int{1, 5, 256} {
		var vectors [][]float32
		for range 50 {
			vectors = append(vectors, randomVector(r, dim))
		}
		vectors = append(vectors, make([]float32, dim))
		s := buildSegment(t, dim, vectors...)
		if s.Len() != len(vectors) || s.Dim() != dim {
			t.Fatalf("%d vectors of %d dimensions", s.Len(), s.Dim())
		}
		var got []float32
		for i, v := range vectors {
			got = s.Vector(got, i)
			var length, dot, own float64
			for j := range v {
				length += float64(v[j]) * float64(v[j])
				dot += float64(v[j]) * float64(got[j])
				own += float64(got[j]) * float64(got[j])
			}
			if i == len(vectors)-1 {
				if own != 0 {
					t.Errorf("the zero vector has length %v", own)
				}
				continue
			}
			if math.Abs(own-1) > 1e-5 || dot/math.Sqrt(length) < 0.999 {
				t.Errorf("vector %d: length %v, cosine with the original %v", i, own, dot/math.Sqrt(length))
			}
		}
	}
}

func TestSegmentUnaligned(t *testing.T) {
	b := NewBuilder(3)
	b.Add([]float32{1, 2, 3})
	b.Add([]float32{3, 2, 1})
	data := b.Encode()
	for shift := range 8 {
		moved := append(make([]byte, shift), data...)
		s, err := Open(moved[shift:])
		if err != nil {
			t.Fatal(err)
		}
		if hits := Search([]Segment{s}, nil, []float32{3, 2, 1}, 1, nil); len(hits) != 1 || hits[0].Vector != 1 {
			t.Errorf("shifted by %d: %v", shift, hits)
		}
	}
}

func TestBrokenSegments(t *testing.T) {
	b := NewBuilder(4)
	b.Add([]float32{1, 2, 3, 4})
	good := b.Encode()
	change := func(at int, value uint32) []byte {
		data := bytes.Clone(good)
		binary.LittleEndian.PutUint32(data[at:], value)
		return data
	}
	for name, data := range map[string][]byte{
		"nil":           nil,
		"header cut":    good[:15],
		"body cut":      good[:len(good)-1],
		"too long":      append(bytes.Clone(good), 0),
		"magic":         change(0, 1),
		"version":       change(4, version+1),
		"no dimensions": change(8, 0),
		"dimensions":    change(8, 1<<31),
		"count":         change(12, 2),
		"count huge":    change(12, math.MaxUint32),
		"NaN":           change(20, 0x7FC00000),
		"infinite":      change(20, 0x7F800000),
		"negative":      change(20, 0x80000001),
	} {
		if _, err := Open(data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzOpen(f *testing.F) {
	b := NewBuilder(4)
	f.Add(b.Encode())
	b.Add([]float32{1, 2, 3, 4})
	f.Add(b.Encode())
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Open(data)
		if err != nil {
			return
		}
		for i := range s.Len() {
			s.Vector(nil, i)
		}
		q := make([]float32, s.Dim())
		q[0] = 1
		hits := Search([]Segment{s}, nil, q, 3, nil)
		if want := Brute([]Segment{s}, nil, q, 3, nil); !equalHits(hits, want) {
			t.Errorf("%v, want %v", hits, want)
		}
	})
}
