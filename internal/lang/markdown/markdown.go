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
// the grammar opens sections for these only, and blanks lines that are nested
// so deeply that the grammar's scanner would write beyond its buffer.
func prepare(source []byte) []byte {
	source = lang.MaskNonASCII(source)
	var out []byte
	write := func(at int, text string) {
		if out == nil {
			out = bytes.Clone(source)
		}
		copy(out[at:], text)
	}
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
			write(at, marker)
			write(at+len(line), blank(lines[i+1]))
		} else if nesting(line) > maxNesting {
			write(at, blank(line))
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

// maxNesting is below the 254 blocks that fit into the scanner's buffer.
const maxNesting = 200

// nesting is the most blocks that can be open in a line. To the scanner a
// carriage return ends a line as well.
func nesting(line []byte) int {
	most := 0
	for part := range bytes.SplitSeq(line, []byte("\r")) {
		most = max(most, marks(part))
	}
	return most
}

// marks is at least the number of blocks that can be open after a line: a mark
// of a list or quotation opens one, and two columns go on with one. It counts
// the whole line, wherever the scanner may take its text to begin; a line of
// prose that is long enough to be taken for nested holds no heading.
func marks(line []byte) int {
	blocks, columns := 0, 0
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4
		case '>', '-', '*', '+', '.', ')':
			blocks++
		}
	}
	return blocks + columns/2
}

// blank is as long as the line, with its end.
func blank(line []byte) string {
	text := bytes.TrimRight(line, "\r\n")
	return strings.Repeat(" ", len(text)) + string(line[len(text):])
}
