package eval

import (
	"math"
	"testing"
)

func TestNDCG(t *testing.T) {
	for _, c := range []struct {
		ranks []int
		want  float64
	}{
		{[]int{1}, 1},
		{[]int{0}, 0},
		{[]int{2}, 1 / math.Log2(3)},
		{[]int{1, 2}, 1},
		{[]int{2, 1}, 1},
		{[]int{1, 0}, 1 / (1 + 1/math.Log2(3))},
	} {
		if got := NDCG(c.ranks); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("NDCG(%v) = %v, want %v", c.ranks, got, c.want)
		}
	}
}

func TestRanks(t *testing.T) {
	hits := []Hit{{"src/b.go", 1, 9}, {"src/deep/a.go", 1, 5}, {"src/deep/a.go", 20, 30}}
	gold := []Gold{{Path: "a.go"}, {Path: "src/b.go"}, {Path: "deep/a.go", StartLine: 25, EndLine: 40}, {Path: "eep/a.go"}}
	want := []int{2, 1, 3, 0}
	for i, r := range Ranks(gold, hits) {
		if r != want[i] {
			t.Errorf("gold %d at rank %d, want %d", i, r, want[i])
		}
	}
}

func TestSummaryIsMeanOverRepositories(t *testing.T) {
	one := Query{Repo: "a", Gold: []Gold{{Path: "x"}}}
	two := Query{Repo: "b", Gold: []Gold{{Path: "x"}}}
	hit := []Hit{{Path: "x"}}
	s := Summarize([]Outcome{Judge(one, hit), Judge(two, nil), Judge(two, nil), Judge(two, nil)})
	if s.Overall.NDCG != 0.5 || s.Overall.Queries != 4 {
		t.Errorf("overall %+v", s.Overall)
	}
}

func TestParseRefusesBadLines(t *testing.T) {
	for _, bad := range []string{`{`, `{"query":"x"}`, `{"gold":[{"path":"a"}]}`} {
		if _, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%s was accepted", bad)
		}
	}
}
