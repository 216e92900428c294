package query

import (
	"context"
	"encoding/hex"
	"fmt"

	"lode/internal/code"
	"lode/internal/store"
)

// Record is one fact of the index. Type says which other fields are set.
type Record map[string]any

// Export calls fn for every fact in canonical order: files by path, and within
// a file its imports, symbols, references, data and chunks in source order.
// Two indexes of the same tree give the same records, however they were built:
// nothing depends on time, on ids of the database or on the order of updates.
func (x *Index) Export(ctx context.Context, fn func(Record) error) error {
	v, err := x.view(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	model, err := v.Meta(ctx, "model")
	if err != nil {
		return err
	}
	recipe, err := v.Meta(ctx, "recipe")
	if err != nil {
		return err
	}
	if err := fn(Record{"type": "index", "format": 1, "model": model, "recipe": recipe}); err != nil {
		return err
	}
	chunks, err := v.chunksByFile(ctx)
	if err != nil {
		return err
	}
	err = v.Files(ctx, func(f *store.File) error { return v.exportFile(ctx, f, chunks[f.ID], fn) })
	if err != nil {
		return err
	}
	skipped, err := v.Skipped(ctx)
	if err != nil {
		return err
	}
	for _, k := range skipped {
		if err := fn(Record{"type": "skipped", "path": k.Path, "reason": k.Reason, "detail": k.Detail}); err != nil {
			return err
		}
	}
	return nil
}

// chunkRange is where the chunks of a file are.
type chunkRange struct {
	table    *store.Chunks
	ids      []string
	from, to int
	tiers    *store.Chunks
	tierFrom int
	tierTo   int
}

func (v *view) chunksByFile(ctx context.Context) (map[int64]chunkRange, error) {
	ranges := map[int64]chunkRange{}
	for _, seg := range v.segments {
		files, err := seg.Files(ctx)
		if err != nil {
			return nil, err
		}
		table, err := seg.Chunks(ctx, store.PartChunks)
		if err != nil {
			return nil, err
		}
		ids, err := seg.ChunkIDs(ctx)
		if err != nil {
			return nil, err
		}
		tiers, err := seg.Chunks(ctx, store.PartTiers)
		if err != nil {
			return nil, err
		}
		for i, f := range files {
			if store.IsSet(seg.DeadFiles, i) {
				continue
			}
			r := chunkRange{table: table, ids: ids, tiers: tiers}
			r.from, r.to = table.OfFile(uint32(i))
			r.tierFrom, r.tierTo = tiers.OfFile(uint32(i))
			ranges[f.ID] = r
		}
	}
	return ranges, nil
}

func (v *view) exportFile(ctx context.Context, f *store.File, chunks chunkRange, fn func(Record) error) error {
	facts, err := v.Facts(ctx, f.ID)
	if err != nil {
		return err
	}
	symbols, err := v.symbolsOf(ctx, store.FileInfo{ID: f.ID, Path: f.Path, Language: f.Language, Role: f.Role})
	if err != nil {
		return err
	}
	name := func(place int) string {
		if place < 0 || place >= len(symbols) {
			return ""
		}
		return symbols[place].ID
	}
	records := []Record{{
		"type": "file", "path": f.Path, "language": f.Language, "role": f.Role.String(), "size": f.Size, "sha256": hex.EncodeToString(f.Hash[:]),
		"oid": f.OID, "lines": f.Lines, "package": f.Package, "parse_status": f.Status.String(),
	}}
	for _, i := range facts.Imports {
		records = append(records, Record{"type": "import", "file": f.Path, "path": i.Path, "name": i.Name, "alias": i.Alias, "line": i.Line})
	}
	for i := range symbols {
		s := &symbols[i]
		records = append(records, Record{
			"type": "symbol", "id": s.ID, "file": f.Path, "kind": s.Kind, "name": s.Name, "qualified_name": s.QualifiedName, "container": s.Container,
			"start_line": s.StartLine, "start_column": s.StartColumn, "end_line": s.EndLine, "name_line": s.NameLine, "name_column": s.NameColumn,
			"doc_line": s.DocLine, "signature": s.Signature, "parameters": s.Parameters, "parameter_count": s.ParameterCount,
			"return_type": s.ReturnType, "modifiers": s.Modifiers, "doc": s.Doc,
		})
	}
	for _, r := range facts.Refs {
		records = append(records, Record{"type": "reference", "file": f.Path, "kind": r.Kind.String(), "name": r.Name, "receiver": r.Receiver, "line": r.Line, "column": r.Column, "symbol": name(r.Symbol)})
	}
	for _, d := range facts.Data {
		records = append(records, Record{"type": "data", "file": f.Path, "start_line": d.StartLine, "end_line": d.EndLine})
	}
	for i := chunks.from; i < chunks.to; i++ {
		t := chunks.table
		records = append(records, Record{"type": "chunk", "id": chunks.ids[i], "file": f.Path, "kind": code.ChunkKind(t.Kind[i]).String(),
			"start_line": t.StartLine[i], "end_line": t.EndLine[i], "symbol": name(int(t.Symbol[i])),
			"is_large_paragraph": t.Flags[i]&store.ChunkLarge != 0, "is_split_paragraph": t.Flags[i]&store.ChunkSplit != 0})
	}
	for i := chunks.tierFrom; i < chunks.tierTo; i++ {
		t := chunks.tiers
		kind := code.ChunkKind(t.Kind[i]).String()
		records = append(records, Record{"type": "chunk", "id": fmt.Sprintf("code-%s-%s", kind, f.Path), "file": f.Path, "kind": kind,
			"start_line": t.StartLine[i], "end_line": t.EndLine[i]})
	}
	for _, r := range records {
		if err := fn(r); err != nil {
			return err
		}
	}
	return nil
}
