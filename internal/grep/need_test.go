package grep

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestNeed(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{`NewContext`, `"newcontext"`},
		{`foo.*bar`, `("foo" and "bar")`},
		{`foo\d+bar`, `("foo" and "bar")`},
		{`(foo|bar)Baz[0-9]+`, `("barbaz" or "foobaz")`},
		{`\bctx\.Done\(\)$`, `"ctx.done()"`},
		{`abc|abd`, `("abc" or "abd")`},
		{`abc|`, `anything`},
		{`(abc)?def`, `"def"`},
		{`(abc)+def`, `"abcdef"`},
		{`(abc)*def`, `"def"`},
		{`(ab){2}`, `"abab"`},
		{`(ab){2,}c`, `"ababc"`},
		{`x(ab){2,}c`, `("xabab" and "ababc")`},
		{`x(ab){5}c`, `("xabababab" and "ababababc")`},
		{`(ab){9}c`, `"ababababc"`},
		{`(ab){0,3}c`, `"c"`},
		{`x[ab]y`, `("xay" or "xby")`},
		{`x[a-z]y`, `("x" and "y")`},
		{`x[^a]yz`, `("x" and "yz")`},
		{`[kK]elvin`, `"kelvin"`},
		{`(?i)Kiſs`, `"kiss"`},
		{`(?i)éa`, `("Éa" or "éa")`},
		{`foo|foobar`, `"foo"`},
		{`a\x{fffd}b`, `("a" and "b")`},
		{`a[\nb]c`, `"abc"`},
		{`.`, `anything`},
		{`^$`, `anything`},
		{`a.b.c|d.*e`, `(("a" and "b" and "c") or ("d" and "e"))`},
	}
	for _, test := range tests {
		if got := compile(t, Options{Regexp: true}, test.pattern).Explain(); got != test.want {
			t.Errorf("%s needs %s, want %s", test.pattern, got, test.want)
		}
	}
}

// What Find looks for: the part that is rarest, in as few literals as possible.
func TestScanFor(t *testing.T) {
	tests := []struct {
		pattern string
		want    string // + folded, ! odd, = direct
	}{
		{`NewContext`, `NewContext=`},
		{`(?i)newcontext`, `newcontext+=`},
		{`(?i)task`, "task+ ſ! \u212a!="},
		{`foo|bar`, `foo bar=`},
		{`(foo|bar)Baz[0-9]+`, `barBaz fooBaz`},
		{`[a-z]+_[a-z]+_lock`, `_lock`},
		{`e.*Zq`, `Zq`},
		{`\w+`, ``},
		{`(?i)é.a`, `É é`},
		{`a\r`, "a\r"},
	}
	for _, test := range tests {
		p := compile(t, Options{Regexp: true}, test.pattern)
		var parts []string
		for _, l := range p.scan {
			s := string(l.text)
			if l.fold {
				s += "+"
			}
			if l.odd {
				s += "!"
			}
			parts = append(parts, s)
		}
		got := strings.Join(parts, " ")
		if p.direct {
			got += "="
		}
		if got != test.want {
			t.Errorf("%s: looks for %q, want %q", test.pattern, got, test.want)
		}
	}
}

// Compiling stays cheap when an expression is large.
func TestLargeExpressions(t *testing.T) {
	words := make([]string, 5000)
	for i := range words {
		words[i] = strings.Repeat(string(rune('a'+i%26)), 1+i%7) + string(rune('a'+i/26%26)) + string(rune('a'+i/700))
	}
	slices.Sort(words)
	for name, pattern := range map[string]string{
		"parts":    strings.Repeat("ab.", 1500),
		"choices":  strings.Repeat("(ab|cd|ef).", 400),
		"letters":  "(?i)" + strings.Repeat("жщ", 500),
		"words":    strings.Join(words, "|"),
		"nested":   strings.Repeat("(a|b", 200) + strings.Repeat(")", 200),
		"repeated": "((((ab?c){3}){3}){3}){3}",
		"literal":  strings.Repeat("abcdefghij", 1000),
	} {
		begin := time.Now()
		compile(t, Options{Regexp: true, Word: true}, pattern)
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("%s: %v to compile", name, d)
		} else {
			t.Logf("%s: %v", name, d)
		}
	}
}
