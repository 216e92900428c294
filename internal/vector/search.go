package vector

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Hit is a vector that was found.
type Hit struct {
	Segment int    // index into the segments searched
	Vector  uint32 // number of the vector in the segment
	Score   float32
}

// compareHits orders by score, then by segment and vector. No two hits are equal.
func compareHits(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Segment, b.Segment), cmp.Compare(a.Vector, b.Vector))
}

const (
	// blockBytes is how much one call of the kernel scans: enough to make the
	// call free, little enough to share work evenly.
	blockBytes = 256 << 10
	// parallelBytes is what is scanned faster than a second goroutine starts.
	parallelBytes = 2 << 20
)

// Search returns the k vectors with the greatest cosine with the query, best
// first; equal scores are ordered by segment and vector. A set bit in dead[s]
// excludes a vector of segment s; dead and its elements may be nil or short. The
// filter may be nil; it is called from several goroutines, and only for vectors
// that would otherwise be among the best so far.
//
// A segment of other dimensions than the query has no hits: its vectors are of
// another model, and a cosine with them means nothing.
func Search(segments []Segment, dead [][]uint64, v []float32, k int, filter func(segment int, vector uint32) bool) []Hit {
	q, ok := newQuery(v)
	if !ok || k <= 0 {
		return nil
	}
	scan := scan{segments: segments, dead: dead, query: q, filter: filter, k: k}
	scan.plan()
	if len(scan.blocks) == 0 {
		return nil
	}
	hits := scan.run()
	slices.SortFunc(hits, compareHits)
	return hits[:min(k, len(hits))]
}

// scan is one search.
type scan struct {
	segments []Segment
	dead     [][]uint64
	query    query
	filter   func(segment int, vector uint32) bool
	k        int
	blocks   []block
	vectors  int // in all blocks
}

// block is a run of vectors of one segment.
type block struct{ segment, from, to int }

func (s *scan) plan() {
	dim := len(s.query.elements)
	size := s.blockSize()
	for i, segment := range s.segments {
		if segment.dim != dim {
			continue
		}
		for from := 0; from < segment.count; from += size {
			s.blocks = append(s.blocks, block{i, from, min(from+size, segment.count)})
		}
		s.vectors += segment.count
	}
}

// blockSize is the number of vectors of a full block.
func (s *scan) blockSize() int { return max(1, blockBytes/len(s.query.elements)) }

// run returns the best hits of all workers, in no order. They contain the best k
// of all, since each worker keeps the best k of what it saw.
func (s *scan) run() []Hit {
	workers := min(runtime.GOMAXPROCS(0), len(s.blocks))
	if s.vectors*len(s.query.elements) < parallelBytes {
		workers = 1
	}
	var next atomic.Int64
	if workers == 1 {
		return s.work(&next)
	}
	found := make([][]Hit, workers)
	var wg sync.WaitGroup
	for i := range found {
		wg.Go(func() { found[i] = s.work(&next) })
	}
	wg.Wait()
	return slices.Concat(found...)
}

// work scans blocks until there are none left.
func (s *scan) work(next *atomic.Int64) []Hit {
	best := make(heap, 0, min(s.k, s.vectors))
	scores := make([]int32, min(s.blockSize(), s.vectors))
	for {
		i := int(next.Add(1)) - 1
		if i >= len(s.blocks) {
			return best
		}
		b := s.blocks[i]
		best = s.scanBlock(best, b, scores[:b.to-b.from])
	}
}

func (s *scan) scanBlock(best heap, b block, products []int32) heap {
	segment, gone := s.segments[b.segment], deadIn(s.dead, b.segment)
	dots(products, segment.vectors[b.from*segment.dim:b.to*segment.dim], s.query.elements)
	scales := segment.scales[4*b.from : 4*b.to]
	floor := best.floor(s.k)
	for i, dot := range products {
		score := s.query.score(dot, scaleAt(scales, i))
		n := b.from + i
		// A worker sees vectors in ascending order, so of equal scores the one
		// it has already is the better.
		if score <= floor || gone.has(n) {
			continue
		}
		if s.filter == nil || s.filter(b.segment, uint32(n)) {
			best = best.add(Hit{b.segment, uint32(n), score}, s.k)
			floor = best.floor(s.k)
		}
	}
	return best
}

// heap holds the best hits seen, the worst of them first.
type heap []Hit

// floor is the score that a hit must exceed to be among the best k.
func (h heap) floor(k int) float32 {
	if len(h) < k {
		return float32(math.Inf(-1))
	}
	return h[0].Score
}

// add puts a hit in, which replaces the worst when there are k already.
func (h heap) add(hit Hit, k int) heap {
	if len(h) < k {
		h = append(h, hit)
		for i := len(h) - 1; i > 0; {
			parent := (i - 1) / 2
			if compareHits(h[parent], h[i]) >= 0 {
				break
			}
			h[parent], h[i] = h[i], h[parent]
			i = parent
		}
		return h
	}
	h[0] = hit
	for i := 0; ; {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if compareHits(h[child], h[worst]) > 0 {
				worst = child
			}
		}
		if worst == i {
			return h
		}
		h[i], h[worst] = h[worst], h[i]
		i = worst
	}
}
