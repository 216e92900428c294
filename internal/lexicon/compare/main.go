//go:build unix

// Command compare measures ranked text search over 200,000 chunks of code with
// package lexicon, with SQLite's FTS5 and with bleve, and prints a table. It is
// a module of its own so that bleve is no dependency of lode. Run it with
//
//	go -C internal/lexicon/compare run -mod=mod -tags sqlite_fts5 .
//
// Every figure is CPU time of the process, user and system together, so that
// other work on the machine hardly shows. The text comes from the Go
// distribution and the module cache.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// engine is one of the candidates. Its index lives in a directory.
type engine interface {
	// Build indexes documents into an empty directory.
	Build(dir string, docs []doc) error
	Open(dir string) error
	// Search returns how many of the 100 best documents there are.
	Search(query string) (int, error)
	// Replace exchanges the chunks of one file for others.
	Replace(old []int, chunks []doc) error
	Close() error
}

var engines = []struct {
	name string
	make func() engine
}{
	{"posting segments", func() engine { return new(segments) }},
	{"FTS5, same terms", func() engine { return &fts5{terms: true} }},
	{"FTS5, its own terms", func() engine { return &fts5{} }},
	{"bleve, same terms", func() engine { return new(bleveIndex) }},
}

var queries = []struct{ name, text string }{
	{"a rare word", "kqueue"},
	{"an identifier", "parseRequestLine"},
	{"three common words", "return error string"},
	{"five mixed words", "parse request header timeout kqueue"},
}

const (
	warmRuns = 50
	coldRuns = 5
	updates  = 50
)

func main() {
	log.SetFlags(0)
	chunks := flag.Int("chunks", 200_000, "number of chunks")
	cold := flag.Int("cold", -1, "used by the program itself: open engine number `n` and search once")
	dir := flag.String("dir", "", "where the indexes are put; default a temporary directory")
	query := flag.String("query", "", "used with -cold")
	flag.Parse()
	if err := start(*chunks, *cold, *dir, *query); err != nil {
		log.Fatal(err)
	}
}

func start(chunks, cold int, dir, query string) error {
	if cold >= 0 {
		return searchCold(cold, dir, query)
	}
	if dir == "" {
		temp, err := os.MkdirTemp("", "textindex")
		if err != nil {
			return err
		}
		defer os.RemoveAll(temp)
		dir = temp
	}
	docs, err := corpus(chunks)
	if err != nil {
		return err
	}
	size := 0
	for _, d := range docs {
		size += len(d.body)
	}
	fmt.Printf("%d chunks, %.0f MB\n\n", len(docs), float64(size)/1e6)
	columns := [][]string{labels()}
	for i := range engines {
		column, err := measure(i, dir, docs, size)
		if err != nil {
			return fmt.Errorf("%s: %w", engines[i].name, err)
		}
		columns = append(columns, column)
	}
	for row := range columns[0] {
		for _, column := range columns {
			fmt.Printf("| %s ", column[row])
		}
		fmt.Println("|")
	}
	return nil
}

func labels() []string {
	rows := []string{"", "---", "build, ms a MB", "build, MB/s", "index / text"}
	for _, q := range queries {
		rows = append(rows, q.name+", found", q.name+", warm ms", q.name+", cold ms")
	}
	return append(rows, "replace one file, ms")
}

// measure builds, searches and changes one engine's index and returns its
// column of the table.
func measure(number int, root string, docs []doc, size int) ([]string, error) {
	e, dir := engines[number].make(), filepath.Join(root, strconv.Itoa(number))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	log.Printf("building: %s", engines[number].name)
	took, err := cpu(func() error { return e.Build(dir, docs) })
	if err != nil {
		return nil, err
	}
	bytes, err := diskSize(dir)
	if err != nil {
		return nil, err
	}
	mb := float64(size) / 1e6
	column := []string{engines[number].name, "---", ms(took / time.Duration(mb)),
		fmt.Sprintf("%.1f", mb/took.Seconds()), fmt.Sprintf("%.2f", float64(bytes)/float64(size))}
	var colds []time.Duration
	for _, q := range queries { // before this process holds the index
		cold, err := spawnCold(number, dir, q.text)
		if err != nil {
			return nil, err
		}
		colds = append(colds, cold)
	}
	if err := e.Open(dir); err != nil {
		return nil, err
	}
	for i, q := range queries {
		found, warm, err := searchWarm(e, q.text)
		if err != nil {
			return nil, err
		}
		column = append(column, strconv.Itoa(found), ms(warm), ms(colds[i]))
	}
	took, err = cpu(func() error { return replaceFiles(e, docs) })
	if err != nil {
		return nil, err
	}
	return append(column, ms(took/updates)), e.Close()
}

func searchWarm(e engine, query string) (found int, each time.Duration, err error) {
	for range 3 {
		if found, err = e.Search(query); err != nil {
			return 0, 0, err
		}
	}
	took, err := cpu(func() error {
		for range warmRuns {
			if _, err := e.Search(query); err != nil {
				return err
			}
		}
		return nil
	})
	return found, took / warmRuns, err
}

// spawnCold measures in processes that have not seen the index before: opening
// it and the first search. The operating system has it in its cache.
func spawnCold(number int, dir, query string) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	var times []time.Duration
	for range coldRuns {
		out, err := exec.Command(self, "-cold", strconv.Itoa(number), "-dir", dir, "-query", query).Output()
		if err != nil {
			return 0, fmt.Errorf("cold search: %w", err)
		}
		took, err := time.ParseDuration(strings.TrimSpace(string(out)))
		if err != nil {
			return 0, err
		}
		times = append(times, took)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

func searchCold(number int, dir, query string) error {
	e := engines[number].make()
	took, err := cpu(func() error {
		if err := e.Open(dir); err != nil {
			return err
		}
		_, err := e.Search(query)
		return err
	})
	fmt.Println(took)
	return err
}

// replaceFiles writes some files of between 10 and 40 chunks anew, each with a
// line more at the start of each chunk.
func replaceFiles(e engine, docs []doc) error {
	done := 0
	for first := 0; first < len(docs) && done < updates; {
		end := first + 1
		for end < len(docs) && docs[end].path == docs[first].path {
			end++
		}
		if n := end - first; n >= 10 && n <= 40 && first%7 == 0 {
			var old []int
			var chunks []doc
			for i := first; i < end; i++ {
				old = append(old, i)
				chunks = append(chunks, doc{docs[i].path, "changed line\n" + docs[i].body})
			}
			if err := e.Replace(old, chunks); err != nil {
				return err
			}
			done++
		}
		first = end
	}
	if done < updates {
		return fmt.Errorf("only %d files to replace", done)
	}
	return nil
}

// cpu is the processor time that fn takes in this process.
func cpu(fn func() error) (time.Duration, error) {
	before, err := used()
	if err != nil {
		return 0, err
	}
	if err := fn(); err != nil {
		return 0, err
	}
	after, err := used()
	return after - before, err
}

func used() (time.Duration, error) {
	var r syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano()), err
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f", float64(d)/float64(time.Millisecond)) }

func diskSize(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}
