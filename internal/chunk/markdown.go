package chunk

import (
	"bytes"
	"strings"
)

// markdownBlocks finds the blocks of a Markdown document: front matter, headings
// of both styles, fenced code, and paragraphs, which are lines between blank
// lines. Fences are recognised at any indentation, since lists indent them; as
// in CommonMark, one that is not closed runs to the end.
func markdownBlocks(t *text) []block {
	var blocks []block
	i := 0
	if end := frontMatterEnd(t); end > 0 {
		blocks = append(blocks, block{start: 0, end: end, kind: frontMatter, keep: true})
		i = end
	}
	for i < t.n {
		if t.blank(i) {
			i++
			continue
		}
		b := markdownBlock(t, i)
		blocks = append(blocks, b)
		i = b.end
	}
	return blocks
}

// markdownBlock returns the block that starts at a line that is not blank.
func markdownBlock(t *text, start int) block {
	line := t.line(start)
	if level, title := atxHeading(line); level > 0 {
		return block{start: start, end: start + 1, kind: heading, level: level, title: title, keep: true}
	}
	if mark, _ := openingFence(line); mark != 0 {
		return block{start: start, end: fenceEnd(t, start), kind: literal}
	}
	if level := setextLevel(t, start); level > 0 {
		title := strings.TrimSpace(string(line))
		return block{start: start, end: start + 2, kind: heading, level: level, title: title, keep: true}
	}
	end := start + 1
	for end < t.n && !t.blank(end) {
		line := t.line(end)
		level, _ := atxHeading(line)
		mark, _ := openingFence(line)
		if level > 0 || mark != 0 {
			break
		}
		end++
	}
	return block{start: start, end: end}
}

// frontMatterEnd returns the line after the settings at the head of a document,
// in YAML between --- and --- or in TOML between +++ and +++; 0 without any.
func frontMatterEnd(t *text) int {
	if t.n == 0 {
		return 0
	}
	mark := string(bytes.TrimRight(t.line(0), " \t"))
	if mark != "---" && mark != "+++" {
		return 0
	}
	for i := 1; i < t.n; i++ {
		line := string(bytes.TrimRight(t.line(i), " \t"))
		if line == mark || mark == "---" && line == "..." {
			return i + 1
		}
	}
	return 0
}

// atxHeading reads "## Title ##"; level is 0 when the line is not a heading.
func atxHeading(line []byte) (level int, title string) {
	rest := bytes.TrimLeft(line, " ")
	if len(rest) == 0 || rest[0] != '#' || len(line)-len(rest) > 3 {
		return 0, ""
	}
	for level < len(rest) && rest[level] == '#' {
		level++
	}
	rest = rest[level:]
	if level > 6 || len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	rest = bytes.TrimSpace(rest)
	if closed := bytes.TrimRight(rest, "#"); len(closed) == 0 || isSpace(closed[len(closed)-1]) {
		rest = bytes.TrimSpace(closed)
	}
	return level, string(rest)
}

// setextLevel returns the level of a heading that is underlined: 1 by ===, 2 by
// ---. Only a title of one line counts; what starts as something else (a list,
// a quotation, a row of a table) is followed by a rule, not underlined.
func setextLevel(t *text, start int) int {
	if start+1 >= t.n || indent(t.line(start)) > 3 {
		return 0
	}
	under := bytes.TrimSpace(t.line(start + 1))
	if len(under) < 2 || indent(t.line(start+1)) > 3 {
		return 0
	}
	title := bytes.TrimSpace(t.line(start))
	if bytes.IndexByte([]byte("-*+>|<="), title[0]) >= 0 {
		return 0
	}
	switch {
	case isRun(under, '='):
		return 1
	case isRun(under, '-'):
		return 2
	}
	return 0
}

func isRun(b []byte, c byte) bool { return bytes.Count(b, []byte{c}) == len(b) }

// openingFence returns the character and the length of a fence; 0 when the line
// does not open one.
func openingFence(line []byte) (mark byte, length int) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return 0, 0
	}
	mark = line[0]
	for length < len(line) && line[length] == mark {
		length++
	}
	if length < 3 || mark == '`' && bytes.IndexByte(line[length:], '`') >= 0 {
		return 0, 0 // ```code``` is code within a line
	}
	return mark, length
}

// fenceEnd returns the line after the fence that closes the one at start: at
// least as long, of the same character, and alone on its line.
func fenceEnd(t *text, start int) int {
	mark, length := openingFence(t.line(start))
	for i := start + 1; i < t.n; i++ {
		line := bytes.TrimSpace(t.line(i))
		if len(line) >= length && isRun(line, mark) {
			return i + 1
		}
	}
	return t.trimEnd(start, t.n)
}
