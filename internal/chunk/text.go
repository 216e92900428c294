package chunk

import (
	"bytes"
	"encoding/binary"
	"sort"
	"unicode/utf8"
)

// text is the content of a file with its lines. Lines are counted from 0 here,
// and ranges of lines are half-open.
type text struct {
	b      []byte
	n      int      // number of lines
	starts []uint32 // offset of each line, and at n the end of the content
	// sums has for each line the size of all before it, in characters, without
	// carriage returns. It is starts where a byte is a character.
	sums []uint32
}

// byteOrderMark is not part of the first line.
const byteOrderMark = "\xef\xbb\xbf"

// newText finds the lines of b. A character of a script that is written without
// spaces between words counts as wide ones.
func newText(b []byte, wide int) *text {
	n := bytes.Count(b, []byte{'\n'})
	if len(b) > 0 && b[len(b)-1] != '\n' {
		n++
	}
	t := &text{b: b, n: n, starts: make([]uint32, n+1)}
	if bytes.HasPrefix(b, []byte(byteOrderMark)) {
		t.starts[0] = uint32(len(byteOrderMark))
	}
	at := 0
	for i := 1; i < n; i++ {
		at += bytes.IndexByte(b[at:], '\n') + 1
		t.starts[i] = uint32(at)
	}
	t.starts[n] = uint32(len(b))
	t.sums = t.starts
	if isASCII(b) && bytes.IndexByte(b, '\r') < 0 {
		return t
	}
	t.sums = make([]uint32, n+1)
	for i := range n {
		line := b[t.starts[i]:t.starts[i+1]]
		size := characters(line, wide)
		if bytes.HasSuffix(line, []byte("\r\n")) {
			size--
		}
		t.sums[i+1] = t.sums[i] + uint32(size)
	}
	return t
}

func isASCII(b []byte) bool {
	for len(b) >= 8 {
		if binary.LittleEndian.Uint64(b)&0x8080808080808080 != 0 {
			return false
		}
		b = b[8:]
	}
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// characters counts the characters of b. A byte that is not UTF-8 is one.
func characters(b []byte, wide int) int {
	if isASCII(b) {
		return len(b)
	}
	n := 0
	for i := 0; i < len(b); n++ {
		if b[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, width := utf8.DecodeRune(b[i:])
		i += width
		if r >= firstWide && r != utf8.RuneError {
			n += wide - 1
		}
	}
	return n
}

// firstWide is where the radicals of Chinese start; what comes after is mostly
// scripts written without spaces.
const firstWide = 0x2e80

// line returns line i without its end.
func (t *text) line(i int) []byte {
	l := t.b[t.starts[i]:t.starts[i+1]]
	if len(l) > 0 && l[len(l)-1] == '\n' {
		l = l[:len(l)-1]
		if len(l) > 0 && l[len(l)-1] == '\r' {
			l = l[:len(l)-1]
		}
	}
	return l
}

// blank reports whether line i has only white space.
func (t *text) blank(i int) bool {
	for _, c := range t.b[t.starts[i]:t.starts[i+1]] {
		if !isSpace(c) {
			return false
		}
	}
	return true
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

// trim returns the range without the blank lines at its ends.
func (t *text) trim(start, end int) (int, int) {
	end = t.trimEnd(start, end)
	for start < end && t.blank(start) {
		start++
	}
	return start, end
}

func (t *text) trimEnd(start, end int) int {
	for start < end && t.blank(end-1) {
		end--
	}
	return end
}

// size is the number of characters in a range of lines, less the blank lines at
// its end: they would never be worth a cut.
func (t *text) size(start, end int) int {
	return int(t.sums[t.trimEnd(start, end)] - t.sums[start])
}

// lineAt returns the line of an offset.
func (t *text) lineAt(offset int) int {
	i := sort.Search(t.n, func(i int) bool { return int(t.starts[i]) > offset })
	return max(i-1, 0)
}

// indent is the width of the white space before the first character of a line.
func indent(line []byte) int {
	width := 0
	for _, c := range line {
		switch c {
		case ' ':
			width++
		case '\t':
			width += 4
		default:
			return width
		}
	}
	return width
}
