package chunk

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"lode/internal/code"
)

// Tiers composes the views of document 002 of a file: what it defines
// (symbols), how (definitions), and its constants and settings (data). A file
// without symbols has none, and neither has a document. Definitions and data
// are left out when they would be empty.
func Tiers(in Input, o Options) []code.Chunk {
	if in.Facts == nil || len(in.Facts.Symbols) == 0 || IsDocument(in.Language) {
		return nil
	}
	kinds := o.Tiers
	if kinds == nil {
		kinds = []code.ChunkKind{code.ChunkSymbols, code.ChunkDefinitions, code.ChunkData}
	}
	c := composer{in: in, facts: in.Facts, order: inOrder(in.Facts.Symbols), comment: in.LineComment}
	if c.comment == "" {
		c.comment = "//"
	}
	var chunks []code.Chunk
	for _, kind := range kinds {
		c.out, c.first, c.last = nil, 0, 0
		title := ""
		switch kind {
		case code.ChunkSymbols:
			c.symbols()
			title = "Symbols of "
		case code.ChunkDefinitions:
			c.definitions()
			title = "Definitions of "
		case code.ChunkData:
			c.data()
			title = "Data of "
		}
		if len(c.out) == 0 {
			continue
		}
		chunks = append(chunks, code.Chunk{
			ID: "code-" + kind.String() + "-" + in.Path, Kind: kind, Title: title + in.Path,
			StartLine: c.first, EndLine: c.last, Symbol: -1, Text: string(c.out),
		})
	}
	return chunks
}

// composer writes one view after another.
type composer struct {
	in      Input
	facts   *code.Facts
	order   []int32 // symbols by position
	comment string
	lines   *text // only made when a view needs it

	out         []byte
	first, last uint32 // lines that out speaks of
}

// note extends the lines that the view speaks of.
func (c *composer) note(first, last uint32) {
	if c.first == 0 || first < c.first {
		c.first = first
	}
	c.last = max(c.last, last)
}

// symbols writes the table of contents of the file:
//
//	Package: server
//
//	Imports: 5 packages
//
//	Types:
//	  - Handler (struct) (lines 10-15)
//
//	Functions:
//	  - NewHandler() (lines 30-45)
//	  - (Handler) ServeHTTP() (lines 50-75)
func (c *composer) symbols() {
	if c.facts.Package != "" {
		c.out = append(c.out, "Package: "+c.facts.Package...)
	} else {
		c.out = append(c.out, "Module: "+moduleName(c.in.Path)...)
	}
	if n := importCount(c.facts.Imports); n > 0 {
		c.out = append(c.out, "\n\nImports: "+plural(n, "package")...)
	}
	c.list("Types:", isListedType, func(s *code.Symbol) string {
		return qualified(s) + " (" + s.Kind.String() + ")"
	})
	c.list("Functions:", code.Kind.IsCallable, func(s *code.Symbol) string {
		if r := receiver(s); r != "" {
			return "(" + r + ") " + s.Name + "()"
		}
		return s.Name + "()"
	})
	if c.first > 0 {
		return
	}
	for i := range c.facts.Symbols { // neither types nor functions
		c.note(c.facts.Symbols[i].Span.StartLine, c.facts.Symbols[i].Span.EndLine)
	}
}

// list writes the symbols of some kinds under a heading, unless there are none.
func (c *composer) list(title string, wanted func(code.Kind) bool, label func(*code.Symbol) string) {
	empty := true
	for _, k := range c.order {
		s := &c.facts.Symbols[k]
		if !wanted(s.Kind) {
			continue
		}
		if empty {
			c.out = append(c.out, "\n\n"+title...)
			empty = false
		}
		c.out = append(c.out, "\n  - "+label(s)+" (lines "+lineRange(s.Span.StartLine, s.Span.EndLine)+")"...)
		c.note(s.Span.StartLine, s.Span.EndLine)
	}
}

func isListedType(k code.Kind) bool { return k.IsType() || k == code.KindModule }

// moduleName is what a file is called by others where it does not say so itself.
func moduleName(p string) string {
	base := path.Base(p)
	name := strings.TrimSuffix(base, path.Ext(base))
	switch name {
	case "__init__", "index", "mod":
		if dir := path.Base(path.Dir(p)); dir != "." && dir != "/" {
			return dir
		}
	case "":
		return base
	}
	return name
}

// importCount counts what is imported from, not the names.
func importCount(imports []code.Import) int {
	seen := make(map[string]bool, len(imports))
	for _, i := range imports {
		seen[i.Path] = true
	}
	return len(seen)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// receiver is the qualified name of a symbol without its own: Handler of
// Handler.ServeHTTP.
func receiver(s *code.Symbol) string {
	q, found := strings.CutSuffix(s.QualifiedName, s.Name)
	if !found {
		return ""
	}
	return strings.TrimRight(q, ".:#/\\")
}

func lineRange(first, last uint32) string {
	if first >= last {
		return strconv.FormatUint(uint64(first), 10)
	}
	return strconv.FormatUint(uint64(first), 10) + "-" + strconv.FormatUint(uint64(last), 10)
}

// data writes the declarations of constants, variables and enums.
func (c *composer) data() {
	spans := slices.Clone(c.facts.Data)
	slices.SortFunc(spans, func(a, b code.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	end := uint32(0)
	for _, s := range spans {
		if !c.valid(s) || s.End <= end {
			continue // within the one before
		}
		end = s.End
		c.item(s.StartLine, s.EndLine)
		c.out = appendDedented(c.out, s.Text(c.in.Content), c.indentOf(s))
	}
}

// item starts an item with the lines it is from.
func (c *composer) item(first, last uint32) {
	if len(c.out) > 0 {
		c.out = append(c.out, "\n\n"...)
	}
	c.out = append(c.out, c.comment+" Lines "+lineRange(first, last)+"\n"...)
	c.note(first, last)
}

// valid reports whether a span is not empty and lies within the content.
func (c *composer) valid(s code.Span) bool {
	return s.Start < s.End && int(s.End) <= len(c.in.Content)
}

// indentOf is the number of bytes by which the line of a span is indented.
func (c *composer) indentOf(s code.Span) int {
	if s.StartColumn == 0 || s.StartColumn > s.Start+1 {
		return 0
	}
	return indentBytes(c.in.Content[s.Start+1-s.StartColumn : s.Start])
}

func indentBytes(b []byte) int { return len(b) - len(bytes.TrimLeft(b, " \t")) }

const whiteSpace = " \t\r\n"

// appendDedented appends source without carriage returns, the lines after the
// first moved left by as much as the first was indented.
func appendDedented(out, source []byte, indent int) []byte {
	for i := 0; len(source) > 0; i++ {
		line, rest, more := bytes.Cut(source, []byte{'\n'})
		source = rest
		if more {
			line = bytes.TrimSuffix(line, []byte{'\r'})
		}
		if i > 0 {
			out = append(out, '\n')
			cut := 0
			for cut < min(indent, len(line)) && (line[cut] == ' ' || line[cut] == '\t') {
				cut++
			}
			line = line[cut:]
		}
		out = append(out, line...)
	}
	return out
}
