package lexicon

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPostingRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 2000 {
		docs := 1 + r.IntN(1<<r.IntN(18))
		var l listWriter
		var want []frequencies
		var numbers []uint32
		for doc := r.IntN(docs); doc < docs; doc += 1 + r.IntN(1+docs/20) {
			var tf frequencies
			switch r.IntN(4) {
			case 0:
				tf[FieldBody] = uint8(1 + r.IntN(255))
			case 1:
				for f := range tf {
					tf[f] = uint8(r.IntN(3))
				}
				tf[r.IntN(len(tf))] = uint8(1 + r.IntN(255))
			default:
				tf[FieldBody] = 1
			}
			l.append(uint32(doc), tf.appendTail(nil))
			want, numbers = append(want, tf), append(numbers, uint32(doc))
		}
		list := l.bytes()
		p, err := newPostings(list, docs)
		if err != nil || p.count != len(want) {
			t.Fatal(p.count, err)
		}
		for i := range want {
			if !p.next() || p.doc != numbers[i] || decodeTail(p.tail) != want[i] {
				t.Fatalf("posting %d is %d %v, want %d %v", i, p.doc, decodeTail(p.tail), numbers[i], want[i])
			}
		}
		if p.next() || p.done() != nil {
			t.Fatal("the list does not end")
		}
		if err := checkList(list, docs); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCommonPostingIsOneByte(t *testing.T) {
	var l listWriter
	tf := frequencies{FieldBody: 1}
	for doc := range uint32(100) {
		l.append(doc, tf.appendTail(nil))
	}
	if n := len(l.bytes()); n != 101 {
		t.Errorf("100 postings and their count take %d bytes", n)
	}
}

func TestLengthCodes(t *testing.T) {
	last := uint8(0)
	for n := range 1 << 20 {
		code := lengthCode(n)
		if code < last {
			t.Fatalf("the code of %d is less than the one before", n)
		}
		last = code
		if got := codeLength(code); n < 1<<19 && (n-got)*(n-got)*1000 > n*n {
			t.Fatalf("%d is kept as %d", n, got)
		}
	}
	if last != 255 || lengthCode(1<<40) != 255 {
		t.Error("the longest have code 255")
	}
	for code := range 256 {
		if lengthCode(codeLength(uint8(code))) != uint8(code) {
			t.Errorf("code %d stands for %d, which has another code", code, codeLength(uint8(code)))
		}
	}
}

func TestDecodeLengthsRefuses(t *testing.T) {
	good := buildShard([]*Document{{FieldBody: "a b"}, {FieldPath: "c"}}).segment.Lengths
	for n := range good {
		if _, err := decodeLengths(good[:n]); !errors.Is(err, ErrCorrupt) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
	if _, err := decodeLengths(append(slices.Clone(good), 0)); !errors.Is(err, ErrCorrupt) {
		t.Errorf("one byte too many: %v", err)
	}
	newer := slices.Clone(good)
	newer[0]++
	if _, err := decodeLengths(newer); !errors.Is(err, ErrCorrupt) {
		t.Errorf("newer version: %v", err)
	}
}

// damaged hands out one block for every key.
type damaged []byte

func (d damaged) Block([]byte) ([]byte, error) { return d, nil }
func (d damaged) Next(key []byte) ([]byte, error) {
	if len(key) == 0 {
		return d, nil
	}
	return nil, nil
}

// readAll calls everything that reads a segment. Errors are expected to be
// ErrCorrupt, and where there is none all readers agree that there is none.
func readAll(t *testing.T, s Segment) {
	check := func(err error) {
		t.Helper()
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
	}
	hits, err := Search([]Segment{s, s}, Terms("get user parse 用户"), DefaultWeights(), 5, nil)
	check(err)
	for _, h := range hits {
		if int(h.Doc) >= s.Docs {
			t.Fatalf("document %d of %d", h.Doc, s.Docs)
		}
	}
	_, merged := Merge([]Segment{s, s})
	check(merged)
	checked := Check(s)
	check(checked)
	if checked == nil && (err != nil || merged != nil) {
		t.Fatalf("a segment that is whole cannot be read: %v, %v", err, merged)
	}
}

func sample() (Segment, []byte) {
	r := source{rand.New(rand.NewPCG(17, 18))}
	var docs []*Document
	for range 12 {
		docs = append(docs, r.document())
	}
	s := buildShard(docs).segment
	return s, s.Source.(Blocks)[0].Data
}

func TestDamage(t *testing.T) {
	s, block := sample()
	s.Source = damaged(block)
	if err := Check(s); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(19, 20))
	for range 2000 {
		bad := slices.Clone(block)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] = byte(r.IntN(256))
		}
		s.Source = damaged(bad[:len(bad)-r.IntN(2)*r.IntN(40)])
		readAll(t, s)
	}
	s.Source, s.Dead = damaged(block), []uint64{1 << 63}
	if _, err := Search([]Segment{s}, Terms("get"), DefaultWeights(), 5, nil); !errors.Is(err, ErrCorrupt) {
		t.Errorf("a dead document that is not there: %v", err)
	}
}

func FuzzSegment(f *testing.F) {
	s, block := sample()
	f.Add(block, s.Lengths, uint64(0), s.Docs)
	f.Add(block, s.Lengths, uint64(5), s.Docs)
	f.Fuzz(func(t *testing.T, block, lengths []byte, dead uint64, docs int) {
		readAll(t, Segment{Docs: docs, Lengths: lengths, Dead: []uint64{dead}, Source: damaged(block)})
	})
}
