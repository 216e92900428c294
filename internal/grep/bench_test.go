package grep

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"lode/internal/table"
)

// The benchmarks run on the source of the Go installation: every file that is
// text and at most 1 MB.

type file struct {
	path    string
	content []byte
}

func corpusRoot() string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "src")
}

var corpus = sync.OnceValue(func() (files []file) {
	err := filepath.WalkDir(corpusRoot(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(content) <= 1<<20 && bytes.IndexByte(content[:min(8000, len(content))], 0) < 0 {
			files = append(files, file{path, content})
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return files
})

func corpusSize(files []file) (n int64) {
	for _, f := range files {
		n += int64(len(f.content))
	}
	return n
}

func buildSegment(files []file) []table.Block {
	var b Builder
	var s Scratch
	var trigrams []uint32
	for _, f := range files {
		trigrams = Trigrams(trigrams[:0], f.content, &s)
		b.Add(trigrams)
	}
	return b.Finish()
}

func tableSize(blocks []table.Block) (n int64) {
	for _, b := range blocks {
		n += int64(len(b.Data))
	}
	return n
}

func BenchmarkTrigrams(b *testing.B) {
	files := corpus()
	b.SetBytes(corpusSize(files))
	var s Scratch
	var trigrams []uint32
	for b.Loop() {
		for _, f := range files {
			trigrams = Trigrams(trigrams[:0], f.content, &s)
		}
	}
}

// BenchmarkAdd is the work of the one writer alone.
func BenchmarkAdd(b *testing.B) {
	files := corpus()
	b.SetBytes(corpusSize(files))
	var s Scratch
	sets := make([][]uint32, len(files))
	for i, f := range files {
		sets[i] = Trigrams(nil, f.content, &s)
	}
	b.ReportAllocs()
	for b.Loop() {
		var build Builder
		for _, set := range sets {
			build.Add(set)
		}
		build.Finish()
	}
}

func BenchmarkBuild(b *testing.B) {
	files := corpus()
	total := corpusSize(files)
	b.SetBytes(total)
	size := int64(0)
	for b.Loop() {
		size = tableSize(buildSegment(files))
	}
	b.ReportMetric(float64(size)/1e6, "MB")
	b.ReportMetric(float64(size)/float64(total), "x-source")
}

// BenchmarkMerge joins ten segments and drops a file in ten.
func BenchmarkMerge(b *testing.B) {
	files := corpus()
	b.SetBytes(corpusSize(files))
	var segments []Blocks
	var counts []int
	for i := range 10 {
		part := files[i*len(files)/10 : (i+1)*len(files)/10]
		segments = append(segments, buildSegment(part))
		counts = append(counts, len(part))
	}
	for b.Loop() {
		next := uint32(0)
		parts := make([]Part, len(segments))
		for i, s := range segments {
			dead := make([]uint64, counts[i]/64+1)
			for j := 0; j < counts[i]; j += 10 {
				dead[j>>6] |= 1 << (j & 63)
			}
			parts[i].Next = s.Next()
			parts[i].Ordinals, next = Renumber(counts[i], dead, next)
		}
		if _, err := Merge(parts); err != nil {
			b.Fatal(err)
		}
	}
}

var benchPatterns = []struct {
	name    string
	o       Options
	pattern string
}{
	{"rare", Options{}, "NewCBCDecrypter"},
	{"common", Options{}, "return"},
	{"common-word", Options{Word: true}, "err"},
	{"ignore-case", Options{IgnoreCase: true}, "newcontext"},
	{"ignore-case-common", Options{IgnoreCase: true}, "task"},
	{"regexp", Options{Regexp: true}, `(foo|bar)Baz[0-9]+|Cancel\w+Context`},
	{"regexp-gap", Options{Regexp: true}, `func \(\w+ \*Regexp\) \w+Index`},
	{"regexp-suffix", Options{Regexp: true}, `[a-z]+_[a-z]+_lock`},
	{"regexp-short", Options{Regexp: true}, `[0-9]{3}-[0-9]{4}`},
	{"regexp-bare", Options{Regexp: true}, `\b[A-Z]\w+[0-9]\w*[A-Z]\b`},
}

// BenchmarkCandidates asks the table in memory.
func BenchmarkCandidates(b *testing.B) {
	files := corpus()
	seg := Segment{Files: len(files), Source: Blocks(buildSegment(files))}
	for _, bp := range benchPatterns {
		b.Run(bp.name, func(b *testing.B) {
			p := compile(b, bp.o, bp.pattern)
			n := 0
			for b.Loop() {
				list, all, err := p.Candidates(seg)
				if err != nil {
					b.Fatal(err)
				}
				if n = len(list); all {
					n = len(files)
				}
			}
			b.ReportMetric(float64(n), "files")
		})
	}
}

// BenchmarkFind scans every file, without the index.
func BenchmarkFind(b *testing.B) {
	files := corpus()
	for _, bp := range benchPatterns {
		p := compile(b, bp.o, bp.pattern)
		b.Run(bp.name, func(b *testing.B) {
			b.SetBytes(corpusSize(files))
			lines := 0
			for b.Loop() {
				lines = 0
				for _, f := range files {
					p.Find(f.content, func(Match) bool { lines++; return true })
				}
			}
			b.ReportMetric(float64(lines), "lines")
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, bp := range benchPatterns {
		b.Run(bp.name, func(b *testing.B) {
			for b.Loop() {
				compile(b, bp.o, bp.pattern)
			}
		})
	}
}
