package embed

import (
	"context"
	"math"
	"testing"
)

func TestHash(t *testing.T) {
	var p Provider = Hash{}
	v, err := p.Embed(context.Background(), []string{"a", "b", "a", ""}, ModePassage)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range v {
		if len(x) != p.Dimensions() {
			t.Fatalf("vector %d has %d elements, want %d", i, len(x), p.Dimensions())
		}
		if n := cosine(x, x); math.Abs(n-1) > 1e-5 {
			t.Errorf("vector %d has length %v", i, n)
		}
	}
	if c := cosine(v[0], v[2]); math.Abs(c-1) > 1e-5 {
		t.Errorf("equal texts: cosine %v", c)
	}
	if c := cosine(v[0], v[1]); math.Abs(c) > 0.3 {
		t.Errorf("different texts: cosine %v", c)
	}
	if _, err := p.Embed(context.Background(), nil, "other"); err == nil {
		t.Error("unknown mode: no error")
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
