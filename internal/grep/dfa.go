package grep

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// dfa tells quickly that a line does not match. Package regexp walks all states
// of an expression for every character; here a set of states that has been met
// before is one look-up, so that an expression without a useful literal does
// not make the search crawl.
//
// It knows ASCII only: at any other byte, and when an expression has too many
// sets of states, it does not know and the expression itself decides. It is
// filled in while it is used, so one may not be shared between goroutines.
type dfa struct {
	prog  *syntax.Prog
	words bool // the expression looks at word boundaries
	limit int  // states that are kept
	start *dfaState
	all   map[string]*dfaState
	full  int // how often the limit was met

	// Scratch for step.
	seen  []bool
	stack []uint32
	next  []uint32
	key   []byte
}

// dfaState is a set of instructions of the program, and what came before.
type dfaState struct {
	set  []uint32
	prev rune                     // -1 at the start of a line, else 'a' or ' ' for a character of its kind
	next [endOfLine + 1]*dfaState // by ASCII character; nil when not known yet
}

const (
	endOfLine    = utf8.RuneSelf // as an index of next
	maxDFAStates = 1000
	maxDFAFull   = 10 // after that it is given up
)

// accept is the state after a match.
var accept = new(dfaState)

func newDFA(prog *syntax.Prog, limit int) *dfa {
	d := &dfa{prog: prog, limit: limit, seen: make([]bool, len(prog.Inst))}
	for _, i := range prog.Inst {
		if i.Op == syntax.InstEmptyWidth {
			d.words = d.words || syntax.EmptyOp(i.Arg)&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
		}
	}
	d.reset()
	return d
}

func (d *dfa) reset() {
	d.start = &dfaState{prev: -1}
	d.all = map[string]*dfaState{}
}

// rejects reports whether a line certainly has no match.
func (d *dfa) rejects(line []byte) bool {
	if d.full > maxDFAFull {
		return false
	}
	s := d.start
	for _, c := range line {
		if c >= utf8.RuneSelf {
			return false
		}
		next := s.next[c]
		if next == nil {
			next = d.step(s, int(c))
		}
		if next == accept {
			return false
		}
		s = next
	}
	if s.next[endOfLine] == nil {
		d.step(s, endOfLine)
	}
	return s.next[endOfLine] != accept
}

// step computes and remembers what comes after a state when c does.
func (d *dfa) step(s *dfaState, c int) *dfaState {
	char := rune(c)
	if c == endOfLine {
		char = -1
	}
	next := accept
	if !d.run(s, char) {
		next = d.state(char)
	}
	s.next[c] = next
	return next
}

// run follows the instructions of a state, and a match that starts here, up to
// those that read a character. It leaves in d.next where the character leads,
// or reports that there is a match before it.
func (d *dfa) run(s *dfaState, char rune) bool {
	clear(d.seen)
	d.next = d.next[:0]
	d.stack = append(append(d.stack[:0], s.set...), uint32(d.prog.Start))
	holds := syntax.EmptyOpContext(s.prev, char)
	for len(d.stack) > 0 {
		pc := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if d.seen[pc] {
			continue
		}
		d.seen[pc] = true
		switch i := &d.prog.Inst[pc]; i.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			d.stack = append(d.stack, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			d.stack = append(d.stack, i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^holds == 0 {
				d.stack = append(d.stack, i.Out)
			}
		case syntax.InstRune, syntax.InstRune1:
			if char >= 0 && i.MatchRune(char) {
				d.next = append(d.next, i.Out)
			}
		case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if char >= 0 {
				d.next = append(d.next, i.Out)
			}
		}
	}
	return false
}

// state returns the one state for d.next after a character.
func (d *dfa) state(char rune) *dfaState {
	slices.Sort(d.next)
	d.next = slices.Compact(d.next)
	prev := ' '
	if d.words && syntax.IsWordChar(char) {
		prev = 'a'
	}
	d.key = append(d.key[:0], byte(prev))
	for _, pc := range d.next {
		d.key = binary.AppendUvarint(d.key, uint64(pc))
	}
	if s := d.all[string(d.key)]; s != nil {
		return s
	}
	if len(d.all) >= d.limit {
		d.reset()
		d.full++
	}
	s := &dfaState{set: slices.Clone(d.next), prev: prev}
	d.all[string(d.key)] = s
	return s
}
