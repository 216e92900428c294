// Package java is the Java language.
package java

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	grammar "github.com/tree-sitter/tree-sitter-java/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Java.
func New() *lang.Language {
	return &lang.Language{
		Name:        "java",
		Extensions:  []string{".java"},
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

// symbol makes constants of static final fields and reads @Override.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	if s.Kind == code.KindField && s.Modifiers&(code.Static|code.Final) == code.Static|code.Final {
		s.Kind = code.KindConstant
	}
	for a := range definition.Find("modifiers").Children() {
		if a.Child("name").Text() == "Override" {
			s.Modifiers |= code.Override
		}
	}
	return true
}

// parameters leaves out `Type this`, which only carries annotations.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.Is("formal_parameter", "spread_parameter") {
			n++
		}
	}
	return n
}

// imported takes the name off the path, unless all members or a module are
// meant. In a half-written import the path runs into the next line.
func imported(node syntax.Node, i *code.Import) bool {
	i.Path, _, _ = strings.Cut(i.Path, "\n")
	i.Path = strings.TrimRight(i.Path, ". \r")
	if i.Name != "" || node.Is("requires_module_directive") {
		return true
	}
	if dot := strings.LastIndexByte(i.Path, '.'); dot >= 0 {
		i.Path, i.Name = i.Path[:dot], i.Path[dot+1:]
	}
	return true
}

// reference drops types that every file knows, and packages before the name
// of a type.
func reference(name syntax.Node, r *code.Ref) bool {
	if r.Kind != code.RefType {
		return true
	}
	if first, _ := utf8.DecodeRuneInString(r.Name); unicode.IsLower(first) && name.Parent().Is("scoped_type_identifier") {
		return false
	}
	return r.Receiver != "" || !builtin[r.Name]
}

// builtin has what stands for a primitive, and the annotations of java.lang.
var builtin = map[string]bool{
	"var": true, "Object": true, "String": true, "Boolean": true, "Byte": true, "Character": true, "Double": true,
	"Float": true, "Integer": true, "Long": true, "Number": true, "Short": true, "Void": true,
	"Deprecated": true, "FunctionalInterface": true, "Override": true, "SafeVarargs": true, "SuppressWarnings": true,
}
