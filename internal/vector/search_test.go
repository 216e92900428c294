package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

func equalHits(a, b []Hit) bool { return slices.Equal(a, b) }

// randomSegments makes segments of different sizes, with repeated vectors so
// that scores tie, and deletes.
func randomSegments(t testing.TB, r *rand.Rand, dim int, sizes ...int) (segments []Segment, dead [][]uint64) {
	t.Helper()
	var pool [][]float32
	for range 50 {
		pool = append(pool, randomVector(r, dim))
	}
	pool = append(pool, make([]float32, dim))
	for i, size := range sizes {
		b := NewBuilder(dim)
		for range size {
			if r.IntN(4) == 0 {
				b.Add(pool[r.IntN(len(pool))])
			} else {
				b.Add(randomVector(r, dim))
			}
		}
		s, err := Open(b.Encode())
		if err != nil {
			t.Fatal(err)
		}
		segments = append(segments, s)
		var gone []uint64
		if i%3 != 1 {
			for range size / 64 {
				gone = append(gone, r.Uint64()&r.Uint64())
			}
		}
		dead = append(dead, gone)
	}
	return segments, dead
}

func TestSearchEqualsBrute(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	odd := func(segment int, vector uint32) bool { return (segment+int(vector))%2 == 1 }
	none := func(int, uint32) bool { return false }
	few := func(_ int, vector uint32) bool { return vector%97 == 0 }
	for _, dim := range []int{3, 32, 256} {
		for _, sizes := range [][]int{{}, {0}, {1}, {0, 1, 0}, {100, 63, 64, 65, 1000}, {9000, 0, 500}} {
			if dim < 256 && slices.Contains(sizes, 9000) {
				continue // too small to be scanned in parallel
			}
			segments, dead := randomSegments(t, r, dim, sizes...)
			for _, k := range []int{-1, 0, 1, 10, 100000} {
				q := randomVector(r, dim)
				for _, gone := range [][][]uint64{nil, dead, dead[:len(dead)/2]} {
					for _, filter := range []func(int, uint32) bool{nil, odd, none, few} {
						got, want := Search(segments, gone, q, k, filter), Brute(segments, gone, q, k, filter)
						if !equalHits(got, want) {
							t.Fatalf("dim %d, sizes %v, k %d: %v, want %v", dim, sizes, k, got[:min(20, len(got))], want[:min(20, len(want))])
						}
						if k > 0 && len(got) > k {
							t.Fatalf("%d hits, want at most %d", len(got), k)
						}
					}
				}
			}
		}
	}
}

func TestScoreIsCosine(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	v := randomVector(r, 256)
	opposite := make([]float32, len(v))
	long := make([]float32, len(v))
	for i, x := range v {
		opposite[i], long[i] = -x, 1000*x
	}
	s := buildSegment(t, 256, opposite, make([]float32, 256), v, long)
	hits := Search([]Segment{s}, nil, long, 10, nil)
	want := []struct {
		vector uint32
		score  float64
	}{{2, 1}, {3, 1}, {1, 0}, {0, -1}}
	if len(hits) != len(want) {
		t.Fatalf("%d hits, want %d", len(hits), len(want))
	}
	for i, h := range hits {
		if h.Vector != want[i].vector || math.Abs(float64(h.Score)-want[i].score) > 1e-3 {
			t.Errorf("hit %d: %v, want %v", i, h, want[i])
		}
	}
}

func TestSearchWithoutDirection(t *testing.T) {
	s := buildSegment(t, 4, []float32{1, 2, 3, 4})
	for _, q := range [][]float32{nil, {0, 0, 0, 0}, {float32(math.NaN()), 0, 0, 0}, {1, 2, 3}, make([]float32, maxDim+1)} {
		if hits := Search([]Segment{s, {}}, nil, q, 5, nil); len(hits) != 0 {
			t.Errorf("query of %d elements: %v", len(q), hits)
		}
		if hits := Brute([]Segment{s, {}}, nil, q, 5, nil); len(hits) != 0 {
			t.Errorf("brute, query of %d elements: %v", len(q), hits)
		}
	}
}

func TestSearchSkipsOtherDimensions(t *testing.T) {
	segments := []Segment{buildSegment(t, 3, []float32{1, 0, 0}), buildSegment(t, 2, []float32{1, 0})}
	hits := Search(segments, nil, []float32{1, 0}, 5, nil)
	if len(hits) != 1 || hits[0].Segment != 1 {
		t.Errorf("%v", hits)
	}
}

func TestSearchConcurrently(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	segments, dead := randomSegments(t, r, 256, 9000, 3000, 500)
	filter := func(_ int, vector uint32) bool { return vector%3 != 0 }
	q := randomVector(r, 256)
	want := Brute(segments, dead, q, 20, filter)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got := Search(segments, dead, q, 20, filter); !equalHits(got, want) {
					t.Errorf("%v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}
