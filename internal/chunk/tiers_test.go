package chunk

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"lode/internal/code"
)

// These are the examples of document 002, word for word.
const (
	documentSymbols = `Package: server

Imports: 5 packages

Types:
  - Handler (struct) (lines 10-15)
  - Config (struct) (lines 20-25)

Functions:
  - NewHandler() (lines 30-45)
  - (Handler) ServeHTTP() (lines 50-75)`

	documentDefinitions = `// Lines 10-15
type Handler struct {
    router *http.ServeMux
    config *Config
}

// Lines 30
func NewHandler(config *Config) (*Handler, error) { ... }`

	documentData = `// Lines 5-8
const (
    DefaultPort = 8080
    DefaultTimeout = 30 * time.Second
)

// Lines 15
var DefaultConfig = Config{Port: DefaultPort}`
)

// TestDocumentExamples composes the views from facts that say what the document
// does. Its line numbers do not fit its own source: they are taken as facts.
func TestDocumentExamples(t *testing.T) {
	content := []byte(`const (
    DefaultPort = 8080
    DefaultTimeout = 30 * time.Second
)
type Handler struct {
    router *http.ServeMux
    config *Config
}
var DefaultConfig = Config{Port: DefaultPort}
func NewHandler(config *Config) (*Handler, error) {
    return nil, nil
}
`)
	span := func(from, to string, first, last uint32) code.Span {
		start := bytes.Index(content, []byte(from))
		end := start + bytes.Index(content[start:], []byte(to)) + len(to)
		return code.Span{Start: uint32(start), End: uint32(end), StartLine: first, StartColumn: 1, EndLine: last}
	}
	function := code.Symbol{Kind: code.KindFunction, Name: "NewHandler", QualifiedName: "NewHandler",
		Span: span("func NewHandler", "\n}", 30, 45)}
	function.Body = code.Span{Start: uint32(bytes.Index(content, []byte("{\n    return"))), End: function.Span.End}
	handler := code.Symbol{Kind: code.KindStruct, Name: "Handler", QualifiedName: "Handler", Span: span("type Handler", "\n}", 10, 15)}
	facts := &code.Facts{
		Package: "server",
		Symbols: []code.Symbol{handler, function},
		Data:    []code.Span{span("const", "\n)", 5, 8), span("var DefaultConfig", "Port}", 15, 15)},
	}
	for i := range 5 {
		facts.Imports = append(facts.Imports, code.Import{Path: fmt.Sprint("p", i)})
	}
	in := Input{Path: "internal/server/handler.go", Language: "go", Content: content, Facts: facts, LineComment: "//"}

	chunks := Tiers(in, Options{Tiers: []code.ChunkKind{code.ChunkDefinitions, code.ChunkData}})
	if len(chunks) != 2 {
		t.Fatalf("got %d chunks", len(chunks))
	}
	check(t, chunks[0], "code-definitions-internal/server/handler.go", documentDefinitions, 10, 30)
	check(t, chunks[1], "code-data-internal/server/handler.go", documentData, 5, 15)

	end := uint32(len(content))
	facts.Symbols = append(facts.Symbols,
		code.Symbol{Kind: code.KindStruct, Name: "Config", QualifiedName: "Config", Span: code.Span{Start: handler.Span.End, End: function.Span.Start, StartLine: 20, EndLine: 25}},
		code.Symbol{Kind: code.KindMethod, Name: "ServeHTTP", QualifiedName: "Handler.ServeHTTP", Span: code.Span{Start: end - 1, End: end, StartLine: 50, EndLine: 75}})
	chunks = Tiers(in, Options{Tiers: []code.ChunkKind{code.ChunkSymbols}})
	check(t, chunks[0], "code-symbols-internal/server/handler.go", documentSymbols, 10, 75)
}

func check(t *testing.T, c code.Chunk, id, text string, first, last uint32) {
	t.Helper()
	if c.ID != id || c.Text != text || c.StartLine != first || c.EndLine != last || c.Symbol != -1 {
		t.Errorf("got %s, lines %d-%d, symbol %d:\n%s\nwant %s, lines %d-%d:\n%s",
			c.ID, c.StartLine, c.EndLine, c.Symbol, c.Text, id, first, last, text)
	}
}

func TestOnlyConstants(t *testing.T) {
	content := []byte("const A = 1\n")
	facts := &code.Facts{Symbols: []code.Symbol{{Kind: code.KindConstant, Name: "A", Span: code.Span{End: 11, StartLine: 1, EndLine: 1}}}}
	got := Tiers(Input{Path: "src/index.ts", Language: "typescript", Content: content, Facts: facts}, Options{})
	if len(got) != 1 || got[0].Text != "Module: src" || got[0].StartLine != 1 || got[0].EndLine != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestElided(t *testing.T) {
	for _, c := range []struct{ source, body, want string }{
		{"int f(int a)\n{\n  return a;\n}", "{\n  return a;\n}", "int f(int a) { ... }"},
		{"void f(); ", "", "void f(); "},
		{"fun f() = 1 + 2", "= 1 + 2", "fun f() = ..."},
		{"int F() => 1;", "=> 1", "int F() => ...;"},
		{"const f = () => { g() };", "{ g() }", "const f = () => { ... };"},
		{"def f do\n 1\nend", "do\n 1\nend", "def f do ... end"},
		{"function f()\n  return 1\nend", "return 1", "function f() ... end"},
		{"func f() { return }", "return", "func f() { ... }"},
		{"func f() // note\n{\n}", "{\n}", "func f() // note\n{ ... }"},
		{"def f():\n    return 1", "return 1", "def f(): ..."},
		{"def f(): 'doc'", "'doc'", "def f(): 'doc' ..."},
		{"def f():\n    r'''doc\n    '''\n    g()", "r'''doc\n    '''\n    g()", "def f():\n    r'''doc\n    '''\n    ..."},
		{"def f():\n    'not closed", "'not closed", "def f(): ..."},
	} {
		s := code.Symbol{Span: code.Span{End: uint32(len(c.source))}}
		if c.body != "" {
			at := strings.Index(c.source, c.body)
			s.Body = code.Span{Start: uint32(at), End: uint32(at + len(c.body))}
		}
		composer := composer{in: Input{Content: []byte(c.source)}, comment: "//"}
		if got := string(composer.appendElided(nil, &s)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.source, got, c.want)
		}
	}
}
