package index

import (
	"bytes"
	"strings"
	"unsafe"

	"lode/internal/code"
	"lode/internal/embed"
	"lode/internal/lexicon"
)

// compose makes the text index's document of each chunk: the names it defines,
// the path, the symbol it is part of, the documentation of what it defines,
// and its lines.
func compose(p *product) []lexicon.Document {
	documents := make([]lexicon.Document, len(p.chunks))
	starts := lineStarts(p.file.Bytes)
	next := 0 // symbols come in the order of the file, and so do chunks
	symbols := p.facts.Symbols
	for i := range p.chunks {
		c := &p.chunks[i]
		d := &documents[i]
		d[lexicon.FieldPath] = p.entry.Path
		d[lexicon.FieldBody] = Lines(p.file.Bytes, starts, c)
		for next < len(symbols) && symbols[next].Span.StartLine < c.StartLine {
			next++
		}
		var names, docs []string
		for s := next; s < len(symbols) && symbols[s].Span.StartLine <= c.EndLine; s++ {
			names = append(names, symbols[s].Name)
			if doc := symbols[s].Doc; doc != "" {
				docs = append(docs, firstParagraph(doc))
			}
		}
		d[lexicon.FieldName] = strings.Join(names, " ")
		d[lexicon.FieldDoc] = strings.Join(docs, "\n")
		if c.Symbol >= 0 {
			d[lexicon.FieldSignature] = symbols[c.Symbol].QualifiedName
		}
		if c.Kind == code.ChunkDocumentation {
			d[lexicon.FieldName] = c.Title
		}
	}
	return documents
}

// Lines returns the text of a chunk without a copy: valid while content is not changed.
func Lines(content []byte, starts []int, c *code.Chunk) string {
	if c.Text != "" {
		return c.Text
	}
	from := starts[min(int(c.StartLine)-1, len(starts)-1)]
	to := len(content)
	if int(c.EndLine) < len(starts) {
		to = starts[c.EndLine]
	}
	if from >= to {
		return ""
	}
	return unsafe.String(&content[from], to-from)
}

func lineStarts(content []byte) []int {
	starts := make([]int, 1, 1+bytes.Count(content, []byte{'\n'}))
	for at := 0; ; {
		i := bytes.IndexByte(content[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, at)
	}
}

func firstParagraph(doc string) string {
	if i := strings.Index(doc, "\n\n"); i >= 0 {
		return doc[:i]
	}
	return doc
}

// passage is the text that a chunk's vector is made of: a chunk is known by
// the company it keeps, so the path comes first.
func passage(path, text string) string { return path + "\n" + text }

// neighbourShare is how much of its neighbours' vectors a chunk's vector
// takes on: what stands before and after a piece of code says what it is about.
const neighbourShare = 0.5

// blend mixes each vector with its neighbours in the file, and normalises.
func blend(vectors [][]float32) {
	if len(vectors) < 2 {
		return
	}
	dim := len(vectors[0])
	original := make([]float32, 2*dim) // of the vector before and of the current one
	before, current := original[:dim], original[dim:]
	for i, v := range vectors {
		copy(current, v)
		last := i == len(vectors)-1
		share := float32(neighbourShare)
		if i > 0 && !last {
			share /= 2
		}
		if i > 0 {
			addScaled(v, before, share)
		}
		if !last {
			addScaled(v, vectors[i+1], share)
		}
		embed.Normalize(v)
		before, current = current, before
	}
}

func addScaled(dst, v []float32, factor float32) {
	for i, x := range v {
		dst[i] += factor * x
	}
}
