package vector

import (
	"encoding/binary"
	"go/build"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// corpus is real text as vectors: the Go standard library in pieces of about 600
// bytes, and first lines of its doc comments as queries.
type corpus struct {
	vectors [][]float32
	queries [][]float32
}

const realDim = 256

// readCorpus embeds up to limit pieces with the files of the built-in model. It
// does so in the plainest way, because this package does not import embed.
func readCorpus(t testing.TB, limit int) *corpus {
	t.Helper()
	m, err := openModel(filepath.Join("..", "embed", "model"))
	if err != nil {
		t.Fatal(err)
	}
	c := &corpus{}
	root := filepath.Join(build.Default.GOROOT, "src")
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if c.add(m, string(text)); len(c.vectors) >= limit {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.vectors) < limit {
		t.Fatalf("GOROOT has text for %d vectors, %d needed", len(c.vectors), limit)
	}
	c.vectors = c.vectors[:limit]
	return c
}

// bigCorpus is read once for all benchmarks.
var bigCorpus struct {
	once sync.Once
	*corpus
}

func readBigCorpus(t testing.TB) *corpus {
	t.Helper()
	bigCorpus.once.Do(func() { bigCorpus.corpus = readCorpus(t, 100_000) })
	return bigCorpus.corpus
}

// segment is the corpus as one segment.
func (c *corpus) segment(t testing.TB) Segment {
	t.Helper()
	return buildSegment(t, realDim, c.vectors...)
}

// nearest returns the ten nearest vectors to a query by float32.
func (c *corpus) nearest(q []float32) map[uint32]bool {
	hits := make([]Hit, len(c.vectors))
	for i, v := range c.vectors {
		var dot float32
		for j, x := range v {
			dot += x * q[j]
		}
		hits[i] = Hit{Vector: uint32(i), Score: dot}
	}
	slices.SortFunc(hits, compareHits)
	found := map[uint32]bool{}
	for _, h := range hits[:10] {
		found[h.Vector] = true
	}
	return found
}

// recall is the share of the ten nearest vectors that search finds, over about n
// queries taken from all parts of the corpus.
func (c *corpus) recall(n int, search func(q []float32) []Hit) float64 {
	hits, queries := 0, 0
	for i := 0; i < len(c.queries); i += max(1, len(c.queries)/n) {
		want := c.nearest(c.queries[i])
		for _, h := range search(c.queries[i]) {
			if want[h.Vector] {
				hits++
			}
		}
		queries++
	}
	return float64(hits) / float64(10*queries)
}

func (c *corpus) add(m *model, text string) {
	doc, size := "", 0
	var piece strings.Builder
	for line := range strings.Lines(text) {
		if comment, ok := strings.CutPrefix(line, "// "); ok {
			if doc == "" {
				doc = comment
			}
		} else {
			if strings.HasPrefix(line, "func ") && len(doc) > 40 && len(c.vectors)%8 == 0 {
				c.queries = append(c.queries, m.embed(doc))
			}
			doc = ""
		}
		piece.WriteString(line)
		if size += len(line); size > 600 {
			c.vectors = append(c.vectors, m.embed(piece.String()))
			piece.Reset()
			size = 0
		}
	}
}

// model is the static model of package embed, without its speed.
type model struct {
	ids  map[string]int
	rows []byte
	half []byte
}

func openModel(dir string) (*model, error) {
	vocab, err := os.ReadFile(filepath.Join(dir, "vocab.txt"))
	if err != nil {
		return nil, err
	}
	file, err := os.ReadFile(filepath.Join(dir, "model.safetensors"))
	if err != nil {
		return nil, err
	}
	m := &model{ids: map[string]int{}}
	for id, token := range strings.Fields(string(vocab)) {
		m.ids[token] = id
	}
	m.rows = file[8+binary.LittleEndian.Uint64(file):]
	m.half = m.rows[len(m.ids)*realDim:]
	return m, nil
}

// embed cuts words at everything but letters and digits and before upper-case
// letters that follow others, which is near enough to the real rules.
func (m *model) embed(text string) []float32 {
	v := make([]float32, realDim)
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && isWord(text[i]) && !(i > start && isUpper(text[i]) && !isUpper(text[i-1])) {
			continue
		}
		m.addWord(v, strings.ToLower(text[start:i]))
		if start = i; i < len(text) && !isWord(text[i]) {
			start++
		}
	}
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] *= float32(1 / math.Sqrt(max(sum, 1e-30)))
	}
	return v
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isWord(c byte) bool {
	return isUpper(c) || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

func (m *model) addWord(v []float32, word string) {
	for mark := ""; word != ""; mark = "##" {
		n := min(len(word), 24)
		for ; n > 1 && m.ids[mark+word[:n]] == 0; n-- {
		}
		id := m.ids[mark+word[:n]]
		half := binary.LittleEndian.Uint16(m.half[2*id:])
		scale := float32(math.Ldexp(float64(half&0x3FF)+1024, int(half>>10)-25))
		for i, b := range m.rows[id*realDim:][:realDim] {
			v[i] += float32(int8(b)) * scale
		}
		word = word[n:]
	}
}
