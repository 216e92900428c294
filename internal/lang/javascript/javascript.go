// Package javascript is the JavaScript language, and what TypeScript shares with it.
package javascript

import (
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-javascript/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

var (
	//go:embed facts.scm
	facts string

	// ECMAScript is the part of the facts query that TypeScript shares.
	//go:embed ecmascript.scm
	ECMAScript string

	// JSX is the part of the facts query for elements in code.
	//go:embed jsx.scm
	JSX string
)

// New describes JavaScript.
func New() *lang.Language {
	return &lang.Language{
		Name:         "javascript",
		Extensions:   []string{".js", ".jsx", ".mjs", ".cjs"},
		Filenames:    []string{"Jakefile"},
		Interpreters: []string{"node", "nodejs", "bun"},
		LineComment:  "//",
		Grammar:      grammar.Language,
		Facts:        ECMAScript + JSX + facts,
		Rules:        Rules(),
	}
}

// Rules are the rules of JavaScript and TypeScript.
func Rules() lang.Rules {
	return lang.Rules{
		Symbol:        symbol,
		Parameters:    parameters,
		Import:        imported,
		Reference:     reference,
		Assigns:       true,
		BlankAfterDoc: true,
		Attributes:    []string{"decorator"},
		Wrappers:      []string{"export_statement", "lexical_declaration", "variable_declaration", "ambient_declaration"},
	}
}

// symbol decides by the definition's node whether it is a symbol and completes it.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = strings.Trim(s.Name, "\"'`")
	if strings.HasPrefix(s.Name, "#") {
		s.Modifiers |= code.Private
	}
	function := definition
	switch definition.Kind() {
	case "variable_declarator":
		function = definition.Child("value")
		if !declared(definition, s) {
			return false
		}
	case "pair":
		function = definition.Child("value")
		if isLocal(definition) && !ofPrototype(definition) {
			return false
		}
	case "assignment_expression":
		function = definition.Child("right")
		if !assigned(definition, s) {
			return false
		}
	case "field_definition", "public_field_definition", "export_statement":
		function = definition.Child("value")
	case "method_definition", "method_signature", "abstract_method_signature":
		if definition.Parent().Is("object") && isLocal(definition) && !ofPrototype(definition) {
			return false
		}
		method(definition, s)
	case "function_expression", "generator_function", "class":
		if isNamedByParent(definition) {
			return false
		}
		if definition.Parent().Child("left").Text() == "module.exports" {
			s.Modifiers |= code.Exported
		}
	}
	if s.Kind.IsCallable() {
		readFunction(function, s)
	}
	if isAmbient(definition) {
		s.Modifiers |= code.Extern
	}
	for c := range definition.Children() {
		if c.Is("?") {
			s.Modifiers |= code.Optional
		}
	}
	return true
}

// isAmbient reports whether TypeScript's declare stands before a definition.
func isAmbient(definition syntax.Node) bool {
	if definition.Parent().Is("lexical_declaration", "variable_declaration") {
		definition = definition.Parent()
	}
	return definition.Is("ambient_declaration") || definition.Parent().Is("ambient_declaration")
}

// declared completes what const, let or var declares. What comes from
// require is an import, and what is local is no symbol.
func declared(declarator syntax.Node, s *code.Symbol) bool {
	declaration := declarator.Parent()
	keyword, _, _ := strings.Cut(declaration.Text(), " ")
	if !s.Kind.IsData() {
		s.Modifiers &^= code.Const
	} else {
		if strings.HasPrefix(declarator.Child("value").Text(), "require(") || isLocal(declarator) {
			return false
		}
		if keyword == "const" {
			s.Kind = code.KindConstant
		}
	}
	s.Signature = keyword + " " + s.Signature
	return true
}

// assigned completes what an assignment to a member defines.
func assigned(assignment syntax.Node, s *code.Symbol) bool {
	left := assignment.Child("left")
	object := left.Child("object")
	right := assignment.Child("right").Text()
	switch {
	case left.Text() == "module.exports" || object.Text() == "exports" || object.Text() == "module.exports":
		s.Modifiers |= code.Exported
		return !isLocal(assignment) && !strings.HasPrefix(right, "require(")
	case object.Is("this"):
		f := enclosingFunction(assignment)
		return s.Kind.IsCallable() || !strings.HasSuffix(right, ".bind(this)") && f.Is("method_definition") && f.Child("name").Text() == "constructor"
	case object.Child("property").Text() == "prototype":
		return true
	}
	return !isLocal(assignment)
}

// ofPrototype reports whether a method stands in X.prototype = {…}.
func ofPrototype(method syntax.Node) bool {
	assignment := method.Parent().Parent()
	return assignment.Is("assignment_expression") && assignment.Child("left").Child("property").Text() == "prototype"
}

// method tells constructors and accessors from methods.
func method(definition syntax.Node, s *code.Symbol) {
	if s.Name == "constructor" && definition.Parent().Is("class_body") {
		s.Kind = code.KindConstructor
	}
	for c := range definition.Children() {
		switch {
		case c.Field() == "name":
			return
		case c.Is("get", "set", "static get"):
			s.Kind, s.Parameters, s.ParameterCount = code.KindProperty, "", 0
		case c.Is("*"):
			s.Modifiers |= code.Generator
		}
	}
}

// readFunction reads what a function says after its name: async, the asterisk
// of a generator, and a parameter without parentheses.
func readFunction(f syntax.Node, s *code.Symbol) {
	for c := range f.Children() {
		switch {
		case c.Is("async"):
			s.Modifiers |= code.Async
		case c.Is("*"):
			s.Modifiers |= code.Generator
		case c.Field() == "parameter":
			s.Parameters, s.ParameterCount = c.Text(), 1
		case c.Field() == "body":
			return
		}
	}
}

// isNamedByParent reports whether another definition gives a function or class
// its name, as in x = function y() {}.
func isNamedByParent(value syntax.Node) bool {
	parent := value.Parent()
	switch parent.Kind() {
	case "variable_declarator", "pair", "field_definition", "public_field_definition":
		return true
	case "assignment_expression":
		return value.Is("function_expression", "generator_function") &&
			parent.Child("left").Is("member_expression") && parent.Child("left").Text() != "module.exports"
	}
	return false
}

func enclosingFunction(n syntax.Node) syntax.Node {
	p := n.Parent()
	for range maxDepth {
		if p.Is("function_declaration", "generator_function_declaration", "method_definition", "function_expression", "generator_function") {
			return p
		}
		p = p.Parent()
	}
	return syntax.Node{}
}

// maxDepth bounds walks to the root; what lies deeper is generated.
const maxDepth = 500

// isLocal reports whether a definition is visible within a function or block
// only. A function that wraps a whole module, as in (function () {…})(), does not count.
func isLocal(definition syntax.Node) bool {
	lexical := definition.Parent().Is("lexical_declaration")
	p := definition.Parent()
	for range maxDepth {
		switch p.Kind() {
		case "":
			return false
		case "function_declaration", "generator_function_declaration", "method_definition", "generator_function",
			"class_static_block", "for_statement", "for_in_statement":
			return true
		case "function_expression", "arrow_function":
			if !wrapsModule(p) {
				return true
			}
		case "statement_block":
			if lexical && !p.Parent().Is("function_expression", "arrow_function", "internal_module", "module", "ambient_declaration") {
				return true
			}
		}
		p = p.Parent()
	}
	return true
}

// wrapsModule recognises (function () {…})(), define(function () {…}) and the
// factory in (function (root, factory) {…})(this, function () {…}).
func wrapsModule(function syntax.Node) bool {
	parent := function.Parent()
	if parent.Is("arguments") {
		callee := parent.Parent().Child("function")
		return callee.Text() == "define" || callee.Is("function_expression", "parenthesized_expression")
	}
	return parent.Is("parenthesized_expression") || parent.Is("call_expression") && function.Field() == "function"
}

// parameters counts patterns; a single one may stand without parentheses.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.IsNamed() && !p.IsExtra() && !p.Child("pattern").Is("this") {
			n++
		}
	}
	return n
}

// imported names what an import takes: "default", "*" or a member. A module
// that is required is known by the variable it is assigned to.
func imported(node syntax.Node, i *code.Import) bool {
	switch node.Kind() {
	case "identifier":
		i.Name = "default"
	case "namespace_import", "namespace_export":
		i.Name = "*"
	case "call_expression":
		return required(node, i)
	}
	if i.Alias == i.Name || i.Alias == i.Path {
		i.Alias = ""
	}
	return true
}

// required completes require("x") and import("x") by what becomes of it.
func required(call syntax.Node, i *code.Import) bool {
	parent := call.Parent()
	if call.Child("function").Is("identifier") && parent.Is("member_expression") {
		i.Name = parent.Child("property").Text()
		parent = parent.Parent()
	}
	if parent.Is("await_expression", "call_expression") {
		parent = parent.Parent()
	}
	switch parent.Kind() {
	case "variable_declarator":
		name := parent.Child("name")
		if name.Is("object_pattern") && parent.Child("value").Index() == call.Index() {
			return false // its pattern gives one import for each name
		}
		if name.Is("identifier") {
			i.Alias = name.Text()
		}
	case "assignment_expression":
		i.Alias = parent.Child("left").Child("property").Text()
	}
	if i.Alias == i.Name || i.Alias == i.Path {
		i.Alias = ""
	}
	return true
}

// reference drops calls that are imports.
func reference(_ syntax.Node, r *code.Ref) bool {
	return r.Kind != code.RefCall || r.Name != "require" || r.Receiver != ""
}
