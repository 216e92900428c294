// Package eval measures search against labelled queries: NDCG@10 and friends,
// by repository, language and category.
package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"lode/internal/code"
)

// Query is one labelled query: a line of a JSONL file.
type Query struct {
	ID       string `json:"id"`
	Repo     string `json:"repo"`
	Commit   string `json:"commit"`
	Root     string `json:"root"` // folder of the repository to index; "": all of it
	Language string `json:"language"`
	Category string `json:"category"`
	Query    string `json:"query"`
	Gold     []Gold `json:"gold"`
}

// Gold is a region that answers a query; without lines the whole file does.
type Gold struct {
	Path      string `json:"path"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
}

// Hit is one result, in the order of the answer. Path is relative to the
// repository.
type Hit struct {
	Path               string
	StartLine, EndLine int
}

// Parse reads labelled queries.
func Parse(jsonl []byte) ([]Query, error) {
	var queries []Query
	lines := bufio.NewScanner(bytes.NewReader(jsonl))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var q Query
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, code.Errorf(code.Invalid, "line %d: %v", n, err)
		}
		if q.Query == "" || len(q.Gold) == 0 {
			return nil, code.Errorf(code.Invalid, "line %d: a query needs query and gold", n)
		}
		queries = append(queries, q)
	}
	return queries, lines.Err()
}

// Cutoff is how many results count.
const Cutoff = 10

// Ranks returns for each gold region the rank, from 1, of the first hit that
// is it, or 0.
func Ranks(gold []Gold, hits []Hit) []int {
	ranks := make([]int, len(gold))
	for i, g := range gold {
		for j, h := range hits {
			if j < Cutoff && g.matches(h) {
				ranks[i] = j + 1
				break
			}
		}
	}
	return ranks
}

func (g Gold) matches(h Hit) bool {
	if h.Path != g.Path && !strings.HasSuffix(h.Path, "/"+g.Path) {
		return false
	}
	return g.StartLine == 0 || h.StartLine <= g.EndLine && g.StartLine <= h.EndLine
}

// NDCG is the normalised discounted cumulative gain of gold found at ranks.
func NDCG(ranks []int) float64 {
	gain, ideal := 0.0, 0.0
	for i, r := range ranks {
		if r > 0 {
			gain += 1 / math.Log2(float64(r)+1)
		}
		if i < Cutoff {
			ideal += 1 / math.Log2(float64(i)+2)
		}
	}
	return gain / ideal
}

// Outcome is how one query went.
type Outcome struct {
	Query Query
	Ranks []int
	NDCG  float64
	Found []Hit
}

// Judge scores the hits of a query.
func Judge(q Query, hits []Hit) Outcome {
	ranks := Ranks(q.Gold, hits)
	return Outcome{Query: q, Ranks: ranks, NDCG: NDCG(ranks), Found: hits}
}

// Score is a mean over queries.
type Score struct {
	Name    string  `json:"name"`
	Queries int     `json:"queries"`
	NDCG    float64 `json:"ndcg_at_10"`
	MRR     float64 `json:"mrr"`
	Top1    float64 `json:"success_at_1"`
	Top5    float64 `json:"success_at_5"`
}

// Summary is a run's result. Overall is the mean over repositories, so that a
// repository with many queries counts no more than one with few.
type Summary struct {
	Overall    Score   `json:"overall"`
	Repos      []Score `json:"repositories"`
	Categories []Score `json:"categories"`
	Languages  []Score `json:"languages"`
}

// Summarize averages outcomes.
func Summarize(outcomes []Outcome) Summary {
	s := Summary{
		Repos:      group(outcomes, func(q Query) string { return q.Repo }),
		Categories: group(outcomes, func(q Query) string { return q.Category }),
		Languages:  group(outcomes, func(q Query) string { return q.Language }),
	}
	s.Overall.Name = "mean over repositories"
	for _, r := range s.Repos {
		s.Overall.Queries += r.Queries
		s.Overall.NDCG += r.NDCG / float64(len(s.Repos))
		s.Overall.MRR += r.MRR / float64(len(s.Repos))
		s.Overall.Top1 += r.Top1 / float64(len(s.Repos))
		s.Overall.Top5 += r.Top5 / float64(len(s.Repos))
	}
	return s
}

func group(outcomes []Outcome, key func(Query) string) []Score {
	scores := map[string]*Score{}
	for _, o := range outcomes {
		k := key(o.Query)
		if scores[k] == nil {
			scores[k] = &Score{Name: k}
		}
		s := scores[k]
		s.Queries++
		s.NDCG += o.NDCG
		if best := firstFound(o.Ranks); best > 0 {
			s.MRR += 1 / float64(best)
			if best == 1 {
				s.Top1++
			}
			if best <= 5 {
				s.Top5++
			}
		}
	}
	var out []Score
	for _, s := range scores {
		n := float64(s.Queries)
		s.NDCG, s.MRR, s.Top1, s.Top5 = s.NDCG/n, s.MRR/n, s.Top1/n, s.Top5/n
		out = append(out, *s)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

func firstFound(ranks []int) int {
	found := slices.DeleteFunc(slices.Clone(ranks), func(r int) bool { return r == 0 })
	if len(found) == 0 {
		return 0
	}
	return slices.Min(found)
}

// String is a table of the scores.
func (s Summary) String() string {
	var b strings.Builder
	row := func(sc Score) {
		fmt.Fprintf(&b, "%-32s %7d   %.3f   %.3f   %.3f   %.3f\n", sc.Name, sc.Queries, sc.NDCG, sc.MRR, sc.Top1, sc.Top5)
	}
	fmt.Fprintf(&b, "%-32s %7s   %s  %s    %s      %s\n", "", "queries", "ndcg@10", "mrr", "@1", "@5")
	for _, list := range [][]Score{s.Repos, s.Languages, s.Categories, {s.Overall}} {
		for _, sc := range list {
			row(sc)
		}
		b.WriteString("\n")
	}
	return b.String()
}
