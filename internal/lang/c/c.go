// Package c is the C language. C++ builds on what it exports.
package c

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-c/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

// Facts is the facts query of C, which holds for C++ as well.
//
//go:embed facts.scm
var Facts string

// New describes C.
func New() *lang.Language {
	return &lang.Language{
		Name:        "c",
		Extensions:  []string{".c", ".h"},
		LineComment: "//",
		Grammar:     grammar.Language,
		Facts:       Facts,
		Rules: lang.Rules{
			Define:     define,
			Symbol:     Symbol,
			Parameters: Parameters,
			Reference:  Reference,
			Prepare:    Prepare,
			Wrappers:   []string{"type_definition", "declaration", "field_declaration", "linkage_specification"},
		},
	}
}

func define(d *lang.Definition) bool {
	Follow(d)
	return d.Name.Is("identifier", "field_identifier", "type_identifier", "primitive_type")
}

// Follow goes down the declarator that was captured as the name, to the name.
// A declarator that ends in name and parameters makes a function. What shares
// its declaration with a type in braces is defined by its declarator alone, or
// the members of the type would lie within it.
func Follow(d *lang.Definition) {
	if !d.Node.Is("function_definition", "declaration", "field_declaration", "type_definition") {
		return
	}
	if t := d.Node.Child("type"); !t.Child("body").IsNone() && (!t.Child("name").IsNone() || d.Kind == code.KindType) {
		d.Node = d.Name
	}
	var function syntax.Node // the innermost, when nothing but the name is below
	for n := below(d.Name); !n.IsNone(); n = below(n) {
		if d.Name.Is("function_declarator") {
			function = d.Name
		} else if !d.Name.Is("parenthesized_declarator") {
			function = syntax.Node{}
		}
		d.Name = n
	}
	if !function.IsNone() && d.Kind != code.KindType {
		d.Kind, d.Params = code.KindFunction, function.Child("parameters")
	}
}

// Symbol drops what only looks like a definition, and says what the grammar
// spreads over declarators: the type with its stars and brackets, the
// signature, whether it is a constant.
func Symbol(definition syntax.Node, s *code.Symbol) bool {
	if Keywords[s.Name] || isLocal(definition, s.Name) || isIncludeGuard(definition) {
		return false
	}
	s.Modifiers &= stated
	declaration := definition
	if definition.Parent().Is("type_definition", "declaration", "field_declaration") {
		declaration = definition.Parent()
		if !together(definition, declaration, s) {
			return false
		}
	}
	s.Signature = strings.TrimRight(s.Signature, ";={\\ ")
	if strings.Count(s.Signature, ")") > strings.Count(s.Signature, "(") {
		s.Signature = strings.TrimSuffix(s.Signature, ")") // of a macro around it
	}
	switch declaration.Kind() {
	case "preproc_function_def":
		s.Signature = "#define " + s.Name + "(" + s.Parameters + ")"
	case "function_definition":
		madeByMacro(definition, s)
		declared(declaration, s)
	case "declaration", "field_declaration":
		if !s.Kind.IsType() {
			declared(declaration, s)
		}
	}
	return true
}

// Reference drops keywords, which the grammar takes for types in broken code,
// and makes TEST in TEST(name) { … } a call.
func Reference(name syntax.Node, r *code.Ref) bool {
	if p := name.Parent(); p.Is("function_definition") && bytes.HasPrefix(p.Bytes(), []byte(name.Text()+"(")) {
		r.Kind = code.RefCall
	}
	return !Keywords[r.Name]
}

// stated are the modifiers that C and C++ have in front of a name; other words
// that are modifiers elsewhere are types here.
const stated = code.Static | code.Extern | code.Inline | code.Const | code.Virtual | code.Deprecated

// Keywords are those that broken code makes look like names.
var Keywords = map[string]bool{
	"break": true, "case": true, "continue": true, "default": true, "do": true, "else": true, "for": true,
	"goto": true, "if": true, "return": true, "sizeof": true, "struct": true, "switch": true, "typedef": true,
	"union": true, "while": true,
}

// together completes a symbol that shares its declaration with a type in
// braces: the type itself, which may be named by the declarator, or one of the
// names declared with it. False means that the two have the same name.
func together(definition, declaration syntax.Node, s *code.Symbol) bool {
	t := declaration.Child("type")
	if definition == t && !t.Child("name").IsNone() {
		s.Modifiers = 0 // they are of what is declared
		return true
	}
	s.Span = declaration.Span()
	name := " " + s.Name
	if definition != t {
		name = " " + definition.Text()
	}
	s.Signature = fold(string(declaration.Before(t.Child("body"))) + name)
	return !declaration.Is("type_definition") || definition == t || t.Child("name").Text() != s.Name
}

// madeByMacro gives a function such as TEST(suite, name) { … } the name that
// the macro makes of its arguments.
func madeByMacro(definition syntax.Node, s *code.Symbol) {
	if t := definition.Child("type"); t.IsNone() || !bytes.HasPrefix(definition.Bytes(), []byte(t.Text()+"(")) {
		return // no trace of what Prepare does
	}
	s.Parameters = strings.Trim(s.Parameters, ",) ")
	arguments := []string{s.Name}
	for p := range definition.Child("declarator").Child("parameters").Children() {
		if !p.IsNamed() {
			continue
		}
		if t := p.Child("type"); !t.Is("type_identifier") || t.Span() != p.Span() {
			return
		}
		arguments = append(arguments, p.Text())
	}
	s.Name, s.Parameters, s.ParameterCount = strings.Join(arguments, "."), "", 0
}

// Parameters counts what stands between the parentheses; `(void)` is nothing.
func Parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.IsNamed() && !p.IsComment() || p.Is("...") {
			n++
		}
	}
	if n == 1 && strings.Trim(list.Text(), "( )") == "void" {
		return 0
	}
	return n
}

// isLocal reports whether a declaration stands in a body. The extractor knows
// that for variables of functions that it sees; macros hide some, and what
// looks like a prototype or a function there is a variable or a loop.
func isLocal(n syntax.Node, name string) bool {
	switch {
	case n.Is("declaration"), n.Field() == "declarator" && n.Parent().Is("declaration"):
	case n.Is("function_definition") && (n.Child("declarator").Is("parenthesized_declarator") || name == strings.ToUpper(name)):
	default:
		return false
	}
	for p := n.Parent(); !p.IsNone(); p = p.Parent() {
		if p.Is("compound_statement") {
			return true
		}
	}
	return false
}

// isIncludeGuard recognises the #define after #ifndef of the same name, when
// it has no value and more follows.
func isIncludeGuard(n syntax.Node) bool {
	around := n.Parent()
	return n.Is("preproc_def") && n.Child("value").IsNone() && around.Is("preproc_ifdef") &&
		around.Child("name").Text() == n.Child("name").Text() && !n.Next().Is("#endif")
}

// declared reads the type that a declaration gives to s.
func declared(declaration syntax.Node, s *code.Symbol) {
	if !s.Kind.IsCallable() {
		s.ReturnType = strings.TrimSpace(head(declaration) + " " + abstract(declaration, s, "identifier", "field_identifier"))
		if s.Kind == code.KindVariable && isConstant(declaration, s) {
			s.Kind = code.KindConstant
		}
		return
	}
	if !hasQualifier(declaration, "constexpr", "consteval") {
		s.Modifiers &^= code.Const // of what is returned, not of the function
	}
	if strings.HasPrefix(s.Signature, declaration.Child("type").Text()+"(") {
		s.ReturnType = "" // a macro made the function
		return
	}
	s.ReturnType = strings.TrimSpace(head(declaration) + " " + abstract(declaration, s, "function_declarator"))
}

// head is the type as it stands in front of the declarators, without a body.
func head(declaration syntax.Node) string {
	var words []string
	at := 0 // of the type
	for c := range declaration.Children() {
		switch {
		case c.Field() == "type":
			text := c.Text()
			if body := c.Child("body"); !body.IsNone() {
				text = string(c.Before(body))
			}
			at = len(words)
			words = append(words, strings.Fields(text)...)
		case c.Is("type_qualifier") && slices.Contains([]string{"const", "volatile", "restrict", "_Atomic"}, c.Text()):
			words = append(words, c.Text())
		case c.Is("ERROR") && at < len(words):
			words[at] = fold(c.Text()) // in `API int f()` the grammar takes the macro for the type
		case c.Field() == "declarator":
			return strings.Join(words, " ")
		}
	}
	return strings.Join(words, " ")
}

// abstract is the declarator of s without the innermost node of the kinds, as
// one writes the type without a name: `*[3]` for `*names[3]`.
func abstract(declaration syntax.Node, s *code.Symbol, kinds ...string) string {
	for d := range declaration.Children() {
		if d.Field() != "declarator" {
			continue
		}
		if d.Is("init_declarator") {
			d = d.Child("declarator")
		}
		var cut syntax.Node
		for n := d; !n.IsNone(); n = below(n) {
			if n.Is(kinds...) {
				cut = n
			}
		}
		at := cut.Span()
		if cut.IsNone() || at.StartLine > s.NameLine || at.EndLine < s.NameLine {
			continue
		}
		if !s.Kind.IsCallable() && at.StartColumn+at.End-at.Start != s.NameColumn+uint32(len(s.Name)) {
			continue // another of `int a, *b`
		}
		text, from := d.Text(), d.Span().Start
		text = text[:at.Start-from] + text[at.End-from:]
		return fold(text)
	}
	return ""
}

// below is the declarator within a declarator.
func below(n syntax.Node) syntax.Node {
	if n.Is("parenthesized_declarator", "reference_declarator", "attributed_declarator") {
		for c := range n.Children() {
			if c.IsNamed() && !c.IsComment() {
				return c
			}
		}
	}
	if n.Is("operator_cast") {
		return syntax.Node{} // C++: its declarator has no name
	}
	return n.Child("declarator")
}

func isConstant(declaration syntax.Node, s *code.Symbol) bool {
	if strings.ContainsAny(s.ReturnType, "*&") {
		return strings.Contains(s.ReturnType[strings.LastIndexAny(s.ReturnType, "*&"):], "const")
	}
	return hasQualifier(declaration, "const", "constexpr", "constinit")
}

func hasQualifier(declaration syntax.Node, words ...string) bool {
	for c := range declaration.Children() {
		if c.Is("type_qualifier") && slices.Contains(words, c.Text()) {
			return true
		}
	}
	return false
}

func fold(text string) string { return strings.Join(strings.Fields(text), " ") }
