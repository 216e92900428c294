// Package zig is the Zig language.
package zig

import (
	"bytes"
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Zig.
func New() *lang.Language {
	return &lang.Language{
		Name:        "zig",
		Extensions:  []string{".zig"},
		LineComment: "//",
		Grammar:     grammar.Language,
		Facts:       facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
		},
	}
}

// symbol drops locals and names of imports, and writes the head of a type,
// which is the value of a constant.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	switch definition.Kind() {
	case "test_declaration":
		if definition.Find("string").IsNone() {
			s.Name = "test " + s.Name // of what it names
		} else {
			s.Name = strings.Trim(s.Name, `"`)
		}
	case "function_declaration":
		if s.Kind == code.KindStruct {
			body := definition.Child("body")
			s.Signature = fold(definition.Before(body))
			s.Body = body.Span()
		}
	case "container_field", "identifier":
		if t := definition.Parent(); t.Is("error_set_declaration") || isLocal(t) && !t.Parent().Is("return_expression") {
			// Not in `var state: enum { … }` and in `error{A}!void`.
			return t.Parent().Is("variable_declaration") && t.Field() != "type"
		}
	case "variable_declaration":
		if s.Kind.IsType() && definition.Child("type").Span().Contains(s.Body) {
			s.Kind = code.KindVariable // of a type without a name
		}
		if isShorthand(definition, s) || isLocal(definition) && !s.Kind.IsType() {
			return false
		}
		if s.Kind.IsType() {
			s.Modifiers &^= code.Const
			head, _, _ := bytes.Cut(definition.Bytes(), []byte("{"))
			s.Signature = fold(head)
		}
	}
	s.Name = strings.TrimSuffix(strings.TrimPrefix(s.Name, `@"`), `"`)
	return s.Name != "_"
}

// isLocal reports whether a declaration stands in a block, and not in a type there.
func isLocal(n syntax.Node) bool {
	for p := n.Parent(); !p.IsNone(); p = p.Parent() {
		switch {
		case p.Is("block"):
			return true
		case p.Is("struct_declaration", "union_declaration", "enum_declaration", "opaque_declaration"):
			return false
		}
	}
	return false
}

// isShorthand recognises names that only stand for something else: an import
// that is not passed on, and Self.
func isShorthand(n syntax.Node, s *code.Symbol) bool {
	value := n.Find("builtin_function")
	if f := n.Find("field_expression"); value.IsNone() {
		value = f.Child("object")
	}
	switch value.Find("builtin_identifier").Text() {
	case "@This":
		return true
	case "@import":
		return s.Modifiers&code.Public == 0
	}
	return false
}

func imported(node syntax.Node, i *code.Import) bool {
	if node.Is("using_namespace_declaration") {
		i.Name = "*"
	}
	if i.Alias == i.Name || i.Name == "" && i.Alias == i.Path {
		i.Alias = ""
	}
	return true
}

func reference(name syntax.Node, r *code.Ref) bool {
	if r.Kind == code.RefType {
		// The grammar reads *a.B as (*a).B.
		if p := name.Parent(); p.Field() == "object" && !p.Is("field_expression") {
			return false
		}
		r.Receiver = r.Receiver[strings.LastIndexAny(r.Receiver, "*?]! ")+1:]
	}
	return !(r.Receiver == "" && (r.Name == "Self" || r.Name == "_"))
}

func fold(b []byte) string { return strings.Join(strings.Fields(string(b)), " ") }
