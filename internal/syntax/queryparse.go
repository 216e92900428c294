package syntax

import (
	"fmt"
	"strings"
)

// ParseQuery compiles a query in tree-sitter's query language. Supported are
// nodes, anonymous nodes ("if"), wildcards (_ and (_)), fields (name: …),
// negated fields (!name), alternations ([…]), captures (@name), quantifiers
// (?, * and +), anchors (.) and the predicates eq?, not-eq?, any-of?,
// not-any-of?, match? and not-match?. A kind or field that the grammar does
// not have is an error, so that a query cannot silently match nothing.
//
// Differences from tree-sitter: a quantified step takes every later sibling
// that fits, and a predicate on a capture must hold for each node captured.
func ParseQuery(g *Grammar, text string) (*Query, error) {
	p := &queryParser{grammar: g, text: text, query: &Query{}}
	for {
		p.space()
		if p.at == len(p.text) {
			break
		}
		pat := pattern{}
		if err := p.topLevel(&pat); err != nil {
			line := 1 + strings.Count(p.text[:p.at], "\n")
			return nil, fmt.Errorf("query line %d: %w", line, err)
		}
		p.query.patterns = append(p.query.patterns, pat)
	}
	return p.query, p.query.index(g)
}

type queryParser struct {
	grammar *Grammar
	text    string
	at      int
	query   *Query
	current *pattern
}

// topLevel parses a pattern; its predicates may stand inside or after it.
func (p *queryParser) topLevel(pat *pattern) error {
	p.current = pat
	var err error
	pat.root, err = p.step()
	if err != nil {
		return err
	}
	for p.space(); strings.HasPrefix(p.text[p.at:], "(#"); p.space() {
		if err := p.predicate(); err != nil {
			return err
		}
	}
	return nil
}

func (p *queryParser) space() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == ';':
			if i := strings.IndexByte(p.text[p.at:], '\n'); i >= 0 {
				p.at += i
			} else {
				p.at = len(p.text)
			}
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *queryParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *queryParser) word() string {
	start := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c != '_' && c != '-' && c != '.' && c != '?' && c != '!' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			break
		}
		// A quantifier ends a bare wildcard, and a dot that no letter follows is an anchor.
		if c == '?' && p.text[start:p.at] == "_" {
			break
		}
		p.at++
	}
	return p.text[start:p.at]
}

func (p *queryParser) string() (string, error) {
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case '"':
			p.at++
			return b.String(), nil
		case '\\':
			p.at++
			if p.peek() == 'n' {
				b.WriteByte('\n')
			} else if p.at < len(p.text) {
				b.WriteByte(p.text[p.at])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", fmt.Errorf("string without end")
}

func (p *queryParser) step() (step, error) {
	var s step
	p.space()
	if err := p.fieldPrefix(&s); err != nil {
		return s, err
	}
	var err error
	switch c := p.peek(); {
	case c == '(':
		err = p.parenthesis(&s)
	case c == '[':
		err = p.alternation(&s)
	case c == '"':
		var name string
		if name, err = p.string(); err == nil {
			s.kinds, err = p.kind(name, false)
		}
	case c == '_':
		p.at++
	default:
		err = fmt.Errorf("unexpected %q", string(c))
	}
	if err != nil {
		return s, err
	}
	return s, p.suffix(&s)
}

// fieldPrefix reads "name:" when it is there.
func (p *queryParser) fieldPrefix(s *step) error {
	start := p.at
	name := p.word()
	if name == "" || name == "_" || p.peek() != ':' {
		p.at = start
		return nil
	}
	p.at++
	p.space()
	id, ok := p.grammar.fieldID(name)
	if !ok {
		return fmt.Errorf("the grammar has no field %q", name)
	}
	s.field = id
	return nil
}

func (p *queryParser) kind(name string, named bool) ([]uint16, error) {
	ids := p.grammar.kindIDs(name, named)
	if ids == nil {
		return nil, fmt.Errorf("the grammar has no node %q (named: %v)", name, named)
	}
	return ids, nil
}

// parenthesis reads (kind child …), (_ child …) or a group of one: ((kind …)).
func (p *queryParser) parenthesis(s *step) error {
	p.at++
	p.space()
	if p.peek() == '(' || p.peek() == '[' || p.peek() == '"' {
		inner, err := p.step()
		if err != nil {
			return err
		}
		inner.field = max(inner.field, s.field)
		*s = inner
		return p.children(s)
	}
	name := p.word()
	if name == "_" {
		s.namedOnly = true
	} else {
		ids, err := p.kind(name, true)
		if err != nil {
			return err
		}
		s.kinds = ids
	}
	return p.children(s)
}

// children reads child steps, anchors, negated fields and predicates up to the closing parenthesis.
func (p *queryParser) children(s *step) error {
	anchor := false
	for {
		p.space()
		switch c := p.peek(); {
		case c == 0:
			return fmt.Errorf("parenthesis without end")
		case c == ')':
			p.at++
			s.anchoredEnd = anchor
			return nil
		case c == '.':
			p.at++
			anchor = true
		case c == '!':
			p.at++
			name := p.word()
			id, ok := p.grammar.fieldID(name)
			if !ok {
				return fmt.Errorf("the grammar has no field %q", name)
			}
			s.withoutField = append(s.withoutField, id)
		case strings.HasPrefix(p.text[p.at:], "(#"):
			if err := p.predicate(); err != nil {
				return err
			}
		default:
			child, err := p.step()
			if err != nil {
				return err
			}
			child.anchored, anchor = anchor, false
			s.children = append(s.children, child)
		}
	}
}

func (p *queryParser) alternation(s *step) error {
	p.at++
	for {
		p.space()
		if p.peek() == ']' {
			p.at++
			if len(s.alternatives) == 0 {
				return fmt.Errorf("empty alternation")
			}
			return nil
		}
		alternative, err := p.step()
		if err != nil {
			return err
		}
		s.alternatives = append(s.alternatives, alternative)
	}
}

// suffix reads a quantifier and captures.
func (p *queryParser) suffix(s *step) error {
	for {
		p.space()
		switch c := p.peek(); c {
		case '?', '*', '+':
			p.at++
			s.quantifier = c
		case '@':
			p.at++
			name := p.word()
			if name == "" {
				return fmt.Errorf("capture without a name")
			}
			s.captures = append(s.captures, p.query.captureID(name))
		default:
			return nil
		}
	}
}

// predicate reads (#name? @capture "text" …).
func (p *queryParser) predicate() error {
	p.at += 2
	name := p.word()
	p.space()
	if p.peek() != '@' {
		return fmt.Errorf("#%s needs a capture first", name)
	}
	p.at++
	capture := p.word()
	var arguments []string
	for {
		p.space()
		switch p.peek() {
		case '"':
			a, err := p.string()
			if err != nil {
				return err
			}
			arguments = append(arguments, a)
		case ')':
			p.at++
			pred, err := newPredicate(p.query, name, capture, arguments)
			if err != nil {
				return err
			}
			p.current.predicates = append(p.current.predicates, pred)
			return nil
		default:
			return fmt.Errorf("#%s takes strings", name)
		}
	}
}
