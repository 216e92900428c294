// Package lexicon is the ranked text index: identifier-aware terms, posting
// segments over chunks of code, and BM25F over their fields.
//
// An Analyzer turns a Document into terms, a Builder collects documents into a
// segment, Search ranks the documents of several segments together, and Merge
// makes one segment of several. Brute gives the answers of Search without an
// index, from the texts alone.
//
// What it promises:
//   - Search and Brute agree exactly, scores included.
//   - Scores do not depend on how documents are cut into segments, nor on
//     documents that were deleted: every count is over live documents, all
//     segments together.
//   - Merge gives byte for byte what a Builder gives for the documents that
//     are left.
//   - Damaged blocks give ErrCorrupt, not a panic.
//
// What it cannot do: phrases and positions are not kept, a term is at most
// MaxTerm bytes, a term counts at most 255 times per field, lengths of fields
// are kept to within 3 percent, and a single ideograph does not find the words
// it is part of. Stemming is for English.
//
// A segment, version 1, is three things that the store keeps:
//   - the blocks of a table (package table) from term to posting list; see posting.go
//   - the lengths of the documents' fields; see lengths.go
//   - one bit per document that is set when the document is dead. The bits may
//     be fewer than the documents; the missing ones are zero.
package lexicon

import (
	"errors"
	"slices"
	"sort"

	"lode/internal/table"
)

// Field is a part of a document that has a weight of its own.
type Field uint8

// Fields. The numbers are stored: a change is a new version of the format.
const (
	FieldName Field = iota
	FieldPath
	FieldSignature
	FieldDoc
	FieldBody
	NumFields
)

// Document is what is indexed of one chunk.
type Document [NumFields]string

// SegmentDocs is a good number of documents for a segment: large enough that a
// query meets few segments and terms are not repeated often, small enough that
// scores of a segment stay in the processor's cache and a merge is short.
const SegmentDocs = 32 << 10

// MaxTerm is the length in bytes at which a term is cut.
const MaxTerm = 64

// ErrCorrupt says that a segment is not one that this package made.
var ErrCorrupt = errors.New("lexicon: corrupt segment")

// Source hands out the blocks of a segment's table. What it returns must stay
// unchanged until the call of this package that asked for it returns.
type Source interface {
	// Block returns the block with the greatest First <= key, or nil.
	Block(key []byte) ([]byte, error)
	// Next returns the block with the smallest First > key, or nil.
	Next(key []byte) ([]byte, error)
}

// Segment is what a reader needs of one segment.
type Segment struct {
	Docs    int      // number of documents, dead ones included
	Lengths []byte   // as Builder.Finish made them
	Dead    []uint64 // document d is dead when bit d%64 of Dead[d/64] is set
	Source  Source
}

// isDead reports whether a document is deleted.
func (s *Segment) isDead(doc uint32) bool {
	return int(doc/64) < len(s.Dead) && s.Dead[doc/64]>>(doc%64)&1 != 0
}

// Blocks is a Source in memory.
type Blocks []table.Block

// Block returns the block with the greatest First <= key, or nil.
func (b Blocks) Block(key []byte) ([]byte, error) {
	return b.at(b.after(key) - 1), nil
}

// Next returns the block with the smallest First > key, or nil.
func (b Blocks) Next(key []byte) ([]byte, error) {
	return b.at(b.after(key)), nil
}

// after is the index of the first block that starts behind key.
func (b Blocks) after(key []byte) int {
	return sort.Search(len(b), func(i int) bool { return slices.Compare(b[i].First, key) > 0 })
}

func (b Blocks) at(i int) []byte {
	if i < 0 || i >= len(b) {
		return nil
	}
	return b[i].Data
}
