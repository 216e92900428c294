package chunk

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"lode/internal/code"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Options
		want string // part of the message; "" when valid
	}{
		{"zero", Options{}, ""},
		{"document 001", Options{Mode: ModeLines, Lines: 160, LineOverlap: 32}, ""},
		{"document 002", Options{DocSize: 800, DocOverlap: 100, Size: 2000, Tiers: []code.ChunkKind{code.ChunkData}}, ""},
		{"no overlap", Options{DocSize: 800, Lines: 10}, ""},
		{"unknown mode", Options{Mode: "magic"}, `unknown chunk mode "magic": one of auto, lines, fixed`},
		{"negative size", Options{Size: -1}, "chunk size is -1: must not be negative"},
		{"negative overlap", Options{Overlap: -1}, "chunk overlap is -1"},
		{"negative lines", Options{Lines: -5}, "lines of a chunk is -5"},
		{"negative fixed", Options{FixedSize: -5}, "fixed chunk size is -5"},
		{"huge", Options{DocSize: 1 << 40}, "document chunk size is 1099511627776: must not be larger than"},
		{"overlap of lines", Options{Lines: 10, LineOverlap: 10}, "line overlap 10 is not smaller than the 10 lines of a chunk"},
		{"overlap over the default", Options{LineOverlap: 160}, "line overlap 160 is not smaller"},
		{"overlap of documents", Options{DocSize: 100, DocOverlap: 100}, "document overlap 100 is not smaller"},
		{"overlap of code", Options{Size: 20, Overlap: 20}, "chunk overlap of 20 lines"},
		{"not a tier", Options{Tiers: []code.ChunkKind{code.ChunkCode}}, "chunk kind code is not a tier"},
	} {
		err := Validate(c.o)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var coded *code.Error
		if !errors.As(err, &coded) || coded.Code != code.Invalid || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an invalid error with %q", c.name, err, c.want)
		}
	}
}

// TestInvalidOptions cuts with what Validate refuses: it must end.
func TestInvalidOptions(t *testing.T) {
	content := []byte(strings.Repeat("a line. Another sentence.\n", 50))
	for _, mode := range []Mode{"", ModeAuto, ModeLines, ModeFixed, "magic"} {
		for _, language := range []string{"go", "markdown"} {
			for _, n := range []int{-1, 1, 1 << 62} {
				in := Input{Path: "a", Language: language, Content: content}
				o := Options{Mode: mode, Size: n, Overlap: n, Lines: n, LineOverlap: n, FixedSize: n, DocSize: n, DocOverlap: n, DocChars: n}
				if len(File(in, o)) == 0 {
					t.Errorf("mode %q, %s, %d: no chunks", mode, language, n)
				}
			}
		}
	}
}

func TestNothing(t *testing.T) {
	for _, content := range []string{"", "\n", "\n\n\n", "  \t\r\n\f\n", byteOrderMark, byteOrderMark + "\n"} {
		for _, mode := range []Mode{ModeAuto, ModeLines} {
			for _, language := range []string{"go", "markdown", "rst", "text"} {
				if got := File(Input{Path: "a", Language: language, Content: []byte(content)}, Options{Mode: mode}); len(got) > 0 {
					t.Errorf("%q in %s as %s: %v", content, language, mode, got)
				}
			}
		}
	}
	if got := File(Input{Path: "a", Content: []byte(" \n\n")}, Options{Mode: ModeFixed}); len(got) > 0 {
		t.Errorf("white space in fixed mode: %v", got)
	}
	if got := Tiers(Input{Path: "a.go", Facts: &code.Facts{Package: "a"}}, Options{}); got != nil {
		t.Errorf("views of a file without symbols: %v", got)
	}
	doc := Input{Path: "a.md", Language: "markdown", Facts: &code.Facts{Symbols: []code.Symbol{{Kind: code.KindSection}}}}
	if got := Tiers(doc, Options{}); got != nil {
		t.Errorf("views of a document: %v", got)
	}
}

func TestOddContent(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          [][2]uint32
	}{
		{"no newline at the end", "a\nb", [][2]uint32{{1, 2}}},
		{"NULs", "a\x00\x00\n\n\x00b\n", [][2]uint32{{1, 3}}},
		{"invalid UTF-8", "\xff\xfe\n\xc3\n", [][2]uint32{{1, 2}}},
		{"one enormous line", strings.Repeat("x", 10000), [][2]uint32{{1, 1}}},
		{"an enormous line between others", "a\n" + strings.Repeat("x", 10000) + "\nb", [][2]uint32{{1, 1}, {2, 2}, {3, 3}}},
		{"blank lines around", "\n\na\n\n\n", [][2]uint32{{3, 3}}},
		{"lone carriage returns", "a\rb\rc", [][2]uint32{{1, 1}}},
	} {
		var got [][2]uint32
		for _, k := range File(Input{Path: "a", Content: []byte(c.content)}, Options{}) {
			got = append(got, [2]uint32{k.StartLine, k.EndLine})
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// TestStableIDs edits one function: the IDs of the others stay.
func TestStableIDs(t *testing.T) {
	file := func(lines int) ([]byte, *code.Facts) {
		var b strings.Builder
		facts := &code.Facts{}
		for i, name := range []string{"first", "second", "third"} {
			n := 30
			if i == 0 {
				n = lines
			}
			start := uint32(len(facts.Depths)) + 1
			b.WriteString("func " + name + "() {\n")
			facts.Depths = append(facts.Depths, 0)
			for range n {
				b.WriteString("\tdoSomething(withArguments)\n")
				facts.Depths = append(facts.Depths, 2)
			}
			b.WriteString("}\n")
			facts.Depths = append(facts.Depths, code.NoBreak)
			facts.Symbols = append(facts.Symbols, code.Symbol{Kind: code.KindFunction, Name: name, QualifiedName: name,
				Span: code.Span{Start: start, End: start + 1, StartLine: start, EndLine: uint32(len(facts.Depths))}})
		}
		return []byte(b.String()), facts
	}
	ids := func(lines int) (own, others []string) {
		content, facts := file(lines)
		for _, c := range File(Input{Path: "a.go", Content: content, Facts: facts}, Options{}) {
			if c.Title == "first" {
				own = append(own, c.ID)
			} else {
				others = append(others, c.ID)
			}
		}
		return own, others
	}
	own, before := ids(30)
	ownAfter, after := ids(90)
	if !reflect.DeepEqual(before, after) || len(ownAfter) <= len(own) {
		t.Errorf("before %v, %v\nafter %v, %v", own, before, ownAfter, after)
	}
	if want := "code-a.go#second-0"; before[0] != want {
		t.Errorf("got %s, want %s", before[0], want)
	}
}

func TestSharedNames(t *testing.T) {
	content := strings.Repeat("func init() { aLongEnoughBody() }\n", 3)
	facts := &code.Facts{Depths: []uint8{0, 0, 0}}
	for i := range 3 {
		at := uint32(i)
		name := []string{"init", "init", "file"}[i]
		facts.Symbols = append(facts.Symbols, code.Symbol{Kind: code.KindFunction, Name: name,
			Span: code.Span{Start: at * 34, End: at*34 + 33, StartLine: at + 1, EndLine: at + 1}})
	}
	var got []string
	for _, c := range File(Input{Path: "a.go", Content: []byte(content), Facts: facts}, Options{Size: 40}) {
		got = append(got, c.ID)
	}
	if want := []string{"code-a.go#init-0", "code-a.go#init-1", "code-a.go#file-0"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDocumentsInOtherModes(t *testing.T) {
	in := Input{Path: "a.md", Language: "markdown", Content: []byte(strings.Repeat("line\n", 20))}
	got := File(in, Options{Mode: ModeLines, Lines: 10})
	if len(got) != 2 || got[1].ID != "doc-a.md-s0-c1" || got[1].Kind != code.ChunkDocumentation || got[1].StartLine != 11 {
		t.Errorf("lines: %+v", got)
	}
	if got := File(in, Options{Mode: ModeFixed}); len(got) != 1 || got[0].ID != "doc-a.md-s0" {
		t.Errorf("fixed: %+v", got)
	}
}
