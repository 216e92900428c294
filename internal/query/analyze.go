package query

import (
	"strings"
	"unicode"

	"lode/internal/lexicon"
)

// question is a query taken apart.
type question struct {
	text       string
	terms      []lexicon.Term
	words      []string // stems of the words that mean something, each once
	names      []string // what a symbol that is asked for may be called
	symbolLike bool     // the query is an identifier or a qualified name
	qualifier  string   // what stands before the last part of a qualified name
	wantsTests bool     // it asks for tests
}

func analyze(text string) *question {
	q := &question{text: strings.TrimSpace(text)}
	q.terms = lexicon.Terms(q.text)
	for _, t := range q.terms {
		if t.Form == lexicon.Part && !t.Stop {
			q.words = append(q.words, t.Text)
		}
		switch t.Word {
		case "test", "tests", "testing", "spec", "mock", "fixture":
			q.wantsTests = true
		}
	}
	q.findNames()
	return q
}

// findNames collects the names of symbols that the query may mean: what is
// written like an identifier, and runs of words as they would be joined.
func (q *question) findNames() {
	fields := strings.FieldsFunc(q.text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;()[]{}\"'`?!", r) })
	if len(fields) == 1 {
		q.symbolLike = isIdentifier(fields[0])
	}
	seen := map[string]bool{}
	add := func(name string) {
		if key := strings.ToLower(name); len(name) > 1 && !seen[key] {
			seen[key] = true
			q.names = append(q.names, name)
		}
	}
	for _, f := range fields {
		if !isIdentifier(f) {
			continue
		}
		before, last := splitQualified(f)
		if len(fields) == 1 {
			q.qualifier = before
		}
		if before != "" || isCompound(f) || len(fields) == 1 {
			add(last)
			add(f)
		}
	}
	words := plainWords(q.text)
	for n := min(3, len(words)); n >= 1; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := words[i : i+n]
			add(strings.Join(run, ""))
			add(strings.Join(run, "_"))
			add(singular(strings.Join(run, "")))
		}
	}
}

// plainWords are the words of the query as written, without stop words.
func plainWords(text string) []string {
	var words []string
	for _, t := range lexicon.Terms(text) {
		if t.Form == lexicon.Part && !t.Stop && len(words) < 12 {
			words = append(words, t.Word)
		}
	}
	return words
}

func singular(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

func isIdentifier(s string) bool {
	letter := false
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || r == '_':
			letter = true
		case unicode.IsDigit(r) && i > 0:
		case strings.ContainsRune(".:#$@/->~", r):
		default:
			return false
		}
	}
	return letter
}

// isCompound reports whether a word is written as only code is: camelCase, snake_case or with digits inside.
func isCompound(s string) bool {
	lower := false
	for i, r := range s {
		if i > 0 && (r == '_' || unicode.IsUpper(r) && lower) {
			return true
		}
		lower = unicode.IsLower(r)
	}
	return false
}

// splitQualified cuts a name at its last separator.
func splitQualified(s string) (before, last string) {
	s = strings.Trim(s, ".:#/->$@")
	i := strings.LastIndexAny(s, ".:#/>")
	if i < 0 {
		return "", s
	}
	return strings.TrimRight(s[:i], ".:#/->"), s[i+1:]
}
