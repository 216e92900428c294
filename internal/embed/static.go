package embed

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"sync"
	"unsafe"
)

// dimensions is the length of the vectors of the built-in model.
const dimensions = 256

// The model's files, strings so that they stay in the read-only pages of the
// executable and are read from disk as far as they are used.
var (
	//go:embed model/model.safetensors
	modelFile string
	//go:embed model/vocab.txt
	vocabFile string
	//go:embed model/vocab.table
	tableFile string
)

// identity of the built-in model: name, the start of the SHA-256 of
// model.safetensors followed by vocab.txt, and the version of the recipe (how
// words are cut and token vectors are summed). A test compares the hash; it is
// a constant because hashing 12 MB at each start would cost more than a query.
//
// Versions of the recipe:
//  1. the first
const identity = "lode-static-256/894f9be05788175a/1"

// Static is a static model: a vector for each token of a vocabulary. It is
// immutable and safe for concurrent use.
type Static struct {
	vocabulary *vocabulary
	rows       []byte // of int8, dimensions for each token
	scales     []byte // of little-endian float16, one for each token
}

var builtin = sync.OnceValues(func() (*Static, error) {
	return openStatic(viewOf(modelFile), viewOf(vocabFile), viewOf(tableFile))
})

// Builtin returns the model that is compiled in. It is opened by the first call.
func Builtin() (*Static, error) { return builtin() }

// viewOf returns the bytes of s without copying them. They must not be written.
func viewOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// openStatic reads a model; it keeps and aliases its parts.
func openStatic(model, vocab, table []byte) (*Static, error) {
	tensors, err := parseTensors(model)
	if err != nil {
		return nil, fmt.Errorf("static model: %w", err)
	}
	rows, scales := tensors["embeddings"], tensors["scales"]
	if rows.DType != "I8" || len(rows.Shape) != 2 || rows.Shape[1] != dimensions {
		return nil, fmt.Errorf("static model: embeddings are %s %v, want I8 [n %d]", rows.DType, rows.Shape, dimensions)
	}
	if scales.DType != "F16" || !slices.Equal(scales.Shape, []int{rows.Shape[0], 1}) {
		return nil, fmt.Errorf("static model: scales are %s %v, want F16 [%d 1]", scales.DType, scales.Shape, rows.Shape[0])
	}
	v, err := openVocabulary(vocab, table)
	if err != nil {
		return nil, fmt.Errorf("static model: %w", err)
	}
	return &Static{vocabulary: v, rows: rows.data, scales: scales.data}, nil
}

// Vector returns the normalised vector of text in dst, which is grown as needed
// and overwritten. It is the zero vector where text has no letter and no digit.
func (s *Static) Vector(dst []float32, text []byte) []float32 {
	if cap(dst) < dimensions {
		dst = make([]float32, dimensions)
	}
	dst = dst[:dimensions]
	clear(dst)
	s.Add(dst, text, 1)
	Normalize(dst)
	return dst
}

// Add adds weight times the sum of the token vectors of text to dst, which has
// Dimensions elements. A vector of several fields is the sum of its fields,
// normalised once.
func (s *Static) Add(dst []float32, text []byte, weight float32) {
	sum := tokenSum{model: s, dst: (*[dimensions]float32)(dst), weight: weight}
	s.vocabulary.tokens(text, sum.add)
	sum.flush()
}

// Embed returns the vectors of texts. Both modes are the same to this model.
func (s *Static) Embed(ctx context.Context, texts []string, mode Mode) ([][]float32, error) {
	if err := checkMode(mode); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	all := make([]float32, len(texts)*dimensions)
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from := i * dimensions
		vectors[i] = s.Vector(all[from:from+dimensions:from+dimensions], viewOf(text))
	}
	return vectors, nil
}

// Dimensions is the length of the vectors.
func (s *Static) Dimensions() int { return dimensions }

// Identity names the model and the version of its recipe.
func (s *Static) Identity() string { return identity }

// Unrelated is the cosine below which texts have nothing to do with each other:
// on code, unrelated ones stay below 0.28 and related ones are mostly above 0.4.
func (s *Static) Unrelated() float32 { return 0.3 }

// Close does nothing: the model is part of the executable.
func (s *Static) Close() error { return nil }
