package chunk

import (
	"bytes"

	"lode/internal/code"
)

// definitions writes types in full and functions without their bodies, each with
// its comment. Functions within a type are part of its text; what is within a
// function is not shown; modules and namespaces are only opened.
func (c *composer) definitions() {
	end := uint32(0)
	for i, k := range c.order {
		s := &c.facts.Symbols[k]
		if !c.valid(s.Span) || s.Span.Start < end {
			continue
		}
		var source []byte
		last := s.Span.EndLine
		switch {
		case s.Kind.IsType():
			source = c.typeText(i)
		case s.Kind.IsCallable():
			source = c.appendElided(nil, s)
			last = c.signatureEnd(s)
		default:
			continue
		}
		end = s.Span.End
		c.item(s.Span.StartLine, last)
		c.doc(s)
		c.out = append(c.out, c.keywords(s.Span)...)
		c.out = appendDedented(c.out, source, c.indentOf(s.Span))
	}
}

// doc writes the comment above a symbol as it is in the source, with whatever
// stands between the two (attributes, decorators).
func (c *composer) doc(s *code.Symbol) {
	if s.DocLine == 0 || s.DocLine >= s.Span.StartLine {
		return
	}
	if c.lines == nil {
		c.lines = newText(c.in.Content, 1)
	}
	first, end := int(s.DocLine)-1, int(s.Span.StartLine)-1
	if end >= c.lines.n {
		return
	}
	comment := c.in.Content[c.lines.starts[first]:c.lines.starts[end]]
	skip := min(c.indentOf(s.Span), indentBytes(comment))
	c.out = appendDedented(c.out, comment[skip:], skip)
	c.out = append(c.out, '\n')
}

// keywords returns the words before a definition on its line: what declares it
// or says who may see it is not always in its span (type, export, typedef).
func (c *composer) keywords(s code.Span) []byte {
	if s.StartColumn < 2 || s.StartColumn > s.Start+1 {
		return nil
	}
	words := c.in.Content[s.Start+1-s.StartColumn : s.Start]
	words = words[indentBytes(words):]
	for _, b := range words {
		if (b < 'a' || b > 'z') && b != '_' && b != ' ' && b != '\t' {
			return nil
		}
	}
	return words
}

// typeText returns the text of the type at a position of the order, with the
// bodies of its functions left out.
func (c *composer) typeText(position int) []byte {
	t := c.facts.Symbols[c.order[position]].Span
	at := t.Start
	var source []byte
	for _, k := range c.order[position+1:] {
		s := &c.facts.Symbols[k]
		if s.Span.Start >= t.End {
			break
		}
		if s.Span.Start < at || s.Span.End > t.End || !s.Kind.IsCallable() || !c.hasBody(s) {
			continue
		}
		source = append(source, c.in.Content[at:s.Span.Start]...)
		source = c.appendElided(source, s)
		at = s.Span.End
	}
	return append(source, c.in.Content[at:t.End]...)
}

// hasBody reports whether a symbol has a body, after some head, within it.
func (c *composer) hasBody(s *code.Symbol) bool {
	return c.valid(s.Body) && s.Body.Start > s.Span.Start && s.Body.End <= s.Span.End
}

// signatureEnd is the last line of a symbol before its body.
func (c *composer) signatureEnd(s *code.Symbol) uint32 {
	if !c.hasBody(s) {
		return s.Span.EndLine
	}
	head := bytes.TrimRight(c.in.Content[s.Span.Start:s.Body.Start], whiteSpace)
	return s.Span.StartLine + uint32(bytes.Count(head, []byte{'\n'}))
}

// appendElided appends the source of a symbol with "..." for its body: between
// braces or do and end where it has them, else alone.
func (c *composer) appendElided(out []byte, s *code.Symbol) []byte {
	if !c.hasBody(s) {
		return append(out, s.Span.Text(c.in.Content)...)
	}
	head, body := c.in.Content[s.Span.Start:s.Body.Start], s.Body.Text(c.in.Content)
	signature := bytes.TrimRight(head, whiteSpace)
	gap := head[len(signature):]
	out = append(out, signature...)
	if d := docstring(signature, body); d != nil {
		out = append(out, gap...)
		out = append(out, d...)
	} else if line := signature[bytes.LastIndexByte(signature, '\n')+1:]; !bytes.Contains(line, []byte(c.comment)) {
		gap = nil // and not on a line of its own, which a comment needs
	}
	if newline := bytes.LastIndexByte(gap, '\n'); newline >= 0 {
		out = append(out, gap[newline:]...)
	} else {
		out = append(out, ' ')
	}
	out = append(out, bodyMark(body)...)
	return appendTail(out, bytes.TrimSpace(c.in.Content[s.Body.End:s.Span.End]))
}

// appendTail appends what follows a body, such as the end of a Ruby method.
func appendTail(out, tail []byte) []byte {
	if len(tail) == 0 {
		return out
	}
	if bytes.IndexByte([]byte(";,)"), tail[0]) < 0 {
		out = append(out, ' ')
	}
	return append(out, bytes.Join(bytes.Fields(tail), []byte{' '})...)
}

func bodyMark(body []byte) string {
	switch {
	case body[0] == '{':
		return "{ ... }"
	case bytes.HasPrefix(body, []byte("do")) && bytes.HasSuffix(body, []byte("end")):
		return "do ... end"
	case bytes.HasPrefix(body, []byte("=>")):
		return "=> ..."
	case body[0] == '=':
		return "= ..."
	}
	return "..."
}

// docstring returns the string that a body starts with, where that is a comment:
// after the colon of Python.
func docstring(signature, body []byte) []byte {
	if !bytes.HasSuffix(signature, []byte(":")) {
		return nil
	}
	prefix := 0
	for prefix < min(2, len(body)) && bytes.IndexByte([]byte("rRuUbB"), body[prefix]) >= 0 {
		prefix++
	}
	for _, quote := range []string{`"""`, `'''`, `"`, `'`} {
		rest, found := bytes.CutPrefix(body[prefix:], []byte(quote))
		if !found {
			continue
		}
		if end := bytes.Index(rest, []byte(quote)); end >= 0 {
			return body[:prefix+end+2*len(quote)]
		}
		return nil
	}
	return nil
}
