package index

import (
	"context"

	"lode/internal/scan"
	"lode/internal/store"
)

// plan is the difference between tree and store.
type plan struct {
	recipe       string
	work         []job
	remove       []int64 // files that are gone
	discard      []int64 // staged files of an interrupted run that no longer fit
	deleted      int
	stillSkipped []store.Skip // found unfit when read in an earlier run, unchanged since
}

// job is a file to look at. known is its indexed version, if any.
type job struct {
	entry scan.Entry
	known *store.File // nil: not indexed
	reuse bool        // equal bytes mean that nothing needs to be done
}

// newPlan compares the listing with the live generation and with what an
// interrupted run has staged.
func (r *run) newPlan(ctx context.Context) (*plan, error) {
	p := &plan{}
	var err error
	if p.recipe, err = r.options.recipe(); err != nil {
		return nil, err
	}
	recipe, err := r.writer.Meta(ctx, MetaRecipe)
	if err != nil {
		return nil, err
	}
	reuse := recipe == p.recipe && !r.options.Full
	liveFiles, err := r.known(ctx, true)
	if err != nil {
		return nil, err
	}
	staged, err := r.known(ctx, false)
	if err != nil {
		return nil, err
	}
	unfit, err := r.unfit(ctx, reuse)
	if err != nil {
		return nil, err
	}
	kept := map[string]bool{} // staged files that are up to date
	for _, e := range r.listing.Entries {
		if f := staged[e.Path]; f != nil && reuse && f.Proves(e.Size, e.ModTime) {
			kept[e.Path] = true
			delete(liveFiles, e.Path) // Publish will replace it
			continue
		}
		f := liveFiles[e.Path]
		delete(liveFiles, e.Path)
		if f != nil && reuse && f.Proves(e.Size, e.ModTime) {
			continue
		}
		if k, ok := unfit[e.Path]; ok && f == nil && k.Proves(e.Size, e.ModTime) {
			p.stillSkipped = append(p.stillSkipped, k)
			continue
		}
		p.work = append(p.work, job{entry: e, known: f, reuse: reuse})
	}
	for path, f := range staged {
		if !kept[path] {
			p.discard = append(p.discard, f.ID)
		}
	}
	for _, k := range r.listing.Skipped {
		if k.Reason == scan.Unreadable {
			delete(liveFiles, k.Path) // keeps its previous facts
		}
	}
	for _, f := range liveFiles {
		p.remove = append(p.remove, f.ID)
		p.deleted++
	}
	return p, nil
}

func (r *run) known(ctx context.Context, live bool) (map[string]*store.File, error) {
	files := map[string]*store.File{}
	err := r.writer.Files(ctx, live, func(f *store.File) error {
		files[f.Path] = f
		return nil
	})
	return files, err
}

// unfit returns the files that an earlier run read and found unfit.
func (r *run) unfit(ctx context.Context, reuse bool) (map[string]store.Skip, error) {
	unfit := map[string]store.Skip{}
	if !reuse {
		return unfit, nil
	}
	skipped, err := r.writer.Skipped(ctx)
	for _, k := range skipped {
		if k.CheckedAt > 0 {
			unfit[k.Path] = k
		}
	}
	return unfit, err
}
