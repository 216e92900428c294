package index

import (
	"context"
	"math/bits"

	"lode/internal/grep"
	"lode/internal/lexicon"
	"lode/internal/store"
	"lode/internal/table"
	"lode/internal/vector"
)

// Segments of similar size are merged when there are mergeWidth of them, so
// that their number grows with the logarithm of the number of updates and each
// chunk is rewritten about as often. A segment that is mostly dead is rewritten
// alone. Sizes are compared by powers of four.
const (
	mergeWidth = 4
	maxMerged  = 4 * lexicon.SegmentDocs // larger segments are left alone
)

// merge joins segments until none are worth it.
func merge(ctx context.Context, w *store.Writer) error {
	for {
		segments, err := w.Segments(ctx)
		if err != nil {
			return err
		}
		group := mergeable(segments)
		if group == nil {
			return nil
		}
		if err := mergeGroup(ctx, w, group); err != nil {
			return err
		}
	}
}

// mergeable picks the segments to merge next, smallest first, or nil.
func mergeable(segments []*store.State) []*store.State {
	var levels [32][]*store.State
	for _, s := range segments {
		live := s.Live()
		if dead := s.ChunkCount - live; dead > 0 && dead >= live {
			return []*store.State{s}
		}
		if live < maxMerged/mergeWidth {
			level := bits.Len(uint(live)) / 2
			levels[level] = append(levels[level], s)
		}
	}
	for _, group := range levels {
		if len(group) >= mergeWidth {
			return group
		}
	}
	return nil
}

// mergeGroup writes one segment with what is live in several.
func mergeGroup(ctx context.Context, w *store.Writer, group []*store.State) error {
	n := &store.NewSegment{}
	if err := mergeTables(ctx, n, group); err != nil {
		return err
	}
	var words []lexicon.Segment
	var old []int64
	for _, s := range group {
		old = append(old, s.ID)
		lengths, err := s.Part(ctx, store.PartLengths)
		if err != nil {
			return err
		}
		words = append(words, lexicon.Segment{Docs: s.ChunkCount, Lengths: lengths, Dead: s.DeadChunks, Source: s.Source(ctx, store.ListWords)})
	}
	merged, err := lexicon.Merge(words)
	if err != nil {
		return store.Damaged(err)
	}
	n.Words, n.Lengths = merged.Blocks, merged.Lengths
	if n.Trigrams, err = mergeTrigrams(ctx, group); err != nil {
		return err
	}
	if n.Vectors, err = mergeVectors(ctx, group, store.PartVectors); err != nil {
		return err
	}
	if n.TierVectors, err = mergeVectors(ctx, group, store.PartTierVectors); err != nil {
		return err
	}
	return w.ReplaceSegments(ctx, old, n)
}

// mergeTables joins the lists of files and chunks.
func mergeTables(ctx context.Context, n *store.NewSegment, group []*store.State) error {
	for _, s := range group {
		files, err := s.Files(ctx)
		if err != nil {
			return err
		}
		chunks, err := s.Chunks(ctx, store.PartChunks)
		if err != nil {
			return err
		}
		ids, err := s.ChunkIDs(ctx)
		if err != nil {
			return err
		}
		tiers, err := s.Chunks(ctx, store.PartTiers)
		if err != nil {
			return err
		}
		place := make([]uint32, len(files))
		for i, f := range files {
			if !store.IsSet(s.DeadFiles, i) {
				place[i] = uint32(len(n.Files))
				n.Files = append(n.Files, f)
			}
		}
		for i := range chunks.Len() {
			if !store.IsSet(s.DeadChunks, i) {
				n.Chunks.Append(chunks, i, place[chunks.File[i]])
				n.ChunkIDs = append(n.ChunkIDs, ids[i])
			}
		}
		for i := range tiers.Len() {
			if !store.IsSet(s.DeadTiers, i) {
				n.Tiers.Append(tiers, i, place[tiers.File[i]])
			}
		}
	}
	return nil
}

func mergeTrigrams(ctx context.Context, group []*store.State) ([]table.Block, error) {
	var parts []grep.Part
	next := uint32(0)
	for _, s := range group {
		var p grep.Part
		p.Ordinals, next = grep.Renumber(s.FileCount, s.DeadFiles, next)
		var blocks grep.Blocks
		err := s.Source(ctx, store.ListTrigrams).Each(func(b table.Block) error {
			blocks = append(blocks, b)
			return nil
		})
		if err != nil {
			return nil, err
		}
		p.Next = blocks.Next()
		parts = append(parts, p)
	}
	blocks, err := grep.Merge(parts)
	return blocks, store.Damaged(err)
}

func mergeVectors(ctx context.Context, group []*store.State, part store.Part) ([][]byte, error) {
	var sets []vector.Set
	var dead [][]uint64
	for _, s := range group {
		pieces, err := s.Pieces(ctx, part)
		if err != nil {
			return nil, err
		}
		set, err := vector.OpenSet(pieces)
		if err != nil {
			return nil, store.Damaged(err)
		}
		sets = append(sets, set)
		if part == store.PartVectors {
			dead = append(dead, s.DeadChunks)
		} else {
			dead = append(dead, s.DeadTiers)
		}
	}
	merged, err := vector.MergeSets(sets, dead)
	return merged, store.Damaged(err)
}
