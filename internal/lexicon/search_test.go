package lexicon

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// shard is a segment together with the texts that it was built of; a dead
// document has no text.
type shard struct {
	segment Segment
	docs    []*Document
}

func buildShard(docs []*Document) shard {
	var a Analyzer
	return shard{buildWith(&a, docs), docs}
}

func buildWith(a *Analyzer, docs []*Document) Segment {
	var b Builder
	for i, d := range docs {
		if got := b.Add(a.Analyze(d)); got != uint32(i) || b.Len() != i+1 {
			panic(fmt.Sprintf("document %d got number %d", i, got))
		}
	}
	n := b.Len()
	blocks, lengths := b.Finish()
	return Segment{Docs: n, Lengths: lengths, Source: Blocks(blocks)}
}

func (s *shard) kill(doc int) {
	for len(s.segment.Dead) <= doc/64 {
		s.segment.Dead = append(s.segment.Dead, 0)
	}
	s.segment.Dead[doc/64] |= 1 << (doc % 64)
	s.docs[doc] = nil
}

func segments(shards []shard) (all []Segment) {
	for _, s := range shards {
		all = append(all, s.segment)
	}
	return all
}

func texts(shards []shard) iter.Seq2[Place, *Document] {
	return func(yield func(Place, *Document) bool) {
		for i, s := range shards {
			for doc, d := range s.docs {
				if d != nil && !yield(Place{i, uint32(doc)}, d) {
					return
				}
			}
		}
	}
}

// survivors are the live documents in order.
func survivors(shards []shard) (docs []*Document) {
	for _, d := range texts(shards) {
		docs = append(docs, d)
	}
	return docs
}

// source writes random documents over a small vocabulary, so that terms meet.
type source struct{ *rand.Rand }

var vocabulary = strings.Fields(`get set user User users parse Parser parsing HTTP http request Request2 the of to is
	find_all FIND_ALL dry-run fmt.Println os::Exit @event $value 用户 größe 42 0xff return if routes Route a b c`)

func (r source) document() *Document {
	var d Document
	for f, most := range [NumFields]int{2, 4, 6, 10, 60} {
		var text strings.Builder
		for range r.IntN(most + 1) {
			word := vocabulary[int(float64(len(vocabulary))*r.Float64()*r.Float64())]
			repeat := 1
			if r.IntN(200) == 0 {
				repeat = 1 + r.IntN(300) // beyond what is counted
			}
			for range repeat {
				text.WriteString(word)
				text.WriteString([]string{" ", "(", "\n", "", ", "}[r.IntN(5)])
			}
		}
		d[f] = text.String()
	}
	return &d
}

func (r source) shards() []shard {
	shards := make([]shard, 1+r.IntN(4))
	for i := range shards {
		docs := make([]*Document, r.IntN(150))
		for j := range docs {
			docs[j] = r.document()
		}
		shards[i] = buildShard(docs)
		if r.IntN(3) > 0 && len(docs) > 0 {
			for range r.IntN(len(docs) + 1) {
				shards[i].kill(r.IntN(len(docs)))
			}
		}
	}
	return shards
}

func (r source) query() []Term {
	words := make([]string, 1+r.IntN(5))
	for i := range words {
		words[i] = vocabulary[r.IntN(len(vocabulary))]
	}
	terms := Terms(strings.Join(words, " ") + " absent")
	if r.IntN(4) == 0 {
		terms[0].Weight = 0.25
	}
	return terms
}

func compare(t *testing.T, what string, got, want []Hit) {
	t.Helper()
	if len(got) == 0 && len(want) == 0 {
		return
	}
	if !reflect.DeepEqual(got, want) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%s: hit %d of %d and %d is %+v, want %+v", what, i, len(got), len(want), got[i], want[i])
			}
		}
		t.Fatalf("%s: %d hits, want %d", what, len(got), len(want))
	}
}

func TestSearchEqualsBrute(t *testing.T) {
	r := source{rand.New(rand.NewPCG(7, 8))}
	hits := 0
	for range 40 {
		shards := r.shards()
		for i := range shards {
			if err := Check(shards[i].segment); err != nil {
				t.Fatal(err)
			}
		}
		for range 8 {
			terms, k := r.query(), []int{1, 3, 10, 1000}[r.IntN(4)]
			var filter func(int, uint32) bool
			if r.IntN(2) == 0 {
				filter = func(segment int, doc uint32) bool { return (uint32(segment)+doc)%3 != 0 }
			}
			got, err := Search(segments(shards), terms, DefaultWeights(), k, filter)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, fmt.Sprint(terms), got, Brute(texts(shards), terms, DefaultWeights(), k, filter))
			hits += len(got)
		}
	}
	if hits < 2500 {
		t.Errorf("%d hits in all: the test finds too little", hits)
	}
}

// TestIncrementalEqualsFresh compares an index that went through deletes,
// inserts and merges with one that was built at once: same documents, same
// scores, whatever the segments.
func TestIncrementalEqualsFresh(t *testing.T) {
	r := source{rand.New(rand.NewPCG(9, 10))}
	for range 40 {
		shards := r.shards()
		live := survivors(shards)
		fresh := []shard{buildShard(live)}
		cut := r.IntN(len(live) + 1)
		twice := []shard{buildShard(live[:cut]), buildShard(live[cut:])}
		merged, err := Merge(segments(shards))
		if err != nil {
			t.Fatal(err)
		}
		one := []shard{{Segment{Docs: merged.Docs, Lengths: merged.Lengths, Source: Blocks(merged.Blocks)}, live}}
		for range 5 {
			terms := r.query()
			want := found(t, fresh, terms)
			for what, other := range map[string][]shard{"incremental": shards, "two segments": twice, "merged": one} {
				if got := found(t, other, terms); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: %v differs from fresh %v", what, got, want)
				}
			}
		}
	}
}

// found searches and says for each live document, in order, how it scores.
func found(t *testing.T, shards []shard, terms []Term) []string {
	t.Helper()
	hits, err := Search(segments(shards), terms, DefaultWeights(), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	scores := map[Place]string{}
	for _, h := range hits {
		scores[Place{h.Segment, h.Doc}] = fmt.Sprint(h.Score, h.Matched)
	}
	var all []string
	for place := range texts(shards) {
		all = append(all, scores[place])
	}
	return all
}

func TestMergeEqualsFresh(t *testing.T) {
	r := source{rand.New(rand.NewPCG(11, 12))}
	for range 40 {
		shards := r.shards()
		merged, err := Merge(segments(shards))
		if err != nil {
			t.Fatal(err)
		}
		live := survivors(shards)
		fresh := buildShard(live).segment
		if merged.Docs != fresh.Docs || !bytes.Equal(merged.Lengths, fresh.Lengths) ||
			!reflect.DeepEqual(Blocks(merged.Blocks), fresh.Source) {
			t.Fatal("merged segment differs from a fresh one")
		}
		next := uint32(0)
		for i, s := range shards {
			for doc, d := range s.docs {
				want := Gone
				if d != nil {
					want, next = next, next+1
				}
				if merged.Remap[i][doc] != want {
					t.Fatalf("segment %d document %d is now %d, want %d", i, doc, merged.Remap[i][doc], want)
				}
			}
		}
	}
}

// TestAnalyzerForgetsNothing uses one analyzer for many documents with many
// words, so that its dictionary fills up and starts afresh.
func TestAnalyzerForgetsNothing(t *testing.T) {
	var docs []*Document
	for i := range 120 {
		var text strings.Builder
		for j := range 500 {
			fmt.Fprintf(&text, "word%dx%s routing%d ", i*317%100*500+j, strings.Repeat("y", j%9), j)
		}
		docs = append(docs, &Document{FieldBody: text.String()})
	}
	docs = append(docs, &Document{FieldBody: strings.Join(randomWords(40000), " ")})
	var one, many Builder
	var a Analyzer
	for _, d := range docs {
		one.Add(a.Analyze(d))
		many.Add(new(Analyzer).Analyze(d))
	}
	x, xl := one.Finish()
	y, yl := many.Finish()
	if !reflect.DeepEqual(x, y) || !bytes.Equal(xl, yl) {
		t.Error("what an analyzer saw before changes what it returns")
	}
}

func TestBuilderIsReusable(t *testing.T) {
	r := source{rand.New(rand.NewPCG(13, 14))}
	var a Analyzer
	var b Builder
	for range 3 {
		docs := []*Document{r.document(), r.document(), r.document()}
		for _, d := range docs {
			b.Add(a.Analyze(d))
		}
		blocks, lengths := b.Finish()
		fresh := buildShard(docs).segment
		if b.Len() != 0 || !reflect.DeepEqual(Blocks(blocks), fresh.Source) || !bytes.Equal(lengths, fresh.Lengths) {
			t.Fatal("a builder that was used before makes another segment")
		}
	}
}

func TestEmpty(t *testing.T) {
	empty := buildShard(nil).segment
	if hits, err := Search([]Segment{empty}, Terms("x"), DefaultWeights(), 10, nil); err != nil || len(hits) != 0 {
		t.Errorf("%v, %v", hits, err)
	}
	if hits, err := Search(nil, Terms("x"), DefaultWeights(), 10, nil); err != nil || len(hits) != 0 {
		t.Errorf("%v, %v", hits, err)
	}
	if m, err := Merge(nil); err != nil || m.Docs != 0 {
		t.Errorf("%v, %v", m, err)
	}
	s := buildShard([]*Document{{}, {FieldBody: "x"}})
	s.kill(1)
	if hits, err := Search(segments([]shard{s}), Terms("x"), DefaultWeights(), 10, nil); err != nil || len(hits) != 0 {
		t.Errorf("a dead document is found: %v, %v", hits, err)
	}
	if m, err := Merge(segments([]shard{s})); err != nil || m.Docs != 1 || len(m.Blocks) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	if hits, err := Search(segments([]shard{s}), Terms("x"), DefaultWeights(), 0, nil); err != nil || len(hits) != 0 {
		t.Errorf("no hits were asked for: %v, %v", hits, err)
	}
	if err := Check(empty); err != nil {
		t.Error(err)
	}
}
