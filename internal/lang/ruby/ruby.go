// Package ruby is the Ruby language.
package ruby

import (
	_ "embed"
	"slices"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Ruby.
func New() *lang.Language {
	return &lang.Language{
		Name:       "ruby",
		Extensions: []string{".rb", ".rbw", ".rake", ".gemspec", ".ru", ".podspec", ".thor", ".jbuilder"},
		Filenames: []string{
			"Gemfile", "Rakefile", "Guardfile", "Capfile", "Podfile", "Fastfile", "Vagrantfile", "Brewfile",
			"Berksfile", "Thorfile", "Dangerfile", "Appraisals", ".irbrc", ".pryrc", ".simplecov",
		},
		Interpreters: []string{"ruby", "jruby", "truffleruby", "rake"},
		LineComment:  "#",
		Separator:    "::",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
			Assigns:   true,
		},
	}
}

// symbol reads what Ruby says by calls and by place: visibility, class methods.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = strings.TrimPrefix(s.Name, ":")
	s.Parameters = strings.Trim(s.Parameters, "|")
	s.Doc = withoutDirectives(s.Doc)
	switch definition.Kind() {
	case "module", "class":
		s.Signature = withoutEnd(s.Signature)
	case "method", "singleton_method":
		s.Signature = withoutEnd(s.Signature)
		method(definition, s)
		s.Modifiers |= visibility(definition, s.Name)
	case "call":
		declared(definition, s)
	case "alias":
		return !strings.HasPrefix(s.Name, "$")
	case "assignment":
		if s.Kind == code.KindConstant {
			s.Modifiers |= visibility(definition, s.Name)
		}
	}
	return true
}

// method tells constructors, methods of modules and methods of the class itself apart.
func method(definition syntax.Node, s *code.Symbol) {
	around := definition.Parent()
	for !around.IsNone() && !around.Is("module", "class", "singleton_class", "method", "singleton_method") {
		around = around.Parent()
	}
	if s.Kind == code.KindFunction && around.Is("module", "class", "singleton_class") {
		s.Kind = code.KindMethod
	}
	switch {
	case definition.Is("singleton_method") || around.Is("singleton_class"):
		s.Modifiers |= code.Static
	case s.Name == "initialize" && s.Kind == code.KindMethod:
		s.Kind = code.KindConstructor
	}
}

// declared completes what attr_reader, define_method and their like declare.
func declared(call syntax.Node, s *code.Symbol) {
	word := call.Child("method").Text()
	if strings.HasSuffix(word, "attr_reader") {
		s.Modifiers |= code.Readonly
	}
	if call.Parent().Parent().Is("singleton_class") || word == "define_singleton_method" {
		s.Modifiers |= code.Static
	}
	if word != "alias_method" {
		s.Modifiers |= visibility(call, s.Name)
	}
}

var visibilities = map[string]code.Modifiers{
	"private": code.Private, "protected": code.Protected, "public": code.Public, "module_function": code.Static,
	"private_class_method": code.Private, "private_constant": code.Private,
}

// maxSiblings bounds the search for a section; what is longer is generated.
const maxSiblings = 4000

// visibility finds the modifier in front of a definition, the section it
// stands in, or a later call that names it.
func visibility(definition syntax.Node, name string) code.Modifiers {
	if list := definition.Parent(); list.Is("argument_list") {
		call := list.Parent()
		if m, ok := visibilities[call.Child("method").Text()]; ok && call.Child("receiver").IsNone() {
			return m
		}
	}
	if !definition.Parent().Is("body_statement") {
		return 0
	}
	var section, named code.Modifiers
	n := 0
	for c := range definition.Parent().Children() {
		if n++; n > maxSiblings {
			break
		}
		switch {
		case c.Is("identifier") && c.Index() < definition.Index():
			if m, ok := visibilities[c.Text()]; ok {
				section = m
			}
		case c.Is("call"):
			if m, ok := visibilities[c.Child("method").Text()]; ok && mentions(c.Child("arguments"), name) {
				named = m
			}
		}
	}
	switch {
	case named != 0:
		return named
	case definition.Is("method", "call"):
		return section
	}
	return 0
}

func mentions(arguments syntax.Node, name string) bool {
	for a := range arguments.Children() {
		if a.Is("simple_symbol") && a.Text() == ":"+name {
			return true
		}
	}
	return false
}

// withoutEnd removes the end of a definition that has no body.
func withoutEnd(signature string) string {
	if rest, ok := strings.CutSuffix(signature, "end"); ok {
		if trimmed := strings.TrimRight(rest, " ;"); trimmed != rest {
			signature = trimmed
		}
	}
	return strings.TrimRight(signature, " ;")
}

// withoutDirectives removes comments for tools from a doc comment.
func withoutDirectives(doc string) string {
	lines := slices.DeleteFunc(strings.Split(doc, "\n"), func(l string) bool {
		return strings.HasPrefix(l, "rubocop:") || strings.HasPrefix(l, "frozen_string_literal:") || strings.HasPrefix(l, ":nodoc:")
	})
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// imported marks paths that are relative to the file.
func imported(node syntax.Node, i *code.Import) bool {
	i.Name = strings.TrimPrefix(i.Name, ":")
	if node.Child("method").Text() == "require_relative" && !strings.HasPrefix(i.Path, ".") {
		i.Path = "./" + i.Path
	}
	return true
}

// reference drops the calls that are declarations, the new of X.new, which is
// a call of X, and built-in classes.
func reference(name syntax.Node, r *code.Ref) bool {
	switch {
	case r.Kind == code.RefInherit:
		return true
	case r.Kind == code.RefType:
		return !builtin[r.Name] && name.Field() != "scope"
	case name.Field() == "receiver":
		return !builtin[r.Name]
	case r.Name == "new":
		return r.Receiver == "" || !startsConstant(r.Receiver)
	}
	return r.Receiver != "" || !declares[r.Name] && (name.Field() == "method" || !isVariable(name))
}

// maxSearched bounds the search for a variable, in nodes: what is larger is
// mostly a script or a test, in which few names are calls.
const maxSearched = 2000

// isVariable reports whether a name may be a parameter or a local variable of
// the method around it.
func isVariable(name syntax.Node) bool {
	around := name.Parent()
	for !around.Parent().IsNone() && !around.Is("method", "singleton_method", "class", "module", "singleton_class") {
		around = around.Parent()
	}
	return around.End()-around.Index() > maxSearched || binds(around, name.Text())
}

func binds(n syntax.Node, name string) bool {
	for c := range n.Children() {
		switch {
		case c.Is("identifier"):
			if c.Text() == name && (c.Field() == "left" || n.Is(binders...)) {
				return true
			}
		case c.IsNamed() && !c.Is("class", "module", "singleton_class"):
			if binds(c, name) {
				return true
			}
		}
	}
	return false
}

// binders are the nodes whose names are variables.
var binders = []string{
	"left_assignment_list", "rest_assignment", "destructured_left_assignment", "method_parameters", "block_parameters",
	"lambda_parameters", "destructured_parameter", "optional_parameter", "keyword_parameter", "splat_parameter",
	"hash_splat_parameter", "block_parameter", "exception_variable", "for", "as_pattern", "array_pattern", "keyword_pattern",
}

func startsConstant(receiver string) bool {
	receiver = strings.TrimPrefix(receiver, "::")
	return receiver != "" && receiver[0] >= 'A' && receiver[0] <= 'Z' && !strings.ContainsAny(receiver, ".(")
}

var declares = map[string]bool{
	"require": true, "require_relative": true, "load": true, "autoload": true, "include": true, "extend": true,
	"prepend": true, "attr_accessor": true, "attr_reader": true, "attr_writer": true, "private": true, "public": true,
	"protected": true, "module_function": true, "private_class_method": true, "public_class_method": true,
	"private_constant": true, "define_method": true, "define_singleton_method": true, "alias_method": true,
}

var builtin = map[string]bool{
	"Array": true, "BasicObject": true, "Class": true, "Data": true, "FalseClass": true, "Float": true, "Hash": true,
	"Integer": true, "Module": true, "NilClass": true, "Numeric": true, "Object": true, "Proc": true, "Range": true,
	"Regexp": true, "String": true, "Struct": true, "Symbol": true, "TrueClass": true,
}
