package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"lode/internal/code"
)

// Packed values, format 1. Numbers are uvarints, signed ones zigzag; a string
// is its length and its bytes. Lists start with their count.
//
//	imports   path, name, alias, line
//	refs      a table of distinct strings, then for each reference: kind, name
//	          and receiver as places in the table, line as difference to the
//	          one before (signed), column, symbol + 1
//	span      start byte, length, start line, column, lines after the first
//	position  of a symbol: its span, its body, name line and column, doc line
type packer struct{ b []byte }

func (p *packer) uint(v uint64)   { p.b = binary.AppendUvarint(p.b, v) }
func (p *packer) int(v int64)     { p.b = binary.AppendVarint(p.b, v) }
func (p *packer) string(s string) { p.uint(uint64(len(s))); p.b = append(p.b, s...) }

var errPacked = errors.New("packed value is damaged")

type unpacker struct {
	b   []byte
	err error
}

func (u *unpacker) uint() uint64 {
	v, n := binary.Uvarint(u.b)
	if n <= 0 {
		u.fail()
		return 0
	}
	u.b = u.b[n:]
	return v
}

func (u *unpacker) int() int64 {
	v, n := binary.Varint(u.b)
	if n <= 0 {
		u.fail()
		return 0
	}
	u.b = u.b[n:]
	return v
}

func (u *unpacker) u32() uint32 { return uint32(u.uint()) }

func (u *unpacker) string() string {
	n := u.uint()
	if n > uint64(len(u.b)) {
		u.fail()
		return ""
	}
	s := string(u.b[:n])
	u.b = u.b[n:]
	return s
}

// count reads the length of a list whose elements take at least one byte each.
func (u *unpacker) count() int {
	n := u.uint()
	if n > uint64(len(u.b)) {
		u.fail()
		return 0
	}
	return int(n)
}

func (u *unpacker) fail() { u.b, u.err = nil, errPacked }

func packImports(imports []code.Import) []byte {
	if len(imports) == 0 {
		return nil
	}
	var p packer
	p.uint(uint64(len(imports)))
	for _, i := range imports {
		p.string(i.Path)
		p.string(i.Name)
		p.string(i.Alias)
		p.uint(uint64(i.Line))
	}
	return p.b
}

func unpackImports(b []byte) ([]code.Import, error) {
	if len(b) == 0 {
		return nil, nil
	}
	u := unpacker{b: b}
	imports := make([]code.Import, u.count())
	for i := range imports {
		imports[i] = code.Import{Path: u.string(), Name: u.string(), Alias: u.string(), Line: u.u32()}
	}
	return imports, u.err
}

func packRefs(refs []code.Ref) []byte {
	if len(refs) == 0 {
		return nil
	}
	places := map[string]uint64{}
	var table []string
	place := func(s string) uint64 {
		at, ok := places[s]
		if !ok {
			at = uint64(len(table))
			places[s] = at
			table = append(table, s)
		}
		return at
	}
	var body packer
	line := uint32(0)
	for _, r := range refs {
		body.uint(uint64(r.Kind))
		body.uint(place(r.Name))
		body.uint(place(r.Receiver))
		body.int(int64(r.Line) - int64(line))
		body.uint(uint64(r.Column))
		body.uint(uint64(r.Symbol + 1))
		line = r.Line
	}
	var p packer
	p.uint(uint64(len(table)))
	for _, s := range table {
		p.string(s)
	}
	p.uint(uint64(len(refs)))
	return append(p.b, body.b...)
}

func unpackRefs(b []byte) ([]code.Ref, error) {
	if len(b) == 0 {
		return nil, nil
	}
	u := unpacker{b: b}
	table := make([]string, u.count())
	for i := range table {
		table[i] = u.string()
	}
	text := func() string {
		at := u.uint()
		if at >= uint64(len(table)) {
			u.fail()
			return ""
		}
		return table[at]
	}
	refs := make([]code.Ref, u.count())
	line := int64(0)
	for i := range refs {
		r := &refs[i]
		r.Kind, r.Name, r.Receiver = code.RefKind(u.uint()), text(), text()
		line += u.int()
		r.Line, r.Column, r.Symbol = uint32(line), u.u32(), int(u.uint())-1
	}
	return refs, u.err
}

func packSpans(spans []code.Span) []byte {
	if len(spans) == 0 {
		return nil
	}
	var p packer
	p.uint(uint64(len(spans)))
	for _, s := range spans {
		p.span(s)
	}
	return p.b
}

func unpackSpans(b []byte) ([]code.Span, error) {
	if len(b) == 0 {
		return nil, nil
	}
	u := unpacker{b: b}
	spans := make([]code.Span, u.count())
	for i := range spans {
		spans[i] = u.span()
	}
	return spans, u.err
}

func (p *packer) span(s code.Span) {
	p.uint(uint64(s.Start))
	p.uint(uint64(s.End - s.Start))
	p.uint(uint64(s.StartLine))
	p.uint(uint64(s.StartColumn))
	p.uint(uint64(s.EndLine - s.StartLine))
}

func (u *unpacker) span() code.Span {
	var s code.Span
	s.Start = u.u32()
	s.End = s.Start + u.u32()
	s.StartLine = u.u32()
	s.StartColumn = u.u32()
	s.EndLine = s.StartLine + u.u32()
	return s
}

func packPosition(s *code.Symbol) []byte {
	var p packer
	p.span(s.Span)
	p.span(s.Body)
	p.uint(uint64(s.NameLine))
	p.uint(uint64(s.NameColumn))
	p.uint(uint64(s.DocLine))
	return p.b
}

func unpackPosition(b []byte, s *code.Symbol) error {
	u := unpacker{b: b}
	s.Span, s.Body = u.span(), u.span()
	s.NameLine, s.NameColumn, s.DocLine = u.u32(), u.u32(), u.u32()
	return u.err
}

// deflaters are reused: a new one costs a megabyte.
var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(io.Discard, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

func deflate(b []byte) []byte {
	var out bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	_, _ = w.Write(b) // a bytes.Buffer does not fail
	_ = w.Close()
	return out.Bytes()
}

func inflate(b []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(b)))
}
