// Package php is the PHP language.
package php

import (
	_ "embed"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-php/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes PHP, with the HTML that may stand around it.
func New() *lang.Language {
	return &lang.Language{
		Name:         "php",
		Extensions:   []string{".php", ".phtml", ".php3", ".php4", ".php5", ".php7", ".phps"},
		Interpreters: []string{"php"},
		LineComment:  "//",
		Separator:    "::",
		Grammar:      grammar.LanguagePHP,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
			Assigns:   true,
		},
	}
}

func symbol(definition syntax.Node, s *code.Symbol) bool {
	switch definition.Kind() {
	case "method_declaration":
		if strings.EqualFold(s.Name, "__construct") {
			s.Kind = code.KindConstructor
		}
	case "anonymous_class":
		s.Name = "class@anonymous"
	case "const_declaration":
		s.Modifiers |= code.Const
	}
	return true
}

// imported splits the name that use imports into namespace and member, with
// what stands before the braces of a group, and makes __DIR__ a relative path.
func imported(node syntax.Node, i *code.Import) bool {
	if !node.Is("namespace_use_clause") {
		if strings.Contains(node.Text(), "__DIR__") && strings.HasPrefix(i.Path, "/") {
			i.Path = "." + i.Path
		}
		return true
	}
	i.Path = strings.TrimPrefix(i.Path, `\`)
	if group := node.Parent(); group.Is("namespace_use_group") {
		i.Path = group.Parent().Find("namespace_name").Text() + `\` + i.Path
	}
	if at := strings.LastIndexByte(i.Path, '\\'); at >= 0 {
		i.Path, i.Name = i.Path[:at], i.Path[at+1:]
	}
	return true
}

// reference drops the words for the class around, and define, which defines.
func reference(_ syntax.Node, r *code.Ref) bool {
	if r.Receiver != "" {
		return true
	}
	switch strings.ToLower(r.Name) {
	case "self", "static", "parent", "define":
		return false
	}
	return true
}
