// Package python is the Python language.
package python

import (
	_ "embed"
	"regexp"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-python/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Python.
func New() *lang.Language {
	return &lang.Language{
		Name:         "python",
		Extensions:   []string{".py", ".pyi", ".pyw"},
		Filenames:    []string{"SConstruct", "SConscript", "wscript"},
		Interpreters: []string{"python", "python2", "python3", "pypy", "pypy3"},
		LineComment:  "#",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: parameters,
			Import:     imported,
			Reference:  reference,
			Assigns:    true,
			Wrappers:   []string{"decorated_definition"},
		},
	}
}

var upperCase = regexp.MustCompile(`^_*[A-Z][A-Z0-9_]*$`)

// symbol reads what Python says by names and decorators.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Doc = strings.ReplaceAll(strings.TrimPrefix(s.Doc, ": "), "\n: ", "\n") // Sphinx marks comments as #:
	if strings.HasPrefix(s.Name, "_") && !strings.HasSuffix(s.Name, "__") {
		s.Modifiers |= code.Private
	}
	switch definition.Kind() {
	case "function_definition":
		if s.Kind == code.KindMethod && s.Name == "__init__" {
			s.Kind = code.KindConstructor
		}
		decorate(definition.Parent(), s)
	case "assignment":
		return assigned(definition, s)
	}
	return true
}

// decorate applies the decorators that say what kind of method this is.
func decorate(decorated syntax.Node, s *code.Symbol) {
	if !decorated.Is("decorated_definition") {
		return
	}
	for d := range decorated.Children() {
		name, _, _ := strings.Cut(strings.TrimLeft(d.Text(), "@ "), "(")
		name = name[strings.LastIndexByte(name, '.')+1:]
		switch strings.TrimSpace(name) {
		case "staticmethod", "classmethod":
			s.Modifiers |= code.Static
		case "abstractmethod":
			s.Modifiers |= code.Abstract
		case "property", "cached_property", "classproperty", "hybrid_property", "setter", "getter", "deleter":
			if s.Kind == code.KindMethod && d.Is("decorator") {
				s.Kind, s.Parameters, s.ParameterCount = code.KindProperty, "", 0
			}
		}
	}
}

// assigned tells constants and types from variables, and drops the attributes
// that a method other than the constructor sets.
func assigned(definition syntax.Node, s *code.Symbol) bool {
	switch {
	case s.Name == "_":
		return false
	case s.Kind == code.KindEnumMember:
	case strings.HasPrefix(definition.Child("left").Text(), "self."):
		f := definition.Parent()
		for !f.IsNone() && !f.Is("function_definition") {
			f = f.Parent()
		}
		name := f.Child("name").Text()
		return name == "__init__" || name == "__post_init__"
	case s.ReturnType == "TypeAlias" || strings.HasSuffix(s.ReturnType, ".TypeAlias"):
		s.Kind, s.ReturnType = code.KindType, ""
	case upperCase.MatchString(s.Name):
		s.Kind = code.KindConstant
	}
	return true
}

// parameters leaves out the marks / and *.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.IsNamed() && !p.IsExtra() && !p.Is("positional_separator", "keyword_separator") {
			n++
		}
	}
	return n
}

func imported(node syntax.Node, i *code.Import) bool {
	if i.Path == "" {
		i.Path = "__future__"
	}
	return true
}

// maxDepth bounds walks towards the root; a longer expression is generated.
const maxDepth = 500

// reference keeps those types that stand where a type is expected, for the
// grammar reads most of an annotation as an expression, and drops the built-in ones.
func reference(name syntax.Node, r *code.Ref) bool {
	if r.Kind == code.RefCall {
		return !modifying[r.Name] || !name.Parent().Is("decorator") && !name.Parent().Parent().Is("decorator")
	}
	if r.Receiver == "" && builtin[r.Name] {
		return false
	}
	return r.Kind == code.RefInherit || namesType(name)
}

func namesType(name syntax.Node) bool {
	p := name.Parent()
	for range maxDepth {
		switch p.Kind() {
		case "attribute", "subscript", "binary_operator", "list", "tuple":
		case "string":
			list := p.Parent().Parent() // Literal["x"] names no type
			return !list.Is("type_parameter") || list.Parent().Find("identifier").Text() != "Literal"
		case "argument_list":
			return p.Parent().Is("class_definition")
		case "type", "generic_type", "member_type", "except_clause", "as_pattern", "raise_statement", "dotted_name", "keyword_argument":
			return true
		default:
			return false
		}
		p = p.Parent()
	}
	return false
}

// modifying are the decorators that symbol turns into kinds and modifiers.
var modifying = map[string]bool{
	"property": true, "setter": true, "getter": true, "deleter": true, "staticmethod": true, "classmethod": true,
	"abstractmethod": true,
}

var builtin = map[string]bool{
	"bool": true, "bytearray": true, "bytes": true, "complex": true, "dict": true, "float": true, "frozenset": true,
	"int": true, "list": true, "memoryview": true, "object": true, "set": true, "slice": true, "str": true,
	"tuple": true, "type": true,
}
