package grep

import (
	"bytes"
	"encoding/binary"
	"sort"

	"lode/internal/table"
)

// Builder collects the trigrams of the files of one segment. The zero value is
// an empty segment.
//
// Nothing is ever sorted: two array look-ups take a trigram to its list, and
// walking the arrays gives the lists in order. For 100 MB of source, a table of
// 10 MB, it holds 33 MB: the arrays 10, the lists and their slack the rest.
type Builder struct {
	files int
	size  int
	pages *[1 << 16]*page // by the first two bytes of the trigram
	lists []list
}

// page has for each last byte one more than the index of the list, 0 for none.
type page [256]uint32

// list is a value in the making.
type list struct {
	next uint32 // one more than the last ordinal
	gaps []byte // in the format of a list, see postings.go
}

// Add gives the next file of the segment by its distinct trigrams, in any
// order, and returns its ordinal.
func (b *Builder) Add(trigrams []uint32) uint32 {
	if b.pages == nil {
		b.pages = new([1 << 16]*page)
	}
	ordinal := uint32(b.files)
	b.files++
	for _, t := range trigrams {
		p := b.pages[t>>8&0xffff]
		if p == nil {
			p = new(page)
			b.pages[t>>8&0xffff] = p
		}
		if p[t&0xff] == 0 {
			b.lists = append(b.lists, list{})
			b.size += entrySize
			p[t&0xff] = uint32(len(b.lists))
		}
		l := &b.lists[p[t&0xff]-1]
		before := len(l.gaps)
		l.gaps = binary.AppendUvarint(l.gaps, uint64(ordinal-l.next))
		b.size += len(l.gaps) - before
		l.next = ordinal + 1
	}
	return ordinal
}

// entrySize is what an entry of the table takes besides its value.
const entrySize = 5

// Files is how many files were added.
func (b *Builder) Files() int { return b.files }

// Size estimates the bytes that Finish will return, too high by a third where
// much becomes bitmaps: a caller that bounds its memory closes the segment by it.
func (b *Builder) Size() int { return b.size }

// Finish returns the table of the segment and leaves the builder empty.
func (b *Builder) Finish() []table.Block {
	var w table.Writer
	var ordinals []uint32
	var value []byte
	for high := range 1 << 16 {
		if b.pages == nil || b.pages[high] == nil {
			continue
		}
		for low, index := range b.pages[high] {
			if index == 0 {
				continue
			}
			value = b.lists[index-1].gaps
			if len(value) >= bitmapSize(b.files) {
				// It cannot be corrupt: Add wrote it.
				ordinals, _ = readList(ordinals[:0], value, b.files)
				value = appendPostings(nil, ordinals, b.files)
			}
			key := trigramKey(uint32(high<<8 | low))
			w.Add(key[:], value)
		}
	}
	*b = Builder{}
	return w.Blocks()
}

// Blocks is a table in memory as a Source.
type Blocks []table.Block

// Block implements Source.
func (b Blocks) Block(key []byte) ([]byte, error) {
	i := sort.Search(len(b), func(i int) bool { return bytes.Compare(b[i].First, key) > 0 })
	if i == 0 {
		return nil, nil
	}
	return b[i-1].Data, nil
}
