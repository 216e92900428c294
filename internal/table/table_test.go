package table

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func build(n int) (map[string][]byte, []Block) {
	want := map[string][]byte{}
	var w Writer
	for i := range n {
		key := fmt.Appendf(nil, "key%06d", i)
		value := bytes.Repeat([]byte{byte(i)}, i%97)
		want[string(key)] = value
		w.Add(key, value)
	}
	return want, w.Blocks()
}

func TestRoundTrip(t *testing.T) {
	want, blocks := build(5000)
	if len(blocks) < 2 {
		t.Fatalf("%d blocks: the test needs several", len(blocks))
	}
	seen := 0
	for _, b := range blocks {
		first := true
		err := Each(b.Data, func(k, v []byte) bool {
			if first && !bytes.Equal(k, b.First) {
				t.Errorf("First is %q, the first key is %q", b.First, k)
			}
			first = false
			seen++
			if !bytes.Equal(want[string(k)], v) {
				t.Errorf("%s: wrong value", k)
			}
			found, err := Find(b.Data, k)
			if err != nil || !bytes.Equal(found, v) {
				t.Errorf("Find(%s) = %v, %v", k, found, err)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen != len(want) {
		t.Errorf("saw %d entries of %d", seen, len(want))
	}
	if v, err := Find(blocks[0].Data, []byte("absent")); v != nil || err != nil {
		t.Errorf("absent key: %v, %v", v, err)
	}
}

// TestFindAgreesWithEach looks for keys that are there and keys that are not,
// over a small alphabet, so that keys share and extend each other.
func TestFindAgreesWithEach(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, 1+rng.IntN(6))
		for i := range b {
			b[i] = "abc\xff"[rng.IntN(4)]
		}
		return string(b)
	}
	for range 50 {
		entries := map[string][]byte{}
		for range 100 {
			w := word()
			entries[w] = bytes.Repeat([]byte(w), rng.IntN(60))
		}
		keys := make([]string, 0, len(entries))
		for k := range entries {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		var w Writer
		for _, k := range keys {
			w.Add([]byte(k), entries[k])
		}
		for _, b := range w.Blocks() {
			in := map[string]bool{}
			if err := Each(b.Data, func(k, _ []byte) bool { in[string(k)] = true; return true }); err != nil {
				t.Fatal(err)
			}
			for range 500 {
				key := word()
				got, err := Find(b.Data, []byte(key))
				if err != nil || (got != nil) != in[key] || got != nil && !bytes.Equal(got, entries[key]) {
					t.Fatalf("Find(%q) = %q, %v", key, got, err)
				}
			}
		}
	}
}

func TestIterStopsAtDamage(t *testing.T) {
	_, blocks := build(10)
	var it Iter
	it.Reset(blocks[0].Data[:len(blocks[0].Data)-1])
	n := 0
	for it.Next() {
		n++
	}
	if n != 9 || !errors.Is(it.Err(), ErrCorrupt) || it.Next() {
		t.Errorf("%d entries before %v, want 9 before %v", n, it.Err(), ErrCorrupt)
	}
	if it.Reset(nil); it.Next() || it.Err() != nil {
		t.Error("an empty block has no entries and no error")
	}
}

func FuzzEach(f *testing.F) {
	_, blocks := build(50)
	f.Add(blocks[0].Data, []byte("key000007"))
	f.Fuzz(func(t *testing.T, data, key []byte) {
		_ = Each(data, func(k, v []byte) bool { return true })
		_, _ = Find(data, key)
	})
}

func BenchmarkFind(b *testing.B) {
	_, blocks := build(5000)
	data := blocks[0].Data
	var last []byte
	_ = Each(data, func(k, _ []byte) bool { last = bytes.Clone(k); return true })
	for b.Loop() {
		if v, _ := Find(data, last); v == nil {
			b.Fatal("not found")
		}
	}
}
