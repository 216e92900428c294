package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// noise is a segment of random vectors: the scan takes as long for any.
func noise(b *testing.B, count int) []Segment {
	b.Helper()
	r := rand.New(rand.NewPCG(8, 8))
	pool := randomVector(r, 1<<16)
	builder := NewBuilder(realDim)
	for range count {
		at := r.IntN(len(pool) - realDim)
		builder.Add(pool[at : at+realDim])
	}
	s, err := Open(builder.Encode())
	if err != nil {
		b.Fatal(err)
	}
	return []Segment{s}
}

// loop runs op and reports besides the mean the best time, which is what other
// work on the machine disturbs least.
func loop(b *testing.B, op func()) {
	best := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		op()
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Nanoseconds())/1e6, "best-ms")
}

func BenchmarkSearch(b *testing.B) {
	for _, count := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			segments := noise(b, count)
			q := randomVector(rand.New(rand.NewPCG(9, 9)), realDim)
			loop(b, func() { Search(segments, nil, q, 100, nil) })
		})
	}
}

// BenchmarkSmallSegments has the vectors in segments of 256.
func BenchmarkSmallSegments(b *testing.B) {
	var segments []Segment
	for range 100_000 / 256 {
		segments = append(segments, noise(b, 256)...)
	}
	q := randomVector(rand.New(rand.NewPCG(9, 9)), realDim)
	loop(b, func() { Search(segments, nil, q, 100, nil) })
}

func BenchmarkKernel(b *testing.B) {
	s := noise(b, 100_000)[0]
	q, _ := newQuery(randomVector(rand.New(rand.NewPCG(9, 9)), realDim))
	out := make([]int32, s.Len())
	b.Run("used", func(b *testing.B) {
		loop(b, func() { dots(out, s.vectors, q.elements) })
	})
	b.Run("plain", func(b *testing.B) {
		loop(b, func() { dotsPlain(out, s.vectors, q.elements) })
	})
}

func BenchmarkBrute(b *testing.B) {
	segments := noise(b, 100_000)
	q := randomVector(rand.New(rand.NewPCG(9, 9)), realDim)
	loop(b, func() { Brute(segments, nil, q, 100, nil) })
}

func BenchmarkAdd(b *testing.B) {
	v := randomVector(rand.New(rand.NewPCG(9, 9)), realDim)
	builder := NewBuilder(realDim)
	for b.Loop() {
		if builder.Add(v) == 1000 {
			builder = NewBuilder(realDim)
		}
	}
}

func BenchmarkOpen(b *testing.B) {
	builder := NewBuilder(realDim)
	v := make([]float32, realDim)
	for range 100_000 {
		builder.Add(v)
	}
	data := builder.Encode()
	for b.Loop() {
		if _, err := Open(data); err != nil {
			b.Fatal(err)
		}
	}
}
