// Package chunk cuts a file into the pieces that are found as one: regions of
// source, sections of documents, and the three composed views (symbols,
// definitions, data) of a source file.
//
// It is a pure function of the content, the facts and the options, so chunks
// can be cached and compared like facts. It reads no files and knows no
// grammars: where a cut may be made is what code.Facts.Depths says.
//
// Promises, in automatic mode: chunks come in the order of the file; every line
// that is not blank lies in exactly one code chunk when there is no overlap; a
// chunk neither starts nor ends with a blank line; a code chunk is larger than
// the target only when it is a single line. IDs are unique within a file.
// Lines end with "\n" or "\r\n", and both give the same chunks.
//
// The text of a chunk is its Text when that is set, otherwise the lines
// StartLine to EndLine of the file. Text is set for the composed views, in fixed
// mode, and for the parts of a paragraph that had to be cut inside a line.
package chunk

import (
	"path"
	"strconv"

	"lode/internal/code"
)

// Mode is how a file is cut.
type Mode string

// The modes.
const (
	ModeAuto  Mode = "auto"  // documents by section, code by syntax, blank lines, then lines
	ModeLines Mode = "lines" // windows of Lines lines
	ModeFixed Mode = "fixed" // windows of characters, sized for an embedding model
)

// Options says how to cut. A size of zero means its default. So does an overlap
// of zero, but only beside a size of zero: whoever sets a size says its overlap.
type Options struct {
	Mode Mode // "" is ModeAuto

	Size    int // auto: target size of a code chunk in characters
	Overlap int // auto: lines that a code chunk repeats of what is before it

	Lines       int // lines: length of a window
	LineOverlap int // lines: what neighbouring windows share

	Model     string // fixed: the embedding model that decides the size
	FixedSize int    // fixed: size in characters, over that of the model

	DocSize    int // auto: target size of a part of a document in tokens
	DocOverlap int // auto: tokens that a part repeats of the part before it
	DocChars   int // auto: a smaller target in characters; zero for none

	Tiers []code.ChunkKind // which views Tiers composes; nil for all three
}

// Defaults of the options: Lines and LineOverlap are those of document 001,
// DocSize and DocOverlap those of document 002.
const (
	DefaultSize        = 600
	DefaultLines       = 160
	DefaultLineOverlap = 32
	DefaultDocSize     = 800
	DefaultDocOverlap  = 100
)

// largest is the largest value of an option: more than any file has, and small
// enough to reckon with.
const largest = 1 << 30

// Validate reports the first value of o that makes no sense, as a code.Invalid
// error.
func Validate(o Options) error {
	switch o.Mode {
	case "", ModeAuto, ModeLines, ModeFixed:
	default:
		return code.Errorf(code.Invalid, "unknown chunk mode %q: one of auto, lines, fixed", string(o.Mode))
	}
	for _, v := range []struct {
		name  string
		value int
	}{
		{"chunk size", o.Size}, {"chunk overlap", o.Overlap},
		{"lines of a chunk", o.Lines}, {"line overlap", o.LineOverlap},
		{"fixed chunk size", o.FixedSize},
		{"document chunk size", o.DocSize}, {"document overlap", o.DocOverlap},
		{"document chunk size in characters", o.DocChars},
	} {
		if v.value < 0 {
			return code.Errorf(code.Invalid, "%s is %d: must not be negative", v.name, v.value)
		}
		if v.value > largest {
			return code.Errorf(code.Invalid, "%s is %d: must not be larger than %d", v.name, v.value, largest)
		}
	}
	d := o.withDefaults()
	for _, v := range []struct {
		what          string
		overlap, size int
	}{
		{"chunk overlap of %d lines is not smaller than a chunk of %d characters", d.Overlap, d.Size},
		{"line overlap %d is not smaller than the %d lines of a chunk", d.LineOverlap, d.Lines},
		{"document overlap %d is not smaller than the document chunk size %d", d.DocOverlap, d.DocSize},
	} {
		if v.overlap >= v.size {
			return code.Errorf(code.Invalid, v.what, v.overlap, v.size)
		}
	}
	for _, k := range o.Tiers {
		if k != code.ChunkSymbols && k != code.ChunkDefinitions && k != code.ChunkData {
			return code.Errorf(code.Invalid, "chunk kind %s is not a tier: one of symbols, definitions, data", k)
		}
	}
	return nil
}

// withDefaults fills in what is zero. It makes something of what Validate
// refuses as well, so that no value can keep File from ending.
func (o Options) withDefaults() Options {
	for _, v := range []*int{
		&o.Size, &o.Overlap, &o.Lines, &o.LineOverlap, &o.FixedSize, &o.DocSize, &o.DocOverlap, &o.DocChars,
	} {
		*v = min(max(*v, 0), largest)
	}
	if o.Mode == "" {
		o.Mode = ModeAuto
	}
	if o.Size == 0 {
		o.Size = DefaultSize
	}
	o.Lines, o.LineOverlap = pair(o.Lines, o.LineOverlap, DefaultLines, DefaultLineOverlap)
	o.DocSize, o.DocOverlap = pair(o.DocSize, o.DocOverlap, DefaultDocSize, DefaultDocOverlap)
	return o
}

func pair(size, overlap, defaultSize, defaultOverlap int) (int, int) {
	switch {
	case size > 0:
		return size, overlap
	case overlap > 0:
		return defaultSize, overlap
	}
	return defaultSize, defaultOverlap
}

// Input is one file and what is known about it.
type Input struct {
	Path        string // with forward slashes
	Language    string // its identifier, such as "go" or "markdown"
	Content     []byte
	Facts       *code.Facts // nil when nothing is known
	LineComment string      // what starts a comment in this language; "" is "//"
}

// IsDocument reports whether files of a language are prose: cut by section, and
// without the composed views.
func IsDocument(language string) bool {
	switch language {
	case "markdown", "mdx", "rst", "restructuredtext", "text", "plaintext", "asciidoc":
		return true
	}
	return false
}

// File cuts a file: sections for a document, regions of source for the rest.
// A file without anything but white space has no chunks.
func File(in Input, o Options) []code.Chunk {
	o = o.withDefaults()
	document := IsDocument(in.Language)
	if document && o.Mode == ModeAuto {
		return documentChunks(in, o)
	}
	t := newText(in.Content, 1)
	var chunks []code.Chunk
	switch o.Mode {
	case ModeFixed:
		chunks = fixedChunks(t, o)
	case ModeLines:
		chunks = lineChunks(t, o)
	default:
		return syntaxChunks(in, t, o)
	}
	newOwners(in.Facts).assign(t, chunks)
	if document {
		nameParts(in.Path, 0, chunks)
		for i := range chunks {
			chunks[i].Title = path.Base(in.Path)
		}
		return chunks
	}
	nameRegions(in, chunks)
	return chunks
}

// nameRegions gives code chunks their titles and IDs. An ID is made of the
// symbol that a chunk belongs to and a number within that symbol, so that an
// edit elsewhere in the file leaves it alone. Symbols may share a name
// (overloads, Go's init): they share the numbering too.
func nameRegions(in Input, chunks []code.Chunk) {
	seen := make(map[string]int, len(chunks))
	base := path.Base(in.Path)
	for i := range chunks {
		c := &chunks[i]
		name := "file"
		c.Title = base
		if c.Symbol >= 0 {
			if q := qualified(&in.Facts.Symbols[c.Symbol]); q != "" {
				name, c.Title = q, q
			}
		}
		n := seen[name]
		seen[name] = n + 1
		c.ID = "code-" + in.Path + "#" + name + "-" + strconv.Itoa(n)
	}
}

// nameParts makes chunks the parts of one section of a document.
func nameParts(path string, section int, parts []code.Chunk) {
	id := "doc-" + path + "-s" + strconv.Itoa(section)
	for i := range parts {
		c := &parts[i]
		c.Kind, c.Section, c.Part, c.ID = code.ChunkDocumentation, section, i, id
		if len(parts) > 1 {
			c.ID = id + "-c" + strconv.Itoa(i)
		}
	}
}

func qualified(s *code.Symbol) string {
	if s.QualifiedName != "" {
		return s.QualifiedName
	}
	return s.Name
}
