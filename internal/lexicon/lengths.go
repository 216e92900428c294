package lexicon

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// Format of the lengths of a segment, version 1:
//
//	byte     1
//	uvarint  number of documents
//	uvarint  for each field, the sum of the lengths that its codes stand for
//	bytes    for each field, one code per document
//
// The length of a field is the number of its words. A code is a length kept to
// within 3 percent: exact below 32, then 16 steps to the doubling, so that all
// that depends on a length is a table of 256.
const lengthsVersion = 1

// lengthCode is the code of a length.
func lengthCode(n int) uint8 {
	if n < 32 {
		return uint8(n)
	}
	e := bits.Len(uint(n)) - 1
	if e > 18 {
		return 255
	}
	return uint8(32 + (e-5)*16 + n>>(e-4)&15)
}

// codeLength is the length that a code stands for, in the middle of those that
// have the code.
func codeLength(code uint8) int {
	if code < 32 {
		return int(code)
	}
	shift := (int(code)-32)/16 + 1
	return (16+int(code)%16)<<shift + 1<<shift/2
}

// lengths is the decoded form of a segment's lengths.
type lengths struct {
	docs  int
	sums  [NumFields]uint64 // over all documents, dead ones included
	codes [NumFields][]byte
}

func encodeLengths(codes [NumFields][]byte) []byte {
	docs := len(codes[0])
	out := make([]byte, 0, 32+int(NumFields)*docs)
	out = append(out, lengthsVersion)
	out = binary.AppendUvarint(out, uint64(docs))
	for _, column := range codes {
		var sum uint64
		for _, c := range column {
			sum += uint64(codeLength(c))
		}
		out = binary.AppendUvarint(out, sum)
	}
	for _, column := range codes {
		out = append(out, column...)
	}
	return out
}

func decodeLengths(data []byte) (lengths, error) {
	var l lengths
	if len(data) == 0 || data[0] != lengthsVersion {
		return l, fmt.Errorf("lengths: unknown version: %w", ErrCorrupt)
	}
	data = data[1:]
	var numbers [1 + NumFields]uint64
	for i := range numbers {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			return l, fmt.Errorf("lengths: %w", ErrCorrupt)
		}
		numbers[i], data = v, data[n:]
	}
	docs := numbers[0]
	if docs > uint64(len(data)) || docs*uint64(NumFields) != uint64(len(data)) {
		return l, fmt.Errorf("lengths of %d documents in %d bytes: %w", docs, len(data), ErrCorrupt)
	}
	l.docs = int(docs)
	copy(l.sums[:], numbers[1:])
	for f := range l.codes {
		l.codes[f], data = data[:docs:docs], data[docs:]
	}
	return l, nil
}

// of returns the length codes of one document.
func (l *lengths) of(doc uint64) (codes [NumFields]uint8) {
	for f := range codes {
		codes[f] = l.codes[f][doc]
	}
	return codes
}
