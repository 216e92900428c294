package lexicon

import (
	"encoding/binary"
	"math/bits"
)

// dictionary maps words to terms, which are stems of words and words as well.
// It is an open hash table of fixed size.
//
// A slot holds a word of up to eight bytes in its key, so that most words are
// found without looking elsewhere; the key of a longer one is its hash. No
// word contains a zero byte, so that the key of a short word tells its length.
type dictionary struct {
	slots   []slot
	entries []dictEntry
	bytes   []byte
	stemmer stemmer
}

type slot struct {
	key  uint64
	word uint32 // index in entries, plus one; the top bit is set for long words
	term uint32 // index in entries of the word's stem
}

type dictEntry struct {
	start uint32 // in bytes
	hash  uint32
	stamp uint32 // the document that use belongs to
	use   uint32
	size  uint8
}

const (
	dictBits  = 16
	dictLimit = 1 << dictBits / 2 // entries from which on the next document starts afresh
	longWord  = 1 << 31
)

// full reports whether the dictionary should be reset.
func (d *dictionary) full() bool { return d.slots == nil || len(d.entries) >= dictLimit }

func (d *dictionary) reset() {
	if d.slots == nil {
		d.slots = make([]slot, 1<<dictBits)
	} else {
		clear(d.slots)
	}
	d.entries, d.bytes = d.entries[:0], d.bytes[:0]
}

// term returns the entry of the term of a word. At least spare bytes must
// follow the word in text.
func (d *dictionary) term(text []byte, start uint32, size uint8) uint32 {
	return d.find(text, start, size).term
}

// find returns the slot of a word, which it enters when it is new.
func (d *dictionary) find(text []byte, start uint32, size uint8) *slot {
	key, long := wordKey(text[start:], int(size))
	mask := uint64(len(d.slots) - 1)
	for at := mix(key); ; at++ {
		s := &d.slots[at&mask]
		if s.word == 0 {
			return d.add(text[start:start+uint32(size)], key, long)
		}
		if s.key != key || s.word&longWord != long {
			continue
		}
		if long == 0 {
			return s
		}
		e := &d.entries[s.word&^longWord-1]
		if string(d.bytes[e.start:e.start+uint32(e.size)]) == string(text[start:start+uint32(size)]) {
			return s
		}
	}
}

// add enters a word that is not there, and its stem as a word before it. A
// stem may have another stem as a word, so it is the stem's own entry that is
// the term.
func (d *dictionary) add(word []byte, key uint64, long uint32) *slot {
	term := uint32(0)
	stem := d.stemmer.stem(word)
	itself := string(stem) == string(word)
	if !itself {
		var padded [MaxTerm + spare]byte
		copy(padded[:], stem)
		term = d.find(padded[:], 0, uint8(len(stem))).word&^longWord - 1
	}
	if 2*len(d.entries) >= len(d.slots) {
		d.grow()
	}
	id := uint32(len(d.entries))
	d.entries = append(d.entries, dictEntry{start: uint32(len(d.bytes)), hash: uint32(mix(key) >> 8), size: uint8(len(word))})
	d.bytes = append(d.bytes, word...)
	if itself {
		term = id
	}
	return d.place(slot{key: key, word: id + 1 | long, term: term})
}

// place puts a word into the first free slot.
func (d *dictionary) place(s slot) *slot {
	mask := uint64(len(d.slots) - 1)
	at := mix(s.key)
	for d.slots[at&mask].word != 0 {
		at++
	}
	d.slots[at&mask] = s
	return &d.slots[at&mask]
}

// grow doubles the table: one document may have more words than it holds.
func (d *dictionary) grow() {
	old := d.slots
	d.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.word != 0 {
			d.place(s)
		}
	}
}

// wordKey is the word itself when it has at most eight bytes, else a hash.
func wordKey(b []byte, size int) (key uint64, long uint32) {
	w := binary.LittleEndian.Uint64(b)
	if size <= 8 {
		return w << (64 - 8*size) >> (64 - 8*size), 0
	}
	const k = 0x9e3779b97f4a7c15
	h := w * k
	for i := 8; i+8 <= size; i += 8 {
		h = bits.RotateLeft64(h, 29) ^ binary.LittleEndian.Uint64(b[i:])
		h *= k
	}
	// The last eight bytes, some of them again.
	h = bits.RotateLeft64(h, 29) ^ binary.LittleEndian.Uint64(b[size-8:]) ^ uint64(size)<<56
	return h * k, longWord
}

// mix spreads a key over all bits; the low ones are good for a table.
func mix(key uint64) uint64 {
	hi, lo := bits.Mul64(key^0xa0761d6478bd642f, 0xe7037ed1a0b428db)
	return hi ^ lo
}
