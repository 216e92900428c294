package index

import (
	"math"
	"math/rand/v2"
	"testing"

	"lode/internal/embed"
)

// Each vector takes on half of its neighbours' mean, all taken before mixing.
func TestBlend(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 6 {
		vectors, want := make([][]float32, n), make([][]float32, n)
		for i := range vectors {
			vectors[i] = []float32{r.Float32(), r.Float32() - 1, r.Float32()}
			embed.Normalize(vectors[i])
		}
		for i := range vectors {
			want[i] = append([]float32(nil), vectors[i]...)
			var around [][]float32
			if i > 0 {
				around = append(around, vectors[i-1])
			}
			if i+1 < n {
				around = append(around, vectors[i+1])
			}
			for _, v := range around {
				for k := range v {
					want[i][k] += neighbourShare * v[k] / float32(len(around))
				}
			}
			embed.Normalize(want[i])
		}
		blend(vectors)
		for i := range vectors {
			for k := range vectors[i] {
				if math.Abs(float64(vectors[i][k]-want[i][k])) > 1e-6 {
					t.Fatalf("%d vectors: vector %d is %v, want %v", n, i, vectors[i], want[i])
				}
			}
		}
	}
}
