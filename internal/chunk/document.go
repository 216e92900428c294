package chunk

import (
	"path"
	"slices"
	"strings"

	"lode/internal/code"
)

// tokenSize is how many characters count as one token. It is the usual rule for
// English and for code; a character of a script without spaces (Chinese,
// Japanese, Korean) is counted as a token of its own.
const tokenSize = 4

// block is a piece of a document that is only cut when it is too large: a
// paragraph, a heading, a block of code.
type block struct {
	start, end int // lines
	kind       blockKind
	level      int    // of a heading
	title      string // of a heading
	keep       bool   // with the block after it
}

type blockKind uint8

const (
	paragraph   blockKind = iota
	heading               // of a section at some level
	literal               // code and the like: never cut
	frontMatter           // settings at the head of a document
	anchor                // a name for the block after it
)

// documentChunks cuts a document by document 002's rules: a section is one chunk
// when it fits the target, else its paragraphs are packed into parts, and a
// paragraph that is too large is cut between its sentences. Where neighbouring
// parts overlap, they share whole paragraphs (or sentences).
func documentChunks(in Input, o Options) []code.Chunk {
	t := newText(in.Content, tokenSize)
	p := packer{t: t, limit: o.DocSize * tokenSize, overlap: o.DocOverlap * tokenSize, file: path.Base(in.Path)}
	if o.DocChars > 0 && o.DocChars < p.limit {
		// A smaller target repeats less in proportion.
		p.overlap = p.overlap * o.DocChars / p.limit
		p.limit = o.DocChars
	}
	blocks := documentBlocks(t, in.Language)
	var chunks []code.Chunk
	for number, section := range sections(blocks) {
		from := len(chunks)
		chunks = p.section(section, chunks)
		nameParts(in.Path, number, chunks[from:])
	}
	newOwners(in.Facts).assign(t, chunks)
	return chunks
}

func documentBlocks(t *text, language string) []block {
	switch language {
	case "markdown", "mdx":
		return markdownBlocks(t)
	case "rst", "restructuredtext":
		return rstBlocks(t)
	}
	return textBlocks(t)
}

// textBlocks finds the paragraphs of a text without markup.
func textBlocks(t *text) []block {
	var blocks []block
	for i := 0; i < t.n; i++ {
		if t.blank(i) {
			continue
		}
		start := i
		for i < t.n && !t.blank(i) {
			i++
		}
		blocks = append(blocks, block{start: start, end: i})
	}
	return blocks
}

// sections groups blocks by headings of level 2. What is before the first is a
// section of its own, unless it is only front matter and a title: these go with
// the section that follows. Once there are sections, a heading of level 1 ends
// one as well.
func sections(blocks []block) [][]block {
	var all [][]block
	start, bare, divided := 0, true, false
	for i, b := range blocks {
		if (b.level == 2 || b.level == 1 && divided) && !bare {
			cut := i
			for blocks[cut-1].kind == anchor {
				cut--
			}
			all = append(all, blocks[start:cut])
			start, bare = cut, true
		}
		switch {
		case b.level == 2:
			divided, bare = true, false
		case b.level == 1, b.kind == frontMatter, b.kind == anchor:
		default:
			bare = false
		}
	}
	if start < len(blocks) {
		all = append(all, blocks[start:])
	}
	return all
}

// packer makes chunks of sections.
type packer struct {
	t              *text
	limit, overlap int // in characters
	file           string
	trail          [7]string // headings in force, by level
}

// enter notes a heading.
func (p *packer) enter(b block) {
	if b.kind == heading {
		clear(p.trail[b.level:])
		p.trail[b.level] = b.title
	}
}

// title names the place in the document: its headings from the outside in.
func (p *packer) title() string {
	var names []string
	for _, n := range p.trail {
		if n != "" {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return p.file
	}
	return strings.Join(names, " > ")
}

func (p *packer) section(blocks []block, chunks []code.Chunk) []code.Chunk {
	start, end := blocks[0].start, blocks[len(blocks)-1].end
	if p.t.size(start, end) > p.limit {
		return p.parts(blocks, chunks)
	}
	named := false
	for _, b := range blocks {
		if b.kind == heading && b.level <= 2 {
			p.enter(b)
			named = true
		} else if named {
			break
		}
	}
	chunks = append(chunks, lineChunk(start, end, p.title()))
	for _, b := range blocks {
		p.enter(b)
	}
	return chunks
}

func lineChunk(start, end int, title string) code.Chunk {
	return code.Chunk{StartLine: uint32(start) + 1, EndLine: uint32(end), Title: title}
}

// parts packs the blocks of a section that is too large. A heading stays with
// what follows it, and starts a new part when the one before is large enough.
func (p *packer) parts(blocks []block, chunks []code.Chunk) []code.Chunk {
	units := unitsOf(blocks)
	first, title := -1, "" // unit that the open part starts with, and its title
	floor := 0             // the next part may not repeat what is before this unit
	flush := func(next int) {
		if first >= 0 {
			chunks = append(chunks, lineChunk(units[first].start, units[next-1].end, title))
			floor, first = first+1, -1
		}
	}
	for i, u := range units {
		large := p.t.size(u.start, u.end) > p.limit
		if first >= 0 {
			from := units[first].start
			enoughForHeading := p.t.size(from, units[i-1].end) > p.limit/enough
			if large || p.t.size(from, u.end) > p.limit || u.headed() && enoughForHeading {
				flush(i)
			}
		}
		for _, b := range u.blocks {
			p.enter(b)
		}
		switch {
		case large:
			chunks = p.large(u, chunks)
			floor = i + 1
		case first < 0:
			first, title = p.overlapping(units, floor, i), p.title()
		case title == p.file:
			title = p.title()
		}
	}
	flush(len(units))
	return chunks
}

// overlapping returns the unit that a part starts with whose own units start at i:
// as many before it as the overlap allows, but none before floor.
func (p *packer) overlapping(units []unit, floor, i int) int {
	first := i
	for first > floor {
		start := units[first-1].start
		if p.t.size(start, units[i-1].end) > p.overlap || p.t.size(start, units[i].end) > p.limit {
			break
		}
		first--
	}
	return first
}

// unit is a block with those that must stay in front of it.
type unit struct {
	start, end int // lines
	blocks     []block
}

func (u unit) headed() bool {
	return slices.ContainsFunc(u.blocks, func(b block) bool { return b.kind == heading })
}

func unitsOf(blocks []block) []unit {
	var units []unit
	start := 0
	for i, b := range blocks {
		if b.keep && i+1 < len(blocks) {
			continue
		}
		units = append(units, unit{blocks[start].start, b.end, blocks[start : i+1]})
		start = i + 1
	}
	return units
}
