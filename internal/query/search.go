package query

import (
	"context"
	"strings"
	"time"

	"lode/internal/code"
)

// Mode chooses how Search finds candidates.
type Mode string

// Modes of search.
const (
	ModeAuto     Mode = "auto"     // all of them, fused
	ModeSemantic Mode = "semantic" // by meaning: vectors only
	ModeText     Mode = "text"     // by words: the text index only
	ModeName     Mode = "name"     // by name: symbols only
)

// ParseMode reads the name of a mode.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(s); m {
	case ModeAuto, ModeSemantic, ModeText, ModeName:
		return m, nil
	}
	return "", code.Errorf(code.Invalid, "unknown mode %q: one of auto, semantic, text, name", s)
}

// Request is a search.
type Request struct {
	Query   string
	Mode    Mode
	Limit   int // results; 0: 10
	PerFile int // results from one file; 0: 1
	Filter
	Chunks  []code.ChunkKind // kinds of chunks; empty: code and documentation
	Explain bool
}

// Result is one region that was found.
type Result struct {
	Path      string   `json:"path"`
	StartLine int      `json:"start_line"`
	EndLine   int      `json:"end_line"`
	Kind      string   `json:"kind"`   // of the symbol, or of the chunk where there is none
	Symbol    string   `json:"symbol"` // qualified name, or ""
	Language  string   `json:"language"`
	Score     float64  `json:"score"`
	Text      string   `json:"text"`
	Role      string   `json:"role"`
	Stale     bool     `json:"stale,omitempty"` // the file has changed since
	Signals   *Signals `json:"signals,omitempty"`
}

// Answer is what Search returns.
type Answer struct {
	Query   string   `json:"query"`
	Mode    Mode     `json:"mode"`
	Stale   bool     `json:"stale"` // a file among the results has changed since it was indexed
	TookMS  float64  `json:"took_ms"`
	Results []Result `json:"results"`
	Notes   []string `json:"notes,omitempty"`
}

const (
	defaultLimit = 10
	maxLimit     = 1000
)

// Search finds the regions that answer a query, best first.
func (x *Index) Search(ctx context.Context, r Request) (*Answer, error) {
	started := time.Now()
	if strings.TrimSpace(r.Query) == "" {
		return nil, code.Errorf(code.Invalid, "empty query: say what to look for")
	}
	if r.Limit < 0 || r.Limit > maxLimit {
		return nil, code.Errorf(code.Invalid, "limit %d: must be from 1 to %d", r.Limit, maxLimit)
	}
	if r.Limit == 0 {
		r.Limit = defaultLimit
	}
	if r.PerFile <= 0 {
		r.PerFile = 1
	}
	if r.Mode == "" {
		r.Mode = ModeAuto
	}
	v, err := x.view(ctx)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	a := &Answer{Query: r.Query, Mode: r.Mode, Results: []Result{}}
	s := &search{view: v, request: &r, question: analyze(r.Query), answer: a}
	if err := s.run(ctx); err != nil {
		return nil, err
	}
	a.TookMS = float64(time.Since(started).Microseconds()) / 1000
	return a, nil
}
