package query

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"lode/internal/chunk"
	"lode/internal/code"
	"lode/internal/store"
)

// results turns the best candidates into what is shown.
func (s *search) results(ctx context.Context, ranked []*candidate) error {
	perFile := map[int64]int{}
	texts := map[int64]*fileText{}
	for _, c := range ranked {
		if len(s.answer.Results) == s.request.Limit {
			break
		}
		if perFile[c.file.ID] == s.request.PerFile {
			continue
		}
		result, ok, err := s.result(ctx, c, texts)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		perFile[c.file.ID]++
		s.answer.Stale = s.answer.Stale || result.Stale
		s.answer.Results = append(s.answer.Results, result)
	}
	return nil
}

// ofKind returns the first symbol in a chunk that is of a kind asked for, or nil.
func (s *search) ofKind(ctx context.Context, c *candidate) (*store.SymbolRow, error) {
	t := s.tables[c.segment]
	rows, err := s.SymbolsOf(ctx, c.file.ID)
	for i := range rows {
		line := rows[i].Span.StartLine
		if line >= t.StartLine[c.chunk] && line <= t.EndLine[c.chunk] && s.request.kind(rows[i].Kind) {
			return &rows[i], nil
		}
	}
	return nil, err
}

// fileText is the text of a file, read once for all its results.
type fileText struct {
	file    *store.File
	content []byte
	stale   bool
}

// result makes one result; ok is false when a filter drops it.
func (s *search) result(ctx context.Context, c *candidate, texts map[int64]*fileText) (Result, bool, error) {
	t := s.tables[c.segment]
	r := Result{
		Path: c.file.Path, Language: c.file.Language, Role: c.file.Role.String(), Score: c.score,
		StartLine: int(t.StartLine[c.chunk]), EndLine: int(t.EndLine[c.chunk]), Kind: code.ChunkKind(t.Kind[c.chunk]).String(),
	}
	if c.symbol == nil && t.Symbol[c.chunk] >= 0 {
		row, err := s.Symbol(ctx, c.file.ID, int(t.Symbol[c.chunk]))
		if err != nil {
			return r, false, err
		}
		c.symbol = row
	}
	if len(s.request.Kinds) > 0 && (c.symbol == nil || !s.request.kind(c.symbol.Kind)) {
		var err error
		if c.symbol, err = s.ofKind(ctx, c); c.symbol == nil {
			return r, false, err
		}
	}
	if c.symbol != nil {
		r.Symbol, r.Kind = c.symbol.QualifiedName, c.symbol.Kind.String()
	}
	if c.first { // the symbol itself is the answer, not the chunk it starts in
		r.StartLine, r.EndLine = int(c.symbol.DocLine), int(c.symbol.Span.EndLine)
	}
	text, err := s.indexed(ctx, c.file.ID, texts)
	if err != nil {
		return r, false, err
	}
	r.Stale = text.stale
	r.Text = Lines(text.content, r.StartLine, r.EndLine)
	if s.part == store.PartTiers {
		r.Text = s.composedText(ctx, text, code.ChunkKind(t.Kind[c.chunk]))
		r.Kind = code.ChunkKind(t.Kind[c.chunk]).String()
	}
	if s.request.Explain {
		r.Signals = &c.signals
	}
	return r, true, nil
}

// indexed reads the indexed text of a file once.
func (s *search) indexed(ctx context.Context, id int64, texts map[int64]*fileText) (*fileText, error) {
	if t, ok := texts[id]; ok {
		return t, nil
	}
	f, err := s.File(ctx, id)
	if err != nil {
		return nil, err
	}
	t := &fileText{file: f}
	t.content, t.stale, err = s.content(ctx, f)
	if err != nil {
		t.content, t.stale = []byte{}, true // the place is known, its text is gone
	}
	texts[id] = t
	return t, nil
}

// composedText makes a view of a file again, as it was indexed.
func (s *search) composedText(ctx context.Context, t *fileText, kind code.ChunkKind) string {
	facts, err := s.allFacts(ctx, t.file)
	if err != nil {
		return ""
	}
	in := chunk.Input{Path: t.file.Path, Language: t.file.Language, Content: t.content, Facts: facts, LineComment: s.index.Comments[t.file.Language]}
	for _, c := range chunk.Tiers(in, s.index.Chunk) {
		if c.Kind == kind {
			return c.Text
		}
	}
	return ""
}

// allFacts reads the facts of a file, symbols included.
func (v *view) allFacts(ctx context.Context, f *store.File) (*code.Facts, error) {
	facts, err := v.Facts(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	rows, err := v.SymbolsOf(ctx, f.ID)
	if err != nil {
		return nil, err
	}
	facts.Package, facts.Status = f.Package, f.Status
	for i := range rows {
		facts.Symbols = append(facts.Symbols, rows[i].Symbol)
	}
	return facts, nil
}

// Lines returns lines from to to, both included, without the last line end.
func Lines(content []byte, from, to int) string {
	for line := 1; line < from; line++ {
		i := bytes.IndexByte(content, '\n')
		if i < 0 {
			return ""
		}
		content = content[i+1:]
	}
	end := 0
	for line := from; line <= to && end < len(content); line++ {
		i := bytes.IndexByte(content[end:], '\n')
		if i < 0 {
			end = len(content)
			break
		}
		end += i + 1
	}
	return strings.TrimRight(string(content[:end]), "\r\n")
}

// isChanged reports whether a file on disk may differ from what was indexed,
// by size and time alone.
func (v *view) isChanged(f *store.File) bool {
	info, err := os.Stat(filepath.Join(v.index.Root, filepath.FromSlash(f.Path)))
	return err != nil || info.Size() != f.Size || info.ModTime().UnixNano() != f.ModTime
}
