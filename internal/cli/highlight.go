package cli

import (
	"strings"
	"time"
	"unicode"

	"lode/internal/lang"
	"lode/internal/syntax"
)

// highlighter colours source by the grammars that also find the facts. Text
// without a grammar, or that takes too long, stays plain. Close it.
type highlighter struct {
	languages map[string]*lang.Language
	grammars  map[string]*syntax.Grammar
	parser    *syntax.Parser
}

func newHighlighter(languages []*lang.Language) *highlighter {
	h := &highlighter{languages: map[string]*lang.Language{}, grammars: map[string]*syntax.Grammar{}, parser: syntax.NewParser()}
	for _, l := range languages {
		h.languages[l.Name] = l
	}
	return h
}

func (h *highlighter) close() { h.parser.Close() }

const (
	highlightLimit = 1 << 20 // bytes
	highlightTime  = 500 * time.Millisecond
)

// inks returns an ink for each byte of text, a whole file or a piece of one.
func (h *highlighter) inks(language string, text []byte) []ink {
	inks := make([]ink, len(text))
	g := h.grammar(language)
	if g == nil || len(text) > highlightLimit {
		return inks
	}
	tree, err := h.parser.Parse(g, text, highlightTime)
	if err != nil {
		return inks
	}
	for i := 0; i < tree.Len(); {
		n := tree.At(i)
		i++
		k, whole := inkOf(n)
		if k == inkPlain && !whole {
			continue
		}
		span := n.Span()
		for b := span.Start; b < span.End; b++ {
			inks[b] = k
		}
		if k == inkComment {
			i = n.End() // nothing inside a comment is code
		}
	}
	return inks
}

func (h *highlighter) grammar(language string) *syntax.Grammar {
	if g, ok := h.grammars[language]; ok {
		return g
	}
	var g *syntax.Grammar
	if l := h.languages[language]; l != nil && l.Grammar != nil {
		g = syntax.NewGrammar(l.Grammar())
	}
	h.grammars[language] = g
	return g
}

// inkOf chooses a node's ink from what all grammars have in common: the names
// of their nodes. Nodes come before what is inside them, so an inner one
// overrides an outer; whole says that even plain overrides.
func inkOf(n syntax.Node) (i ink, whole bool) {
	kind := n.Kind()
	switch {
	case n.IsComment():
		return inkComment, true
	case !n.IsNamed():
		if isWord(kind) && !strings.Contains(n.Parent().Kind(), "string") {
			return inkKeyword, true
		}
	case strings.Contains(kind, "interpolation") || strings.Contains(kind, "substitution"):
		return inkPlain, true
	case isString(kind):
		return inkString, true
	case isNumber(kind):
		return inkNumber, true
	case n.Field() == "name" && isDefinition(n.Parent().Kind()), kind == "atx_heading", kind == "setext_heading":
		return inkName, true
	}
	return inkPlain, false
}

// isWord reports whether an anonymous node is a keyword and not punctuation.
func isWord(kind string) bool {
	for _, r := range kind {
		if !unicode.IsLetter(r) && r != '_' {
			return false
		}
	}
	return len(kind) > 1
}

func isString(kind string) bool {
	return strings.Contains(kind, "string") && !strings.Contains(kind, "type") ||
		strings.HasPrefix(kind, "char") && kind != "character_class" || kind == "rune_literal" || kind == "heredoc_body" || kind == "regex"
}

var numberKinds = map[string]bool{
	"number": true, "integer": true, "float": true, "int_literal": true, "float_literal": true, "imaginary_literal": true,
	"integer_literal": true, "real_literal": true, "number_literal": true, "decimal_integer_literal": true, "hex_integer_literal": true,
	"decimal_floating_point_literal": true, "long_literal": true, "integer_value": true, "floating_point_literal": true,
	"true": true, "false": true, "nil": true, "null": true, "none": true, "None": true, "boolean": true, "boolean_literal": true, "null_literal": true,
}

func isNumber(kind string) bool { return numberKinds[kind] }

// isDefinition reports whether a node whose name stands in the field "name"
// defines it.
func isDefinition(kind string) bool {
	for _, other := range []string{"parameter", "call", "invocation"} {
		if strings.Contains(kind, other) {
			return false
		}
	}
	for _, mark := range []string{"definition", "declaration", "declarator", "_spec", "_item", "class", "module", "method", "function"} {
		if strings.Contains(kind, mark) {
			return true
		}
	}
	return false
}
