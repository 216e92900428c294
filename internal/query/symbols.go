package query

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/store"
)

// Symbol is a symbol as it is shown.
type Symbol struct {
	ID             string   `json:"id"` // stable while path, kind and qualified name stay
	Path           string   `json:"path"`
	Name           string   `json:"name"`
	QualifiedName  string   `json:"qualified_name"`
	Kind           string   `json:"kind"`
	Language       string   `json:"language"`
	StartLine      int      `json:"start_line"`
	StartColumn    int      `json:"start_column"`
	EndLine        int      `json:"end_line"`
	Signature      string   `json:"signature"`
	Doc            string   `json:"doc"`
	NameLine       int      `json:"name_line"`
	NameColumn     int      `json:"name_column"`
	DocLine        int      `json:"doc_line"` // first line of the doc comment or of attributes
	Container      string   `json:"container,omitempty"`
	Parameters     string   `json:"parameters,omitempty"`
	ParameterCount int      `json:"parameter_count,omitempty"`
	ReturnType     string   `json:"return_type,omitempty"`
	Modifiers      []string `json:"modifiers,omitempty"`
	Depth          int      `json:"depth"` // how many symbols are around it
}

// symbolsOf returns the symbols of a file as they are shown.
func (v *view) symbolsOf(ctx context.Context, f store.FileInfo) ([]Symbol, error) {
	rows, err := v.SymbolsOf(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	out := make([]Symbol, len(rows))
	seen := map[string]int{}
	for i := range rows {
		r := &rows[i]
		key := r.Kind.String() + " " + r.QualifiedName
		out[i] = Symbol{
			ID: symbolID(f.Path, key, seen[key]), Path: f.Path, Name: r.Name, QualifiedName: r.QualifiedName, Kind: r.Kind.String(), Language: f.Language,
			StartLine: int(r.Span.StartLine), StartColumn: int(r.Span.StartColumn), EndLine: int(r.Span.EndLine),
			NameLine: int(r.NameLine), NameColumn: int(r.NameColumn), DocLine: int(r.DocLine), Signature: r.Signature, Doc: r.Doc,
			Parameters: r.Parameters, ParameterCount: r.ParameterCount, ReturnType: r.ReturnType, Modifiers: r.Modifiers.Names(),
		}
		seen[key]++
		for c, hops := r.Container, 0; c >= 0 && c < len(rows) && hops < len(rows); c, hops = rows[c].Container, hops+1 {
			out[i].Depth++
		}
		if c := r.Container; c >= 0 && c < len(rows) {
			out[i].Container = rows[c].QualifiedName
		}
	}
	return out, nil
}

// symbolID names a symbol by what does not change when lines move: its file,
// its kind and qualified name, and which of several with these it is.
func symbolID(path, key string, nth int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", path, key, nth))
	return hex.EncodeToString(sum[:8])
}

// liveFiles lists the files of the snapshot that pass a filter, by path.
func (v *view) liveFiles(ctx context.Context, filter *fileFilter) ([]store.FileInfo, error) {
	var out []store.FileInfo
	for _, seg := range v.segments {
		files, err := seg.Files(ctx)
		if err != nil {
			return nil, err
		}
		for i, f := range files {
			if !store.IsSet(seg.DeadFiles, i) && filter.match(f.Path, f.Language, f.Role) {
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b store.FileInfo) int { return cmp.Compare(a.Path, b.Path) })
	return out, nil
}

// Symbols lists the symbols of the files that pass the filter, by path and
// position. name, where not empty, keeps those whose name or qualified name
// contains it, in any case.
func (x *Index) Symbols(ctx context.Context, f Filter, name string) ([]Symbol, error) {
	filter, err := f.files()
	if err != nil {
		return nil, err
	}
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	files, err := v.liveFiles(ctx, filter)
	if err != nil {
		return nil, err
	}
	out := []Symbol{}
	name = strings.ToLower(name)
	for _, file := range files {
		symbols, err := v.symbolsOf(ctx, file)
		if err != nil {
			return nil, err
		}
		for _, s := range symbols {
			kind, err := code.ParseKind(s.Kind)
			if err != nil {
				return nil, err
			}
			if f.kind(kind) && (name == "" || strings.Contains(strings.ToLower(s.QualifiedName), name)) {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// Outline is what a file defines.
type Outline struct {
	Path     string          `json:"path"`
	Language string          `json:"language"`
	Role     string          `json:"role"`
	Package  string          `json:"package,omitempty"`
	Lines    int             `json:"lines"`
	Status   string          `json:"parse_status"`
	Stale    bool            `json:"stale"`
	Imports  []OutlineImport `json:"imports"`
	Symbols  []Symbol        `json:"symbols"`
}

// OutlineImport is one import of a file.
type OutlineImport struct {
	Path  string `json:"path"`
	Name  string `json:"name,omitempty"`
	Alias string `json:"alias,omitempty"`
	Line  int    `json:"line"`
}

// Outline returns what a file defines and imports.
func (x *Index) Outline(ctx context.Context, path string) (*Outline, error) {
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	f, err := v.file(ctx, path)
	if err != nil {
		return nil, err
	}
	facts, err := v.Facts(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	o := &Outline{Path: f.Path, Language: f.Language, Role: f.Role.String(), Package: f.Package, Lines: f.Lines, Status: f.Status.String(), Stale: v.isChanged(f), Imports: []OutlineImport{}}
	for _, i := range facts.Imports {
		o.Imports = append(o.Imports, OutlineImport{i.Path, i.Name, i.Alias, int(i.Line)})
	}
	o.Symbols, err = v.symbolsOf(ctx, store.FileInfo{ID: f.ID, Path: f.Path, Language: f.Language, Role: f.Role})
	return o, err
}

// file finds a file by its path, or by the end of it when that is unique.
func (v *view) file(ctx context.Context, name string) (*store.File, error) {
	f, err := v.FileByPath(ctx, name)
	if err == nil {
		return f, nil
	}
	files, listErr := v.liveFiles(ctx, &fileFilter{})
	if listErr != nil {
		return nil, listErr
	}
	var matches []store.FileInfo
	for _, f := range files {
		if strings.HasSuffix(f.Path, "/"+name) {
			matches = append(matches, f)
		}
	}
	switch len(matches) {
	case 0:
		return nil, code.Errorf(code.NotFound, "%s is not in the index: check the path, or see `lode status --skipped`", name)
	case 1:
		return v.File(ctx, matches[0].ID)
	}
	var paths []string
	for _, m := range matches[:min(len(matches), 5)] {
		paths = append(paths, m.Path)
	}
	return nil, code.Errorf(code.Ambiguous, "%s is the end of %d paths: say which (%s%s)", path.Base(name), len(matches), strings.Join(paths, ", "), etc(len(matches) > 5))
}

func etc(more bool) string {
	if more {
		return ", …"
	}
	return ""
}
