package chunk

import (
	"bytes"

	"lode/internal/code"
)

// Depths of lines whose syntax is not known: what comes first in this list is
// cut first. It is document 001's cascade from blank lines to windows of lines,
// and within a step it prefers what is indented least.
const (
	afterBlankLines    = iota // two or more
	afterBlankLine            // one, and not indented
	afterBlankIndented        // one, and indented
	anyLine                   // plus the indentation
	closingLine        = code.NoBreak - 1
)

// allowLines lets a range be cut before every line that is not blank, and
// reports whether there is one after the first.
func (s *splitter) allowLines(start, end int) bool {
	blanks, found := 0, false
	for i := start; i < end; i++ {
		if s.t.blank(i) {
			s.depths[i] = code.NoBreak
			blanks++
			continue
		}
		s.depths[i] = lineDepth(s.t.line(i), blanks)
		found = found || i > start
		blanks = 0
	}
	return found
}

func lineDepth(line []byte, blanks int) uint8 {
	in := indent(line)
	switch {
	case blanks >= 2:
		return afterBlankLines
	case blanks == 1 && in == 0:
		return afterBlankLine
	case blanks == 1:
		return afterBlankIndented
	}
	if closes(bytes.TrimLeft(line, " \t")) {
		return closingLine
	}
	return uint8(anyLine + min(in, closingLine-1-anyLine))
}

// lineChunks cuts windows of lines, each starting where its overlap with the
// window before begins.
func lineChunks(t *text, o Options) []code.Chunk {
	step := max(o.Lines-o.LineOverlap, 1)
	var chunks []code.Chunk
	for start := 0; start < t.n; start += step {
		end := min(start+o.Lines, t.n)
		if a, b := t.trim(start, end); a < b {
			chunks = append(chunks, code.Chunk{StartLine: uint32(start) + 1, EndLine: uint32(end)})
		}
		if end == t.n {
			break
		}
	}
	return chunks
}
