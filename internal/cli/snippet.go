package cli

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// snippet is lines of a file, ready to be printed.
type snippet struct {
	first int // number of the first line
	lines [][]byte
	inks  [][]ink // nil, or for each line
	found []int   // for each line, how many words of the query it has
}

// newSnippet cuts text into lines and finds the words in them. text has an ink
// for each byte, or none.
func newSnippet(first int, text []byte, inks []ink, w words) *snippet {
	s := &snippet{first: first}
	for {
		i := bytes.IndexByte(text, '\n')
		line := text
		if i >= 0 {
			line = text[:i]
		}
		line = bytes.TrimSuffix(line, []byte{'\r'})
		var own []ink
		if inks != nil {
			own = inks[:len(line)]
		}
		s.lines, s.inks = append(s.lines, line), append(s.inks, own)
		s.found = append(s.found, w.mark(line, own))
		if i < 0 {
			return s
		}
		text = text[i+1:]
		if inks != nil {
			inks = inks[i+1:]
		}
	}
}

// choose returns the indexes of at most n lines: all where they fit, else the
// first line, which says what the region is, and the n-1 lines in a row with
// most words of the query.
func (s *snippet) choose(n int) []int {
	switch {
	case n < 1:
		return nil
	case len(s.lines) <= n:
		return span(0, len(s.lines))
	case n == 1:
		return span(0, 1)
	}
	at := s.densest(n - 1)
	if at == 0 {
		return span(0, n)
	}
	return append([]int{0}, span(at, at+n-1)...)
}

// all returns the indexes of every line.
func (s *snippet) all() []int { return span(0, len(s.lines)) }

func span(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// densest is the start of the n lines in a row that have most words, the
// first of equals.
func (s *snippet) densest(n int) int {
	sum := 0
	for _, f := range s.found[:n] {
		sum += f
	}
	best, at := sum, 0
	for i := n; i < len(s.found); i++ {
		sum += s.found[i] - s.found[i-n]
		if sum > best {
			best, at = sum, i-n+1
		}
	}
	return at
}

// print writes the chosen lines with their numbers.
func (s *snippet) print(w io.Writer, st style, chosen []int) {
	if len(chosen) == 0 {
		return
	}
	digits := len(strconv.Itoa(s.first + chosen[len(chosen)-1]))
	last := chosen[0] - 1
	for _, i := range chosen {
		if i != last+1 {
			fmt.Fprintln(w, st.paint(inkDim, fmt.Sprintf("%*s", digits+2, "⋮")))
		}
		number := fmt.Sprintf("%*d", digits+2, s.first+i)
		text := st.line(s.lines[i], s.inks[i], digits+4)
		if text == "" {
			fmt.Fprintln(w, st.paint(inkDim, number))
		} else {
			fmt.Fprintf(w, "%s  %s\n", st.paint(inkDim, number), text)
		}
		last = i
	}
}
