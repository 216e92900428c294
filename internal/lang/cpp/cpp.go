// Package cpp is the C++ language. What it shares with C stands in package c.
package cpp

import (
	_ "embed"
	"slices"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-cpp/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/lang/c"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes C++. The extension .h is C's; who scans decides by content.
func New() *lang.Language {
	return &lang.Language{
		Name:        "cpp",
		Extensions:  []string{".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".ixx", ".cppm"},
		LineComment: "//",
		Separator:   "::",
		Grammar:     grammar.Language,
		Facts:       facts + c.Facts,
		Rules: lang.Rules{
			Define:     define,
			Symbol:     symbol,
			Parameters: c.Parameters,
			Import:     imported,
			Reference:  reference,
			Wrappers: []string{
				"type_definition", "declaration", "field_declaration", "linkage_specification",
				"template_declaration", "friend_declaration",
			},
			Prepare: c.Prepare,
		},
	}
}

// define takes the scopes off a name and tells methods and constructors.
func define(d *lang.Definition) bool {
	c.Follow(d)
	var scopes []string
	for d.Name.Is("qualified_identifier", "nested_namespace_specifier", "template_type", "template_function") {
		if d.Name.Is("nested_namespace_specifier") {
			text := d.Name.Text()
			for n := range d.Name.Children() {
				d.Name = n
			}
			scopes = append(scopes, strings.TrimRight(strings.TrimSuffix(text, d.Name.Text()), ": "))
			continue
		}
		if scope := d.Name.Child("scope"); scope.Is("template_type") {
			scopes = append(scopes, scope.Child("name").Text())
		} else if !scope.IsNone() {
			scopes = append(scopes, scope.Text())
		}
		d.Name = d.Name.Child("name")
	}
	d.Receiver = strings.Join(scopes, "::")
	if d.Kind == code.KindFunction {
		owner := class(d.Node).Text()
		if len(scopes) > 0 {
			d.Kind = code.KindMethod
			owner = scopes[len(scopes)-1]
		}
		if owner == d.Name.Text() && d.Node.Child("type").IsNone() {
			d.Kind = code.KindConstructor
		}
	}
	return !d.Name.Is("structured_binding_declarator")
}

// class is the name of the class in whose body n stands, or none.
func class(n syntax.Node) syntax.Node {
	list := members(n)
	name := list.Parent().Child("name")
	if name.Is("template_type") {
		name = name.Child("name")
	}
	return name
}

// members is the list of members that n belongs to, or none.
func members(n syntax.Node) syntax.Node {
	for p := n.Parent(); !p.IsNone(); p = p.Parent() {
		switch {
		case p.Is("field_declaration_list"):
			return p
		case p.Is("compound_statement", "declaration_list"):
			return syntax.Node{}
		}
	}
	return syntax.Node{}
}

func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = operator(s.Name)
	if !c.Symbol(definition, s) || keywords[s.Name] || keywords[s.ReturnType] {
		return false
	}
	s.Modifiers |= access(definition)
	if s.Kind == code.KindField && s.Modifiers&(code.Static|code.Const) == code.Static|code.Const {
		s.Kind = code.KindConstant
	}
	if s.Kind.IsCallable() && s.Kind != code.KindMacro {
		function(definition, s)
	}
	if list := definition.Find("field_initializer_list"); !list.IsNone() {
		s.Signature = fold(definition.Before(list))
	}
	if t := definition.Parent(); t.Is("template_declaration") {
		s.Signature = fold(t.Before(definition)) + " " + s.Signature
		s.Span = t.Span()
	}
	return true
}

// operator writes `operator ==` and a conversion `operator bool() const` as names.
func operator(name string) string {
	rest, ok := strings.CutPrefix(name, "operator")
	if !ok || rest == "" || rest[0] == '_' {
		return name
	}
	rest = strings.Join(strings.Fields(rest), " ")
	if strings.IndexByte("()[]<>=!+-*/%&|^~,\"", rest[0]) >= 0 {
		return "operator" + rest
	}
	rest, _, _ = strings.Cut(rest, "(")
	return "operator " + rest
}

// access is what the section says in which a member stands.
func access(definition syntax.Node) code.Modifiers {
	member, list := definition, definition.Parent()
	for list.Is("template_declaration", "field_declaration", "friend_declaration", "declaration", "type_definition") {
		member, list = list, list.Parent()
	}
	if !list.Is("field_declaration_list") {
		return 0
	}
	for n, steps := member, 0; !n.IsNone() && steps < maxSection; n, steps = n.Previous(), steps+1 {
		if n.Is("access_specifier") {
			found, _ := code.ParseModifier(n.Text())
			return found
		}
	}
	if list.Parent().Is("class_specifier") {
		return code.Private
	}
	return 0
}

// maxSection bounds how far back a section may start.
const maxSection = 2000

// function reads what stands after the parameters.
func function(definition syntax.Node, s *code.Symbol) {
	declarator := definition.Child("declarator")
	for !declarator.IsNone() && !declarator.Is("function_declarator") {
		declarator = declarator.Find("function_declarator", "pointer_declarator", "reference_declarator", "parenthesized_declarator")
	}
	for n := range declarator.Children() {
		switch {
		case n.Is("type_qualifier") && n.Text() == "const":
			s.Modifiers |= code.Const
		case n.Is("virtual_specifier"):
			m, _ := code.ParseModifier(n.Text())
			s.Modifiers |= m
		case n.Is("trailing_return_type"):
			s.ReturnType = strings.TrimLeft(n.Text(), "-> ")
		}
	}
	if definition.Child("default_value").Text() == "0" || !definition.Find("pure_virtual_clause").IsNone() {
		s.Modifiers |= code.Abstract
	}
}

// imported splits what `using` names; in a class it imports nothing.
func imported(node syntax.Node, i *code.Import) bool {
	if !node.Is("using_declaration") {
		return true
	}
	if !node.Find("namespace").IsNone() {
		i.Name = "*"
	} else if at := strings.LastIndex(i.Path, "::"); at >= 0 {
		i.Path, i.Name = i.Path[:at], i.Path[at+2:]
	}
	return !node.Parent().Is("field_declaration_list")
}

// reference finds the receiver of a qualified name, and drops what is no name.
func reference(name syntax.Node, r *code.Ref) bool {
	for name.Is("qualified_identifier", "template_function", "template_type") {
		name = name.Child("name")
		at := name.Span()
		r.Name, r.Line, r.Column = name.Text(), at.StartLine, at.StartColumn
	}
	if r.Receiver == "" {
		outer := name
		for p := outer.Parent(); outer.Field() == "name" && p.Is("qualified_identifier", "template_function", "template_type"); p = p.Parent() {
			outer = p
		}
		r.Receiver = strings.Trim(fold(outer.Before(name)), ": ")
	}
	return r.Name != "" && c.Reference(name, r) && !keywords[r.Name] && !slices.Contains(casts, r.Name)
}

var casts = []string{"static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"}

// keywords are those that broken code makes look like names.
var keywords = map[string]bool{
	"catch": true, "class": true, "delete": true, "export": true, "import": true, "module": true,
	"namespace": true, "new": true, "operator": true, "template": true, "throw": true, "try": true,
	"typename": true, "using": true,
}

func fold(b []byte) string { return strings.Join(strings.Fields(string(b)), " ") }
