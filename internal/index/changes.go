package index

import (
	"context"

	"lode/internal/scan"
	"lode/internal/store"
)

// Changes is how far the tree has gone on since it was indexed.
type Changes struct {
	New      int  `json:"new"`
	Changed  int  `json:"changed"`
	Deleted  int  `json:"deleted"`
	Settings bool `json:"settings"` // files would be indexed in another way now
}

// Any reports whether a run would change the index.
func (c Changes) Any() bool { return c.New+c.Changed+c.Deleted > 0 || c.Settings }

// Compare finds what a run would do, without doing it: it needs no lock and
// reads only the files whose size and time do not prove that they are the same.
func Compare(ctx context.Context, s *store.Store, o Options) (Changes, error) {
	var c Changes
	listing, err := scan.List(ctx, o.Scan)
	if err != nil {
		return c, err
	}
	snapshot, err := s.Snapshot(ctx)
	if err != nil {
		return c, err
	}
	defer snapshot.Close()
	known := map[string]*store.File{}
	err = snapshot.Files(ctx, func(f *store.File) error {
		known[f.Path] = f
		return nil
	})
	if err != nil {
		return c, err
	}
	skipped, err := snapshot.Skipped(ctx)
	if err != nil {
		return c, err
	}
	unfit := map[string]store.Skip{}
	for _, k := range skipped {
		if k.CheckedAt > 0 {
			unfit[k.Path] = k
		}
	}
	for _, e := range listing.Entries {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		c.count(o.Scan, e, known[e.Path], unfit[e.Path])
		delete(known, e.Path)
	}
	for _, k := range listing.Skipped {
		if k.Reason == scan.Unreadable {
			delete(known, k.Path) // keeps its previous facts
		}
	}
	c.Deleted += len(known)
	now, err := o.recipe()
	if err != nil {
		return c, err
	}
	then, err := snapshot.Meta(ctx, MetaRecipe)
	c.Settings = now != then
	return c, err
}

// count adds one file of the tree.
func (c *Changes) count(o scan.Options, e scan.Entry, known *store.File, unfit store.Skip) {
	switch {
	case known != nil && known.Proves(e.Size, e.ModTime), known == nil && unfit.Proves(e.Size, e.ModTime):
		return
	}
	file, skip, err := scan.Read(o, e)
	switch {
	case err != nil, skip != nil && skip.Reason == scan.Unreadable:
	case skip != nil && known != nil:
		c.Deleted++
	case skip != nil:
	case known == nil:
		c.New++
	case known.Hash != file.Hash:
		c.Changed++
	}
}
