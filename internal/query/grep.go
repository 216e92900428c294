package query

import (
	"bytes"
	"context"
	"runtime"
	"sync"

	"lode/internal/code"
	"lode/internal/grep"
	"lode/internal/store"
)

// GrepRequest is a search for a literal or an expression in the tree as it is now.
type GrepRequest struct {
	Patterns []string
	grep.Options
	Filter
	Limit         int  // matching lines; 0: no limit
	PerFile       int  // matching lines of one file; 0: no limit
	Before, After int  // lines of context
	Brute         bool // read every file and match every line: the oracle
}

// GrepMatch is one matching line.
type GrepMatch struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Text   string   `json:"text"`
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
	Spans  [][2]int `json:"-"` // bytes of the line that match
}

// GrepAnswer is what Grep returns: matches by path and line.
type GrepAnswer struct {
	Matches   []GrepMatch `json:"matches"`
	Truncated bool        `json:"truncated"`
	Read      int         `json:"files_read"` // how many files had to be read
}

// Tree is the tree as it is now: its files, and a way to read them.
type Tree struct {
	Files []TreeFile
	Read  func(path string) (text []byte, ok bool) // ok is false for what is not text or is gone
	// Describe tells language and role of a file that the index does not know.
	Describe func(path string, head []byte) (language string, role code.Role)
}

// TreeFile is one file of the tree.
type TreeFile struct {
	Path    string
	Size    int64
	ModTime int64
}

// Grep finds matching lines in the tree as it is now. Files that are unchanged
// since they were indexed are read only when the index says that they may
// match; all others are always read, so the answer is that of a full scan.
// Without an index (x.Store nil) every file is read.
func (x *Index) Grep(ctx context.Context, r GrepRequest, tree Tree) (*GrepAnswer, error) {
	pattern, err := grep.Compile(r.Patterns, r.Options)
	if err != nil {
		return nil, err
	}
	filter, err := r.files()
	if err != nil {
		return nil, err
	}
	excluded := map[string]indexedFile{}
	known := map[string]indexedFile{}
	if x.Store != nil && !r.Brute {
		if err := x.exclude(ctx, pattern, known, excluded); err != nil {
			return nil, err
		}
	}
	var wanted []TreeFile
	for _, f := range tree.Files {
		if e, ok := excluded[f.Path]; ok && e.is(f) {
			continue
		}
		if k, ok := known[f.Path]; ok && k.is(f) && !filter.match(f.Path, k.language, k.role) {
			continue
		}
		if !filter.paths.Empty() && !filter.paths.Match(f.Path) {
			continue
		}
		wanted = append(wanted, f)
	}
	g := &grepRun{request: &r, pattern: pattern, filter: filter, tree: tree, known: known}
	return g.run(ctx, wanted)
}

// indexedFile is what the index knows of a file.
type indexedFile struct {
	store.Stat
	language string
	role     code.Role
}

// is reports whether a file is certainly as it was when it was indexed.
func (k indexedFile) is(f TreeFile) bool { return k.Proves(f.Size, f.ModTime) }

// exclude finds the indexed files that cannot match.
func (x *Index) exclude(ctx context.Context, p *grep.Pattern, known, excluded map[string]indexedFile) error {
	v, err := x.view(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	byID := map[int64]string{}
	err = v.Files(ctx, func(f *store.File) error {
		known[f.Path] = indexedFile{f.Stat, f.Language, f.Role}
		byID[f.ID] = f.Path
		return nil
	})
	if err != nil {
		return err
	}
	for _, seg := range v.segments {
		files, err := seg.Files(ctx)
		if err != nil {
			return err
		}
		candidates, all, err := p.Candidates(grep.Segment{Files: seg.FileCount, Dead: seg.DeadFiles, Source: seg.Source(ctx, store.ListTrigrams)})
		if err != nil {
			return store.Damaged(err)
		}
		if all {
			continue
		}
		may := make([]bool, len(files))
		for _, c := range candidates {
			may[c] = true
		}
		for i, f := range files {
			if path, ok := byID[f.ID]; ok && !may[i] {
				excluded[path] = known[path]
			}
		}
	}
	return nil
}

// grepRun reads and matches files in parallel and keeps their order.
type grepRun struct {
	request *GrepRequest
	pattern *grep.Pattern
	filter  *fileFilter
	tree    Tree
	known   map[string]indexedFile
}

func (g *grepRun) run(ctx context.Context, files []TreeFile) (*GrepAnswer, error) {
	answer := &GrepAnswer{Matches: []GrepMatch{}}
	const batch = 256 // between looks at the limit
	for len(files) > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(batch, len(files))
		found := make([][]GrepMatch, n)
		var wg sync.WaitGroup
		next := make(chan int)
		for range min(n, runtime.GOMAXPROCS(0)) {
			wg.Go(func() {
				for i := range next {
					found[i] = g.file(files[i])
				}
			})
		}
		for i := range n {
			next <- i
		}
		close(next)
		wg.Wait()
		answer.Read += n
		files = files[n:]
		for _, matches := range found {
			answer.Matches = append(answer.Matches, matches...)
		}
		if limit := g.request.Limit; limit > 0 && len(answer.Matches) > limit {
			answer.Matches, answer.Truncated = answer.Matches[:limit], true
			return answer, nil
		}
	}
	return answer, nil
}

func (g *grepRun) file(f TreeFile) []GrepMatch {
	text, ok := g.tree.Read(f.Path)
	if !ok {
		return nil
	}
	if k, ok := g.known[f.Path]; (!ok || !k.is(f)) && !g.filter.empty() {
		if language, role := g.tree.Describe(f.Path, text); !g.filter.match(f.Path, language, role) {
			return nil
		}
	}
	find := g.pattern.Find
	if g.request.Brute {
		find = g.pattern.FindBrute
	}
	var matches []GrepMatch
	find(text, func(m grep.Match) bool {
		matches = append(matches, GrepMatch{
			Path: f.Path, Line: m.Line, Column: m.Column, Text: string(m.Text), Spans: g.pattern.Spans(nil, m.Text),
		})
		if len(matches) == g.request.PerFile {
			return false
		}
		return g.request.Limit == 0 || len(matches) <= g.request.Limit
	})
	if g.request.Before > 0 || g.request.After > 0 {
		g.context(text, matches)
	}
	return matches
}

// context adds the lines around matches.
func (g *grepRun) context(text []byte, matches []GrepMatch) {
	lines := bytes.Split(text, []byte{'\n'})
	if n := len(lines); n > 0 && len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	at := func(from, to int) []string {
		var out []string
		for i := max(from, 1); i <= min(to, len(lines)); i++ {
			out = append(out, string(bytes.TrimSuffix(lines[i-1], []byte{'\r'})))
		}
		return out
	}
	for i := range matches {
		m := &matches[i]
		m.Before = at(m.Line-g.request.Before, m.Line-1)
		m.After = at(m.Line+1, m.Line+g.request.After)
	}
}
