package lexicon

import (
	"encoding/binary"
	"sync"
)

// scratch is the memory of one search: for each document of a segment its
// score so far and the terms it has. It is all zero between segments.
type scratch struct {
	scores  []float32
	matched []uint64
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// size makes room for n documents.
func (sc *scratch) size(n int) {
	if n > len(sc.scores) {
		sc.scores, sc.matched = make([]float32, n), make([]uint64, n)
	}
}

// run is one search.
type run struct {
	scorer *scorer
	terms  []termScorer
	best   best
	filter func(segment int, doc uint32) bool
}

// termScorer is what the score of one term depends on.
type termScorer struct {
	idf  float32
	bit  uint64       // in Hit.Matched
	once [256]float32 // score of the term once in the body, by length code: the commonest case
}

func (t *termScorer) set(s *scorer, idf float32, number int) {
	t.idf = idf
	if number < 64 {
		t.bit = 1 << number
	}
	for code := range t.once {
		t.once[code] = s.body(idf, 1, uint8(code))
	}
}

// segment scores the documents of one segment and offers them. Terms are added
// up in the order of the query: sums of float32 depend on it.
func (r *run) segment(number int, v *view, sc *scratch) error {
	sc.size(v.Docs)
	total := 0
	for i, list := range v.lists {
		if list == nil {
			continue
		}
		n, err := r.scorer.accumulate(list, v, sc, &r.terms[i])
		if err != nil {
			return err
		}
		total += n
	}
	switch {
	case total == 0:
		return nil
	case total < v.Docs/16:
		return r.collectFew(number, v, sc)
	}
	r.collectAll(number, v, sc)
	return nil
}

// accumulate adds the scores of one term to the scratch and returns the number
// of its postings. It is the inner loop of a search, and so reads the bytes
// itself; postings.next is the plain form of what it does.
func (s *scorer) accumulate(list []byte, v *view, sc *scratch, term *termScorer) (int, error) {
	p, err := newPostings(list, v.Docs)
	if err != nil {
		return 0, err
	}
	scores, matched, codes := sc.scores[:v.Docs], sc.matched[:v.Docs], v.lengths.codes[FieldBody][:v.Docs]
	data, i, doc := p.data, 0, uint64(0)
	for range p.count {
		if i >= len(data) {
			return 0, ErrCorrupt
		}
		gap := uint64(data[i])
		i++
		if gap >= 0x80 {
			var n int
			if gap, n = binary.Uvarint(data[i-1:]); n <= 0 {
				return 0, ErrCorrupt
			}
			i += n - 1
		}
		doc += gap >> 1
		if doc >= uint64(len(scores)) {
			return 0, ErrCorrupt
		}
		matched[doc] |= term.bit
		if gap&1 == 0 {
			scores[doc] += term.once[codes[doc]]
			doc++
			continue
		}
		if i >= len(data) {
			return 0, ErrCorrupt
		}
		if n := data[i]; n < tailFields {
			scores[doc] += s.body(term.idf, n+2, codes[doc])
			i++
		} else {
			end := i + tailSize(data[i:])
			if end > len(data) {
				return 0, ErrCorrupt
			}
			t := decodeTail(data[i:end])
			scores[doc] += s.fields(term.idf, &t, v.lengths.of(doc))
			i = end
		}
		doc++
	}
	if i != len(data) {
		return 0, ErrCorrupt
	}
	return p.count, nil
}

// countLive is the number of documents in a posting list that are not dead. It
// reads the bytes itself for the same reason as accumulate.
func (v *view) countLive(list []byte) (int, error) {
	p, err := newPostings(list, v.Docs)
	if err != nil || v.dead == 0 {
		return p.count, err
	}
	data, i, doc, live := p.data, 0, uint64(0), p.count
	for range p.count {
		if i >= len(data) {
			return 0, ErrCorrupt
		}
		gap := uint64(data[i])
		i++
		if gap >= 0x80 {
			var n int
			if gap, n = binary.Uvarint(data[i-1:]); n <= 0 {
				return 0, ErrCorrupt
			}
			i += n - 1
		}
		doc += gap >> 1
		if doc >= uint64(v.Docs) {
			return 0, ErrCorrupt
		}
		if w := doc / 64; w < uint64(len(v.Dead)) {
			live -= int(v.Dead[w] >> (doc % 64) & 1)
		}
		if gap&1 != 0 {
			if i >= len(data) {
				return 0, ErrCorrupt
			}
			i += tailSize(data[i:])
		}
		doc++
	}
	if i != len(data) {
		return 0, ErrCorrupt
	}
	return live, nil
}

// collectAll offers every document of the segment that has a score, and makes
// the scratch zero again.
func (r *run) collectAll(number int, v *view, sc *scratch) {
	scores := sc.scores[:v.Docs]
	for doc, score := range scores {
		if score > r.best.floor {
			r.offer(v, Hit{Segment: number, Doc: uint32(doc), Score: score, Matched: sc.matched[doc]})
		}
	}
	clear(scores)
	clear(sc.matched[:v.Docs])
}

// collectFew is collectAll for a segment with few matches: it goes through the
// postings instead of all documents.
func (r *run) collectFew(number int, v *view, sc *scratch) error {
	for _, list := range v.lists {
		if list == nil {
			continue
		}
		p, err := newPostings(list, v.Docs)
		if err != nil {
			return err
		}
		for p.next() {
			if score := sc.scores[p.doc]; score >= r.best.floor {
				r.offer(v, Hit{Segment: number, Doc: p.doc, Score: score, Matched: sc.matched[p.doc]})
			}
			sc.scores[p.doc], sc.matched[p.doc] = 0, 0
		}
	}
	return nil
}

// offer adds a hit to the best unless it is dead or filtered out.
func (r *run) offer(v *view, h Hit) {
	if r.best.wants(h) && (v.dead == 0 || !v.isDead(h.Doc)) && (r.filter == nil || r.filter(h.Segment, h.Doc)) {
		r.best.add(h)
	}
}
