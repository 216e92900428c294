package lexicon

import "math"

// Weights are the parameters of BM25F. A term's frequencies in the fields of a
// document are divided by how long the fields are, weighted and summed, and
// the sum x gives the score idf * x*(K1+1)/(K1+x).
type Weights struct {
	Field [NumFields]float32 // how much an occurrence in a field counts
	B     [NumFields]float32 // how much the length of a field counts against it: 0 not, 1 in full
	K1    float32            // how soon more occurrences stop to matter
}

// DefaultWeights are sound for code: what a chunk is called counts more than
// what it mentions.
func DefaultWeights() Weights {
	return Weights{
		Field: [NumFields]float32{FieldName: 3, FieldPath: 2, FieldSignature: 2, FieldDoc: 1.5, FieldBody: 1},
		B:     [NumFields]float32{FieldName: 0.3, FieldPath: 0.3, FieldSignature: 0.5, FieldDoc: 0.6, FieldBody: 0.7},
		K1:    1.2,
	}
}

// collection is what scores depend on beside the document: counts over the
// live documents of all segments.
type collection struct {
	docs    int
	lengths [NumFields]uint64 // sums of the lengths that the codes stand for
}

// scorer computes scores. All arithmetic is in float32 and in one order, so
// that a score is the same wherever it is computed; conversions keep the
// compiler from fusing multiplications and additions.
type scorer struct {
	k1    float32
	docs  int
	norms [NumFields][256]float32 // what one occurrence counts, by length code
}

func newScorer(w *Weights, c *collection) *scorer {
	s := &scorer{k1: w.K1, docs: c.docs}
	for f := range s.norms {
		mean := float32(1)
		if c.lengths[f] > 0 {
			mean = float32(float64(c.lengths[f]) / float64(c.docs))
		}
		for code := range s.norms[f] {
			ratio := float32(codeLength(uint8(code))) / mean
			s.norms[f][code] = w.Field[f] / (1 - w.B[f] + float32(w.B[f]*ratio))
		}
	}
	return s
}

// idf is what a term is worth that is in df live documents.
func (s *scorer) idf(df int, weight float32) float32 {
	n, d := float64(s.docs), float64(df)
	return float32(math.Log(1+(n-d+0.5)/(d+0.5))) * weight
}

// saturate turns a weighted frequency into a score.
func (s *scorer) saturate(idf, x float32) float32 {
	return float32(idf*float32(x*(s.k1+1))) / (s.k1 + x)
}

// body is the score of a term that is n times in the body and nowhere else.
func (s *scorer) body(idf float32, n, code uint8) float32 {
	return s.saturate(idf, float32(float32(n)*s.norms[FieldBody][code]))
}

// fields is the score of a term from its frequencies and the document's
// lengths.
func (s *scorer) fields(idf float32, t *frequencies, codes [NumFields]uint8) float32 {
	x := float32(0)
	for f, n := range t {
		if n > 0 {
			x += float32(float32(n) * s.norms[f][codes[f]])
		}
	}
	return s.saturate(idf, x)
}

// active returns the indices of the terms that a search uses: each text once,
// and stop words only when there is nothing else.
func active(terms []Term) []int {
	for _, stops := range []bool{false, true} {
		var use []int
		seen := map[string]bool{}
		for i, t := range terms {
			if t.Stop == stops && t.Weight > 0 && t.Text != "" && !seen[t.Text] {
				seen[t.Text] = true
				use = append(use, i)
			}
		}
		if len(use) > 0 {
			return use
		}
	}
	return nil
}
