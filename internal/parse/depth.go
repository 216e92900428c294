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
	var open []int // ends of the nodes of several lines that are open
	seen := -1     // the last row on which a node started
	for n := range e.tree.All() {
		if n.Index() == 0 {
			continue
		}
		for len(open) > 0 && open[len(open)-1] <= n.Index() {
			open = open[:len(open)-1]
		}
		row, last := n.Rows()
		if row > seen && !n.IsEmpty() {
			seen = row
			glued := row > 0 && e.above[row-1] > 0
			if !glued && n.StartsLine() && startsSyntax(n) {
				depths[row] = uint8(min(len(open), code.NoBreak-1))
			}
		}
		if last > row {
			open = append(open, n.End())
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
