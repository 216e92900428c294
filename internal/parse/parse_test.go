package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"lode/internal/code"
	"lode/internal/lang/all"
	"lode/internal/lang/langtest"
	"lode/internal/parse"
)

func facts(t testing.TB, content, language string) *code.Facts {
	t.Helper()
	p := parse.New(all.Languages())
	defer p.Close()
	f, err := p.Parse([]byte(content), language)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Every language must load: its query compiles against its grammar, and it
// says something sensible about an empty file.
func TestLanguagesLoad(t *testing.T) {
	names := map[string]bool{}
	extensions := map[string]string{}
	for _, l := range all.Languages() {
		if names[l.Name] {
			t.Errorf("%s is listed twice", l.Name)
		}
		names[l.Name] = true
		for _, e := range l.Extensions {
			if other := extensions[e]; other != "" {
				t.Errorf("%s is claimed by %s and %s", e, other, l.Name)
			}
			extensions[e] = l.Name
		}
		_, q, err := l.Load()
		if err != nil {
			t.Errorf("%s: %v", l.Name, err)
			continue
		}
		for _, c := range q.Captures() {
			checkCapture(t, l.Name, c)
		}
		for _, content := range []string{"", "\n", "\x00", "\xff\xfe", strings.Repeat("(", 1000), strings.Repeat("{ \"", 500)} {
			langtest.Check(t, []byte(content), facts(t, content, l.Name))
		}
	}
	if len(names) < 22 {
		t.Errorf("%d languages", len(names))
	}
}

// checkCapture refuses names that the extractor does not know: a misspelt
// capture would be ignored without a word.
func checkCapture(t *testing.T, language, capture string) {
	t.Helper()
	head, kind, _ := strings.Cut(capture, ".")
	switch head {
	case "definition":
		if _, err := code.ParseKind(kind); err != nil {
			t.Errorf("%s: @%s: %v", language, capture, err)
		}
	case "reference":
		if kind != "call" && kind != "type" && kind != "inherit" {
			t.Errorf("%s: @%s: unknown kind of reference", language, capture)
		}
	case "container", "import", "package", "data", "type_parameter", "name", "params", "result", "body", "doc", "function",
		"member", "receiver", "path", "alias":
	default:
		if !strings.HasPrefix(capture, "_") { // for predicates only
			t.Errorf("%s: unknown capture @%s", language, capture)
		}
	}
}

// M-034: a file of 50,000 lines.
func TestLargeFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("package p\n")
	const functions = 10_000
	for i := range functions {
		fmt.Fprintf(&b, "\n// F%[1]d is number %[1]d.\nfunc F%[1]d() {\n\tg(%[1]d)\n}\n", i)
	}
	f := facts(t, b.String(), "go")
	if f.Status != code.ParsedFull || len(f.Symbols) != functions || len(f.Refs) != functions {
		t.Fatalf("%s, %d symbols, %d references", f.Status, len(f.Symbols), len(f.Refs))
	}
	last := f.Symbols[functions-1]
	if last.Doc != "F9999 is number 9999." || last.Span.StartLine != 49999 || f.Refs[functions-1].Symbol != functions-1 {
		t.Errorf("last symbol %+v", last)
	}
}

// M-368: nesting far deeper than any stack, in code and in data.
func TestDeeplyNested(t *testing.T) {
	for language, content := range map[string]string{
		"go":         "package p\nfunc f() {" + strings.Repeat("if x {", 20_000) + strings.Repeat("}", 20_000) + "}\nfunc g() {}\n",
		"python":     "x = " + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "\ndef g():\n    pass\n",
		"javascript": "function f() {" + strings.Repeat("(() => {", 10_000) + strings.Repeat("})()", 10_000) + "}\nfunction g() {}\n",
	} {
		f := facts(t, content, language)
		langtest.Check(t, []byte(content), f)
		found := false
		for _, s := range f.Symbols {
			found = found || s.Name == "g"
		}
		if !found {
			t.Errorf("%s: what follows the nest is lost (%s, %d symbols)", language, f.Status, len(f.Symbols))
		}
	}
}

func TestEnormousLine(t *testing.T) {
	content := "package p\nvar x = []string{" + strings.Repeat(`"abcdefgh", f(), `, 60_000) + "}\nfunc after() {}\n"
	f := facts(t, content, "go")
	if n := len(f.Symbols); n != 2 || f.Symbols[1].Name != "after" || len(f.Refs) != 60_000 {
		t.Errorf("%d symbols, %d references", n, len(f.Refs))
	}
}

func TestUnknownLanguageIsText(t *testing.T) {
	if f := facts(t, "hello", "cobol"); f.Status != code.ParsedText || f.Depths != nil {
		t.Errorf("%+v", f)
	}
}

// Cuts may be made before statements and definitions, never inside a string or
// comment, before a closing bracket, or between a comment and what it documents.
func TestDepths(t *testing.T) {
	content := `package p

import "fmt"

// f is documented.
// Twice.
func f() {
	a := ` + "`one\ntwo`" + `
	if a == "" {
		b()
	}
}

/* block
comment */

type T struct {
	X int
}
`
	f := facts(t, content, "go")
	lines := strings.Split(content, "\n")
	if len(f.Depths) != len(lines) {
		t.Fatalf("%d depths for %d lines", len(f.Depths), len(lines))
	}
	at := func(text string) uint8 {
		for i, l := range lines {
			if strings.HasPrefix(strings.TrimSpace(l), text) {
				return f.Depths[i]
			}
		}
		t.Fatalf("no line %q", text)
		return 0
	}
	for _, never := range []string{"// Twice.", "func f", "two`", "}", "comment */"} {
		if at(never) != code.NoBreak {
			t.Errorf("a cut is allowed before %q", never)
		}
	}
	for _, top := range []string{"import", "// f is", "/* block", "type T"} {
		if at(top) != at("package") {
			t.Errorf("%q has depth %d, the top has %d", top, at(top), at("package"))
		}
	}
	if !(at("b()") > at("if a") && at("if a") > at("type T") && at("X int") > at("type T")) {
		t.Errorf("depths %v", f.Depths)
	}
}

// Facts are a function of the bytes: a parser that has seen other files gives the same.
func TestNoMemory(t *testing.T) {
	p := parse.New(all.Languages())
	defer p.Close()
	a := []byte("package a\nfunc A() { B() }\nvar X, Y int\n")
	want := langtest.Render(facts(t, string(a), "go"))
	for _, other := range []string{"package b\nfunc (", "type T struct{ a int }\nfunc (t T) m() {}", ""} {
		if _, err := p.Parse([]byte(other), "go"); err != nil {
			t.Fatal(err)
		}
		f, err := p.Parse(a, "go")
		if err != nil {
			t.Fatal(err)
		}
		if got := langtest.Render(f); got != want {
			t.Errorf("after %q:\n%s\nwant\n%s", other, got, want)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	content := []byte("package p\n" + strings.Repeat("\n// F adds.\nfunc F(a, b int) (int, error) {\n\tif a > b {\n\t\treturn a.x(b, \"s\"), nil\n\t}\n\treturn b, nil\n}\n", 2000))
	p := parse.New(all.Languages())
	defer p.Close()
	b.SetBytes(int64(len(content)))
	for range b.N {
		if _, err := p.Parse(content, "go"); err != nil {
			b.Fatal(err)
		}
	}
}

// M-368: scanners written by hand, in C, keep stacks of indentation, quotes and
// brackets in a buffer of fixed size. Whatever a file holds, the process must
// live.
func TestHostileNesting(t *testing.T) {
	var indented strings.Builder
	for i := range 1100 {
		indented.WriteString(strings.Repeat(" ", i) + "if x:\n")
	}
	hostile := []string{indented.String()}
	for _, unit := range []string{
		"> ", "- ", "{-", "/*", "`${", "\"#{", "\"\\(", "\"${", "f\"{", "f'''{", "$\"{", "<<A <<B\n", "<<~EOS\n#{", "@\"", "r#\"", "[[", "[=[",
		"'''", "\"\"\"", "<div>", "<a b={", "do |x| ", "case x of\n ", "where\n ", "{ \"", "begin ", "#if\n", "%q(", "%w{", "~s(",
		"${", "$((", "$(", "let\n", "=begin\n", "s'", "q{", "/#{", "#\"",
	} {
		hostile = append(hostile, strings.Repeat(unit, 1100))
	}
	p := parse.New(all.Languages())
	defer p.Close()
	for _, l := range all.Languages() {
		for _, content := range hostile {
			f, err := p.Parse([]byte(content+"\n"), l.Name)
			if err != nil {
				t.Fatalf("%s: %v", l.Name, err)
			}
			langtest.Check(t, []byte(content+"\n"), f)
		}
	}
}
