package chunk

import (
	"bytes"
	"strings"

	"lode/internal/code"
)

// large cuts a unit that is larger than the limit between its sentences. What
// cannot be cut, code or one long sentence, stays whole.
func (p *packer) large(u unit, chunks []code.Chunk) []code.Chunk {
	last := u.blocks[len(u.blocks)-1]
	begin, end := int(p.t.starts[u.start]), int(p.t.starts[u.end])
	title := p.title()
	var cuts []int
	if last.kind == paragraph {
		cuts = sentences(p.t.b, int(p.t.starts[last.start]), end)
	}
	from := len(chunks)
	for _, s := range p.packSentences(begin, end, cuts) {
		chunks = append(chunks, p.sentenceChunk(s[0], s[1], title))
	}
	for i := range chunks[from:] {
		chunks[from+i].IsSplitParagraph = len(chunks)-from > 1
	}
	return chunks
}

// packSentences groups the sentences between begin and end, which are divided
// at cuts, into ranges of bytes that fit the limit.
func (p *packer) packSentences(begin, end int, cuts []int) [][2]int {
	bounds := append(append([]int{begin}, cuts...), end)
	sums := make([]int, len(bounds))
	for i := 1; i < len(bounds); i++ {
		sentence := p.t.b[bounds[i-1]:bounds[i]]
		sums[i] = sums[i-1] + characters(sentence, tokenSize) - bytes.Count(sentence, []byte("\r\n"))
	}
	var ranges [][2]int
	first := 0 // sentence that starts the current range
	for i := 1; i < len(bounds)-1; i++ {
		if sums[i+1]-sums[first] <= p.limit {
			continue
		}
		ranges = append(ranges, [2]int{bounds[first], bounds[i]})
		floor := first + 1
		first = i
		for first > floor && sums[i]-sums[first-1] <= p.overlap && sums[i+1]-sums[first-1] <= p.limit {
			first--
		}
	}
	return append(ranges, [2]int{bounds[first], end})
}

// sentenceChunk makes a chunk of a range of bytes. It carries its text unless it
// is whole lines.
func (p *packer) sentenceChunk(begin, end int, title string) code.Chunk {
	for end > begin && isSpace(p.t.b[end-1]) {
		end--
	}
	first, last := p.t.lineAt(begin), p.t.lineAt(end-1)
	c := lineChunk(first, last+1, title)
	c.IsLargeParagraph = true
	rest := bytes.TrimSpace(p.t.b[end:p.t.starts[last+1]])
	if begin > int(p.t.starts[first]) || len(rest) > 0 {
		c.Text = strings.ReplaceAll(string(p.t.b[begin:end]), "\r\n", "\n")
	}
	return c
}

// sentences returns where sentences start within a paragraph, but for the first.
// The lines of lists and tables are sentences.
func sentences(b []byte, begin, end int) []int {
	var cuts []int
	for i := begin; i < end; i++ {
		next := 0
		switch c := b[i]; {
		case c == '\n':
			if startsItem(b[i+1 : end]) {
				next = i + 1
			}
		case c == '.' || c == '!' || c == '?':
			next = sentenceAfter(b[:end], begin, i)
		case c == 0xe3 || c == 0xef:
			next = wideStop(b[:end], i)
		}
		if next > begin && next < end {
			cuts = append(cuts, next)
			i = next - 1
		}
	}
	return cuts
}

// startsItem reports whether a line starts an item of a list or a row of a table.
func startsItem(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t>")
	if len(rest) < 2 {
		return false
	}
	switch c := rest[0]; {
	case c == '|':
		return true
	case c == '-' || c == '*' || c == '+':
		return rest[1] == ' ' || rest[1] == '\t'
	case c >= '0' && c <= '9':
		digits := bytes.TrimLeft(rest, "0123456789")
		return len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' '
	}
	return false
}

// longestMark bounds how far a mark looks around itself: a megabyte of dots has
// a mark in every place.
const longestMark = 8

// sentenceAfter returns where the next sentence starts when the mark at i ends
// one, else 0: white space follows, then anything but a small letter, and the
// word before is neither a short form nor the number of an item.
func sentenceAfter(b []byte, begin, i int) int {
	word := i
	for word > max(begin, i-longestMark) && !isSpace(b[word-1]) && b[word-1] != '(' {
		word--
	}
	if b[i] == '.' && isShortForm(string(b[word:i])) {
		return 0
	}
	for mark := i; i < len(b) && i < mark+longestMark && bytes.IndexByte([]byte(".!?)]\"'*_`"), b[i]) >= 0; {
		i++
	}
	next := i
	for next < len(b) && isSpace(b[next]) {
		next++
	}
	if next == i || next == len(b) || b[next] >= 'a' && b[next] <= 'z' {
		return 0
	}
	return next
}

func isShortForm(word string) bool {
	switch strings.ToLower(word) {
	case "e.g", "i.e", "cf", "vs", "mr", "mrs", "dr", "st", "no", "fig", "approx":
		return true
	}
	return len(word) <= 2 && strings.Trim(word, "0123456789") == "" || len(word) == 1
}

// wideStop returns the end of an ideographic full stop or its like at i, else 0.
func wideStop(b []byte, i int) int {
	for _, stop := range []string{"。", "！", "？"} {
		if bytes.HasPrefix(b[i:], []byte(stop)) {
			return i + len(stop)
		}
	}
	return 0
}
