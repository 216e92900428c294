package grep

import (
	"fmt"
	"math/bits"
	"slices"

	"lode/internal/table"
)

// plan is a need in trigrams: a file is a candidate when it has all of the
// trigrams, and all or one of the plans below hold for it.
type plan struct {
	trigrams []uint32 // the rarest first
	any      bool
	sub      []*plan // the most telling first
	bits     int     // how telling it is, in the unit of rarity
}

// maxTrigrams bounds the look-ups for one literal. The rarest few decide: of
// the patterns in the benchmarks none has fewer candidates with more of them,
// and each costs about what reading a wrong candidate does.
const maxTrigrams = 8

// planOf translates a need; nil when the trigrams say nothing.
func planOf(n *need) *plan {
	if n == nil {
		return nil
	}
	if n.op == needLiteral {
		return planOfLiteral(n.lit)
	}
	p := &plan{any: n.op == needAny}
	for _, s := range n.sub {
		sub := planOf(s)
		if sub == nil && p.any {
			return nil
		}
		if sub != nil {
			p.sub = append(p.sub, sub)
		}
	}
	if len(p.sub) == 0 {
		return nil
	}
	slices.SortStableFunc(p.sub, func(a, b *plan) int { return b.bits - a.bits })
	p.bits = p.sub[0].bits
	if p.any {
		p.bits = p.sub[len(p.sub)-1].bits
	}
	return p
}

func planOfLiteral(lit string) *plan {
	list := literalTrigrams(lit)
	if len(list) == 0 {
		return nil
	}
	slices.SortStableFunc(list, func(a, b uint32) int { return trigramRarity(b) - trigramRarity(a) })
	list = list[:min(len(list), maxTrigrams)]
	return &plan{trigrams: list, bits: trigramRarity(list[0])}
}

func trigramRarity(t uint32) int {
	return int(rarity[byte(t>>16)]) + int(rarity[byte(t>>8)]) + int(rarity[byte(t)])
}

// Source gives access to the table of a segment.
type Source interface {
	// Block returns the data of the block with the greatest First that is not
	// above key, or nil when there is none. The data must stay as it is until
	// the search is over.
	Block(key []byte) ([]byte, error)
}

// Segment is a group of files with the ordinals 0 to Files-1 and the table of
// their trigrams.
type Segment struct {
	Files  int
	Dead   []uint64 // a bit for each file that is no longer there; may be short
	Source Source
}

// Candidates lists in ascending order the files of a segment that may match:
// all that do, and few others. When the pattern has no trigram to go by it
// returns no list and all is true: then every file that is not dead is one.
func (p *Pattern) Candidates(s Segment) (files []uint32, all bool, err error) {
	if p.plan == nil {
		return nil, true, nil
	}
	set := make([]uint64, (s.Files+63)/64)
	for i := range s.Files {
		set[i>>6] |= 1 << (i & 63)
	}
	for i := range min(len(set), len(s.Dead)) {
		set[i] &^= s.Dead[i]
	}
	look := lookup{segment: s, values: map[uint32][]byte{}}
	if set, err = look.narrow(set, p.plan); err != nil {
		return nil, false, err
	}
	for i, word := range set {
		for ; word != 0; word &= word - 1 {
			files = append(files, uint32(i<<6+bits.TrailingZeros64(word)))
		}
	}
	return files, false, nil
}

// lookup is one walk over a plan.
type lookup struct {
	segment Segment
	values  map[uint32][]byte // the postings seen so far
}

// narrow returns the files of a set for which a plan holds. It overwrites set.
func (l *lookup) narrow(set []uint64, p *plan) ([]uint64, error) {
	if p.any {
		return l.narrowAny(set, p)
	}
	for _, t := range p.trigrams {
		if isEmpty(set) {
			return set, nil
		}
		value, err := l.value(t)
		if err != nil {
			return nil, err
		}
		if value == nil {
			clear(set)
			return set, nil
		}
		if err := intersect(set, value, l.segment.Files); err != nil {
			return nil, fmt.Errorf("trigram %06x: %w", t, err)
		}
	}
	for _, sub := range p.sub {
		var err error
		if set, err = l.narrow(set, sub); err != nil {
			return nil, err
		}
	}
	return set, nil
}

func (l *lookup) narrowAny(set []uint64, p *plan) ([]uint64, error) {
	union := make([]uint64, len(set))
	room := make([]uint64, len(set))
	for _, sub := range p.sub {
		// What is in already need not be looked for again.
		for i := range room {
			room[i] = set[i] &^ union[i]
		}
		more, err := l.narrow(room, sub)
		if err != nil {
			return nil, err
		}
		for i := range union {
			union[i] |= more[i]
		}
	}
	return union, nil
}

// value returns the postings of a trigram, nil when no file has it.
func (l *lookup) value(t uint32) ([]byte, error) {
	if v, ok := l.values[t]; ok {
		return v, nil
	}
	key := trigramKey(t)
	block, err := l.segment.Source.Block(key[:])
	if err != nil {
		return nil, fmt.Errorf("trigram %06x: %w", t, err)
	}
	v, err := table.Find(block, key[:])
	if err != nil {
		return nil, fmt.Errorf("trigram %06x: %w", t, err)
	}
	l.values[t] = v
	return v, nil
}

func isEmpty(set []uint64) bool {
	return !slices.ContainsFunc(set, func(word uint64) bool { return word != 0 })
}
