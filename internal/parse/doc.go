package parse

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"lode/internal/code"
	"lode/internal/syntax"
)

// indexComments notes for each row the comment or attribute that ends on it
// and has its lines to itself.
func (e *extractor) indexComments() {
	for n := range e.tree.Outermost(e.language.Above()) {
		if !n.StartsLine() {
			continue
		}
		row := n.Span().EndLine - 1
		e.above[row] = int32(n.Index() + 1)
		if e.language.Rules.BlankAfterDoc && bytes.HasPrefix(n.Bytes(), []byte("/**")) && blankLineFollows(e.tree.Source[n.Span().End:]) {
			e.above[row+1] = int32(n.Index() + 1)
		}
	}
}

func blankLineFollows(text []byte) bool {
	for range 2 {
		text = bytes.TrimLeft(text, " \t\r")
		if len(text) == 0 || text[0] != '\n' {
			return false
		}
		text = text[1:]
	}
	return true
}

// document finds a symbol's doc comment: a captured docstring, or the comments
// that end on the line above, attributes in between skipped. What shares its
// first line with its container leaves the comment to that.
func (e *extractor) document(d *definition, outer syntax.Node, s *code.Symbol) {
	s.DocLine = outer.Line()
	var comments []string
	mine := s.Container < 0 || e.facts.Symbols[s.Container].Span.StartLine != s.DocLine
	for row := int(s.DocLine) - 2; mine && row >= 0 && e.above[row] > 0; row = int(s.DocLine) - 2 {
		n := e.tree.At(int(e.above[row] - 1))
		if n.IsComment() {
			comments = append(comments, n.Text())
		} else if marksDeprecated(n.Bytes()) {
			s.Modifiers |= code.Deprecated
		}
		s.DocLine = n.Line()
	}
	if !d.doc.IsNone() {
		if rule := e.language.Rules.Doc; rule != nil {
			s.Doc = rule(d.doc.Text())
		} else {
			s.Doc = dedent(unquote(d.doc.Text()))
		}
	} else {
		slices.Reverse(comments)
		for i, c := range comments {
			comments[i] = uncomment(c)
		}
		s.Doc = strings.TrimSpace(strings.Join(comments, "\n"))
	}
	s.Doc = cut(s.Doc, maxDoc)
}

// uncomment removes the markers of a comment in any of the languages.
func uncomment(text string) string {
	text = strings.TrimSpace(text)
	block := false
	for _, pair := range [][2]string{{"/*", "*/"}, {"{-", "-}"}, {"--[[", "]]"}, {"=begin", "=end"}, {"<!--", "-->"}} {
		if strings.HasPrefix(text, pair[0]) {
			text = strings.TrimSuffix(strings.TrimPrefix(text, pair[0]), pair[1])
			block = true
			break
		}
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		if block {
			line = strings.TrimLeft(line, "*!")
		} else {
			line = strings.TrimLeft(line, "/#-;%!")
		}
		line = strings.TrimPrefix(line, " ")
		if i == 0 {
			line = strings.TrimPrefix(line, "| ") // Haddock
		}
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n ")
}

// unquote removes the quotes of a string and a prefix such as Python's r or u.
func unquote(text string) string {
	if i := strings.IndexAny(text, "\"'`"); i > 0 && strings.Trim(text[:i], "rRuUbBfF") == "" {
		text = text[i:]
	}
	return strings.Trim(text, "\"'`")
}

// dedent removes the indentation that all lines but the first share.
func dedent(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	indent := -1
	for _, l := range lines[1:] {
		if t := strings.TrimLeft(l, " \t"); t != "" && (indent < 0 || len(l)-len(t) < indent) {
			indent = len(l) - len(t)
		}
	}
	for i := 1; i < len(lines); i++ {
		lines[i] = strings.TrimRight(lines[i][min(max(indent, 0), len(lines[i])):], " \t")
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// fold makes every run of white space one space and trims the ends.
func fold(b []byte) string {
	return string(bytes.Join(bytes.Fields(b), []byte{' '}))
}

// tidy folds code that may stand on several lines into one.
func tidy(b []byte) string {
	return onOneLine.Replace(fold(b))
}

var onOneLine = strings.NewReplacer("( ", "(", ", )", ")", " )", ")", "[ ", "[", ", ]", "]", " ]", "]")

// cut shortens s to at most limit bytes at a rune's border.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

func trimParentheses(b []byte) []byte {
	b = bytes.TrimSpace(b)
	if len(b) >= 2 && (b[0] == '(' && b[len(b)-1] == ')' || b[0] == '[' && b[len(b)-1] == ']') {
		return b[1 : len(b)-1]
	}
	return b
}
