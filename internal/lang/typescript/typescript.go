// Package typescript is the TypeScript language.
package typescript

import (
	_ "embed"
	"regexp"

	grammar "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"lode/internal/lang"
	"lode/internal/lang/javascript"
)

//go:embed facts.scm
var facts string

// New describes TypeScript.
func New() *lang.Language {
	return &lang.Language{
		Name:         "typescript",
		Extensions:   []string{".ts", ".mts", ".cts"},
		Interpreters: []string{"deno", "ts-node", "tsx"},
		LineComment:  "//",
		Grammar:      grammar.LanguageTypescript,
		Facts:        Facts(),
		Rules:        Rules(),
	}
}

// Facts is the facts query of TypeScript, with or without JSX.
func Facts() string { return facts + javascript.ECMAScript }

// Rules are the rules of TypeScript, with or without JSX.
func Rules() lang.Rules {
	rules := javascript.Rules()
	// The grammar does not know the variance of type parameters.
	rules.Mend = lang.Mend(lang.Pattern{Match: regexp.MustCompile(`[<,]\s*(?:/\*[^/]*\*/\s*)?((?:in\s+)?out|in)\s+[A-Za-z$_]`)})
	return rules
}
