package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// jsonTree is the tree that the JSON documents below are about.
var jsonTree = map[string]string{
	"box.go": `package box

import "fmt"

// Box holds <things> & more.
type Box struct {
	Lid bool
}

// Open opens the box.
func (b *Box) Open() { fmt.Println("open") }
`,
	"README.md":      "# Boxes\n\nHow to open a box.\n",
	".lodeignore":    "secret.txt\n",
	"secret.txt":     "x\n",
	"broken.dat":     "a\x00b",
	"sub/unused.txt": "nothing here\n",
}

// volatile is what differs from run to run, with what stands for it.
var volatile = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`"(took_ms|seconds|score|text_score|cosine|fused|definition|path|coherence|role|ratio)":\s*[0-9.e-]+`), `"$1": 0.5`},
	{regexp.MustCompile(`"(age_seconds|bytes|pid|files_read)":\s*\d+`), `"$1": 1`},
	{regexp.MustCompile(`"(indexed_at|started)":\s*"[^"]+"`), `"$1": "TIME"`},
	{regexp.MustCompile(`"(model|recipe|go|platform|commit|version)":\s*"(?:[^"\\]|\\.)*"`), `"$1": "TEXT"`},
}

// TestJSON compares each document, field by field, with testdata/json. Others
// rely on these: a field may be added, none may go or change its meaning.
func TestJSON(t *testing.T) {
	root := writeTree(t, jsonTree)
	for _, c := range []struct {
		name string
		exit int
		args []string
	}{
		{"index", 0, []string{"index"}},
		{"search", 0, []string{"search", "Box.Open", "-n", "1"}},
		{"search-explain", 0, []string{"search", "Box.Open", "-n", "1", "--mode", "name", "--explain"}},
		{"search-nothing", 1, []string{"search", "box", "--path", "nowhere"}},
		{"grep", 0, []string{"grep", "open"}},
		{"grep-context", 0, []string{"grep", "Lid", "-C", "1"}},
		{"grep-truncated", 0, []string{"grep", "-i", "open", "-n", "1"}},
		{"grep-files", 0, []string{"grep", "-l", "open"}},
		{"grep-count", 0, []string{"grep", "-c", "open"}},
		{"grep-nothing", 1, []string{"grep", "absent"}},
		{"symbols", 0, []string{"symbols", "--path", "*.go"}},
		{"symbols-nothing", 1, []string{"symbols", "absent"}},
		{"show", 0, []string{"show", "Box.Open", "README.md:1"}},
		{"show-nothing", 1, []string{"show", "absent"}},
		{"outline", 0, []string{"outline", "box.go"}},
		{"status", 0, []string{"status", "--skipped"}},
		{"config-show", 0, []string{"config", "show"}},
		{"init", 0, []string{"init"}},
		{"version", 0, []string{"version"}},
		{"", 0, []string{"clean"}}, // its list depends on who has read the index
		{"status-nothing", 1, []string{"status"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			stdout, stderr, exit := runLode(t, nil, append([]string{"--json", "-C", root}, c.args...)...)
			if exit != c.exit {
				t.Fatalf("exit %d, want %d: %s", exit, c.exit, stderr)
			}
			if c.name == "" {
				return
			}
			compareJSON(t, filepath.Join("testdata", "json", c.name+".json"), stdout, root)
		})
	}
}

func compareJSON(t *testing.T, golden, got, root string) {
	t.Helper()
	if n := strings.Count(got, "\n"); n != 1 || !strings.HasSuffix(got, "\n") {
		t.Fatalf("standard output is not one line of JSON:\n%s", got)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, []byte(got), "", "  "); err != nil {
		t.Fatalf("%v in:\n%s", err, got)
	}
	text := strings.ReplaceAll(pretty.String(), root, "ROOT")
	for _, v := range volatile {
		text = v.pattern.ReplaceAllString(text, v.with)
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs (run with -update and read the difference):\ngot:\n%s\nwant:\n%s", golden, text, want)
	}
}

// TestDocumentedFields spells out what the documentation promises, so that
// updating the expected documents cannot lose it.
func TestDocumentedFields(t *testing.T) {
	root := writeTree(t, jsonTree)
	for _, c := range []struct {
		args   []string
		fields map[string]any // with a value of the type
	}{
		{[]string{"index"}, map[string]any{
			"files": 1.0, "symbols": 1.0, "references": 1.0, "edges": 1.0, "chunks": 1.0, "languages": map[string]any{}, "changed": 1.0,
			"deleted": 1.0, "skipped": map[string]any{}, "failed": []any{}, "seconds": 1.0,
		}},
		{[]string{"search", "box", "--mode", "auto"}, map[string]any{
			"query": "", "mode": "", "stale": true, "took_ms": 1.0, "results": []any{map[string]any{
				"path": "", "start_line": 1.0, "end_line": 1.0, "kind": "", "symbol": "", "language": "", "score": 1.0, "text": "",
			}},
		}},
		{[]string{"grep", "open"}, map[string]any{
			"matches": []any{map[string]any{"path": "", "line": 1.0, "column": 1.0, "text": ""}}, "truncated": true,
		}},
		{[]string{"symbols", "--path", "**"}, map[string]any{
			"symbols": []any{map[string]any{
				"id": "", "path": "", "name": "", "qualified_name": "", "kind": "", "language": "", "start_line": 1.0, "start_column": 1.0,
				"end_line": 1.0, "signature": "", "doc": "",
			}},
		}},
	} {
		stdout, stderr, exit := runLode(t, nil, append([]string{"--json", "-C", root}, c.args...)...)
		if exit != exitFound {
			t.Fatalf("%v: exit %d: %s", c.args, exit, stderr)
		}
		var got any
		if err := json.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatal(err)
		}
		checkFields(t, c.args[0], got, c.fields)
	}
}

// checkFields wants in got every field of want, with a value of the same type;
// each element of a list must be as the one that want has.
func checkFields(t *testing.T, at string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			t.Fatalf("%s is %T, want an object", at, got)
		}
		for name, value := range want {
			if _, ok := object[name]; !ok {
				t.Fatalf("%s has no field %s", at, name)
			}
			checkFields(t, at+"."+name, object[name], value)
		}
	case []any:
		list, ok := got.([]any)
		if !ok || len(want) > 0 && len(list) == 0 {
			t.Fatalf("%s is %v, want a list with something in it", at, got)
		}
		for i := range list {
			if len(want) > 0 {
				checkFields(t, at+"[]", list[i], want[0])
			}
		}
	case string:
		if _, ok := got.(string); !ok {
			t.Fatalf("%s is %T, want a text", at, got)
		}
	case float64:
		if _, ok := got.(float64); !ok {
			t.Fatalf("%s is %T, want a number", at, got)
		}
	case bool:
		if _, ok := got.(bool); !ok {
			t.Fatalf("%s is %T, want true or false", at, got)
		}
	}
}
