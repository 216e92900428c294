// Package syntax turns source text into a flat syntax tree and matches
// queries against it.
//
// A Parser runs the official tree-sitter runtime and receives the whole tree
// in one call, as an array of nodes in preorder: no call into C per node. A
// Query is written in tree-sitter's query language (a documented subset, see
// ParseQuery) and is matched in Go over that array in one pass.
//
// A Parser is for one goroutine at a time; Grammars and Queries may be shared.
package syntax

/*
#cgo CFLAGS: -std=c11 -O2
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "tree.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unsafe"

	_ "github.com/tree-sitter/go-tree-sitter" // compiles the C runtime that tree.c calls
)

// ErrTimeout says that a file took longer to parse than its limit.
var ErrTimeout = errors.New("parser gave up: time limit")

// Grammar is a language's parse table with its names resolved.
type Grammar struct {
	language unsafe.Pointer
	kinds    []string
	named    []bool
	comment  []bool // by kind
	fields   []string
}

// NewGrammar reads the names of a tree-sitter language.
func NewGrammar(language unsafe.Pointer) *Grammar {
	g := &Grammar{language: language, fields: []string{""}}
	for i := range uint16(C.lode_symbol_count(language)) {
		name := C.GoString(C.lode_symbol_name(language, C.uint16_t(i)))
		named := bool(C.lode_symbol_named(language, C.uint16_t(i)))
		g.kinds = append(g.kinds, name)
		g.named = append(g.named, named)
		g.comment = append(g.comment, named && (strings.HasSuffix(name, "comment") || name == "haddock"))
	}
	for i := range uint16(C.lode_field_count(language)) {
		g.fields = append(g.fields, C.GoString(C.lode_field_name(language, C.uint16_t(i+1))))
	}
	return g
}

func (g *Grammar) fieldID(name string) (uint16, bool) {
	for i, f := range g.fields {
		if i > 0 && f == name {
			return uint16(i), true
		}
	}
	return 0, false
}

// kindIDs returns all ids of a kind; aliases give one name several ids.
func (g *Grammar) kindIDs(name string, named bool) []uint16 {
	var ids []uint16
	for i, k := range g.kinds {
		if k == name && g.named[i] == named {
			ids = append(ids, uint16(i))
		}
	}
	if named && name == "ERROR" {
		ids = append(ids, math.MaxUint16)
	}
	return ids
}

// Parser parses one text after another.
type Parser struct{ c *C.lode_parser }

// NewParser makes a parser; Close releases it.
func NewParser() *Parser { return &Parser{c: C.lode_parser_new()} }

// Close releases the parser and with it the last tree.
func (p *Parser) Close() {
	if p.c != nil {
		C.lode_parser_delete(p.c)
		p.c = nil
	}
}

// Parse returns the tree of source, which is valid until the next call. It
// fails with ErrTimeout after limit. Text with errors still gives a tree.
func (p *Parser) Parse(g *Grammar, source []byte, limit time.Duration) (*Tree, error) {
	first, length, err := span(source)
	if err != nil {
		return nil, err
	}
	if err := status(C.lode_parse(p.c, g.language, first, length, C.uint32_t(limit.Milliseconds()))); err != nil {
		return nil, err
	}
	nodes := unsafe.Slice((*node)(unsafe.Pointer(p.c.nodes)), int(p.c.count))
	return &Tree{grammar: g, Source: source, nodes: nodes, lineStarts: lineStarts(source)}, nil
}

// ParseOnly parses as a plain user of the runtime would and throws the tree
// away: the floor that benchmarks compare with.
func (p *Parser) ParseOnly(g *Grammar, source []byte, limit time.Duration) error {
	first, length, err := span(source)
	if err != nil {
		return err
	}
	return status(C.lode_parse_only(p.c, g.language, first, length, C.uint32_t(limit.Milliseconds())))
}

// span is source as C takes it.
func span(source []byte) (*C.char, C.uint32_t, error) {
	if len(source) > math.MaxInt32 {
		return nil, 0, fmt.Errorf("source of %d bytes is too large to parse", len(source))
	}
	if len(source) == 0 {
		return nil, 0, nil
	}
	return (*C.char)(unsafe.Pointer(&source[0])), C.uint32_t(len(source)), nil
}

func status(code C.int) error {
	switch code {
	case C.LODE_OK:
		return nil
	case C.LODE_TIMEOUT:
		return ErrTimeout
	case C.LODE_NO_MEMORY:
		return errors.New("parse: out of memory")
	}
	return errors.New("parse: grammar and runtime do not fit together")
}

// node mirrors lode_node in tree.h.
type node struct {
	start, end   uint32
	row, endRow  uint32
	next, parent uint32
	kind, field  uint16
	flags        uint16
	_            uint16
}

const (
	flagNamed    = C.LODE_NAMED
	flagExtra    = C.LODE_EXTRA
	flagMissing  = C.LODE_MISSING
	flagHasError = C.LODE_HAS_ERROR
)
