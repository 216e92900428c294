package chunk

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// rstBlocks finds the blocks of a reStructuredText document: titles, literal
// blocks, directives and paragraphs. The level of a title is the order in which
// its style (character, with or without a line above) first occurs.
//
// Directives whose content is not prose are literal. The others (notes, and the
// descriptions of classes and functions that can run over hundreds of lines)
// are cut between their paragraphs; their first line stays with the next block.
func rstBlocks(t *text) []block {
	var blocks []block
	var styles []rstStyle
	for i := 0; i < t.n; {
		if t.blank(i) {
			i++
			continue
		}
		if style, title, end := rstTitle(t, i); end > 0 {
			level := slices.Index(styles, style) + 1
			if level == 0 {
				styles = append(styles, style)
				level = len(styles)
			}
			blocks = append(blocks, block{start: i, end: end, kind: heading, level: min(level, 6), title: title, keep: true})
			i = end
			continue
		}
		blocks = appendRST(blocks, t, i)
		i = blocks[len(blocks)-1].end
	}
	return blocks
}

type rstStyle struct {
	mark byte
	over bool
}

// rstTitle reads a title at a line; end is 0 when there is none.
func rstTitle(t *text, i int) (style rstStyle, title string, end int) {
	line := t.line(i)
	if mark := adornment(line); mark != 0 {
		if i+2 >= t.n || adornment(t.line(i+2)) != mark || t.blank(i+1) {
			return rstStyle{}, "", 0
		}
		name := bytes.TrimSpace(t.line(i + 1))
		if adornment(name) != 0 || !underlines(t.line(i+2), name) {
			return rstStyle{}, "", 0
		}
		return rstStyle{mark, true}, string(name), i + 3
	}
	if i+1 >= t.n || isSpace(line[0]) {
		return rstStyle{}, "", 0
	}
	name := bytes.TrimSpace(line)
	if mark := adornment(t.line(i + 1)); mark != 0 && underlines(t.line(i+1), name) {
		return rstStyle{mark, false}, string(name), i + 2
	}
	return rstStyle{}, "", 0
}

// adornment returns the character of a line that is one of punctuation repeated,
// or 0. Two are enough where the title is as short.
func adornment(line []byte) byte {
	line = bytes.TrimRight(line, " \t")
	if len(line) < 2 || !isRun(line, line[0]) || bytes.IndexByte([]byte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), line[0]) < 0 {
		return 0
	}
	return line[0]
}

// underlines reports whether a line is long enough for a title. Writers are
// careless, and so is docutils, from four characters on. "::" and ".." are
// markup of their own.
func underlines(line, title []byte) bool {
	n := len(bytes.TrimRight(line, " \t"))
	return n >= 4 || n >= utf8.RuneCount(title) && line[0] != ':' && line[0] != '.'
}

// appendRST appends the block at a line that is not blank and starts no title,
// with the literal block that it may introduce.
func appendRST(blocks []block, t *text, i int) []block {
	line := t.line(i)
	in := indent(line)
	markup := explicitMarkup(bytes.TrimSpace(line))
	if markup == literalMarkup {
		return append(blocks, block{start: i, end: max(indentedEnd(t, i+1, in), i+1), kind: literal})
	}
	if markup == anchorMarkup {
		return append(blocks, block{start: i, end: i + 1, kind: anchor, keep: true})
	}
	end := i + 1
	for end < t.n && !t.blank(end) {
		end++
	}
	b := block{start: i, end: end}
	if markup == proseMarkup {
		b.keep = indentedEnd(t, end, in) > end
		return append(blocks, b)
	}
	last := t.line(end - 1)
	if !bytes.HasSuffix(bytes.TrimSpace(last), []byte("::")) {
		return append(blocks, b)
	}
	after := indentedEnd(t, end, textIndent(last))
	if after <= end {
		return append(blocks, b)
	}
	b.keep = true
	start, _ := t.trim(end, after)
	return append(blocks, b, block{start: start, end: after, kind: literal})
}

// indentedEnd returns the end of the lines from i on that are indented by more
// than in, blank lines among them; i when there are none.
func indentedEnd(t *text, i, in int) int {
	end := i
	for ; i < t.n; i++ {
		if t.blank(i) {
			continue
		}
		if indent(t.line(i)) <= in {
			break
		}
		end = i + 1
	}
	return end
}

// textIndent is the column where the text of a line starts, after the mark of a
// list.
func textIndent(line []byte) int {
	in := indent(line)
	rest := bytes.TrimSpace(line)
	if len(rest) > 2 && bytes.IndexByte([]byte("-*+"), rest[0]) >= 0 && rest[1] == ' ' {
		in += 2
	}
	return in
}

type markup uint8

const (
	noMarkup      markup = iota
	literalMarkup        // a comment, or a directive with content that is not prose
	proseMarkup          // any other directive
	anchorMarkup         // a name for what follows
)

// explicitMarkup says what a line that starts with ".." is.
func explicitMarkup(line []byte) markup {
	if string(line) == ".." {
		return literalMarkup
	}
	if !bytes.HasPrefix(line, []byte(".. ")) {
		return noMarkup
	}
	rest := string(bytes.TrimSpace(line[3:]))
	switch {
	case strings.HasPrefix(rest, "_"):
		return anchorMarkup
	case strings.HasPrefix(rest, "["), strings.HasPrefix(rest, "|"):
		return noMarkup // a footnote or a substitution
	}
	name, _, isDirective := strings.Cut(rest, "::")
	if !isDirective || strings.ContainsAny(name, " \t") || isLiteralDirective(name) {
		return literalMarkup
	}
	return proseMarkup
}

func isLiteralDirective(name string) bool {
	switch name {
	case "code", "code-block", "sourcecode", "literalinclude", "parsed-literal", "highlight", "prompt",
		"doctest", "testcode", "testoutput", "testsetup", "testcleanup", "ipython", "plot",
		"math", "productionlist", "graphviz", "digraph", "graph", "uml", "mermaid",
		"raw", "table", "list-table", "csv-table", "image", "figure", "toctree", "autosummary":
		return true
	}
	return false
}
