package chunk

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"lode/internal/code"
)

var update = flag.Bool("update", false, "rewrite the expected output of the archives")

// TestArchives runs the scenarios under testdata. Each is a sentence, then
//
//	-- options --   fields of Options by name, language=, comment=, tiers=1, depths=1
//	-- symbols --   "kind Qualified.Name first-last [doc=line] [body={ or body=line-line]"
//	-- facts --     package=, imports=a,b, data=first-last,...
//	-- some/path -- the file; with depths=1 each line starts with its depth and "|",
//	                where "." is NoBreak
//	-- want --      its chunks with their text
//
// It is run a second time with CRLF at the ends of lines: the chunks must be the
// same, but for fixed mode, which counts every character.
func TestArchives(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s := readScenario(t, a)
			got := s.run("\n")
			if *update {
				s.want.Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if want := string(s.want.Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if crlf := s.run("\r\n"); s.options.Mode != ModeFixed && crlf != got {
				t.Errorf("with CRLF:\n%s\nwith LF:\n%s", crlf, got)
			}
		})
	}
}

type scenario struct {
	path              string
	lines             []string
	options           Options
	language, comment string
	tiers, depths     bool
	facts             map[string]string
	symbols           []string
	want              *txtar.File
}

func readScenario(t *testing.T, a *txtar.Archive) *scenario {
	s := &scenario{language: "unknown", facts: map[string]string{}}
	for i := range a.Files {
		f := &a.Files[i]
		fields := strings.Fields(string(f.Data))
		switch f.Name {
		case "options":
			for _, field := range fields {
				s.option(t, field)
			}
		case "symbols":
			s.symbols = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
		case "facts":
			for _, field := range fields {
				k, v, _ := strings.Cut(field, "=")
				s.facts[k] = v
			}
		case "want":
			s.want = f
		default:
			s.path = f.Name
			s.lines = strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
		}
	}
	if s.want == nil {
		a.Files = append(a.Files, txtar.File{Name: "want"})
		s.want = &a.Files[len(a.Files)-1]
	}
	return s
}

func (s *scenario) option(t *testing.T, field string) {
	k, v, _ := strings.Cut(field, "=")
	n, err := strconv.Atoi(v)
	o := &s.options
	numbers := map[string]*int{
		"Size": &o.Size, "Overlap": &o.Overlap, "Lines": &o.Lines, "LineOverlap": &o.LineOverlap,
		"FixedSize": &o.FixedSize, "DocSize": &o.DocSize, "DocOverlap": &o.DocOverlap, "DocChars": &o.DocChars,
	}
	switch k {
	case "Mode":
		o.Mode = Mode(v)
	case "language":
		s.language = v
	case "comment":
		s.comment = v
	case "tiers":
		s.tiers = true
	case "depths":
		s.depths = true
	default:
		if numbers[k] == nil || err != nil {
			t.Fatalf("bad option %q", field)
		}
		*numbers[k] = n
	}
}

func (s *scenario) run(eol string) string {
	facts := &code.Facts{Package: s.facts["package"]}
	lines := slices.Clone(s.lines)
	if s.depths {
		for i, l := range lines {
			d := uint8(code.NoBreak)
			if l[0] != '.' {
				d = l[0] - '0'
			}
			facts.Depths = append(facts.Depths, d)
			lines[i] = l[2:]
		}
	}
	content := []byte(strings.Join(lines, eol) + eol)
	if v := s.facts["imports"]; v != "" {
		for _, p := range strings.Split(v, ",") {
			facts.Imports = append(facts.Imports, code.Import{Path: p})
		}
	}
	if v := s.facts["data"]; v != "" {
		for _, r := range strings.Split(v, ",") {
			facts.Data = append(facts.Data, spanOf(content, r))
		}
	}
	for _, l := range s.symbols {
		facts.Symbols = append(facts.Symbols, symbolOf(content, l))
	}
	in := Input{Path: s.path, Language: s.language, Content: content, Facts: facts, LineComment: s.comment}
	if s.tiers {
		return dump(in, Tiers(in, s.options))
	}
	return dump(in, File(in, s.options))
}

// spanOf makes a span of whole lines, without their indentation and ends.
func spanOf(content []byte, lines string) code.Span {
	a, b, isRange := strings.Cut(lines, "-")
	first, _ := strconv.Atoi(a)
	last := first
	if isRange {
		last, _ = strconv.Atoi(b)
	}
	t := newText(content, 1)
	line := t.line(first - 1)
	in := indentBytes(line)
	return code.Span{
		Start: t.starts[first-1] + uint32(in), End: t.starts[last-1] + uint32(len(t.line(last-1))),
		StartLine: uint32(first), StartColumn: uint32(in) + 1, EndLine: uint32(last),
	}
}

func symbolOf(content []byte, line string) code.Symbol {
	f := strings.Fields(line)
	kind, err := code.ParseKind(f[0])
	if err != nil {
		panic(err)
	}
	s := code.Symbol{Kind: kind, QualifiedName: f[1], Name: f[1], Span: spanOf(content, f[2])}
	if i := strings.LastIndexAny(f[1], ".:"); i >= 0 {
		s.Name = f[1][i+1:]
	}
	s.DocLine = s.Span.StartLine
	for _, field := range f[3:] {
		k, v, _ := strings.Cut(field, "=")
		switch {
		case k == "doc":
			n, _ := strconv.Atoi(v)
			s.DocLine = uint32(n)
		case v == "{" || v == "do":
			at := bytes.Index(s.Span.Text(content), []byte(v))
			s.Body = code.Span{Start: s.Span.Start + uint32(at), End: s.Span.End}
		default:
			s.Body = spanOf(content, v)
		}
	}
	return s
}

// dump writes chunks so that a reader sees what each is and holds.
func dump(in Input, chunks []code.Chunk) string {
	var b strings.Builder
	t := newText(in.Content, 1)
	for _, c := range chunks {
		fmt.Fprintf(&b, "%s: %s %q %d-%d", c.ID, c.Kind, c.Title, c.StartLine, c.EndLine)
		if c.Symbol >= 0 {
			fmt.Fprintf(&b, " in %s", in.Facts.Symbols[c.Symbol].QualifiedName)
		}
		for _, flag := range []struct {
			name string
			on   bool
		}{{"text", c.Text != ""}, {"large", c.IsLargeParagraph}, {"split", c.IsSplitParagraph}} {
			if flag.on {
				b.WriteString(" " + flag.name)
			}
		}
		b.WriteByte('\n')
		for _, l := range strings.Split(textOf(t, c), "\n") {
			b.WriteString(strings.TrimRight("    "+l, " ") + "\n")
		}
	}
	return b.String()
}

// textOf returns the text of a chunk by the rule in the package comment.
func textOf(t *text, c code.Chunk) string {
	if c.Text != "" {
		return c.Text
	}
	var lines []string
	for i := c.StartLine; i <= c.EndLine; i++ {
		lines = append(lines, string(t.line(int(i)-1)))
	}
	return strings.Join(lines, "\n")
}
