// Package table is a sorted map from keys to bytes, cut into blocks that a
// store can keep as rows and a reader can fetch one at a time.
//
// Format of a block, version 1: entries in ascending order of their keys, each
//
//	uvarint  bytes shared with the key before it (0 for the first)
//	uvarint  bytes of the key that follow
//	uvarint  bytes of the value
//	the rest of the key, the value
//
// A block is about BlockSize bytes; one entry is never split, so a block with
// one large value is larger. A key shares as many bytes with the one before it
// as it can; Find relies on that.
package table

import (
	"encoding/binary"
	"errors"
)

// BlockSize is where a block is closed.
const BlockSize = 16 << 10

// ErrCorrupt says that a block is not one that a Writer made.
var ErrCorrupt = errors.New("table: corrupt block")

// Block is a run of entries; First is the key of the first.
type Block struct {
	First []byte
	Data  []byte
}

// Writer collects entries. Keys must be added in ascending order.
type Writer struct {
	blocks []Block
	first  []byte
	last   []byte
	buf    []byte
}

// Add appends one entry; both slices are copied.
func (w *Writer) Add(key, value []byte) {
	shared := 0
	if len(w.buf) == 0 {
		w.first = append([]byte(nil), key...)
		w.buf = make([]byte, 0, BlockSize+BlockSize/8)
	} else {
		shared = common(key, w.last)
	}
	w.buf = binary.AppendUvarint(w.buf, uint64(shared))
	w.buf = binary.AppendUvarint(w.buf, uint64(len(key)-shared))
	w.buf = binary.AppendUvarint(w.buf, uint64(len(value)))
	w.buf = append(w.buf, key[shared:]...)
	w.buf = append(w.buf, value...)
	w.last = append(w.last[:0], key...)
	if len(w.buf) >= BlockSize {
		w.close()
	}
}

func (w *Writer) close() {
	if len(w.buf) > 0 {
		w.blocks = append(w.blocks, Block{First: w.first, Data: w.buf})
		w.buf = nil
	}
}

// Blocks closes the last block and returns all of them.
func (w *Writer) Blocks() []Block {
	w.close()
	return w.blocks
}

// common is the number of leading bytes in which a and b agree.
func common(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// head reads the three numbers before an entry and what follows them. The
// lengths are checked against the data and against the key before.
func head(data []byte, last int) (shared, rest, size int, body []byte, ok bool) {
	if len(data) >= 3 && data[0]|data[1]|data[2] < 0x80 { // nearly always
		shared, rest, size, body = int(data[0]), int(data[1]), int(data[2]), data[3:]
	} else {
		var numbers [3]int
		body = data
		for i := range numbers {
			v, n := binary.Uvarint(body)
			if n <= 0 || v > 1<<29 {
				return 0, 0, 0, nil, false
			}
			numbers[i], body = int(v), body[n:]
		}
		shared, rest, size = numbers[0], numbers[1], numbers[2]
	}
	return shared, rest, size, body, shared <= last && rest+size <= len(body)
}

// Iter walks the entries of a block in order. The zero value is at the end of
// an empty block.
type Iter struct {
	data  []byte
	key   []byte
	value []byte
	err   error
}

// Reset puts the iterator before the first entry of a block.
func (it *Iter) Reset(data []byte) {
	*it = Iter{data: data, key: it.key[:0]}
}

// Next moves to the next entry; false at the end or at an error.
func (it *Iter) Next() bool {
	if len(it.data) == 0 || it.err != nil {
		return false
	}
	shared, rest, size, body, ok := head(it.data, len(it.key))
	if !ok {
		it.err = ErrCorrupt
		return false
	}
	it.key = append(it.key[:shared], body[:rest]...)
	it.value = body[rest : rest+size : rest+size]
	it.data = body[rest+size:]
	return true
}

// Key is the key of the entry, valid until the next call of Next.
func (it *Iter) Key() []byte { return it.key }

// Value is the value of the entry; it aliases the block.
func (it *Iter) Value() []byte { return it.value }

// Err says why Next returned false: nil at the end of the block.
func (it *Iter) Err() error { return it.err }

// Each calls fn for every entry of a block in order until fn returns false.
// The slices are valid only during the call; value aliases data.
func Each(data []byte, fn func(key, value []byte) bool) error {
	var it Iter
	it.Reset(data)
	for it.Next() {
		if !fn(it.Key(), it.Value()) {
			return nil
		}
	}
	return it.Err()
}

// Find returns the value of key in a block, or nil; the value aliases data.
//
// It never rebuilds a key. match is how many bytes of key the entry before
// agrees with, and that entry is smaller than key. An entry that shares more
// with the one before is smaller too, one that shares less is larger, and only
// one that shares exactly as much has to be looked at.
func Find(data, key []byte) ([]byte, error) {
	match, last := 0, 0
	for len(data) > 0 {
		shared, rest, size, body, ok := head(data, last)
		if !ok {
			return nil, ErrCorrupt
		}
		if shared < match {
			return nil, nil
		}
		if shared == match {
			n := common(body[:rest], key[match:])
			match += n
			switch {
			case match == len(key) && n == rest:
				return body[rest : rest+size : rest+size], nil
			case match == len(key), n < rest && body[n] > key[match]:
				return nil, nil
			}
		}
		last, data = shared+rest, body[rest+size:]
	}
	return nil, nil
}
