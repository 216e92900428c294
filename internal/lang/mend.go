package lang

import (
	"bytes"
	"regexp"
	"slices"
	"unicode/utf8"
)

// Pattern is something that a grammar does not know. With becomes the text of
// the first group of Match, or of the whole match where it has no group,
// padded with blanks to the length of what it replaces.
type Pattern struct {
	Match *regexp.Regexp
	With  string
}

// Mend is a rule of that name which overwrites every match of the patterns, in order.
func Mend(patterns ...Pattern) func([]byte) []byte {
	return func(source []byte) []byte {
		mended := bytes.Clone(source)
		for _, p := range patterns {
			for _, at := range p.Match.FindAllSubmatchIndex(mended, -1) {
				group := at[:2]
				if len(at) > 2 {
					group = at[2:4]
				}
				if group[0] >= 0 {
					overwrite(mended[group[0]:group[1]], p.With)
				}
			}
		}
		return mended
	}
}

// overwrite keeps line ends, so that rows stay what they are.
func overwrite(b []byte, with string) {
	n := copy(b, with)
	for i := n; i < len(b); i++ {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
}

// MaskNonASCII is a Prepare rule for grammars whose scanners, written in C, look
// up characters in tables of 256 entries: a character beyond reads beyond the
// table, and one far beyond ends the process. To such grammars all characters
// outside ASCII are alike, so each of their bytes is shown to them as a letter.
func MaskNonASCII(source []byte) []byte {
	first := slices.IndexFunc(source, func(b byte) bool { return b >= utf8.RuneSelf })
	if first < 0 {
		return source
	}
	masked := slices.Clone(source)
	for i := first; i < len(masked); i++ {
		if masked[i] >= utf8.RuneSelf {
			masked[i] = 'x'
		}
	}
	return masked
}
