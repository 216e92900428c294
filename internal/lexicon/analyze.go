package lexicon

import (
	"encoding/binary"
)

// Analyzed is what a Builder needs of one document. It does not refer to the
// Analyzer that made it or to the text.
//
// Its data is a length code for each field, and for each distinct term its
// hash (four bytes), its length, its bytes, the length of its tail and the
// tail (see posting.go).
type Analyzed struct{ data []byte }

// Analyzer turns documents into terms. It is for one goroutine; the zero value
// is ready.
type Analyzer struct {
	scanner scanner
	words   dictionary
	stamp   uint32 // of the document being analysed
	uses    []use  // its distinct terms, in order of first use
	out     []byte
}

// use is one term of the document being analysed.
type use struct {
	entry uint32
	tf    frequencies
}

// Analyze splits a document into terms and counts them.
func (a *Analyzer) Analyze(d *Document) Analyzed {
	a.begin()
	var codes [NumFields]byte
	for f, text := range d {
		if text != "" {
			codes[f] = lengthCode(a.count(text, f))
		}
	}
	out := append(a.out[:0], codes[:]...)
	for i := range a.uses {
		u := &a.uses[i]
		e := &a.words.entries[u.entry]
		out = binary.LittleEndian.AppendUint32(out, e.hash)
		out = append(out, e.size)
		out = append(out, a.words.bytes[e.start:e.start+uint32(e.size)]...)
		at := len(out)
		out = u.tf.appendTail(append(out, 0))
		out[at] = byte(len(out) - at - 1)
	}
	a.out = out
	return Analyzed{data: append([]byte(nil), out...)}
}

// begin starts a document. Words are remembered from document to document, so
// that most of them are found and need no stemming, until there are too many.
func (a *Analyzer) begin() {
	a.uses = a.uses[:0]
	a.stamp++
	if a.stamp == 0 || a.words.full() {
		a.words.reset()
		a.stamp = 1
	}
}

// count adds the terms of one field to the document's and returns how many
// words the field has.
func (a *Analyzer) count(text string, field int) (words int) {
	a.scanner.scan(text)
	low := a.scanner.low
	for _, t := range a.scanner.tokens {
		id := a.words.term(low, t.start, t.size)
		e := &a.words.entries[id]
		if e.stamp != a.stamp {
			e.stamp, e.use = a.stamp, uint32(len(a.uses))
			a.uses = append(a.uses, use{entry: id})
		}
		if n := &a.uses[e.use].tf[field]; *n < 255 {
			*n++
		}
		if t.form == part {
			words++
		}
	}
	return words
}
