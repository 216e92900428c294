// Package csharp is the C# language.
package csharp

import (
	_ "embed"
	"regexp"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes C#.
func New() *lang.Language {
	return &lang.Language{
		Name:         "csharp",
		Extensions:   []string{".cs", ".csx"},
		Interpreters: []string{"dotnet-script"},
		LineComment:  "//",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: parameters,
			Import:     imported,
			Reference:  reference,
		},
	}
}

// symbol makes constants of fields that cannot change, names what has no name
// of its own, and reads what modifiers and XML comments say in C#.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Doc = plain(s.Doc)
	for c := range definition.Children() {
		if c.Is("modifier") && c.Text() == "sealed" {
			s.Modifiers |= code.Final
		}
	}
	switch definition.Kind() {
	case "compilation_unit", "preproc_if":
		fileScoped(definition.Find("file_scoped_namespace_declaration"), s)
	case "field_declaration":
		static := code.Static | code.Readonly
		if s.Modifiers&code.Const != 0 || s.Modifiers&static == static {
			s.Kind = code.KindConstant
		}
	case "property_declaration", "indexer_declaration":
		if !isWritable(definition) {
			s.Modifiers |= code.Readonly
		}
	case "destructor_declaration":
		s.Name = "~" + s.Name
	case "operator_declaration", "conversion_operator_declaration":
		s.Name = "operator " + s.Name
	}
	return true
}

// fileScoped lets a namespace begin where it is declared; its node is the whole file.
func fileScoped(declaration syntax.Node, s *code.Symbol) {
	start := declaration.Span()
	s.Span.Start, s.Span.StartLine, s.Span.StartColumn = start.Start, start.StartLine, start.StartColumn
	s.Body.Start, s.Body.End = start.End, s.Span.End
	s.Body.StartLine, s.Body.StartColumn, s.Body.EndLine = start.EndLine, 1, s.Span.EndLine
	s.Signature = "namespace " + s.Name
	s.Doc, s.DocLine, s.Modifiers = "", start.StartLine, 0
}

func isWritable(property syntax.Node) bool {
	for accessor := range property.Child("accessors").Children() {
		switch accessor.Child("name").Text() {
		case "set", "init":
			return true
		}
	}
	return false
}

var (
	namedTag = regexp.MustCompile(`<(?:param|typeparam|exception)\s+(?:name|cref)="([^"]*)"\s*>`)
	valueTag = regexp.MustCompile(`<\w+\s+(?:name|cref|langword|href)="([^"]*)"\s*/>`)
	otherTag = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
)

// plain takes the tags out of an XML comment.
func plain(doc string) string {
	if !strings.ContainsRune(doc, '<') {
		return doc
	}
	doc = namedTag.ReplaceAllString(doc, "$1: ")
	doc = valueTag.ReplaceAllString(doc, "$1")
	doc = otherTag.ReplaceAllString(doc, "")
	lines := strings.Split(doc, "\n")
	kept := lines[:0]
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return strings.Join(kept, "\n")
}

// parameters counts `params T[] x` too, whose parts stand in the list itself.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.Is("parameter") || p.Field() == "name" {
			n++
		}
	}
	return n
}

// imported says that a using directive without an alias brings in all members.
func imported(_ syntax.Node, i *code.Import) bool {
	i.Path, _, _ = strings.Cut(i.Path, "<")
	if i.Alias == "" {
		i.Name = "*"
	}
	return true
}

// reference drops operators that look like calls, and the names of namespaces
// where they are declared or used.
func reference(name syntax.Node, r *code.Ref) bool {
	switch r.Kind {
	case code.RefCall:
		return r.Name != "nameof" || r.Receiver != ""
	case code.RefType:
		top := name.Parent()
		for top.Is("qualified_name", "alias_qualified_name") {
			top = top.Parent()
		}
		return r.Name != "dynamic" && !top.Is("using_directive", "namespace_declaration", "file_scoped_namespace_declaration")
	}
	return true
}
