package index

import (
	"context"
	"time"

	"lode/internal/glob"
	"lode/internal/scan"
	"lode/internal/store"
)

// run is one run in progress.
type run struct {
	options *Options
	store   *store.Store
	listing *scan.Listing
	report  *Report

	writer  *store.Writer
	plan    *plan
	builder *builder
	live    bool // write rows live at once: there is no generation to protect
	skipped []store.Skip
}

func (r *run) do(ctx context.Context) (err error) {
	if r.writer, err = r.store.Begin(ctx); err != nil {
		return err
	}
	defer func() { r.writer.Rollback() }()
	if r.plan, err = r.newPlan(ctx); err != nil {
		return err
	}
	complete, err := r.writer.Meta(ctx, MetaComplete)
	if err != nil {
		return err
	}
	r.live = complete == ""
	if err := r.start(ctx); err != nil {
		return err
	}
	r.builder = newBuilder(r.options)
	if err := r.process(ctx); err != nil {
		return err
	}
	if err := r.finish(ctx); err != nil {
		return err
	}
	return r.writer.Commit(ctx)
}

// start records what the rows to come are made with, so that an interrupted
// run can tell whether they still fit.
func (r *run) start(ctx context.Context) error {
	if err := r.writer.Remove(ctx, r.plan.discard); err != nil {
		return err
	}
	return r.setMeta(ctx, map[string]string{
		MetaRoot: r.options.Scan.Root, MetaRecipe: r.plan.recipe, MetaModel: r.options.model(),
	})
}

func (r *run) setMeta(ctx context.Context, values map[string]string) error {
	for key, value := range values {
		if err := r.writer.SetMeta(ctx, key, value); err != nil {
			return err
		}
	}
	return nil
}

// process runs the pipeline over the files that the plan names.
func (r *run) process(ctx context.Context) error {
	generated, err := glob.Compile(r.options.Generated)
	if err != nil {
		return err
	}
	progress := Progress{Phase: PhaseIndex, Total: len(r.plan.work)}
	r.options.progress(progress)
	for p := range produce(ctx, r.options, generated, r.plan.work) {
		if p.err != nil {
			return p.err
		}
		if err := r.take(ctx, p); err != nil {
			return err
		}
		progress.Done++
		progress.Bytes += p.entry.Size
		progress.Chunks += len(p.chunks)
		progress.Path = p.entry.Path
		r.options.progress(progress)
		if r.builder.chunks() >= r.options.segmentChunks() {
			if err := r.checkpoint(ctx); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// take stores what came out of one file.
func (r *run) take(ctx context.Context, p *product) error {
	old := p.known
	switch {
	case p.skip != nil && p.skip.Reason == scan.Unreadable:
		r.report.Failed = append(r.report.Failed, Failure{p.entry.Path, p.skip.Detail})
		r.skip(*p.skip, store.Stat{})
		return nil // what is known of it is kept
	case p.skip != nil:
		r.skip(*p.skip, p.stat())
		if old != nil {
			r.plan.remove = append(r.plan.remove, old.ID)
			r.report.Deleted++
		}
		return nil
	case p.same:
		old.Stat = p.stat()
		return r.writer.Touch(ctx, old)
	}
	r.report.Changed++
	f := &store.NewFile{
		File: store.File{
			Path: p.entry.Path, Language: p.language, Role: p.role, Stat: p.stat(),
			Hash: p.file.Hash, OID: p.oid, Lines: p.file.Lines,
		},
		Facts: p.facts,
	}
	if p.oid == "" {
		f.Text = p.file.Bytes
	}
	if old != nil && r.live {
		if err := r.writer.Remove(ctx, []int64{old.ID}); err != nil {
			return err
		}
	}
	id, err := r.writer.AddFile(ctx, f, r.live)
	if err != nil {
		return err
	}
	r.builder.add(id, p)
	return nil
}

func (r *run) skip(k scan.Skip, stat store.Stat) {
	r.report.Skipped[string(k.Reason)]++
	r.skipped = append(r.skipped, store.Skip{Path: k.Path, Reason: string(k.Reason), Detail: k.Detail, Stat: stat})
}

// checkpoint commits what is there, so that a killed run need not repeat it.
// Readers see it only in a first build; later it is staged.
func (r *run) checkpoint(ctx context.Context) error {
	if err := r.flush(ctx); err != nil {
		return err
	}
	if err := r.writer.Commit(ctx); err != nil {
		return err
	}
	next, err := r.store.Begin(ctx)
	if err != nil {
		return err // the committed writer stays: rolling it back does nothing
	}
	r.writer = next
	return nil
}

// flush writes the segment that is being built.
func (r *run) flush(ctx context.Context) error {
	if len(r.builder.segment.Files) == 0 {
		return nil
	}
	n := r.builder.finish()
	r.builder = newBuilder(r.options)
	return r.writer.AddSegment(ctx, n, r.live)
}

// finish writes the rest and makes the new generation the current one.
func (r *run) finish(ctx context.Context) error {
	r.options.progress(Progress{Phase: PhaseStore, Done: len(r.plan.work), Total: len(r.plan.work)})
	if err := r.flush(ctx); err != nil {
		return err
	}
	if err := r.writer.Remove(ctx, r.plan.remove); err != nil {
		return err
	}
	r.report.Deleted += r.plan.deleted
	if err := r.writer.Publish(ctx); err != nil {
		return err
	}
	if err := r.writer.SetSkipped(ctx, r.allSkipped()); err != nil {
		return err
	}
	if err := merge(ctx, r.writer); err != nil {
		return err
	}
	return r.setMeta(ctx, map[string]string{
		MetaComplete: "1", MetaHead: r.listing.Head, MetaNote: r.listing.Note,
		MetaIndexedAt: time.Now().UTC().Format(time.RFC3339),
	})
}

// allSkipped joins what the scan left out, what reading found now and what
// reading found in earlier runs and has not changed since.
func (r *run) allSkipped() []store.Skip {
	for _, k := range r.listing.Skipped {
		r.skip(k, store.Stat{})
	}
	for _, k := range r.plan.stillSkipped {
		r.report.Skipped[k.Reason]++
		r.skipped = append(r.skipped, k)
	}
	return r.skipped
}

// total fills in the totals of the index after the run.
func (r *run) total(ctx context.Context) error {
	snapshot, err := r.store.Snapshot(ctx)
	if err != nil {
		return err
	}
	defer snapshot.Close()
	counts, err := snapshot.Counts(ctx)
	if err != nil {
		return err
	}
	segments, err := snapshot.Segments(ctx)
	if err != nil {
		return err
	}
	for _, s := range segments {
		r.report.Chunks += s.Live()
	}
	r.report.Files, r.report.Symbols, r.report.References = counts.Files, counts.Symbols, counts.Refs
	r.report.Edges, r.report.Languages = counts.Contained, counts.Languages
	if r.listing.Note != "" {
		r.report.Notes = append(r.report.Notes, r.listing.Note)
	}
	if r.report.Files == 0 {
		r.report.Notes = append(r.report.Notes, "the index is empty: no file of this tree could be indexed (see `lode status --skipped`)")
	}
	return nil
}
