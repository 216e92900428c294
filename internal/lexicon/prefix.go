package lexicon

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Prefix returns the terms that start with a prefix, at most max of them, in
// order of how many live documents have them, the most common first. The stem
// of the prefix is among them where it is a term: the index has no other
// memory of the word that was written.
func Prefix(segments []Segment, prefix string, max int) ([]string, error) {
	low := []byte(strings.ToLower(prefix))
	if len(low) == 0 || max <= 0 {
		return nil, nil
	}
	counts := map[string]int{}
	var st stemmer
	stem := string(st.stem(low))
	for i := range segments {
		var v view
		if err := v.open(&segments[i], &collection{}); err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
		if err := v.prefix(low, counts); err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
		list, err := v.find([]byte(stem))
		if err == nil && list != nil && !strings.HasPrefix(stem, string(low)) {
			err = v.countTerm([]byte(stem), list, counts)
		}
		if err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
	}
	terms := make([]string, 0, len(counts))
	for t := range counts {
		terms = append(terms, t)
	}
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return terms[:min(max, len(terms))], nil
}

// prefix counts the live documents of every term that starts with prefix.
func (v *view) prefix(prefix []byte, counts map[string]int) error {
	var c cursor
	if err := c.start(v.Source, prefix); err != nil {
		return err
	}
	for c.key() != nil && bytes.HasPrefix(c.key(), prefix) {
		if err := v.countTerm(c.key(), c.iter.Value(), counts); err != nil {
			return err
		}
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

// countTerm adds the live documents of one term, where it has any.
func (v *view) countTerm(term, list []byte, counts map[string]int) error {
	n, err := v.countLive(list)
	if err != nil {
		return fmt.Errorf("term %q: %w", term, err)
	}
	if n > 0 {
		counts[string(term)] += n
	}
	return nil
}
