package vector

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomVector has some structure: few large elements, many small ones.
func randomVector(r *rand.Rand, dim int) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(r.NormFloat64() * r.Float64())
	}
	return v
}

func TestQuantizeError(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, dim := range []int{1, 3, 256, 1000} {
		for range 200 {
			v, q := randomVector(r, dim), make([]int8, dim)
			scale := Quantize(q, v)
			for i, x := range v {
				if e := math.Abs(float64(x) - float64(scale)*float64(q[i])); e > float64(scale)*0.50001 {
					t.Fatalf("element %v became %d × %v", x, q[i], scale)
				}
				if q[i] == -128 {
					t.Fatalf("element %v became -128", x)
				}
			}
		}
	}
}

func TestQuantizeOddities(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		v     []float32
		want  []int8
		scale float32
	}{
		{[]float32{}, []int8{}, 0},
		{[]float32{0, 0}, []int8{0, 0}, 0},
		{[]float32{nan, inf}, []int8{0, 0}, 0},
		{[]float32{nan, 127, -inf, -63}, []int8{0, 127, 0, -63}, 1},
		{[]float32{-1, 1, 0.5}, []int8{-127, 127, 64}, 1.0 / 127},
		{[]float32{math.MaxFloat32, -math.MaxFloat32}, []int8{127, -127}, math.MaxFloat32 / 127},
		{[]float32{1e-31, -1e-45}, []int8{0, 0}, 0},
	} {
		got := []int8{9, 9, 9, 9}[:len(c.v)]
		scale := Quantize(got, c.v)
		if scale != c.scale {
			t.Errorf("%v: scale %v, want %v", c.v, scale, c.scale)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.v, got, c.want)
			}
		}
	}
}

// The plain kernel and the one that is used agree, at the limits of what may be
// multiplied too.
func TestKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, dim := range []int{1, 2, 7, 15, 16, 17, 31, 32, 33, 64, 100, 255, 256, 384, 513, 768, 1024, maxDim} {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(1 - 2*(i&1)) // the largest sums there are
		}
		for round := range 3 {
			if round > 0 {
				v = randomVector(r, dim)
			}
			q, ok := newQuery(v)
			if !ok {
				t.Fatal("a query without direction")
			}
			const count = 9
			vectors := make([]byte, count*dim)
			for i := range vectors {
				vectors[i] = byte(r.Uint32())
				if i < dim {
					vectors[i] = 0x80 // -128
				} else if i < 2*dim {
					vectors[i] = byte(128 - i&1) // -128 and 127
				}
			}
			got, want := make([]int32, count), make([]int32, count)
			dots(got, vectors, q.elements)
			dotsPlain(want, vectors, q.elements)
			for i := range got {
				var exact int64
				for j, e := range q.elements {
					exact += int64(int8(vectors[i*dim+j])) * int64(e)
				}
				if int64(got[i]) != exact || int64(want[i]) != exact {
					t.Fatalf("dim %d, vector %d: %d, plain %d, want %d", dim, i, got[i], want[i], exact)
				}
			}
		}
	}
	dots(nil, nil, nil)
	dots(nil, nil, []int16{1})
}

func TestKernelChecksBounds(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a run shorter than its count was read")
		}
	}()
	dots(make([]int32, 2), make([]byte, 7), make([]int16, 4))
}
