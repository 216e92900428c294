package parse

import (
	"cmp"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

// definition is a match of @definition.KIND or @container.
type definition struct {
	pattern   int
	kind      code.Kind // KindUnknown: a container that is no symbol
	node      syntax.Node
	name      syntax.Node
	params    syntax.Node
	result    syntax.Node
	body      syntax.Node
	doc       syntax.Node
	function  syntax.Node
	receiver  string
	container bool
	member    bool
}

// reference is a match of @reference.KIND.
type reference struct {
	pattern  int
	kind     code.RefKind
	name     syntax.Node
	receiver syntax.Node
}

// extractor holds what is reused from file to file.
type extractor struct {
	language *lang.Language
	tree     *syntax.Tree
	facts    *code.Facts

	definitions []definition
	references  []reference
	data        []syntax.Node
	typeParams  []syntax.Node
	defined     map[int]int // index of a name's node to its place in definitions
	above       []int32     // by row: index+1 of the comment or attribute that ends there
	strings     map[string]string
	nesting     []scope
}

// scope is an open definition or container during a sweep in source order.
type scope struct {
	node      int    // index of its node
	end       int    // index of the first node after it
	symbol    int    // in facts.Symbols, or -1
	qualified string // prefix for the names within
	kind      code.Kind
	owner     string // qualified name of the type that a container without a symbol adds to
}

func (e *extractor) extract(l *lang.Language, q *syntax.Query, t *syntax.Tree) *code.Facts {
	facts := &code.Facts{Status: code.ParsedFull}
	if t.HasError() {
		facts.Status = code.ParsedPartial
	}
	e.reset(l, t, facts)
	q.Run(t, e.collect)
	e.indexComments()
	e.emitSymbols()
	e.emitReferences()
	e.emitData()
	facts.Depths = e.depths()
	return facts
}

func (e *extractor) reset(l *lang.Language, t *syntax.Tree, facts *code.Facts) {
	e.language, e.tree, e.facts = l, t, facts
	e.definitions = e.definitions[:0]
	e.references = e.references[:0]
	e.data = e.data[:0]
	e.typeParams = e.typeParams[:0]
	e.defined = map[int]int{}
	e.strings = map[string]string{}
	e.above = append(e.above[:0], make([]int32, t.Lines())...)
}

// intern returns one string for equal bytes: names repeat all over a file.
func (e *extractor) intern(b []byte) string {
	if s, ok := e.strings[string(b)]; ok {
		return s
	}
	s := string(b)
	e.strings[s] = s
	return s
}

// collect sorts one match into its list.
func (e *extractor) collect(m *syntax.Match) {
	var d definition
	var primary, refKind string
	var main, path, alias, receiver syntax.Node
	m.Each(func(capture string, n syntax.Node) {
		switch capture {
		case "name":
			d.name = n
		case "params":
			d.params = n
		case "result":
			d.result = n
		case "body":
			d.body = n
		case "doc":
			d.doc = n
		case "function":
			d.function = n
		case "member":
			d.member = true
		case "receiver":
			receiver = n
		case "path":
			path = n
		case "alias":
			alias = n
		default:
			if capture[0] != '_' {
				main = n
				primary, refKind, _ = strings.Cut(capture, ".")
			}
		}
	})
	d.pattern, d.node = m.Pattern, main
	switch primary {
	case "definition":
		d.kind, _ = code.ParseKind(refKind)
		d.receiver = e.intern(receiver.Bytes())
		if rule := e.language.Rules.Define; rule == nil || d.apply(rule) {
			e.define(d)
		}
	case "container":
		d.container = true
		e.define(d)
	case "reference":
		e.references = append(e.references, reference{m.Pattern, refKinds[refKind], d.name, receiver})
	case "import":
		e.addImport(main, path, d.name, alias)
	case "package":
		e.facts.Package = e.language.Join(e.facts.Package, main.Text())
	case "data":
		e.data = append(e.data, main)
	case "type_parameter":
		e.typeParams = append(e.typeParams, main)
	}
}

var refKinds = map[string]code.RefKind{"call": code.RefCall, "type": code.RefType, "inherit": code.RefInherit}

// apply lets a rule change what was captured.
func (d *definition) apply(rule func(*lang.Definition) bool) bool {
	x := lang.Definition{Kind: d.kind, Node: d.node, Name: d.name, Params: d.params, Receiver: d.receiver}
	keep := rule(&x)
	d.kind, d.node, d.name, d.params, d.receiver = x.Kind, x.Node, x.Name, x.Params, x.Receiver
	return keep
}

// define keeps for each name the definition of the earliest pattern.
func (e *extractor) define(d definition) {
	if d.name.IsNone() {
		return
	}
	key := d.name.Index()
	if d.container {
		key = -1 - d.node.Index() // a container's name stays a reference to its type
	}
	if at, ok := e.defined[key]; ok {
		if d.pattern < e.definitions[at].pattern {
			e.definitions[at] = d
		}
		return
	}
	e.defined[key] = len(e.definitions)
	e.definitions = append(e.definitions, d)
}

func (e *extractor) addImport(node, path, name, alias syntax.Node) {
	i := code.Import{Path: strings.Trim(path.Text(), "\"'`<>"), Name: name.Text(), Alias: alias.Text(), Line: node.Line()}
	if rule := e.language.Rules.Import; rule != nil && !rule(node, &i) {
		return
	}
	e.facts.Imports = append(e.facts.Imports, i)
}

// around closes the scopes that end before node and returns the innermost
// that is left around it. Names defined by one node, as in `var a, b int`, are
// siblings.
func (e *extractor) around(node int) scope {
	for len(e.nesting) > 0 && e.nesting[len(e.nesting)-1].end <= node {
		e.nesting = e.nesting[:len(e.nesting)-1]
	}
	for i := len(e.nesting) - 1; i >= 0; i-- {
		if e.nesting[i].node != node {
			return e.nesting[i]
		}
	}
	return scope{symbol: -1}
}

// innermostType returns the type around the node that around was last asked for.
func (e *extractor) innermostType() scope {
	for i := len(e.nesting) - 1; i >= 0; i-- {
		if e.nesting[i].kind.IsType() {
			return e.nesting[i]
		}
	}
	return scope{symbol: -1}
}

// emitReferences writes what is left of the references: one for each name, of
// the earliest pattern, and none for names that are being defined or that are
// type parameters of a definition around them.
func (e *extractor) emitReferences() {
	slices.SortFunc(e.references, func(a, b reference) int {
		return cmp.Or(cmp.Compare(a.name.Index(), b.name.Index()), cmp.Compare(a.pattern, b.pattern))
	})
	e.facts.Refs = make([]code.Ref, 0, len(e.references))
	e.nesting = e.nesting[:0]
	next, last := 0, -1
	parameters := e.typeParameters()
	for _, r := range e.references {
		index := r.name.Index()
		if r.name.IsNone() || index == last {
			continue
		}
		last = index
		if _, ok := e.defined[index]; ok {
			continue
		}
		if r.kind == code.RefType && parameters[string(r.name.Bytes())].contains(index) {
			continue
		}
		for ; next < len(e.definitions) && e.definitions[next].node.Index() <= index; next++ {
			d := &e.definitions[next]
			e.around(d.node.Index())
			if s := d.pattern; s >= 0 { // pattern holds the index of the symbol, or of the container's type, by now
				e.nesting = append(e.nesting, scope{node: d.node.Index(), end: d.node.End(), symbol: s})
			}
		}
		span := r.name.Span()
		ref := code.Ref{
			Kind: r.kind, Name: e.intern(r.name.Bytes()), Receiver: e.receiver(r.receiver),
			Line: span.StartLine, Column: span.StartColumn, Symbol: e.around(index).symbol,
		}
		if rule := e.language.Rules.Reference; rule != nil && !rule(r.name, &ref) {
			continue
		}
		e.facts.Refs = append(e.facts.Refs, ref)
	}
}

// extents are regions of the tree, as half-open ranges of node indices, in
// order and apart from each other.
type extents [][2]int

func (x extents) contains(index int) bool {
	at, found := slices.BinarySearchFunc(x, index, func(r [2]int, i int) int { return cmp.Compare(r[0], i) })
	return found || at > 0 && index < x[at-1][1]
}

// outermost sorts regions and drops those that lie within another.
func outermost(regions extents) extents {
	slices.SortFunc(regions, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(b[1], a[1])) })
	end := 0
	return slices.DeleteFunc(regions, func(r [2]int) bool {
		within := r[1] <= end
		end = max(end, r[1])
		return within
	})
}

// typeParameters finds where each name of a type parameter means that
// parameter: within the innermost definition around it.
func (e *extractor) typeParameters() map[string]extents {
	if len(e.typeParams) == 0 {
		return nil
	}
	isDefinition := map[int]bool{}
	for _, d := range e.definitions {
		isDefinition[d.node.Index()] = true
		for p := d.node.Parent(); p.Is(e.language.Rules.Wrappers...); p = p.Parent() {
			isDefinition[p.Index()] = true
		}
	}
	parameters := map[string]extents{}
	for _, n := range e.typeParams {
		around := n.Parent()
		for !around.IsNone() && !isDefinition[around.Index()] {
			around = around.Parent()
		}
		if !around.IsNone() {
			name := string(n.Bytes())
			parameters[name] = append(parameters[name], [2]int{around.Index(), around.End()})
		}
	}
	for name, regions := range parameters {
		parameters[name] = outermost(regions)
	}
	return parameters
}

// maxReceiver bounds the text kept of the expression before a call.
const maxReceiver = 120

func (e *extractor) receiver(n syntax.Node) string {
	b := n.Bytes()
	if len(b) > maxReceiver {
		return fold(b[:maxReceiver])
	}
	for _, c := range b {
		if c == '\n' || c == '\r' || c == '\t' {
			return fold(b)
		}
	}
	return e.intern(b)
}

func (e *extractor) emitData() {
	slices.SortFunc(e.data, func(a, b syntax.Node) int { return cmp.Compare(a.Index(), b.Index()) })
	next, skip := 0, 0 // skip: where the declaration or function before ends
	for _, n := range e.data {
		for ; next < len(e.definitions) && e.definitions[next].node.Index() < n.Index(); next++ {
			d := &e.definitions[next]
			if d.pattern >= 0 && e.facts.Symbols[d.pattern].Kind.IsCallable() {
				skip = max(skip, d.node.End())
			}
		}
		if n.Index() < skip {
			continue
		}
		skip = n.End()
		e.facts.Data = append(e.facts.Data, n.Span())
	}
}
