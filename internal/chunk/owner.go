package chunk

import (
	"bytes"
	"cmp"
	"slices"

	"lode/internal/code"
)

// owners finds the symbol that a range of lines belongs to, for ranges in the
// order of the file.
type owners struct {
	symbols []code.Symbol
	order   []int32  // indices of symbols by position, the outer before the inner
	first   []uint32 // by position: the line where the symbol starts, comment and all
}

// newOwners puts the symbols in order. Lines that the parser has glued to the
// line before (attributes, modifiers on lines of their own) are part of the
// symbol that follows them.
func newOwners(facts *code.Facts) *owners {
	if facts == nil || len(facts.Symbols) == 0 {
		return &owners{}
	}
	o := &owners{symbols: facts.Symbols, order: inOrder(facts.Symbols)}
	o.first = make([]uint32, len(o.order))
	depths := facts.Depths
	previous, low := uint32(0), uint32(0)
	for i, k := range o.order {
		s := &o.symbols[k]
		line := max(firstLine(s), low)
		for line > previous+1 && int(line) <= len(depths) && depths[line-1] == code.NoBreak {
			line--
		}
		previous, low = max(previous, s.Span.StartLine), line
		o.first[i] = line
	}
	return o
}

func firstLine(s *code.Symbol) uint32 {
	if s.DocLine > 0 && s.DocLine < s.Span.StartLine {
		return s.DocLine
	}
	return s.Span.StartLine
}

// inOrder returns the indices of symbols by position, the outer before the inner.
func inOrder(symbols []code.Symbol) []int32 {
	order := make([]int32, len(symbols))
	for i := range order {
		order[i] = int32(i)
	}
	compare := func(a, b int32) int {
		x, y := &symbols[a].Span, &symbols[b].Span
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End), cmp.Compare(a, b))
	}
	if !slices.IsSortedFunc(order, compare) {
		slices.SortFunc(order, compare)
	}
	return order
}

// assign sets the symbol of each chunk: the innermost that covers all its lines,
// else the first that starts in it (a constant only when there is nothing more
// telling beside it), else none. Lines at the end that only close
// something do not count, or the last method of a class would be the class's.
// Neither the first nor the last lines of the chunks may go back.
func (o *owners) assign(t *text, chunks []code.Chunk) {
	var open []int32 // positions of symbols that have started and may not have ended
	next, within := 0, 0
	for i := range chunks {
		c := &chunks[i]
		c.Symbol = -1
		for ; next < len(o.first) && o.first[next] <= c.StartLine; next++ {
			// Of symbols on the same lines the outermost speaks for them: a
			// struct on one line, not its field.
			if len(open) == 0 || !o.sameLines(open[len(open)-1], int32(next)) {
				open = append(open, int32(next))
			}
		}
		end := lastTelling(t, c)
		for len(open) > 0 && o.at(open[len(open)-1]).Span.EndLine < end {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			c.Symbol = int(o.order[open[len(open)-1]])
			continue
		}
		for within < len(o.first) && o.first[within] < c.StartLine {
			within++
		}
		c.Symbol = o.firstIn(within, c.EndLine)
	}
}

// firstIn returns the first outermost symbol, from a position on, that starts no
// later than a line, and of these one that is not just a value if there is one.
func (o *owners) firstIn(position int, last uint32) int {
	found, end := -1, uint32(0)
	for i := position; i < len(o.first) && o.first[i] <= last; i++ {
		s := o.at(int32(i))
		if s.Span.Start < end {
			continue
		}
		end = s.Span.End
		if !s.Kind.IsData() {
			return int(o.order[i])
		}
		if found < 0 {
			found = int(o.order[i])
		}
	}
	return found
}

func (o *owners) at(position int32) *code.Symbol { return &o.symbols[o.order[position]] }

func (o *owners) sameLines(a, b int32) bool {
	return o.first[a] == o.first[b] && o.at(a).Span.EndLine == o.at(b).Span.EndLine
}

// lastTelling returns the last line of a chunk that is neither blank nor starts
// with what closes a block.
func lastTelling(t *text, c *code.Chunk) uint32 {
	end := c.EndLine
	for end > c.StartLine && closes(bytes.TrimLeft(t.line(int(end)-1), " \t")) {
		end--
	}
	return end
}

func closes(line []byte) bool {
	if len(line) == 0 || line[0] == '}' || line[0] == ')' || line[0] == ']' {
		return true
	}
	rest, found := bytes.CutPrefix(line, []byte("end"))
	return found && (len(rest) == 0 || rest[0] == ';' || isSpace(rest[0]))
}
