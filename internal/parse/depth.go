package parse

import (
	"lode/internal/code"
	"lode/internal/syntax"
)

// depths finds for each line how deeply nested the syntax is that starts
// there, so that a chunker can cut between statements of one level. A line has
// code.NoBreak when it is blank, continues what began on an earlier line, only
// closes something, or belongs to a comment or attribute above it.
func (e *extractor) depths() []uint8 {
	lines := e.tree.Lines()
	depths := make([]uint8, lines)
	for i := range depths {
		depths[i] = code.NoBreak
	}
	for depth, n := range e.tree.Rows() {
		row := int(n.Line()) - 1
		glued := row > 0 && e.above[row-1] > 0
		if !glued && n.StartsLine() && startsSyntax(n) {
			depths[row] = uint8(min(depth, code.NoBreak-1))
		}
	}
	return depths
}

// startsSyntax tells what begins something from what only closes it.
func startsSyntax(n syntax.Node) bool {
	if n.IsNamed() {
		return true
	}
	b := n.Bytes()
	letter := b[0] >= 'a' && b[0] <= 'z' || b[0] >= 'A' && b[0] <= 'Z' || b[0] == '@' || b[0] == '#'
	return letter && string(b) != "end"
}
