package grep

import (
	"bytes"
	"math"
	"regexp/syntax"
	"slices"
	"strings"
)

// literal is a text to look for in raw content.
type literal struct {
	text []byte
	fold bool // the case of ASCII letters does not matter; text is in lower case
	odd  bool // not a literal of the pattern but a character that folds to one of its letters
	rare int  // fold: which byte of text is looked for first
}

// scanFor decides what Find looks for: literals of which every matching line
// has at least one, or nil. It is direct when each literal is one of the
// patterns, whole, in their order; then an occurrence is a match.
func scanFor(tree *syntax.Regexp, folded *need) (list []literal, direct bool) {
	if list = wholeLiterals(tree); list != nil {
		return withOdd(list), true
	}
	fold := ignoresCase(tree)
	n := folded
	if !fold {
		n = needOf(tree, false)
	}
	for _, text := range choose(n) {
		list = append(list, newLiteral([]byte(text), fold))
	}
	return withOdd(list), false
}

func newLiteral(text []byte, fold bool) literal {
	l := literal{text: text}
	for _, c := range text {
		l.fold = l.fold || fold && 'a' <= c && c <= 'z'
	}
	for i, c := range text {
		if rarity[c] > rarity[text[l.rare]] {
			l.rare = i
		}
	}
	return l
}

// withOdd adds the characters outside ASCII that the literals match without
// containing them: a line with one of those is looked at by the expression.
func withOdd(list []literal) []literal {
	for _, odd := range []struct {
		letter byte
		char   string
	}{{'s', longS}, {'k', kelvin}} {
		has := func(l literal) bool { return l.fold && bytes.IndexByte(l.text, odd.letter) >= 0 }
		if slices.ContainsFunc(list, has) {
			list = append(list, literal{text: []byte(odd.char), odd: true})
		}
	}
	return list
}

// wholeLiterals returns the literals of an expression that is one literal or
// several in alternation, and nil for any other. A \r is left to the
// expression because it may not belong to the line, and so are letters outside
// ASCII that have case.
func wholeLiterals(re *syntax.Regexp) []literal {
	switch re.Op {
	case syntax.OpLiteral:
		fold := re.Flags&syntax.FoldCase != 0
		var text []byte
		for _, c := range re.Rune {
			if unspeakable(c) || c == '\r' || fold && c >= 0x80 {
				return nil
			}
			text = reader{fold}.append(text, c)
		}
		return []literal{newLiteral(text, fold)}
	case syntax.OpAlternate:
		var list []literal
		for _, sub := range re.Sub {
			one := wholeLiterals(sub)
			if one == nil {
				return nil
			}
			list = append(list, one...)
		}
		return list
	}
	return nil
}

func ignoresCase(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase != 0 || slices.ContainsFunc(re.Sub, ignoresCase)
}

// choose picks the literals that will stop the scan least often.
func choose(n *need) []string {
	if n == nil {
		return nil
	}
	if n.op == needLiteral {
		return []string{n.lit}
	}
	var best []string
	for i, s := range n.sub {
		switch set := choose(s); {
		case n.op == needAny:
			best = append(best, set...)
		case i == 0 || cost(set) < cost(best):
			best = set
		}
	}
	if n.op == needAny {
		best = sortedSet(best)
	}
	return best
}

// cost estimates how dear it is to scan for a set: how often it stops, and a
// little for each pass.
func cost(set []string) float64 {
	total := 0.0
	for _, s := range set {
		bits := 0.0
		for i := range len(s) {
			bits += float64(rarity[s[i]])
		}
		total += math.Exp2(-0.6*bits) + 1e-4
	}
	return total
}

// rarity is about -log2 of how often a byte occurs in source code.
var rarity = func() (t [256]uint8) {
	for i := range t {
		t[i] = 13
	}
	for i, group := range []string{" ", "etranis", "ocl\td0", ",fpum.1/()gbhx", ":2v\"=y43_6{}8wk5;", "97-[]*'",
		`\zq|!+&<>`, "j%$", "`#@?"} {
		for _, c := range []byte(group) {
			t[c] = uint8(i + 3)
			if up := strings.ToUpper(string(c)); up[0] != c {
				t[up[0]] = uint8(i + 6)
			}
		}
	}
	return t
}()

// none is past every position.
const none = math.MaxInt

// hits walks over the occurrences of literals in one content.
type hits struct {
	list []literal
	at   []cursor
}

// cursor is where a literal occurs next, and for a folded one where the two
// cases of its rare byte do.
type cursor struct{ next, low, high int }

func newHits(list []literal, room []cursor) hits {
	h := hits{list, append(room[:0], make([]cursor, len(list))...)}
	for i := range h.at {
		h.at[i] = cursor{-1, -1, -1}
	}
	return h
}

// seek moves every cursor to from or beyond and returns the first hit, or none.
func (h *hits) seek(content []byte, from int) int {
	first := none
	for i := range h.at {
		c := &h.at[i]
		if c.next < from {
			if h.list[i].fold {
				c.next = h.list[i].seekFold(content, from, c)
			} else {
				c.next = indexFrom(content, h.list[i].text, from)
			}
		}
		first = min(first, c.next)
	}
	return first
}

// oddBefore reports whether an odd character was found before end.
func (h *hits) oddBefore(end int) bool {
	for i := range h.list {
		if h.list[i].odd && h.at[i].next < end {
			return true
		}
	}
	return false
}

func indexFrom(content, text []byte, from int) int {
	if from <= len(content) {
		if i := bytes.Index(content[from:], text); i >= 0 {
			return from + i
		}
	}
	return none
}

// seekFold looks for the rarest byte of the literal in both cases and compares
// around it, so that nothing is copied and most of the content is only passed
// over by IndexByte.
func (l *literal) seekFold(content []byte, from int, c *cursor) int {
	low := l.text[l.rare]
	high := low
	if 'a' <= low && low <= 'z' {
		high -= 'a' - 'A'
	}
	for {
		want := from + l.rare
		if c.low < want {
			c.low = indexByteFrom(content, low, want)
		}
		if c.high < want {
			c.high = c.low
			if high != low {
				c.high = indexByteFrom(content, high, want)
			}
		}
		at := min(c.low, c.high)
		if at == none || at-l.rare+len(l.text) > len(content) {
			return none
		}
		if from = at - l.rare; equalFolded(content[from:], l.text) {
			return from
		}
		from++
	}
}

func indexByteFrom(content []byte, b byte, from int) int {
	if from < len(content) {
		if i := bytes.IndexByte(content[from:], b); i >= 0 {
			return from + i
		}
	}
	return none
}

// equalFolded reports whether content begins with text, which is in lower case.
func equalFolded(content, text []byte) bool {
	for i, c := range text {
		if lower[content[i]] != c {
			return false
		}
	}
	return true
}
