package lexicon

import (
	"cmp"
	"slices"
)

// Hit is a document that a search found.
type Hit struct {
	Segment int
	Doc     uint32
	Score   float32
	Matched uint64 // bit i is set when the document has term i of the query; from term 64 on nothing is set
}

// compareHits orders hits: best first, equal ones by segment and document.
func compareHits(a, b Hit) int {
	if a.Score != b.Score {
		return cmp.Compare(b.Score, a.Score)
	}
	if a.Segment != b.Segment {
		return cmp.Compare(a.Segment, b.Segment)
	}
	return cmp.Compare(a.Doc, b.Doc)
}

// best keeps the k best of the hits it is offered, in a heap whose root is the
// worst of them.
type best struct {
	k     int
	floor float32 // a hit below this score cannot be among the best
	hits  []Hit
}

// wants reports whether a hit would be kept.
func (b *best) wants(h Hit) bool {
	return h.Score > 0 && b.k > 0 && (len(b.hits) < b.k || compareHits(h, b.hits[0]) < 0)
}

func (b *best) add(h Hit) {
	if len(b.hits) < b.k {
		b.hits = append(b.hits, h)
		b.up(len(b.hits) - 1)
	} else {
		b.hits[0] = h
		b.down()
	}
	if len(b.hits) == b.k {
		b.floor = b.hits[0].Score
	}
}

func (b *best) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if compareHits(b.hits[i], b.hits[parent]) <= 0 {
			return
		}
		b.hits[i], b.hits[parent] = b.hits[parent], b.hits[i]
		i = parent
	}
}

func (b *best) down() {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(b.hits) {
			return
		}
		if child+1 < len(b.hits) && compareHits(b.hits[child+1], b.hits[child]) > 0 {
			child++
		}
		if compareHits(b.hits[child], b.hits[i]) <= 0 {
			return
		}
		b.hits[i], b.hits[child] = b.hits[child], b.hits[i]
		i = child
	}
}

// sorted returns the hits in order.
func (b *best) sorted() []Hit {
	slices.SortFunc(b.hits, compareHits)
	return b.hits
}
