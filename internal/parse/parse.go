// Package parse turns the bytes of one file into facts: symbols, references,
// imports and where it may be cut. The result depends on the bytes, the
// language and Version only, so it can be cached by hash and computed in
// parallel. Code with errors gives the facts that can be had.
package parse

import (
	"bytes"
	"time"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

// Version changes when the same bytes give other facts than before.
const Version = 1

// limit bounds the time for one file. Real code parses at megabytes a second;
// what takes longer is generated or hostile and is searched as text.
const limit = 5 * time.Second

// Parser extracts facts from one file after another. It is not safe for
// concurrent use; make one for each goroutine.
type Parser struct {
	languages map[string]*lang.Language
	syntax    *syntax.Parser
	extractor extractor
}

// New makes a parser for the given languages; Close releases it.
func New(languages []*lang.Language) *Parser {
	p := &Parser{languages: map[string]*lang.Language{}, syntax: syntax.NewParser()}
	for _, l := range languages {
		p.languages[l.Name] = l
	}
	return p
}

// Close releases the parser.
func (p *Parser) Close() { p.syntax.Close() }

// Parse returns the facts of content. It fails only when the language's own
// description is broken; trouble with the content is told by Facts.Status.
func (p *Parser) Parse(content []byte, language string) (*code.Facts, error) {
	l, ok := p.languages[language]
	if !ok {
		return &code.Facts{Status: code.ParsedText}, nil
	}
	grammar, query, err := l.Load()
	if err != nil {
		return nil, code.Errorf(code.InternalBug, "language %s: %w", l.Name, err)
	}
	prepared := content
	if l.Rules.Prepare != nil {
		prepared = l.Rules.Prepare(content)
	}
	tree, err := p.syntax.Parse(grammar, prepared, limit)
	if err == nil {
		tree.Source = content
	}
	if err == nil && tree.HasError() && l.Rules.Mend != nil {
		tree, err = p.mend(grammar, tree, l.Rules.Mend)
	}
	if err != nil {
		return &code.Facts{Status: code.ParsedFailed}, nil
	}
	return p.extractor.extract(l, query, tree), nil
}

// mend parses once more with a text that suits the grammar better, and puts
// the file's own text under the tree.
func (p *Parser) mend(g *syntax.Grammar, tree *syntax.Tree, rule func([]byte) []byte) (*syntax.Tree, error) {
	content := tree.Source
	mended := rule(content)
	if len(mended) != len(content) || bytes.Equal(mended, content) {
		return tree, nil
	}
	tree, err := p.syntax.Parse(g, mended, limit)
	if err == nil {
		tree.Source = content
	}
	return tree, err
}
