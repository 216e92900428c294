package embed

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"lode/internal/code"
)

var _ Provider = (*Static)(nil)

func openBuiltin(t testing.TB) *Static {
	t.Helper()
	s, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cosine(a, b []float32) float64 {
	var dot float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
	}
	return dot
}

// The values are those of model/README.md.
func TestCosines(t *testing.T) {
	const (
		retry  = "func doWithRetry(ctx context.Context, attempts int) error { for i := 0; i < attempts; i++ { time.Sleep(delay); delay *= 2 } }"
		bcrypt = "func bcryptDigest(pw []byte) ([]byte, error) { salt := make([]byte, 16); return scrypt.Key(pw, salt) }"
		draw   = "func (c *Canvas) FillRect(x, y, w, h int, col color.RGBA) { for i := x; i < x+w; i++ { c.img.Set(i, y, col) } }"
	)
	s := openBuiltin(t)
	for _, c := range []struct {
		a, b     string
		min, max float64
	}{
		{"retry a failed request with exponential backoff", retry, 0.6245, 0.6255},
		{"hash a password", bcrypt, 0.6125, 0.6135},
		{"hash a password", retry, -1, 0.1},
		{"hash a password", draw, -1, 0.1},
		{"retry a failed request with exponential backoff", draw, -1, 0.1},
	} {
		got := cosine(s.Vector(nil, []byte(c.a)), s.Vector(nil, []byte(c.b)))
		if got < c.min || got > c.max {
			t.Errorf("cosine of %q and %q: %.4f, want %v to %v", c.a, c.b, got, c.min, c.max)
		}
	}
}

// slowSum is the oracle of Add: the sum of token vectors in float64.
func slowSum(s *Static, tokens map[string]uint16, text string) []float64 {
	sum := make([]float64, dimensions)
	for _, id := range slowTokens(tokens, text) {
		scale := halfFloat(binary.LittleEndian.Uint16(s.scales[2*int(id):]))
		for i := range sum {
			sum[i] += scale * float64(int8(s.rows[int(id)*dimensions+i]))
		}
	}
	return sum
}

func halfFloat(h uint16) float64 {
	exponent, mantissa := int(h>>10), float64(h&0x3FF)
	if exponent == 0 {
		return math.Ldexp(mantissa, -24)
	}
	return math.Ldexp(mantissa+1024, exponent-25)
}

func TestAddEqualsOracle(t *testing.T) {
	s, tokens := openBuiltin(t), tokenMap()
	for _, text := range []string{
		"", "x", "retry a failed request", strings.Repeat("open the file ", 2000),
		string(sourceText(t, 100<<10)), strings.Repeat("0 ", 10000),
	} {
		dst := make([]float32, dimensions)
		dst[7] = 5
		s.Add(dst, []byte(text), 0.5)
		want := slowSum(s, tokens, text)
		want[7] += 10
		largest := 1.0
		for _, x := range want {
			largest = max(largest, math.Abs(x))
		}
		for i, x := range want {
			if d := math.Abs(float64(dst[i]) - x/2); d > 1e-5*largest {
				t.Errorf("text of %d bytes, element %d: %v, want %v", len(text), i, dst[i], x/2)
			}
		}
	}
}

// Scales must be integers in units of 2^-21 for the sum to be exact, and at most
// 1 for it not to overflow.
func TestScales(t *testing.T) {
	s := openBuiltin(t)
	for id := range len(s.scales) / 2 {
		half := binary.LittleEndian.Uint16(s.scales[2*id:])
		f := halfFloat(half)
		if half&0x8000 != 0 || f > 1 || float64(weightOf(half))*unit != f {
			t.Errorf("token %d has the scale %v", id, f)
		}
	}
	if w := weightOf(0x3C00); w*maxCount*2 > maxWeight {
		t.Errorf("%d tokens of scale 1 exceed %d", maxCount*2, maxWeight)
	}
}

func TestVectorOrderDoesNotMatter(t *testing.T) {
	s := openBuiltin(t)
	words := strings.Fields("open the file and read lines until the end of the file or an error")
	want := s.Vector(nil, []byte(strings.Join(words, " ")))
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		for i, x := range s.Vector(nil, []byte(strings.Join(words, "_"))) {
			if x != want[i] {
				t.Fatalf("element %d: %v, want %v", i, x, want[i])
			}
		}
	}
}

func TestVectorLength(t *testing.T) {
	s := openBuiltin(t)
	dirty := make([]float32, dimensions)
	dirty[0] = 9
	for _, text := range []string{"", "\n\t {}", "日本語"} {
		for i, x := range s.Vector(dirty, []byte(text)) {
			if x != 0 {
				t.Errorf("%q: element %d is %v, want the zero vector", text, i, x)
			}
		}
	}
	v := s.Vector(nil, []byte("hello"))
	if n := cosine(v, v); math.Abs(n-1) > 1e-6 || len(v) != s.Dimensions() {
		t.Errorf("%d elements of length %v", len(v), n)
	}
}

func TestVectorDoesNotAllocate(t *testing.T) {
	s, text, dst := openBuiltin(t), sourceText(t, 5000), make([]float32, dimensions)
	if n := testing.AllocsPerRun(100, func() { s.Vector(dst, text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestEmbed(t *testing.T) {
	s := openBuiltin(t)
	texts := []string{"read a file", "", "open socket"}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			vectors, err := s.Embed(context.Background(), texts, ModeQuery)
			if err != nil || len(vectors) != len(texts) {
				t.Errorf("%d vectors, %v", len(vectors), err)
				return
			}
			for i, text := range texts {
				want := s.Vector(nil, []byte(text))
				for j, x := range vectors[i] {
					if x != want[j] {
						t.Errorf("%q: element %d is %v, want %v", text, j, x, want[j])
					}
				}
			}
		})
	}
	wg.Wait()
	var e *code.Error
	if _, err := s.Embed(context.Background(), texts, "document"); !errors.As(err, &e) || e.Code != code.Invalid {
		t.Errorf("unknown mode: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Embed(ctx, texts, ModePassage); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestIdentity(t *testing.T) {
	sum := sha256.Sum256([]byte(modelFile + vocabFile))
	if parts := strings.Split(openBuiltin(t).Identity(), "/"); len(parts) != 3 || parts[1] != hex.EncodeToString(sum[:8]) {
		t.Errorf("identity %q; the files hash to %x", identity, sum[:8])
	}
}
