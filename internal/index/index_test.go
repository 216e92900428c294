package index_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lode/internal/embed"
	"lode/internal/index"
	"lode/internal/lang/all"
	"lode/internal/query"
	"lode/internal/scan"
	"lode/internal/store"
)

// tree is a folder of source with an index beside it.
type tree struct {
	t   *testing.T
	dir string
	idx string
}

func newTree(t *testing.T, git bool) *tree {
	t.Helper()
	tr := &tree{t, t.TempDir(), t.TempDir()}
	if git {
		tr.git("init", "-q")
	}
	return tr
}

func (tr *tree) git(args ...string) {
	tr.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", tr.dir, "-c", "user.name=t", "-c", "user.email=t@t"}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		tr.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (tr *tree) write(path, text string) {
	tr.t.Helper()
	full := filepath.Join(tr.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		tr.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) remove(path string) {
	tr.t.Helper()
	if err := os.Remove(filepath.Join(tr.dir, filepath.FromSlash(path))); err != nil {
		tr.t.Fatal(err)
	}
}

func (tr *tree) options() index.Options {
	tr.t.Helper()
	model, err := embed.Builtin()
	if err != nil {
		tr.t.Fatal(err)
	}
	return index.Options{Scan: scan.Options{Root: tr.dir, IndexDir: tr.idx}, Languages: all.Languages(), Provider: model}
}

// run indexes into dir and returns the report.
func (tr *tree) run(dir string, change func(*index.Options)) *index.Report {
	tr.t.Helper()
	report, err := tr.try(context.Background(), dir, change)
	if err != nil {
		tr.t.Fatal(err)
	}
	return report
}

func (tr *tree) try(ctx context.Context, dir string, change func(*index.Options)) (*index.Report, error) {
	tr.t.Helper()
	s, err := store.Create(context.Background(), dir)
	if err != nil {
		tr.t.Fatal(err)
	}
	defer s.Close()
	o := tr.options()
	if change != nil {
		change(&o)
	}
	return index.Run(ctx, s, o)
}

func (tr *tree) open(dir string) *query.Index {
	tr.t.Helper()
	s, err := store.Open(context.Background(), dir)
	if err != nil {
		tr.t.Fatal(err)
	}
	tr.t.Cleanup(func() { s.Close() })
	return &query.Index{Store: s, Provider: tr.options().Provider, Root: tr.dir, Decode: func(raw []byte) []byte { text, _ := scan.Decode(raw); return text }}
}

// export is every fact of the index in dir, as text.
func (tr *tree) export(dir string) string {
	tr.t.Helper()
	var b strings.Builder
	x := tr.open(dir)
	err := x.Export(context.Background(), func(r query.Record) error {
		line, err := json.Marshal(r)
		b.Write(append(line, '\n'))
		return err
	})
	if err != nil {
		tr.t.Fatal(err)
	}
	return b.String()
}

// same fails unless the index is what a fresh build gives: facts and answers.
func (tr *tree) same(queries ...string) {
	tr.t.Helper()
	fresh := tr.t.TempDir()
	tr.run(fresh, nil)
	if got, want := tr.export(tr.idx), tr.export(fresh); got != want {
		tr.t.Fatalf("incremental differs from fresh:\n%s", firstDifference(want, got))
	}
	for _, q := range queries {
		a, b := tr.answers(tr.idx, q), tr.answers(fresh, q)
		if a != b {
			tr.t.Fatalf("answers to %q differ:\nincremental\n%s\nfresh\n%s", q, a, b)
		}
	}
}

func (tr *tree) answers(dir, q string) string {
	tr.t.Helper()
	a, err := tr.open(dir).Search(context.Background(), query.Request{Query: q, Limit: 20})
	if err != nil {
		tr.t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range a.Results {
		fmt.Fprintf(&b, "%s:%d-%d %s %.9f\n", r.Path, r.StartLine, r.EndLine, r.Symbol, r.Score)
	}
	return b.String()
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		if i >= len(w) || i >= len(g) || w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %.300s\ngot  %.300s", i+1, strings.Join(w[min(i, len(w)):], "\n"), strings.Join(g[min(i, len(g)):], "\n"))
		}
	}
	return "none"
}

const goFile = "package p\n\n// %[1]s parses the %[1]s header.\nfunc %[1]s(in []byte) error { return check(in, %[2]d) }\n"

func TestFirstRunAndNoChange(t *testing.T) {
	tr := newTree(t, true)
	tr.write("a/one.go", fmt.Sprintf(goFile, "ParseOne", 1))
	tr.write("b/two.py", "def read_two(path):\n    \"\"\"Read two.\"\"\"\n    return open(path)\n")
	tr.write("README.md", "# Title\n\nText.\n")
	tr.write("image.png", "\x89PNG\r\n\x1a\n\x00\x00")
	r := tr.run(tr.idx, nil)
	if r.Files != 3 || r.Changed != 3 || r.Symbols == 0 || r.References == 0 || r.Chunks < 3 || r.Skipped["binary"] != 1 {
		t.Errorf("first run: %+v", r)
	}
	time.Sleep(50 * time.Millisecond) // until file times prove something
	tr.run(tr.idx, nil)
	if r := tr.run(tr.idx, nil); r.Changed != 0 || r.Deleted != 0 || r.Files != 3 || r.Skipped["binary"] != 1 {
		t.Errorf("no change: %+v", r)
	}
	tr.same("parse header", "ParseOne")
}

func TestEditsDeletesAndRoleChanges(t *testing.T) {
	tr := newTree(t, true)
	for i := range 20 {
		tr.write(fmt.Sprintf("pkg%d/file%d.go", i%3, i), fmt.Sprintf(goFile, fmt.Sprintf("Parse%d", i), i))
	}
	tr.run(tr.idx, nil)
	tr.write("pkg0/file0.go", fmt.Sprintf(goFile, "Changed", 7))
	tr.remove("pkg1/file1.go")
	tr.write("pkg9/new_test.go", fmt.Sprintf(goFile, "TestNew", 1))
	r := tr.run(tr.idx, nil)
	if r.Changed != 2 || r.Deleted != 1 {
		t.Errorf("changed %d, deleted %d", r.Changed, r.Deleted)
	}
	tr.same("parse header", "Changed", "file1")
	tr.write("pkg0/file0.go", "\x00\x01\x02 binary now")
	if r := tr.run(tr.idx, nil); r.Deleted != 1 || r.Skipped["binary"] != 1 {
		t.Errorf("a file that became binary: %+v", r)
	}
	tr.same("Changed")
}

// A random history with small segments, so that merges, staging and
// checkpoints happen all the time, compared with a fresh build again and again.
func TestIncrementalEqualsFresh(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 1))
			tr := newTree(t, seed%2 == 0)
			small := func(o *index.Options) { o.SegmentChunks = 1 + rng.IntN(12) }
			paths := []string{}
			for step := range 25 {
				for range 1 + rng.IntN(4) {
					switch {
					case len(paths) > 3 && rng.IntN(4) == 0:
						i := rng.IntN(len(paths))
						tr.remove(paths[i])
						paths = append(paths[:i], paths[i+1:]...)
					case len(paths) > 0 && rng.IntN(2) == 0:
						tr.write(paths[rng.IntN(len(paths))], fmt.Sprintf(goFile, fmt.Sprintf("Edit%d", rng.IntN(50)), step))
					default:
						p := fmt.Sprintf("d%d/f%d.%s", rng.IntN(4), rng.IntN(1000), []string{"go", "md", "txt"}[rng.IntN(3)])
						tr.write(p, fmt.Sprintf(goFile, fmt.Sprintf("New%d", step), step))
						if !contains(paths, p) {
							paths = append(paths, p)
						}
					}
				}
				if rng.IntN(5) == 0 { // a run that is cut off somewhere
					ctx, cancel := context.WithCancel(context.Background())
					after := rng.IntN(6)
					_, err := tr.try(ctx, tr.idx, func(o *index.Options) {
						small(o)
						o.Progress = func(p index.Progress) {
							if p.Phase == index.PhaseIndex && p.Done >= after {
								cancel()
							}
						}
					})
					cancel()
					if err != nil && !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
				}
				tr.run(tr.idx, small)
				if step%4 == 0 {
					tr.same("parse header", fmt.Sprintf("Edit%d", rng.IntN(50)))
				}
			}
			tr.same("check in")
		})
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// A rebuild that is cut off leaves the previous generation as it was, and the
// next run finishes it without doing again what was done.
func TestInterruptedRebuildKeepsPreviousGeneration(t *testing.T) {
	tr := newTree(t, false)
	for i := range 60 {
		tr.write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf(goFile, fmt.Sprintf("Old%d", i), i))
	}
	small := func(o *index.Options) { o.SegmentChunks = 5 }
	tr.run(tr.idx, small)
	before := tr.export(tr.idx)
	for i := range 60 {
		tr.write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf(goFile, fmt.Sprintf("New%d", i), i))
	}
	time.Sleep(50 * time.Millisecond)
	ctx, cancel := context.WithCancel(context.Background())
	_, err := tr.try(ctx, tr.idx, func(o *index.Options) {
		small(o)
		o.Progress = func(p index.Progress) {
			if p.Done == 40 {
				cancel()
			}
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run was not cut off: %v", err)
	}
	if after := tr.export(tr.idx); after != before {
		t.Fatalf("a cut-off run changed what readers see:\n%s", firstDifference(before, after))
	}
	if r := tr.run(tr.idx, small); r.Changed == 0 || r.Changed > 30 {
		t.Errorf("the next run indexed %d of 60 files: it should go on where the first ended", r.Changed)
	}
	tr.same("parse header", "New59")
}

// What a cut-off run has staged and the tree no longer says is dropped.
func TestStagedFilesThatNoLongerFit(t *testing.T) {
	tr := newTree(t, false)
	names := func(prefix string) {
		for i := range 40 {
			tr.write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf(goFile, fmt.Sprintf("%s%d", prefix, i), i))
		}
	}
	small := func(o *index.Options) { o.SegmentChunks = 5 }
	names("Old")
	tr.run(tr.idx, small)
	names("Staged")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := tr.try(ctx, tr.idx, func(o *index.Options) {
		small(o)
		o.Progress = func(p index.Progress) {
			if p.Done == 30 {
				cancel()
			}
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the run was not cut off: %v", err)
	}
	names("Newest")
	tr.remove("f00.go")
	tr.run(tr.idx, small)
	tr.same("parse header", "Staged3", "Newest3")
}

func TestRecipeChangeRebuilds(t *testing.T) {
	tr := newTree(t, false)
	tr.write("a.go", fmt.Sprintf(goFile, "A", 1))
	tr.run(tr.idx, nil)
	r := tr.run(tr.idx, func(o *index.Options) { o.Provider = embed.Hash{} })
	if r.Changed != 1 {
		t.Errorf("another model indexed %d files anew, want 1", r.Changed)
	}
	r = tr.run(tr.idx, func(o *index.Options) { o.Provider = nil })
	if r.Changed != 1 || r.Files != 1 {
		t.Errorf("no model: %+v", r)
	}
	if r := tr.run(tr.idx, func(o *index.Options) { o.Full = true }); r.Changed != 1 || r.Files != 1 {
		t.Errorf("full: %+v", r)
	}
	tr.same("A")
}

// A file rewritten within one tick of the clock, with equal size, must be seen.
func TestRacyWrite(t *testing.T) {
	tr := newTree(t, false)
	stamp := time.Now()
	for i := range 5 {
		tr.write("a.go", fmt.Sprintf(goFile, fmt.Sprintf("Racy%d", i), i))
		if err := os.Chtimes(filepath.Join(tr.dir, "a.go"), stamp, stamp); err != nil {
			t.Fatal(err)
		}
		tr.run(tr.idx, nil)
		if out := tr.export(tr.idx); !strings.Contains(out, fmt.Sprintf(`"Racy%d"`, i)) {
			t.Fatalf("write %d was missed", i)
		}
		stamp = time.Now()
		if err := os.Chtimes(filepath.Join(tr.dir, "a.go"), stamp, stamp); err != nil {
			t.Fatal(err)
		}
		tr.run(tr.idx, nil)
	}
}

// Text comes from the file, else from git, else from the index's own copy.
func TestTextOfChangedFiles(t *testing.T) {
	tr := newTree(t, true)
	tr.write("clean.go", fmt.Sprintf(goFile, "Clean", 1))
	tr.git("add", ".")
	tr.git("commit", "-qm", "x")
	tr.write("dirty.go", fmt.Sprintf(goFile, "Dirty", 1))
	tr.run(tr.idx, nil)
	tr.write("clean.go", "package other\n")
	tr.remove("dirty.go")
	x := tr.open(tr.idx)
	for _, name := range []string{"Clean", "Dirty"} {
		shown, err := x.ShowSymbol(context.Background(), name, query.Filter{})
		if err != nil || len(shown) != 1 {
			t.Fatalf("%s: %v, %d shown", name, err, len(shown))
		}
		if !shown[0].Stale || !strings.Contains(shown[0].Text, "func "+name) {
			t.Errorf("%s: stale %v, text %q", name, shown[0].Stale, shown[0].Text)
		}
	}
}

// Readers see one generation while a writer works.
func TestSearchDuringIndexing(t *testing.T) {
	tr := newTree(t, false)
	for i := range 40 {
		tr.write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf(goFile, fmt.Sprintf("Old%d", i), i))
	}
	small := func(o *index.Options) { o.SegmentChunks = 5 }
	tr.run(tr.idx, small)
	x := tr.open(tr.idx)
	for i := range 40 {
		tr.write(fmt.Sprintf("f%02d.go", i), fmt.Sprintf(goFile, fmt.Sprintf("Fresh%d", i), i))
	}
	ctx := context.Background()
	tr.run(tr.idx, func(o *index.Options) {
		small(o)
		o.Progress = func(p index.Progress) {
			if p.Done%10 != 5 {
				return
			}
			a, err := x.Search(ctx, query.Request{Query: "Old3", Mode: query.ModeName})
			if err != nil || len(a.Results) == 0 || a.Results[0].Symbol != "Old3" {
				t.Errorf("during indexing: %v, %+v", err, a)
			}
		}
	})
	a, err := x.Search(ctx, query.Request{Query: "Fresh3", Mode: query.ModeName})
	if err != nil || len(a.Results) == 0 || a.Results[0].Symbol != "Fresh3" {
		t.Errorf("after indexing: %v, %+v", err, a)
	}
}
