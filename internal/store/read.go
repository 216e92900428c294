package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"lode/internal/code"
)

// File is one indexed file.
type File struct {
	ID       int64
	Path     string
	Language string
	Role     code.Role
	Stat
	Hash    [32]byte
	OID     string
	Lines   int
	Package string
	Status  code.ParseStatus
	Symbols int
	Refs    int
}

// SymbolRow is a symbol with the file it is in.
type SymbolRow struct {
	code.Symbol
	ID   int64
	File int64
}

// symbolsPerFile bounds the symbols of one file; ids are file * symbolsPerFile + place.
const symbolsPerFile = 1 << 20

// Place is the symbol's index in the facts of its file.
func (s *SymbolRow) Place() int { return int(s.ID % symbolsPerFile) }

// Snapshot reads one generation of the index. Close it.
type Snapshot struct {
	store *Store
	tx    *sql.Tx
}

// Snapshot starts a read transaction; a writer neither blocks it nor is blocked.
func (s *Store) Snapshot(ctx context.Context) (*Snapshot, error) {
	tx, err := s.reads.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, explain(err)
	}
	// SQLite fixes what a transaction sees at its first read, not at its start.
	var version int
	if err := tx.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&version); err != nil {
		_ = tx.Rollback()
		return nil, explain(err)
	}
	return &Snapshot{store: s, tx: tx}, nil
}

// Close ends the snapshot.
func (s *Snapshot) Close() { _ = s.tx.Rollback() }

// Meta returns a value of the index's own record, or "".
func (s *Snapshot) Meta(ctx context.Context, key string) (string, error) { return meta(ctx, s.tx, key) }

func meta(ctx context.Context, r reader, key string) (string, error) {
	var value string
	err := r.QueryRowContext(ctx, "SELECT value FROM meta WHERE key = ?", key).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return value, explain(err)
}

// Segments lists the live segments with their deletions.
func (s *Snapshot) Segments(ctx context.Context) ([]*State, error) {
	return s.store.states(ctx, s.tx, "live = 1")
}

func (s *Store) states(ctx context.Context, r reader, where string) ([]*State, error) {
	rows, err := r.QueryContext(ctx, "SELECT id, files, chunks, tiers, dead_files, dead_chunks, dead_tiers FROM segment WHERE "+where+" ORDER BY id")
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var states []*State
	for rows.Next() {
		st := &State{reader: r}
		var id int64
		var files, chunks, tiers []byte
		if err := rows.Scan(&id, &st.FileCount, &st.ChunkCount, &st.TierCount, &files, &chunks, &tiers); err != nil {
			return nil, explain(err)
		}
		st.DeadFiles, st.DeadChunks, st.DeadTiers = decodeBits(files), decodeBits(chunks), decodeBits(tiers)
		st.Segment = s.segment(id)
		states = append(states, st)
	}
	return states, explain(rows.Err())
}

// segment returns the shared immutable side of a segment.
func (s *Store) segment(id int64) *Segment {
	s.mu.Lock()
	defer s.mu.Unlock()
	seg := s.segments[id]
	if seg == nil {
		seg = &Segment{ID: id, parts: map[Part][][]byte{}, chunks: map[Part]*Chunks{}, blocks: map[List]*blockCache{}}
		s.segments[id] = seg
	}
	return seg
}

const fileColumns = "id, path, language, role, size, mtime, checked_at, hash, oid, lines, package, parse_status, symbols, refs"

func scanFile(row interface{ Scan(...any) error }, f *File) error {
	var hash []byte
	err := row.Scan(&f.ID, &f.Path, &f.Language, &f.Role, &f.Size, &f.ModTime, &f.CheckedAt, &hash, &f.OID, &f.Lines, &f.Package, &f.Status, &f.Symbols, &f.Refs)
	copy(f.Hash[:], hash)
	return Damaged(err)
}

// Files calls fn for every live file in order of path.
func (s *Snapshot) Files(ctx context.Context, fn func(*File) error) error {
	return eachFile(ctx, s.tx, "live = 1 ORDER BY path", fn)
}

func eachFile(ctx context.Context, r reader, where string, fn func(*File) error) error {
	rows, err := r.QueryContext(ctx, "SELECT "+fileColumns+" FROM file WHERE "+where)
	if err != nil {
		return explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var f File
		if err := scanFile(rows, &f); err != nil {
			return explain(err)
		}
		if err := fn(&f); err != nil {
			return err
		}
	}
	return explain(rows.Err())
}

// File returns a live file by id; an error with code NotFound when there is none.
func (s *Snapshot) File(ctx context.Context, id int64) (*File, error) {
	return s.oneFile(ctx, "id = ?", id)
}

// FileByPath returns a live file by path; an error with code NotFound when there is none.
func (s *Snapshot) FileByPath(ctx context.Context, path string) (*File, error) {
	return s.oneFile(ctx, "path = ? AND live = 1", path)
}

func (s *Snapshot) oneFile(ctx context.Context, where string, arg any) (*File, error) {
	f := &File{}
	err := scanFile(s.tx.QueryRowContext(ctx, "SELECT "+fileColumns+" FROM file WHERE "+where, arg), f)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, code.Errorf(code.NotFound, "%v is not in the index", arg)
	}
	return f, explain(err)
}

// Facts returns the imports, references and data of a file; symbols are read with SymbolsOf.
func (s *Snapshot) Facts(ctx context.Context, file int64) (*code.Facts, error) {
	var imports, refs, data []byte
	err := s.tx.QueryRowContext(ctx, "SELECT imports, refs, data FROM fact WHERE file = ?", file).Scan(&imports, &refs, &data)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, explain(err)
	}
	f := &code.Facts{}
	var errs [3]error
	f.Imports, errs[0] = unpackImports(imports)
	f.Refs, errs[1] = unpackRefs(refs)
	f.Data, errs[2] = unpackSpans(data)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, Damaged(err)
	}
	return f, nil
}

// Text returns the bytes kept for a file, or nil when none are kept.
func (s *Snapshot) Text(ctx context.Context, file int64) ([]byte, error) {
	var text []byte
	err := s.tx.QueryRowContext(ctx, "SELECT text FROM fact WHERE file = ?", file).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) || text == nil {
		return nil, explain(noRows(err))
	}
	text, err = inflate(text)
	return text, Damaged(err)
}

func noRows(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// A symbol is read whole, or brief: without signature, parameters, return type and doc.
const (
	symbolColumns = "id, kind, name, qualified_name, container, modifiers, position, signature, parameters, parameter_count, return_type, doc"
	briefColumns  = "id, kind, name, qualified_name, container, modifiers, position, '', '', 0, '', ''"
)

func scanSymbol(row interface{ Scan(...any) error }, s *SymbolRow) error {
	var position []byte
	err := row.Scan(&s.ID, &s.Kind, &s.Name, &s.QualifiedName, &s.Container, &s.Modifiers, &position, &s.Signature, &s.Parameters, &s.ParameterCount, &s.ReturnType, &s.Doc)
	if err != nil {
		return Damaged(err)
	}
	s.File = s.ID / symbolsPerFile
	return Damaged(unpackPosition(position, &s.Symbol))
}

func (s *Snapshot) symbols(ctx context.Context, columns, where string, args ...any) ([]SymbolRow, error) {
	rows, err := s.tx.QueryContext(ctx, "SELECT "+columns+" FROM symbol WHERE "+where, args...)
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var out []SymbolRow
	for rows.Next() {
		var r SymbolRow
		if err := scanSymbol(rows, &r); err != nil {
			return nil, explain(err)
		}
		out = append(out, r)
	}
	return out, explain(rows.Err())
}

// SymbolsOf returns the symbols of a file in source order.
func (s *Snapshot) SymbolsOf(ctx context.Context, file int64) ([]SymbolRow, error) {
	return s.symbols(ctx, symbolColumns, "id >= ? AND id < ? ORDER BY id", file*symbolsPerFile, (file+1)*symbolsPerFile)
}

// Symbol returns the symbol at a place in a file.
func (s *Snapshot) Symbol(ctx context.Context, file int64, place int) (*SymbolRow, error) {
	found, err := s.symbols(ctx, symbolColumns, "id = ?", file*symbolsPerFile+int64(place))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, code.Errorf(code.NotFound, "no such symbol")
	}
	return &found[0], nil
}

// live restricts symbols to published files.
const live = " AND (SELECT live FROM file WHERE file.id = symbol.id / 1048576) = 1"

// SymbolsNamed returns, in brief, the symbols whose name is one of names, in
// any case, without those of some kinds.
func (s *Snapshot) SymbolsNamed(ctx context.Context, names []string, without []code.Kind, limit int) ([]SymbolRow, error) {
	if len(names) == 0 {
		return nil, nil
	}
	args := make([]any, 0, len(names)+len(without)+1)
	for _, n := range names {
		args = append(args, n)
	}
	for _, k := range without {
		args = append(args, int(k))
	}
	where := "name COLLATE NOCASE IN (" + marks(len(names)) + ") AND kind NOT IN (" + marks(len(without)) + ")" + live + " ORDER BY id LIMIT ?"
	return s.symbols(ctx, briefColumns, where, append(args, limit)...)
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// SymbolsWithPrefix returns, in brief, the symbols whose name starts with prefix, in any case.
func (s *Snapshot) SymbolsWithPrefix(ctx context.Context, prefix string, limit int) ([]SymbolRow, error) {
	return s.symbols(ctx, briefColumns, "name COLLATE NOCASE >= ? AND name COLLATE NOCASE < ?"+live+" ORDER BY name COLLATE NOCASE, id LIMIT ?", prefix, prefix+"\U0010FFFF", limit)
}

// Skip is a path that was not indexed. Size and times are set when that was
// decided by looking inside, so that an unchanged file need not be read again.
type Skip struct {
	Path, Reason, Detail string
	Stat
}

// Stat is what tells whether a file may have changed since it was read.
type Stat struct {
	Size      int64
	ModTime   int64 // nanoseconds
	CheckedAt int64 // nanoseconds
}

const (
	fineClock   = 20 * time.Millisecond // the kernel's clock for mtimes ticks this coarsely
	coarseClock = 2 * time.Second       // file systems that keep whole seconds
)

// Proves reports whether size and time of a file as it is now prove that it is
// as it was when it was read. A file that was written at about the time it was
// read could have changed again within one tick of the clock: that proves
// nothing, and its bytes must be compared.
func (s Stat) Proves(size, modTime int64) bool {
	if s.Size != size || s.ModTime != modTime {
		return false
	}
	tick := fineClock
	if modTime%int64(time.Second) == 0 {
		tick = coarseClock
	}
	return modTime+int64(tick) < s.CheckedAt
}

// Skipped lists the paths that the last run left out.
func (s *Snapshot) Skipped(ctx context.Context) ([]Skip, error) { return skipped(ctx, s.tx) }

func skipped(ctx context.Context, r reader) ([]Skip, error) {
	rows, err := r.QueryContext(ctx, "SELECT path, reason, detail, size, mtime, checked_at FROM skipped ORDER BY path")
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	var out []Skip
	for rows.Next() {
		var k Skip
		if err := rows.Scan(&k.Path, &k.Reason, &k.Detail, &k.Size, &k.ModTime, &k.CheckedAt); err != nil {
			return nil, explain(err)
		}
		out = append(out, k)
	}
	return out, explain(rows.Err())
}

// Counts are totals over the live files.
type Counts struct {
	Files, Symbols, Refs, Lines int
	Bytes                       int64
	Contained                   int // symbols within another symbol
	Languages                   map[string]int
	Status                      map[string]int
}

// Counts adds up the live files.
func (s *Snapshot) Counts(ctx context.Context) (*Counts, error) {
	c := &Counts{Languages: map[string]int{}, Status: map[string]int{}}
	rows, err := s.tx.QueryContext(ctx, `SELECT language, parse_status, count(*), sum(symbols), sum(contained), sum(refs), sum(lines), sum(size)
		FROM file WHERE live = 1 GROUP BY language, parse_status`)
	if err != nil {
		return nil, explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var language string
		var status code.ParseStatus
		var part Counts
		if err := rows.Scan(&language, &status, &part.Files, &part.Symbols, &part.Contained, &part.Refs, &part.Lines, &part.Bytes); err != nil {
			return nil, Damaged(err)
		}
		c.Languages[language] += part.Files
		c.Status[status.String()] += part.Files
		c.Files += part.Files
		c.Symbols += part.Symbols
		c.Contained += part.Contained
		c.Refs += part.Refs
		c.Lines += part.Lines
		c.Bytes += part.Bytes
	}
	return c, explain(rows.Err())
}
