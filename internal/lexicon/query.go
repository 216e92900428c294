package lexicon

import (
	"slices"
	"strings"
)

// Term is one term of a query.
type Term struct {
	Text   string  // as the index has it
	Word   string  // what it was made of, in lower case, before stemming
	Name   int     // number of the word, identifier or qualified name of the query that it comes from
	Form   Form    // how much of that it is
	Stop   bool    // says little: left out of a search that has other terms
	Weight float32 // its score is multiplied by this
}

// Form is how much of what was written a term stands for.
type Form uint8

// Forms of terms.
const (
	Part      Form = Form(part)      // a word, or one of several that make an identifier
	Whole     Form = Form(whole)     // an identifier of several words
	Qualified Form = Form(qualified) // identifiers joined by . or :: or -
)

// formWeights are the weights that Terms gives. A qualified form is rare where
// it is found at all, more so in prose about code than in code, and its parts
// are found with it: in full it would drown them.
var formWeights = [...]float32{part: 1, whole: 1, qualified: 0.25}

// MaxTerms is the number of terms that are taken from a query.
const MaxTerms = 256

// Terms reads a query the way documents are read. Each term is there once,
// where it comes first; the forms of an identifier come before its parts.
func Terms(query string) []Term {
	var s scanner
	var st stemmer
	s.scan(query)
	var terms []Term
	seen := map[string]bool{}
	name, end := -1, 0
	for _, t := range byName(s.tokens) {
		if int(t.start) >= end {
			name, end = name+1, int(t.start)+int(t.size)
		}
		word := s.low[t.start : int(t.start)+int(t.size)]
		text := string(st.stem(word))
		if seen[text] {
			continue
		}
		if len(terms) == MaxTerms {
			break
		}
		seen[text] = true
		terms = append(terms, Term{Text: text, Word: string(word), Name: name, Form: Form(t.form),
			Stop: t.form == part && isStop(string(word)), Weight: formWeights[t.form]})
	}
	return terms
}

// byName puts larger forms before the parts that they cover.
func byName(tokens []token) []token {
	tokens = slices.Clone(tokens)
	slices.SortStableFunc(tokens, func(a, b token) int {
		if a.start != b.start {
			return int(a.start) - int(b.start)
		}
		return int(b.form) - int(a.form)
	})
	return tokens
}

// Tokens returns the terms of a text in order, repeated ones included, as an
// Analyzer counts them.
func Tokens(text string) []string {
	var s scanner
	var st stemmer
	s.scan(text)
	terms := make([]string, len(s.tokens))
	for i, t := range s.tokens {
		terms[i] = string(st.stem(s.low[t.start : int(t.start)+int(t.size)]))
	}
	return terms
}

// isStop reports whether a word of a question says little about what is asked
// for. Words that are common in code but mean something there (get, set, type,
// return) are not among them: their frequency already counts against them.
func isStop(word string) bool {
	if len(word) > 7 {
		return false
	}
	return strings.Contains(stopWords, " "+word+" ")
}

const stopWords = " a about after all also an and any are aren as at be because been before being between both " +
	"but by can could did didn do does doesn doing don down during each either for from had has have having he her " +
	"here hers him his how i if in into is isn it its just let like ll may me might more most must my no nor not of " +
	"off on once only or other our out over own re same shall she should so some such than that the their them then " +
	"there these they this those through to too under until up upon us use used uses using ve very via was we were " +
	"what when where which while who whom whose why will with within without would yet you your "
