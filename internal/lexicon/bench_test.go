package lexicon

import (
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// tree is the source of the standard library in line chunks of about 600
// bytes, cut once per run.
var tree = sync.OnceValue(func() []Document {
	var docs []Document
	root := filepath.Join(build.Default.GOROOT, "src")
	_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || len(text) > 1<<20 {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		for _, chunk := range lineChunks(string(text), 600) {
			docs = append(docs, Document{FieldPath: filepath.ToSlash(rel), FieldBody: chunk})
		}
		return nil
	})
	return docs
})

// corpus is one segment's worth of the tree, and the size of its bodies.
func corpus() (docs []Document, size int) {
	docs = tree()
	docs = docs[:min(SegmentDocs, len(docs))]
	for i := range docs {
		size += len(docs[i][FieldBody])
	}
	return docs, size
}

// lineChunks cuts text at line ends into pieces of at least n bytes.
func lineChunks(text string, n int) (chunks []string) {
	for len(text) > 0 {
		end := min(n, len(text))
		if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(text)
		}
		chunks = append(chunks, text[:end])
		text = text[end:]
	}
	return chunks
}

func BenchmarkScan(b *testing.B) {
	docs, size := corpus()
	b.SetBytes(int64(size))
	var s scanner
	tokens := 0
	for b.Loop() {
		tokens = 0
		for i := range docs {
			s.scan(docs[i][FieldBody])
			tokens += len(s.tokens)
		}
	}
	b.ReportMetric(float64(tokens)/float64(len(docs)), "tokens/doc")
}

func BenchmarkAnalyze(b *testing.B) {
	docs, size := corpus()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	var a Analyzer
	for b.Loop() {
		for i := range docs {
			a.Analyze(&docs[i])
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	docs, size := corpus()
	var a Analyzer
	analyzed := make([]Analyzed, len(docs))
	for i := range docs {
		analyzed[i] = a.Analyze(&docs[i])
	}
	b.SetBytes(int64(size))
	var builder Builder
	var bytes, terms int
	for b.Loop() {
		for i := range analyzed {
			builder.Add(analyzed[i])
		}
		terms = len(builder.terms)
		blocks, lengths := builder.Finish()
		bytes = len(lengths)
		for _, block := range blocks {
			bytes += len(block.Data) + len(block.First)
		}
	}
	b.ReportMetric(float64(bytes)/float64(size), "index/text")
	b.ReportMetric(float64(terms), "terms")
}

// large is an index of 200,000 documents: the tree, and again from its start.
var large = sync.OnceValue(func() (all []Segment) {
	docs := tree()
	var a Analyzer
	var b Builder
	for i := range 200_000 {
		d := docs[i%len(docs)]
		b.Add(a.Analyze(&d))
		if n := b.Len(); n == SegmentDocs || i == 200_000-1 {
			blocks, lengths := b.Finish()
			all = append(all, Segment{Docs: n, Lengths: lengths, Source: Blocks(blocks)})
		}
	}
	return all
})

func BenchmarkSearch(b *testing.B) {
	for _, query := range []struct{ name, text string }{
		{"rare", "kqueue"},
		{"identifier", "parseRequestLine"},
		{"common", "return error string"},
		{"five", "how does the parser read a file header"},
		{"commonest", "return err if nil func string int error value type"},
	} {
		for _, deleted := range []bool{false, true} {
			segments, name := slices.Clone(large()), query.name
			if deleted {
				name += "/deleted"
				for i := range segments {
					segments[i].Dead = make([]uint64, segments[i].Docs/64)
					for j := range segments[i].Dead {
						segments[i].Dead[j] = 1 << (j % 64)
					}
				}
			}
			b.Run(name, func(b *testing.B) {
				terms := Terms(query.text)
				postings := 0
				for i := range segments {
					for _, t := range active(terms) {
						if list, _ := segments[i].find([]byte(terms[t].Text)); list != nil {
							p, _ := newPostings(list, segments[i].Docs)
							postings += p.count
						}
					}
				}
				for b.Loop() {
					hits, err := Search(segments, terms, DefaultWeights(), 100, nil)
					if err != nil || len(hits) == 0 {
						b.Fatal(len(hits), err)
					}
				}
				b.ReportMetric(float64(postings), "postings")
			})
		}
	}
}

func BenchmarkMerge(b *testing.B) {
	segments := large()[:2]
	b.SetBytes(int64(2 * SegmentDocs * 620))
	for b.Loop() {
		if _, err := Merge(segments); err != nil {
			b.Fatal(err)
		}
	}
}
