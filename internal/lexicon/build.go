package lexicon

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"

	"lode/internal/table"
)

// Builder makes a segment of documents that are added in order. The zero value
// is ready. It is for one goroutine.
//
// Postings are encoded when a document is added and kept in that order, with
// the term of each beside them; Finish deals them out to their terms. That
// costs two sequential passes instead of a growing list per term.
type Builder struct {
	docs     uint32
	codes    [NumFields][]byte
	slots    []uint64 // hash in the upper half, index in terms plus one in the lower
	terms    []builtTerm
	names    []byte   // bytes of all terms
	owners   []uint32 // for each posting, index of its term and size: index<<4 | size
	postings []byte
}

const _ = uint(15 - maxPosting) // the size of a posting has four bits in owners

type builtTerm struct {
	start uint32 // in names
	size  uint8
	count uint32 // postings
	bytes uint32 // of the postings
	next  uint32 // the least document that can come next
}

// Len is the number of documents added since the last Finish.
func (b *Builder) Len() int { return int(b.docs) }

// Add appends a document and returns its number in the segment.
func (b *Builder) Add(a Analyzed) (doc uint32) {
	doc = b.docs
	b.docs++
	for f := range b.codes {
		b.codes[f] = append(b.codes[f], a.data[f])
	}
	for data := a.data[NumFields:]; len(data) > 0; {
		hash, size := binary.LittleEndian.Uint32(data), 5+int(data[4])
		name, tail := data[5:size], data[size+1:size+1+int(data[size])]
		data = data[size+1+len(tail):]
		id := b.find(hash, name)
		t := &b.terms[id]
		before := len(b.postings)
		b.postings = appendPosting(b.postings, doc-t.next, tail)
		n := uint32(len(b.postings) - before)
		b.owners = append(b.owners, id<<4|n)
		t.next = doc + 1
		t.count++
		t.bytes += n
	}
	return doc
}

// find returns the index of a term, which it enters when it is new.
func (b *Builder) find(hash uint32, name []byte) uint32 {
	if 2*len(b.terms) >= len(b.slots) {
		b.grow()
	}
	mask := uint32(len(b.slots) - 1)
	at := hash & mask
	for ; b.slots[at] != 0; at = (at + 1) & mask {
		if s := b.slots[at]; uint32(s>>32) == hash {
			id := uint32(s) - 1
			t := &b.terms[id]
			if string(b.names[t.start:t.start+uint32(t.size)]) == string(name) {
				return id
			}
		}
	}
	id := uint32(len(b.terms))
	b.terms = append(b.terms, builtTerm{start: uint32(len(b.names)), size: uint8(len(name))})
	b.names = append(b.names, name...)
	b.slots[at] = uint64(hash)<<32 | uint64(id+1)
	return id
}

func (b *Builder) grow() {
	old := b.slots
	b.slots = make([]uint64, max(1<<10, 2*len(old)))
	mask := uint32(len(b.slots) - 1)
	for _, s := range old {
		if s == 0 {
			continue
		}
		at := uint32(s>>32) & mask
		for b.slots[at] != 0 {
			at = (at + 1) & mask
		}
		b.slots[at] = s
	}
}

// Finish returns the segment's table and lengths and leaves the builder empty.
func (b *Builder) Finish() (blocks []table.Block, lengths []byte) {
	order := b.sorted()
	lists := b.deal(order)
	var w table.Writer
	for _, id := range order {
		t := &b.terms[id]
		size := t.listSize()
		w.Add(b.name(t), lists[:size])
		lists = lists[size:]
	}
	blocks, lengths = w.Blocks(), encodeLengths(b.codes)
	b.reset()
	return blocks, lengths
}

// deal returns the posting lists of all terms, one behind the other.
func (b *Builder) deal(order []uint32) []byte {
	total := 0
	for _, id := range order {
		total += b.terms[id].listSize()
	}
	lists := make([]byte, total)
	at := make([]uint32, len(b.terms)) // where the next posting of a term goes
	start := uint32(0)
	for _, id := range order {
		t := &b.terms[id]
		at[id] = start + uint32(binary.PutUvarint(lists[start:], uint64(t.count)))
		start += uint32(t.listSize())
	}
	from := uint32(0)
	for _, owner := range b.owners {
		id, n := owner>>4, owner&15
		copy(lists[at[id]:], b.postings[from:from+n])
		at[id] += n
		from += n
	}
	return lists
}

// listSize is the size of the term's posting list, its count included.
func (t *builtTerm) listSize() int {
	return (bits.Len32(t.count)+6)/7 + int(t.bytes)
}

func (b *Builder) name(t *builtTerm) []byte { return b.names[t.start : t.start+uint32(t.size)] }

// sorted returns the terms' indices in the order of their names.
func (b *Builder) sorted() []uint32 {
	type key struct {
		head uint64 // the first eight bytes, so that most comparisons need no more
		id   uint32
	}
	keys := make([]key, len(b.terms))
	for i := range b.terms {
		var head [8]byte
		copy(head[:], b.name(&b.terms[i]))
		keys[i] = key{binary.BigEndian.Uint64(head[:]), uint32(i)}
	}
	slices.SortFunc(keys, func(x, y key) int {
		if x.head != y.head {
			return cmp.Compare(x.head, y.head)
		}
		return bytes.Compare(b.name(&b.terms[x.id]), b.name(&b.terms[y.id]))
	})
	order := make([]uint32, len(keys))
	for i, k := range keys {
		order[i] = k.id
	}
	return order
}

// reset empties the builder and keeps its memory for the next segment.
func (b *Builder) reset() {
	b.docs = 0
	for f := range b.codes {
		b.codes[f] = b.codes[f][:0]
	}
	clear(b.slots)
	b.terms, b.names, b.owners, b.postings = b.terms[:0], b.names[:0], b.owners[:0], b.postings[:0]
}
