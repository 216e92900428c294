package query

import (
	"context"
	"slices"
	"sync"

	"lode/internal/code"
	"lode/internal/embed"
	"lode/internal/lexicon"
	"lode/internal/store"
	"lode/internal/vector"
)

// depth is how many candidates each channel brings. Fusion by rank needs more
// than are shown, because a region that is good in two channels beats one that
// is best in one.
const depth = 200

// place is where a chunk is: its segment and its number in it.
type place struct {
	segment int
	chunk   uint32
}

// channel is what one way of searching found, best first. Equal scores have
// equal ranks, so that the order of segments decides nothing.
type channel struct {
	places []place
	scores []float32
	ranks  []int // from 1
}

func (c *channel) add(p place, score float32) {
	rank := len(c.ranks) + 1
	if n := len(c.scores); n > 0 && c.scores[n-1] == score {
		rank = c.ranks[n-1]
	}
	c.places, c.scores, c.ranks = append(c.places, p), append(c.scores, score), append(c.ranks, rank)
}

// settle drops the tail of equal scores when the channel is full: which of
// them came through was chance.
func (c *channel) settle() {
	if len(c.places) < depth {
		return
	}
	n := len(c.places)
	for n > 0 && c.scores[n-1] == c.scores[len(c.scores)-1] {
		n--
	}
	if n > 0 {
		c.places, c.scores, c.ranks = c.places[:n], c.scores[:n], c.ranks[:n]
	}
}

// search is one search in progress.
type search struct {
	*view
	request  *Request
	question *question
	answer   *Answer
	filter   *fileFilter
	part     store.Part // of the chunks that are searched

	tables []*store.Chunks
	files  [][]store.FileInfo
	// allowed has for each segment and file whether it passes the filter; nil: all do.
	allowed [][]bool

	text    channel
	vectors channel
	names   []store.SymbolRow
}

func (s *search) run(ctx context.Context) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if err := s.retrieve(ctx); err != nil {
		return err
	}
	return s.results(ctx, s.rank())
}

// prepare reads the tables of chunks and decides which files may answer.
func (s *search) prepare(ctx context.Context) error {
	var err error
	if s.filter, err = s.request.files(); err != nil {
		return err
	}
	s.part = store.PartChunks
	if composed(s.request.Chunks) {
		s.part = store.PartTiers
	}
	for _, seg := range s.segments {
		table, err := seg.Chunks(ctx, s.part)
		if err != nil {
			return err
		}
		files, err := seg.Files(ctx)
		if err != nil {
			return err
		}
		s.tables, s.files = append(s.tables, table), append(s.files, files)
	}
	if s.filter.empty() {
		return nil
	}
	for _, files := range s.files {
		allowed := make([]bool, len(files))
		for i, f := range files {
			allowed[i] = s.filter.match(f.Path, f.Language, f.Role)
		}
		s.allowed = append(s.allowed, allowed)
	}
	return nil
}

// composed reports whether the kinds asked for are views that are composed for
// a file: symbols, definitions, data.
func composed(kinds []code.ChunkKind) bool {
	return slices.ContainsFunc(kinds, func(k code.ChunkKind) bool { return k != code.ChunkCode && k != code.ChunkDocumentation })
}

// passes reports whether a chunk may be in the answer; nil when all may.
func (s *search) passes() func(segment int, chunk uint32) bool {
	if s.allowed == nil && len(s.request.Chunks) == 0 {
		return nil
	}
	var kinds [256]bool
	for _, k := range s.request.Chunks {
		kinds[k] = true
	}
	return func(segment int, chunk uint32) bool {
		t := s.tables[segment]
		return (s.allowed == nil || s.allowed[segment][t.File[chunk]]) &&
			(len(s.request.Chunks) == 0 || kinds[t.Kind[chunk]])
	}
}

// retrieve asks all channels at once.
func (s *search) retrieve(ctx context.Context) error {
	var wg sync.WaitGroup
	var errs [3]error
	start := func(i int, wanted bool, fn func(context.Context) error) {
		if wanted {
			wg.Go(func() { errs[i] = fn(ctx) })
		}
	}
	mode := s.request.Mode
	start(0, (mode == ModeAuto || mode == ModeText) && s.part == store.PartChunks, s.searchText)
	start(1, mode == ModeAuto || mode == ModeSemantic, s.searchVectors)
	start(2, mode == ModeAuto || mode == ModeName, s.searchNames)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *search) searchText(ctx context.Context) error {
	segments := make([]lexicon.Segment, len(s.segments))
	for i, seg := range s.segments {
		lengths, err := seg.Part(ctx, store.PartLengths)
		if err != nil {
			return err
		}
		segments[i] = lexicon.Segment{Docs: seg.ChunkCount, Lengths: lengths, Dead: seg.DeadChunks, Source: seg.Source(ctx, store.ListWords)}
	}
	hits, err := lexicon.Search(segments, s.question.terms, lexicon.DefaultWeights(), depth, s.passes())
	for _, h := range hits {
		s.text.add(place{h.Segment, h.Doc}, h.Score)
	}
	s.text.settle()
	return store.Damaged(err)
}

func (s *search) searchVectors(ctx context.Context) error {
	if s.index.Provider == nil {
		if s.request.Mode == ModeSemantic {
			return code.Errorf(code.Unavailable, "search by meaning is off (embedding.provider is none): set it, or use --mode text")
		}
		return nil
	}
	model, err := s.Meta(ctx, "model")
	if err != nil {
		return err
	}
	if model != s.index.Provider.Identity() {
		s.answer.Notes = append(s.answer.Notes, "the index was made with another embedding model: run `lode index`")
		return nil
	}
	queries, err := s.index.Provider.Embed(ctx, []string{s.request.Query}, embed.ModeQuery)
	if err != nil {
		return err
	}
	part := store.PartVectors
	if s.part == store.PartTiers {
		part = store.PartTierVectors
	}
	sets := make([]vector.Set, len(s.segments))
	dead := make([][]uint64, len(s.segments))
	for i, seg := range s.segments {
		pieces, err := seg.Pieces(ctx, part)
		if err != nil {
			return err
		}
		if sets[i], err = vector.OpenSet(pieces); err != nil {
			return store.Damaged(err)
		}
		dead[i] = seg.DeadChunks
		if s.part == store.PartTiers {
			dead[i] = seg.DeadTiers
		}
	}
	floor := float32(0)
	if c, ok := s.index.Provider.(embed.Calibrated); ok {
		floor = c.Unrelated()
	}
	for _, h := range vector.SearchSets(sets, dead, queries[0], depth, s.passes()) {
		if h.Score >= floor { // else every nonsense would find something
			s.vectors.add(place{h.Segment, h.Vector}, h.Score)
		}
	}
	s.vectors.settle()
	return nil
}

// passing are the kinds that a question in prose never means by one of its
// words: there are many of them, and they are named in passing.
var passing = []code.Kind{code.KindField, code.KindProperty, code.KindVariable, code.KindEnumMember}

func (s *search) searchNames(ctx context.Context) error {
	without := passing
	if s.question.symbolLike || s.request.Mode == ModeName || len(s.request.Kinds) > 0 {
		without = nil
	}
	var err error
	s.names, err = s.SymbolsNamed(ctx, s.question.names, without, 5*depth)
	if err == nil && len(s.names) == 0 && s.question.symbolLike {
		_, last := splitQualified(s.question.text)
		s.names, err = s.SymbolsWithPrefix(ctx, last, depth)
	}
	return err
}
