package scan

import (
	"bytes"
	"strings"
)

// ambiguousSize is how much of a file is read to tell its language.
const ambiguousSize = 64 << 10

// disambiguate decides about extensions that several languages share; l is
// the language that claims the extension.
func (d *Detector) disambiguate(l, extension string, head []byte) string {
	head = head[:min(len(head), ambiguousSize)]
	switch extension {
	case ".h":
		return d.known(headerLanguage(head), l)
	case ".m":
		if !anyLine(head, isObjectiveC) && anyLine(head, isMatlab) {
			return "matlab"
		}
	case ".pl":
		if !anyLine(head, isPerl) && anyLine(head, isProlog) {
			return "prolog"
		}
	case ".ts":
		if hasPrefix(firstLine(head), "<?xml", "<!DOCTYPE TS") { // Qt's translations
			return "xml"
		}
	case ".inc":
		if bytes.Contains(head, []byte("<?php")) {
			return d.known("php", l)
		}
	}
	return l
}

// known is name if the detector has such a language.
func (d *Detector) known(name, otherwise string) string {
	if d.names[name] {
		return name
	}
	return otherwise
}

func anyLine(head []byte, is func(line string) bool) bool {
	for line := range strings.Lines(string(head)) {
		if is(strings.TrimSpace(line)) {
			return true
		}
	}
	return false
}

func hasPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

func isObjectiveC(line string) bool {
	return hasPrefix(line, "@interface", "@implementation", "@protocol", "@class", "@property", "@import", "#import")
}

func isMatlab(line string) bool { return hasPrefix(line, "%", "function ", "classdef ") }

func isPerl(line string) bool {
	return hasPrefix(line, "use ", "package ", "sub ", "my ") || strings.HasPrefix(line, "#!") && strings.Contains(line, "perl")
}

func isProlog(line string) bool {
	return strings.HasPrefix(line, ":-") ||
		line != "" && isLower(line[0]) && (strings.HasSuffix(line, ":-") || strings.Contains(line, ") :- ") || strings.Contains(line, " --> "))
}

// isCPP reports whether a line of a header, without comments, says what C cannot.
func isCPP(line string) bool {
	word := line[:identifier(line)]
	rest := strings.TrimLeft(line[len(word):], " \t")
	switch word {
	case "class":
		return identifier(rest) > 0
	case "namespace", "template", "using", "virtual", "explicit", "constexpr", "friend":
		return true
	case "public", "private", "protected":
		return strings.HasPrefix(rest, ":")
	case "inline":
		return strings.HasPrefix(rest, "namespace")
	case "enum":
		return hasPrefix(rest, "class ", "struct ")
	case "":
		if include, ok := strings.CutPrefix(line, "#include"); ok {
			include = strings.Trim(include, ` <>"`)
			return !strings.Contains(include, ".") && identifier(include) == len(include) ||
				hasSuffix(include, ".hpp", ".hh", ".hxx")
		}
	}
	return hasScope(line) || hasReference(line) || hasSuffix(line, "= delete;", "= default;", " override;", " noexcept;") ||
		strings.Contains(line, "nullptr")
}

func hasSuffix(s string, suffixes ...string) bool {
	for _, x := range suffixes {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}

// identifier is the length of the identifier at the start of s.
func identifier(s string) int {
	n := 0
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

func isWord(b byte) bool { return isLower(b) || isUpper(b) || isDigit(b) || b == '_' }

// hasScope finds a name on each side of a double colon.
func hasScope(line string) bool {
	for {
		i := strings.Index(line, "::")
		if i < 0 {
			return false
		}
		after := line[i+2:]
		if i > 0 && (isWord(line[i-1]) || line[i-1] == '>') && after != "" && (isWord(after[0]) || after[0] == '~') {
			return true
		}
		line = after
	}
}

// hasReference finds the & of `const T& x` and `f(T&)`, which no one writes so
// when it means the operator.
func hasReference(line string) bool {
	for i := strings.IndexByte(line, '&'); i > 0 && i+1 < len(line); {
		next := line[i+1:]
		if isWord(line[i-1]) && (hasPrefix(next, ",", ")") || next[0] == ' ' && identifier(next[1:]) > 0) {
			return true
		}
		j := strings.IndexByte(next, '&')
		if j < 0 {
			return false
		}
		i += 1 + j
	}
	return false
}

// headerLanguage tells a .h file of C, C++ and Objective-C apart. Lines for
// C++ compilers only, which C headers have, do not count; neither do comments.
func headerLanguage(head []byte) string {
	if anyLine(head, isObjectiveC) {
		return "objc"
	}
	skipping, depth := -1, 0 // the #if at which a part for C++ started
	comment := false
	for line := range strings.Lines(string(head)) {
		line = strings.TrimSpace(line)
		if line, comment = stripComments(line, comment); line == "" {
			continue
		}
		switch word := directive(line); word {
		case "if", "ifdef":
			depth++
			if skipping < 0 && strings.Contains(line, "__cplusplus") && !strings.Contains(line, "!") {
				skipping = depth
			}
		case "ifndef":
			depth++
		case "else", "elif", "endif":
			if skipping == depth {
				skipping = -1
			}
			if word == "endif" {
				depth--
			}
		default:
			if skipping < 0 && isCPP(line) {
				return "cpp"
			}
		}
	}
	return "c"
}

// directive is the word of a conditional preprocessor line, or "".
func directive(line string) string {
	rest, ok := strings.CutPrefix(line, "#")
	if !ok {
		return ""
	}
	word, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	switch word {
	case "if", "ifdef", "ifndef", "else", "elif", "endif":
		return word
	}
	return ""
}

// stripComments removes comments from a line; in and out say whether it starts
// and ends within one.
func stripComments(line string, in bool) (rest string, out bool) {
	for {
		if in {
			_, after, closed := strings.Cut(line, "*/")
			if !closed {
				return strings.TrimSpace(rest), true
			}
			line = after
		}
		start := strings.IndexByte(line, '/')
		for start >= 0 && start+1 < len(line) && line[start+1] != '/' && line[start+1] != '*' {
			next := strings.IndexByte(line[start+1:], '/')
			if next < 0 {
				start = -1
				break
			}
			start += 1 + next
		}
		if start < 0 || start+1 >= len(line) {
			return strings.TrimSpace(rest + line), false
		}
		rest += line[:start]
		if line[start+1] == '/' {
			return strings.TrimSpace(rest), false
		}
		line, in = line[start+2:], true
	}
}
