// Package rust is the Rust language.
package rust

import (
	"bytes"
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-rust/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Rust.
func New() *lang.Language {
	return &lang.Language{
		Name:        "rust",
		Extensions:  []string{".rs"},
		LineComment: "//",
		Separator:   "::",
		Grammar:     grammar.Language,
		Facts:       facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: parameters,
			Import:     imported,
			Reference:  reference,
			Attributes: []string{"attribute_item"},
		},
	}
}

func symbol(definition syntax.Node, s *code.Symbol) bool {
	if visibility := definition.Find("visibility_modifier"); strings.Contains(visibility.Text(), "(") {
		s.Modifiers = s.Modifiers&^code.Public | code.Internal // pub(crate)
	}
	if definition.Parent().Parent().Is("foreign_mod_item") {
		s.Modifiers |= code.Extern
	}
	switch {
	case definition.Is("macro_definition"):
		s.Signature = "macro_rules! " + s.Name
	case definition.Child("body").Is("ordered_field_declaration_list"):
		s.Signature = strings.TrimRight(strings.Join(strings.Fields(definition.Text()), " "), ";")
	}
	return s.Name != "_"
}

// parameters counts all but attributes.
func parameters(list syntax.Node) int {
	n := 0
	for p := range list.Children() {
		if p.IsNamed() && !p.IsComment() && !p.Is("attribute_item") {
			n++
		}
	}
	return n
}

// imported puts the path of a use tree's leaf together and splits off the name.
func imported(leaf syntax.Node, i *code.Import) bool {
	if leaf.Is("extern_crate_declaration") {
		return true
	}
	if leaf.Is("use_as_clause") {
		i.Path, i.Alias = leaf.Child("path").Text(), leaf.Child("alias").Text()
	}
	parts := []string{i.Path}
	for p := leaf.Parent(); !p.IsNone() && !p.Is("use_declaration"); p = p.Parent() {
		if path := p.Child("path"); !path.IsNone() {
			parts = append([]string{path.Text()}, parts...)
		}
	}
	path := strings.Join(strings.Fields(strings.Join(parts, "::")), "")
	path = strings.TrimSuffix(path, "::self") // {self}: the module itself
	if at := strings.LastIndex(path, "::"); at >= 0 {
		i.Path, i.Name = path[:at], path[at+2:]
	} else {
		i.Path = path
	}
	return i.Path != ""
}

// reference drops what the language or its prelude defines, and checks what
// looks like a call among a macro's tokens.
func reference(name syntax.Node, r *code.Ref) bool {
	if name.Parent().Is("token_tree") && !inTokens(name, r) {
		return false
	}
	return !prelude[r.Name] && !(name.Field() == "name" && name.Parent().Is("type_binding"))
}

// inTokens finds out whether name( or name!( stands there, and what is before it.
func inTokens(name syntax.Node, r *code.Ref) bool {
	next := name.Next()
	if next.Is("!") {
		next = next.Next()
	}
	if !next.Is("token_tree") || next.Bytes()[0] != '(' && name.Next() == next {
		return false
	}
	tree := name.Parent()
	for outer, depth := tree.Parent(), 0; outer.Is("token_tree", "attribute") && depth < maxDepth; outer, depth = outer.Parent(), depth+1 {
		if outer.Is("attribute") {
			return false // #[cfg(not(test))]
		}
	}
	before, dot := bytes.CutSuffix(tree.Before(name), []byte("."))
	before, colons := bytes.CutSuffix(before, []byte("::"))
	if dot || colons {
		r.Receiver = string(before[bytes.LastIndexFunc(before, isNoPath)+1:])
	}
	return true
}

// maxDepth is how deep the conditions in an attribute go.
const maxDepth = 32

func isNoPath(c rune) bool {
	return c != '_' && c != ':' && c != '.' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
}

var prelude = map[string]bool{"Self": true, "Ok": true, "Err": true, "Some": true}
