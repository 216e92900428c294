package embed

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
)

// hashDimensions is the length of the vectors of Hash.
const hashDimensions = 384

// Hash is a provider for tests: the vector of a text is made of SHA-256 of the
// text, so equal texts have equal vectors and all others are unrelated. It knows
// nothing about meaning and ignores the mode.
type Hash struct{}

// Embed returns the vectors of texts.
func (Hash) Embed(ctx context.Context, texts []string, mode Mode) ([][]float32, error) {
	if err := checkMode(mode); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors[i] = hashVector(text)
	}
	return vectors, nil
}

// hashVector takes each byte of SHA-256 of a counter and the text as one
// element, until there are enough.
func hashVector(text string) []float32 {
	v := make([]float32, 0, hashDimensions)
	for block := uint32(0); len(v) < hashDimensions; block++ {
		sum := sha256.Sum256(append(binary.LittleEndian.AppendUint32(nil, block), text...))
		for _, b := range sum {
			v = append(v, float32(int(b)*2-255)) // never 0
		}
	}
	Normalize(v)
	return v
}

// Dimensions is the length of the vectors.
func (Hash) Dimensions() int { return hashDimensions }

// Identity names the provider and the version of its recipe.
func (Hash) Identity() string { return "hash-384/sha256/1" }

// Close does nothing.
func (Hash) Close() error { return nil }
