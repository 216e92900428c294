// Package query answers questions from the store. It only reads: each answer
// comes from one snapshot of the index, and says when the tree has changed
// since.
//
// It calls the reading halves of store, lexicon, vector and grep directly: each
// has one implementation.
package query

import (
	"context"
	"strings"

	"lode/internal/chunk"
	"lode/internal/code"
	"lode/internal/embed"
	"lode/internal/glob"
	"lode/internal/source"
	"lode/internal/store"
)

// Index answers questions about one tree.
type Index struct {
	Store    *store.Store
	Provider embed.Provider          // nil: no search by meaning
	Root     string                  // of the tree
	Decode   func(raw []byte) []byte // bytes on disk to the text that was indexed
	Chunk    chunk.Options           // as in the index; for the composed views
	Comments map[string]string       // language to what starts a comment
}

// view is one snapshot with what every question needs of it.
type view struct {
	*store.Snapshot
	index    *Index
	segments []*store.State
	source   source.Reader
}

func (x *Index) view(ctx context.Context) (*view, error) {
	snapshot, err := x.Store.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	segments, err := snapshot.Segments(ctx)
	if err != nil {
		snapshot.Close()
		return nil, err
	}
	v := &view{Snapshot: snapshot, index: x, segments: segments}
	v.source = source.Reader{Root: x.Root, Kept: snapshot.Text, Decode: x.Decode}
	return v, nil
}

// content returns the text of a file as it was indexed.
func (v *view) content(ctx context.Context, f *store.File) (text []byte, changed bool, err error) {
	return v.source.Content(ctx, source.File{ID: f.ID, Path: f.Path, Hash: f.Hash, OID: f.OID})
}

// Filter restricts an answer. An empty field restricts nothing.
type Filter struct {
	Paths     []string // globs, or expressions after "re:"
	Languages []string
	Kinds     []code.Kind
	Roles     []code.Role
}

// fileFilter is the part of a Filter that files decide.
type fileFilter struct {
	paths     glob.Set
	languages map[string]bool
	roles     map[code.Role]bool
}

func (f *Filter) files() (*fileFilter, error) {
	paths, err := glob.Compile(f.Paths)
	if err != nil {
		return nil, err
	}
	out := &fileFilter{paths: paths}
	if len(f.Languages) > 0 {
		out.languages = map[string]bool{}
		for _, l := range f.Languages {
			out.languages[strings.ToLower(l)] = true
		}
	}
	if len(f.Roles) > 0 {
		out.roles = map[code.Role]bool{}
		for _, r := range f.Roles {
			out.roles[r] = true
		}
	}
	return out, nil
}

func (f *fileFilter) empty() bool { return f.paths.Empty() && f.languages == nil && f.roles == nil }

func (f *fileFilter) match(path, language string, role code.Role) bool {
	return (f.paths.Empty() || f.paths.Match(path)) &&
		(f.languages == nil || f.languages[language]) &&
		(f.roles == nil || f.roles[role])
}

func (f *Filter) kind(k code.Kind) bool {
	if len(f.Kinds) == 0 {
		return true
	}
	for _, want := range f.Kinds {
		if k == want {
			return true
		}
	}
	return false
}
