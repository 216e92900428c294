package lexicon

import (
	"fmt"
	"math/bits"

	"lode/internal/table"
)

// Search returns the k best documents of all segments together, best first,
// equal ones by segment and document. A document is found when it has one of
// the terms. filter, where it is not nil, says which documents may be found; it
// is asked only about those good enough, and has no influence on scores.
func Search(segments []Segment, terms []Term, w Weights, k int, filter func(segment int, doc uint32) bool) ([]Hit, error) {
	use := active(terms)
	if len(use) == 0 || k <= 0 {
		return nil, nil
	}
	views := make([]view, len(segments))
	var all collection
	for i := range segments {
		if err := views[i].open(&segments[i], &all); err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
	}
	s := newScorer(&w, &all)
	r := run{scorer: s, terms: make([]termScorer, len(use)), best: best{k: k}, filter: filter}
	for i, t := range use {
		df, err := fetch(views, terms[t].Text)
		if err != nil {
			return nil, fmt.Errorf("term %q: %w", terms[t].Text, err)
		}
		r.terms[i].set(s, s.idf(df, terms[t].Weight), t)
	}
	sc := scratches.Get().(*scratch)
	for i := range views {
		if err := r.segment(i, &views[i], sc); err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err) // sc is not all zero: it is dropped
		}
	}
	scratches.Put(sc)
	return r.best.sorted(), nil
}

// view is a segment opened for one search.
type view struct {
	*Segment
	lengths lengths
	dead    int
	lists   [][]byte // posting lists of the terms in use; nil where there is none
}

// open decodes the lengths and adds the segment's live documents to all.
func (v *view) open(s *Segment, all *collection) (err error) {
	v.Segment = s
	if v.lengths, err = decodeLengths(s.Lengths); err != nil {
		return err
	}
	if v.lengths.docs != s.Docs {
		return fmt.Errorf("lengths of %d documents for %d: %w", v.lengths.docs, s.Docs, ErrCorrupt)
	}
	sums := v.lengths.sums
	for i, word := range s.Dead {
		for ; word != 0; word &= word - 1 {
			doc := 64*i + bits.TrailingZeros64(word)
			if doc >= s.Docs {
				return fmt.Errorf("dead document %d of %d: %w", doc, s.Docs, ErrCorrupt)
			}
			v.dead++
			for f := range sums {
				sums[f] -= uint64(codeLength(v.lengths.codes[f][doc]))
			}
		}
	}
	all.docs += s.Docs - v.dead
	for f, n := range sums {
		all.lengths[f] += n
	}
	return nil
}

// find returns the posting list of a term, or nil.
func (s *Segment) find(term []byte) ([]byte, error) {
	block, err := s.Source.Block(term)
	if err != nil || block == nil {
		return nil, err
	}
	list, err := table.Find(block, term)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", err, ErrCorrupt)
	}
	return list, nil
}

// fetch appends the posting list of a term to the lists of every view and
// returns the number of live documents that have it.
func fetch(views []view, term string) (df int, err error) {
	key := []byte(term)
	for i := range views {
		v := &views[i]
		list, err := v.find(key)
		if err != nil {
			return 0, fmt.Errorf("segment %d: %w", i, err)
		}
		v.lists = append(v.lists, list)
		if list == nil {
			continue
		}
		n, err := v.countLive(list)
		if err != nil {
			return 0, fmt.Errorf("segment %d: %w", i, err)
		}
		df += n
	}
	return df, nil
}
