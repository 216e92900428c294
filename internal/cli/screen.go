package cli

import (
	"os"

	"golang.org/x/term"
)

// screen says which streams are terminals.
type screen struct {
	in, out, err bool
	width        int // of the terminal in cells, 0 when there is none
}

func detectScreen() screen {
	s := screen{in: isTerminal(os.Stdin), out: isTerminal(os.Stdout), err: isTerminal(os.Stderr)}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			s.width = width
			break
		}
	}
	return s
}

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) && understandsEscapes(f) }

// colorful decides whether a stream gets colour.
func (a *app) colorful(terminal bool) bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	if a.env("NO_COLOR") != "" {
		return false
	}
	if force := a.env("CLICOLOR_FORCE"); force != "" && force != "0" {
		return true
	}
	return terminal && a.env("TERM") != "dumb"
}

// style is how results are printed.
func (a *app) style() style {
	s := style{color: a.colorful(a.screen.out)}
	if a.screen.out {
		s.width = a.screen.width
	}
	s.safe = s.color || a.screen.out
	return s
}

// errStyle is how what goes to standard error is printed.
func (a *app) errStyle() style {
	return style{color: a.colorful(a.screen.err), safe: true}
}
