package lexicon

import (
	"bytes"
	"fmt"
)

// Check reads a whole segment and returns an error that wraps ErrCorrupt for
// the first thing that a Builder would not have written.
func Check(s Segment) error {
	var v view
	if err := v.open(&s, &collection{}); err != nil {
		return err
	}
	if !bytes.Equal(encodeLengths(v.lengths.codes), s.Lengths) {
		return fmt.Errorf("lengths: %w", ErrCorrupt)
	}
	var c cursor
	if err := c.start(s.Source, nil); err != nil {
		return err
	}
	for c.key() != nil {
		if err := checkList(c.iter.Value(), s.Docs); err != nil {
			return fmt.Errorf("term %q: %w", c.key(), err)
		}
		if found, err := s.find(c.key()); err != nil || !bytes.Equal(found, c.iter.Value()) {
			return fmt.Errorf("term %q is not found: %w", c.key(), ErrCorrupt)
		}
		if err := c.next(); err != nil {
			return err
		}
	}
	return nil
}

// checkList reads a posting list and writes it again.
func checkList(list []byte, docs int) error {
	p, err := newPostings(list, docs)
	if err != nil {
		return err
	}
	var again listWriter
	for p.next() {
		t := decodeTail(p.tail)
		again.append(p.doc, t.appendTail(nil))
	}
	if err := p.done(); err != nil {
		return err
	}
	if !bytes.Equal(again.bytes(), list) {
		return fmt.Errorf("postings are not as written: %w", ErrCorrupt)
	}
	return nil
}
