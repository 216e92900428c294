package embed

import "encoding/binary"

// tokenSum adds up token vectors exactly, in integers, so that the sum does not
// depend on the order of the tokens.
//
// A token vector is scale × int8. Scales are taken as multiples of 2^-21 (all of
// the built-in model's are), so a token is an integer weight and 256 bytes. Two
// elements share a 64-bit word, 32 bits each: the bytes, shifted from
// -128…127 to 0…255, are multiplied by the weight and added two at a time, and
// the shift is taken off at the end. A sum of float32 took more than twice as
// long.
//
// Tokens are collected first and equal ones counted, since code repeats itself:
// each distinct one is then added once.
type tokenSum struct {
	model  *Static
	dst    *[dimensions]float32
	weight float32

	n     int
	ids   [maxDistinct]uint16
	count [maxDistinct]uint8
	seen  [1024]uint8 // by the low bits of an id: 1 + where in ids it may be
}

const (
	maxDistinct = 255
	unit        = 1.0 / (1 << 21)
	maxWeight   = (1<<32 - 1) / 255 // what fits into 32 bits
	maxCount    = 4                 // twice maxCount tokens of the largest scale, 1, stay below maxWeight
)

func (s *tokenSum) add(id uint16) {
	slot := &s.seen[id%uint16(len(s.seen))]
	if at := *slot; at != 0 && s.ids[at-1] == id && s.count[at-1] < maxCount {
		s.count[at-1]++
		return
	}
	if s.n == maxDistinct {
		s.flush()
	}
	s.ids[s.n], s.count[s.n] = id, 1
	s.n++
	*slot = uint8(s.n)
}

// flush adds the collected tokens to dst.
func (s *tokenSum) flush() {
	var sum lanes
	var total uint64
	for i := 0; i < s.n; i += 2 {
		row, w := s.token(i)
		row2, w2 := s.token(i + 1)
		if total+w+w2 > maxWeight {
			sum.addTo(s.dst, total, s.weight)
			total = 0
		}
		total += w + w2
		sum.add(row, row2, w, w2)
	}
	sum.addTo(s.dst, total, s.weight)
	s.n = 0
	s.seen = [len(s.seen)]uint8{}
}

// token returns the vector of collected token i and its weight, which is 0
// after the last.
func (s *tokenSum) token(i int) (row *[dimensions]byte, weight uint64) {
	if i < s.n {
		id := int(s.ids[i])
		row = (*[dimensions]byte)(s.model.rows[id*dimensions:])
		weight = weightOf(binary.LittleEndian.Uint16(s.model.scales[2*id:])) * uint64(s.count[i])
		return row, weight
	}
	return (*[dimensions]byte)(s.model.rows), 0
}

// weightOf is a float16 between 0 and 1 in multiples of 2^-21, rounded.
func weightOf(half uint16) uint64 {
	exponent, mantissa := half>>10, uint64(half&0x3FF)
	if exponent == 0 {
		return (mantissa + 4) >> 3
	}
	return ((mantissa|0x400)<<(exponent-1) + 4) >> 3
}

// lanes holds elements 8i+j and 8i+j+4 of a sum in word 4i+j, the former in its
// low half.
type lanes [dimensions / 2]uint64

// add adds two rows at a time, which halves the loads and stores of the sum.
func (a *lanes) add(row, row2 *[dimensions]byte, w, w2 uint64) {
	const (
		shift = 0x8080808080808080
		pair  = 0x000000FF000000FF
	)
	for i := range dimensions / 8 {
		x := binary.LittleEndian.Uint64(row[8*i:8*i+8]) ^ shift
		y := binary.LittleEndian.Uint64(row2[8*i:8*i+8]) ^ shift
		a[4*i] += (x&pair)*w + (y&pair)*w2
		a[4*i+1] += (x>>8&pair)*w + (y>>8&pair)*w2
		a[4*i+2] += (x>>16&pair)*w + (y>>16&pair)*w2
		a[4*i+3] += (x>>24&pair)*w + (y>>24&pair)*w2
	}
}

// addTo adds the elements, times weight, to dst and starts again from zero. The
// total is the sum of the weights that were added. The conversions keep the
// compiler from fusing the operations, which would change the last bit on some
// machines.
func (a *lanes) addTo(dst *[dimensions]float32, total uint64, weight float32) {
	shift := int64(total * 128)
	f := weight * unit
	for i := range dimensions / 8 {
		for j := range 4 {
			word := a[4*i+j]
			dst[8*i+j] += float32(float32(int64(word&0xFFFFFFFF)-shift) * f)
			dst[8*i+j+4] += float32(float32(int64(word>>32)-shift) * f)
		}
	}
	*a = lanes{}
}
