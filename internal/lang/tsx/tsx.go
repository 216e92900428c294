// Package tsx is TypeScript with JSX, which has a grammar of its own.
package tsx

import (
	grammar "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"lode/internal/lang"
	"lode/internal/lang/javascript"
	"lode/internal/lang/typescript"
)

// New describes TypeScript with JSX.
func New() *lang.Language {
	return &lang.Language{
		Name:        "tsx",
		Extensions:  []string{".tsx"},
		LineComment: "//",
		Grammar:     grammar.LanguageTSX,
		Facts:       typescript.Facts() + javascript.JSX,
		Rules:       typescript.Rules(),
	}
}
