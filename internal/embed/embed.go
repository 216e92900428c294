// Package embed turns text into vectors.
//
// The built-in model (Builtin) is static: a text is the sum of the vectors of
// its tokens, so it needs no runtime, no network and microseconds a text. The
// index uses it through Static directly; everything that must also work with
// another model speaks to a Provider.
//
// Vectors are L2-normalised, so that the cosine of two is their dot product.
// A text without a letter or a digit has the zero vector, whose cosine with
// everything is 0. The same text and the same identity always give the same
// vector. A static model knows words, not their order.
package embed

import (
	"context"
	"math"

	"lode/internal/code"
)

// Mode is the side of a search that a text is on. Models that were trained
// with two sides embed them differently; the built-in one does not.
type Mode string

// The two sides of a search.
const (
	ModeQuery   Mode = "query"
	ModePassage Mode = "passage"
)

// BatchSize is how many texts a caller should give to one call of Embed: enough
// to hide the cost of a call to a model behind a socket, few enough to bound
// the memory of a queue.
const BatchSize = 64

// Provider is an embedding model. It is safe for concurrent use.
type Provider interface {
	// Embed returns one vector for each text, in order, L2-normalised. An error
	// with the code Unavailable means that the model cannot be reached now: the
	// caller goes on without vectors and fills them in later. Other errors are
	// about the request.
	Embed(ctx context.Context, texts []string, mode Mode) ([][]float32, error)
	// Dimensions is the length of each vector.
	Dimensions() int
	// Identity names the model, its weights and the version of the recipe that
	// turns a text into its input. Vectors of two identities must never meet in
	// one search: where the stored identity differs, embed everything again.
	Identity() string
	Close() error
}

// Calibrated is a provider that knows what its cosines mean: they cannot be
// compared between models.
type Calibrated interface {
	// Unrelated is the cosine below which two texts have nothing to do with
	// each other.
	Unrelated() float32
}

// Normalize scales v to length 1. The zero vector stays as it is.
func Normalize(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	f := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= f
	}
}

func checkMode(m Mode) error {
	if m != ModeQuery && m != ModePassage {
		return code.Errorf(code.Invalid, "unknown embedding mode %q: one of query, passage", string(m))
	}
	return nil
}
