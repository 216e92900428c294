package query

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"

	"lode/internal/code"
	"lode/internal/lexicon"
	"lode/internal/store"
)

// Weights of the ranking function. `make eval` shows what a change does.
const (
	fusionConstant = 60.0 // k of reciprocal rank fusion

	textWeight         = 1.0
	vectorWeight       = 1.0
	vectorWeightSymbol = 0.3 // for a query that is a name: words decide
	nameWeight         = 0.5

	definitionBoost = 1.0 // a chunk that defines what the query names
	fileNameBoost   = 0.8 // the query's words in the file's name
	folderBoost     = 0.3 // and in its folders
	coherenceBoost  = 0.4 // a file of which many chunks match

	testFactor      = 0.4
	generatedFactor = 0.3
	vendoredFactor  = 0.4
	asideFactor     = 0.6 // examples, stubs, compatibility code
	documentFactor  = 0.7
)

// Signals show why a result is where it is.
type Signals struct {
	TextRank   int     `json:"text_rank,omitempty"` // 1 is best, 0: not found
	TextScore  float64 `json:"text_score,omitempty"`
	VectorRank int     `json:"vector_rank,omitempty"`
	Cosine     float64 `json:"cosine,omitempty"`
	NameRank   int     `json:"name_rank,omitempty"`
	Fused      float64 `json:"fused"`
	Definition float64 `json:"definition"` // factors from here on
	Path       float64 `json:"path"`
	Coherence  float64 `json:"coherence"`
	Role       float64 `json:"role"`
}

// candidate is a chunk that a channel found.
type candidate struct {
	place
	file    *store.FileInfo
	score   float64
	signals Signals
	symbol  *store.SymbolRow // the definition that the query names, if it is one
	first   bool             // a symbol that is called as the query says: before all others
}

// rank fuses the channels and orders what they found.
func (s *search) rank() []*candidate {
	found := map[place]*candidate{}
	at := func(p place) *candidate {
		c := found[p]
		if c == nil {
			c = &candidate{place: p, file: &s.files[p.segment][s.tables[p.segment].File[p.chunk]]}
			c.signals.Definition = 1
			found[p] = c
		}
		return c
	}
	vectors := vectorWeight
	if s.question.symbolLike {
		vectors = vectorWeightSymbol
	}
	for i, p := range s.text.places {
		c := at(p)
		c.signals.TextRank, c.signals.TextScore = s.text.ranks[i], float64(s.text.scores[i])
		c.signals.Fused += textWeight / (fusionConstant + float64(c.signals.TextRank))
	}
	for i, p := range s.vectors.places {
		c := at(p)
		c.signals.VectorRank, c.signals.Cosine = s.vectors.ranks[i], float64(s.vectors.scores[i])
		c.signals.Fused += vectors / (fusionConstant + float64(c.signals.VectorRank))
	}
	s.fuseNames(at)
	ranked := make([]*candidate, 0, len(found))
	for _, c := range found {
		ranked = append(ranked, c)
	}
	order := compareCandidates(s)
	slices.SortFunc(ranked, order) // by path: sums must not depend on the order of a map
	s.score(ranked)
	slices.SortFunc(ranked, order)
	return ranked
}

func compareCandidates(s *search) func(a, b *candidate) int {
	return func(a, b *candidate) int {
		if a.first != b.first {
			if a.first {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.file.Path, b.file.Path),
			cmp.Compare(s.tables[a.segment].StartLine[a.chunk], s.tables[b.segment].StartLine[b.chunk]))
	}
}

// named is a symbol that the query may mean, with how well it fits.
type named struct {
	place
	row   *store.SymbolRow
	fit   float64 // share of the query's words that the name covers
	first bool
}

// fuseNames adds the channel of names.
func (s *search) fuseNames(at func(place) *candidate) {
	var list []named
	for i := range s.names {
		row := &s.names[i]
		p, ok := s.locate(row)
		if !ok || !s.request.kind(row.Kind) {
			continue
		}
		list = append(list, named{p, row, s.fit(row), s.question.symbolLike && s.means(row)})
	}
	slices.SortStableFunc(list, func(a, b named) int {
		return cmp.Or(compareBool(b.first, a.first), cmp.Compare(b.fit, a.fit),
			cmp.Compare(s.path(a.place), s.path(b.place)), cmp.Compare(a.row.ID, b.row.ID))
	})
	rank := 0
	for i, n := range list {
		if i == 0 || n.fit != list[i-1].fit {
			rank = i + 1
		}
		c := at(n.place)
		if c.signals.NameRank == 0 {
			c.signals.NameRank = rank
			c.signals.Fused += nameWeight * n.fit / (fusionConstant + float64(rank))
			c.signals.Definition = 1 + definitionBoost*n.fit
		}
		if c.symbol == nil || n.first && !c.first {
			c.symbol, c.first = n.row, n.first
		}
	}
}

func compareBool(a, b bool) int {
	if a == b {
		return 0
	}
	if a {
		return 1
	}
	return -1
}

func (s *search) path(p place) string {
	return s.files[p.segment][s.tables[p.segment].File[p.chunk]].Path
}

// fit is the share of the query's words that a symbol's name covers, less for
// what is named in passing: fields, members, sections of documents.
func (s *search) fit(row *store.SymbolRow) float64 {
	parts := map[string]bool{}
	for _, t := range lexicon.Terms(row.Name) {
		parts[t.Text] = true
	}
	hit := 0
	for _, w := range s.question.words {
		if parts[w] {
			hit++
		}
	}
	if len(s.question.words) == 0 {
		return 0
	}
	fit := float64(hit) / float64(len(s.question.words))
	switch {
	case row.Kind.IsData():
		fit *= 0.4
	case row.Kind == code.KindSection:
		fit *= 0.3
	case row.Kind == code.KindModule || row.Kind == code.KindNamespace:
		fit *= 0.6
	}
	return fit
}

// means reports whether a symbol is called what the query says, qualifier included.
func (s *search) means(row *store.SymbolRow) bool {
	_, last := splitQualified(s.question.text)
	if !strings.EqualFold(row.Name, last) && !strings.EqualFold(row.QualifiedName, s.question.text) {
		return false
	}
	if s.question.qualifier == "" {
		return true
	}
	container := normalizeName(strings.TrimSuffix(row.QualifiedName, row.Name))
	want := normalizeName(s.question.qualifier)
	return container == want || strings.HasSuffix(container, "."+want) || strings.HasSuffix(want, "."+container)
}

func normalizeName(s string) string {
	s = strings.NewReplacer("::", ".", "#", ".", "->", ".", "/", ".", ":", ".").Replace(strings.ToLower(s))
	return strings.Trim(s, ".")
}

// locate finds the chunk in which a symbol starts.
func (s *search) locate(row *store.SymbolRow) (place, bool) {
	for i, files := range s.files {
		f := sort.Search(len(files), func(j int) bool { return files[j].ID >= row.File })
		if f == len(files) || files[f].ID != row.File {
			continue
		}
		if s.allowed != nil && !s.allowed[i][f] {
			return place{}, false
		}
		from, to := s.tables[i].OfFile(uint32(f))
		starts := s.tables[i].StartLine[from:to]
		c := sort.Search(len(starts), func(j int) bool { return starts[j] > row.NameLine }) - 1
		if c < 0 {
			return place{}, false
		}
		p := place{i, uint32(from + c)}
		if pass := s.passes(); pass != nil && !pass(p.segment, p.chunk) {
			return place{}, false
		}
		return p, true
	}
	return place{}, false
}

// score applies to the fused scores what is known about files.
func (s *search) score(candidates []*candidate) {
	best, sum := map[*store.FileInfo]float64{}, map[*store.FileInfo]float64{}
	for _, c := range candidates {
		best[c.file] = max(best[c.file], c.signals.Fused)
		sum[c.file] += c.signals.Fused
	}
	type prior struct{ path, role float64 }
	priors := map[*store.FileInfo]prior{}
	for _, c := range candidates {
		p, ok := priors[c.file]
		if !ok {
			p = prior{1 + s.pathOverlap(c.file.Path), s.roleFactor(c.file)}
			priors[c.file] = p
		}
		g := &c.signals
		g.Path, g.Role = p.path, p.role
		g.Coherence = 1 + coherenceBoost*math.Log2(sum[c.file]/best[c.file])
		c.score = g.Fused * g.Definition * g.Path * g.Coherence * g.Role
	}
}

// pathOverlap weighs how many of the query's words are in a path.
func (s *search) pathOverlap(path string) float64 {
	folder, name := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		folder, name = path[:i], path[i+1:]
	}
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	if i := strings.LastIndexByte(folder, '/'); i >= 0 {
		folder = folder[i+1:]
	}
	return fileNameBoost*s.covered(name) + folderBoost*s.covered(folder)
}

// covered is the share of the query's words that a name has; a word also
// counts when it starts one of the name's words or the other way round.
func (s *search) covered(name string) float64 {
	if len(s.question.words) == 0 || name == "" {
		return 0
	}
	parts := lexicon.Terms(name)
	hits := 0.0
	for _, w := range s.question.words {
		for _, p := range parts {
			if p.Text == w {
				hits++
				break
			}
			if len(w) >= 3 && len(p.Text) >= 3 && (strings.HasPrefix(p.Text, w) || strings.HasPrefix(w, p.Text)) {
				hits += 0.7
				break
			}
		}
	}
	return hits / float64(len(s.question.words))
}

// roleFactor lowers what is rarely meant unless it is asked for.
func (s *search) roleFactor(file *store.FileInfo) float64 {
	f := 1.0
	switch file.Role {
	case code.RoleTest:
		if !s.question.wantsTests {
			f = testFactor
		}
	case code.RoleGenerated:
		f = generatedFactor
	case code.RoleVendored:
		f = vendoredFactor
	case code.RoleDocumentation, code.RoleConfiguration:
		f = documentFactor
	}
	if word := aside(file.Path); word != "" && !strings.Contains(strings.ToLower(s.question.text), strings.TrimSuffix(word, "s")) {
		f *= asideFactor
	}
	return f
}

// asides are words in a path that say: not the thing itself.
var asides = map[string]bool{
	"example": true, "examples": true, "sample": true, "samples": true, "demo": true, "demos": true, "tutorial": true, "tutorials": true,
	"compat": true, "legacy": true, "deprecated": true, "shim": true, "shims": true, "stub": true, "stubs": true, "mock": true, "mocks": true,
	"bench": true, "benchmark": true, "benchmarks": true, "fixture": true, "fixtures": true, "doc": true, "docs": true,
}

// aside returns the word in a path that makes it an aside, or "".
func aside(path string) string {
	for word := range strings.FieldsFuncSeq(path, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if word = strings.ToLower(word); asides[word] {
			return word
		}
	}
	return ""
}
