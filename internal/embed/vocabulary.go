package embed

import (
	"encoding/binary"
	"fmt"
)

//go:generate go test -run TestTable -update .

// vocabulary finds tokens by their letters. It reads model/vocab.table, which
// is made from model/vocab.txt ahead of time by go generate: building the same
// in memory took 3 ms of every start, reading it takes none. All numbers are
// little-endian.
//
//	65536 × uint64  keys of the tokens of up to 8 letters
//	65536 × uint16  their ids
//	16384 × uint64  keys of the first 8 letters of longer tokens
//	16384 × uint16  where in the list below the tokens with that start begin
//	n × 8 bytes     the longer tokens, grouped by start, longest first:
//	                uint32 where in vocab.txt their ninth letter is,
//	                uint8 how many letters follow the eighth,
//	                uint8 1 for the last of its group, uint16 id
//
// A key is the letters themselves, the first in the lowest byte, with the top
// bit of that byte set when the token continues a word. So a lookup is a hash
// and a comparison of integers. Keys and starts are hash tables with linear
// probing; the key 0 is a free slot.
type vocabulary struct {
	text   []byte // vocab.txt
	short  keyTable
	starts keyTable
	long   []byte
}

const (
	keySize      = 8 // letters in a key
	shortBits    = 16
	startBits    = 14
	longSize     = 8
	continuation = 0x80
)

func openVocabulary(text, table []byte) (*vocabulary, error) {
	const short, starts = 10 << shortBits, 10 << startBits
	if len(table) < short+starts || (len(table)-short-starts)%longSize != 0 {
		return nil, fmt.Errorf("vocabulary: table of %d bytes", len(table))
	}
	return &vocabulary{
		text:   text,
		short:  newKeyTable(table[:short], shortBits),
		starts: newKeyTable(table[short:short+starts], startBits),
		long:   table[short+starts:],
	}, nil
}

// keyTable is a hash table from keys to 16-bit values.
type keyTable struct {
	keys, values []byte
	shift        uint8
}

func newKeyTable(data []byte, bits uint8) keyTable {
	return keyTable{keys: data[:8<<bits], values: data[8<<bits : 10<<bits], shift: 64 - bits}
}

// find returns the slot of a key, or the free slot where it would be.
func (t *keyTable) find(key uint64) (slot uint64, ok bool) {
	mask := uint64(len(t.keys))/8 - 1
	slot = (key ^ key>>29) * 0x9E3779B97F4A7C15 >> t.shift
	for {
		switch binary.LittleEndian.Uint64(t.keys[slot*8:]) {
		case key:
			return slot, true
		case 0:
			return slot, false
		}
		slot = (slot + 1) & mask
	}
}

func (t *keyTable) value(slot uint64) uint16 { return binary.LittleEndian.Uint16(t.values[slot*2:]) }

// tokens calls emit with the id of each token of text: each word is cut into the
// longest token that it starts with, the longest that continues it, and so on.
func (v *vocabulary) tokens(text []byte, emit func(id uint16)) {
	for at, end := nextWord(text, 0); at < end; at, end = nextWord(text, end) {
		id, n := v.longest(text, at, end, 0)
		emit(id)
		for at += n; at < end; at += n {
			id, n = v.longest(text, at, end, continuation)
			emit(id)
		}
	}
}

// longest finds the longest token that starts at position at of a word that ends
// before position end, and its length. There always is one: each letter and each
// digit is a token at the start of a word and inside it, which a test verifies,
// so the id for unknown words (1) is never used.
func (v *vocabulary) longest(text []byte, at, end int, mark uint64) (id uint16, n int) {
	n = min(end-at, keySize)
	key := loadKey(text, at, n) | mark
	if end-at > keySize {
		if id, n, ok := v.longer(text[at+keySize:end], key); ok {
			return id, n
		}
	}
	for ; n > 0; n-- {
		key &= ^uint64(0) >> (64 - 8*n)
		if slot, ok := v.short.find(key); ok {
			return v.short.value(slot), n
		}
	}
	return 1, end - at
}

// longer finds the longest token of more than eight letters, given the key of
// the first eight and the letters that follow in the word.
func (v *vocabulary) longer(rest []byte, key uint64) (id uint16, n int, ok bool) {
	slot, ok := v.starts.find(key)
	if !ok {
		return 0, 0, false
	}
	for i := int(v.starts.value(slot)) * longSize; ; i += longSize {
		token := v.long[i : i+longSize]
		from, size := int(binary.LittleEndian.Uint32(token)), int(token[4])
		if size <= len(rest) && equalLower(v.text[from:from+size], rest) {
			return binary.LittleEndian.Uint16(token[6:]), keySize + size, true
		}
		if token[5] != 0 {
			return 0, 0, false
		}
	}
}

// loadKey packs n letters of text from position at into a key, in lower case; n
// is from 1 to keySize. The bit 0x20 turns an upper-case letter into a
// lower-case one and is set in the others and in digits already.
func loadKey(text []byte, at, n int) uint64 {
	if at+keySize <= len(text) {
		return (binary.LittleEndian.Uint64(text[at:]) | 0x2020202020202020) & (^uint64(0) >> (64 - 8*n))
	}
	var key uint64
	for i := range n {
		key |= uint64(text[at+i]|0x20) << (8 * i)
	}
	return key
}

// equalLower reports whether text, in lower case, starts with token.
func equalLower(token, text []byte) bool {
	for i, c := range token {
		if text[i]|0x20 != c {
			return false
		}
	}
	return true
}
