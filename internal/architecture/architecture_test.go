// Package architecture keeps the direction of imports.
package architecture

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// layers says for each package which others of ours it may import, and why no more.
var layers = map[string]struct {
	may []string
	why string
}{
	"code":     {nil, "the nouns depend on nothing"},
	"table":    {nil, "a file format depends on nothing"},
	"glob":     {[]string{"code"}, "matching paths needs error codes only"},
	"source":   {[]string{"code"}, "it finds bytes, whoever keeps them"},
	"syntax":   {[]string{"code"}, "trees know spans, not languages"},
	"lang":     {[]string{"code", "syntax"}, "a language describes itself; what is done with it is parse's business"},
	"parse":    {[]string{"code", "syntax", "lang"}, "facts are a function of bytes and language"},
	"scan":     {[]string{"code"}, "stages do not know each other: they are given what they need"},
	"chunk":    {[]string{"code"}, "stages do not know each other: they are given what they need"},
	"embed":    {[]string{"code"}, "stages do not know each other: they are given what they need"},
	"lexicon":  {[]string{"code", "table"}, "stages do not know each other: they are given what they need"},
	"grep":     {[]string{"code", "table"}, "stages do not know each other: they are given what they need"},
	"vector":   {[]string{"code"}, "stages do not know each other: they are given what they need"},
	"store":    {[]string{"code", "table"}, "the store keeps what it is given and computes nothing"},
	"index":    {[]string{"code", "table", "glob", "lang", "parse", "scan", "chunk", "embed", "lexicon", "grep", "vector", "store"}, "it drives the stages and never answers questions"},
	"query":    {[]string{"code", "glob", "source", "chunk", "embed", "lexicon", "grep", "vector", "store"}, "it only reads: it cannot scan, parse or index"},
	"eval":     {[]string{"code"}, "scores are computed from results, whoever found them"},
	"config":   {[]string{"code", "glob", "scan", "chunk"}, "settings know the options they fill in"},
	"cli":      {[]string{"*"}, "it wires everything"},
	"bench":    {[]string{"*"}, "it measures everything"},
	"langtest": {[]string{"code", "lang", "parse"}, "a test helper for languages"},
}

func TestImports(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") {
			return err
		}
		from := owner(filepath.ToSlash(file))
		if from == "" {
			return nil
		}
		found[from] = true
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			check(t, file, from, strings.Trim(spec.Path.Value, `"`))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range layers {
		if !found[name] {
			t.Errorf("the rules name package %s, which does not exist", name)
		}
	}
}

// owner is the package, in the sense of the rules, that a file below internal belongs to.
func owner(file string) string {
	parts := strings.Split(strings.TrimPrefix(file, "../"), "/")
	switch {
	case len(parts) < 2 || parts[0] == "architecture" || strings.HasPrefix(parts[1], "_"):
		return ""
	case parts[0] == "lang" && len(parts) > 2 && parts[1] == "langtest":
		return "langtest"
	case strings.HasSuffix(file, "_test.go"):
		return "" // tests may use what they need
	case len(parts) > 2 && parts[0] != "lang":
		return "" // tools that live beside a package, with their own rules
	}
	return parts[0]
}

func check(t *testing.T, file, from, imported string) {
	if imported == "database/sql" && from != "store" {
		t.Errorf("%s imports database/sql: SQL lives in store", file)
	}
	rest, ours := strings.CutPrefix(imported, "lode/internal/")
	if !ours {
		return
	}
	to := strings.Split(rest, "/")[0]
	if path.Base(rest) == "langtest" {
		to = "langtest"
	}
	rule, ok := layers[from]
	if !ok {
		t.Errorf("%s: package %s is not in the rules: say what it may import and why", file, from)
		return
	}
	if to != from && !slices.Contains(rule.may, to) && !slices.Contains(rule.may, "*") {
		t.Errorf("%s: %s must not import %s: %s", file, from, to, rule.why)
	}
}

func TestPackagesAreDescribed(t *testing.T) {
	page, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range layers {
		if !strings.Contains(string(page), name) {
			t.Errorf("ARCHITECTURE.md does not mention package %s", name)
		}
	}
}
