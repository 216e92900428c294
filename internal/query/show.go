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
	best, level := []store.SymbolRow(nil), 0
	for _, r := range rows {
		if l := fitness(name, &r); f.kind(r.Kind) && l > 0 && l >= level {
			if l > level {
				best, level = nil, l
			}
			best = append(best, r)
		}
	}
	out := []Shown{}
	for i := range best {
		shown, err := v.showRow(ctx, &best[i], filter)
		if err != nil {
			return nil, err
		}
		if shown != nil {
			out = append(out, *shown)
		}
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

func (v *view) showRow(ctx context.Context, r *store.SymbolRow, filter *fileFilter) (*Shown, error) {
	file, err := v.File(ctx, r.File)
	if err != nil || !filter.match(file.Path, file.Language, file.Role) {
		return nil, err
	}
	shown, err := v.shown(ctx, file, int(r.DocLine), int(r.Span.EndLine))
	if err != nil {
		return nil, err
	}
	symbols, err := v.symbolsOf(ctx, store.FileInfo{ID: file.ID, Path: file.Path, Language: file.Language, Role: file.Role})
	if err != nil {
		return nil, err
	}
	shown.Symbol = &symbols[r.Place()]
	return shown, nil
}
