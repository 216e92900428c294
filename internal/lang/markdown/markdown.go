// Package markdown is Markdown: its headings are symbols, nested by level.
package markdown

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/markdown"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Markdown.
func New() *lang.Language {
	return &lang.Language{
		Name:       "markdown",
		Extensions: []string{".md", ".markdown", ".mdx", ".mdown", ".mkd"},
		Separator:  " > ",
		Grammar:    grammar.GetLanguage,
		Facts:      facts,
		Rules: lang.Rules{
			Symbol:  symbol,
			Prepare: prepare,
		},
	}
}

// symbol reads the heading from its line, as prepare may have written over it,
// and drops headings in lists and quotations.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	for p := definition.Parent(); !p.IsNone(); p = p.Parent() {
		if p.Is("list_item", "block_quote") {
			return false
		}
	}
	heading := definition
	if definition.Is("section") {
		heading = definition.Find("atx_heading")
	}
	line, underline, _ := strings.Cut(strings.TrimSpace(heading.Text()), "\n")
	line = strings.TrimSpace(line)
	if definition.Is("setext_heading") {
		line = strings.TrimSpace(line + " " + strings.TrimRight(underline, "=-\r\n\t "))
	}
	s.Signature = strings.Join(strings.Fields(line), " ")
	s.Name = text(s.Signature)
	s.Modifiers = 0
	return s.Name != ""
}

var (
	image      = regexp.MustCompile(`!\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	link       = regexp.MustCompile(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	attributes = regexp.MustCompile(`\s*\{\s*[#.:][^}]*\}\s*$`)
	tag        = regexp.MustCompile(`</?[a-zA-Z][^>]*>`)
)

// text is what a heading says, without its markup.
func text(heading string) string {
	name := strings.TrimLeft(heading, "#")
	name = attributes.ReplaceAllString(strings.TrimRight(name, "# "), "")
	for _, markup := range []*regexp.Regexp{image, link} {
		name = markup.ReplaceAllString(name, "$1")
	}
	name = tag.ReplaceAllString(name, "")
	name = strings.NewReplacer("`", "", "**", "", "__", "").Replace(name)
	if name = strings.Join(strings.Fields(name), " "); name != "" {
		return name
	}
	return strings.Trim(heading, "# ")
}

// prepare writes headings that are underlined with = or - as # and ##, since
// the grammar opens sections for these only.
func prepare(source []byte) []byte {
	var out []byte
	var fence string // that closes the code block or the metadata around
	afterBlank := true
	lines := bytes.SplitAfter(source, []byte("\n"))
	at := 0
	for i, line := range lines {
		trimmed := strings.TrimSpace(string(line))
		marker, ok := "", false
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"), i == 0 && trimmed == "---":
			fence = trimmed[:3]
		case afterBlank && i+1 < len(lines):
			marker, ok = underlined(line, lines[i+1])
		}
		if ok {
			if out == nil {
				out = bytes.Clone(source)
			}
			copy(out[at:], marker)
			blank(out[at+len(line) : at+len(line)+len(lines[i+1])])
		}
		afterBlank = trimmed == "" && fence == ""
		at += len(line)
	}
	if out == nil {
		return source
	}
	return out
}

// underlined returns what stands for the underline before the line.
func underlined(line, next []byte) (marker string, ok bool) {
	text := bytes.TrimRight(line, " \t\r\n")
	rule := bytes.TrimSpace(next)
	if len(text) < 4 || len(rule) < 2 || bytes.IndexByte([]byte(" \t#>|<-*+=`~[!"), text[0]) >= 0 {
		return "", false
	}
	switch {
	case len(bytes.Trim(rule, "=")) == 0:
		return "# ", true
	case len(bytes.Trim(rule, "-")) == 0:
		return "## ", true
	}
	return "", false
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}
