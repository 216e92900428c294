// Package langtest checks a language against text archives of source and the
// facts expected from it, and fuzzes it.
package langtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/parse"
)

var update = flag.Bool("update", false, "rewrite the expected facts in testdata")

// Golden parses the first file of every archive in testdata and compares its
// facts with the archive's file "facts". It repeats with CRLF line ends, which
// must give the same facts.
func Golden(t *testing.T, l *lang.Language) {
	t.Helper()
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) == 0 {
		t.Fatal("no archives in testdata")
	}
	p := parse.New([]*lang.Language{l})
	defer p.Close()
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil || len(archive.Files) == 0 {
				t.Fatalf("read archive: %v", err)
			}
			source := archive.Files[0]
			got := Render(mustParse(t, p, source.Data, l.Name))
			if *update {
				archive.Files = []txtar.File{source, {Name: "facts", Data: []byte(got)}}
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 || archive.Files[1].Name != "facts" {
				t.Fatal("the archive must hold one source file and the file facts")
			}
			if want := string(archive.Files[1].Data); got != want {
				t.Errorf("facts differ (rewrite with -update, then read the diff):\n%s", firstDifference(want, got))
			}
			crlf := strings.ReplaceAll(string(source.Data), "\n", "\r\n")
			if again := Render(mustParse(t, p, []byte(crlf), l.Name)); again != got {
				t.Errorf("facts differ with CRLF line ends:\n%s", firstDifference(got, again))
			}
		})
	}
}

// Fuzz feeds mutations of the archives' sources to the language and checks
// what must hold for any input.
func Fuzz(f *testing.F, l *lang.Language) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	if len(archives) == 0 {
		f.Fatal("no archives in testdata")
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(archive.Files[0].Data)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		p := parse.New([]*lang.Language{l})
		defer p.Close()
		Check(t, content, mustParse(t, p, content, l.Name))
	})
}

// Check fails when facts do not fit the content they came from.
func Check(t *testing.T, content []byte, facts *code.Facts) {
	t.Helper()
	lines := uint32(strings.Count(string(content), "\n") + 1)
	for i, s := range facts.Symbols {
		if s.Name == "" || s.Span.End > uint32(len(content)) || s.Span.Start > s.Span.End || s.Span.EndLine > lines || s.DocLine > s.Span.StartLine {
			t.Errorf("symbol %d is out of bounds: %+v", i, s)
		}
		if s.Container == i || s.Container >= len(facts.Symbols) {
			t.Errorf("symbol %d has container %d", i, s.Container)
		}
	}
	for _, r := range facts.Refs {
		if r.Line == 0 || r.Line > lines || r.Symbol >= len(facts.Symbols) {
			t.Errorf("reference out of bounds: %+v", r)
		}
	}
	if facts.Depths != nil && len(facts.Depths) != int(lines) {
		t.Errorf("%d depths for %d lines", len(facts.Depths), lines)
	}
}

func mustParse(t *testing.T, p *parse.Parser, content []byte, language string) *code.Facts {
	t.Helper()
	facts, err := p.Parse(content, language)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// Render writes facts as text, one line each.
func Render(f *code.Facts) string {
	var b strings.Builder
	fmt.Fprintf(&b, "status %s\n", f.Status)
	if f.Package != "" {
		fmt.Fprintf(&b, "package %s\n", f.Package)
	}
	for _, i := range f.Imports {
		fmt.Fprintf(&b, "import %s", i.Path)
		if i.Name != "" {
			fmt.Fprintf(&b, " name=%s", i.Name)
		}
		if i.Alias != "" {
			fmt.Fprintf(&b, " alias=%s", i.Alias)
		}
		fmt.Fprintf(&b, " line %d\n", i.Line)
	}
	for _, s := range f.Symbols {
		renderSymbol(&b, f, s)
	}
	for _, r := range f.Refs {
		name := r.Name
		if r.Receiver != "" {
			name = r.Receiver + " -> " + r.Name
		}
		fmt.Fprintf(&b, "ref %s %s at %d:%d in %s\n", r.Kind, name, r.Line, r.Column, symbolName(f, r.Symbol))
	}
	for _, d := range f.Data {
		fmt.Fprintf(&b, "data lines %d-%d\n", d.StartLine, d.EndLine)
	}
	return b.String()
}

func renderSymbol(b *strings.Builder, f *code.Facts, s code.Symbol) {
	fmt.Fprintf(b, "%s %s lines %d-%d name %d:%d", s.Kind, s.QualifiedName, s.Span.StartLine, s.Span.EndLine, s.NameLine, s.NameColumn)
	if s.Container >= 0 {
		fmt.Fprintf(b, " in %s", symbolName(f, s.Container))
	}
	if s.Modifiers != 0 {
		fmt.Fprintf(b, " [%s]", s.Modifiers)
	}
	fmt.Fprintf(b, "\n\t%s\n", s.Signature)
	if s.ParameterCount > 0 || s.Parameters != "" {
		fmt.Fprintf(b, "\t%d parameters: %s\n", s.ParameterCount, s.Parameters)
	}
	if s.ReturnType != "" {
		fmt.Fprintf(b, "\treturns %s\n", s.ReturnType)
	}
	if s.Doc != "" {
		fmt.Fprintf(b, "\tdoc (from line %d): %s\n", s.DocLine, strings.ReplaceAll(s.Doc, "\n", " / "))
	}
}

func symbolName(f *code.Facts, i int) string {
	if i < 0 {
		return "file"
	}
	return f.Symbols[i].QualifiedName
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < len(w) || i < len(g); i++ {
		a, b := "(end)", "(end)"
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, a, b)
		}
	}
	return "no difference"
}
