package cli

import (
	"strings"
	"unicode/utf8"
)

// style is how text is put on a stream.
type style struct {
	color bool
	safe  bool // replace what a terminal would obey
	width int  // cells of a line; 0: lines are not cut
}

// ink is what a piece of text is, which decides its colour.
type ink uint8

// Inks. A byte of text may have inkMatch on top of its own.
const (
	inkPlain ink = iota
	inkComment
	inkString
	inkNumber
	inkKeyword
	inkName // that a definition defines
	inkPath
	inkLine // number
	inkSymbol
	inkDim
	inkHit // of grep
	inkWarn
	inkMatch ink = 0x80 // a word of the query
)

var inkCodes = [...]string{
	inkPlain: "", inkComment: "90", inkString: "32", inkNumber: "33", inkKeyword: "34", inkName: "36",
	inkPath: "35", inkLine: "32", inkSymbol: "1", inkDim: "2", inkHit: "1;31", inkWarn: "33",
}

func (i ink) code() string {
	c := inkCodes[i&^inkMatch]
	if i&inkMatch == 0 {
		return c
	}
	if c == "" {
		return "1;4"
	}
	return "1;4;" + c
}

// paint colours a short text of our own.
func (s style) paint(i ink, text string) string {
	if c := i.code(); s.color && c != "" && text != "" {
		return "\x1b[" + c + "m" + text + "\x1b[0m"
	}
	return text
}

// path prepares the path of a file.
func (s style) path(path string) string { return s.paint(inkPath, quotePath(path)) }

// foreign prepares text of the tree, such as a signature, for the middle of a line.
func (s style) foreign(i ink, text string) string {
	if s.safe {
		text = strings.ReplaceAll(harmless(text), "\n", " ")
	}
	return s.paint(i, text)
}

const (
	tabWidth = 4
	minRoom  = 16 // cells that a line gets on however narrow a terminal
)

// fits reports whether a line takes at most room cells.
func fits(text []byte, room int) bool {
	l := liner{room: room}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if !l.add(r, size, inkPlain) {
			return false
		}
		i += size
	}
	return true
}

// line prepares one line of a file. inks is nil or has an ink for each byte;
// used is how many cells stand before it. Without a terminal the bytes stay as
// they are.
func (s style) line(text []byte, inks []ink, used int) string {
	if !s.safe {
		return string(text)
	}
	l := liner{style: s}
	if room := max(s.width-used, minRoom); s.width > 0 && !fits(text, room) {
		l.room = room - 1 // the last cell is for the ellipsis
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		var k ink
		if i < len(inks) {
			k = inks[i]
		}
		if !l.add(r, size, k) {
			break
		}
		i += size
	}
	return l.end()
}

// liner builds a line of cells.
type liner struct {
	style
	b    strings.Builder
	room int // cells in all; 0: no limit
	used int
	ink  ink
}

// add appends a character; false when the line is full.
func (l *liner) add(r rune, size int, i ink) bool {
	text, width := "", 0
	if r == '\t' {
		width = tabWidth - l.used%tabWidth
		text = strings.Repeat(" ", width)
	} else {
		r = safeRune(r, size)
		text, width = string(r), runeWidth(r)
	}
	if l.room > 0 && l.used+width > l.room {
		l.switchTo(inkDim)
		l.b.WriteString("…")
		return false
	}
	l.switchTo(i)
	l.b.WriteString(text)
	l.used += width
	return true
}

func (l *liner) switchTo(i ink) {
	if i == l.ink || !l.color {
		return
	}
	if l.ink.code() != "" {
		l.b.WriteString("\x1b[0m")
	}
	if c := i.code(); c != "" {
		l.b.WriteString("\x1b[" + c + "m")
	}
	l.ink = i
}

func (l *liner) end() string {
	l.switchTo(inkPlain)
	return l.b.String()
}
