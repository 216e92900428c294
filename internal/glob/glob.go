// Package glob selects paths. A pattern is a glob with ** (src/**, *.go), or,
// after "re:", a regular expression. A glob without a slash matches the base
// name anywhere; one that names a folder matches everything below it.
package glob

import (
	"regexp"
	"strings"

	"lode/internal/code"
)

// Set matches paths against several patterns. The zero Set matches nothing.
type Set struct{ patterns []*regexp.Regexp }

// Compile reads patterns. What looks like the other kind of pattern is an
// error that says so.
func Compile(patterns []string) (Set, error) {
	var s Set
	for _, p := range patterns {
		expression, isRegexp := strings.CutPrefix(p, "re:")
		if !isRegexp {
			if looksLikeRegexp(p) {
				return s, code.Errorf(code.Invalid, "%q looks like a regular expression, but paths are matched by globs such as src/**/*.go: write re:%s to use an expression", p, p)
			}
			expression = translate(p)
		}
		re, err := regexp.Compile(expression)
		if err != nil {
			if isRegexp && (strings.Contains(expression, "**") || strings.HasPrefix(expression, "*")) {
				return s, code.Errorf(code.Invalid, "%q is a glob, not a regular expression: leave out re:", p)
			}
			return s, code.Errorf(code.Invalid, "pattern %q: %v", p, err)
		}
		s.patterns = append(s.patterns, re)
	}
	return s, nil
}

// Empty reports whether the set has no patterns.
func (s Set) Empty() bool { return len(s.patterns) == 0 }

// Match reports whether any pattern matches.
func (s Set) Match(path string) bool {
	for _, p := range s.patterns {
		if p.MatchString(path) {
			return true
		}
	}
	return false
}

// looksLikeRegexp finds what no sensible glob contains. A lone ".*" is not
// proof: foo.* is a fine glob.
func looksLikeRegexp(p string) bool {
	for _, mark := range []string{`.*\`, ".*/", ".+", "(?", "|"} {
		if strings.Contains(p, mark) {
			return true
		}
	}
	return strings.HasPrefix(p, "^") || strings.HasSuffix(p, "$")
}

// translate turns a glob into an expression over the whole path.
func translate(glob string) string {
	glob = strings.TrimPrefix(strings.ReplaceAll(glob, `\`, "/"), "./")
	var b strings.Builder
	b.WriteString("^")
	trimmed := strings.TrimSuffix(glob, "/")
	if !strings.Contains(trimmed, "/") && trimmed != "**" {
		b.WriteString("(?:.*/)?")
	}
	glob = strings.TrimPrefix(trimmed, "/")
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '*':
			if strings.HasPrefix(glob[i:], "**/") {
				b.WriteString("(?:.*/)?")
				i += 2
			} else if strings.HasPrefix(glob[i:], "**") {
				b.WriteString(".*")
				i++
			} else {
				b.WriteString("[^/]*")
			}
		case '?':
			b.WriteString("[^/]")
		case '[':
			i += class(&b, glob[i:]) - 1
		case '{':
			b.WriteString("(?:")
		case '}':
			b.WriteString(")")
		case ',':
			if strings.LastIndexByte(glob[:i], '{') > strings.LastIndexByte(glob[:i], '}') {
				b.WriteString("|")
			} else {
				b.WriteString(",")
			}
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	b.WriteString("(?:/.*)?$")
	return b.String()
}

// class copies a character class and returns its length; a bracket that is
// never closed stands for itself.
func class(b *strings.Builder, s string) int {
	end := strings.IndexByte(s[1:], ']')
	if end < 1 {
		b.WriteString(`\[`)
		return 1
	}
	inner := s[1 : end+1]
	if rest, ok := strings.CutPrefix(inner, "!"); ok {
		inner = "^" + rest
	}
	b.WriteString("[" + strings.ReplaceAll(inner, `\`, `\\`) + "]")
	return end + 2
}
