package grep

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"lode/internal/code"
)

// found renders matches as line:column:matched text.
func found(find func([]byte, func(Match) bool), content string) string {
	var list []string
	find([]byte(content), func(m Match) bool {
		list = append(list, fmt.Sprintf("%d:%d:%s", m.Line, m.Column, m.Text[m.Start:m.End]))
		return true
	})
	return strings.Join(list, " ")
}

func compile(t testing.TB, o Options, patterns ...string) *Pattern {
	t.Helper()
	p, err := Compile(patterns, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	re, fold, word, smart := Options{Regexp: true}, Options{IgnoreCase: true}, Options{Word: true}, Options{SmartCase: true}
	tests := []struct {
		o        Options
		patterns string // separated by blanks
		content  string
		want     string
	}{
		{Options{}, "b", "abc\nxb\n", "1:2:b 2:2:b"},
		{Options{}, "b", "abc\nxb", "1:2:b 2:2:b"},
		{Options{}, "b", "bb\n\nB", "1:1:b"},
		{Options{}, "a.c", "abc a.c", "1:5:a.c"},
		{Options{}, "c a", "ab ca", "1:1:a"},
		{Options{}, "foo foobar", "a foobar", "1:3:foo"},
		{Options{}, "foobar foo", "a foobar", "1:3:foobar"},
		{fold, "Foo", "xFOO\nfoO", "1:2:FOO 2:1:foO"},
		{fold, "task", "TAſK\nta\u017f\u212a", "1:1:TAſK 2:1:ta\u017f\u212a"},
		{fold, "é", "É", "1:1:É"},
		{fold, "a b", "B\nA", "1:1:B 2:1:A"},
		{smart, "foo", "FOO", "1:1:FOO"},
		{smart, "Foo", "FOO\nFoo", "2:1:Foo"},
		{smart, "foo Bar", "FOO\nBar", "2:1:Bar"},
		{Options{Regexp: true, SmartCase: true}, `\Wfoo`, "-FOO", "1:1:-FOO"},
		{Options{Regexp: true, SmartCase: true}, `(?P<N>foo)\pL`, "FOOx", "1:1:FOOx"},
		{Options{Regexp: true, SmartCase: true}, `\QFoo\E`, "foo\nFoo", "2:1:Foo"},
		{Options{Regexp: true, SmartCase: true}, `[A-F]oo`, "foo\nFoo", "2:1:Foo"},
		{word, "foo", "foobar\nxfoo\nfoo\n-foo-\n_foo", "3:1:foo 4:2:foo"},
		{word, "foo", "foobar foo", "1:8:foo"},
		{word, "foo", "éfoo foo", "1:7:foo"},
		{word, "foo", "\xfffoo\xff", "1:2:foo"},
		{word, "foo foobar", "foobar", "1:1:foobar"},
		{word, "-2", "a-2\nb -2", "2:3:-2"},
		{Options{Regexp: true, Word: true}, "fo+", "fooo foox", "1:1:fooo"},
		{Options{Regexp: true, Word: true}, "fo+x?", "foox", "1:1:foox"},
		{Options{Regexp: true, Word: true}, "^a|b", "ab b", "1:4:b"},
		{re, `\bab`, "xx ab", "1:4:ab"},
		{re, `\Bab`, "  xab", "1:4:ab"},
		{re, `ab\b`, "abx ab", "1:5:ab"},
		{re, "^b", "ab\nb\n", "2:1:b"},
		{re, "b$", "ab\r\nba\nb", "1:2:b 3:1:b"},
		{re, "^$", "\n\r\na\n", "1:1: 2:1:"},
		{re, `a\sb`, "a\nb", ""},
		{re, `a[^x]b`, "a\nb\na-b", "3:1:a-b"},
		{re, `a\r`, "a\r\na\rb\na\r", "2:1:a\r"},
		{re, `a.*z`, "a\nz\nabz", "3:1:abz"},
		{re, `(?i)ab cd`, "AB CD cd", "1:1:AB"},
		{re, `(?i)ab cd`, "CD cd", "1:4:cd"},
		{re, `\Qa.b`, "axb a.b", "1:5:a.b"},
		{re, `\Qa.b q`, "axb a.b\nq", "1:5:a.b 2:1:q"},
		{re, `x*`, "a\nx\n", "1:1: 2:1:x"},
		{re, "\ufffd", "a\xff\nb\ufffd", "1:2:\xff 2:2:\ufffd"},
		{Options{}, "\ufffd", "a\xff\nb\ufffd", "1:2:\xff 2:2:\ufffd"},
		{re, "^a", "\ufeffa\n\ufeffa", "1:1:a"},
		{Options{}, "a", "\ufeffba", "1:2:a"},
		{Options{}, "\x00", "a\x00b", "1:2:\x00"},
		{Options{}, "x", "", ""},
		{re, "", "\n", "1:1:"},
	}
	for _, test := range tests {
		p := compile(t, test.o, strings.Split(test.patterns, " ")...)
		if got := found(p.FindBrute, test.content); got != test.want {
			t.Errorf("FindBrute(%q, %+v) in %q: %q, want %q", test.patterns, test.o, test.content, got, test.want)
		}
		if got := found(p.Find, test.content); got != test.want {
			t.Errorf("Find(%q, %+v) in %q: %q, want %q", test.patterns, test.o, test.content, got, test.want)
		}
	}
}

func TestFindStops(t *testing.T) {
	for _, o := range []Options{{}, {Regexp: true}} {
		for _, pattern := range []string{"a", "[ab]"} {
			p := compile(t, o, pattern)
			for _, find := range []func([]byte, func(Match) bool){p.Find, p.FindBrute} {
				calls := 0
				find([]byte("[ab]\n[ab]\n[ab]"), func(Match) bool { calls++; return calls < 2 })
				if calls != 2 {
					t.Errorf("%q: %d calls after fn said to stop at 2", pattern, calls)
				}
			}
		}
	}
}

func TestSpans(t *testing.T) {
	re, word := Options{Regexp: true}, Options{Regexp: true, Word: true}
	tests := []struct {
		o             Options
		pattern, line string
		want          string
	}{
		{re, "a", "abca", "[[0 1] [3 4]]"},
		{re, "^a", "aa", "[[0 1]]"},
		{re, "x*", "axb", "[[1 2]]"},
		{word, "foo", "foo foo xfoo foo", "[[0 3] [4 7] [13 16]]"},
		{word, "-", "a - -", "[[2 3] [4 5]]"},
		{word, "-", "--", "[[0 1] [1 2]]"},
		{word, "x*", "- xx ", "[[2 4]]"},
		{word, "^foo", "foo foo", "[[0 3]]"},
		{word, "é+", "é éé", "[[0 2] [3 7]]"},
		{word, "a", "\xffa\xff", "[[1 2]]"},
	}
	for _, test := range tests {
		got := fmt.Sprint(compile(t, test.o, test.pattern).Spans(nil, []byte(test.line)))
		if got != test.want {
			t.Errorf("Spans(%q) of %q: %s, want %s", test.pattern, test.line, got, test.want)
		}
	}
	if n := len(compile(t, re, "a").Spans(nil, []byte(strings.Repeat("a", 5000)))); n != maxSpans {
		t.Errorf("%d spans of a line with 5000 matches, want %d", n, maxSpans)
	}
}

func TestCompileErrors(t *testing.T) {
	re := Options{Regexp: true}
	tests := []struct {
		o       Options
		pattern string
		want    []string
	}{
		{re, "**/*.go", []string{"is a glob", `.*/.*\.go`, "path filter"}},
		{re, "*.go", []string{"is a glob", `.*\.go`}},
		{re, "src/**", []string{"is a glob", `src/.*`}},
		{re, "*.{go,ts}", []string{"is a glob", `.*\.(go|ts)`}},
		{re, "?x", []string{"is a glob", `.x`}},
		{re, "+", []string{"missing argument", "literal"}},
		{re, "a(b", []string{"missing closing )", "literal"}},
		{re, "a[b", []string{"missing closing ]"}},
		{re, "a(?=b)", []string{"look-ahead"}},
		{re, "a(?<!b)", []string{"look-behind"}},
		{re, `(a)\1`, []string{"back-references"}},
		{re, `(?P<x y>a)`, []string{"names"}},
		{re, `a{2000}`, []string{"smaller"}},
		{re, `a\nb`, []string{"spans lines", "^ or $"}},
		{re, "a\xff", []string{"UTF-8"}},
		{Options{}, "a\xff", []string{"UTF-8"}},
		{Options{}, "a\nb", []string{"spans lines"}},
	}
	for _, test := range tests {
		_, err := Compile([]string{test.pattern}, test.o)
		var coded *code.Error
		if !errors.As(err, &coded) || coded.Code != code.Invalid {
			t.Errorf("%q: %v, want an error with the code Invalid", test.pattern, err)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %q does not say %q", test.pattern, err, want)
			}
		}
	}
	if _, err := Compile(nil, re); err == nil {
		t.Error("no patterns: no error")
	}
}

func TestGlobSuggestionsCompile(t *testing.T) {
	for _, glob := range []string{"**/*.go", "*", "**", "*.{a,b}", "*{", "*}", "*a,b[c]+", "?(*", "*.c++"} {
		if _, err := regexp.Compile(globToRegexp(glob)); err != nil {
			t.Errorf("%s: suggested %s: %v", glob, globToRegexp(glob), err)
		}
	}
}

// The forms of an ASCII letter outside ASCII are what Find and the folded form
// know about.
func TestFoldsOfASCII(t *testing.T) {
	var outside []string
	for c := 'a'; c <= 'z'; c++ {
		for r := unicode.SimpleFold(c); r != c; r = unicode.SimpleFold(r) {
			if r >= utf8.RuneSelf {
				outside = append(outside, string(c)+string(r))
			}
		}
	}
	if want := []string{"k" + kelvin, "s" + longS}; !slices.Equal(outside, want) {
		t.Errorf("%q fold to ASCII, the package knows %q", outside, want)
	}
}

// Lines of many megabytes take linear time: a minute would not do otherwise.
func TestEnormousLine(t *testing.T) {
	line := strings.Repeat("aab xs ", 200_000)
	for _, o := range []Options{{}, {IgnoreCase: true}, {Word: true}, {Regexp: true}, {Regexp: true, Word: true}} {
		for _, pattern := range []string{"aab y", "aa", "sx", "ab", "x"} {
			p := compile(t, o, pattern)
			begin := time.Now()
			found(p.Find, line)
			if d := time.Since(begin); d > 20*time.Second {
				t.Errorf("%q, %+v: %v", pattern, o, d)
			}
		}
	}
}
