package chunk

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"lode/internal/code"
)

// sourceFile makes a file like those of a real tree from the sources of this
// package: their depths by indentation, a symbol for each function.
func sourceFile(b *testing.B) Input {
	var content []byte
	facts := &code.Facts{}
	for _, name := range []string{"chunk.go", "syntax.go", "tiers.go", "definitions.go", "document.go", "markdown.go", "rst.go"} {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		content = append(content, data...)
	}
	content = bytes.Map(func(r rune) rune {
		if r >= 0x80 {
			return 'x'
		}
		return r
	}, content)
	comment, offset := false, uint32(0)
	for i, line := range bytes.SplitAfter(content, []byte("\n")) {
		depth := 2 * indentBytes(line)
		trimmed := bytes.TrimSpace(line)
		if len(trimmed) == 0 || closes(trimmed) || comment {
			depth = code.NoBreak
		}
		comment = bytes.HasPrefix(trimmed, []byte("//"))
		if rest, found := bytes.CutPrefix(line, []byte("func ")); found {
			name, _, _ := strings.Cut(string(rest), " ")
			facts.Symbols = append(facts.Symbols, code.Symbol{Kind: code.KindFunction, Name: name, QualifiedName: name,
				Span: code.Span{Start: offset, StartLine: uint32(i) + 1}})
		}
		offset += uint32(len(line))
		if n := len(facts.Symbols); n > 0 && bytes.HasPrefix(line, []byte("}")) {
			s := &facts.Symbols[n-1].Span
			s.End, s.EndLine = offset, uint32(i)+1
		}
		facts.Depths = append(facts.Depths, uint8(depth))
	}
	return Input{Path: "internal/chunk/all.go", Language: "go", Content: content, Facts: facts}
}

func BenchmarkFile(b *testing.B) {
	in := sourceFile(b)
	plain := in
	plain.Facts = nil
	doc := in
	doc.Language = "markdown"
	wide := in
	wide.Content = bytes.ReplaceAll(in.Content, []byte("//"), []byte("é"))
	for _, c := range []struct {
		name string
		in   Input
		o    Options
	}{
		{"syntax", in, Options{}},
		{"not-ascii", wide, Options{}},
		{"fallback", plain, Options{}},
		{"lines", in, Options{Mode: ModeLines}},
		{"fixed", in, Options{Mode: ModeFixed}},
		{"document", doc, Options{}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.in.Content)))
			b.ReportAllocs()
			for b.Loop() {
				File(c.in, c.o)
			}
		})
	}
}

func BenchmarkTiers(b *testing.B) {
	in := sourceFile(b)
	b.SetBytes(int64(len(in.Content)))
	b.ReportAllocs()
	for b.Loop() {
		Tiers(in, Options{})
	}
}

// BenchmarkNested is a file of 50,000 nested lines.
func BenchmarkNested(b *testing.B) {
	const n = 50_000
	facts := &code.Facts{Depths: make([]uint8, n)}
	for i := range facts.Depths {
		facts.Depths[i] = uint8(min(i, 254))
	}
	in := Input{Path: "a.go", Language: "go", Content: []byte(strings.Repeat("a line of forty characters or about that\n", n)), Facts: facts}
	b.SetBytes(int64(len(in.Content)))
	for b.Loop() {
		File(in, Options{})
	}
}
