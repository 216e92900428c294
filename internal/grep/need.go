package grep

import (
	"slices"
	"strconv"
	"strings"
)

// need is a condition that every matching line meets: it contains the literal,
// or meets all or one of the conditions below it. nil is no condition at all.
// Any need may be weakened without losing a match, so everything that would
// grow too large simply is.
type need struct {
	op  needOp
	lit string  // needLiteral; never empty
	sub []*need // needAll, needAny; at least two, none nil
}

type needOp uint8

const (
	needLiteral needOp = iota
	needAll
	needAny
)

// allOf joins conditions that hold together, the nil ones left out.
func allOf(list ...*need) *need {
	var flat []*need
	for _, n := range list {
		switch {
		case n == nil:
		case n.op == needAll:
			flat = append(flat, n.sub...)
		default:
			flat = append(flat, n)
		}
	}
	flat = withoutImplied(flat)
	if len(flat) > maxAll {
		slices.SortStableFunc(flat, func(a, b *need) int { return b.strength() - a.strength() })
		flat = flat[:maxAll]
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return &need{op: needAll, sub: flat}
}

// withoutImplied drops the conditions that follow from another.
func withoutImplied(list []*need) []*need {
	var kept []*need
next:
	for i, n := range list {
		for j, o := range list {
			if i != j && o.implies(n) && (j < i || !n.implies(o)) {
				continue next
			}
		}
		kept = append(kept, n)
	}
	return kept
}

// implies reports whether a line that meets n also meets o. It may say no when
// it is too much work to see.
func (n *need) implies(o *need) bool {
	switch {
	case n.op == needLiteral && o.op == needLiteral:
		return strings.Contains(n.lit, o.lit)
	case len(n.sub)*len(o.sub) > maxSet*maxSet:
		return false
	case o.op == needAll:
		return !slices.ContainsFunc(o.sub, func(s *need) bool { return !n.implies(s) })
	case n.op == needAny:
		return !slices.ContainsFunc(n.sub, func(s *need) bool { return !s.implies(o) })
	case n.op == needAll:
		return slices.ContainsFunc(n.sub, func(s *need) bool { return s.implies(o) })
	default: // a literal and one of several
		return slices.ContainsFunc(o.sub, n.implies)
	}
}

// strength is the length of the shortest literal that would do.
func (n *need) strength() int {
	best := len(n.lit)
	for i, s := range n.sub {
		if v := s.strength(); i == 0 || (v > best) == (n.op == needAll) {
			best = v
		}
	}
	return best
}

// anyOf joins conditions of which one holds.
func anyOf(list []*need) *need {
	var flat []*need
	for _, n := range list {
		switch {
		case n == nil:
			return nil
		case n.op == needAny:
			flat = append(flat, n.sub...)
		default:
			flat = append(flat, n)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return &need{op: needAny, sub: flat}
}

// oneOf is the condition that one of the strings is there.
func oneOf(set []string) *need {
	list := make([]*need, 0, len(set))
	for _, s := range set {
		if s == "" {
			return nil
		}
		shorter := func(o string) bool { return o != s && strings.Contains(s, o) }
		if len(set) <= maxSet && slices.ContainsFunc(set, shorter) {
			continue
		}
		list = append(list, &need{op: needLiteral, lit: s})
	}
	return anyOf(list)
}

func (n *need) String() string {
	if n == nil {
		return "anything"
	}
	if n.op == needLiteral {
		return strconv.Quote(n.lit)
	}
	parts := make([]string, len(n.sub))
	for i, s := range n.sub {
		parts[i] = s.String()
	}
	if n.op == needAll {
		return "(" + strings.Join(parts, " and ") + ")"
	}
	return "(" + strings.Join(parts, " or ") + ")"
}
