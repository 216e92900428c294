package lexicon

import (
	"encoding/binary"
	"math/bits"
)

// Format of a posting list, version 1: a uvarint, the number of postings, then
// the postings in ascending order of their documents, each
//
//	uvarint  2*gap + more, where gap is the distance from the document before
//	         less one, or the document itself for the first
//	         more = 0: the term is in the body, once; this is the whole posting
//	byte     more = 1: below 0x80, the term is in the body only, this plus two
//	         times; else the low five bits are the set of fields, and bit 5 says
//	         that it is in each of them once; where it does not,
//	bytes    follow, one per field of the set, how many times (1 to 255)
//
// A posting has one encoding only, so that equal lists are equal bytes.
const (
	tailFields = 0x80
	tailOnce   = 0x20
	fieldMask  = 1<<NumFields - 1
	maxBody    = 0x7f + 2
	maxPosting = 5 + 1 + int(NumFields) // bytes
)

// frequencies is how often a term is in each field, 255 and more as 255.
type frequencies [NumFields]uint8

// onlyBody reports whether no field but the body has the term.
func (t *frequencies) onlyBody() bool {
	return t[FieldName]|t[FieldPath]|t[FieldSignature]|t[FieldDoc] == 0
}

// appendTail appends what follows the gap of a posting: nothing for a term
// that is once in the body.
func (t *frequencies) appendTail(out []byte) []byte {
	if body := t[FieldBody]; t.onlyBody() && body <= maxBody {
		if body == 1 {
			return out
		}
		return append(out, body-2)
	}
	head := len(out)
	out = append(out, tailFields|tailOnce)
	for f, n := range t {
		if n == 0 {
			continue
		}
		out[head] |= 1 << f
		out = append(out, n)
		if n > 1 {
			out[head] &^= tailOnce
		}
	}
	if out[head]&tailOnce != 0 {
		out = out[:head+1]
	}
	return out
}

// appendPosting appends one posting.
func appendPosting(out []byte, gap uint32, tail []byte) []byte {
	v := uint64(gap) << 1
	if len(tail) > 0 {
		v |= 1
	}
	if v < 0x80 {
		out = append(out, byte(v))
	} else {
		out = binary.AppendUvarint(out, v)
	}
	return append(out, tail...)
}

// postings reads a posting list. At the end, or at an error, next returns
// false; done says which.
type postings struct {
	data  []byte
	docs  uint32 // of the segment
	count int    // postings in the list
	left  int
	doc   uint32 // of the posting that next moved to
	first uint32 // the least document that the next posting can have
	tail  []byte
}

func newPostings(data []byte, docs int) (postings, error) {
	count, n := binary.Uvarint(data)
	if n <= 0 || count == 0 || count > uint64(docs) {
		return postings{}, ErrCorrupt
	}
	return postings{data: data[n:], docs: uint32(docs), count: int(count), left: int(count)}, nil
}

// next moves to the next posting.
func (p *postings) next() bool {
	if p.left == 0 {
		return false
	}
	v, n := uint64(0), 1
	if len(p.data) > 0 && p.data[0] < 0x80 {
		v = uint64(p.data[0])
	} else if v, n = binary.Uvarint(p.data); n <= 0 {
		return false
	}
	if v>>1 >= uint64(p.docs-p.first) {
		return false
	}
	p.doc = p.first + uint32(v>>1)
	size := n
	if v&1 != 0 {
		if size += tailSize(p.data[n:]); size == n || size > len(p.data) {
			return false
		}
	}
	p.tail, p.data = p.data[n:size], p.data[size:]
	p.first = p.doc + 1
	p.left--
	return true
}

// done returns an error unless the whole list has been read.
func (p *postings) done() error {
	if p.left != 0 || len(p.data) != 0 {
		return ErrCorrupt
	}
	return nil
}

// tailSize is the number of bytes of the tail at the start of data: 0 for none.
func tailSize(data []byte) int {
	if len(data) == 0 {
		return 0
	}
	if c := data[0]; c >= tailFields && c&tailOnce == 0 {
		return 1 + bits.OnesCount8(c&fieldMask)
	}
	return 1
}

// decodeTail is the inverse of appendTail. The tail must be whole.
func decodeTail(tail []byte) (t frequencies) {
	switch {
	case len(tail) == 0:
		t[FieldBody] = 1
	case tail[0] < tailFields:
		t[FieldBody] = tail[0] + 2
	default:
		rest := tail[1:]
		for set := tail[0] & fieldMask; set != 0; set &= set - 1 {
			n := uint8(1)
			if tail[0]&tailOnce == 0 {
				n, rest = rest[0], rest[1:]
			}
			t[bits.TrailingZeros8(set)] = n
		}
	}
	return t
}
