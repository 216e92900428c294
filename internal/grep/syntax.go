package grep

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"

	"lode/internal/code"
)

const noLookAround = "look-ahead and look-behind do not exist here: match more than you need, or use the word option"

// explainSyntax turns an error of the parser into one that says what to do.
func explainSyntax(pattern string, err error) error {
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return code.Errorf(code.Invalid, "regular expression %q: %v", pattern, err)
	}
	hint := `put \ before a special character that stands for itself, or search for the text as a literal`
	switch bad.Code {
	case syntax.ErrMissingRepeatArgument, syntax.ErrInvalidRepeatOp:
		if isGlob(pattern) {
			return code.Errorf(code.Invalid, "%q is a glob, not a regular expression: "+
				"to search for it write %s, to choose files give it as a path filter", pattern, globToRegexp(pattern))
		}
	case syntax.ErrInvalidPerlOp:
		hint = noLookAround
	case syntax.ErrInvalidEscape:
		if len(bad.Expr) > 1 && '0' <= bad.Expr[1] && bad.Expr[1] <= '9' {
			hint = "back-references do not exist here: spell out what they should repeat"
		}
	case syntax.ErrInvalidNamedCapture:
		hint = "groups need no names here: write ( ) or (?: )"
		if strings.HasPrefix(bad.Expr, "(?<=") || strings.HasPrefix(bad.Expr, "(?<!") {
			hint = noLookAround
		}
	case syntax.ErrLarge, syntax.ErrInvalidRepeatSize, syntax.ErrNestingDepth:
		hint = "make it smaller, or search for its parts"
	}
	return code.Errorf(code.Invalid, "regular expression %q: %s: %s", pattern, bad.Code, hint)
}

// isGlob reports whether a pattern that is no regular expression looks like a
// glob: a star where no expression can have one.
func isGlob(p string) bool {
	return strings.HasPrefix(p, "*") || strings.Contains(p, "/*") || strings.Contains(p, "**") ||
		strings.HasPrefix(p, "?")
}

func globToRegexp(glob string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '*':
			for i+1 < len(glob) && glob[i+1] == '*' {
				i++
			}
			b.WriteString(".*")
		case c == '?':
			b.WriteByte('.')
		case c == '{' && strings.Contains(glob[i:], "}"):
			depth++
			b.WriteByte('(')
		case c == '}' && depth > 0:
			depth--
			b.WriteByte(')')
		case c == ',' && depth > 0:
			b.WriteByte('|')
		default:
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	return b.String()
}

// hasLineEnd reports whether an expression asks for a \n. Sets that merely
// include it, such as \s, do not.
func hasLineEnd(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral {
		return slices.Contains(re.Rune, '\n')
	}
	return slices.ContainsFunc(re.Sub, hasLineEnd)
}

// hasUpper reports whether a pattern has an upper-case letter of its own: the
// letters of escapes, group names and flags of an expression do not count.
func hasUpper(isRegexp bool) func(string) bool {
	return func(p string) bool {
		if isRegexp {
			p = notLetters.ReplaceAllString(p, "$1")
		}
		return strings.ContainsFunc(p, unicode.IsUpper)
	}
}

// notLetters is what in an expression is spelt with letters and stands for
// something else. Quoted text comes first and is kept.
var notLetters = regexp.MustCompile(`\\Q(.*?)(?:\\E|$)|\\x\{[^}]*\}|\\x..|\\[pP]\{[^}]*\}|\\[pP].|\\.|\(\?P?<[^>]*>|\(\?[a-zA-Z-]*`)
