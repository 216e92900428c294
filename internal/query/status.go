package query

import (
	"context"

	"lode/internal/store"
)

// Status is what is known about the index as a whole.
type Status struct {
	Root      string         `json:"root"`
	Database  string         `json:"database"`
	Bytes     int64          `json:"bytes"`
	Schema    int            `json:"schema"`
	Complete  bool           `json:"complete"` // false while a first build is unfinished
	IndexedAt string         `json:"indexed_at"`
	Head      string         `json:"head,omitempty"`
	Model     string         `json:"model"`
	Recipe    string         `json:"recipe"`
	Note      string         `json:"note,omitempty"`
	Files     int            `json:"files"`
	Lines     int            `json:"lines"`
	Source    int64          `json:"source_bytes"`
	Symbols   int            `json:"symbols"`
	Refs      int            `json:"references"`
	Chunks    int            `json:"chunks"`
	Segments  int            `json:"segments"`
	Languages map[string]int `json:"languages"`
	Parse     map[string]int `json:"parse_status"`
	Skipped   map[string]int `json:"skipped"`
	Paths     []store.Skip   `json:"-"` // what was skipped
}

// Status describes the index.
func (x *Index) Status(ctx context.Context) (*Status, error) {
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	counts, err := v.Counts(ctx)
	if err != nil {
		return nil, err
	}
	s := &Status{
		Root: x.Root, Database: x.Store.Path(), Bytes: x.Store.Size(), Schema: store.SchemaVersion,
		Files: counts.Files, Lines: counts.Lines, Source: counts.Bytes, Symbols: counts.Symbols, Refs: counts.Refs,
		Languages: counts.Languages, Parse: counts.Status, Skipped: map[string]int{}, Segments: len(v.segments),
	}
	var complete string
	for key, value := range map[string]*string{
		"indexed_at": &s.IndexedAt, "head": &s.Head, "model": &s.Model, "recipe": &s.Recipe, "note": &s.Note, "complete": &complete,
	} {
		if *value, err = v.Meta(ctx, key); err != nil {
			return nil, err
		}
	}
	s.Complete = complete == "1"
	for _, seg := range v.segments {
		s.Chunks += seg.Live()
	}
	if s.Paths, err = v.Skipped(ctx); err != nil {
		return nil, err
	}
	for _, k := range s.Paths {
		s.Skipped[k.Reason]++
	}
	return s, nil
}
