package cli

import (
	"unicode"
	"unicode/utf8"

	"lode/internal/lexicon"
)

// words finds the words of a query in text, in any of their forms: `routes`
// finds the middle of getRouteTable.
type words map[string]bool // stems

func newWords(query string) words {
	all, telling := words{}, words{}
	for _, t := range lexicon.Terms(query) {
		all[t.Text] = true
		if !t.Stop {
			telling[t.Text] = true
		}
	}
	if len(telling) == 0 {
		return all
	}
	return telling
}

// markLimit is how far into a line words are looked for: no person reads on.
const markLimit = 4096

// mark puts inkMatch on the words it finds in a line and returns how many
// different ones there are.
func (w words) mark(line []byte, inks []ink) int {
	if len(w) == 0 {
		return 0
	}
	line = line[:min(len(line), markLimit)]
	found := map[string]bool{}
	for start, end := nextPart(line, 0); start < len(line); start, end = nextPart(line, end) {
		if end-start > lexicon.MaxTerm {
			continue
		}
		for _, t := range lexicon.Terms(string(line[start:end])) {
			if !w[t.Text] {
				continue
			}
			found[t.Text] = true
			for i := start; i < end && i < len(inks); i++ {
				inks[i] |= inkMatch
			}
		}
	}
	return len(found)
}

// nextPart finds the next word at or after from: a run of letters or of
// digits, cut where case goes up.
func nextPart(line []byte, from int) (start, end int) {
	for start = from; start < len(line); {
		r, size := utf8.DecodeRune(line[start:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			break
		}
		start += size
	}
	before, beforeThat := rune(0), rune(0)
	for end = start; end < len(line); {
		r, size := utf8.DecodeRune(line[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || before != 0 && unicode.IsDigit(r) != unicode.IsDigit(before) {
			break
		}
		if unicode.IsLower(before) && unicode.IsUpper(r) {
			break
		}
		if unicode.IsUpper(beforeThat) && unicode.IsUpper(before) && unicode.IsLower(r) { // the R of HTTPRequest
			end -= utf8.RuneLen(before)
			break
		}
		beforeThat, before = before, r
		end += size
	}
	return start, end
}
