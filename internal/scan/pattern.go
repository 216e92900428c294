package scan

import "strings"

// pattern is one line of an ignore file. It matches exactly as git's
// wildmatch does, including this: the part up to the first wildcard is compared
// literally and removed before the rest is matched, so that the ** of `x**/y`
// stands at the start of what remains and crosses folders.
type pattern struct {
	text    string // as written
	line    int    // 1-based, 0 when not from a file
	negated bool
	dirOnly bool
	base    bool   // without a slash: compared with the last element of a path
	fold    bool   // ASCII letters match in either case
	never   bool   // malformed: matches nothing
	literal string // compared before the tokens
	suffix  string // all there is after the star of `*literal`
	tokens  []token
}

type tokenKind uint8

const (
	tokenByte  tokenKind = iota
	tokenAny             // ?
	tokenClass           // [...]
	tokenStar            // *
	tokenDeep            // ** as the last element: anything
	tokenDirs            // **/ : nothing, or anything that ends in a slash
)

type token struct {
	kind  tokenKind
	char  byte
	class *class
}

// class is the set of bytes that a bracket expression matches.
type class [4]uint64

func (c *class) add(b byte)      { c[b>>6] |= 1 << (b & 63) }
func (c *class) has(b byte) bool { return c[b>>6]&(1<<(b&63)) != 0 }

// parsePattern reads one line without its end; ok is false for blank lines and comments.
func parsePattern(line string, fold bool) (p pattern, ok bool) {
	line, _, _ = strings.Cut(line, "\x00")
	if line == "" || line[0] == '#' {
		return pattern{}, false
	}
	line = trimTrailingSpaces(line)
	p = pattern{text: line, fold: fold}
	line, p.negated = strings.CutPrefix(line, "!")
	line, p.dirOnly = strings.CutSuffix(line, "/")
	p.base = !strings.Contains(line, "/")
	if !p.base {
		line = strings.TrimPrefix(line, "/")
	}
	if line == "" {
		return pattern{}, false
	}
	n := strings.IndexAny(line, `*?[\`)
	if n < 0 {
		n = len(line)
	}
	if p.base && n < len(line) {
		n = 0 // git matches a last element as a whole
		if line[0] == '*' && !fold && !strings.ContainsAny(line[1:], `*?[\`) {
			p.suffix = line[1:]
		}
	}
	p.literal = line[:n]
	p.tokens, p.never = compile(line[n:], !p.base, fold)
	return p, true
}

// trimTrailingSpaces removes spaces at the end that no backslash protects.
func trimTrailingSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			if i++; i == len(s) {
				return s
			}
			end = -1
		default:
			end = -1
		}
	}
	if end < 0 {
		return s
	}
	return s[:end]
}

// compile translates a glob; never is true when it is malformed.
func compile(s string, path, fold bool) (tokens []token, never bool) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\\':
			if i++; i == len(s) {
				return nil, true
			}
			tokens = append(tokens, token{char: s[i]}) // also when folding: git lets `\A` match nothing then
		case '?':
			tokens = append(tokens, token{kind: tokenAny})
		case '[':
			set, end, ok := parseClass(s, i+1, fold)
			if !ok {
				return nil, true
			}
			tokens, i = append(tokens, token{kind: tokenClass, class: set}), end
		case '*':
			end := i
			for end < len(s) && s[end] == '*' {
				end++
			}
			rest := s[end:]
			switch {
			case !path || end-i == 1 || i > 0 && s[i-1] != '/':
				tokens = append(tokens, token{kind: tokenStar})
			case rest == "" || strings.HasPrefix(rest, `\/`):
				tokens = append(tokens, token{kind: tokenDeep})
			case rest[0] == '/':
				tokens = append(tokens, token{kind: tokenDirs})
				end++
			default:
				tokens = append(tokens, token{kind: tokenStar})
			}
			i = end - 1
		default:
			tokens = append(tokens, token{char: lowerIf(fold, c)})
		}
	}
	return tokens, false
}

// match reports whether the pattern fits a path relative to the folder of its
// file; name is the last element of path.
func (p *pattern) match(path, name string, dir bool) bool {
	if p.never || p.dirOnly && !dir {
		return false
	}
	if p.base {
		path = name
	}
	if p.suffix != "" {
		return strings.HasSuffix(path, p.suffix)
	}
	if len(path) < len(p.literal) || !equal(path[:len(p.literal)], p.literal, p.fold) {
		return false
	}
	path = path[len(p.literal):]
	if len(p.tokens) == 0 {
		return path == ""
	}
	return p.wild(path)
}

// wild matches the tokens against all of text. On a mismatch it gives the last
// star one more byte, and when that star has come to a slash, the last double
// star one more folder. Earlier stars need no second try: a star stays within
// its element, so what follows it starts at the same slash wherever it ends.
// The time is bounded by the product of the two lengths.
func (p *pattern) wild(text string) bool {
	tokens := p.tokens
	i, j := 0, 0
	star, starAt := -1, 0
	deep, deepAt := -1, 0
	for {
		if i == len(tokens) {
			if j == len(text) || tokens[i-1].kind == tokenDeep {
				return true
			}
		} else {
			switch t := &tokens[i]; t.kind {
			case tokenStar:
				star, starAt = i, j
				i++
				continue
			case tokenDeep, tokenDirs:
				deep, deepAt, star = i, j, -1
				i++
				continue
			default:
				if j < len(text) && t.matches(text[j], p.fold) {
					i, j = i+1, j+1
					continue
				}
			}
		}
		switch {
		case star >= 0 && starAt < len(text) && text[starAt] != '/':
			starAt++
			i, j = star+1, starAt
		case deep >= 0 && deepAt < len(text):
			step := 1
			if tokens[deep].kind == tokenDirs {
				step = strings.IndexByte(text[deepAt:], '/') + 1
				if step == 0 {
					return false
				}
			}
			deepAt += step
			i, j, star = deep+1, deepAt, -1
		default:
			return false
		}
	}
}

func (t *token) matches(b byte, fold bool) bool {
	switch t.kind {
	case tokenAny:
		return b != '/'
	case tokenClass:
		return b != '/' && t.class.has(b)
	}
	return lowerIf(fold, b) == t.char
}

func lowerIf(fold bool, b byte) byte {
	if fold && 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// equal compares two strings of the same length.
func equal(a, b string, fold bool) bool {
	if !fold {
		return a == b
	}
	for i := range len(a) {
		if lowerIf(true, a[i]) != lowerIf(true, b[i]) {
			return false
		}
	}
	return true
}
