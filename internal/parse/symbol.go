package parse

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

const (
	maxSignature  = 400
	maxParameters = 500 // M-023
	maxDoc        = 4096
)

// emission is the state of emitSymbols.
type emission struct {
	*extractor
	owned    map[int]string // symbol to the type that it names as its owner
	assigned map[assignment]bool
	clauses  map[clause]int // to the symbol that the first of them made
}

// assignment is a variable, for languages in which assigning defines.
type assignment struct {
	container int
	name      string
}

// clause is what definitions share that are one symbol.
type clause struct {
	scope  int // node of the container
	isType bool
	name   string
	arity  int // where that tells symbols apart
}

// emitSymbols writes the definitions in source order, each with its container.
// It leaves in definition.pattern the index of the symbol, for a container that
// of its type, or -1 where there is none.
func (e *extractor) emitSymbols() {
	slices.SortFunc(e.definitions, func(a, b definition) int {
		return cmp.Or(cmp.Compare(a.node.Index(), b.node.Index()), cmp.Compare(a.name.Index(), b.name.Index()))
	})
	e.nesting = e.nesting[:0]
	e.facts.Symbols = make([]code.Symbol, 0, len(e.definitions))
	em := emission{e, map[int]string{}, map[assignment]bool{}, map[clause]int{}}
	for i := range e.definitions {
		d := &e.definitions[i]
		d.pattern = -1
		around := e.around(d.node.Index())
		if d.member {
			around = e.innermostType()
		}
		switch {
		case d.member && around.kind == code.KindUnknown:
		case d.container:
			d.receiver = e.language.Join(around.qualified, e.intern(d.name.Bytes()))
			e.nesting = append(e.nesting, scope{d.node.Index(), d.node.End(), around.symbol, d.receiver, code.KindClass, d.receiver})
		default:
			em.emit(d, around)
		}
	}
	em.findOwners()
}

// emit writes one definition, unless it is local or repeats another.
func (e *emission) emit(d *definition, around scope) {
	s := code.Symbol{Kind: e.kindWithin(d, around.kind), Name: e.intern(d.name.Bytes()), Container: around.symbol}
	if s.Kind == code.KindUnknown {
		return
	}
	prefix, owner := around.qualified, around.owner
	if d.receiver != "" {
		prefix = d.receiver
		if around.kind == code.KindNamespace || around.kind == code.KindModule {
			prefix = e.language.Join(around.qualified, prefix)
		}
		owner = prefix
	}
	if !e.complete(d, &s) {
		return
	}
	s.QualifiedName = e.language.Join(prefix, s.Name)
	if e.isAssignedAgain(d, &s) {
		return
	}
	first, again := e.firstClause(around.node, &s)
	if again {
		e.addClause(first, &s)
		d.pattern = first
	} else {
		d.pattern = len(e.facts.Symbols)
		if owner != "" {
			e.owned[d.pattern] = owner
		}
		e.facts.Symbols = append(e.facts.Symbols, s)
	}
	if d.member && s.Kind.IsData() {
		d.pattern = -1 // what its value refers to, the function around refers to
		return
	}
	e.nesting = append(e.nesting, scope{d.node.Index(), d.node.End(), d.pattern, s.QualifiedName, s.Kind, ""})
}

// isAssignedAgain reports whether a variable was assigned before, where that defines it.
func (e *emission) isAssignedAgain(d *definition, s *code.Symbol) bool {
	if !e.language.Rules.Assigns || !s.Kind.IsData() || !d.function.IsNone() || !d.body.IsNone() {
		return false
	}
	key := assignment{s.Container, s.QualifiedName}
	again := e.assigned[key]
	e.assigned[key] = true
	return again
}

// firstClause finds the symbol that s is another clause of, and else
// remembers s, which is about to be written, as the first.
func (e *emission) firstClause(scope int, s *code.Symbol) (first int, again bool) {
	if !e.language.Rules.Clauses {
		return 0, false
	}
	key := clause{scope, s.Kind.IsType(), s.QualifiedName, 0}
	if e.language.Rules.Arity {
		key.arity = s.ParameterCount
	}
	if first, again = e.clauses[key]; !again {
		e.clauses[key] = len(e.facts.Symbols)
	}
	return first, again
}

// findOwners sets containers that are known only now that all symbols are:
// receivers and containers name types that may come later in the file.
func (e *emission) findOwners() {
	types := e.typesByName()
	for symbol, owner := range e.owned {
		if at, ok := types.find(e.language, owner); ok && at != symbol {
			e.facts.Symbols[symbol].Container = at
		}
	}
	for i := range e.definitions {
		if d := &e.definitions[i]; d.container {
			if at, ok := types.find(e.language, d.receiver); ok {
				d.pattern = at
			}
		}
	}
}

// addClause makes a symbol reach to the end of one of its clauses, unless
// other symbols stand in between.
func (e *extractor) addClause(first int, s *code.Symbol) {
	symbols := e.facts.Symbols
	last := len(symbols) - 1
	for last > first {
		last = symbols[last].Container
	}
	if last != first {
		return
	}
	f := &symbols[first]
	f.Span.End, f.Span.EndLine = s.Span.End, s.Span.EndLine
	if f.Body == (code.Span{}) {
		f.Body = s.Span
	}
	f.Body.End, f.Body.EndLine = s.Span.End, s.Span.EndLine
	if f.Doc == "" {
		f.Doc = s.Doc
	}
}

// typeNames are the types of this file by qualified name and by name, for
// receivers and containers, which are no symbols; modules and namespaces where
// there is no such type. The first of a name counts.
type typeNames map[string]int

func (e *extractor) typesByName() typeNames {
	types := typeNames{}
	for _, modules := range []bool{false, true} {
		for i, s := range e.facts.Symbols {
			if isModule := s.Kind == code.KindModule || s.Kind == code.KindNamespace; isModule != modules || !isModule && !s.Kind.IsType() {
				continue
			}
			for _, name := range []string{s.QualifiedName, s.Name} {
				if _, ok := types[name]; !ok {
					types[name] = i
				}
			}
		}
	}
	return types
}

// find returns the type of the qualified name or, as imports shorten names, of its last part.
func (t typeNames) find(l *lang.Language, qualified string) (int, bool) {
	if at, ok := t[qualified]; ok {
		return at, true
	}
	at, ok := t[l.Last(qualified)]
	return at, ok
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
	s.Signature = e.signature(d, s.Kind)
	if !d.params.IsNone() {
		s.Parameters = cut(strings.TrimRight(tidy(trimParentheses(e.withoutComments(d.params, d.params.Span().End))), ", "), maxParameters)
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
	s.DocLine = min(s.DocLine, s.Span.StartLine)
	s.Signature, s.ReturnType, s.Doc = cut(s.Signature, maxSignature), cut(s.ReturnType, maxSignature), cut(s.Doc, maxDoc)
	return s.Name != ""
}

// defaults finds the parts of a definition that its pattern did not capture.
func (e *extractor) defaults(d *definition, kind code.Kind) {
	node := d.node
	if !d.function.IsNone() {
		node = d.function
	}
	if d.body.IsNone() {
		d.body = node.Child("body")
	}
	if d.params.IsNone() && kind.IsCallable() {
		d.params = node.Child("parameters")
	}
	if d.result.IsNone() {
		switch {
		case kind.IsCallable():
			d.result = node.Child("return_type")
		case kind.IsData():
			d.result = node.Child("type")
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

// signature is the definition up to its body, or for data to the end of the
// line that has the name.
func (e *extractor) signature(d *definition, kind code.Kind) string {
	n, body := d.node, d.body
	if !body.IsNone() && body.Span().Start >= n.Span().Start {
		s := tidy(e.withoutComments(n, body.Span().Start))
		for _, opener := range []string{"{", "=>", ":", "=", " do", " where", " is"} {
			if rest, ok := strings.CutSuffix(s, opener); ok {
				s = strings.TrimRight(rest, " ")
				break
			}
		}
		return cut(s, maxSignature)
	}
	end := min(n.Span().End, n.Span().Start+4*maxSignature)
	if kind.IsData() {
		name := max(d.name.Span().Start, n.Span().Start)
		if i := bytes.IndexByte(e.tree.Source[name:min(n.Span().End, name+maxSignature)], '\n'); i >= 0 {
			return cut(strings.TrimRight(tidy(e.withoutComments(n, name+uint32(i))), "=; "), maxSignature)
		}
		end = max(end, d.name.Span().End)
	}
	return cut(strings.TrimRight(tidy(e.withoutComments(n, end)), "; "), maxSignature)
}

// withoutComments is the text from the start of n to the offset end.
func (e *extractor) withoutComments(n syntax.Node, end uint32) []byte {
	var kept []byte
	at := n.Span().Start
	for i := n.Index() + 1; i < n.End(); i++ {
		c := e.tree.At(i)
		span := c.Span()
		if span.Start >= end {
			break
		}
		if c.IsComment() && span.Start >= at {
			kept = append(kept, e.tree.Source[at:span.Start]...)
			at = min(span.End, end)
		}
	}
	if kept == nil {
		return e.tree.Source[at:end]
	}
	return append(kept, e.tree.Source[at:end]...)
}

var modifierWords = map[string]code.Modifiers{
	"public": code.Public, "pub": code.Public, "open": code.Public, "private": code.Private, "fileprivate": code.Private,
	"protected": code.Protected, "internal": code.Internal, "export": code.Exported, "static": code.Static,
	"abstract": code.Abstract, "async": code.Async, "suspend": code.Async, "override": code.Override,
	"final": code.Final, "const": code.Const, "constexpr": code.Const, "readonly": code.Readonly,
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
		if c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' {
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
	return marksDeprecated(head) || strings.Contains(s.Doc, "Deprecated:") ||
		strings.Contains(s.Doc, "@deprecated") || strings.Contains(s.Doc, ".. deprecated::")
}

func marksDeprecated(head []byte) bool {
	for _, mark := range []string{"@Deprecated", "[Obsolete", "#[deprecated", "@deprecated", "[[deprecated", "@available(*, deprecated"} {
		if strings.Contains(string(head), mark) {
			return true
		}
	}
	return false
}
