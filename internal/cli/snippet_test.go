package cli

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lode/internal/lang/all"
)

func TestWordsAreMarked(t *testing.T) {
	for _, c := range []struct {
		query, line, want string // want: the line with [ ] around what is marked
		found             int
	}{
		{"route", "func getRouteTable(routes []Route)", "func get[Route]Table([routes] [][Route])", 1},
		{"parse HTTP request", "HTTPRequest parsed_request2", "[HTTP][Request] [parsed]_[request]2", 3},
		{"the index", "the index of the tree", "the [index] of the tree", 1},
		{"the of", "the index of", "[the] index [of]", 2},
		{"größe", "die Größe ändern", "die [Größe] ändern", 1},
		{"user", "userID superuser", "[user]ID superuser", 1},
	} {
		inks := make([]ink, len(c.line))
		found := newWords(c.query).mark([]byte(c.line), inks)
		var b strings.Builder
		for i := range len(c.line) {
			on, before := inks[i]&inkMatch != 0, i > 0 && inks[i-1]&inkMatch != 0
			if before && (!on || partStarts(c.line, i)) {
				b.WriteByte(']')
			}
			if on && (!before || partStarts(c.line, i)) {
				b.WriteByte('[')
			}
			b.WriteByte(c.line[i])
		}
		if len(c.line) > 0 && inks[len(c.line)-1]&inkMatch != 0 {
			b.WriteByte(']')
		}
		if b.String() != c.want || found != c.found {
			t.Errorf("%q in %q: %q with %d, want %q with %d", c.query, c.line, b.String(), found, c.want, c.found)
		}
	}
}

// partStarts reports whether a word starts at i, for telling neighbours apart.
func partStarts(line string, i int) bool {
	for start, end := nextPart([]byte(line), 0); start < len(line); start, end = nextPart([]byte(line), end) {
		if start == i {
			return true
		}
	}
	return false
}

func TestSnippetChoosesLines(t *testing.T) {
	text := []byte("func f() {\n\ta\n\tb\n\tc\n\tneedle\n\td\n\tneedle hay\n}\n\nx")
	s := newSnippet(10, text, nil, newWords("needle hay"))
	for n, want := range map[int][]int{
		0: nil, 1: {0}, 4: {0, 4, 5, 6}, 3: {0, 5, 6}, 20: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
	} {
		if got := s.choose(n); !reflect.DeepEqual(got, want) {
			t.Errorf("%d lines: %v, want %v", n, got, want)
		}
	}
	if got, want := newSnippet(1, text, nil, nil).choose(3), []int{0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("without words: %v, want %v", got, want)
	}
	var b strings.Builder
	s.print(&b, style{}, s.choose(3))
	if want := "  10  func f() {\n   ⋮\n  15  \td\n  16  \tneedle hay\n"; b.String() != want {
		t.Errorf("printed %q, want %q", b.String(), want)
	}
}

// TestHighlight checks a few words of every kind in several languages, by
// their place in the text.
func TestHighlight(t *testing.T) {
	h := newHighlighter(all.Languages())
	defer h.close()
	for _, c := range []struct {
		language, text string
		want           map[string]ink
	}{
		{"go", "// note\nfunc Open(n int) string { return \"text\" + x[12] }", map[string]ink{
			"// note": inkComment, "func": inkKeyword, "Open": inkName, "return": inkKeyword, `"text"`: inkString, "12": inkNumber, "n int": inkPlain,
		}},
		{"python", "# note\ndef load(a):\n    return f'in {a} out' + 12 if a else None\n", map[string]ink{
			"# note": inkComment, "def": inkKeyword, "load": inkName, "return": inkKeyword, "'in ": inkString, "{a}": inkPlain, "12": inkNumber, "None": inkNumber,
		}},
		{"javascript", "/* note */\nclass Box { open() { return `a ${b} c`; } }", map[string]ink{
			"/* note */": inkComment, "class": inkKeyword, "Box": inkName, "open": inkName, "`a ": inkString, "${b}": inkPlain, " c`": inkString,
		}},
		{"rust", "fn main() { let s = \"x\"; } // note", map[string]ink{"fn": inkKeyword, "main": inkName, `"x"`: inkString, "// note": inkComment}},
		{"nothing", "func a", map[string]ink{"func": inkPlain}},
		{"go", "}) broken {{ \"x\"", map[string]ink{`"x"`: inkString}},
	} {
		inks := h.inks(c.language, []byte(c.text))
		if len(inks) != len(c.text) {
			t.Fatalf("%s: %d inks for %d bytes", c.language, len(inks), len(c.text))
		}
		for word, want := range c.want {
			at := strings.Index(c.text, word)
			for i := at; i < at+len(word); i++ {
				if inks[i] != want && c.text[i] != ' ' {
					t.Errorf("%s: %q at %d of %q has ink %d, want %d", c.language, word, i-at, c.text, inks[i], want)
					break
				}
			}
		}
	}
}

func TestWindowStart(t *testing.T) {
	line := []byte(strings.Repeat("é", 500) + "match" + strings.Repeat("x", 500))
	at := windowStart(line, 1000, 60)
	if at == 0 || at > 1000 || 1000-at > 60 || line[at]&0xc0 == 0x80 {
		t.Errorf("a match at 1000 is shown from %d", at)
	}
	if got := windowStart([]byte("short match"), 6, 60); got != 0 {
		t.Errorf("a short line is shown from %d", got)
	}
}
