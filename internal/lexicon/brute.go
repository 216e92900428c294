package lexicon

import (
	"iter"
)

// Place is where a document is: Hit without what a search found out.
type Place struct {
	Segment int
	Doc     uint32
}

// Brute gives the hits of Search without an index, from the texts of the live
// documents. It is the oracle for tests and for comparisons on request: it
// reads every document, and shares with Search only how text becomes terms and
// how frequencies become a score.
func Brute(docs iter.Seq2[Place, *Document], terms []Term, w Weights, k int, filter func(segment int, doc uint32) bool) []Hit {
	use := active(terms)
	if len(use) == 0 || k <= 0 {
		return nil
	}
	slots := map[string]int{}
	for i, t := range use {
		slots[terms[t].Text] = i
	}
	type match struct {
		place Place
		codes [NumFields]uint8
		tf    []frequencies // of each term in use
	}
	var matches []match
	var all collection
	df := make([]int, len(use))
	for place, d := range docs {
		m := match{place: place, tf: make([]frequencies, len(use))}
		all.docs++
		found := false
		for f, text := range d {
			words := countTerms(text, slots, func(term int) {
				found = true
				if n := &m.tf[term][f]; *n < 255 {
					*n++
				}
			})
			m.codes[f] = lengthCode(words)
			all.lengths[f] += uint64(codeLength(m.codes[f]))
		}
		if !found {
			continue
		}
		for i, t := range m.tf {
			if t != (frequencies{}) {
				df[i]++
			}
		}
		matches = append(matches, m)
	}
	s := newScorer(&w, &all)
	b := best{k: k}
	for _, m := range matches {
		h := Hit{Segment: m.place.Segment, Doc: m.place.Doc}
		for i, t := range m.tf {
			if t == (frequencies{}) {
				continue
			}
			h.Score += s.fields(s.idf(df[i], terms[use[i]].Weight), &t, m.codes)
			if use[i] < 64 {
				h.Matched |= 1 << use[i]
			}
		}
		if b.wants(h) && (filter == nil || filter(h.Segment, h.Doc)) {
			b.add(h)
		}
	}
	return b.sorted()
}

// countTerms calls found for every term of a text that is in slots and returns
// how many words the text has.
func countTerms(text string, slots map[string]int, found func(slot int)) (words int) {
	var s scanner
	var st stemmer
	s.scan(text)
	for _, t := range s.tokens {
		if slot, ok := slots[string(st.stem(s.low[t.start:int(t.start)+int(t.size)]))]; ok {
			found(slot)
		}
		if t.form == part {
			words++
		}
	}
	return words
}
