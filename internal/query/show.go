package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/store"
)

// Shown is a region of source.
type Shown struct {
	Path      string  `json:"path"`
	StartLine int     `json:"start_line"`
	EndLine   int     `json:"end_line"`
	Language  string  `json:"language"`
	Stale     bool    `json:"stale"`
	Text      string  `json:"text"`
	Symbol    *Symbol `json:"symbol,omitempty"`
}

// ShowLines returns lines of a file as they were indexed; to = 0 means the last.
func (x *Index) ShowLines(ctx context.Context, path string, from, to int) (*Shown, error) {
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	f, err := v.file(ctx, path)
	if err != nil {
		return nil, err
	}
	if from < 1 || to != 0 && to < from {
		return nil, code.Errorf(code.Invalid, "lines %d-%d: the first is 1, and the last is not before the first", from, to)
	}
	if from > max(f.Lines, 1) {
		return nil, code.Errorf(code.Invalid, "%s has %d lines, there is no line %d", f.Path, f.Lines, from)
	}
	if to == 0 || to > f.Lines {
		to = f.Lines
	}
	return v.shown(ctx, f, from, to)
}

func (v *view) shown(ctx context.Context, f *store.File, from, to int) (*Shown, error) {
	content, changed, err := v.content(ctx, f)
	if err != nil {
		return nil, err
	}
	return &Shown{Path: f.Path, StartLine: from, EndLine: to, Language: f.Language, Stale: changed, Text: Lines(content, from, to)}, nil
}

// ShowSymbol returns the source of every symbol that a name means: a name, a
// qualified name or the end of one, or an id. All that fit best are returned.
func (x *Index) ShowSymbol(ctx context.Context, name string, f Filter) ([]Shown, error) {
	filter, err := f.files()
	if err != nil {
		return nil, err
	}
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	_, last := splitQualified(name)
	rows, err := v.SymbolsNamed(ctx, []string{last, name}, nil, 10000)
	if err != nil {
		return nil, err
	}
	var best []found
	level := 0
	for i := range rows {
		l := fitness(name, &rows[i])
		if l == 0 || l < level || !f.kind(rows[i].Kind) {
			continue
		}
		file, err := v.File(ctx, rows[i].File)
		if err != nil {
			return nil, err
		}
		if !filter.match(file.Path, file.Language, file.Role) {
			continue
		}
		if l > level {
			best, level = nil, l
		}
		best = append(best, found{&rows[i], file})
	}
	out := []Shown{}
	for _, b := range best {
		shown, err := v.showRow(ctx, b)
		if err != nil {
			return nil, err
		}
		out = append(out, *shown)
	}
	slices.SortFunc(out, func(a, b Shown) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.StartLine, b.StartLine))
	})
	return out, nil
}

// fitness says how exactly a symbol is what name says; 0 is not at all.
func fitness(name string, r *store.SymbolRow) int {
	want, have := normalizeName(name), normalizeName(r.QualifiedName)
	switch {
	case name == r.QualifiedName, name == r.Name:
		return 4
	case want == have:
		return 3
	case strings.HasSuffix(have, "."+want):
		return 2
	case strings.EqualFold(name, r.Name):
		return 1
	}
	// A package or file in front of the name: accept what is qualified further.
	if strings.HasSuffix(want, "."+have) {
		return 1
	}
	return 0
}

// found is a symbol and the file it is in.
type found struct {
	row  *store.SymbolRow
	file *store.File
}

func (v *view) showRow(ctx context.Context, f found) (*Shown, error) {
	shown, err := v.shown(ctx, f.file, int(f.row.DocLine), int(f.row.Span.EndLine))
	if err != nil {
		return nil, err
	}
	symbols, err := v.symbolsOf(ctx, store.FileInfo{ID: f.file.ID, Path: f.file.Path, Language: f.file.Language, Role: f.file.Role})
	if err != nil {
		return nil, err
	}
	shown.Symbol = &symbols[f.row.Place()]
	return shown, nil
}
