package lexicon

// stemmer joins the forms of one English word and little else:
//
//	routes, routing, routed, route -> rout
//	queries -> query, cookie, cookies -> cooky
//	types, typing -> type
//	running -> run, classes -> class, settings -> set, caching -> cach
//
// The rules are steps 1a, 1b and 5 of Porter's algorithm, with y for i in -ies
// and with repairs for words of code (apis, alias, embed, queue). They leave
// out -er, -ion and all that follows: in code those make names of other things
// (header, pointer, number, session). What is left need not be a word; both
// the index and the query have it.
type stemmer struct{ buf [MaxTerm + 1]byte }

// stem returns the stem of a word, which may be the word; it is valid until
// the next call. Words that are not all ASCII letters stay as they are.
func (s *stemmer) stem(word []byte) []byte {
	if !stemmable(word) {
		return word
	}
	return dropE(dropEnding(dropS(append(s.buf[:0], word...))))
}

// stemmable says, quickly for most words, whether a rule may apply.
func stemmable(w []byte) bool {
	if len(w) < 4 || len(w) > MaxTerm {
		return string(w) == "ids"
	}
	switch w[len(w)-1] {
	case 's', 'd', 'g', 'e', 'l':
		for _, c := range w {
			if c < 'a' || c > 'z' {
				return false
			}
		}
		return true
	}
	return false
}

// dropS takes the ending of a plural off.
func dropS(w []byte) []byte {
	n := len(w)
	if n < 4 {
		if string(w) == "ids" {
			return w[:2]
		}
		return w
	}
	if w[n-1] != 's' {
		return w
	}
	switch w[n-2] {
	case 's':
		return w
	case 'u', 'i': // status, redis; but cpus, apis
		if n > 4 {
			return w
		}
	case 'a': // schemas; but alias
		switch string(w) {
		case "alias", "bias", "canvas", "atlas":
			return w
		}
	case 'e':
		switch {
		case n > 4 && w[n-3] == 'i': // queries
			w[n-3] = 'y'
			return w[:n-2]
		case w[n-3] == 's' && w[n-4] == 's': // classes
			return w[:n-2]
		}
	}
	return w[:n-1]
}

// dropEnding takes -ing and -ed off what is a verb without them.
func dropEnding(w []byte) []byte {
	n := len(w)
	switch {
	case n > 5 && string(w[n-3:]) == "ing":
		n -= 3
	case n > 4 && string(w[n-2:]) == "ed" && w[n-3] != 'e' && string(w) != "embed":
		n -= 2
	default:
		return w
	}
	if measure(w[:n]) == 0 && !hasVowel(w[:n]) {
		return w // string, thing
	}
	w = w[:n]
	switch c := w[n-1]; {
	case n > 3 && c == w[n-2] && isConsonant(w, n-1) && c != 'l' && c != 's' && c != 'z': // running
		return w[:n-1]
	case c == 'u', measure(w) == 1 && closed(w): // queuing, typing
		return append(w, 'e')
	}
	return w
}

// dropE takes a last e off where the word stays recognisable, a second l, and
// makes -ie what -ies gives.
func dropE(w []byte) []byte {
	n := len(w)
	switch {
	case n > 4 && w[n-1] == 'e' && w[n-2] == 'i': // cookie
		w[n-2] = 'y'
		return w[:n-1]
	case n > 3 && w[n-1] == 'e':
		if m := measure(w[:n-1]); m > 1 || m == 1 && !closed(w[:n-1]) {
			return w[:n-1]
		}
	case n > 4 && w[n-1] == 'l' && w[n-2] == 'l' && measure(w) > 1: // install, controll(ing)
		return w[:n-1]
	}
	return w
}

// isConsonant reports whether the letter at i is a consonant; y is one at the
// start and after a vowel.
func isConsonant(w []byte, i int) bool {
	switch w[i] {
	case 'a', 'e', 'i', 'o', 'u':
		return false
	case 'y':
		return i == 0 || !isConsonant(w, i-1)
	}
	return true
}

// measure counts the places where a vowel is followed by a consonant: Porter's
// m, about the number of syllables.
func measure(w []byte) (m int) {
	vowel := false
	for i := range w {
		if !isConsonant(w, i) {
			vowel = true
		} else if vowel {
			m++
			vowel = false
		}
	}
	return m
}

func hasVowel(w []byte) bool {
	for i := range w {
		if !isConsonant(w, i) {
			return true
		}
	}
	return false
}

// closed reports whether the word ends in consonant, vowel, consonant other
// than w, x and y: what takes an e (type, code) or doubles its last letter.
func closed(w []byte) bool {
	n := len(w)
	return n >= 3 && isConsonant(w, n-1) && !isConsonant(w, n-2) && isConsonant(w, n-3) &&
		w[n-1] != 'w' && w[n-1] != 'x' && w[n-1] != 'y'
}
