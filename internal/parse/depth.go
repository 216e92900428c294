package parse

import "lode/internal/code"

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
		for len(open) > 0 && open[len(open)-1] <= n.Index() {
			open = open[:len(open)-1]
		}
		span := n.Span()
		row := int(span.StartLine) - 1
		if row > seen && n.Index() > 0 && span.End > span.Start {
			seen = row
			glued := row > 0 && e.above[row-1] > 0
			if !glued && n.StartsLine() && (n.IsNamed() || startsWithLetter(n.Bytes()[0]) && n.Text() != "end") {
				depths[row] = uint8(min(len(open), code.NoBreak-1))
			}
		}
		if span.EndLine > span.StartLine && n.Index() > 0 {
			open = append(open, n.End())
		}
	}
	return depths
}

func startsWithLetter(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '@' || b == '#'
}
