package cli

import (
	"fmt"
	"strconv"

	"lode/internal/query"
)

// fileMatches is the matches of one file.
type fileMatches struct {
	path    string
	matches []query.GrepMatch
}

func byFile(matches []query.GrepMatch) []fileMatches {
	var files []fileMatches
	for i, m := range matches {
		if i == 0 || matches[i-1].Path != m.Path {
			files = append(files, fileMatches{path: m.Path})
		}
		f := &files[len(files)-1]
		f.matches = append(f.matches, m)
	}
	return files
}

// fileCount is how many lines of a file match.
type fileCount struct {
	Path  string `json:"path"`
	Count int    `json:"count"`
}

// printMatches shows what grep found in the form that was asked for.
func (a *app) printMatches(answer *query.GrepAnswer, o *grepOptions) error {
	files := byFile(answer.Matches)
	switch {
	case a.json && o.files:
		paths := []string{}
		for _, f := range files {
			paths = append(paths, f.path)
		}
		return a.printJSON(map[string]any{"files": paths, "truncated": answer.Truncated})
	case a.json && o.count:
		counts := []fileCount{}
		for _, f := range files {
			counts = append(counts, fileCount{f.path, len(f.matches)})
		}
		return a.printJSON(map[string]any{"counts": counts, "truncated": answer.Truncated})
	case a.json:
		return a.printJSON(answer)
	}
	a.printFiles(files, o)
	if answer.Truncated {
		a.note("more lines match: -n 0 shows all")
	}
	return nil
}

func (a *app) printFiles(files []fileMatches, o *grepOptions) {
	st := a.style()
	withContext := o.request.Before > 0 || o.request.After > 0
	for i, f := range files {
		switch {
		case o.files:
			fmt.Fprintln(a.out, st.path(f.path))
		case o.count:
			fmt.Fprintf(a.out, "%s:%d\n", st.path(f.path), len(f.matches))
		case a.screen.out:
			if i > 0 {
				fmt.Fprintln(a.out)
			}
			fmt.Fprintln(a.out, st.path(f.path))
			a.printLines(st, f, "")
		default:
			if i > 0 && withContext {
				fmt.Fprintln(a.out, st.paint(inkDim, "--"))
			}
			a.printLines(st, f, f.path)
		}
	}
}

// printLines prints the matching lines of a file and those around them, each
// once, with -- where lines are left out. With a path each line starts with it.
func (a *app) printLines(st style, f fileMatches, path string) {
	last := 0 // the line that was printed last
	for i, m := range f.matches {
		from := m.Line - len(m.Before)
		if last > 0 && from > last+1 && len(m.Before)+len(f.matches[i-1].After) > 0 {
			fmt.Fprintln(a.out, st.paint(inkDim, "--"))
		}
		for j, text := range m.Before {
			if from+j > last {
				a.printLine(st, path, from+j, 0, text, nil)
			}
		}
		a.printLine(st, path, m.Line, m.Column, m.Text, m.Spans)
		last = m.Line
		next := 0 // the next match, which is no line of context
		if i+1 < len(f.matches) {
			next = f.matches[i+1].Line
		}
		for j, text := range m.After {
			if line := m.Line + 1 + j; next == 0 || line < next {
				a.printLine(st, path, line, 0, text, nil)
				last = line
			}
		}
	}
}

// printLine prints a match (column > 0) or a line of context.
func (a *app) printLine(st style, path string, line, column int, text string, spans [][2]int) {
	separator := "-"
	if column > 0 {
		separator = ":"
	}
	prefix, used := "", 0
	if path != "" {
		prefix = st.path(path) + separator
	}
	prefix += st.paint(inkLine, strconv.Itoa(line)) + separator
	used += len(strconv.Itoa(line)) + 1
	if path != "" && column > 0 {
		prefix += strconv.Itoa(column) + separator
	}
	inks := make([]ink, len(text))
	for _, s := range spans {
		for i := s[0]; i < s[1]; i++ {
			inks[i] = inkHit
		}
	}
	bytes := []byte(text)
	if st.width > 0 && len(spans) > 0 { // a long line: start shortly before its first match
		skip := windowStart(bytes, spans[0][0], st.width-used)
		bytes, inks = bytes[skip:], inks[skip:]
		if skip > 0 {
			prefix, used = prefix+st.paint(inkDim, "…"), used+1
		}
	}
	fmt.Fprintf(a.out, "%s%s\n", prefix, st.line(bytes, inks, used))
}

// windowStart is where to start a line so that a match at the byte offset is
// among the first room cells: 0 where it is anyway.
func windowStart(line []byte, match, room int) int {
	if fits(line[:match], room*2/3) {
		return 0
	}
	start := match
	for start > 0 && match-start < room/3 {
		start--
	}
	for start < match && line[start]&0xc0 == 0x80 { // not inside a character
		start++
	}
	return start
}
