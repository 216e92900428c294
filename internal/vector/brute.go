package vector

import "slices"

// Brute is the oracle of Search: it scores every vector in plain Go and sorts
// them all. The results are equal to the last bit.
func Brute(segments []Segment, dead [][]uint64, v []float32, k int, filter func(segment int, vector uint32) bool) []Hit {
	q, ok := newQuery(v)
	if !ok || k <= 0 {
		return nil
	}
	var hits []Hit
	for i, s := range segments {
		if s.dim != len(v) {
			continue
		}
		for n := range s.count {
			if deadIn(dead, i).has(n) || filter != nil && !filter(i, uint32(n)) {
				continue
			}
			var dot int32
			for j, b := range s.vectors[n*s.dim:][:s.dim] {
				dot += int32(int8(b)) * int32(q.elements[j])
			}
			hits = append(hits, Hit{i, uint32(n), q.score(dot, scaleAt(s.scales, n))})
		}
	}
	slices.SortFunc(hits, compareHits)
	return hits[:min(k, len(hits))]
}
