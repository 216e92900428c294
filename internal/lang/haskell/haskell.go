// Package haskell is the Haskell language.
package haskell

import (
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-haskell/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Haskell.
func New() *lang.Language {
	return &lang.Language{
		Name:         "haskell",
		Extensions:   []string{".hs"},
		Interpreters: []string{"runghc", "runhaskell", "stack"},
		LineComment:  "--",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Import:     imported,
			Reference:  reference,
			Attributes: []string{"pragma"},
			Clauses:    true,
		},
	}
}

// symbol drops local definitions and says of the others what Haskell says by
// their type, their place and the module's list of exports.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	document(definition, s)
	switch definition.Kind() {
	case "signature", "function", "bind":
		parent := definition.Parent()
		lost := parent.Is("ERROR") && s.Span.StartColumn == 1
		if !lost && !parent.Is("declarations", "class_declarations", "instance_declarations") {
			return false
		}
		if parent.Is("declarations") && isConstant(definition) {
			s.Kind = code.KindConstant
			line, _, _ := strings.Cut(definition.Text(), "\n")
			s.Signature = fold(line)
		}
	case "foreign_import":
		s.Modifiers |= code.Extern
	case "constructor":
		whole(definition.Parent(), s)
	case "data_type":
		dataType(definition, s)
	case "newtype", "class", "type_family":
		head(definition, s)
	}
	parameters(definition, s)
	if exported(definition, s.Name) {
		s.Modifiers |= code.Exported
	}
	return true
}

// whole gives a constructor of a record its fields back.
func whole(constructor syntax.Node, s *code.Symbol) {
	s.Span = constructor.Span()
	s.Signature = fold(constructor.Text())
}

// dataType tells a product from a sum.
func dataType(definition syntax.Node, s *code.Symbol) {
	n := 0
	for c := range definition.Child("constructors").Children() {
		if c.Field() == "constructor" {
			n++
		}
	}
	if n == 1 {
		s.Kind = code.KindStruct
	}
	head(definition, s)
}

// head cuts a signature before the constructors or the members.
func head(definition syntax.Node, s *code.Symbol) {
	for c := range definition.Children() {
		if c.Is("=", "where") || c.Field() == "constructors" || c.Field() == "declarations" || c.Is("deriving") {
			s.Signature = fold(string(definition.Bytes()[:c.Span().Start-definition.Span().Start]))
			return
		}
	}
}

const maxText = 400

// fold takes comments at the ends of lines out, and makes one line of the rest.
func fold(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i], _, _ = strings.Cut(l, "-- ")
	}
	text = strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	return strings.ToValidUTF8(text[:min(len(text), maxText)], "")
}

// document reads the comments that point back at what they follow, `-- ^`.
func document(definition syntax.Node, s *code.Symbol) {
	s.Doc = strings.TrimSpace(strings.TrimPrefix(s.Doc, "|"))
	if strings.HasPrefix(s.Doc, "^") {
		s.Doc, s.DocLine = "", s.Span.StartLine
	}
	if next := definition.Next(); s.Doc == "" && next.Is("haddock") && definition.Is("data_constructor", "field") {
		if text, ok := strings.CutPrefix(next.Text(), "-- ^"); ok {
			s.Doc = strings.TrimSpace(text)
		}
	}
}

// isConstant reports whether a binding is a plain value: it takes nothing and
// is of a simple type, or is written as a literal.
func isConstant(definition syntax.Node) bool {
	binding := definition
	if definition.Is("signature") {
		switch t := definition.Child("type"); {
		case t.Is("name", "list", "tuple"):
			return true
		case !t.Is("apply"):
			return false
		}
		binding = definition.Next()
	}
	return binding.Is("bind") && binding.Child("match").Child("expression").Is("literal", "list", "tuple", "record")
}

// parameters takes the type of a signature apart, or else counts patterns.
func parameters(definition syntax.Node, s *code.Symbol) {
	signature := definition
	if definition.Is("foreign_import", "pattern_synonym") {
		signature = definition.Find("signature")
	}
	if signature.Is("signature") || definition.Is("gadt_constructor") {
		s.Signature = fold(definition.Text())
		var types []string
		t := signature.Child("type")
		for {
			switch {
			case t.Is("context", "forall") || t.Is("prefix"):
				t = t.Child("type")
				continue
			case t.Is("function", "linear_function"):
				types = append(types, fold(t.Child("parameter").Text()))
				t = t.Child("result")
				continue
			}
			break
		}
		s.Parameters, s.ParameterCount, s.ReturnType = strings.Join(types, " -> "), len(types), fold(t.Text())
		return
	}
	if patterns := definition.Child("patterns"); definition.Is("function") && !patterns.IsNone() {
		s.Parameters = fold(patterns.Text())
		for p := range patterns.Children() {
			if p.IsNamed() && !p.IsComment() {
				s.ParameterCount++
			}
		}
	}
}

// exported looks a name up in the module's list of exports; without a list,
// all that stands at the top of a module is exported.
func exported(definition syntax.Node, name string) bool {
	parent := definition.Parent()
	if !parent.Is("declarations", "foreign_import") {
		return false
	}
	for parent.Is("declarations", "foreign_import") {
		parent = parent.Parent()
	}
	header := parent.Find("header")
	exports := header.Child("exports")
	if exports.IsNone() {
		return true
	}
	for e := range exports.Children() {
		for n := range e.Children() {
			if n.Is("name", "variable", "prefix_id") && strings.Trim(n.Text(), "()") == name {
				return true
			}
		}
	}
	return false
}

// imported makes one import of each name in a list. A module is imported
// itself when all of it is meant, or when it gets another name.
func imported(node syntax.Node, i *code.Import) bool {
	if node.Is("import_name") {
		declaration := node.Parent().Parent()
		i.Path = declaration.Child("module").Text()
		i.Name = strings.Trim(node.Find("name", "variable", "prefix_id").Text(), "()")
		return declaration.Find("qualified").IsNone() && declaration.Find("hiding").IsNone()
	}
	qualified := !node.Find("qualified").IsNone()
	list := !node.Child("names").IsNone() && node.Find("hiding").IsNone()
	if !qualified && !list {
		i.Name = "*"
	}
	return qualified || !list || i.Alias != ""
}

// reference drops the names in lists of imports and exports, what every file
// knows, single letters, which are parameters, and operands that are not
// functions as far as one can see.
func reference(name syntax.Node, r *code.Ref) bool {
	r.Receiver = strings.TrimSuffix(r.Receiver, ".")
	parent := name.Parent()
	if parent.Is("qualified") {
		parent = parent.Parent()
	}
	switch {
	case parent.Is("export", "import_name", "children"):
		return false
	case name.Is("variable") && r.Receiver == "" && len(r.Name) == 1:
		return false
	case name.Is("variable") && parent.Is("infix"):
		return composes[parent.Child("operator").Text()]
	}
	return r.Receiver != "" || !builtin[r.Name]
}

// composes has the operators whose operands are functions or actions.
var composes = map[string]bool{
	"$": true, "$!": true, ".": true, "<$>": true, "<$!>": true, "<&>": true, "<*>": true, "<*": true, "*>": true,
	">>": true, ">>=": true, "=<<": true, ">=>": true, "<=<": true, "&": true, "&&&": true, "***": true, "<|>": true,
}

var builtin = map[string]bool{
	"Bool": true, "Char": true, "Double": true, "Float": true, "IO": true, "Int": true, "Integer": true,
	"String": true, "Type": true, "Word": true, "True": true, "False": true, "otherwise": true, "undefined": true,
	"+": true, "-": true, "*": true, "/": true, "^": true, "==": true, "/=": true, "<": true, "<=": true, ">": true,
	">=": true, "&&": true, "||": true, "++": true, "!!": true, "<>": true, "$": true, "$!": true, ".": true,
	"<$>": true, "<$": true, "$>": true, "<&>": true, "<*>": true, "<*": true, "*>": true, ">>": true, ">>=": true,
	"=<<": true, ">=>": true, "<=<": true, "&": true, "<|>": true,
}
