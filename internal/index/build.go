package index

import (
	"lode/internal/code"
	"lode/internal/grep"
	"lode/internal/lexicon"
	"lode/internal/store"
	"lode/internal/vector"
)

// builder collects the products of a group of files into one segment.
type builder struct {
	segment     store.NewSegment
	words       lexicon.Builder
	trigrams    grep.Builder
	vectors     *vector.SetBuilder // nil without a provider
	tierVectors *vector.SetBuilder
}

func newBuilder(o *Options) *builder {
	b := &builder{}
	if o.Provider != nil {
		b.vectors = vector.NewSetBuilder(o.Provider.Dimensions())
		b.tierVectors = vector.NewSetBuilder(o.Provider.Dimensions())
	}
	return b
}

func (b *builder) chunks() int { return b.segment.Chunks.Len() }

// add takes a file that the store knows as id.
func (b *builder) add(id int64, p *product) {
	place := uint32(len(b.segment.Files))
	b.segment.Files = append(b.segment.Files, store.FileInfo{ID: id, Path: p.entry.Path, Language: p.language, Role: p.role})
	for i := range p.chunks {
		appendChunk(&b.segment.Chunks, place, &p.chunks[i])
		b.segment.ChunkIDs = append(b.segment.ChunkIDs, p.chunks[i].ID)
		b.words.Add(p.documents[i])
	}
	for i := range p.tiers {
		appendChunk(&b.segment.Tiers, place, &p.tiers[i])
	}
	b.trigrams.Add(p.trigrams)
	if b.vectors == nil {
		return
	}
	for _, v := range p.vectors {
		b.vectors.Add(v)
	}
	for _, v := range p.tierVectors {
		b.tierVectors.Add(v)
	}
}

func appendChunk(t *store.Chunks, file uint32, c *code.Chunk) {
	flags := uint8(0)
	if c.IsLargeParagraph {
		flags |= store.ChunkLarge
	}
	if c.IsSplitParagraph {
		flags |= store.ChunkSplit
	}
	t.File = append(t.File, file)
	t.StartLine = append(t.StartLine, c.StartLine)
	t.EndLine = append(t.EndLine, c.EndLine)
	t.Symbol = append(t.Symbol, int32(c.Symbol))
	t.Kind = append(t.Kind, uint8(c.Kind))
	t.Flags = append(t.Flags, flags)
}

// finish closes the segment; the builder must not be used after it.
func (b *builder) finish() *store.NewSegment {
	b.segment.Words, b.segment.Lengths = b.words.Finish()
	b.segment.Trigrams = b.trigrams.Finish()
	if b.vectors != nil {
		b.segment.Vectors, b.segment.TierVectors = b.vectors.Encode(), b.tierVectors.Encode()
	}
	return &b.segment
}
