// Package kotlin is the Kotlin language.
package kotlin

import (
	_ "embed"
	"regexp"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Kotlin.
func New() *lang.Language {
	return &lang.Language{
		Name:         "kotlin",
		Extensions:   []string{".kt", ".kts"},
		Interpreters: []string{"kotlin"},
		LineComment:  "//",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: parameters,
			Import:     imported,
			Reference:  reference,
			Mend:       lang.Mend(unknown...),
		},
	}
}

// unknown is what the grammar takes for an error: words that are keywords in
// some places only, guards in `when`, an annotation above a getter, and the
// body of a class on one line.
var unknown = []lang.Pattern{
	{Match: regexp.MustCompile(`\b(where)\s*(?:[?.=),\[]|!!)`), With: "wh_re"},
	{Match: regexp.MustCompile(`\} ([gs]et) \(?\w`), With: "g_t"},
	{Match: regexp.MustCompile(`(?m)^\s*is [^\n]*?( if )[^\n]*->`), With: ","},
	{Match: regexp.MustCompile(`(?m)^\s*(@\w+(?:\([^\n]*\))?)\s*\n\s*[gs]et\b`)},
	{Match: regexp.MustCompile(`\b(suspend) \{`)},
	{Match: regexp.MustCompile(`(?m)\b(?:class|object|interface)\b[^\n{]*\{ (?:[a-z]+ )*(?:val|var|fun) [^\n]*[^\s;]( )\}\s*$`), With: ";"},
}

// symbol tells constants, variables and local variables from properties, and
// reads the modifiers that mean something else in Kotlin than elsewhere.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = strings.Trim(s.Name, "`")
	for m := range definition.Find("modifiers").Children() {
		if m.Text() == "open" {
			s.Modifiers = s.Modifiers&^code.Public | code.Virtual
		}
	}
	if !definition.Find("val").IsNone() {
		s.Modifiers |= code.Readonly
	}
	parent := definition.Parent()
	if s.Kind == code.KindFunction && parent.Is("class_body", "enum_class_body") {
		s.Kind = code.KindMethod
	}
	if !definition.Is("property_declaration") {
		return true
	}
	if s.Modifiers&code.Const != 0 {
		s.Kind = code.KindConstant
	} else if parent.Is("source_file") && definition.Find("user_type", "nullable_type").IsNone() {
		s.Kind = code.KindVariable
	}
	return parent.Is("source_file", "class_body", "enum_class_body")
}

// parameters leaves out modifiers and default values, which stand beside the parameters.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.Is("parameter", "class_parameter") {
			n++
		}
	}
	return n
}

// imported takes the name off the path, unless all members are meant. In a
// half-written import the path runs into the next line.
func imported(_ syntax.Node, i *code.Import) bool {
	i.Path, _, _ = strings.Cut(i.Path, "\n")
	i.Path = strings.TrimRight(i.Path, ". \r")
	if dot := strings.LastIndexByte(i.Path, '.'); dot >= 0 && i.Name == "" {
		i.Path, i.Name = i.Path[:dot], i.Path[dot+1:]
	}
	return true
}

// reference adds what stands before the name of a type, reads `X::class` as a
// use of X, and drops the types that every file knows.
func reference(name syntax.Node, r *code.Ref) bool {
	r.Name = strings.Trim(r.Name, "`")
	if parent := name.Parent(); parent.Is("user_type") {
		before := name.Span().Start - parent.Span().Start
		r.Receiver = strings.TrimRight(string(parent.Bytes()[:before]), ".")
	}
	if r.Name == "class" && r.Kind == code.RefCall {
		subject := name.Parent().Find("identifier")
		span := subject.Span()
		r.Kind, r.Name, r.Receiver = code.RefType, subject.Text(), ""
		r.Line, r.Column = span.StartLine, span.StartColumn
		return subject != name
	}
	return r.Kind != code.RefType || r.Receiver != "" || !builtin[r.Name]
}

var builtin = map[string]bool{
	"Any": true, "Array": true, "Boolean": true, "Byte": true, "Char": true, "Double": true, "Float": true,
	"Int": true, "Long": true, "Nothing": true, "Number": true, "Short": true, "String": true, "UByte": true,
	"UInt": true, "ULong": true, "UShort": true, "Unit": true,
	"Deprecated": true, "Suppress": true,
}
