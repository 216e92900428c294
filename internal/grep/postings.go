package grep

import (
	"encoding/binary"
	"errors"
	"math/bits"
)

// A segment is a table (package table) from trigrams to postings. Format,
// version 1:
//
//	key    the three bytes of the trigram, in folded form
//	value  the ordinals of the files that contain it, of n in the segment:
//	       a list when it takes less than ceil(n/8) bytes, else a bitmap of
//	       exactly that many; so the length tells which one it is
//	list   for each file in ascending order a uvarint: how many files lie
//	       between it and the one before it (or the start)
//	bitmap bit i&7 of byte i>>3 is set when file i contains the trigram
//
// The value is a function of the set of ordinals and of n, so that a merge
// gives the same bytes as a fresh build. Bitmaps take a fifth off the size:
// most occurrences are of trigrams that are nearly everywhere.

var errCorrupt = errors.New("grep: corrupt postings")

func bitmapSize(files int) int { return (files + 7) / 8 }

// appendPostings encodes ascending ordinals.
func appendPostings(dst []byte, ordinals []uint32, files int) []byte {
	start, next := len(dst), uint32(0)
	for _, o := range ordinals {
		dst = binary.AppendUvarint(dst, uint64(o-next))
		next = o + 1
	}
	size := bitmapSize(files)
	if len(dst)-start < size {
		return dst
	}
	dst = append(dst[:start], make([]byte, size)...)
	for _, o := range ordinals {
		dst[start+int(o>>3)] |= 1 << (o & 7)
	}
	return dst
}

// readPostings appends the ordinals that a value encodes.
func readPostings(dst []uint32, value []byte, files int) ([]uint32, error) {
	switch size := bitmapSize(files); {
	case len(value) > size:
		return nil, errCorrupt
	case len(value) < size:
		return readList(dst, value, files)
	}
	for i, b := range value {
		for ; b != 0; b &= b - 1 {
			dst = append(dst, uint32(i<<3+bits.TrailingZeros8(b)))
		}
	}
	if n := len(dst); n > 0 && int(dst[n-1]) >= files {
		return nil, errCorrupt
	}
	return dst, nil
}

func readList(dst []uint32, list []byte, files int) ([]uint32, error) {
	for next := uint64(0); len(list) > 0; next++ {
		gap, n := binary.Uvarint(list)
		if n <= 0 || gap >= uint64(files)-next {
			return nil, errCorrupt
		}
		list = list[n:]
		next += gap
		dst = append(dst, uint32(next))
	}
	return dst, nil
}

// intersect keeps of a set only the files that a value encodes.
func intersect(set []uint64, value []byte, files int) error {
	switch size := bitmapSize(files); {
	case len(value) > size:
		return errCorrupt
	case len(value) < size:
		return intersectList(set, value, files)
	}
	for i := range set {
		var word [8]byte
		copy(word[:], value[i*8:])
		set[i] &= binary.LittleEndian.Uint64(word[:])
	}
	return nil
}

func intersectList(set []uint64, list []byte, files int) error {
	at, mask := uint64(0), uint64(0) // the word of set that is being decided
	for next := uint64(0); len(list) > 0; next++ {
		gap, n := binary.Uvarint(list)
		if n <= 0 || gap >= uint64(files)-next {
			return errCorrupt
		}
		list = list[n:]
		next += gap
		if word := next >> 6; word != at {
			set[at] &= mask
			clear(set[at+1 : word])
			at, mask = word, 0
		}
		mask |= 1 << (next & 63)
	}
	set[at] &= mask
	clear(set[at+1:])
	return nil
}
