package syntax

import (
	"fmt"
	"regexp"
	"strings"
)

// Query is a list of patterns, compiled for one grammar.
type Query struct {
	captures []string
	patterns []pattern
	byKind   [][]int32 // patterns whose root may be of that kind, in order
	anyKind  []int32   // patterns whose root is a wildcard
}

type pattern struct {
	root       step
	predicates []predicate
}

// step matches one node.
type step struct {
	kinds        []uint16 // nil: any
	namedOnly    bool     // with nil kinds: any named node
	field        uint16   // 0: any
	withoutField []uint16
	alternatives []step // one of these instead of kinds and children
	children     []step
	captures     []int
	quantifier   byte // 0, '?', '*' or '+'
	anchored     bool // no named sibling between this and the step before
	anchoredEnd  bool // the last child step must match the last named child
}

type predicate struct {
	capture int
	negated bool
	texts   map[string]bool
	regexp  *regexp.Regexp
}

// Match is one way in which a pattern matches. It is valid during the callback only.
type Match struct {
	Pattern  int
	query    *Query
	captured []captured
	tree     *Tree
}

type captured struct {
	capture int
	node    int32
}

// Each visits the captured nodes with the names of their captures.
func (m *Match) Each(fn func(capture string, n Node)) {
	for _, c := range m.captured {
		fn(m.query.captures[c.capture], Node{m.tree, c.node})
	}
}

// Run calls fn for every match of every pattern, in the order of the nodes at
// which they start and then of the patterns.
func (q *Query) Run(t *Tree, fn func(*Match)) {
	m := matcher{tree: t, query: q}
	match := Match{query: q, tree: t}
	for i := range t.nodes {
		n := &t.nodes[i]
		if n.flags&flagMissing != 0 {
			continue
		}
		var candidates []int32
		if int(n.kind) < len(q.byKind) {
			candidates = q.byKind[n.kind]
		}
		for _, list := range [...][]int32{candidates, q.anyKind} {
			for _, p := range list {
				if !m.plausible(&q.patterns[p].root, int32(i)) {
					continue
				}
				m.captured = m.captured[:0]
				m.node(&q.patterns[p].root, int32(i), func() {
					if m.holds(q.patterns[p].predicates) {
						match.Pattern, match.captured = int(p), m.captured
						fn(&match)
					}
				})
			}
		}
	}
}

type matcher struct {
	tree     *Tree
	query    *Query
	captured []captured
}

// node calls found for every way in which s matches the node at index i.
func (m *matcher) node(s *step, i int32, found func()) {
	n := &m.tree.nodes[i]
	if s.field != 0 && n.field != s.field {
		return
	}
	if s.alternatives != nil {
		for a := range s.alternatives {
			m.node(&s.alternatives[a], i, func() { m.capture(s, i, found) })
		}
		return
	}
	if !s.accepts(n) || m.hasAnyField(i, s.withoutField) {
		return
	}
	if len(s.children) == 0 {
		m.capture(s, i, found)
		return
	}
	m.capture(s, i, func() { m.sequence(s, s.children, i+1, int32(n.next), found) })
}

// mayMatch rejects most nodes before a closure is made for them.
func (m *matcher) mayMatch(s *step, i int32) bool {
	n := &m.tree.nodes[i]
	return (s.field == 0 || n.field == s.field) && (s.alternatives != nil || s.accepts(n))
}

// plausible reports whether every child that a pattern requires may be there.
// Most nodes fail here, before any work is done for them.
func (m *matcher) plausible(s *step, i int32) bool {
	end := int32(m.tree.nodes[i].next)
	for k := range s.children {
		child := &s.children[k]
		if child.quantifier == '?' || child.quantifier == '*' {
			continue
		}
		found := false
		for c := i + 1; c < end && !found; c = int32(m.tree.nodes[c].next) {
			found = m.mayMatch(child, c)
		}
		if !found {
			return false
		}
	}
	return true
}

// capture records the node for the step while found runs.
func (m *matcher) capture(s *step, i int32, found func()) {
	before := len(m.captured)
	for _, c := range s.captures {
		m.captured = append(m.captured, captured{c, i})
	}
	found()
	m.captured = m.captured[:before]
}

func (s *step) accepts(n *node) bool {
	if s.kinds == nil {
		return !s.namedOnly || n.flags&flagNamed != 0
	}
	for _, k := range s.kinds {
		if k == n.kind {
			return true
		}
	}
	return false
}

func (m *matcher) hasAnyField(i int32, fields []uint16) bool {
	if len(fields) == 0 {
		return false
	}
	end := int32(m.tree.nodes[i].next)
	for c := i + 1; c < end; c = int32(m.tree.nodes[c].next) {
		for _, f := range fields {
			if m.tree.nodes[c].field == f {
				return true
			}
		}
	}
	return false
}

// sequence matches the remaining child steps against siblings from child on.
func (m *matcher) sequence(parent *step, steps []step, child, end int32, found func()) {
	if len(steps) == 0 {
		if !parent.anchoredEnd || m.noNamedFrom(child, end) {
			found()
		}
		return
	}
	s := &steps[0]
	switch s.quantifier {
	case '*', '+':
		m.repeat(parent, steps, child, end, found)
		return
	case '?':
		matched := false
		m.one(parent, steps, child, end, true, func() { matched = true; found() })
		if !matched {
			m.sequence(parent, steps[1:], child, end, found)
		}
		return
	}
	m.one(parent, steps, child, end, false, found)
}

// one matches the first step with each sibling in turn, or only the first
// that fits, and the rest of the steps after it.
func (m *matcher) one(parent *step, steps []step, child, end int32, onlyFirst bool, found func()) {
	s := &steps[0]
	for c := child; c < end; c = int32(m.tree.nodes[c].next) {
		n := &m.tree.nodes[c]
		hit := false
		if m.mayMatch(s, c) {
			m.node(s, c, func() {
				hit = true
				m.sequence(parent, steps[1:], int32(n.next), end, found)
			})
		}
		if hit && onlyFirst {
			return
		}
		if s.anchored && n.flags&(flagNamed|flagExtra) == flagNamed {
			return
		}
	}
}

// repeat captures every later sibling that fits, in one match.
func (m *matcher) repeat(parent *step, steps []step, child, end int32, found func()) {
	s := &steps[0]
	before, matched, after := len(m.captured), false, child
	var all []captured
	for c := child; c < end; c = int32(m.tree.nodes[c].next) {
		if !m.mayMatch(s, c) {
			continue
		}
		first := true
		m.node(s, c, func() {
			if first {
				all = append(all, m.captured[before:]...)
				first, matched, after = false, true, int32(m.tree.nodes[c].next)
			}
		})
	}
	if !matched && s.quantifier == '+' {
		return
	}
	m.captured = append(m.captured, all...)
	m.sequence(parent, steps[1:], after, end, found)
	m.captured = m.captured[:before]
}

func (m *matcher) noNamedFrom(child, end int32) bool {
	for c := child; c < end; c = int32(m.tree.nodes[c].next) {
		if m.tree.nodes[c].flags&(flagNamed|flagExtra) == flagNamed {
			return false
		}
	}
	return true
}

func (m *matcher) holds(predicates []predicate) bool {
	for i := range predicates {
		p := &predicates[i]
		for _, c := range m.captured {
			if c.capture == p.capture && p.test(Node{m.tree, c.node}.Bytes()) == p.negated {
				return false
			}
		}
	}
	return true
}

func (p *predicate) test(text []byte) bool {
	if p.regexp != nil {
		return p.regexp.Match(text)
	}
	return p.texts[string(text)]
}

// Captures lists the names of all captures that the query uses.
func (q *Query) Captures() []string { return q.captures }

func (q *Query) captureID(name string) int {
	for i, c := range q.captures {
		if c == name {
			return i
		}
	}
	q.captures = append(q.captures, name)
	return len(q.captures) - 1
}

func (q *Query) index(g *Grammar) error {
	q.byKind = make([][]int32, len(g.kinds))
	for p := range q.patterns {
		roots := []step{q.patterns[p].root}
		for len(roots) > 0 {
			s := roots[0]
			roots = append(roots[1:], s.alternatives...)
			if s.alternatives != nil {
				continue
			}
			if s.kinds == nil {
				q.anyKind = append(q.anyKind, int32(p))
			}
			for _, k := range s.kinds {
				if int(k) >= len(q.byKind) {
					return fmt.Errorf("a pattern cannot start at an error node")
				}
				if list := q.byKind[k]; len(list) == 0 || list[len(list)-1] != int32(p) {
					q.byKind[k] = append(list, int32(p))
				}
			}
		}
	}
	return nil
}

func newPredicate(q *Query, name, capture string, arguments []string) (predicate, error) {
	p := predicate{capture: q.captureID(capture)}
	name, p.negated = strings.CutPrefix(name, "not-")
	switch name {
	case "eq?", "any-of?":
		p.texts = map[string]bool{}
		for _, a := range arguments {
			p.texts[a] = true
		}
		return p, nil
	case "match?":
		if len(arguments) != 1 {
			return p, fmt.Errorf("#match? takes one expression")
		}
		var err error
		p.regexp, err = regexp.Compile(arguments[0])
		return p, err
	}
	return p, fmt.Errorf("unknown predicate #%s", name)
}
