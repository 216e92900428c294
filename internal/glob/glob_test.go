package glob

import (
	"errors"
	"strings"
	"testing"

	"lode/internal/code"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{"src/**", []string{"src/a.go", "src/b/c.go"}, []string{"lib/src/a.go", "srcs/a"}},
		{"src", []string{"src", "src/a/b", "lib/src/a"}, []string{"srcs/a"}},
		{"*.go", []string{"a.go", "x/y/a.go"}, []string{"a.gox", "a.js"}},
		{"**/*.go", []string{"a.go", "x/a.go"}, []string{"a.rs"}},
		{"src/*.go", []string{"src/a.go"}, []string{"src/b/a.go"}},
		{"a/**/z.c", []string{"a/z.c", "a/b/c/z.c"}, []string{"a/bz.c"}},
		{"*.{ts,tsx}", []string{"a.ts", "b/c.tsx"}, []string{"a.js"}},
		{"file[0-9].c", []string{"file1.c"}, []string{"filex.c"}},
		{"file[!0-9].c", []string{"filex.c"}, []string{"file1.c"}},
		{`src\win\*.c`, []string{"src/win/a.c"}, nil},
		{"./src/", []string{"src/a"}, nil},
		{"a[b", []string{"a[b"}, []string{"ab"}},
		{`re:^src/.*_test\.go$`, []string{"src/a_test.go"}, []string{"src/a.go"}},
	} {
		s, err := Compile([]string{c.pattern})
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		for _, p := range c.yes {
			if !s.Match(p) {
				t.Errorf("%s does not match %s", c.pattern, p)
			}
		}
		for _, p := range c.no {
			if s.Match(p) {
				t.Errorf("%s matches %s", c.pattern, p)
			}
		}
	}
}

func TestOtherKindOfPattern(t *testing.T) {
	for pattern, want := range map[string]string{
		`.*\.go$`:    "re:",
		`re:**/*.go`: "glob, not a regular expression",
		`re:(`:       "pattern",
	} {
		_, err := Compile([]string{pattern})
		var e *code.Error
		if !errors.As(err, &e) || e.Code != code.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func FuzzCompile(f *testing.F) {
	f.Add("src/**/{a,b}[!x]?.go", "src/q/ay.go")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if s, err := Compile([]string{pattern}); err == nil {
			s.Match(path)
		}
	})
}
