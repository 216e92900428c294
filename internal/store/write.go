package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"slices"
	"strings"

	"lode/internal/code"
	"lode/internal/table"
)

// NewFile is a file to be written with its facts.
type NewFile struct {
	File
	Facts *code.Facts
	Text  []byte // kept when neither git nor an unchanged file can give it, else nil
}

// NewSegment is what was indexed from a group of files.
type NewSegment struct {
	Files       []FileInfo // ids as AddFile gave them
	Chunks      Chunks
	ChunkIDs    []string
	Tiers       Chunks
	Words       []table.Block
	Trigrams    []table.Block
	Lengths     []byte
	Vectors     [][]byte // in pieces; nil: none
	TierVectors [][]byte
}

// Writer is one write transaction. Commit or Rollback it.
type Writer struct {
	store   *Store
	tx      *sql.Tx
	next    int64 // id of the next file, 0: not known yet
	files   bulk
	facts   bulk
	symbols bulk
}

// Begin starts the write transaction; only one can be open at a time.
func (s *Store) Begin(ctx context.Context) (*Writer, error) {
	tx, err := s.writes.BeginTx(ctx, nil)
	if err != nil {
		return nil, explain(err)
	}
	return &Writer{
		store: s, tx: tx,
		files:   bulk{tx: tx, width: 16, head: "INSERT INTO file (id, live, path, language, role, size, mtime, checked_at, hash, oid, lines, package, parse_status, symbols, contained, refs) VALUES "},
		facts:   bulk{tx: tx, width: 5, head: "INSERT INTO fact (file, imports, refs, data, text) VALUES "},
		symbols: bulk{tx: tx, width: 14, head: "INSERT INTO symbol (id, kind, name, qualified_name, container, modifiers, start_line, end_line, position, signature, parameters, parameter_count, return_type, doc) VALUES "},
	}, nil
}

// Commit makes the changes visible, all at once.
func (w *Writer) Commit(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	return explain(w.tx.Commit())
}

// flush writes the rows that are still collected.
func (w *Writer) flush(ctx context.Context) error {
	for _, b := range []*bulk{&w.files, &w.facts, &w.symbols} {
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Rollback drops the changes; after Commit it does nothing.
func (w *Writer) Rollback() { _ = w.tx.Rollback() }

// Meta returns a value of the index's own record, or "".
func (w *Writer) Meta(ctx context.Context, key string) (string, error) { return meta(ctx, w.tx, key) }

// SetMeta records a value of the index's own.
func (w *Writer) SetMeta(ctx context.Context, key, value string) error {
	return w.exec(ctx, "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", key, value)
}

func (w *Writer) exec(ctx context.Context, query string, args ...any) error {
	_, err := w.tx.ExecContext(ctx, query, args...)
	return explain(err)
}

// Files calls fn for every file, live or staged, in order of path.
func (w *Writer) Files(ctx context.Context, live bool, fn func(*File) error) error {
	where := "live = 0 ORDER BY path"
	if live {
		where = "live = 1 ORDER BY path"
	}
	return eachFile(ctx, w.tx, where, fn)
}

// Skipped lists the paths that the last run left out.
func (w *Writer) Skipped(ctx context.Context) ([]Skip, error) { return skipped(ctx, w.tx) }

// Segments lists the live segments.
func (w *Writer) Segments(ctx context.Context) ([]*State, error) {
	return w.store.states(ctx, w.tx, "live = 1")
}

// AddFile writes a file with its facts, live at once or staged until Publish,
// and returns its id. It must become part of a segment in the same transaction.
func (w *Writer) AddFile(ctx context.Context, f *NewFile, live bool) (int64, error) {
	if w.next == 0 {
		var last sql.NullInt64
		err := w.tx.QueryRowContext(ctx, "SELECT seq FROM sqlite_sequence WHERE name = 'file'").Scan(&last)
		if noRows(err) != nil {
			return 0, explain(err)
		}
		w.next = last.Int64 + 1
	}
	f.ID = w.next
	w.next++
	symbols := f.Facts.Symbols[:min(len(f.Facts.Symbols), symbolsPerFile)]
	contained := 0
	for i := range symbols {
		if symbols[i].Container >= 0 {
			contained++
		}
	}
	err := w.files.add(ctx, f.ID, live, f.Path, f.Language, int(f.Role), f.Size, f.ModTime, f.CheckedAt, f.Hash[:], f.OID,
		f.Lines, f.Facts.Package, int(f.Facts.Status), len(symbols), contained, len(f.Facts.Refs))
	if err != nil {
		return 0, err
	}
	var text []byte
	if f.Text != nil {
		text = deflate(f.Text)
	}
	if err := w.facts.add(ctx, f.ID, packImports(f.Facts.Imports), packRefs(f.Facts.Refs), packSpans(f.Facts.Data), text); err != nil {
		return 0, err
	}
	for place := range symbols {
		s := &symbols[place]
		err := w.symbols.add(ctx, f.ID*symbolsPerFile+int64(place), int(s.Kind), s.Name, s.QualifiedName, s.Container, int64(s.Modifiers),
			int64(s.Span.StartLine), int64(s.Span.EndLine), packPosition(s), s.Signature, s.Parameters, s.ParameterCount, s.ReturnType, s.Doc)
		if err != nil {
			return 0, err
		}
	}
	return f.ID, nil
}

// AddSegment writes what was indexed from files, live at once or staged until Publish.
func (w *Writer) AddSegment(ctx context.Context, n *NewSegment, live bool) error {
	result, err := w.tx.ExecContext(ctx, "INSERT INTO segment (live, files, chunks, tiers) VALUES (?, ?, ?, ?)", live, len(n.Files), n.Chunks.Len(), n.Tiers.Len())
	if err != nil {
		return explain(err)
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	parts := map[Part][][]byte{
		PartFiles: {encodeFiles(n.Files)}, PartChunks: {n.Chunks.encode()}, PartChunkIDs: {deflate([]byte(strings.Join(n.ChunkIDs, "\x00")))},
		PartLengths: {n.Lengths}, PartVectors: n.Vectors, PartTiers: {n.Tiers.encode()}, PartTierVectors: n.TierVectors,
	}
	for part := PartFiles; part <= PartTierVectors; part++ {
		for piece, data := range parts[part] {
			if err := w.exec(ctx, "INSERT INTO segment_part VALUES (?, ?, ?, ?)", id, int(part), piece, data); err != nil {
				return err
			}
		}
	}
	b := bulk{tx: w.tx, head: "INSERT INTO segment_block VALUES ", width: 4}
	for list, blocks := range [][]table.Block{ListWords: n.Words, ListTrigrams: n.Trigrams} {
		for _, block := range blocks {
			if err := b.add(ctx, id, list, block.First, block.Data); err != nil {
				return err
			}
		}
	}
	return b.flush(ctx)
}

// Touch records that a file was checked and has the same content.
func (w *Writer) Touch(ctx context.Context, f *File) error {
	return w.exec(ctx, "UPDATE file SET size = ?, mtime = ?, checked_at = ?, oid = ? WHERE id = ?", f.Size, f.ModTime, f.CheckedAt, f.OID, f.ID)
}

// Remove deletes files with all that was indexed from them.
func (w *Writer) Remove(ctx context.Context, files []int64) error {
	if len(files) == 0 {
		return nil
	}
	if err := w.flush(ctx); err != nil {
		return err
	}
	for _, id := range files {
		if err := w.exec(ctx, "DELETE FROM symbol WHERE id >= ? AND id < ?", id*symbolsPerFile, (id+1)*symbolsPerFile); err != nil {
			return err
		}
		if err := w.exec(ctx, "DELETE FROM file WHERE id = ?", id); err != nil {
			return err
		}
	}
	return w.markDead(ctx, files)
}

// markDead sets the bits of deleted files in their segments and drops segments
// of which nothing is left.
func (w *Writer) markDead(ctx context.Context, files []int64) error {
	states, err := w.store.states(ctx, w.tx, "1")
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, st := range states {
		infos, err := st.Files(ctx)
		if err != nil {
			return err
		}
		var places []uint32
		for place, info := range infos {
			if _, found := slices.BinarySearch(files, info.ID); found {
				places = append(places, uint32(place))
			}
		}
		if len(places) == 0 {
			continue
		}
		if err := w.bury(ctx, st, places); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) bury(ctx context.Context, st *State, places []uint32) error {
	chunks, err := st.Chunks(ctx, PartChunks)
	if err != nil {
		return err
	}
	tiers, err := st.Chunks(ctx, PartTiers)
	if err != nil {
		return err
	}
	st.DeadFiles, st.DeadChunks, st.DeadTiers = grow(st.DeadFiles, st.FileCount), grow(st.DeadChunks, st.ChunkCount), grow(st.DeadTiers, st.TierCount)
	for _, p := range places {
		setBits(st.DeadFiles, int(p), int(p)+1)
		from, to := chunks.OfFile(p)
		setBits(st.DeadChunks, from, to)
		from, to = tiers.OfFile(p)
		setBits(st.DeadTiers, from, to)
	}
	return w.exec(ctx, "UPDATE segment SET dead_files = ?, dead_chunks = ?, dead_tiers = ? WHERE id = ?",
		encodeBits(st.DeadFiles), encodeBits(st.DeadChunks), encodeBits(st.DeadTiers), st.ID)
}

// Publish makes staged files live in place of older ones with the same path.
func (w *Writer) Publish(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	rows, err := w.tx.QueryContext(ctx, "SELECT old.id FROM file AS old JOIN file AS new ON new.path = old.path AND new.live = 0 WHERE old.live = 1")
	if err != nil {
		return explain(err)
	}
	defer rows.Close()
	var replaced []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return explain(err)
		}
		replaced = append(replaced, id)
	}
	if err := rows.Err(); err != nil {
		return explain(err)
	}
	if err := w.Remove(ctx, replaced); err != nil {
		return err
	}
	if err := w.exec(ctx, "UPDATE file SET live = 1 WHERE live = 0"); err != nil {
		return err
	}
	return w.exec(ctx, "UPDATE segment SET live = 1 WHERE live = 0")
}

// ReplaceSegments puts one segment in the place of several that it was merged
// from. The rows of the files are not touched.
func (w *Writer) ReplaceSegments(ctx context.Context, old []int64, n *NewSegment) error {
	for _, id := range old {
		for _, query := range []string{"DELETE FROM segment_block WHERE segment = ?", "DELETE FROM segment_part WHERE segment = ?", "DELETE FROM segment WHERE id = ?"} {
			if err := w.exec(ctx, query, id); err != nil {
				return err
			}
		}
	}
	if len(n.Files) == 0 {
		return nil
	}
	return w.AddSegment(ctx, n, true)
}

// SetSkipped replaces the list of paths that were left out.
func (w *Writer) SetSkipped(ctx context.Context, skipped []Skip) error {
	if err := w.exec(ctx, "DELETE FROM skipped"); err != nil {
		return err
	}
	b := bulk{tx: w.tx, head: "INSERT OR REPLACE INTO skipped VALUES ", width: 6}
	for _, k := range skipped {
		if err := b.add(ctx, k.Path, k.Reason, k.Detail, k.Size, k.ModTime, k.CheckedAt); err != nil {
			return err
		}
	}
	return b.flush(ctx)
}

// bulk inserts many rows with one statement.
type bulk struct {
	tx    *sql.Tx
	head  string
	width int
	args  []any
	full  *sql.Stmt
}

// bulkRows keeps a statement well below SQLite's limit of parameters.
const bulkRows = 32

func (b *bulk) add(ctx context.Context, row ...any) error {
	b.args = append(b.args, row...)
	if len(b.args) < bulkRows*b.width {
		return nil
	}
	if b.full == nil {
		var err error
		if b.full, err = b.tx.PrepareContext(ctx, b.statement(bulkRows)); err != nil {
			return explain(err)
		}
	}
	_, err := b.full.ExecContext(ctx, b.args...)
	b.args = b.args[:0]
	return explain(err)
}

func (b *bulk) flush(ctx context.Context) error {
	if len(b.args) == 0 {
		return nil
	}
	_, err := b.tx.ExecContext(ctx, b.statement(len(b.args)/b.width), b.args...)
	b.args = b.args[:0]
	return explain(err)
}

func (b *bulk) statement(rows int) string {
	row := "(" + marks(b.width) + "),"
	return b.head + strings.TrimSuffix(strings.Repeat(row, rows), ",")
}

func grow(bits []uint64, n int) []uint64 {
	out := make([]uint64, (n+63)/64)
	copy(out, bits)
	return out
}

func setBits(bits []uint64, from, to int) {
	for i := from; i < to; i++ {
		bits[i/64] |= 1 << (i % 64)
	}
}

func encodeBits(bits []uint64) []byte {
	b := make([]byte, 0, 8*len(bits))
	for _, w := range bits {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

func decodeBits(b []byte) []uint64 {
	if len(b) == 0 {
		return nil
	}
	bits := make([]uint64, len(b)/8)
	for i := range bits {
		bits[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return bits
}
