package embed

// Classes of bytes. Everything that is not an ASCII letter or digit separates
// words, the bytes of other scripts included.
const (
	separator = iota
	lower
	upper
	digit
)

var class = func() (c [256]uint8) {
	for b := range c {
		switch {
		case 'a' <= b && b <= 'z':
			c[b] = lower
		case 'A' <= b && b <= 'Z':
			c[b] = upper
		case '0' <= b && b <= '9':
			c[b] = digit
		}
	}
	return c
}()

// nextWord finds the first word at or after position at. There is none when
// start is len(text). A word is
//
//   - lower-case letters,
//   - one upper-case letter and the lower-case letters after it,
//   - upper-case letters, without the last when a lower-case one follows, or
//   - digits and the lower-case letters after them.
//
// That is what remains when a space is put between a lower-case letter or digit
// and an upper-case letter, between an upper-case letter and an upper-case one
// followed by a lower-case one, and between a letter and a digit.
func nextWord(text []byte, at int) (start, end int) {
	for at < len(text) && class[text[at]] == separator {
		at++
	}
	start = at
	if at == len(text) {
		return at, at
	}
	switch class[text[at]] {
	case upper:
		for at++; at < len(text) && class[text[at]] == upper; at++ {
		}
		if at-start > 1 {
			if at < len(text) && class[text[at]] == lower {
				at--
			}
			return start, at
		}
	case digit:
		for at++; at < len(text) && class[text[at]] == digit; at++ {
		}
	}
	for at < len(text) && class[text[at]] == lower {
		at++
	}
	return start, at
}
