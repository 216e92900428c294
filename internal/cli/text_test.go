package cli

import (
	"strings"
	"testing"
	"time"
)

func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"plain, tab\tand\nline":  "plain, tab\tand\nline",
		"\x1b[31mred\x1b[0m\x07": "␛[31mred␛[0m␇",
		"\r\b\x7f\x00":           "␍␈␡␀",
		"c1 \u009b31m":           "c1 �31m",
		"bad \xff\x9b utf":       "bad �� utf",
		"bidi \u202e\u2066x":     "bidi ��x",
		"hidden\u200b\ufeff":     "hidden��",
		"漢字 é é 👍":               "漢字 é é 👍",
		"kept \ufffd":            "kept \ufffd",
	} {
		if got := harmless(in); got != want {
			t.Errorf("harmless(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestQuotePath(t *testing.T) {
	for in, want := range map[string]string{
		"src/a.go":        "src/a.go",
		"with space/漢.go": "with space/漢.go",
		"a\nb":            `"a\nb"`,
		"\x1b[31m":        `"\x1b[31m"`,
		"caf\xe9":         `"caf\xe9"`,
		`"quoted"`:        `"\"quoted\""`,
		`back\slash`:      `back\slash`,
		"x\u202ey":        `"x\u202ey"`,
	} {
		if got := quotePath(in); got != want {
			t.Errorf("quotePath(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestWidths(t *testing.T) {
	for text, want := range map[string]int{"abc": 3, "漢字": 4, "e\u0301": 1, "👍": 2, "": 0, "…": 1, "＋": 2} {
		if got := textWidth(text); got != want {
			t.Errorf("textWidth(%q) = %d, want %d", text, got, want)
		}
	}
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"a/b/c.go", 8, "a/b/c.go"}, {"a/b/c.go", 7, "…b/c.go"}, {"漢字漢字", 6, "…漢字"}, {"漢字漢字", 8, "漢字漢字"},
	} {
		if got := cutLeft(c.text, c.width); got != c.want {
			t.Errorf("cutLeft(%q, %d) = %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

func TestLineIsCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"exactly twenty cells", 20, "exactly twenty cells"},
		{"exactly twenty-1 cells", 20, "exactly twenty-1 ce…"},
		{strings.Repeat("漢", 10), 20, strings.Repeat("漢", 10)},
		{strings.Repeat("漢", 11), 20, strings.Repeat("漢", 9) + "…"},
		{"\tx\ty", 20, "    x   y"},
		{"narrow terminals get some room", 4, "narrow terminal…"},
		{"no limit", 0, "no limit"},
	} {
		if got := (style{safe: true, width: c.width}).line([]byte(c.text), nil, 0); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.text, c.width, got, c.want)
		}
	}
	if got := (style{}).line([]byte("raw \x1b\t\xff"), nil, 0); got != "raw \x1b\t\xff" {
		t.Errorf("plain output changes bytes: %q", got)
	}
}

func TestNumbersInWords(t *testing.T) {
	for got, want := range map[string]string{
		thousands(0): "0", thousands(999): "999", thousands(1000): "1,000", thousands(1234567): "1,234,567", thousands(-1000): "-1,000",
		plural(1, "file"): "1 file", plural(0, "file"): "0 files", plural(2000, "file"): "2,000 files",
		byteCount(999): "999 bytes", byteCount(1500): "1.5 kB", byteCount(2_500_000): "2.5 MB", byteCount(3e9): "3.0 GB",
		ago(3 * time.Second): "just now", ago(59 * time.Second): "59 seconds ago", ago(time.Minute): "1 minute ago",
		ago(2 * time.Hour): "2 hours ago", ago(72 * time.Hour): "3 days ago",
		topCounts(map[string]int{"b": 2, "a": 2, "c": 1000, "d": 1}, 3): "c 1,000, a 2, b 2 and 1 more", topCounts(nil, 3): "",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestClosest(t *testing.T) {
	for name, want := range map[string]string{"limt": "limit", "paht": "path", "limit": "limit", "xyz": "", "lan": "lang"} {
		if got := closest(name, []string{"lang", "limit", "path"}); got != want {
			t.Errorf("closest(%q) = %q, want %q", name, got, want)
		}
	}
}
