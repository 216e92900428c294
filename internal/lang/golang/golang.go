// Package golang is the Go language.
package golang

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	grammar "github.com/tree-sitter/tree-sitter-go/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Go.
func New() *lang.Language {
	return &lang.Language{
		Name:        "go",
		Extensions:  []string{".go"},
		LineComment: "//",
		Grammar:     grammar.Language,
		Facts:       facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: parameters,
			Import:     imported,
			Reference:  reference,
		},
	}
}

// symbol marks exported names, which Go spells with a capital, puts the
// keyword of a grouped declaration back in front, and drops directives from
// the doc comment.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	if first, _ := utf8.DecodeRuneInString(s.Name); unicode.IsUpper(first) {
		s.Modifiers |= code.Exported
	}
	switch definition.Kind() {
	case "type_spec", "type_alias":
		s.Signature = "type " + s.Signature
		if s.Kind == code.KindInterface {
			s.Signature += " interface"
		}
	case "const_spec":
		s.Signature = "const " + s.Signature
	case "var_spec":
		s.Signature = "var " + s.Signature
	}
	lines := slices.DeleteFunc(strings.Split(s.Doc, "\n"), func(l string) bool {
		return strings.HasPrefix(l, "go:") || strings.HasPrefix(l, "nolint")
	})
	s.Doc = strings.TrimSpace(strings.Join(lines, "\n"))
	return s.Name != "_"
}

// parameters counts names, because `a, b int` are two.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if !p.Is("parameter_declaration", "variadic_parameter_declaration") {
			continue
		}
		names := 0
		for c := range p.Children() {
			if c.Field() == "name" {
				names++
			}
		}
		n += max(names, 1)
	}
	return n
}

func imported(_ syntax.Node, i *code.Import) bool {
	i.Path = strings.Trim(i.Path, "\"`")
	return i.Path != "C"
}

// reference drops the predeclared types, which no file defines.
func reference(_ syntax.Node, r *code.Ref) bool {
	return r.Kind != code.RefType || r.Receiver != "" || !predeclared[r.Name]
}

var predeclared = map[string]bool{
	"any": true, "bool": true, "byte": true, "comparable": true, "complex64": true, "complex128": true,
	"error": true, "float32": true, "float64": true, "int": true, "int8": true, "int16": true, "int32": true,
	"int64": true, "rune": true, "string": true, "uint": true, "uint8": true, "uint16": true, "uint32": true,
	"uint64": true, "uintptr": true,
}
