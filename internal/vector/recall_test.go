package vector

import "testing"

func TestRecallOnRealText(t *testing.T) {
	c := readCorpus(t, 10_000)
	s := []Segment{c.segment(t)}
	if len(c.queries) < 20 {
		t.Fatalf("only %d queries", len(c.queries))
	}
	recall := c.recall(100, func(q []float32) []Hit { return Search(s, nil, q, 10, nil) })
	t.Logf("recall@10 of int8 against float32: %.4f over %d queries", recall, min(100, len(c.queries)))
	if recall < 0.98 {
		t.Errorf("recall@10 of int8 against float32 is %.4f", recall)
	}
}
