// Command bench measures lode on a real tree, each figure as a ratio to
// something run beside it: parsing the same files with tree-sitter alone. It
// copies the tree into a git repository of its own, because it edits a file.
//
//	go run ./internal/bench -lode bin/lode -dir "$(go env GOROOT)/src"
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"lode/internal/chunk"
	"lode/internal/embed"
	"lode/internal/lang"
	"lode/internal/lang/all"
	"lode/internal/query"
	"lode/internal/scan"
	"lode/internal/store"
	"lode/internal/syntax"
)

func main() {
	log.SetFlags(0)
	lode := flag.String("lode", "bin/lode", "the program to measure")
	dir := flag.String("dir", "", "the tree to measure it on")
	flag.Parse()
	if err := run(*lode, *dir); err != nil {
		log.Fatal("bench: ", err)
	}
}

func run(lode, dir string) error {
	lode, err := filepath.Abs(lode)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "lode-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	tree := filepath.Join(work, "tree")
	files, err := copyTree(dir, tree)
	if err != nil {
		return err
	}
	fmt.Printf("tree: %s, %d files, %.1f MB, %d lines\n\n", dir, len(files.entries), mb(files.bytes), files.lines)
	if files.lines < 500_000 {
		fmt.Printf("note: fewer than 500,000 lines; figures for small trees say little\n\n")
	}
	b := &bench{lode: lode, tree: tree, files: files}
	for _, step := range []func() error{b.parse, b.full, b.noChange, b.oneFile, b.cold, b.warm} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

type bench struct {
	lode, tree string
	files      *corpus
	parseCPU   time.Duration
	fullCPU    time.Duration
}

func (b *bench) report(name string, format string, args ...any) {
	fmt.Printf("%-34s %s\n", name, fmt.Sprintf(format, args...))
}

// parse measures tree-sitter alone on the files that have a grammar, on as
// many threads as a build uses, so that both share processors in the same way.
func (b *bench) parse() error {
	byName := map[string]*lang.Language{}
	var known []scan.Language
	for _, l := range all.Languages() {
		byName[l.Name] = l
		known = append(known, scan.Language{Name: l.Name, Extensions: l.Extensions, Filenames: l.Filenames, Interpreters: l.Interpreters})
		if _, _, err := l.Load(); err != nil {
			return err
		}
	}
	detector := scan.NewDetector(known)
	type text struct {
		content []byte
		grammar *syntax.Grammar
	}
	var texts []text
	var parsed int64
	for _, e := range b.files.entries {
		f, skip, err := scan.Read(scan.Options{Root: b.tree}, e)
		if err != nil || skip != nil {
			continue
		}
		if l := byName[detector.Language(e.Path, f.Bytes)]; l != nil {
			grammar, _, err := l.Load()
			if err != nil {
				return err
			}
			texts = append(texts, text{f.Bytes, grammar})
			parsed += int64(len(f.Bytes))
		}
	}
	work := make(chan text)
	var wg sync.WaitGroup
	before := processCPU()
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			parser := syntax.NewParser()
			defer parser.Close()
			for t := range work {
				if err := parser.ParseOnly(t.grammar, t.content, time.Minute); err != nil {
					log.Print(err)
				}
			}
		})
	}
	for _, t := range texts {
		work <- t
	}
	close(work)
	wg.Wait()
	b.parseCPU = processCPU() - before
	b.report("parsing alone", "%.2f s CPU, %.1f MB/s of CPU", b.parseCPU.Seconds(), mb(parsed)/b.parseCPU.Seconds())
	return nil
}

func (b *bench) full() error {
	u, out, err := b.command("index", "--json")
	if err != nil {
		return err
	}
	b.fullCPU = u.cpu
	var report struct {
		Files, Symbols, References, Chunks int
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return err
	}
	info, err := os.Stat(filepath.Join(b.tree, ".lode", store.FileName))
	if err != nil {
		return err
	}
	b.report("full build", "%.2f s CPU = %.2f x parsing, %.2f s wall; target 2 x", u.cpu.Seconds(), u.cpu.Seconds()/b.parseCPU.Seconds(), u.wall.Seconds())
	b.report("  peak memory", "%.0f MB; target 600 MB", float64(u.rss)/(1<<20))
	b.report("  index size", "%.1f MB = %.2f x source; target 2 x", mb(info.Size()), float64(info.Size())/float64(b.files.bytes))
	b.report("  content", "%d files, %d symbols, %d references, %d chunks", report.Files, report.Symbols, report.References, report.Chunks)
	return nil
}

func (b *bench) noChange() error {
	if _, _, err := b.command("index"); err != nil { // lets file times settle
		return err
	}
	u, _, err := b.command("index")
	if err != nil {
		return err
	}
	b.report("run without changes", "%.3f s CPU = %.2f %% of a full build, %.3f s wall; target 3 %%", u.cpu.Seconds(), 100*u.cpu.Seconds()/b.fullCPU.Seconds(), u.wall.Seconds())
	return nil
}

func (b *bench) oneFile() error {
	base, _, err := b.command("index")
	if err != nil {
		return err
	}
	var worst, total time.Duration
	const rounds = 8
	for i := range rounds {
		e := b.files.entries[len(b.files.entries)*(i+1)/(rounds+1)]
		f, err := os.OpenFile(filepath.Join(b.tree, e.Path), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		fmt.Fprintf(f, "\n// changed %d\n", i)
		if err := f.Close(); err != nil {
			return err
		}
		u, _, err := b.command("index")
		if err != nil {
			return err
		}
		worst, total = max(worst, u.cpu), total+u.cpu
	}
	mean := total / rounds
	b.report("one changed file", "%.3f s CPU = %.2f %% of a full build (worst %.2f %%; %.3f s above a run without changes); target 1 %%",
		mean.Seconds(), 100*mean.Seconds()/b.fullCPU.Seconds(), 100*worst.Seconds()/b.fullCPU.Seconds(), max(0, mean-base.cpu).Seconds())
	return nil
}

var questions = []string{
	"how are http headers parsed", "parse a duration string", "ReadAll", "garbage collector write barrier",
	"the error that is returned when a connection is closed", "sort a slice", "json decoder unknown fields", "get the value of a key from a map",
}

func (b *bench) cold() error {
	var times []time.Duration
	for range 3 {
		for _, q := range questions {
			u, _, err := b.command("search", "--json", q)
			if err != nil {
				return err
			}
			times = append(times, u.wall)
		}
	}
	slices.Sort(times)
	b.report("cold search, a new process", "median %.1f ms, 95th percentile %.1f ms; target 80 ms", ms(times[len(times)/2]), ms(times[len(times)*95/100]))
	return nil
}

func (b *bench) warm() error {
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(b.tree, ".lode"))
	if err != nil {
		return err
	}
	defer s.Close()
	model, err := embed.Builtin()
	if err != nil {
		return err
	}
	x := &query.Index{Store: s, Provider: model, Root: b.tree, Chunk: chunk.Options{}, Decode: func(raw []byte) []byte { return raw }}
	var times []time.Duration
	for round := range 12 {
		for _, q := range questions {
			started := time.Now()
			if _, err := x.Search(ctx, query.Request{Query: q}); err != nil {
				return err
			}
			if round > 1 {
				times = append(times, time.Since(started))
			}
		}
	}
	slices.Sort(times)
	b.report("warm search, in one process", "median %.2f ms, 95th percentile %.2f ms; target 5 ms", ms(times[len(times)/2]), ms(times[len(times)*95/100]))
	return nil
}

// usage is what one command cost.
type usage struct {
	cpu, wall time.Duration
	rss       int64
}

func (b *bench) command(args ...string) (usage, []byte, error) {
	cmd := exec.Command(b.lode, append([]string{"-C", b.tree}, args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	started := time.Now()
	err := cmd.Run()
	u := usage{wall: time.Since(started)}
	if err != nil {
		return u, nil, fmt.Errorf("lode %s: %w\n%s", strings.Join(args, " "), err, errs.String())
	}
	u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	u.rss = maxRSS(cmd.ProcessState)
	return u, out.Bytes(), nil
}

func mb(n int64) float64         { return float64(n) / 1e6 }
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
