package c

import (
	"bytes"
	"slices"
	"strings"
)

// Prepare hides from the grammar what only the preprocessor could make sense
// of, by writing spaces over it:
//
//   - comments within macros of several lines, and what __has_include asks for;
//   - conditionals whose branches open or close a brace, and short ones in the
//     middle of a statement: the first branch stays, without its directives;
//   - macros that stand where a declaration does: FIELDS in a struct,
//     BEGIN_NAMESPACE or GENERATE(a, b) on a line, API before a type or function,
//     EXPORT between class and its name, UNUSED(int f(void)) around a function.
//     TEST(suite, name) { becomes TEST suite(name) {, which the grammar knows.
//     A macro is recognised by its capitals.
//
// It works on tokens and guesses. What it hides gives no references, and in
// the branches that it hides no symbols.
func Prepare(source []byte) []byte {
	p := &preparer{source: source, tokens: lex(source)}
	p.comments()
	p.conditionals()
	p.macros()
	if p.out == nil {
		return source
	}
	return p.out
}

type preparer struct {
	source []byte
	out    []byte // nil until something is hidden
	tokens []token
}

// token is a word, a directive, a literal or a punctuation mark.
type token struct {
	kind       byte // 'w', '#', '0' for literals, or the mark itself; 0 when hidden
	start, end uint32
	line       uint32
}

func (p *preparer) text(t token) []byte { return p.source[t.start:t.end] }

// hide writes spaces over the tokens from i to j, j included, and what is between them.
func (p *preparer) hide(i, j int) {
	p.hideBytes(int(p.tokens[i].start), int(p.tokens[j].end))
	for ; i <= j; i++ {
		p.tokens[i].kind = 0
	}
}

// write puts c in the place of token i, which is one byte long.
func (p *preparer) write(i int, c byte) {
	p.hide(i, i)
	p.out[p.tokens[i].start] = c
	p.tokens[i].kind = c
}

func (p *preparer) hideBytes(from, to int) {
	if p.out == nil {
		p.out = bytes.Clone(p.source)
	}
	for at := from; at < to; at++ {
		if c := p.out[at]; c != '\n' && c != '\r' {
			p.out[at] = ' '
		}
	}
}

// comments hides those within directives that go on after them: the grammar
// ends a macro's text at a comment.
func (p *preparer) comments() {
	for _, t := range p.tokens {
		if t.kind != '#' {
			continue
		}
		text := p.text(t)
		from, to := bytes.Index(text, []byte("(<")), bytes.Index(text, []byte(">)"))
		if from >= 0 && to > from && bytes.HasSuffix(directiveName(text), []byte("if")) {
			p.hideBytes(int(t.start)+from+1, int(t.start)+to+1)
			p.out[int(t.start)+from+1] = '1'
		}
		for at := 0; ; {
			i := bytes.Index(text[at:], []byte("/*"))
			if i < 0 {
				break
			}
			start := at + i
			at = commentEnd(text, start)
			if bytes.IndexByte(text[at:], '\n') < 0 {
				break
			}
			p.hideBytes(int(t.start)+start, int(t.start)+at)
		}
	}
}

// group is a conditional that is open.
type group struct {
	directives   []int // #if, #else …, as indices of tokens
	depth, least int   // of braces in the branch
	first        int   // depth of the first branch
	unbalanced   bool
	torn         bool // it starts or ends in the middle of a statement
}

// maxDistance bounds in tokens how far anything is looked for.
const maxDistance = 2000

// maxTorn is the most tokens that a conditional in the middle of a statement has.
const maxTorn = 200

func (p *preparer) conditionals() {
	var open []group
	for i, t := range p.tokens {
		switch {
		case t.kind == '#':
			open = p.directive(open, i)
		case len(open) == 0:
		case t.kind == '{':
			open[len(open)-1].depth++
		case t.kind == '}':
			g := &open[len(open)-1]
			g.depth--
			g.least = min(g.least, g.depth)
		}
	}
}

func (p *preparer) directive(open []group, i int) []group {
	name := directiveName(p.text(p.tokens[i]))
	if bytes.HasPrefix(name, []byte("if")) {
		return append(open, group{directives: []int{i}, torn: p.midStatement(i)})
	}
	if len(open) == 0 {
		return open
	}
	g := &open[len(open)-1]
	switch string(name) {
	case "else", "elif", "elifdef", "elifndef", "endif":
		g.unbalanced = g.unbalanced || g.depth != 0 || g.least < 0
		g.torn = g.torn || p.midStatement(i)
		if len(g.directives) == 1 {
			g.first = g.depth
		}
		g.depth, g.least = 0, 0
		g.directives = append(g.directives, i)
	}
	if string(name) == "endif" {
		closed := *g
		open = open[:len(open)-1]
		if closed.unbalanced || closed.torn && i-closed.directives[0] <= maxTorn {
			p.unwrap(closed.directives)
		}
		if len(open) > 0 {
			g = &open[len(open)-1]
			g.depth += closed.first
			g.least = min(g.least, g.depth)
		}
	}
	return open
}

// midStatement reports whether what stands before token i is no end of a statement.
func (p *preparer) midStatement(i int) bool {
	for i--; i >= 0; i-- {
		switch p.tokens[i].kind {
		case '#', 0:
		case ';', '}', ':':
			return false
		case '{':
			return p.kind(i-1) == '=' // values, among which the grammar knows no directives
		case ',':
			return !p.inEnum(i)
		default:
			return true
		}
	}
	return false
}

// inEnum reports whether the list around token i is an enum's.
func (p *preparer) inEnum(i int) bool {
	last := max(i-maxDistance, 0)
	for depth := 0; i >= last; i-- {
		switch p.tokens[i].kind {
		case '}', ')':
			depth++
		case ';':
			if depth == 0 {
				return false
			}
		case '(':
			if depth--; depth < 0 {
				return false
			}
		case '{':
			if depth--; depth < 0 {
				return slices.Contains([]string{p.word(i - 1), p.word(i - 2), p.word(i - 3)}, "enum")
			}
		}
	}
	return false
}

// unwrap hides the directives and all branches but the first.
func (p *preparer) unwrap(directives []int) {
	p.hide(directives[0], directives[0])
	p.hide(directives[1], directives[len(directives)-1])
}

func directiveName(text []byte) []byte {
	text = bytes.TrimLeft(text, "# \t")
	end := 0
	for end < len(text) && isWordByte(text[end]) {
		end++
	}
	return text[:end]
}

// macros hides macros outside of function bodies.
func (p *preparer) macros() {
	p.tokens = slices.DeleteFunc(p.tokens, func(t token) bool { return t.kind == 0 || t.kind == '#' })
	var scopes []scope
	start := 0 // of the statement
	for i := 0; i < len(p.tokens); i++ {
		declarative := len(scopes) == 0 || scopes[len(scopes)-1].declarative
		switch t := p.tokens[i]; {
		case t.kind == ';':
			start = i + 1
		case t.kind == '{':
			scopes = append(scopes, p.scope(start, i, declarative))
			start = i + 1
		case t.kind == '}':
			scopes = scopes[:max(len(scopes)-1, 0)]
			start = i + 1
		case t.kind == ':' && i == start+1: // public:
			start = i + 1
		case t.kind != 'w':
		case p.isMacro(i) && p.word(i-1) == "if" && p.kind(i+1) == '(': // in place of constexpr
			p.hide(i, i)
		case !declarative:
		case i == start && p.isMacro(i):
			class := ""
			if len(scopes) > 0 {
				class = scopes[len(scopes)-1].class
			}
			switch end := p.arguments(i); {
			case p.standsAlone(i, end) || p.isPrefix(end+1, class):
				p.hide(i, end)
				i, start = end, end+1
			case p.isAround(i, end):
				p.hide(i, i+1)
				p.hide(end, end)
				i, start = i+1, i+2
			case end > i && p.kind(i+2) == 'w' && p.kind(i+3) == ',' && p.kind(end+1) == '{' && p.word(i) != class:
				p.write(i+1, ' ')
				p.write(i+3, '(')
			}
		case i == start && specifiers[string(p.text(t))]:
			start = i + 1
		case i == start && p.kind(i+1) == '<' && p.word(i) == "template":
			i = p.template(i + 1)
			start = i + 1
		case p.isMacro(i) && p.isWithin(i):
			end := p.arguments(i)
			p.hide(i, end)
			i = end
		case aggregates[string(p.text(t))] && p.isMacro(i+1):
			end := p.arguments(i + 1)
			if p.kind(end+1) == 'w' && (strings.IndexByte("{:<", p.kind(end+2)) >= 0 || p.word(end+2) == "final") {
				p.hide(i+1, end)
			}
		}
	}
}

// template hides the macros in the parameters that start at i, such as
// ENABLE_IF(condition), and returns where they end.
func (p *preparer) template(i int) int {
	end := p.matching(i, '<', '>')
	for j := i + 1; j < end; j++ {
		if !p.isMacro(j) || p.kind(j+1) != '(' {
			continue
		}
		last := p.arguments(j)
		switch {
		case p.kind(j-1) == ',':
			p.hide(j-1, last)
		case p.kind(j-1) == '<' && p.kind(last+1) == ',':
			p.hide(j, last+1)
		case p.kind(j-1) == '<':
			p.hide(j, last)
		}
		j = last
	}
	return end
}

// scope is what a brace opens.
type scope struct {
	declarative bool   // declarations stand in it, not statements or values
	class       string // its name, when it has one
}

func (p *preparer) scope(start, brace int, declarative bool) scope {
	s := scope{}
	for i := start; i < brace; i++ {
		switch p.kind(i) {
		case '(', '=':
			return scope{}
		case 'w':
			switch p.word(i) {
			case "enum":
				return scope{}
			case "struct", "class", "union":
				name := i + 1
				for name < brace && p.kind(name) == 0 {
					name++ // a macro that was hidden
				}
				s = scope{declarative, p.word(name)}
			case "namespace", "extern":
				s.declarative = declarative
			}
		}
	}
	// A specifier moved the start of the statement past `extern`.
	if brace > 0 && p.kind(brace-1) == '0' {
		s.declarative = declarative
	}
	return s
}

var specifiers = map[string]bool{
	"static": true, "extern": true, "inline": true, "const": true, "constexpr": true, "virtual": true,
	"explicit": true, "friend": true, "typedef": true, "mutable": true, "__extension__": true,
}

var aggregates = map[string]bool{"struct": true, "class": true, "union": true}

// openers are words that only a declaration starts with, and so follow a macro.
var openers = map[string]bool{
	"template": true, "using": true, "typedef": true, "namespace": true, "class": true, "struct": true,
	"union": true, "enum": true, "static": true, "extern": true, "inline": true, "constexpr": true,
	"virtual": true, "explicit": true, "friend": true, "operator": true,
}

func (p *preparer) kind(i int) byte {
	if i < 0 || i >= len(p.tokens) {
		return 0
	}
	return p.tokens[i].kind
}

func (p *preparer) word(i int) string {
	if p.kind(i) != 'w' {
		return ""
	}
	return string(p.text(p.tokens[i]))
}

// isMacro reports whether token i is a word of three or more capitals.
func (p *preparer) isMacro(i int) bool {
	if p.kind(i) != 'w' || p.tokens[i].end-p.tokens[i].start < 3 {
		return false
	}
	for _, c := range p.text(p.tokens[i]) {
		if c >= 'a' && c <= 'z' {
			return false
		}
	}
	return true
}

// arguments returns the last token of the macro at i: itself, or its closing parenthesis.
func (p *preparer) arguments(i int) int {
	if p.kind(i+1) != '(' {
		return i
	}
	return p.matching(i+1, '(', ')')
}

// matching returns the token that closes the one at i, or i where none does.
func (p *preparer) matching(i int, open, shut byte) int {
	depth := 0
	for j := i; j < min(len(p.tokens), i+maxDistance); j++ {
		switch p.tokens[j].kind {
		case open:
			depth++
		case shut:
			if depth--; depth == 0 {
				return j
			}
		case '{', ';':
			return i
		}
	}
	return i
}

// standsAlone reports whether the macro from i to end has its lines to itself
// and what follows is no part of it.
func (p *preparer) standsAlone(i, end int) bool {
	next := end + 1
	if next >= len(p.tokens) {
		return true
	}
	if p.tokens[next].line == p.tokens[end].line || i > 0 && p.tokens[i-1].line == p.tokens[i].line {
		return false
	}
	switch p.tokens[next].kind {
	case '}', '~':
		return true
	case 'w':
		// A type on a line of its own, before the function's name, stays.
		return end > i || p.kind(next+1) != '(' || p.isMacro(next)
	}
	return false
}

// isAround reports whether the macro from i to end wraps the head of a function.
func (p *preparer) isAround(i, end int) bool {
	return end > i+3 && p.kind(end-1) == ')' && (p.kind(end+1) == '{' || p.kind(end+1) == ';') && p.isPrefix(i+2, "")
}

// isWithin reports whether the macro at i stands between a type and a name, as
// in `int CALL f(` and `int (CALL *f)(`.
func (p *preparer) isWithin(i int) bool {
	if p.kind(i-1) == '(' {
		return p.kind(i+1) == '*' && p.kind(i+2) == 'w' && p.kind(i+3) == ')' && p.kind(i+4) == '('
	}
	switch p.kind(i - 1) {
	case 'w':
		if before := p.word(i - 1); aggregates[before] || specifiers[before] || before == "enum" || before == "unsigned" {
			return false
		}
	case '*', '>', 0:
	default:
		return false
	}
	for next := i; next < i+maxDistance; {
		end := p.arguments(next)
		for next = end + 1; p.kind(next) == '*'; next++ {
		}
		if strings.IndexByte("(;=[", p.kind(next+1)) >= 0 && p.kind(next) == 'w' && (end == i || !p.isMacro(next)) {
			return true
		}
		if !p.isMacro(next) {
			return false
		}
	}
	return false
}

// isPrefix reports whether a whole declaration starts at i: a type and a name,
// or a constructor of the class.
func (p *preparer) isPrefix(i int, class string) bool {
	if p.kind(i) == '~' || openers[p.word(i)] || class != "" && p.word(i) == class && p.kind(i+1) == '(' {
		return true
	}
	if p.isMacro(i) {
		return false
	}
	words := 0
	for ; ; i++ {
		switch p.kind(i) {
		case 'w':
			switch w := p.word(i); {
			case w == "operator":
				return words > 0
			case w != "const" && w != "volatile":
				words++
			}
		case ':':
			if p.kind(i+1) != ':' || p.kind(i+2) != 'w' {
				return false
			}
			i += 2
		case '<':
			end := p.matching(i, '<', '>')
			if end == i {
				return false
			}
			i = end
		case '*', '&':
		case '(', ';', '=', '[':
			return words >= 2
		default:
			return false
		}
	}
}
