package lexicon

// form is how a token was read off the text.
type form uint8

const (
	part      form = iota // one word: a whole identifier, or a piece of one
	whole                 // an identifier of several words
	qualified             // identifiers joined by . or :: or -
)

// token is a place in the lower-cased text of a scanner.
type token struct {
	start uint32
	size  uint8
	form  form
}

// scanner splits text into tokens. Its buffers are reused from text to text.
//
// An identifier is a run of letters, digits, _ and $, with an @ before it. Its
// parts are cut at _ and $, where case goes up (parse|HTTP|Request), and
// between letters and digits. It gives its parts, and itself as a whole unless
// that is the one part it has. Identifiers joined by . or :: or - also give
// the joined form when it is short. Text in Chinese, Japanese and Korean
// letters gives pairs of neighbours.
type scanner struct {
	low     []byte // the text in lower case; at least spare bytes longer than what is used
	used    int
	general bool // take the general path for every identifier: for tests
	tokens  []token
}

const (
	spare       = 8  // bytes that may be read behind a token
	maxLinks    = 4  // identifiers in a qualified form
	maxParts    = 32 // parts of an identifier; the rest is left out
	maxFlips    = 6  // changes between letters and digits; more is a hash or encoded data
	maxTextSize = 1 << 30
)

// class is what a byte means to the scanner.
type class uint8

const (
	separator class = iota
	lower
	upper
	digit
	joiner // _ and $
	at     // @
	high   // part of a multi-byte character
)

var classes = func() (t [256]class) {
	for c := range t {
		switch {
		case c >= 'a' && c <= 'z':
			t[c] = lower
		case c >= 'A' && c <= 'Z':
			t[c] = upper
		case c >= '0' && c <= '9':
			t[c] = digit
		case c == '_' || c == '$':
			t[c] = joiner
		case c == '@':
			t[c] = at
		case c >= 0x80:
			t[c] = high
		}
	}
	return t
}()

// scan replaces the scanner's tokens by those of text.
func (s *scanner) scan(text string) {
	text = text[:min(len(text), maxTextSize)]
	s.tokens, s.used = s.tokens[:0], 0
	s.room(len(text))
	for i := 0; i < len(text); {
		switch classes[text[i]] {
		case separator:
			i++
		case at:
			if i+1 < len(text) && startsWord(text, i+1) && (i == 0 || classes[text[i-1]] == separator) {
				i = s.chain(text, i)
			} else {
				i++
			}
		case high:
			i = s.high(text, i)
		default:
			i = s.chain(text, i)
		}
	}
}

// room makes sure that n more bytes fit into low. While an ASCII identifier is
// read there is room for all that is left of the text.
func (s *scanner) room(n int) {
	if need := s.used + n + spare; need > len(s.low) {
		low := make([]byte, need+need/2)
		copy(low, s.low[:s.used])
		s.low = low
	}
}

// chain reads identifiers from i on for as long as they are joined, and
// returns where it stopped.
func (s *scanner) chain(text string, i int) int {
	first, links := s.used, 0
	for {
		before := len(s.tokens)
		i = s.identifier(text, i)
		if len(s.tokens) > before {
			links++
		}
		n := joint(text, i)
		if n == 0 {
			break
		}
		s.used += copy(s.low[s.used:], text[i:i+n])
		i += n
	}
	if size := s.used - first; links > 1 && links <= maxLinks && size <= MaxTerm {
		s.add(first, size, qualified)
	}
	if clitic(text, i) {
		i += 2
	}
	return i
}

// joint returns the length of what joins the identifier that ends before i
// with one that starts behind it: . and :: and -, or 0. Names of one letter
// are not joined: such forms are many (s.x, a.b) and nobody asks for them.
func joint(text string, i int) int {
	if i >= len(text) || i < 2 || classes[text[i-2]] == separator {
		return 0
	}
	n := 1
	switch text[i] {
	case '.', '-':
	case ':':
		if i+1 >= len(text) || text[i+1] != ':' {
			return 0
		}
		n = 2
	default:
		return 0
	}
	if i+n+1 >= len(text) || !startsWord(text, i+n) {
		return 0
	}
	if c := classes[text[i+n+1]]; c == separator || c == at {
		return 0
	}
	return n
}

// startsWord reports whether an identifier that is not a number starts at i.
func startsWord(text string, i int) bool {
	switch classes[text[i]] {
	case lower, upper, joiner:
		return true
	case high:
		c := classAt(text, i)
		return c != separator && c != ideal
	}
	return false
}

// clitic reports whether the 's or 't of a word like it's or don't stands at
// i, which is no word of its own.
func clitic(text string, i int) bool {
	return i > 0 && i+1 < len(text) && text[i] == '\'' && (text[i+1] == 's' || text[i+1] == 't') &&
		(i+2 == len(text) || classes[text[i+2]] == separator && text[i+2] != '\'')
}

// add appends a token, cut to MaxTerm.
func (s *scanner) add(start, size int, f form) {
	if size > MaxTerm {
		size = cut(s.low[start : start+MaxTerm+1])
	}
	s.tokens = append(s.tokens, token{uint32(start), uint8(size), f})
}

// identifier reads the identifier at i, adds its tokens and returns its end.
// It handles ASCII and gives up to mixedIdentifier at the first other letter.
func (s *scanner) identifier(text string, i int) int {
	if s.general {
		return s.mixedIdentifier(text, i)
	}
	begin, first, parts := i, s.used, len(s.tokens)
	low := s.low[s.used:]
	o := 0     // bytes written
	cutAt := 0 // where the current part starts
	flips := 0 // changes between letters and digits
	prev := joiner
	if text[i] == '@' {
		low[0] = '@'
		i, o, cutAt = i+1, 1, 1
	} else if text[i] == '0' && i+1 < len(text) && text[i+1]|0x20 == 'x' {
		flips = maxFlips + 1 // a number in hexadecimal has no parts
	}
scan:
	for ; i < len(text); i++ {
		b := text[i]
		c := classes[b]
		switch c {
		case lower:
			switch prev {
			case upper:
				if o-cutAt > 1 && !pluralAt(text, i) { // HTTPRequest: the last capital starts a word
					s.add(first+cutAt, o-1-cutAt, part)
					cutAt = o - 1
				}
			case digit:
				s.add(first+cutAt, o-cutAt, part)
				cutAt = o
				flips++
			}
			low[o] = b
			o++
			for i+1 < len(text) && classes[text[i+1]] == lower {
				i++
				low[o] = text[i]
				o++
			}
		case upper:
			if prev == lower || prev == digit {
				s.add(first+cutAt, o-cutAt, part)
				cutAt = o
				if prev == digit {
					flips++
				}
			}
			low[o] = b | 0x20
			o++
		case digit:
			if prev == lower || prev == upper {
				s.add(first+cutAt, o-cutAt, part)
				cutAt = o
				flips++
			}
			low[o] = b
			o++
		case joiner:
			if prev != joiner {
				s.add(first+cutAt, o-cutAt, part)
			}
			low[o] = b
			o++
			cutAt = o
		case high:
			if c := classAt(text, i); i > begin && (c == separator || c == ideal) {
				break scan
			}
			s.tokens = s.tokens[:parts]
			return s.mixedIdentifier(text, begin)
		default:
			break scan
		}
		prev = c
	}
	if o > cutAt {
		s.add(first+cutAt, o-cutAt, part)
	}
	s.used += o
	s.finish(first, parts, flips)
	return i
}

// finish is the end of an identifier whose parts are the tokens from parts on.
func (s *scanner) finish(first, parts, flips int) {
	size := s.used - first
	switch n := len(s.tokens) - parts; {
	case n == 0: // nothing but joiners
		return
	case flips > maxFlips:
		s.tokens = s.tokens[:parts]
		s.add(first, size, part)
		return
	case n == 1 && int(s.tokens[parts].start) == first && int(s.tokens[parts].size) == min(size, MaxTerm):
		return
	case n > maxParts:
		s.tokens = s.tokens[:parts+maxParts]
	}
	s.add(first, size, whole)
}

// pluralAt reports whether the letter at i is the s of a plural like URLs.
func pluralAt(text string, i int) bool {
	return text[i] == 's' && (i+1 == len(text) || classAt(text, i+1) != lower && classAt(text, i+1) != mark)
}
