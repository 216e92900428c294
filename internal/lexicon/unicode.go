package lexicon

import (
	"unicode"
	"unicode/utf8"
)

// Further classes, of characters beyond ASCII.
const (
	mark  class = iota + high + 1 // combines with the letter before it
	ideal                         // written without spaces: found by pairs
)

// classAt is the class of the character at i; separator where the bytes are
// not UTF-8.
func classAt(text string, i int) class {
	if c := classes[text[i]]; c != high {
		return c
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if r == utf8.RuneError && size <= 1 {
		return separator
	}
	return classOf(r)
}

// classOf is the class of a character beyond ASCII.
func classOf(r rune) class {
	switch {
	case isIdeal(r):
		return ideal
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return upper
	case unicode.IsLetter(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	case unicode.IsMark(r):
		return mark
	}
	return separator
}

// isIdeal reports whether a character is of a script that writes words
// without spaces between them: Han, kana, and Hangul, whose words carry
// their endings.
func isIdeal(r rune) bool {
	switch {
	case r < 0x3005:
		return false
	case r <= 0x3007, r >= 0x3041 && r <= 0x3096, r >= 0x309d && r <= 0x309f, r >= 0x30a1 && r <= 0x30fa,
		r >= 0x30fc && r <= 0x30ff, r >= 0x3131 && r <= 0x318e, r >= 0x31f0 && r <= 0x31ff,
		r >= 0x3400 && r <= 0x4dbf, r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xff66 && r <= 0xff9f, r >= 0x20000 && r <= 0x3ffff:
		return true
	}
	return false
}

// high reads what starts with a character beyond ASCII and returns its end.
func (s *scanner) high(text string, i int) int {
	switch classAt(text, i) {
	case separator:
		_, size := utf8.DecodeRuneInString(text[i:])
		return i + size
	case ideal:
		return s.ideals(text, i)
	}
	return s.chain(text, i)
}

// mixedIdentifier is identifier for text beyond ASCII. On ASCII it gives the
// same tokens, more slowly.
func (s *scanner) mixedIdentifier(text string, i int) int {
	first, parts := s.used, len(s.tokens)
	cutAt := first // where the current part starts
	last := first  // where the character before starts
	flips := 0     // changes between letters and digits
	prev := joiner
	if text[i] == '@' {
		s.put('@')
		i, cutAt = i+1, s.used
	} else if text[i] == '0' && i+1 < len(text) && text[i+1]|0x20 == 'x' {
		flips = maxFlips + 1
	}
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		c := classAt(text, i)
		if c == mark && prev == joiner {
			c = lower
		} else if c == mark {
			c = prev // it stays with its letter
		}
		if c == separator || c == at || c == ideal {
			break
		}
		end := cutAt // of a part that the character closes
		switch {
		case c == prev, prev == joiner:
		case c == digit, prev == digit && c != joiner:
			end = s.used
			flips++
		case c == joiner, c == upper:
			end = s.used
		case last > cutAt && !pluralAt(text, i): // HTTPRequest: the last capital starts a word
			end = last
		}
		if end > cutAt {
			s.add(cutAt, end-cutAt, part)
			cutAt = end
		}
		last = s.used
		s.put(unicode.ToLower(r))
		if c == joiner {
			cutAt = s.used
		}
		prev, i = c, i+size
	}
	if s.used > cutAt {
		s.add(cutAt, s.used-cutAt, part)
	}
	s.finish(first, parts, flips)
	s.room(len(text) - i)
	return i
}

// ideals reads a run of ideographs, adds each two neighbours, or the one that
// is there, and returns the end of the run.
func (s *scanner) ideals(text string, i int) int {
	from := s.used
	for i < len(text) {
		if c := classAt(text, i); c != ideal && c != mark {
			break
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		s.put(unicode.ToLower(r))
		i += size
	}
	s.pairs(from, s.used)
	s.room(len(text) - i)
	return i
}

// put appends one character to the lower-cased text.
func (s *scanner) put(r rune) {
	s.room(utf8.UTFMax)
	s.used += utf8.EncodeRune(s.low[s.used:], r)
}

// pairs adds each two neighbouring characters of low[from:to], or the one
// that is there.
func (s *scanner) pairs(from, to int) {
	_, n := utf8.DecodeRune(s.low[from:to])
	if from+n == to {
		s.add(from, n, part)
		return
	}
	for from+n < to {
		_, m := utf8.DecodeRune(s.low[from+n : to])
		s.add(from, n+m, part)
		from, n = from+n, m
	}
}

// cut is the length to which b, which is too long by one byte, is shortened so
// that no character is torn.
func cut(b []byte) int {
	n := len(b) - 1
	for n > 0 && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}
