package grep

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"lode/internal/table"
)

// These tests check the two promises of the package: indexed equals brute.

// pieces of content: letters that fold in odd ways, line ends, pieces of
// characters, and some words so that longer literals occur.
var pieces = []string{
	"k", "K", kelvin, "s", "S", longS, "é", "É", "ß", "ẞ", "σ", "ς", "Σ", "å", "Å", "\u212b", "İ", "ı", "i", "I",
	"a", "b", "A", "_", "-", " ", ".", "1", "日", "д", "Д", "\x00", "\xff", "\xe2", "\x84", "\xaa", "\xc5", "\xbf",
	"\ufffd", "\ufeff", "\n", "\n", "\r", "\r\n", "task", "Stack", "ſtacK", "skip", "привет", "ПРИВЕТ",
}

func randomContent(r *rand.Rand) string { return randomMix(r, pieces) }

func randomMix(r *rand.Rand, pieces []string) string {
	var b strings.Builder
	for range r.IntN(60) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// fewPieces makes contents that repeat themselves, in which long expressions
// have a chance to match.
func fewPieces(r *rand.Rand) []string {
	few := []string{"ab", "\n"}
	for range 1 + r.IntN(8) {
		few = append(few, pieces[r.IntN(len(pieces))])
	}
	return few
}

// randomText is a literal: often a piece of a content, so that it is found.
func randomText(r *rand.Rand, contents []string) string {
	var s string
	if c := contents[r.IntN(len(contents))]; r.IntN(3) > 0 && len(c) > 0 {
		from := r.IntN(len(c))
		s = c[from:min(len(c), from+1+r.IntN(8))]
	} else {
		for range r.IntN(4) {
			s += pieces[r.IntN(len(pieces))]
		}
	}
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\n", ""), "")
	switch r.IntN(4) {
	case 0:
		s = strings.ToUpper(s)
	case 1:
		s = strings.ToLower(s)
	}
	return s
}

func randomRegexp(r *rand.Rand, contents []string, depth int) string {
	sub := func() string { return randomRegexp(r, contents, depth-1) }
	if depth > 0 {
		switch r.IntN(8) {
		case 0:
			return sub() + sub()
		case 1:
			return sub() + sub() + sub()
		case 2:
			return "(" + sub() + "|" + sub() + ")"
		case 3:
			return "(?:" + sub() + "|" + sub() + "|" + sub() + ")"
		case 4:
			return "(?:" + sub() + ")" + []string{"*", "+", "?", "{2}", "{1,2}", "{5}", "{2,}", "{0,1}", "+?", "*?"}[r.IntN(10)]
		case 5:
			return "(?i:" + sub() + ")"
		case 6:
			return "(?-i:" + sub() + ")"
		}
	}
	atoms := []string{".", `\w`, `\W`, `\b`, `\B`, "^", "$", `\s`, `\d`, "[ks]", "[^a]", "[a-c]", "[éÉ]", `\pL`, "[KS]",
		`\x{fffd}`, `[a\x{fffd}]`, `\r`, `\r?$`, "[\n\ra]", "", ".*", ".+", "(?s:.)", "[abσ]", `[a\x00]`, "[дk]"}
	if r.IntN(2) == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	return regexp.QuoteMeta(randomText(r, contents))
}

func matches(find func([]byte, func(Match) bool), content string) string {
	var b strings.Builder
	find([]byte(content), func(m Match) bool {
		fmt.Fprintf(&b, "%d:%d:%d-%d %d %q\n", m.Line, m.Column, m.Start, m.End, m.Offset, m.Text)
		if !strings.HasPrefix(content[m.Offset:], string(m.Text)) || m.Line != 1+strings.Count(content[:m.Offset], "\n") {
			b.WriteString("which is elsewhere\n")
		}
		return true
	})
	return b.String()
}

var scratches = sync.Pool{New: func() any { return new(Scratch) }}

func segmentOf(contents []string) (Segment, []table.Block) {
	var b Builder
	s := scratches.Get().(*Scratch)
	defer scratches.Put(s)
	for _, c := range contents {
		b.Add(Trigrams(nil, []byte(c), s))
	}
	blocks := b.Finish()
	return Segment{Files: len(contents), Source: Blocks(blocks)}, blocks
}

// checkPromises compares a pattern with its oracle on a segment. It returns how
// many files match and how many were candidates.
func checkPromises(t *testing.T, p *Pattern, contents []string, seg Segment) (hits, candidates int) {
	t.Helper()
	files, all, err := p.Candidates(seg)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(files) || all && files != nil {
		t.Errorf("candidates %v, all %v", files, all)
	}
	for i, c := range contents {
		brute := matches(p.FindBrute, c)
		if strings.Contains(brute, "which is elsewhere") {
			t.Errorf("%v in %q: %s", p.re, c, brute)
		}
		if got := matches(p.Find, c); got != brute {
			t.Errorf("%v in %q:\nFind      %sFindBrute %s", p.re, c, got, brute)
		}
		dead := i>>6 < len(seg.Dead) && seg.Dead[i>>6]&(1<<(i&63)) != 0
		listed := slices.Contains(files, uint32(i))
		if brute != "" && !dead {
			hits++
			if !all && !listed {
				t.Errorf("%v matches file %d %q, which is no candidate; needs %s", p.re, i, c, p.Explain())
			}
		}
		if dead && listed {
			t.Errorf("%v: file %d is dead and a candidate", p.re, i)
		}
		if all || listed {
			candidates++
		}
	}
	return hits, candidates
}

func options(i int) Options {
	return Options{Regexp: i&1 != 0, IgnoreCase: i&2 != 0, SmartCase: i&4 != 0, Word: i&8 != 0}
}

func TestIndexedEqualsBrute(t *testing.T) {
	rounds := 250
	if testing.Short() {
		rounds = 100
	}
	r := rand.New(rand.NewPCG(1, 2))
	matching, listed, total := 0, 0, 0
	for range rounds {
		contents := make([]string, 1+r.IntN(12))
		mix := fewPieces(r)
		for i := range contents {
			contents[i] = randomMix(r, mix)
		}
		seg, _ := segmentOf(contents)
		if r.IntN(2) == 0 {
			seg.Dead = []uint64{r.Uint64()}
		}
		for i := range 16 {
			o := options(i)
			patterns := make([]string, 1+r.IntN(10)/8)
			for j := range patterns {
				patterns[j] = randomText(r, contents)
				if o.Regexp {
					patterns[j] = randomRegexp(r, contents, 3)
				}
			}
			p, err := Compile(patterns, o)
			if err != nil {
				continue // \n by chance
			}
			m, c := checkPromises(t, p, contents, seg)
			matching, listed, total = matching+m, listed+c, total+len(contents)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d files searched, %d candidates, %d matching", total, listed, matching)
	if matching < total/20 || listed > total*9/10 {
		t.Errorf("the test is not telling: %d files, %d candidates, %d matching", total, listed, matching)
	}
}

// The automaton agrees with the expression on lines of ASCII, also when it may
// keep few states and starts over again and again.
func TestDFA(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	decided := 0
	for range 1000 {
		line := strings.Map(func(c rune) rune {
			if c >= utf8.RuneSelf || c == '\n' {
				return -1
			}
			return c
		}, randomMix(r, fewPieces(r)))
		expr := randomRegexp(r, []string{line, "ab", "task"}, 4)
		re, err := regexp.Compile(expr)
		if err != nil || hasLineEnd(mustParse(expr)) {
			continue
		}
		want := !re.MatchString(line)
		for _, limit := range []int{2, maxDFAStates} {
			d := newDFA(program(expr), limit)
			for range 3 {
				if got := d.rejects([]byte(line)); got != want && d.full <= maxDFAFull {
					t.Fatalf("%s in %q: rejects %v, limit %d", expr, line, got, limit)
				}
			}
			if d.rejects([]byte(line + "é")) {
				t.Fatalf("%s: rejects a line that it cannot read", expr)
			}
		}
		if want {
			decided++
		}
	}
	if decided < 100 {
		t.Errorf("only %d lines without a match", decided)
	}
}

func mustParse(expr string) *syntax.Regexp {
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err)
	}
	return tree
}

// A pattern may be used by several goroutines; -race watches.
func TestConcurrentUse(t *testing.T) {
	contents := []string{"a task", "no Ta\u017fk", "none"}
	seg, _ := segmentOf(contents)
	for i := range 16 {
		p := compile(t, options(i), "task", "one")
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				checkPromises(t, p, contents, seg)
				p.Spans(nil, []byte(contents[0]))
			})
		}
		wg.Wait()
	}
}

// The word option, said in other words than those of its expression.
func TestWordAgainstPlainLoop(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		content := strings.NewReplacer("\n", "", "\r", "", "\ufeff", "").Replace(randomContent(r))
		text := randomText(r, []string{content})
		if text == "" || strings.ContainsAny(text, "\ufffd\r") || content == "" {
			continue
		}
		want := ""
		for i := 0; i+len(text) <= len(content) && want == ""; i++ {
			before, _ := utf8.DecodeLastRuneInString(content[:i])
			after, _ := utf8.DecodeRuneInString(content[i+len(text):])
			if strings.HasPrefix(content[i:], text) && (i == 0 || !isWord(before)) && (i+len(text) == len(content) || !isWord(after)) {
				want = fmt.Sprintf("1:%d:%s", i+1, text)
			}
		}
		p := compile(t, Options{Word: true}, text)
		if got := found(p.FindBrute, content); got != want {
			t.Fatalf("%q in %q: %q, want %q", text, content, got, want)
		}
	}
}

// isWord and the class of the expression are one set.
func TestWordClass(t *testing.T) {
	class := regexp.MustCompile("[" + wordClass + "]")
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if c > 0x20000 {
			c += 500 // nothing but ideographs and private characters
		}
		if class.MatchString(string(c)) != isWord(c) {
			t.Fatalf("%U: in the class %v, isWord %v", c, !isWord(c), isWord(c))
		}
	}
}

func FuzzIndexedEqualsBrute(f *testing.F) {
	f.Add("task", "ta\u017f\u212a", uint8(2))
	f.Add("(foo|bar)Baz[0-9]+", "fooBaz1\r\nx", uint8(1))
	f.Add(`a\r?$`, "a\r\n", uint8(1))
	f.Add("\ufffd", "\xff", uint8(8))
	f.Add("привет", "ПРИВЕТ", uint8(3))
	f.Fuzz(func(t *testing.T, pattern, content string, o uint8) {
		if len(pattern) > 200 {
			return
		}
		p, err := Compile([]string{pattern}, options(int(o)))
		if err != nil {
			return
		}
		contents := []string{content, "", pattern}
		seg, _ := segmentOf(contents)
		checkPromises(t, p, contents, seg)
		for _, s := range p.Spans(nil, []byte(content)) {
			if s[0] >= s[1] || s[1] > len(content) {
				t.Errorf("span %v of %d bytes", s, len(content))
			}
		}
	})
}
