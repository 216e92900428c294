package vector

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// bitIndex is the alternative to the scan that docs/design/vectors.md compares:
// one bit an element finds candidates, their int8 vectors rank them. It is here
// to be measured, not used.
type bitIndex struct {
	segment   Segment
	signs     []uint64
	distances []uint16
}

func newBitIndex(s Segment) *bitIndex {
	x := &bitIndex{segment: s, distances: make([]uint16, s.count)}
	v := make([]float32, s.dim)
	for i := range s.count {
		x.signs = append(x.signs, signsOf(s.Vector(v, i))...)
	}
	return x
}

func signsOf(v []float32) []uint64 {
	signs := make([]uint64, len(v)/64)
	for i, x := range v {
		if x > 0 {
			signs[i/64] |= 1 << (i % 64)
		}
	}
	return signs
}

// search returns the best k of the candidates with the fewest different signs.
func (x *bitIndex) search(v []float32, k, candidates int) []Hit {
	q, _ := newQuery(v)
	s := (*[4]uint64)(signsOf(v))
	var histogram [realDim + 1]int
	for i := range x.distances {
		w := (*[4]uint64)(x.signs[4*i:])
		d := bits.OnesCount64(w[0]^s[0]) + bits.OnesCount64(w[1]^s[1]) + bits.OnesCount64(w[2]^s[2]) + bits.OnesCount64(w[3]^s[3])
		x.distances[i] = uint16(d)
		histogram[d]++
	}
	limit, n := 0, 0
	for ; n < candidates && limit <= realDim; limit++ {
		n += histogram[limit]
	}
	hits := make([]Hit, 0, n)
	var dot [1]int32
	for i, d := range x.distances {
		if int(d) < limit {
			dots(dot[:], x.segment.vectors[i*realDim:(i+1)*realDim], q.elements)
			hits = append(hits, Hit{0, uint32(i), q.score(dot[0], scaleAt(x.segment.scales, i))})
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits[:min(k, len(hits))]
}

func BenchmarkBits(b *testing.B) {
	for _, count := range []int{10_000, 100_000, 1_000_000} {
		for _, candidates := range []int{200, 1000} {
			b.Run(fmt.Sprintf("%d/%d", count, candidates), func(b *testing.B) {
				x := newBitIndex(noise(b, count)[0])
				q := randomVector(rand.New(rand.NewPCG(9, 9)), realDim)
				loop(b, func() { x.search(q, 100, candidates) })
			})
		}
	}
}

// BenchmarkRecall reports how many of the ten nearest vectors by float32 each
// way finds, among 100,000 of real text.
func BenchmarkRecall(b *testing.B) {
	c := readBigCorpus(b)
	segment := c.segment(b)
	x := newBitIndex(segment)
	for _, way := range []struct {
		name   string
		search func(q []float32) []Hit
	}{
		{"int8", func(q []float32) []Hit { return Search([]Segment{segment}, nil, q, 10, nil) }},
		{"bits/200", func(q []float32) []Hit { return x.search(q, 10, 200) }},
		{"bits/1000", func(q []float32) []Hit { return x.search(q, 10, 1000) }},
		{"bits/5000", func(q []float32) []Hit { return x.search(q, 10, 5000) }},
	} {
		b.Run(way.name, func(b *testing.B) {
			recall := c.recall(100, way.search)
			i := 0
			loop(b, func() {
				way.search(c.queries[i%len(c.queries)])
				i++
			})
			b.ReportMetric(recall, "recall@10")
		})
	}
}
