package chunk

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"lode/internal/code"
)

// randomFile makes a file of lines of many lengths, with nested symbols and with
// depths that need not fit them.
func randomFile(r *rand.Rand) Input {
	n := r.IntN(120)
	var b strings.Builder
	facts := &code.Facts{}
	shape := r.IntN(6)
	for i := range n {
		switch {
		case r.IntN(4) == 0:
			b.WriteString(strings.Repeat(" ", r.IntN(3)))
		case r.IntN(60) == 0:
			b.WriteString(strings.Repeat("long ", 60))
		default:
			b.WriteString(strings.Repeat("\t", r.IntN(4)) + strings.Repeat("wört ", 1+r.IntN(8)) + "}"[:r.IntN(2)])
		}
		b.WriteByte('\n')
		depth := r.IntN(8)
		switch shape {
		case 0:
			depth = code.NoBreak
		case 1:
			depth = min(i, 254)
		case 2:
			depth = min(n-i, 254)
		case 3:
			depth = []int{0, 2, 4, code.NoBreak}[r.IntN(4)]
		case 4:
			depth = 0
		}
		facts.Depths = append(facts.Depths, uint8(depth))
	}
	switch r.IntN(8) {
	case 0:
		facts.Depths = facts.Depths[:len(facts.Depths)/2]
	case 1:
		facts.Depths = append(facts.Depths, 0, 1)
	case 2:
		facts.Depths = nil
	}
	content := b.String()
	if r.IntN(3) == 0 {
		content = strings.TrimSuffix(content, "\n")
	}
	addSymbols(r, facts, 1, uint32(n), 0)
	r.Shuffle(len(facts.Symbols), func(i, j int) {
		if r.IntN(2) == 0 {
			facts.Symbols[i], facts.Symbols[j] = facts.Symbols[j], facts.Symbols[i]
		}
	})
	return Input{Path: "dir/a.go", Language: "go", Content: []byte(content), Facts: facts}
}

// addSymbols adds nested symbols between two lines. Offsets are only used for
// their order: a line is 100 bytes.
func addSymbols(r *rand.Rand, facts *code.Facts, first, last uint32, level int) {
	for line := first; line <= last && level < 4; {
		start := line + uint32(r.IntN(6))
		end := start + uint32(r.IntN(20))
		if end > last {
			return
		}
		kind := []code.Kind{code.KindFunction, code.KindClass, code.KindField}[r.IntN(3)]
		facts.Symbols = append(facts.Symbols, code.Symbol{
			Kind: kind, QualifiedName: fmt.Sprint("s", len(facts.Symbols)/2), DocLine: start + uint32(r.IntN(3))/2,
			Span: code.Span{Start: start*100 + uint32(level), End: end*100 + 100 - uint32(level), StartLine: start + uint32(min(1, r.IntN(3))), EndLine: max(end, start+1)},
		})
		if r.IntN(2) == 0 {
			addSymbols(r, facts, start+1, end, level+1)
		}
		line = max(end, start+1) + 1
	}
}

func TestProperties(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := randomFile(r)
		o := Options{Size: 20 + r.IntN(400)}
		chunks := File(in, o)
		if msg := wrong(in, o, chunks); msg != "" {
			t.Fatalf("seed %d, size %d: %s\n%s", seed, o.Size, msg, dump(in, chunks))
		}
		if again := File(in, o); !reflect.DeepEqual(chunks, again) {
			t.Fatalf("seed %d: not the same a second time", seed)
		}
		crlf := in
		crlf.Content = bytes.ReplaceAll(in.Content, []byte("\n"), []byte("\r\n"))
		if other := File(crlf, o); !reflect.DeepEqual(chunks, other) {
			t.Fatalf("seed %d: with CRLF\n%s\nwith LF\n%s", seed, dump(crlf, other), dump(in, chunks))
		}
		overlap := o
		overlap.Overlap = 1 + r.IntN(5)
		for i, c := range File(in, overlap) {
			want := chunks[i]
			if i > 0 {
				want.StartLine = uint32(max(1, int(want.StartLine)-overlap.Overlap))
			}
			if !reflect.DeepEqual(c, want) {
				t.Fatalf("seed %d, overlap %d: got %+v, want %+v", seed, overlap.Overlap, c, want)
			}
		}
	}
}

// wrong says what is wrong with the code chunks of a file, or "".
func wrong(in Input, o Options, chunks []code.Chunk) string {
	t := newText(in.Content, 1)
	covered := make([]int, t.n)
	ids := map[string]bool{}
	for i, c := range chunks {
		first, end := int(c.StartLine)-1, int(c.EndLine)
		switch {
		case first < 0 || end > t.n || first >= end:
			return fmt.Sprintf("chunk %d is out of range", i)
		case i > 0 && c.StartLine <= chunks[i-1].EndLine:
			return fmt.Sprintf("chunk %d starts before the end of the one before", i)
		case t.blank(first) || t.blank(end-1):
			return fmt.Sprintf("chunk %d starts or ends with a blank line", i)
		case end-first > 1 && t.size(first, end) > o.Size:
			return fmt.Sprintf("chunk %d has %d characters", i, t.size(first, end))
		case ids[c.ID]:
			return "two chunks are " + c.ID
		case c.Symbol != owner(in.Facts, t, c):
			return fmt.Sprintf("chunk %d belongs to %d, want %d", i, c.Symbol, owner(in.Facts, t, c))
		case in.Facts.Depths != nil && torn(in.Facts.Depths, t, first, o.Size):
			return fmt.Sprintf("chunk %d starts where no cut was needed", i)
		}
		ids[c.ID] = true
		for l := first; l < end; l++ {
			covered[l]++
		}
	}
	for l, n := range covered {
		if n > 1 || n == 0 && !t.blank(l) {
			return fmt.Sprintf("line %d is in %d chunks", l+1, n)
		}
	}
	return ""
}

// torn reports whether a cut was made where the parser forbids it, though the
// piece around it that cannot be cut would have fitted.
func torn(depths []uint8, t *text, line, size int) bool {
	allowed := func(i int) bool { return i < len(depths) && depths[i] != code.NoBreak && !t.blank(i) }
	start := line
	for start > 0 && !allowed(start) {
		start--
	}
	end := line + 1
	for end < t.n && !allowed(end) {
		end++
	}
	a, b := t.trim(0, line)
	return a < b && !allowed(line) && t.size(start, end) <= size
}

// owner is the slow way to find the symbol of a chunk.
func owner(facts *code.Facts, t *text, c code.Chunk) int {
	own := newOwners(facts)
	last := lastTelling(t, &c)
	covering, value, within := -1, -1, -1
	for i := range own.first {
		first, end := own.first[i], own.at(int32(i)).Span.EndLine
		if first <= c.StartLine && end >= last {
			same := covering >= 0 && own.sameLines(int32(covering), int32(i))
			if !same {
				covering = i
			}
		}
		if first < c.StartLine || first > c.EndLine {
			continue
		}
		outermost := true
		for j := range i {
			inside := own.at(int32(j)).Span.Contains(own.at(int32(i)).Span)
			outermost = outermost && (own.first[j] < c.StartLine || !inside)
		}
		switch {
		case !outermost:
		case own.at(int32(i)).Kind.IsData():
			if value < 0 {
				value = i
			}
		case within < 0:
			within = i
		}
	}
	for _, position := range []int{covering, within, value} {
		if position >= 0 {
			return int(own.order[position])
		}
	}
	return -1
}

func TestDocumentProperties(t *testing.T) {
	lines := []string{"", "", "", "## Section", "# Title", "### Sub", "```", "~~~", "````", "text. More text! And more?",
		"a line of words that goes on", "- item", "| a | b |", "---", "===", "    code", ".. note::", ".. code::", "Example::", "   deep",
		".. _label:", "一。二。三。", "\xff\x00"}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(strings.TrimSpace(strings.Repeat(lines[r.IntN(len(lines))]+" ", 1+r.IntN(3)*r.IntN(3))) + "\n")
		}
		language := []string{"markdown", "rst", "text"}[r.IntN(3)]
		in := Input{Path: "a", Language: language, Content: []byte(b.String())}
		o := Options{DocSize: 5 + r.IntN(40), DocOverlap: r.IntN(5), DocChars: r.IntN(2) * 80}
		chunks := File(in, o)
		if msg := wrongDocument(in, o, chunks); msg != "" {
			t.Fatalf("seed %d, %+v: %s\n%s", seed, o, msg, dump(in, chunks))
		}
		crlf := in
		crlf.Content = bytes.ReplaceAll(in.Content, []byte("\n"), []byte("\r\n"))
		if other := File(crlf, o); !reflect.DeepEqual(chunks, other) {
			t.Fatalf("seed %d: with CRLF\n%s\nwith LF\n%s", seed, dump(crlf, other), dump(in, chunks))
		}
	}
}

func wrongDocument(in Input, o Options, chunks []code.Chunk) string {
	t := newText(in.Content, tokenSize)
	covered := make([]int, t.n)
	ids := map[string]bool{}
	section, part := 0, 0
	for i, c := range chunks {
		if c.Section != section {
			section, part = section+1, 0
		}
		first, end := int(c.StartLine)-1, int(c.EndLine)
		switch {
		case first < 0 || end > t.n || first >= end:
			return fmt.Sprintf("chunk %d is out of range", i)
		case t.blank(first) || t.blank(end-1):
			return fmt.Sprintf("chunk %d starts or ends with a blank line", i)
		case c.Section != section || c.Part != part:
			return fmt.Sprintf("chunk %d is part %d of section %d", i, c.Part, c.Section)
		case !c.IsLargeParagraph && t.size(first, end) > o.DocSize*tokenSize:
			return fmt.Sprintf("chunk %d is too large", i)
		case ids[c.ID]:
			return "two chunks are " + c.ID
		}
		part++
		ids[c.ID] = true
		for l := first; l < end; l++ {
			if !c.IsSplitParagraph && o.DocOverlap == 0 {
				covered[l]++
			}
			covered[l] = max(covered[l], 1)
		}
	}
	for l, n := range covered {
		if n > 1 || n == 0 && !t.blank(l) {
			return fmt.Sprintf("line %d is in %d chunks", l+1, n)
		}
	}
	return ""
}

func FuzzFile(f *testing.F) {
	f.Add([]byte("# T\n\n## A\n```\n## x\n```\nText. More.\n"), []byte{0, 1, 2, 255}, 3, 2)
	f.Add([]byte("\xef\xbb\xbfa\r\n\r\n\r\nb\x00\xff"), []byte{}, 20, 1)
	f.Fuzz(func(t *testing.T, content, depths []byte, size, overlap int) {
		facts := &code.Facts{Depths: depths, Data: []code.Span{{Start: 1, End: uint32(len(depths)), StartColumn: uint32(overlap)}}}
		for i, d := range depths {
			s := code.Span{Start: uint32(i), End: uint32(i) + uint32(d), StartLine: uint32(i) + 1, EndLine: uint32(d), StartColumn: uint32(d)}
			body := code.Span{Start: uint32(d), End: uint32(i)}
			facts.Symbols = append(facts.Symbols, code.Symbol{Kind: code.Kind(d % 22), Span: s, Body: body, DocLine: uint32(d) / 2})
		}
		for _, language := range []string{"go", "markdown", "rst", "text"} {
			for _, mode := range []Mode{ModeAuto, ModeLines, ModeFixed} {
				in := Input{Path: "a", Language: language, Content: content, Facts: facts}
				o := Options{Mode: mode, Size: size, Lines: size, LineOverlap: overlap, FixedSize: size, DocSize: size, DocOverlap: overlap}
				chunks := append(File(in, o), Tiers(in, o)...)
				lines := newText(content, 1).n
				ids := map[string]bool{}
				for _, c := range chunks {
					if c.Kind <= code.ChunkDocumentation && (c.StartLine < 1 || c.StartLine > c.EndLine || int(c.EndLine) > lines) || ids[c.ID] {
						t.Fatalf("%s, %s: %+v of %d lines", language, mode, c, lines)
					}
					ids[c.ID] = true
				}
			}
		}
	})
}

// TestLargeAndNested cuts files of 50,000 lines with depths that are worst for
// the recursion, and documents that are worst for looking around. It takes some
// 20 ms each; the limit is for machines that are busy.
func TestLargeAndNested(t *testing.T) {
	const n = 50_000
	shapes := map[string]func(i int) int{
		"nested":     func(i int) int { return min(i, 254) },
		"unnested":   func(i int) int { return min(n-i, 254) },
		"flat":       func(int) int { return 0 },
		"nowhere":    func(int) int { return code.NoBreak },
		"saw":        func(i int) int { return i % 255 },
		"falling":    func(i int) int { return 254 - i%255 },
		"slow falls": func(i int) int { return 254 - i*255/n },
	}
	inputs := map[string]Input{}
	for name, depth := range shapes {
		for _, line := range []string{"x\n", "a line of forty characters or about that\n", "\n"} {
			facts := &code.Facts{Depths: make([]uint8, n)}
			for i := range facts.Depths {
				facts.Depths[i] = uint8(depth(i))
				at := uint32(i)
				facts.Symbols = append(facts.Symbols, code.Symbol{Kind: code.KindFunction, Span: code.Span{Start: at, End: 2*n - at, StartLine: at + 1, EndLine: n}})
			}
			inputs[name+" "+line[:1]] = Input{Language: "go", Content: []byte(strings.Repeat(line, n)), Facts: facts}
		}
	}
	for name, unit := range map[string]string{
		"dots": ".", "sentences": "a. ", "fences": "```x\n", "quotes": "> ", "words": "word ", "stops": "。", "ticks": ".`",
		"titles": "a\n==\n", "items": "1. x\n", "directives": ".. x::\n\n", "literals": "a::\n\n b\n", "indents": "  a::\n",
		"headings": "## a\n", "paragraphs": "a\n\n", "blank": "a" + strings.Repeat("\n", 100),
	} {
		for _, language := range []string{"markdown", "rst", "text"} {
			inputs[name+" "+language] = Input{Language: language, Content: []byte(strings.Repeat(unit, 10*n/len(unit)))}
		}
	}
	for name, in := range inputs {
		start := time.Now()
		File(in, Options{})
		Tiers(in, Options{})
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: %v", name, took)
		} else if testing.Verbose() {
			t.Logf("%s: %v", name, took)
		}
	}
}
