package grep

import (
	"bytes"
	"unicode/utf8"
)

// Find calls fn with the first match of every line that has one, in order,
// until fn returns false.
func (p *Pattern) Find(content []byte, fn func(Match) bool) {
	var room [4]cursor
	f := finder{Pattern: p, content: content, hits: newHits(p.scan, room[:])}
	if !p.direct {
		f.dfa = p.dfas.Get().(*dfa)
		defer p.dfas.Put(f.dfa)
	}
	line, next := 1, firstLine(content) // the line that starts at next
	for next < len(content) {
		hit := next
		if p.scan != nil {
			if hit = f.hits.seek(content, next); hit == none {
				return
			}
		}
		start := next + bytes.LastIndexByte(content[next:hit], '\n') + 1
		line += bytes.Count(content[next:start], newline)
		end := min(indexByteFrom(content, '\n', hit), len(content))
		if m, ok := f.onLine(start, end); ok {
			m.Line = line
			if !fn(m) {
				return
			}
		}
		line++
		next = end + 1
	}
}

// finder is one run of Find.
type finder struct {
	*Pattern
	content []byte
	hits    hits
	dfa     *dfa // nil when the pattern is direct
}

// onLine finds the first match on a line on which the scan stopped.
func (f *finder) onLine(start, end int) (m Match, ok bool) {
	text := bytes.TrimSuffix(f.content[start:end], carriageReturn)
	var from, to int
	switch {
	case f.direct && !f.hits.oddBefore(end):
		from, to, ok = f.firstLiteral(start, end)
	case f.direct || !f.dfa.rejects(text):
		from, to, ok = f.first(text)
	}
	return Match{Column: from + 1, Start: from, End: to, Text: text, Offset: start}, ok
}

// firstLiteral is first for a direct pattern, without the expression: among
// literals at one place the first in order wins, as in an alternation.
func (f *finder) firstLiteral(start, end int) (from, to int, ok bool) {
	h := &f.hits
	for at := h.seek(f.content, start); at < end; at = h.seek(f.content, at+1) {
		for i := range h.list {
			if h.at[i].next != at {
				continue
			}
			stop := at + len(h.list[i].text)
			if !f.word || standsAlone(f.content[start:end], at-start, stop-start) {
				return at - start, stop - start, true
			}
		}
	}
	return 0, 0, false
}

// standsAlone reports whether no word goes on from before or after a match.
func standsAlone(line []byte, from, to int) bool {
	before, _ := utf8.DecodeLastRune(line[:from])
	after, _ := utf8.DecodeRune(line[to:])
	return (from == 0 || !isWord(before)) && (to == len(line) || !isWord(after))
}
