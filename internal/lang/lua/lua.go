// Package lua is the Lua language.
package lua

import (
	"bytes"
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Lua.
func New() *lang.Language {
	return &lang.Language{
		Name:         "lua",
		Extensions:   []string{".lua", ".rockspec"},
		Filenames:    []string{".luacheckrc"},
		Interpreters: []string{"lua", "luajit", "texlua"},
		LineComment:  "--",
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

// symbol drops names of imports and fields of tables that are no module's, and
// tells which tables are modules and classes.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Signature = strings.TrimRight(strings.TrimSuffix(s.Signature, " end"), "={ ")
	local := bytes.HasPrefix(definition.Bytes(), []byte("local"))
	if definition.Is("field") {
		return isMember(definition, s.Kind)
	}
	if s.Kind.IsCallable() {
		if local {
			s.Modifiers |= code.Private
		}
		return !definition.Is("assignment_statement") || !inFunction(definition)
	}
	value := valueOf(definition, s.Name)
	if isRequire(value) || s.Name == "__index" || s.Name == "_" {
		return false
	}
	if kind := tableKind(definition, value, s); kind != code.KindUnknown {
		s.Kind = kind
	} else if local {
		s.Modifiers |= code.Private
	}
	return true
}

// inFunction reports whether a statement belongs to a function, where it
// assigns to some table or variable of the moment.
func inFunction(n syntax.Node) bool {
	for p := n.Parent(); !p.IsNone(); p = p.Parent() {
		if p.Is("function_declaration", "function_definition") {
			return true
		}
	}
	return false
}

// isMember reports whether a field stands in a table of the file itself, not
// in one that is passed around. Plain values count at the first level only.
func isMember(field syntax.Node, kind code.Kind) bool {
	tables := 0
	for p := field.Parent(); !p.Is("chunk"); p = p.Parent() {
		switch p.Kind() {
		case "table_constructor":
			if tables++; tables > 1 && !kind.IsCallable() {
				return false
			}
		case "field", "expression_list", "assignment_statement", "variable_declaration":
		case "return_statement":
			return tables == 1
		default:
			return false
		}
	}
	return tables == 1 || kind.IsCallable()
}

// valueOf is what an assignment gives to a name.
func valueOf(definition syntax.Node, name string) syntax.Node {
	assignment := definition
	if definition.Is("variable_declaration") {
		assignment = definition.Find("assignment_statement")
	}
	position := 0
	for n := range assignment.Find("variable_list").Children() {
		if !n.IsNamed() {
			continue
		}
		if n.Text() == name || n.Child("field").Text() == name {
			return valueAt(assignment, position)
		}
		position++
	}
	return syntax.Node{}
}

func valueAt(assignment syntax.Node, position int) syntax.Node {
	for v := range assignment.Find("expression_list").Children() {
		if v.IsNamed() {
			if position == 0 {
				return v
			}
			position--
		}
	}
	return syntax.Node{}
}

func isRequire(value syntax.Node) bool {
	for value.Is("dot_index_expression") {
		value = value.Child("table")
	}
	return value.Is("function_call") && value.Child("name").Text() == "require"
}

// tableKind is module or class for a table that functions of the file are
// attached to, class for one that is documented as such, and unknown otherwise.
func tableKind(definition, value syntax.Node, s *code.Symbol) code.Kind {
	if !value.Is("table_constructor", "function_call", "binary_expression") || s.Kind == code.KindField {
		return code.KindUnknown
	}
	kind := code.KindUnknown
	if strings.Contains(s.Doc, "@class") {
		kind = code.KindClass
	}
	for n, steps := definition.Next(), 0; !n.IsNone() && steps < maxDistance; n, steps = n.Next(), steps+1 {
		name := n.Child("name")
		if n.Is("assignment_statement") {
			name = n.Find("variable_list").Child("name")
			if name.Child("field").Text() != "__index" && !n.Find("expression_list").Child("value").Is("function_definition") {
				continue
			}
		}
		if name.Child("table").Text() != s.Name {
			continue
		}
		if name.Is("method_index_expression") || name.Child("field").Text() == "__index" {
			return code.KindClass
		}
		kind = max(kind, code.KindModule)
	}
	return kind
}

// maxDistance bounds in statements how far behind a table its functions stand.
const maxDistance = 2000

// imported finds the name that a module is given and the part that is taken of it.
func imported(call syntax.Node, i *code.Import) bool {
	value := call
	if p := call.Parent(); p.Is("dot_index_expression") && p.Parent().Is("expression_list") {
		value, i.Name = p, p.Child("field").Text()
	}
	assignment := value.Parent().Parent()
	if !value.Parent().Is("expression_list") || !assignment.Is("assignment_statement") {
		i.Name = ""
		return true
	}
	position := 0
	if call.Child("name").Text() == "pcall" {
		position = -1 // ok, module = pcall(require, "module")
	}
	for n := range assignment.Find("variable_list").Children() {
		if !n.IsNamed() {
			continue
		}
		if position >= 0 && valueAt(assignment, position) == value && n.Is("identifier") {
			i.Alias = n.Text()
		}
		position++
	}
	if i.Alias == i.Name || i.Name == "" && i.Alias == i.Path {
		i.Alias = ""
	}
	return true
}

// reference drops the functions that are always there.
func reference(_ syntax.Node, r *code.Ref) bool {
	return r.Receiver != "" || !builtin[r.Name]
}

var builtin = map[string]bool{
	"assert": true, "error": true, "getmetatable": true, "ipairs": true, "next": true, "pairs": true, "pcall": true,
	"print": true, "rawequal": true, "rawget": true, "rawlen": true, "rawset": true, "require": true, "select": true,
	"setmetatable": true, "tonumber": true, "tostring": true, "type": true, "unpack": true, "xpcall": true,
}
