// Package scala is the Scala language, versions 2 and 3.
package scala

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	grammar "github.com/tree-sitter/tree-sitter-scala/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Scala.
func New() *lang.Language {
	return &lang.Language{
		Name:         "scala",
		Extensions:   []string{".scala", ".sc"},
		Interpreters: []string{"scala", "scala-cli", "amm"},
		LineComment:  "//",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
		},
	}
}

// bodies are the nodes that hold members; elsewhere definitions are local.
var bodies = []string{"compilation_unit", "template_body", "with_template_body", "enum_body", "extension_definition"}

// symbol drops what is local to a block, tells constants from values and
// methods from functions, and gives a given without a name the one that the
// compiler gives it.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = strings.Trim(s.Name, "`")
	parent := definition.Parent()
	member := parent.Is(bodies...)
	if !definition.Find("val").IsNone() || definition.Is("class_parameter") && definition.Find("var").IsNone() {
		s.Modifiers |= code.Readonly
	}
	if !definition.Find("modifiers").Find("open_modifier").IsNone() {
		s.Modifiers = s.Modifiers&^code.Public | code.Virtual
	}
	switch definition.Kind() {
	case "class_definition", "full_enum_case":
		s.Parameters, s.ParameterCount = parameters(definition, "class_parameters")
	case "function_definition", "function_declaration":
		s.Parameters, s.ParameterCount = parameters(definition, "parameters")
		function(parent, member, s)
	case "given_definition":
		s.Signature = strings.TrimSuffix(s.Signature, " with")
		if definition.Child("name").IsNone() {
			s.Name = "given_" + strings.Trim(notWord.ReplaceAllString(s.Name, "_"), "_")
		}
		return member
	case "val_definition", "var_definition", "val_declaration", "var_declaration":
		constant := s.Modifiers & (code.Final | code.Inline)
		if constant != 0 && s.Modifiers&code.Readonly != 0 {
			s.Kind = code.KindConstant
		}
		fallthrough
	case "type_definition":
		return member && !parent.Parent().Is("instance_expression")
	}
	return true
}

var notWord = regexp.MustCompile(`\W+`)

// function tells constructors, methods and functions in blocks apart.
func function(parent syntax.Node, member bool, s *code.Symbol) {
	switch {
	case s.Name == "this":
		s.Kind = code.KindConstructor
	case !member:
		s.Kind = code.KindFunction
	case parent.Parent().Is("given_definition", "instance_expression"):
		s.Kind = code.KindMethod
	}
}

const maxParameters = 500

// parameters reads all parameter lists, `(a: A)(b: B)`, as one.
func parameters(definition syntax.Node, kind string) (text string, count int) {
	var lists []string
	for list := range definition.Children() {
		if !list.Is(kind) {
			continue
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(list.Text(), "("), ")")
		lists = append(lists, strings.Join(strings.Fields(inner), " "))
		for p := range list.Children() {
			if p.Is("parameter", "class_parameter") {
				count++
			}
		}
	}
	text = strings.Join(lists, ")(")
	return strings.ToValidUTF8(text[:min(len(text), maxParameters)], ""), count
}

// imported finds the path before an imported name. Of `a.b.C` only the last
// part is imported; `X => _` hides a name.
func imported(node syntax.Node, i *code.Import) bool {
	if node.Next().Is(".") || i.Alias == "_" {
		return false
	}
	last := node
	if node.Parent().Is("namespace_selectors") {
		last = node.Parent()
	}
	path := ""
	for c := range last.Parent().Children() {
		if c == last {
			break
		}
		if c.Is(",") {
			path = ""
		} else if c.Field() == "path" {
			path += c.Text()
		}
	}
	i.Path, i.Name = strings.TrimSuffix(path, "."), strings.Trim(i.Name, "`")
	if i.Name == "_" {
		i.Name = "*"
	}
	if i.Path == "" {
		i.Path, i.Name = i.Name, ""
	}
	return true
}

// reference drops the types that every file knows, and what stands for a type
// to be filled in: `_`, `?`, `*` or a small letter.
func reference(_ syntax.Node, r *code.Ref) bool {
	r.Name = strings.Trim(r.Name, "`")
	if r.Kind == code.RefCall {
		return r.Name != "this" && r.Name != "super"
	}
	if first, size := utf8.DecodeRuneInString(r.Name); size == len(r.Name) && !unicode.IsUpper(first) {
		return false
	}
	return r.Receiver != "" || !builtin[r.Name]
}

var builtin = map[string]bool{
	"Any": true, "AnyRef": true, "AnyVal": true, "Boolean": true, "Byte": true, "Char": true, "Double": true,
	"Float": true, "Int": true, "Long": true, "Nothing": true, "Null": true, "Object": true, "Short": true,
	"String": true, "Unit": true,
	"deprecated": true, "inline": true, "main": true, "tailrec": true,
}
