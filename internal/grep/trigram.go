package grep

import "unicode/utf8"

// The folded form of a text is what the index is built over: ASCII letters in
// lower case, and the two characters that fold to ASCII letters in Unicode, ſ
// (U+017F) and the Kelvin sign (U+212A), as s and k. With it a search that
// ignores case needs one trigram where it would need up to eight. Other letters
// stay as they are: an expression that ignores their case lists their variants.
//
// It can be computed byte by byte, valid UTF-8 or not: the first byte of
// either character never continues another.
const (
	longS  = "\u017f"
	kelvin = "\u212a"
)

// lower folds one byte.
var lower = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
	}
	for c := 'A'; c <= 'Z'; c++ {
		t[c] = byte(c) + 'a' - 'A'
	}
	return t
}()

// appendFolded appends a character in folded form.
func appendFolded(dst []byte, r rune) []byte {
	switch {
	case 'A' <= r && r <= 'Z':
		return append(dst, byte(r)+'a'-'A')
	case r == 'ſ':
		return append(dst, 's')
	case r == '\u212a':
		return append(dst, 'k')
	}
	return utf8.AppendRune(dst, r)
}

// Scratch is memory that Trigrams uses again and again, 2 MB: one for each
// worker.
type Scratch struct {
	seen []uint64 // a bit for each trigram; all zero between calls
}

const trigramCount = 1 << 24

// Trigrams appends to dst the distinct trigrams of a text in folded form, none
// across a line end, in no particular order.
func Trigrams(dst []uint32, content []byte, s *Scratch) []uint32 {
	if s.seen == nil {
		s.seen = make([]uint64, trigramCount/64)
	}
	seen := (*[trigramCount / 64]uint64)(s.seen)
	first := len(dst)
	t := uint32('\n'<<16 | '\n'<<8 | '\n') // as if a line ended just before
	for i := 0; i < len(content); i++ {
		c := content[i]
		if c >= utf8.RuneSelf {
			c, i = foldWide(content, i)
		}
		t = (t<<8 | uint32(lower[c])) & (trigramCount - 1)
		if bit := uint64(1) << (t & 63); seen[t>>6]&bit == 0 {
			seen[t>>6] |= bit
			dst = append(dst, t)
		}
	}
	// Those across line ends are few once they are distinct: dropping them
	// here keeps the loop above free of lines.
	kept := dst[:first]
	for _, t := range dst[first:] {
		seen[t>>6] = 0
		if !crossesLine(t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// foldWide folds the byte of a character outside ASCII at i. It returns the
// folded byte and the index of the last byte that it stands for.
func foldWide(content []byte, i int) (byte, int) {
	switch c := content[i]; {
	case c == longS[0] && i+1 < len(content) && content[i+1] == longS[1]:
		return 's', i + 1
	case c == kelvin[0] && i+2 < len(content) && content[i+1] == kelvin[1] && content[i+2] == kelvin[2]:
		return 'k', i + 2
	default:
		return c, i
	}
}

// crossesLine reports whether a trigram has a line end in it. A \r counts as
// one: it does not belong to a line that ends with it.
func crossesLine(t uint32) bool {
	return isLineEnd(byte(t)) || isLineEnd(byte(t>>8)) || isLineEnd(byte(t>>16))
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// literalTrigrams lists the distinct trigrams of a literal in folded form.
// Unlike Trigrams it needs no scratch.
func literalTrigrams(lit string) []uint32 {
	var list []uint32
	seen := map[uint32]bool{}
	for i := 0; i+3 <= len(lit); i++ {
		t := uint32(lower[lit[i]])<<16 | uint32(lower[lit[i+1]])<<8 | uint32(lower[lit[i+2]])
		if !seen[t] && !crossesLine(t) {
			seen[t] = true
			list = append(list, t)
		}
	}
	return list
}

// trigramKey is the key of a trigram in the table.
func trigramKey(t uint32) [3]byte { return [3]byte{byte(t >> 16), byte(t >> 8), byte(t)} }
