package scan

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func TestPattern(t *testing.T) {
	tests := []struct {
		pattern string
		match   string // paths, a slash at the end for folders, _ for a space
		miss    string
	}{
		{"x", "x x/ a/x", "xx x/y"},
		{"/x", "x x/", "a/x"},
		{"x/", "x/ a/x/", "x a/x"},
		{"a/b", "a/b a/b/", "c/a/b a/b/c"},
		{"*.o", "a.o .o d/a.o", "a.oo"},
		{"*", "a a/b", ""},
		{"a/*", "a/b", "a a/b/c"},
		{"a/**", "a/b a/b/c", "a"},
		{"**/x/", "x/ a/x/ a/b/x/", "x"},
		{"a/**/b", "a/b a/c/b a/c/d/b", "ab b"},
		{"**/a/b", "a/b c/a/b", "a/c/b"},
		{"x**y", "xy xzzy", "x"},
		{"x**/y", "xy x/y xa/b/y", "x"}, // a quirk of git's
		{"[a-c]?", "ax bz d/cc", "dx a abc"},
		{"[!a-c]x", "dx", "ax"},
		{"[^a-c]x", "dx", "ax"},
		{"[]]", "]", "["},
		{"[[:digit:]x]", "1 x", "a"},
		{"[[:nope:]]", "", "n 1"},
		{"[a", "", "a [a"},
		{`\!x`, "!x", "x"},
		{`\#x`, "#x", "x"},
		{`foo\ `, "foo_", "foo"},
		{"foo  ", "foo", ""},
		{`foo\`, "", `foo foo\`},
		{`a\*b`, "a*b", "axb"},
		{"a/?/b", "a/x/b", "a//b a/xx/b"},
		{"**", "a a/b", ""},
		{"/", "", "a"},
		{"a//b", "", "a/b"},
	}
	for _, tt := range tests {
		p, ok := parsePattern(tt.pattern, false)
		test := func(path string, want bool) {
			path, dir := strings.CutSuffix(path, "/")
			got := ok && p.match(path, path[strings.LastIndexByte(path, '/')+1:], dir)
			if got != want {
				t.Errorf("%q on %q: %v", tt.pattern, path, got)
			}
		}
		for path := range strings.SplitSeq(tt.match, " ") {
			if path = strings.ReplaceAll(path, "_", " "); path != "" {
				test(path, true)
			}
		}
		for path := range strings.SplitSeq(tt.miss, " ") {
			if path != "" {
				test(path, false)
			}
		}
	}
}

// randomPattern strings together pieces that mean something in a pattern.
func randomPattern(r *rand.Rand) string {
	pieces := []string{"a", "b", "ab", "x", "/", "/", "/", "*", "*", "**", "?", "[a-c]", "[!b]", "[ab", "[]-b]", "[[:alpha:]]", "[a-]",
		`\`, `\*`, " ", "!", "#", "-", ".o", "A", "**/", "/**", "/**/", `[\]a]`, "[^x]", "[[:x]", "[x-a]"}
	var b strings.Builder
	for range 1 + r.IntN(6) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func randomPath(r *rand.Rand) string {
	elements := []string{"a", "b", "ab", "aab", "x", "c", "xa", "a.o", "!", "#", "-", "a b", "b ", "A", "]", "*", "[", `\`, ":", "bx"}
	var b strings.Builder
	for i := range 1 + r.IntN(4) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(elements[r.IntN(len(elements))])
	}
	return b.String()
}

// TestPatternAgainstGit asks git about thousands of patterns in one process:
// each has a folder of its own with a .gitignore of one or two lines.
func TestPatternAgainstGit(t *testing.T) {
	for _, fold := range []bool{false, true} {
		t.Run(fmt.Sprint("fold=", fold), func(t *testing.T) { comparePatterns(t, fold) })
	}
}

func comparePatterns(t *testing.T, fold bool) {
	const folders, each = 600, 24
	r := rand.New(rand.NewPCG(1, 2))
	root := tempDir(t)
	initRepo(t, root)
	git(t, root, "config", "core.ignoreCase", fmt.Sprint(fold))
	files := map[string]string{}
	rules := make([]ignoreList, folders)
	var input strings.Builder
	var questions []string
	for i := range rules {
		text := randomPattern(r) + "\n"
		if r.IntN(2) == 0 {
			text += "!" + randomPattern(r) + "\n"
		}
		base := fmt.Sprintf("d%d/", i)
		files[base+".gitignore"] = text
		rules[i] = ignoreList{base: base, patterns: parsePatterns([]byte(text), fold)}
		for range each {
			q := base + randomPath(r)
			questions = append(questions, q)
			input.WriteString(q + "\x00")
		}
	}
	write(t, root, files)
	cmd := exec.Command("git", "check-ignore", "--no-index", "-n", "-v", "-z", "--stdin")
	cmd.Dir, cmd.Stdin = root, strings.NewReader(input.String())
	out, err := cmd.Output()
	check(t, err)
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") // source, line, pattern, path
	if len(fields) != 4*len(questions) {
		t.Fatalf("%d answers to %d questions", len(fields)/4, len(questions))
	}
	ignored := 0
	for i, q := range questions {
		want := fields[4*i+2] != "" && !strings.HasPrefix(fields[4*i+2], "!")
		got := ignoredBelow(&rules[i/each], q)
		if got {
			ignored++
		}
		if got != want {
			t.Errorf("%q in %q: ignored %v, git says %v", q, files[rules[i/each].base+".gitignore"], got, want)
		}
	}
	if ignored < len(questions)/20 {
		t.Errorf("only %d of %d are ignored: the test says little", ignored, len(questions))
	}
}

// ignoredBelow looks at the folders of a path below the list's own before the path.
func ignoredBelow(l *ignoreList, path string) bool {
	for i := len(l.base); i < len(path); i++ {
		if path[i] == '/' && l.ignores(path[:i], true) {
			return true
		}
	}
	return l.ignores(path, false)
}

func TestPatternIsFast(t *testing.T) {
	patterns := []string{
		strings.Repeat("*a", 500) + "b",
		strings.Repeat("**/a/", 200) + "b",
		"**/" + strings.Repeat("*a/", 200) + "*b",
		strings.Repeat("[a-z]*", 300) + "0",
	}
	texts := []string{strings.Repeat("a", 4000), strings.Repeat("a/", 2000) + "c"}
	start := time.Now()
	for _, s := range patterns {
		p, _ := parsePattern(s, false)
		for _, text := range texts {
			p.match(text, text, false)
		}
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzPattern(f *testing.F) {
	f.Add("a/**/b", "a/x/b")
	f.Add(`[[:alpha:]-\]]*`, "abc")
	f.Add(strings.Repeat("*a", 40)+"b", strings.Repeat("a", 80))
	f.Fuzz(func(t *testing.T, line, path string) {
		for _, fold := range []bool{false, true} {
			list := ignoreList{patterns: parsePatterns([]byte(line), fold)}
			list.ignores(path, true)
			list.ignores(path, false)
			included(list.patterns, path)
		}
	})
}
