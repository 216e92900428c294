package syntax

import (
	"bytes"
	"iter"
	"math"
	"slices"

	"lode/internal/code"
)

// Tree is the syntax tree of one text.
type Tree struct {
	Source  []byte
	grammar *Grammar
	nodes   []node

	lineStarts []uint32 // byte offset at which each line starts
}

// Lines is the number of lines, counting the one after the last newline.
func (t *Tree) Lines() int { return len(t.lineStarts) }

func lineStarts(source []byte) []uint32 {
	starts := make([]uint32, 1, bytes.Count(source, []byte{'\n'})+1)
	for at := 0; ; {
		i := bytes.IndexByte(source[at:], '\n')
		if i < 0 {
			return starts
		}
		at += i + 1
		starts = append(starts, uint32(at))
	}
}

// Root returns the node that covers the text.
func (t *Tree) Root() Node { return Node{t, 0} }

// HasError reports whether any part of the text did not fit the grammar.
func (t *Tree) HasError() bool { return t.nodes[0].flags&flagHasError != 0 }

// KindSet is a set of kinds of one grammar.
type KindSet []bool

// Kinds returns the kinds whose nodes are comments or have one of the names.
func (g *Grammar) Kinds(comments bool, names ...string) KindSet {
	set := make(KindSet, len(g.kinds))
	for i := range set {
		set[i] = comments && g.comment[i] || slices.Contains(names, g.kinds[i])
	}
	return set
}

// Outermost visits the nodes of some kinds that are not within another one.
func (t *Tree) Outermost(set KindSet) iter.Seq[Node] {
	return func(yield func(Node) bool) {
		for i := 0; i < len(t.nodes); {
			n := &t.nodes[i]
			if int(n.kind) >= len(set) || !set[n.kind] {
				i++
				continue
			}
			if !yield(Node{t, int32(i)}) {
				return
			}
			i = int(n.next)
		}
	}
}

// Rows visits for each line the first node that starts on it, with the number
// of nodes of several lines around that, the root not counted.
func (t *Tree) Rows() iter.Seq2[int, Node] {
	return func(yield func(depth int, first Node) bool) {
		var open []uint32 // ends of the nodes of several lines that are open
		seen := -1
		for i := 1; i < len(t.nodes); i++ {
			n := &t.nodes[i]
			for len(open) > 0 && open[len(open)-1] <= uint32(i) {
				open = open[:len(open)-1]
			}
			if int(n.row) > seen && n.end > n.start {
				seen = int(n.row)
				if !yield(len(open), Node{t, int32(i)}) {
					return
				}
			}
			if n.endRow > n.row && (n.endRow > n.row+1 || t.Source[n.end-1] != '\n') {
				open = append(open, n.next)
			}
		}
	}
}

// Node is one node of a tree. The zero Node is "none": its methods return
// zero values, so that chains such as n.Child("name").Text() need no checks.
type Node struct {
	tree  *Tree
	index int32
}

func (n Node) raw() *node { return &n.tree.nodes[n.index] }

// IsNone reports whether there is no such node.
func (n Node) IsNone() bool { return n.tree == nil }

// Kind is the grammar's name for the node, or "" for none.
func (n Node) Kind() string {
	if n.tree == nil {
		return ""
	}
	if k := n.raw().kind; k != math.MaxUint16 {
		return n.tree.grammar.kinds[k]
	}
	return "ERROR"
}

// Is reports whether the node is of one of the kinds.
func (n Node) Is(kinds ...string) bool {
	kind := n.Kind()
	for _, k := range kinds {
		if k == kind && k != "" {
			return true
		}
	}
	return false
}

// IsNamed reports whether the grammar names the node; punctuation and keywords are not named.
func (n Node) IsNamed() bool { return n.tree != nil && n.raw().flags&flagNamed != 0 }

// IsExtra reports whether the node may appear anywhere, as comments do.
func (n Node) IsExtra() bool { return n.tree != nil && n.raw().flags&flagExtra != 0 }

// IsComment reports whether the grammar calls the node a comment of some kind.
func (n Node) IsComment() bool {
	if n.tree == nil {
		return false
	}
	k := n.raw().kind
	return int(k) < len(n.tree.grammar.comment) && n.tree.grammar.comment[k]
}

// StartsLine reports whether nothing but white space stands before the node on its line.
func (n Node) StartsLine() bool {
	r := n.raw()
	return len(bytes.TrimLeft(n.tree.Source[n.tree.lineStarts[r.row]:r.start], " \t")) == 0
}

// Index is the node's place in preorder; it orders nodes of one tree.
func (n Node) Index() int { return int(n.index) }

// End is the index one past the last node below n.
func (n Node) End() int { return int(n.raw().next) }

// Text is the source that the node covers.
func (n Node) Text() string { return string(n.Bytes()) }

// Bytes is Text without a copy.
func (n Node) Bytes() []byte {
	if n.tree == nil {
		return nil
	}
	r := n.raw()
	return n.tree.Source[r.start:r.end]
}

// Before is the source of n in front of a node within it, without a copy.
func (n Node) Before(inner Node) []byte {
	if n.tree == nil || inner.tree == nil || inner.raw().start < n.raw().start {
		return nil
	}
	return n.tree.Source[n.raw().start:inner.raw().start]
}

// Span is the region that the node covers.
func (n Node) Span() code.Span {
	if n.tree == nil {
		return code.Span{}
	}
	r := n.raw()
	end := r.endRow + 1
	// A node that ends with its newline touches no byte of the next line.
	if r.end > r.start && r.end > 0 && n.tree.Source[r.end-1] == '\n' && r.endRow > r.row {
		end--
	}
	return code.Span{Start: r.start, End: r.end, StartLine: r.row + 1, StartColumn: n.column(), EndLine: end}
}

func (n Node) column() uint32 {
	r := n.raw()
	return r.start - n.tree.lineStarts[r.row] + 1
}

// Line is the 1-based line on which the node starts.
func (n Node) Line() uint32 {
	if n.tree == nil {
		return 0
	}
	return n.raw().row + 1
}

// Parent is the node above, or none for the root.
func (n Node) Parent() Node {
	if n.tree == nil || n.index == 0 {
		return Node{}
	}
	return Node{n.tree, int32(n.raw().parent)}
}

// Children visits the direct children in order.
func (n Node) Children() iter.Seq[Node] {
	return func(yield func(Node) bool) {
		if n.tree == nil {
			return
		}
		end := int32(n.raw().next)
		for i := n.index + 1; i < end; i = int32(n.tree.nodes[i].next) {
			if !yield(Node{n.tree, i}) {
				return
			}
		}
	}
}

// Child returns the first child in the named field, or none.
func (n Node) Child(field string) Node {
	for c := range n.Children() {
		if f := c.raw().field; f != 0 && n.tree.grammar.fields[f] == field {
			return c
		}
	}
	return Node{}
}

// Find returns the first direct child of one of the kinds, or none.
func (n Node) Find(kinds ...string) Node {
	for c := range n.Children() {
		if c.Is(kinds...) {
			return c
		}
	}
	return Node{}
}

// Field is the name of the field that the node is in, or "".
func (n Node) Field() string {
	if n.tree == nil {
		return ""
	}
	return n.tree.grammar.fields[n.raw().field]
}

// Next returns the sibling after the node, or none.
func (n Node) Next() Node {
	if n.tree == nil || n.index == 0 {
		return Node{}
	}
	if next := n.raw().next; next < n.Parent().raw().next {
		return Node{n.tree, int32(next)}
	}
	return Node{}
}

// Previous returns the sibling before the node, or none.
func (n Node) Previous() Node {
	if n.tree == nil || n.index == 0 {
		return Node{}
	}
	parent := n.raw().parent
	before := uint32(n.index) - 1
	if before == parent {
		return Node{}
	}
	for n.tree.nodes[before].parent != parent {
		before = n.tree.nodes[before].parent
	}
	return Node{n.tree, int32(before)}
}

// At returns the node with the given index.
func (t *Tree) At(index int) Node { return Node{t, int32(index)} }

// Len is the number of nodes.
func (t *Tree) Len() int { return len(t.nodes) }
