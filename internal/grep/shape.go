package grep

import (
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	maxSet   = 16 // strings in a set of a shape
	maxClass = 8  // characters of a class that are spelt out
	maxTurns = 4  // repetitions that are spelt out
	maxAll   = 32 // conditions that hold together
)

// shape is what is known about the text that an expression matches. Either the
// text is one of exact; or it begins with one of prefix, ends with one of
// suffix, and meets need. Sets are sorted and not empty; {""} is ignorance.
type shape struct {
	exact          []string // nil when the text is not one of a few
	prefix, suffix []string
	need           *need
}

func unknown() shape            { return shape{prefix: []string{""}, suffix: []string{""}} }
func exactly(s ...string) shape { return shape{exact: sortedSet(s)} }

// open gives up exactness.
func (s shape) open() shape {
	if s.exact != nil {
		return shape{prefix: s.exact, suffix: s.exact, need: oneOf(s.exact)}
	}
	return s
}

// needOf derives what every match of an expression contains: in folded form,
// or byte for byte. The second is of use only when no part of the expression
// ignores case.
func needOf(re *syntax.Regexp, fold bool) *need {
	s := reader{fold}.read(re).open()
	return allOf(s.need, oneOf(s.prefix), oneOf(s.suffix))
}

type reader struct{ fold bool }

func (r reader) read(re *syntax.Regexp) shape {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return exactly("")
	case syntax.OpLiteral:
		return r.literal(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return r.class(re.Rune)
	case syntax.OpCapture:
		return r.read(re.Sub[0])
	case syntax.OpPlus:
		return r.read(re.Sub[0]).open()
	case syntax.OpQuest:
		return alternate([]shape{r.read(re.Sub[0]), exactly("")})
	case syntax.OpRepeat:
		return r.repeat(re)
	case syntax.OpConcat:
		s := exactly("")
		for _, sub := range re.Sub {
			s = concat(s, r.read(sub))
		}
		return s
	case syntax.OpAlternate:
		list := make([]shape, len(re.Sub))
		for i, sub := range re.Sub {
			list[i] = r.read(sub)
		}
		return alternate(list)
	}
	return unknown() // any character, star, no match
}

func (r reader) literal(runes []rune, ignoreCase bool) shape {
	if !ignoreCase && !slices.ContainsFunc(runes, unspeakable) {
		var text []byte
		for _, c := range runes {
			text = r.append(text, c)
		}
		return exactly(string(text))
	}
	s := exactly("")
	for _, c := range runes {
		variants := []rune{c}
		if ignoreCase {
			for o := unicode.SimpleFold(c); o != c; o = unicode.SimpleFold(o) {
				variants = append(variants, o)
			}
		}
		s = concat(s, r.oneRune(variants))
	}
	return s
}

func (r reader) class(ranges []rune) shape {
	var runes []rune
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if int(hi-lo)+len(runes) >= 4*maxClass {
			return unknown()
		}
		for c := lo; c <= hi; c++ {
			runes = append(runes, c)
		}
	}
	return r.oneRune(runes)
}

// oneRune is the shape of one character out of a few.
func (r reader) oneRune(runes []rune) shape {
	var set []string
	for _, c := range runes {
		if c == '\n' {
			continue // never within a line
		}
		if unspeakable(c) {
			return unknown()
		}
		set = append(set, string(r.append(nil, c)))
	}
	set = sortedSet(set)
	if len(set) == 0 || len(set) > maxClass {
		return unknown()
	}
	return shape{exact: set}
}

// unspeakable characters do not have one form in bytes: U+FFFD also matches any
// byte that is not UTF-8, and surrogates have none.
func unspeakable(c rune) bool { return c == utf8.RuneError || c == '\n' || !utf8.ValidRune(c) }

func (r reader) append(dst []byte, c rune) []byte {
	if r.fold {
		return appendFolded(dst, c)
	}
	return utf8.AppendRune(dst, c)
}

func (r reader) repeat(re *syntax.Regexp) shape {
	if re.Min == 0 {
		return unknown()
	}
	sub := r.read(re.Sub[0])
	s := sub
	turns := min(re.Min, maxTurns)
	for range turns - 1 {
		s = concat(s, sub)
	}
	if re.Max != turns {
		s = s.open() // it begins and ends with that many turns
	}
	return s
}

func concat(x, y shape) shape {
	if x.exact != nil && y.exact != nil {
		if set := cross(x.exact, y.exact); set != nil {
			return shape{exact: set}
		}
	}
	xo, yo := x.open(), y.open()
	s := shape{prefix: xo.prefix, suffix: yo.suffix}
	if x.exact != nil {
		if set := cross(x.exact, yo.prefix); set != nil {
			s.prefix = set
		}
	}
	if y.exact != nil {
		if set := cross(xo.suffix, y.exact); set != nil {
			s.suffix = set
		}
	}
	s.need = allOf(xo.need, yo.need, seam(xo.suffix, yo.prefix))
	return s
}

// seam is what stands where a text that ends with one of left meets one that
// begins with one of right.
func seam(left, right []string) *need {
	if set := cross(left, right); set != nil {
		return oneOf(set)
	}
	ends := cross(cut(left, lastBytes), cut(right, firstBytes))
	if ends == nil {
		return allOf(oneOf(left), oneOf(right))
	}
	return allOf(oneOf(left), oneOf(right), oneOf(ends))
}

func alternate(list []shape) shape {
	var s shape
	exact := true
	for _, x := range list {
		exact = exact && x.exact != nil
		s.exact = append(s.exact, x.exact...)
	}
	s.exact = sortedSet(s.exact)
	if exact && len(s.exact) <= maxSet {
		return s
	}
	s.exact = nil
	needs := make([]*need, len(list))
	for i, x := range list {
		x = x.open()
		s.prefix = append(s.prefix, x.prefix...)
		s.suffix = append(s.suffix, x.suffix...)
		needs[i] = allOf(x.need, oneOf(x.prefix), oneOf(x.suffix))
	}
	s.need = anyOf(needs)
	s.prefix = atMost(s.prefix, firstBytes)
	s.suffix = atMost(s.suffix, lastBytes)
	return s
}

// atMost makes a set small, by shortening its strings or by forgetting it.
func atMost(set []string, end func(string) string) []string {
	if set = sortedSet(set); len(set) > maxSet {
		set = cut(set, end)
	}
	if len(set) > maxSet || set[0] == "" {
		return []string{""}
	}
	return set
}

func firstBytes(s string) string { return s[:min(3, len(s))] }
func lastBytes(s string) string  { return s[max(0, len(s)-3):] }

func cut(set []string, end func(string) string) []string {
	short := make([]string, len(set))
	for i, s := range set {
		short[i] = end(s)
	}
	return sortedSet(short)
}

// cross is every string of left before every string of right, or nil when
// those are too many.
func cross(left, right []string) []string {
	if len(left)*len(right) > maxSet {
		return nil
	}
	set := make([]string, 0, len(left)*len(right))
	for _, l := range left {
		for _, r := range right {
			set = append(set, l+r)
		}
	}
	return sortedSet(set)
}

func sortedSet(set []string) []string {
	slices.Sort(set)
	return slices.Compact(set)
}
