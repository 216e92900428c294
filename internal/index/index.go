// Package index brings the store in line with the tree: it plans the
// difference between the two and runs it. A run that is interrupted leaves the
// previous generation readable, and the next run goes on where it ended.
//
// A full run is a pipeline: files are listed, workers read, parse, chunk and
// embed them in parallel, and one writer stores them in the order of their
// paths. The queue between them is short, so memory does not grow with the
// tree.
package index

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"lode/internal/chunk"
	"lode/internal/embed"
	"lode/internal/lang"
	"lode/internal/lexicon"
	"lode/internal/parse"
	"lode/internal/scan"
	"lode/internal/store"
)

// Options say what to index and how.
type Options struct {
	Scan      scan.Options
	Chunk     chunk.Options
	Languages []*lang.Language
	Provider  embed.Provider // nil: no vectors
	Generated []string       // globs of files that count as generated
	Workers   int            // 0: one for each processor
	Full      bool           // forget what is stored and do everything again
	Progress  func(Progress) // called from one goroutine; may be nil

	SegmentChunks int // chunks after which a segment is closed; 0: the default
}

// Phase is a part of a run.
type Phase string

// Phases, in order.
const (
	PhaseScan  Phase = "scan"
	PhaseIndex Phase = "index"
	PhaseStore Phase = "store"
)

// Progress is how far a run is.
type Progress struct {
	Phase       Phase
	Done, Total int   // files
	Bytes       int64 // read so far
	Chunks      int
	Path        string // the file that was done last
}

// Report is what a run did, with totals of the index after it.
type Report struct {
	Files      int            `json:"files"`
	Symbols    int            `json:"symbols"`
	References int            `json:"references"`
	Edges      int            `json:"edges"`
	Chunks     int            `json:"chunks"`
	Languages  map[string]int `json:"languages"`
	Changed    int            `json:"changed"`
	Deleted    int            `json:"deleted"`
	Skipped    map[string]int `json:"skipped"`
	Failed     []Failure      `json:"failed"`
	Seconds    float64        `json:"seconds"`
	Notes      []string       `json:"notes,omitempty"`
}

// Failure is a file that could not be read. Its previous facts are kept.
type Failure struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Keys of the index's own record.
const (
	MetaRoot      = "root"       // the tree
	MetaRecipe    = "recipe"     // what decides the facts of a file besides its bytes
	MetaModel     = "model"      // identity of the embedding model
	MetaComplete  = "complete"   // "1" once a first build has been finished
	MetaIndexedAt = "indexed_at" // RFC 3339
	MetaHead      = "head"       // commit, or ""
	MetaNote      = "note"       // what a person should know about the last scan
)

// recipe identifies everything that decides what is stored of a file besides
// its bytes. Another recipe means that all files are indexed anew.
func (o *Options) recipe() (string, error) {
	chunks, err := json.Marshal(o.Chunk)
	if err != nil {
		return "", err
	}
	generated, err := json.Marshal(o.Generated)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("parse %d, lexicon %d, index %d, model %s, chunks %s, generated %s",
		parse.Version, lexicon.Version, version, o.model(), chunks, generated), nil
}

// version changes when this package composes other documents from the same facts.
const version = 1

func (o *Options) model() string {
	if o.Provider == nil {
		return "none"
	}
	return o.Provider.Identity()
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

func (o *Options) segmentChunks() int {
	if o.SegmentChunks > 0 {
		return o.SegmentChunks
	}
	return lexicon.SegmentDocs
}

func (o *Options) progress(p Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}

// Run brings the store in line with the tree. The caller holds the lock.
func Run(ctx context.Context, s *store.Store, o Options) (*Report, error) {
	started := time.Now()
	if err := chunk.Validate(o.Chunk); err != nil {
		return nil, err
	}
	o.progress(Progress{Phase: PhaseScan})
	listing, err := scan.List(ctx, o.Scan)
	if err != nil {
		return nil, err
	}
	r := &run{options: &o, store: s, listing: listing, report: &Report{Skipped: map[string]int{}, Failed: []Failure{}}}
	if err := r.do(ctx); err != nil {
		return nil, err
	}
	if err := r.total(ctx); err != nil {
		return nil, err
	}
	r.report.Seconds = time.Since(started).Seconds()
	return r.report, nil
}
