package chunk

import (
	"bytes"

	"lode/internal/code"
)

// How pieces are joined where a symbol ends or starts. Chunks that are one
// symbol, or several whole ones, are found better than chunks that hold the end
// of one and the start of another.
const (
	// enough: a piece larger than Size/enough is not joined with the next symbol.
	enough = 2
	// scrap: a piece smaller than Size/scrap (the head of a class, a last
	// return) is joined even with a part of another symbol.
	scrap = 6
)

// syntaxChunks cuts where the syntax allows it, and where it does not (or is not
// known) at blank lines and then at any line.
//
// A range that is larger than the target is cut at its lines of least depth,
// each piece likewise, and then neighbours are joined again while they fit.
// Joining works from the inside out, so what belongs together most is joined
// first. Each step down has a greater least depth and there are 255 of them:
// that bounds the recursion, and the work by 255 looks at a line.
func syntaxChunks(in Input, t *text, o Options) []code.Chunk {
	s := splitter{t: t, target: o.Size, depths: make([]uint8, t.n)}
	own := newOwners(in.Facts)
	if in.Facts != nil && in.Facts.Depths != nil {
		s.allow(in.Facts.Depths)
		s.markSymbols(own)
		s.split(0, t.n, level{parsed: true})
	} else {
		s.allowLines(0, t.n)
		s.split(0, t.n, level{})
	}

	chunks := make([]code.Chunk, 0, len(s.pieces))
	for _, p := range s.pieces {
		if start, end := t.trim(int(p.start), int(p.end)); start < end {
			chunks = append(chunks, code.Chunk{StartLine: uint32(start) + 1, EndLine: uint32(end)})
		}
	}
	own.assign(t, chunks)
	nameRegions(in, chunks)
	for i := 1; i < len(chunks); i++ {
		c := &chunks[i]
		c.StartLine -= min(uint32(o.Overlap), c.StartLine-1)
	}
	return chunks
}

// piece is a range of lines.
type piece struct {
	start, end int32
	part       bool // of something that was too large
}

type splitter struct {
	t      *text
	target int
	depths []uint8 // by line; NoBreak where it cannot be cut
	marks  []uint8 // by line; nil when there are no symbols
	pieces []piece
}

const (
	symbolStarts = 1 << iota
	symbolEnds
)

// allow takes over the depths of the parser. A cut is never made before a blank
// line: it belongs to what it follows.
func (s *splitter) allow(depths []uint8) {
	known := copy(s.depths, depths)
	for i, d := range s.depths {
		if i >= known || d != code.NoBreak && s.t.blank(i) {
			s.depths[i] = code.NoBreak
		}
	}
}

// markSymbols marks the lines where what one looks for starts and ends. Fields
// and constants are not marked: they are best kept together.
func (s *splitter) markSymbols(own *owners) {
	if len(own.order) == 0 {
		return
	}
	s.marks = make([]uint8, s.t.n)
	for i, first := range own.first {
		sym := own.at(int32(i))
		if !sym.Kind.IsCallable() && !sym.Kind.IsType() && sym.Kind != code.KindModule && sym.Kind != code.KindNamespace {
			continue
		}
		if first >= 1 && int(first) <= s.t.n {
			s.marks[first-1] |= symbolStarts
		}
		if end := sym.Span.EndLine; end >= 1 && int(end) <= s.t.n {
			s.marks[end-1] |= symbolEnds
		}
	}
}

// level is what is known of the depths in a range after its first line.
type level struct {
	floor  uint8 // none is less
	parsed bool  // they are those of the parser, not of allowLines
}

// split appends the pieces of a range.
func (s *splitter) split(start, end int, l level) {
	size := s.t.size(start, end)
	if size <= s.target {
		s.pieces = append(s.pieces, piece{start: int32(start), end: int32(end)})
		return
	}
	least := leastDepth(s.depths[start+1:end], l.floor)
	if least == code.NoBreak && l.parsed && s.allowLines(start, end) {
		l.parsed = false
		least = leastDepth(s.depths[start+1:end], 0)
	}
	if least == code.NoBreak {
		s.pieces = append(s.pieces, piece{start: int32(start), end: int32(end)})
		return
	}
	if l.parsed {
		least = s.openBody(start, end, least)
	}
	l.floor = least + 1
	from := len(s.pieces)
	for {
		cut := bytes.IndexByte(s.depths[start+1:end], least)
		if cut < 0 {
			break
		}
		s.split(start, start+1+cut, l)
		start += 1 + cut
	}
	s.split(start, end, l)
	s.join(from, size)
}

// openBody looks for a range with a single cut, between a head and a body that
// is nested in it: a function and the list of its statements. The parts of the
// body are then cut on one level with the head, so that the head can be joined
// with the first of them. It returns the depth to cut at.
func (s *splitter) openBody(start, end int, least uint8) uint8 {
	cut := start + 1 + bytes.IndexByte(s.depths[start+1:end], least)
	if s.depths[start] >= least || bytes.IndexByte(s.depths[cut+1:end], least) >= 0 {
		return least
	}
	next := leastDepth(s.depths[cut+1:end], least+1)
	if next == code.NoBreak || leastDepth(s.depths[start+1:cut], next) < next {
		return least
	}
	s.depths[cut] = next
	return next
}

func leastDepth(depths []uint8, floor uint8) uint8 {
	least := uint8(code.NoBreak)
	for _, d := range depths {
		if d < least {
			least = d
			if d == floor {
				break
			}
		}
	}
	return least
}

// join joins neighbours among the pieces of a range of the given size.
func (s *splitter) join(from, size int) {
	pieces := s.pieces[from:]
	// As many chunks as there must be, of about the same size: filling each to
	// the brim would leave a last one of a line or two.
	count := (size + s.target - 1) / s.target
	even := (size + count - 1) / count
	last := 0
	for _, p := range pieces[1:] {
		if s.joins(pieces[last], p, even) {
			pieces[last].end = p.end
			pieces[last].part = pieces[last].part || p.part
		} else {
			last++
			pieces[last] = p
		}
	}
	for i := range pieces[:last+1] {
		pieces[i].part = true
	}
	s.pieces = s.pieces[:from+last+1]
}

func (s *splitter) joins(a, b piece, even int) bool {
	if s.t.size(int(a.start), int(b.end)) > s.target {
		return false
	}
	left, right := s.t.size(int(a.start), int(a.end)), s.t.size(int(b.start), int(b.end))
	if !s.betweenSymbols(int(a.start), int(b.start)) {
		return left+right/2 <= even
	}
	if left > s.target/enough {
		return false
	}
	return !a.part && !b.part || min(left, right) < s.target/scrap
}

// betweenSymbols reports whether a symbol starts at a line or one ends before it.
func (s *splitter) betweenSymbols(start, line int) bool {
	if s.marks == nil {
		return false
	}
	if s.marks[line]&symbolStarts != 0 {
		return true
	}
	end := s.t.trimEnd(start, line)
	return end > 0 && s.marks[end-1]&symbolEnds != 0
}
