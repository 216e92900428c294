package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lode/internal/code"
	"lode/internal/index"
	"lode/internal/query"
	"lode/internal/scan"
	"lode/internal/store"
)

// buildOptions say how to bring an index up to date.
type buildOptions struct {
	full bool
	wait time.Duration // for another indexer
}

// build brings the index of a project up to date.
func (a *app) build(ctx context.Context, p *project, o buildOptions) (*index.Report, error) {
	options, err := p.indexOptions()
	if err != nil {
		return nil, err
	}
	if err := prepareFolder(p.indexDir); err != nil {
		return nil, err
	}
	lock, err := store.Acquire(ctx, p.indexDir, o.wait, func(h store.Holder) {
		a.note("waiting for process %d on %s, which is indexing here", h.PID, h.Host)
	})
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	progress := a.newProgress()
	options.Full, options.Progress, options.SegmentChunks = o.full, progress.update, a.segmentChunks
	report, err := a.rebuildIfBroken(ctx, p, options, lock.Crashed)
	progress.end()
	if err != nil && ctx.Err() != nil {
		return nil, code.Errorf(code.Unavailable, "interrupted: nothing is lost, `lode index` goes on from here")
	}
	return report, err
}

// rebuildIfBroken runs the indexer, and once more on an empty database when
// the one that is there cannot be used. A database that is suspect is checked
// as a whole first.
func (a *app) rebuildIfBroken(ctx context.Context, p *project, o index.Options, suspect bool) (*index.Report, error) {
	report, err := runIndexer(ctx, p, o, suspect)
	switch {
	case ctx.Err() != nil:
		return report, err
	case store.IsDamaged(err):
		a.note("the index is damaged: building it anew")
	case store.IsNewer(err) && o.Full:
		a.note("the index was written by a newer lode: building it anew")
	default:
		return report, err
	}
	if err := store.Remove(p.indexDir); err != nil {
		return nil, err
	}
	return runIndexer(ctx, p, o, false)
}

func runIndexer(ctx context.Context, p *project, o index.Options, suspect bool) (report *index.Report, err error) {
	s, err := store.Create(ctx, p.indexDir)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closeErr := s.Close(); err == nil {
			err = closeErr
		}
	}()
	if o.Full || suspect { // what is built must not stand on damage that nobody has met yet
		if err := s.QuickCheck(ctx); err != nil {
			return nil, err
		}
	}
	if !o.Full {
		if err := p.owns(ctx, s); err != nil {
			return nil, err
		}
	}
	return index.Run(ctx, s, o)
}

// smallTree is the number of files up to which an index is built unasked.
const smallTree = 2000

// openOrBuild opens the index. Where there is none it is built when that was
// asked for, or when a person at the terminal agrees, or when it is small.
func (a *app) openOrBuild(ctx context.Context, p *project, asked bool) (*query.Index, error) {
	x, err := p.open(ctx)
	if !errors.Is(err, store.ErrNoIndex) {
		return x, err
	}
	if err := a.mayBuild(ctx, p, asked); err != nil {
		return nil, err
	}
	report, err := a.build(ctx, p, buildOptions{wait: 5 * time.Second})
	if err != nil {
		return nil, err
	}
	a.note("indexed %s in %.1f s", plural(report.Files, "file"), report.Seconds)
	for _, n := range report.Notes {
		a.note("%s", n)
	}
	return p.open(ctx)
}

// mayBuild decides whether a missing index is built now; an error says no.
func (a *app) mayBuild(ctx context.Context, p *project, asked bool) error {
	if asked {
		return nil
	}
	if value := a.env("LODE_INDEXING"); value != "" {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return code.Errorf(code.Invalid, "LODE_INDEXING=%q: must be 1 or 0", value)
		}
		if !on {
			return store.ErrNoIndex
		}
	}
	listing, err := scan.List(ctx, p.scanOptions())
	if err != nil {
		return err
	}
	files := len(listing.Entries)
	if a.screen.in && a.screen.err {
		return a.askToBuild(ctx, p, files)
	}
	if files > smallTree {
		return fmt.Errorf("%w (%s, too many to index unasked; --index does it at once)", store.ErrNoIndex, plural(files, "file"))
	}
	a.note("no index here: building it (%s)", plural(files, "file"))
	return nil
}

func (a *app) askToBuild(ctx context.Context, p *project, files int) error {
	a.flush()
	fmt.Fprintf(a.err, "There is no index of %s yet (%s). Build it now? [Y/n] ", harmless(p.root), plural(files, "file"))
	answer := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(a.in).ReadString('\n')
		if err != nil {
			line = "n" // the end of the input is no consent
		}
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.err)
		return ctx.Err()
	case text := <-answer:
		if text == "" || text == "y" || text == "yes" {
			return nil
		}
		return store.ErrNoIndex
	}
}

// remind tells what a person should know about the index behind an answer.
func (a *app) remind(ctx context.Context, p *project, x *query.Index, stale bool) {
	complete, empty, err := state(ctx, x.Store)
	if err != nil {
		return // the answer is there; a hint is not worth an error
	}
	holder, held := store.Held(p.indexDir)
	switch {
	case complete != "1" && held:
		a.note("the index is being built (process %d): there is more to find", holder.PID)
	case complete != "1":
		a.note("the first build of the index was not finished: run `lode index` to go on")
	case empty:
		a.note("the index is empty: see `lode status --skipped` for what was left out")
	case stale:
		a.note("the index is behind the tree: run `lode index`")
	}
}

// state tells whether the first build was finished and whether it found nothing.
func state(ctx context.Context, s *store.Store) (complete string, empty bool, err error) {
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return "", false, err
	}
	defer snapshot.Close()
	if complete, err = snapshot.Meta(ctx, index.MetaComplete); err != nil {
		return "", false, err
	}
	segments, err := snapshot.Segments(ctx)
	return complete, len(segments) == 0, err
}
