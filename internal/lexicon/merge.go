package lexicon

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"lode/internal/table"
)

// Gone is the new number of a document that a merge dropped.
const Gone = ^uint32(0)

// Merged is what Merge returns.
type Merged struct {
	Docs    int
	Blocks  []table.Block
	Lengths []byte
	Remap   [][]uint32 // for each input and document its new number, or Gone
}

// Merge makes one segment of several, without their dead documents. Documents
// keep their order: those of the first segment come first. The result is what
// a Builder makes of the documents that are left, byte for byte.
func Merge(in []Segment) (Merged, error) {
	var m Merged
	var codes [NumFields][]byte
	inputs := make([]*input, len(in))
	for i := range in {
		input := &input{}
		if err := input.open(&in[i], &collection{}); err != nil {
			return Merged{}, fmt.Errorf("segment %d: %w", i, err)
		}
		input.remap = make([]uint32, in[i].Docs)
		for doc := range input.remap {
			input.remap[doc] = Gone
			if !in[i].isDead(uint32(doc)) {
				input.remap[doc] = uint32(m.Docs)
				m.Docs++
				for f := range codes {
					codes[f] = append(codes[f], input.lengths.codes[f][doc])
				}
			}
		}
		m.Remap = append(m.Remap, input.remap)
		inputs[i] = input
	}
	m.Lengths = encodeLengths(codes)
	blocks, err := mergeTerms(inputs)
	m.Blocks = blocks
	return m, err
}

// input is a segment that is being merged.
type input struct {
	view
	cursor cursor
	remap  []uint32
}

// mergeTerms walks the tables of all inputs together.
func mergeTerms(inputs []*input) ([]table.Block, error) {
	for i, in := range inputs {
		if err := in.cursor.start(in.Source, nil); err != nil {
			return nil, fmt.Errorf("segment %d: %w", i, err)
		}
	}
	var w table.Writer
	var key []byte
	var list listWriter
	for {
		least := leastKey(inputs)
		if least == nil {
			return w.Blocks(), nil
		}
		key = append(key[:0], least...)
		list.reset()
		for i, in := range inputs {
			if in.cursor.key() == nil || !bytes.Equal(in.cursor.key(), key) {
				continue
			}
			if err := list.add(in); err != nil {
				return nil, fmt.Errorf("segment %d: term %q: %w", i, key, err)
			}
			if err := in.cursor.next(); err != nil {
				return nil, fmt.Errorf("segment %d: %w", i, err)
			}
		}
		if list.count > 0 {
			w.Add(key, list.bytes())
		}
	}
}

// leastKey is the first of the terms that the inputs stand at, or nil at the
// end of all of them.
func leastKey(inputs []*input) (least []byte) {
	for _, in := range inputs {
		if k := in.cursor.key(); k != nil && (least == nil || bytes.Compare(k, least) < 0) {
			least = k
		}
	}
	return least
}

// listWriter makes one posting list of several.
type listWriter struct {
	count    int
	next     uint32 // the least document that can come next
	postings []byte
	out      []byte
}

func (l *listWriter) reset() {
	l.count, l.next, l.postings = 0, 0, l.postings[:0]
}

// add appends the live postings of the term that an input stands at.
func (l *listWriter) add(in *input) error {
	p, err := newPostings(in.cursor.iter.Value(), in.Docs)
	if err != nil {
		return err
	}
	for p.next() {
		if doc := in.remap[p.doc]; doc != Gone {
			l.append(doc, p.tail)
		}
	}
	return p.done()
}

// append appends one posting.
func (l *listWriter) append(doc uint32, tail []byte) {
	l.postings = appendPosting(l.postings, doc-l.next, tail)
	l.next = doc + 1
	l.count++
}

// bytes returns the list, valid until the next reset.
func (l *listWriter) bytes() []byte {
	l.out = binary.AppendUvarint(l.out[:0], uint64(l.count))
	l.out = append(l.out, l.postings...)
	return l.out
}
