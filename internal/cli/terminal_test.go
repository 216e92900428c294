package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"lode/internal/index"
)

// onTerminal makes an app print as on a terminal of a width.
func onTerminal(width int) func(*app) {
	return func(a *app) { a.screen = screen{in: true, out: true, err: true, width: width} }
}

// hostile is a tree that tries to speak to the terminal.
var hostile = map[string]string{
	"a.go":              "package a\n\ntype T struct {\n\tF int `\x1b[5;1H`\n}\n\n// Wide 漢字 \x1b]0;owned\x07 comment that is much too long for the width of the terminal it is on.\nfunc Evil() string {\n\treturn \"\x1b[2J\\n\" // \u202etxet\n}\n",
	"\x1b]0;z\x07b.go":  "package a\n\nfunc Evil2() {}\n",
	"c\n\x1b]0;c.go":    "package a\n\nfunc Evil3() {}\n",
	"doc\u009b31m.md":   "# Evil \x1b]0;x\x07 \x9b31m heading\r\nA\rB\x08C\x7f\n",
	"skip\x1b]0;x\x07x": "a\x00b",
}

// ours are the sequences that lode itself writes.
var ours = regexp.MustCompile("\x1b\\[(\\d+(;\\d+)*m|K)|\r\x1b\\[K")

func TestNothingReachesTheTerminalRaw(t *testing.T) {
	root := writeTree(t, hostile)
	for _, args := range [][]string{
		{"index"},
		{"search", "evil", "comment", "heading"}, {"search", "evil", "--explain", "--lines", "3"}, {"search", "evil", "--chunks", "definitions"},
		{"grep", "."}, {"grep", "-C", "2", "Evil"}, {"grep", "-l", "."}, {"grep", "-c", "."},
		{"show", "Evil"}, {"show", "a.go"}, {"show", "missing\x1b]0;y\x07"}, {"outline", "a.go"}, {"outline", "\x1b]0;z\x07b.go"}, {"outline", "x\x1b]0;y\x07"},
		{"symbols"}, {"status"}, {"status", "--skipped"}, {"config", "show"},
		{"search", "x", "--mode", "\x1b]0;y\x07"}, {"\x1b]0;y\x07"}, {"-C", "\x1b]0;y\x07", "index"}, {"index", "\x1b]0;y\x07"},
	} {
		for _, width := range []int{0, 20, 60} {
			stdout, stderr, _ := runLode(t, onTerminal(width), append([]string{"-C", root}, args...)...)
			if stdout+stderr == "" {
				t.Errorf("lode %q prints nothing", args)
			}
			for stream, text := range map[string]string{"stdout": stdout, "stderr": stderr} {
				if !utf8.ValidString(text) {
					t.Errorf("lode %q, %s: not UTF-8: %q", args, stream, text)
				}
				rest := ours.ReplaceAllString(text, "")
				for _, r := range rest {
					if r != '\n' && r != '\t' && safeRune(r, 2) != r {
						t.Errorf("lode %q, %s: %q reaches the terminal in\n%q", args, stream, r, rest)
						break
					}
				}
			}
		}
	}
}

func TestNothingReachesStandardErrorRaw(t *testing.T) {
	var b strings.Builder
	a := &app{err: &b, screen: screen{err: true, width: 80}, now: time.Now}
	a.warn("left out %s", "\x1b]0;x\x07")
	a.note("left out %s", "\x1b]0;x\x07")
	b.WriteString(a.newProgress().describe(index.Progress{Phase: index.PhaseIndex, Done: 1, Total: 2, Path: "\x1b]0;x\x07"}, time.Second))
	if got := ours.ReplaceAllString(b.String(), ""); strings.Contains(got, "\x1b") || strings.Count(got, "0;x") != 3 {
		t.Errorf("%q", got)
	}
}

// TestLinesFitTheTerminal checks that no line of a snippet or a match is wider
// than the terminal.
func TestLinesFitTheTerminal(t *testing.T) {
	root := writeTree(t, map[string]string{
		"a.go": "package a\n\n// " + strings.Repeat("long 漢字 words ", 30) + "\nfunc Evil() {}\n\n" + strings.Repeat("\t", 30) + "var x = 1 // end\n",
	})
	const width = 40
	runLode(t, nil, "-C", root, "index")
	for _, args := range [][]string{{"search", "long", "words"}, {"grep", "words"}, {"grep", "end"}, {"outline", "a.go"}, {"symbols"}} {
		stdout, _, exit := runLode(t, onTerminal(width), append([]string{"-C", root}, args...)...)
		if exit != exitFound {
			t.Fatalf("lode %v: exit %d", args, exit)
		}
		cut := false
		for line := range strings.Lines(stdout) {
			line = strings.TrimSuffix(ours.ReplaceAllString(line, ""), "\n")
			cut = cut || strings.Contains(line, "…")
			if w := textWidth(line); w > width && !strings.HasPrefix(line, "a.go:") {
				t.Errorf("lode %v: %d cells: %q", args, w, line)
			}
		}
		if !cut && args[0] != "outline" && args[0] != "symbols" {
			t.Errorf("lode %v: nothing was cut:\n%s", args, stdout)
		}
	}
}

func TestSearchOnTerminal(t *testing.T) {
	root := writeTree(t, map[string]string{"a.go": "package a\n\n// Route finds the routes of 1 request.\nfunc Route(path string) int {\n\treturn 42\n}\n"})
	stdout, stderr, _ := runLode(t, onTerminal(80), "-C", root, "--color", "always", "search", "routing", "-n", "1", "--index")
	want := "\x1b[35ma.go\x1b[0m\x1b[32m:1-6\x1b[0m  function \x1b[1mRoute\x1b[0m\n" +
		"\x1b[2m  1\x1b[0m  \x1b[34mpackage\x1b[0m a\n" +
		"\x1b[2m  2\x1b[0m\n" +
		"\x1b[2m  3\x1b[0m  \x1b[90m// \x1b[0m\x1b[1;4;90mRoute\x1b[0m\x1b[90m finds the \x1b[0m\x1b[1;4;90mroutes\x1b[0m\x1b[90m of 1 request.\x1b[0m\n" +
		"\x1b[2m  4\x1b[0m  \x1b[34mfunc\x1b[0m \x1b[1;4;36mRoute\x1b[0m(path string) int {\n" +
		"\x1b[2m  5\x1b[0m      \x1b[34mreturn\x1b[0m \x1b[33m42\x1b[0m\n" +
		"\x1b[2m  6\x1b[0m  }\n"
	if stdout != want {
		t.Errorf("got\n%q\nwant\n%q", stdout, want)
	}
	if !strings.Contains(stderr, "1 result in ") {
		t.Errorf("no summary on standard error: %q", stderr)
	}
}

func TestGrepOnTerminal(t *testing.T) {
	root := writeTree(t, map[string]string{"a.txt": "one\ntwo\nthree\nfour two\n", "b.txt": "two\n"})
	stdout, _, _ := runLode(t, onTerminal(80), "-C", root, "--color", "never", "grep", "two", "-A", "1")
	want := "a.txt\n2:two\n3-three\n4:four two\n\nb.txt\n1:two\n"
	if stdout != want {
		t.Errorf("got\n%s\nwant\n%s", stdout, want)
	}
	stdout, _, _ = runLode(t, nil, "-C", root, "--color", "always", "grep", "-w", "four")
	if want := "\x1b[35ma.txt\x1b[0m:\x1b[32m4\x1b[0m:1:\x1b[1;31mfour\x1b[0m two\n"; stdout != want {
		t.Errorf("got %q, want %q", stdout, want)
	}
}

// TestColorIsDecided checks the flag, the variables and the terminal, in this
// order of weight.
func TestColorIsDecided(t *testing.T) {
	root := writeTree(t, map[string]string{"a.txt": "word\n"})
	for _, c := range []struct {
		flag     string
		environ  []string
		terminal bool
		want     bool
	}{
		{"auto", nil, false, false},
		{"auto", nil, true, true},
		{"auto", []string{"NO_COLOR=1"}, true, false},
		{"auto", []string{"NO_COLOR="}, true, true},
		{"auto", []string{"TERM=dumb"}, true, false},
		{"auto", []string{"CLICOLOR_FORCE=1"}, false, true},
		{"auto", []string{"CLICOLOR_FORCE=0"}, false, false},
		{"auto", []string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, false, false},
		{"always", []string{"NO_COLOR=1"}, false, true},
		{"never", []string{"CLICOLOR_FORCE=1"}, true, false},
	} {
		stdout, _, _ := runLode(t, func(a *app) { a.environ, a.screen.out = c.environ, c.terminal }, "-C", root, "--color", c.flag, "grep", "word")
		if got := strings.Contains(stdout, "\x1b["); got != c.want {
			t.Errorf("--color %s, %v, terminal %v: colour %v, want %v", c.flag, c.environ, c.terminal, got, c.want)
		}
	}
}

// TestOfferToBuild checks what becomes of the answers to the question.
func TestOfferToBuild(t *testing.T) {
	for answer, built := range map[string]bool{"\n": true, "y\n": true, "Yes\n": true, "n\n": false, "what\n": false, "": false} {
		root := writeTree(t, map[string]string{"a.go": "package a\n\nfunc Alpha() {}\n"})
		stdout, stderr, exit := runLode(t, func(a *app) {
			onTerminal(80)(a)
			a.in = strings.NewReader(answer)
		}, "-C", root, "search", "alpha")
		if !strings.Contains(stderr, "(1 file). Build it now? [Y/n]") {
			t.Errorf("%q: no question: %q", answer, stderr)
		}
		_, err := os.Stat(filepath.Join(root, ".lode", "index.db"))
		if built != (err == nil) || built != (exit == exitFound) || built != strings.Contains(stdout, "Alpha") {
			t.Errorf("%q: exit %d, index %v: %s", answer, exit, err, stderr)
		}
	}
}

// TestProgress redraws one line on a terminal, at most ten times a second, and
// writes a line every few seconds elsewhere.
func TestProgress(t *testing.T) {
	files := map[string]string{}
	for i := range 50 {
		files["d/"+strings.Repeat("x", 60)+string(rune('a'+i%26))+string(rune('a'+i/26))+".go"] = "package a\n\nfunc Alpha() {}\n"
	}
	root := writeTree(t, files)
	// a clock that goes 50 ms further whenever it is looked at
	clock := time.Unix(0, 0)
	tick := func() time.Time {
		clock = clock.Add(50 * time.Millisecond)
		return clock
	}
	_, stderr, _ := runLode(t, func(a *app) {
		onTerminal(80)(a)
		a.now = tick
	}, "-C", root, "index")
	lines := strings.Split(stderr, "\r\x1b[K")
	if n := len(lines); n < 20 || n > 40 {
		t.Errorf("%d redraws, want about half of 50 and a few", n)
	}
	if last := lines[len(lines)-1]; last != "" {
		t.Errorf("the line is not cleared: %q", last)
	}
	want := regexp.MustCompile(`^indexing \d+/50 files, \d+ %, \d+ files/s, \d+\.\d MB/s  (…|d/)x*..\.go$`)
	matched := 0
	for _, l := range lines {
		if w := textWidth(l); w >= 80 {
			t.Errorf("%d cells: %q", w, l)
		}
		if want.MatchString(l) {
			matched++
		}
	}
	if matched == 0 {
		t.Errorf("no line is as expected: %q", lines)
	}
	_, stderr, _ = runLode(t, func(a *app) { a.now = tick }, "-C", root, "index", "--full")
	if n := strings.Count(stderr, "\n"); n != 0 {
		t.Errorf("%d lines in less than %v: %q", n, plainInterval, stderr)
	}
	_, stderr, _ = runLode(t, func(a *app) {
		a.now = func() time.Time { clock = clock.Add(time.Second); return clock }
	}, "-C", root, "index", "--full")
	if n := strings.Count(stderr, "\n"); n < 5 || n > 15 || strings.Contains(stderr, "\x1b") {
		t.Errorf("%d lines, want about one in five seconds of fifty: %q", n, stderr)
	}
}
