package syntax

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
)

var grammar = NewGrammar(golang.Language())

func parse(t *testing.T, source string) *Tree {
	t.Helper()
	p := NewParser()
	t.Cleanup(p.Close)
	tree, err := p.Parse(grammar, []byte(source), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

const source = `package p

// Doc of f.
func f(a, b int) string {
	g(1, "x", a)
	h.i()
	return ""
}
`

func TestTreeIsConsistent(t *testing.T) {
	tree := parse(t, source)
	if tree.HasError() || tree.Root().Kind() != "source_file" {
		t.Fatalf("root %s, error %v", tree.Root().Kind(), tree.HasError())
	}
	seen := map[int]bool{0: true}
	for i := range tree.Len() {
		n := tree.At(i)
		for c := range n.Children() {
			seen[c.Index()] = true
			if c.Parent().Index() != n.Index() {
				t.Errorf("%s: child %s has another parent", n.Kind(), c.Kind())
			}
			if c.Span().Start < n.Span().Start || c.Span().End > n.Span().End {
				t.Errorf("%s: child %s is outside", n.Kind(), c.Kind())
			}
		}
	}
	if len(seen) != tree.Len() {
		t.Errorf("saw %d of %d nodes", len(seen), tree.Len())
	}
}

func TestNodeAccess(t *testing.T) {
	tree := parse(t, source)
	f := tree.Root().Find("function_declaration")
	if f.Child("name").Text() != "f" || f.Child("name").Field() != "name" || f.Line() != 4 {
		t.Errorf("name %q on line %d", f.Child("name").Text(), f.Line())
	}
	if span := f.Child("name").Span(); span.StartColumn != 6 || span.StartLine != 4 || span.EndLine != 4 {
		t.Errorf("span %+v", span)
	}
	comment := tree.Root().Find("comment")
	if !comment.IsComment() || !comment.StartsLine() || comment.Next().Index() != f.Index() {
		t.Errorf("comment %q", comment.Text())
	}
	var none Node
	if !none.IsNone() || none.Kind() != "" || none.Child("x").Text() != "" || none.Parent().Line() != 0 || none.IsComment() {
		t.Error("the zero Node is not none")
	}
}

// matches runs a query and lists "capture=text" for every match.
func matches(t *testing.T, source, text string) []string {
	t.Helper()
	q, err := ParseQuery(grammar, text)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	q.Run(parse(t, source), func(m *Match) {
		var parts []string
		m.Each(func(capture string, n Node) { parts = append(parts, capture+"="+n.Text()) })
		out = append(out, strings.Join(parts, " "))
	})
	return out
}

func TestQuery(t *testing.T) {
	for _, c := range []struct {
		name, query string
		want        []string
	}{
		{"field", `(function_declaration name: (identifier) @n)`, []string{"n=f"}},
		{"every child that fits", `(argument_list (_) @a)`, []string{"a=1", `a="x"`, "a=a"}},
		{"anonymous node", `(call_expression function: (selector_expression "." @dot))`, []string{"dot=."}},
		{"alternation", `(call_expression function: [(identifier) @plain (selector_expression field: (_) @method)])`, []string{"plain=g", "method=i"}},
		{"optional, there", `(function_declaration name: (_) @n result: (_)? @r)`, []string{"n=f r=string"}},
		{"optional, not there", `(call_expression function: (selector_expression operand: (_) @o) type_arguments: (_)? @t)`, []string{"o=h"}},
		{"repeated", `(argument_list (_)* @a)`, []string{`a=1 a="x" a=a`, ""}},
		{"one or more", `(argument_list (int_literal)+ @a)`, []string{"a=1"}},
		{"first child only", `(argument_list . (_) @a)`, []string{"a=1"}},
		{"last child only", `(argument_list (_) @a .)`, []string{"a=a"}},
		{"neighbours", `(argument_list (int_literal) @a . (interpreted_string_literal) @b)`, []string{`a=1 b="x"`}},
		{"not neighbours", `(argument_list (int_literal) @a . (identifier) @b)`, nil},
		{"without a field", `(selector_expression !field) @s`, nil},
		{"eq", `((identifier) @i (#eq? @i "a"))`, []string{"i=a", "i=a"}},
		{"not-eq", `(call_expression function: (identifier) @i (#not-eq? @i "g"))`, nil},
		{"any-of", `((identifier) @i (#any-of? @i "g" "h"))`, []string{"i=g", "i=h"}},
		{"match", `((identifier) @i (#match? @i "^[gh]$"))`, []string{"i=g", "i=h"}},
		{"two captures of one node", `(package_identifier) @a @b`, []string{"a=p b=p"}},
		{"patterns in order", "(function_declaration) @x ; comment\n(function_declaration name: (_) @y)", nil},
	} {
		got := matches(t, source, c.query)
		if c.name == "patterns in order" {
			if len(got) != 2 || !strings.HasPrefix(got[0], "x=") || got[1] != "y=f" {
				t.Errorf("%s: %q", c.name, got)
			}
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A mistake in a query must not turn into a query that matches nothing.
func TestQueryErrors(t *testing.T) {
	for _, bad := range []string{
		`(no_such_node)`, `(identifier no_such_field: (_))`, `"no such token"`, `(identifier`, `[`, `[]`, `(identifier) @`,
		`((identifier) @i (#eq? "x"))`, `((identifier) @i (#nonsense? @i "x"))`, `((identifier) @i (#match? @i "("))`, `(!x)`, `"open`, `)`,
	} {
		if _, err := ParseQuery(grammar, bad); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}

func TestTimeLimit(t *testing.T) {
	p := NewParser()
	defer p.Close()
	big := []byte("package p\nvar x = " + strings.Repeat("f(", 300_000))
	_, err := p.Parse(grammar, big, time.Millisecond)
	if !errors.Is(err, ErrTimeout) {
		t.Fatalf("got %v, want a time-out", err)
	}
	// The parser is usable afterwards and starts afresh.
	tree, err := p.Parse(grammar, []byte(source), time.Minute)
	if err != nil || tree.HasError() {
		t.Fatalf("after a time-out: %v", err)
	}
}

func TestDeepNesting(t *testing.T) {
	tree := parse(t, "package p\nvar x = "+strings.Repeat("(", 100_000)+"1"+strings.Repeat(")", 100_000)+"\n")
	if tree.HasError() || tree.Len() < 300_000 {
		t.Errorf("%d nodes, error %v", tree.Len(), tree.HasError())
	}
}

// A grammar's nodes are counted: a change of runtime or grammar shows here.
func TestNodeCount(t *testing.T) {
	if got := parse(t, source).Len(); got != 50 {
		t.Errorf("%d nodes", got)
	}
}

func FuzzQuery(f *testing.F) {
	f.Add(`(call_expression function: [(identifier) @a (_)? @b] . (_)* !name (#eq? @a "x")) @c`)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ParseQuery(grammar, text)
		if err == nil {
			q.Run(parse(t, source), func(m *Match) { m.Each(func(string, Node) {}) })
		}
	})
}

func BenchmarkParse(b *testing.B) {
	var text strings.Builder
	text.WriteString("package p\n")
	for i := range 2000 {
		fmt.Fprintf(&text, "\n// F%[1]d adds.\nfunc F%[1]d(a, b int) (int, error) {\n\tif a > b {\n\t\treturn a.x(b, \"s\"), nil\n\t}\n\treturn b, nil\n}\n", i)
	}
	content := []byte(text.String())
	p := NewParser()
	defer p.Close()
	for name, run := range map[string]func() error{
		"alone":   func() error { return p.ParseOnly(grammar, content, time.Minute) },
		"flatten": func() error { _, err := p.Parse(grammar, content, time.Minute); return err },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for range b.N {
				if err := run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
