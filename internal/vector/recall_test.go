package vector

import "testing"

func TestRecallOnRealText(t *testing.T) {
	c := readCorpus(t, 2_000)
	s := []Segment{c.segment(t)}
	if len(c.queries) < 10 {
		t.Fatalf("only %d queries", len(c.queries))
	}
	recall := c.recall(20, func(q []float32) []Hit { return Search(s, nil, q, 10, nil) })
	if recall < 0.98 {
		t.Errorf("recall@10 of int8 against float32 is %.4f over about 20 queries", recall)
	}
}
