package cli

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// safeRune replaces what a terminal would obey instead of show: control
// characters become their pictures, and what reorders or hides text, or is no
// character at all, becomes U+FFFD.
func safeRune(r rune, size int) rune {
	switch {
	case r < 0x20:
		return 0x2400 + r
	case r == 0x7f:
		return 0x2421
	case r == utf8.RuneError && size <= 1:
		return utf8.RuneError
	case r >= 0x80 && r < 0xa0, isHiding(r):
		return utf8.RuneError
	}
	return r
}

// isHiding finds the marks that change the direction of text, separators of
// lines and paragraphs, and characters without width that join nothing.
func isHiding(r rune) bool {
	switch {
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x2028, r == 0x2029,
		r == 0x200e, r == 0x200f, r == 0x061c, r == 0x200b, r == 0x2060, r == 0xfeff, r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}

// harmless makes a message safe to print; line ends and tabs stay.
func harmless(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\n' || r == '\t' {
			b.WriteRune(r)
		} else {
			b.WriteRune(safeRune(r, size))
		}
		i += size
	}
	return b.String()
}

// quotePath quotes a path, in the syntax of Go and C, when it holds something
// that would break a line or that a terminal would obey.
func quotePath(path string) string {
	for i := 0; i < len(path); {
		r, size := utf8.DecodeRuneInString(path[i:])
		if safeRune(r, size) != r || r == utf8.RuneError || i == 0 && r == '"' {
			return strconv.QuoteToASCII(path)
		}
		i += size
	}
	return path
}

// runeWidth is how many cells a character takes: none for marks on the one
// before, two for the wide ones of East Asia and for pictures.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3, r >= 0xf900 && r <= 0xfaff,
		r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60, r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}

// textWidth is how many cells a text takes.
func textWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// cutLeft shortens a text to width cells by leaving out its start, which is
// the less telling end of a path.
func cutLeft(s string, width int) string {
	if textWidth(s) <= width {
		return s
	}
	runes := []rune(s)
	n := 1 // of the ellipsis
	for i := len(runes) - 1; i >= 0; i-- {
		if n += runeWidth(runes[i]); n > width {
			return "…" + string(runes[i+1:])
		}
	}
	return s
}

// plural is "1 file" or "2,000 files".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes 1234567 as 1,234,567.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// byteCount writes a size with a unit that fits it.
func byteCount(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	case n < 1000_000_000:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// ago writes how long something is past in words.
func ago(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return "just now"
	case d < time.Minute:
		return plural(int(d/time.Second), "second") + " ago"
	case d < time.Hour:
		return plural(int(d/time.Minute), "minute") + " ago"
	case d < 48*time.Hour:
		return plural(int(d/time.Hour), "hour") + " ago"
	}
	return plural(int(d/(24*time.Hour)), "day") + " ago"
}
