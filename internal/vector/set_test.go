package vector

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSets builds sets of the given sizes with some vectors dead, and beside
// each the one segment that holds the same.
func randomSets(t *testing.T, r *rand.Rand, dim int, sizes ...int) (sets []Set, whole []Segment, dead [][]uint64, living *SetBuilder) {
	t.Helper()
	living = NewSetBuilder(dim)
	for _, size := range sizes {
		b, one := NewSetBuilder(dim), NewBuilder(dim)
		gone := make([]uint64, size/64) // the last vectors may have no bit
		for i := range size {
			v := randomVector(r, dim)
			b.Add(v)
			one.Add(v)
			if r.IntN(3) == 0 && i/64 < len(gone) {
				gone[i/64] |= 1 << (i % 64)
			} else {
				living.Add(v)
			}
		}
		set, err := OpenSet(b.Encode())
		if err != nil || set.Len() != size {
			t.Fatalf("%d vectors of %d: %v", set.Len(), size, err)
		}
		segment, err := Open(one.Encode())
		if err != nil {
			t.Fatal(err)
		}
		sets, whole, dead = append(sets, set), append(whole, segment), append(dead, gone)
	}
	return sets, whole, dead, living
}

func TestSearchSetsEqualsSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	sets, whole, dead, _ := randomSets(t, r, 24, 0, 1, PieceSize, PieceSize+1, 3*PieceSize-5)
	odd := func(_ int, vector uint32) bool { return vector%2 == 1 }
	for _, filter := range []func(int, uint32) bool{nil, odd} {
		for range 20 {
			q := randomVector(r, 24)
			got, want := SearchSets(sets, dead, q, 40, filter), Search(whole, dead, q, 40, filter)
			if !slices.Equal(got, want) {
				t.Fatalf("got %v\nwant %v", got, want)
			}
		}
	}
}

func TestMergeSets(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	sets, _, dead, living := randomSets(t, r, 16, 200, 0, 2*PieceSize+7, 64)
	got, err := MergeSets(sets, dead)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(got, living.Encode(), bytes.Equal) {
		t.Error("the merged set is not that of the living vectors")
	}
	if got, err := MergeSets(nil, nil); got != nil || err != nil {
		t.Errorf("merge of nothing: %v, %v", got, err)
	}
	other, _, _, _ := randomSets(t, r, 17, 3)
	if _, err := MergeSets(append(sets, other...), nil); err == nil {
		t.Error("merge of different dimensions: no error")
	}
}

func TestOpenSetRefusesGaps(t *testing.T) {
	short := NewBuilder(4)
	short.Add([]float32{1, 0, 0, 0})
	if _, err := OpenSet([][]byte{short.Encode(), short.Encode()}); err == nil {
		t.Error("a short segment before the last was accepted")
	}
	if _, err := OpenSet([][]byte{[]byte("nonsense")}); err == nil {
		t.Error("nonsense was accepted")
	}
}
