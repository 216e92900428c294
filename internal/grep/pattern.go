// Package grep searches the contents of files for literals and regular
// expressions, and keeps a trigram index that says which files need not be
// read at all.
//
// A match lies within one line. A line ends at \n; a \r right before that end,
// and a byte-order mark at the start of the content, are not part of it. ^ and
// $ are the ends of the line. Contents may hold anything: NULs, bytes that are
// not UTF-8, lines of any length. Time is linear in the content.
//
// Two promises hold for every pattern, option and content, and the tests check
// them with random ones:
//
//   - Find reports what FindBrute reports, which runs the regular expression on
//     every line and nothing else.
//   - Candidates names every file in which FindBrute finds something.
//
// Both stand on one analysis (need.go, shape.go): from the syntax of the
// expression it derives literals that every matching line must contain.
// Candidates looks up their trigrams. Find looks for one of them with the byte
// search of the standard library, drops most of the lines it hits with a small
// automaton (dfa.go), and runs the expression only on the rest.
//
// The package cannot match across lines, and has no look-around and no
// back-references, because package regexp has none.
package grep

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lode/internal/code"
)

// Options says how patterns are read. The zero value is a literal search that
// respects case.
type Options struct {
	Regexp     bool // patterns are regular expressions, not literals
	IgnoreCase bool // as (?i) of package regexp
	SmartCase  bool // IgnoreCase unless a pattern has an upper-case letter
	Word       bool // no word character right before or after the match
}

// Pattern is a compiled search. It may be used by several goroutines.
type Pattern struct {
	re     *regexp.Regexp
	inner  func() *regexp.Regexp // with word: finds the matches after the first, see Spans
	word   bool
	direct bool      // a hit of a literal is a match: the expression need not run
	scan   []literal // every matching line has one of these; nil when nothing is known
	need   *need     // what every matching line contains, in folded form
	plan   *plan     // the same in trigrams; nil when there is none to use
	dfas   sync.Pool // of *dfa for re
}

// Match is the first match on a line.
type Match struct {
	Line   int    // 1-based
	Column int    // 1-based, in bytes: Start+1
	Start  int    // bytes of the match in Text, half-open
	End    int    //
	Text   []byte // the line without its end; it aliases the content
	Offset int    // where Text starts in the content, in bytes
}

// wordClass is what Word takes for a part of a word: letters, marks, digits and
// connectors of any script, and the joiners. isWord is the same in Go.
const wordClass = `\pL\pM\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}`

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc) || r == 0x200c || r == 0x200d
}

// Compile prepares a search for lines that match any of the patterns. Its
// errors have the code Invalid.
func Compile(patterns []string, o Options) (*Pattern, error) {
	if len(patterns) == 0 {
		return nil, code.Errorf(code.Invalid, "no pattern: give at least one text or regular expression to search for")
	}
	parts := make([]string, len(patterns))
	for i, p := range patterns {
		part, err := check(p, o.Regexp)
		if err != nil {
			return nil, err
		}
		parts[i] = part
	}
	flags := ""
	if o.IgnoreCase || o.SmartCase && !slices.ContainsFunc(patterns, hasUpper(o.Regexp)) {
		flags = "(?i)"
	}
	return build(flags+"(?:"+strings.Join(parts, ")|(?:")+")", o.Word)
}

// check validates one pattern and returns it as a regular expression that may
// be put between parentheses.
func check(pattern string, isRegexp bool) (string, error) {
	if !utf8.ValidString(pattern) {
		return "", code.Errorf(code.Invalid, "pattern %q is not valid UTF-8: give it as UTF-8 text", pattern)
	}
	expr := pattern
	if !isRegexp {
		expr = regexp.QuoteMeta(pattern)
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return "", explainSyntax(pattern, err)
	}
	if hasLineEnd(tree) {
		return "", code.Errorf(code.Invalid, "pattern %q spans lines, and a match lies within one: "+
			`leave \n out and use ^ or $ for the ends of a line, or give each line as a pattern of its own`, pattern)
	}
	if _, err := syntax.Parse("(?:"+expr+")", syntax.Perl); err != nil {
		expr += `\E` // a \Q that runs to the end would swallow the parenthesis
	}
	return expr, nil
}

func build(expr string, word bool) (*Pattern, error) {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, explainSyntax(expr, err)
	}
	p := &Pattern{word: word}
	text := expr
	if word {
		const notWord = `[^` + wordClass + `]`
		inner := notWord + `(` + expr + `)(?:$|` + notWord + `)`
		text = `(?:^|` + notWord + `)(` + expr + `)(?:$|` + notWord + `)`
		p.inner = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(inner) })
	}
	if p.re, err = regexp.Compile(text); err != nil {
		return nil, explainSyntax(expr, err)
	}
	prog := sync.OnceValue(func() *syntax.Prog { return program(text) })
	p.dfas.New = func() any { return newDFA(prog(), maxDFAStates) }
	p.need = needOf(tree, true)
	p.plan = planOf(p.need)
	p.scan, p.direct = scanFor(tree, p.need)
	return p, nil
}

// program compiles an expression as package regexp does, which has accepted it.
func program(expr string) *syntax.Prog {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		panic(err)
	}
	return prog
}

// Explain renders what every matching line must contain, case folded.
func (p *Pattern) Explain() string { return p.need.String() }

// FindBrute calls fn with the first match of every line that has one, in
// order, until fn returns false. It is the oracle for Find: slow and plain.
func (p *Pattern) FindBrute(content []byte, fn func(Match) bool) {
	start := firstLine(content)
	for line := 1; start < len(content); line++ {
		text, _, _ := bytes.Cut(content[start:], newline)
		next := start + len(text) + 1
		text = bytes.TrimSuffix(text, carriageReturn)
		from, to, ok := p.first(text)
		if ok && !fn(Match{Line: line, Column: from + 1, Start: from, End: to, Text: text, Offset: start}) {
			return
		}
		start = next
	}
}

// firstLine is where the first line starts.
func firstLine(content []byte) int {
	if bytes.HasPrefix(content, byteOrderMark) {
		return len(byteOrderMark)
	}
	return 0
}

var (
	byteOrderMark  = []byte("\ufeff")
	newline        = []byte{'\n'}
	carriageReturn = []byte{'\r'}
)

// first runs the expression on one line.
func (p *Pattern) first(line []byte) (start, end int, ok bool) {
	var at []int
	if p.word {
		if at = p.re.FindSubmatchIndex(line); at != nil {
			at = at[2:4]
		}
	} else {
		at = p.re.FindIndex(line)
	}
	if at == nil {
		return 0, 0, false
	}
	return at[0], at[1], true
}

// maxSpans bounds the work of Spans: some expressions look at the rest of the
// line again for every match, which is quadratic in the line.
const maxSpans = 1000

// Spans appends to dst where the matches on a line are, for highlighting: the
// Text of a Match in, at most 1000 half-open byte ranges out. Empty matches are
// left out.
func (p *Pattern) Spans(dst [][2]int, line []byte) [][2]int {
	if !p.word {
		for _, at := range p.re.FindAllIndex(line, maxSpans) {
			if at[0] < at[1] {
				dst = append(dst, [2]int{at[0], at[1]})
			}
		}
		return dst
	}
	start, end, ok := p.first(line)
	for range maxSpans {
		if !ok {
			break
		}
		next := end // where the next match may start
		if start < end {
			dst = append(dst, [2]int{start, end})
		} else {
			_, n := utf8.DecodeRune(line[end:])
			next += n
		}
		if start == len(line) {
			break
		}
		// inner wants a non-word character before the match, which may be the
		// last one of the match before it.
		_, n := utf8.DecodeLastRune(line[:next])
		base := next - n
		at := p.inner().FindSubmatchIndex(line[base:])
		if ok = at != nil; ok {
			start, end = base+at[2], base+at[3]
		}
	}
	return dst
}
