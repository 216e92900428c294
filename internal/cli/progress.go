package cli

import (
	"fmt"
	"io"
	"time"

	"lode/internal/index"
)

// progress shows how far an indexing run is, on standard error: one line that
// is redrawn on a terminal, else a line now and then.
type progress struct {
	w        io.Writer
	terminal bool
	width    int
	interval time.Duration
	now      func() time.Time

	phase   index.Phase
	started time.Time // of the phase
	shown   time.Time // when a line was last written
	drawn   bool      // a line is on the terminal
}

const (
	redrawInterval = 100 * time.Millisecond
	plainInterval  = 5 * time.Second
)

func (a *app) newProgress() *progress {
	p := &progress{w: a.err, terminal: a.screen.err && a.env("TERM") != "dumb", width: a.screen.width, interval: plainInterval, now: a.now}
	if p.terminal {
		p.interval = redrawInterval
	}
	if a.quiet {
		p.w = io.Discard
	}
	p.shown = p.now()
	return p
}

// update takes the next state of the run.
func (p *progress) update(s index.Progress) {
	now := p.now()
	if s.Phase != p.phase {
		p.phase, p.started = s.Phase, now
	} else if now.Sub(p.shown) < p.interval {
		return
	}
	if !p.terminal && now.Sub(p.shown) < p.interval {
		return
	}
	p.shown = now
	line := p.describe(s, now.Sub(p.started))
	if !p.terminal {
		fmt.Fprintln(p.w, line)
		return
	}
	p.drawn = true
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
}

// end clears the terminal's line.
func (p *progress) end() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

var phaseNames = map[index.Phase]string{
	index.PhaseScan: "looking for files", index.PhaseIndex: "indexing", index.PhaseStore: "storing",
}

func (p *progress) describe(s index.Progress, passed time.Duration) string {
	name := phaseNames[s.Phase]
	if name == "" {
		name = string(s.Phase)
	}
	if s.Total == 0 {
		return name
	}
	line := fmt.Sprintf("%s %s/%s files, %d %%", name, thousands(s.Done), thousands(s.Total), 100*s.Done/s.Total)
	if seconds := passed.Seconds(); s.Phase == index.PhaseIndex && s.Done > 0 && seconds > 0 {
		line += fmt.Sprintf(", %.0f files/s, %.1f MB/s", float64(s.Done)/seconds, float64(s.Bytes)/1e6/seconds)
	}
	if !p.terminal || s.Path == "" {
		return line
	}
	if room := p.width - textWidth(line) - 3; room >= minRoom {
		line += "  " + cutLeft(quotePath(s.Path), room)
	}
	return line
}
