package grep

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lode/internal/table"
)

func TestTrigrams(t *testing.T) {
	var s Scratch
	show := func(content string) string {
		var list []string
		for _, v := range Trigrams(nil, []byte(content), &s) {
			key := trigramKey(v)
			list = append(list, string(key[:]))
		}
		slices.Sort(list)
		return strings.Join(list, "|")
	}
	for content, want := range map[string]string{
		"":                 "",
		"ab":               "",
		"abc":              "abc",
		"ABCabc":           "abc|bca|cab",
		"ab\ncde":          "cde",
		"ab\r\ncd\rxyz":    "xyz",
		"a\u017f\u212ab":   "ask|skb",
		"a\xc5":            "",
		"ab\xc5":           "ab\xc5",
		"ab\xe2\x84":       "ab\xe2|b\xe2\x84",
		"É1":               "\xc3\x891",
		"\x00\x00\x00\x00": "\x00\x00\x00",
	} {
		for range 2 { // the second time the scratch has been used
			if got := show(content); got != want {
				t.Errorf("Trigrams(%q) = %q, want %q", content, got, want)
			}
		}
	}
}

// A literal has the trigrams of the text that it is in folded form.
func TestLiteralTrigrams(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var s Scratch
	for range 2000 {
		content := strings.ToValidUTF8(randomContent(r), "")
		var folded []byte
		for _, c := range content {
			folded = appendFolded(folded, c)
		}
		want := Trigrams(nil, []byte(content), &s)
		if got := literalTrigrams(string(folded)); !slices.Equal(got, want) {
			t.Fatalf("%q: %x, want %x", content, got, want)
		}
	}
}

func TestBuilder(t *testing.T) {
	var b Builder
	if blocks := b.Finish(); len(blocks) != 0 {
		t.Errorf("%d blocks of nothing", len(blocks))
	}
	if a, c := b.Add([]uint32{2, 1}), b.Add(nil); a != 0 || c != 1 || b.Files() != 2 || b.Size() == 0 {
		t.Errorf("ordinals %d, %d; %d files, size %d", a, c, b.Files(), b.Size())
	}
	b.Finish()
	if b.Files() != 0 || b.Size() != 0 {
		t.Error("the builder is not empty after Finish")
	}
}

func randomSets(r *rand.Rand, files int) [][]uint32 {
	sets := make([][]uint32, files)
	for i := range sets {
		for t := range uint32(40) {
			// From trigrams that are everywhere to some that are rare.
			if r.Uint32N(t+1) == 0 {
				sets[i] = append(sets[i], t*t*7919%trigramCount)
			}
		}
		r.Shuffle(len(sets[i]), func(a, b int) { sets[i][a], sets[i][b] = sets[i][b], sets[i][a] })
	}
	return sets
}

func blocksOf(sets [][]uint32) []table.Block {
	var b Builder
	for _, s := range sets {
		b.Add(s)
	}
	return b.Finish()
}

func equalBlocks(a, b []table.Block) bool {
	return slices.EqualFunc(a, b, func(x, y table.Block) bool {
		return bytes.Equal(x.First, y.First) && bytes.Equal(x.Data, y.Data)
	})
}

func TestMergeEqualsFresh(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for round := range 300 {
		var parts []Part
		var kept [][]uint32
		next := uint32(0)
		for range r.IntN(5) {
			sets := randomSets(r, r.IntN(40))
			dead := []uint64{r.Uint64() & r.Uint64()}
			var p Part
			p.Ordinals, next = Renumber(len(sets), dead, next)
			p.Next = Blocks(blocksOf(sets)).Next()
			for i, o := range p.Ordinals {
				if o != Dropped {
					kept = append(kept, sets[i])
				}
			}
			parts = append(parts, p)
		}
		if round%2 == 1 { // any numbering will do
			order := r.Perm(len(kept))
			shuffled := make([][]uint32, len(kept))
			for _, p := range parts {
				for i, o := range p.Ordinals {
					if o != Dropped {
						p.Ordinals[i] = uint32(order[o])
						shuffled[order[o]] = kept[o]
					}
				}
			}
			kept = shuffled
		}
		got, err := Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if !equalBlocks(got, blocksOf(kept)) {
			t.Fatalf("round %d: merging %d parts differs from building %d files", round, len(parts), len(kept))
		}
	}
}

func TestMergeErrors(t *testing.T) {
	good := func() func() ([]byte, error) { return Blocks(blocksOf([][]uint32{{1, 2}})).Next() }
	broken := errors.New("broken disk")
	var w table.Writer
	w.Add([]byte("long key"), nil)
	var descending table.Writer
	descending.Add([]byte{0, 0, 2}, []byte{1})
	descending.Add([]byte{0, 0, 1}, []byte{1})
	for name, parts := range map[string][]Part{
		"gap":        {{Ordinals: []uint32{1}, Next: good()}},
		"twice":      {{Ordinals: []uint32{0}, Next: good()}, {Ordinals: []uint32{0}, Next: good()}},
		"error":      {{Ordinals: []uint32{0}, Next: func() ([]byte, error) { return nil, broken }}},
		"key":        {{Ordinals: []uint32{0}, Next: Blocks(w.Blocks()).Next()}},
		"descending": {{Ordinals: []uint32{0}, Next: Blocks(descending.Blocks()).Next()}},
		"garbage":    {{Ordinals: []uint32{0}, Next: Blocks{{Data: []byte{9, 9}}}.Next()}},
		"value":      {{Ordinals: nil, Next: good()}},
	} {
		_, err := Merge(parts)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		if name == "error" && !errors.Is(err, broken) {
			t.Errorf("%v does not wrap the cause", err)
		}
	}
}

type badSource struct{ data []byte }

func (b badSource) Block([]byte) ([]byte, error) {
	if b.data == nil {
		return nil, errors.New("broken disk")
	}
	return b.data, nil
}

func TestCandidatesErrors(t *testing.T) {
	var w table.Writer
	w.Add([]byte("abc"), []byte{1, 2, 3, 4, 5})
	for _, pattern := range []string{"abc", "abc|xyz", "xyz|abc", "abc.*tra"} {
		p := compile(t, Options{Regexp: true}, pattern)
		for _, data := range [][]byte{nil, {9, 9}, w.Blocks()[0].Data} {
			if _, _, err := p.Candidates(Segment{Files: 3, Source: badSource{data}}); err == nil {
				t.Errorf("%s: no error from %v", pattern, data)
			}
		}
	}
}

// The index must tell files apart, not only miss none.
func TestCandidatesAreFew(t *testing.T) {
	contents := []string{"func NewContext()", "func newer(context)", "type Task struct", "ta\u017fk", "lock_file", "nothing"}
	seg, _ := segmentOf(contents)
	tests := []struct {
		o       Options
		pattern string
		want    []uint32
		all     bool
	}{
		{Options{}, "NewContext", []uint32{0}, false},
		{Options{}, "newcontext", []uint32{0}, false}, // case is left to Find
		{Options{IgnoreCase: true}, "TASK", []uint32{2, 3}, false},
		{Options{Regexp: true}, "(func|type).*(new|Task)", []uint32{0, 1, 2}, false},
		{Options{Regexp: true}, `\w+_file`, []uint32{4}, false},
		{Options{}, "absent", nil, false},
		{Options{}, "ta", nil, true},
		{Options{Regexp: true}, ".*", nil, true},
		{Options{Regexp: true}, "abc|de", nil, true},
	}
	for _, test := range tests {
		files, all, err := compile(t, test.o, test.pattern).Candidates(seg)
		if err != nil || all != test.all || !slices.Equal(files, test.want) {
			t.Errorf("%s: %v, %v, %v; want %v, %v", test.pattern, files, all, err, test.want, test.all)
		}
	}
}

func FuzzPostings(f *testing.F) {
	f.Add([]byte{1, 2, 3}, uint16(100))
	f.Add([]byte{255, 255}, uint16(16))
	f.Fuzz(func(t *testing.T, value []byte, files uint16) {
		n := int(files)
		ordinals, err := readPostings(nil, value, n)
		set := make([]uint64, (n+63)/64)
		for i := range n {
			set[i>>6] |= 1 << (i & 63)
		}
		err2 := intersect(set, value, n)
		if err != nil {
			return
		}
		if err2 != nil {
			t.Fatalf("readPostings takes it, intersect says %v", err2)
		}
		for _, o := range ordinals {
			if set[o>>6]&(1<<(o&63)) == 0 {
				t.Errorf("intersect lost %d", o)
			}
			set[o>>6] &^= 1 << (o & 63)
		}
		if !isEmpty(set) {
			t.Error("intersect kept more than the list has")
		}
		again, err := readPostings(nil, appendPostings(nil, ordinals, n), n)
		if err != nil || !slices.Equal(again, ordinals) {
			t.Errorf("%v encoded and read back: %v, %v", ordinals, again, err)
		}
	})
}
