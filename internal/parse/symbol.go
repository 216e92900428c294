package parse

import (
	"cmp"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/syntax"
)

const (
	maxSignature  = 400
	maxParameters = 500 // M-023
	maxDoc        = 4096
)

// emitSymbols writes the definitions in source order, each with its container.
// It leaves in definition.pattern the index of the symbol, or -1 where there is none.
func (e *extractor) emitSymbols() {
	slices.SortFunc(e.definitions, func(a, b definition) int {
		return cmp.Or(cmp.Compare(a.node.Index(), b.node.Index()), cmp.Compare(a.name.Index(), b.name.Index()))
	})
	types := e.typesByName()
	e.nesting = e.nesting[:0]
	owned := map[int]string{} // symbol to the type that it names as its owner
	for i := range e.definitions {
		d := &e.definitions[i]
		d.pattern = -1
		around := e.around(d.node.Index())
		name := e.intern(d.name.Bytes())
		if d.container {
			e.nesting = append(e.nesting, scope{d.node.Index(), d.node.End(), -1, e.language.Join(around.qualified, name), code.KindClass, name})
			continue
		}
		s := code.Symbol{Kind: e.kindWithin(d, around.kind), Name: name, Container: around.symbol}
		if s.Kind == code.KindUnknown {
			continue
		}
		prefix, owner := around.qualified, around.owner
		if !d.receiver.IsNone() {
			prefix = e.intern(d.receiver.Bytes())
			owner = prefix
		}
		if !e.complete(d, &s) {
			continue
		}
		s.QualifiedName = e.language.Join(prefix, s.Name)
		d.pattern = len(e.facts.Symbols)
		if owner != "" {
			owned[d.pattern] = owner
		}
		e.facts.Symbols = append(e.facts.Symbols, s)
		e.nesting = append(e.nesting, scope{d.node.Index(), d.node.End(), d.pattern, s.QualifiedName, s.Kind, ""})
	}
	for symbol, owner := range owned {
		if at, ok := types[owner]; ok && e.definitions[at].pattern != symbol {
			e.facts.Symbols[symbol].Container = e.definitions[at].pattern
		}
	}
}

// typesByName finds the types of this file, for receivers and containers that are no symbols.
func (e *extractor) typesByName() map[string]int {
	types := map[string]int{}
	for i, d := range e.definitions {
		if d.kind.IsType() {
			name := string(d.name.Bytes())
			if _, ok := types[name]; !ok {
				types[name] = i
			}
		}
	}
	return types
}

// kindWithin adapts a definition's kind to what surrounds it, KindUnknown when
// it is local to a function and so no symbol.
func (e *extractor) kindWithin(d *definition, around code.Kind) code.Kind {
	switch d.kind {
	case code.KindFunction:
		if around.IsType() {
			return code.KindMethod
		}
	case code.KindVariable:
		if around.IsType() {
			return code.KindField
		}
		if around.IsCallable() || around.IsData() {
			return code.KindUnknown
		}
	case code.KindConstant:
		if around.IsCallable() || around.IsData() {
			return code.KindUnknown
		}
	case code.KindField, code.KindProperty:
		if around.IsCallable() {
			return code.KindUnknown
		}
	}
	return d.kind
}

// complete fills in the rest of a symbol; false drops it.
func (e *extractor) complete(d *definition, s *code.Symbol) bool {
	outer := d.node
	for p := outer.Parent(); p.Is(e.language.Rules.Wrappers...); p = p.Parent() {
		outer = p
	}
	s.Span = d.node.Span()
	name := d.name.Span()
	s.NameLine, s.NameColumn = name.StartLine, name.StartColumn
	e.defaults(d, s.Kind)
	s.Body = d.body.Span()
	s.Modifiers = modifiers(e.tree.Source[outer.Span().Start:name.Start])
	s.Signature = signature(d.node, d.body, s.Kind)
	if !d.params.IsNone() {
		s.Parameters = cut(fold(trimParentheses(d.params.Bytes())), maxParameters)
		s.ParameterCount = e.countParameters(d.params)
	}
	s.ReturnType = cut(strings.TrimLeft(fold(d.result.Bytes()), ":->= "), maxSignature)
	e.document(d, outer, s)
	if isDeprecated(s, e.tree.Source[outer.Span().Start:name.Start]) {
		s.Modifiers |= code.Deprecated
	}
	if rule := e.language.Rules.Symbol; rule != nil && !rule(d.node, s) {
		return false
	}
	return s.Name != ""
}

// defaults finds the parts of a definition that its pattern did not capture.
func (e *extractor) defaults(d *definition, kind code.Kind) {
	if d.body.IsNone() {
		d.body = d.node.Child("body")
	}
	if d.params.IsNone() && kind.IsCallable() {
		d.params = d.node.Child("parameters")
	}
	if d.result.IsNone() {
		switch {
		case kind.IsCallable():
			d.result = d.node.Child("return_type")
		case kind.IsData():
			d.result = d.node.Child("type")
		}
	}
}

func (e *extractor) countParameters(list syntax.Node) int {
	if rule := e.language.Rules.Parameters; rule != nil {
		return rule(list)
	}
	n := 0
	for c := range list.Children() {
		if c.IsNamed() && !c.IsExtra() && !c.IsComment() {
			n++
		}
	}
	return n
}

// signature is the definition up to its body, or its first line for data.
func signature(n, body syntax.Node, kind code.Kind) string {
	text := n.Bytes()
	if !body.IsNone() && body.Span().Start >= n.Span().Start {
		text = text[:body.Span().Start-n.Span().Start]
		s := fold(text)
		for _, opener := range []string{"{", "=>", ":", "=", " do", " where", " is"} {
			if rest, ok := strings.CutSuffix(s, opener); ok {
				s = strings.TrimRight(rest, " ")
				break
			}
		}
		return cut(s, maxSignature)
	}
	if kind.IsData() {
		if i := strings.IndexByte(string(text[:min(len(text), maxSignature)]), '\n'); i >= 0 {
			text = text[:i]
		}
	}
	return cut(fold(text[:min(len(text), 4*maxSignature)]), maxSignature)
}

var modifierWords = map[string]code.Modifiers{
	"public": code.Public, "pub": code.Public, "open": code.Public, "private": code.Private, "fileprivate": code.Private,
	"protected": code.Protected, "internal": code.Internal, "export": code.Exported, "static": code.Static,
	"abstract": code.Abstract, "async": code.Async, "suspend": code.Async, "override": code.Override,
	"final": code.Final, "sealed": code.Final, "const": code.Const, "constexpr": code.Const, "readonly": code.Readonly,
	"virtual": code.Virtual, "extern": code.Extern, "external": code.Extern, "native": code.Extern,
	"unsafe": code.Unsafe, "inline": code.Inline,
}

// modifiers reads the words in front of a name, leaving out what stands in
// parentheses, brackets or quotes.
func modifiers(head []byte) code.Modifiers {
	var found code.Modifiers
	depth, quote, start := 0, byte(0), -1
	for i := 0; i <= len(head); i++ {
		c := byte(' ')
		if i < len(head) {
			c = head[i]
		}
		if quote != 0 {
			if c == quote {
				quote = 0
			}
			continue
		}
		if c >= 'a' && c <= 'z' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && depth == 0 {
			found |= modifierWords[string(head[start:i])]
		}
		start = -1
		switch c {
		case '(', '[', '<', '{':
			depth++
		case ')', ']', '>', '}':
			depth = max(depth-1, 0)
		case '"':
			quote = c
		}
	}
	return found
}

func isDeprecated(s *code.Symbol, head []byte) bool {
	for _, mark := range []string{"@Deprecated", "[Obsolete", "#[deprecated", "@deprecated", "[[deprecated", "@available(*, deprecated"} {
		if strings.Contains(string(head), mark) {
			return true
		}
	}
	return strings.Contains(s.Doc, "Deprecated:") || strings.Contains(s.Doc, "@deprecated") || strings.Contains(s.Doc, ".. deprecated::")
}
