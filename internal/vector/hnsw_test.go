package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// graph is a plain HNSW over int8 vectors, with the usual parameters. It is here
// to measure where it would start to pay; docs/design/vectors.md has the result.
type graph struct {
	segment Segment
	links   [][][]uint32 // by vector and level
	entry   uint32
	seen    []uint32 // by vector: the last walk that saw it
	walks   uint32
	scored  int // vectors compared so far
}

const (
	graphLinks = 16 // per vector and level, twice as many at the lowest
	graphBuild = 200
)

func newGraph(s Segment) *graph {
	g := &graph{segment: s, seen: make([]uint32, s.count)}
	r := rand.New(rand.NewPCG(10, 10))
	v := make([]float32, s.dim)
	for i := range s.count {
		q, ok := newQuery(s.Vector(v, i))
		if !ok {
			q = query{elements: make([]int16, s.dim)}
		}
		g.insert(uint32(i), q, int(-math.Log(1-r.Float64())/math.Log(graphLinks)))
	}
	return g
}

func (g *graph) score(q query, i uint32) float32 {
	var dot [1]int32
	from := int(i) * g.segment.dim
	dots(dot[:], g.segment.vectors[from:from+g.segment.dim], q.elements)
	g.scored++
	return q.score(dot[0], scaleAt(g.segment.scales, int(i)))
}

func (g *graph) insert(i uint32, q query, level int) {
	g.links = append(g.links, make([][]uint32, level+1))
	if i == 0 {
		return
	}
	top := len(g.links[g.entry]) - 1
	at := g.descend(q, top, level)
	for l := min(level, top); l >= 0; l-- {
		found := g.walk(q, at, graphBuild, l)
		g.links[i][l] = g.spread(found, graphLinks)
		for _, n := range g.links[i][l] {
			g.connect(n, i, l)
		}
		at = found[0].Vector
	}
	if level > top {
		g.entry = i
	}
}

// connect links from to n, and drops what is too many.
func (g *graph) connect(from, n uint32, level int) {
	limit := graphLinks
	if level == 0 {
		limit *= 2
	}
	links := append(g.links[from][level], n)
	if len(links) > limit {
		q := g.queryOf(from)
		hits := make([]Hit, len(links))
		for i, l := range links {
			hits[i] = Hit{Vector: l, Score: g.score(q, l)}
		}
		slices.SortFunc(hits, compareHits)
		links = g.spread(hits, limit)
	}
	g.links[from][level] = links
}

func (g *graph) queryOf(i uint32) query {
	q := query{elements: make([]int16, g.segment.dim), scale: scaleAt(g.segment.scales, int(i))}
	for j := range q.elements {
		q.elements[j] = int16(int8(g.segment.vectors[int(i)*g.segment.dim+j]))
	}
	return q
}

// spread picks neighbours that are nearer to the centre than to each other.
func (g *graph) spread(hits []Hit, limit int) []uint32 {
	var links []uint32
	var chosen []query
	for _, h := range hits {
		if len(links) == limit {
			break
		}
		if !slices.ContainsFunc(chosen, func(q query) bool { return g.score(q, h.Vector) > h.Score }) {
			links, chosen = append(links, h.Vector), append(chosen, g.queryOf(h.Vector))
		}
	}
	return links
}

// descend goes greedily from the top level to the one above to.
func (g *graph) descend(q query, top, to int) uint32 {
	at := g.entry
	for l := top; l > to; l-- {
		at = g.walk(q, at, 1, l)[0].Vector
	}
	return at
}

// walk returns the best ef vectors found on a level, best first.
func (g *graph) walk(q query, from uint32, ef, level int) []Hit {
	g.walks++
	g.seen[from] = g.walks
	first := Hit{Vector: from, Score: g.score(q, from)}
	best := heap{first}
	open := []Hit{first} // ascending: the best is last
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		if len(best) == ef && next.Score < best[0].Score {
			break
		}
		for _, n := range g.links[next.Vector][level] {
			if g.seen[n] == g.walks {
				continue
			}
			g.seen[n] = g.walks
			h := Hit{Vector: n, Score: g.score(q, n)}
			if h.Score <= best.floor(ef) {
				continue
			}
			best = best.add(h, ef)
			at, _ := slices.BinarySearchFunc(open, h, func(a, b Hit) int { return compareHits(b, a) })
			open = slices.Insert(open, at, h)
		}
	}
	slices.SortFunc(best, compareHits)
	return best
}

func (g *graph) search(v []float32, k, ef int) []Hit {
	q, _ := newQuery(v)
	hits := g.walk(q, g.descend(q, len(g.links[g.entry])-1, 0), ef, 0)
	return hits[:min(k, len(hits))]
}

// BenchmarkGraph reports the cost of building for each vector, and for each
// query the time, the vectors compared and the recall. The large one takes a
// minute; -short leaves it out.
func BenchmarkGraph(b *testing.B) {
	c := readBigCorpus(b)
	for _, size := range []struct {
		name  string
		count int
	}{{"10000", 10_000}, {"100000", 100_000}} {
		if testing.Short() && size.count > 10_000 {
			continue
		}
		part := &corpus{vectors: c.vectors[:size.count], queries: c.queries}
		var g *graph
		b.Run(size.name+"/build", func(b *testing.B) {
			segment := part.segment(b)
			for b.Loop() {
				g = newGraph(segment)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*size.count), "µs/vector")
		})
		for _, ef := range []struct {
			name string
			n    int
		}{{"50", 50}, {"200", 200}} {
			b.Run(size.name+"/search/"+ef.name, func(b *testing.B) {
				if g == nil {
					g = newGraph(part.segment(b))
				}
				recall := part.recall(50, func(q []float32) []Hit { return g.search(q, 10, ef.n) })
				i, before := 0, g.scored
				loop(b, func() {
					g.search(c.queries[i%len(c.queries)], 10, ef.n)
					i++
				})
				b.ReportMetric(recall, "recall@10")
				b.ReportMetric(float64(g.scored-before)/float64(i), "compared")
			})
		}
	}
}
