//go:build unix

package main

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"

	_ "github.com/mattn/go-sqlite3"

	"lode/internal/lexicon"
	"lode/internal/table"
)

// segments is package lexicon with its blocks in an SQLite table. It has no
// cache of its own beside SQLite's.
type segments struct {
	db          *sql.DB
	block, next *sql.Stmt
	ids         []int64
	open        []lexicon.Segment
	analyzer    lexicon.Analyzer
	builder     lexicon.Builder
}

// Small segments are merged when there are this many.
const (
	smallDocs = 1024
	manySmall = 16
)

func (s *segments) Build(dir string, docs []doc) error {
	db, err := openDB(dir)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.Exec(`
		CREATE TABLE segment (id INTEGER PRIMARY KEY, docs INTEGER, lengths BLOB, dead BLOB);
		CREATE TABLE block (id INTEGER PRIMARY KEY, segment INTEGER, first BLOB, data BLOB);
		CREATE UNIQUE INDEX block_first ON block (segment, first);`); err != nil {
		return err
	}
	for len(docs) > 0 {
		n := min(len(docs), lexicon.SegmentDocs)
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		if err := s.insert(tx, docs[:n]); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		docs = docs[n:]
	}
	return nil
}

// insert writes a segment of documents.
func (s *segments) insert(tx *sql.Tx, docs []doc) error {
	for _, d := range docs {
		s.builder.Add(s.analyzer.Analyze(&lexicon.Document{lexicon.FieldPath: d.path, lexicon.FieldBody: d.body}))
	}
	blocks, lengths := s.builder.Finish()
	return s.write(tx, len(docs), blocks, lengths)
}

// write writes a segment and adds it to those that are open.
func (s *segments) write(tx *sql.Tx, docs int, blocks []table.Block, lengths []byte) error {
	result, err := tx.Exec("INSERT INTO segment (docs, lengths) VALUES (?, ?)", docs, lengths)
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	insert, err := tx.Prepare("INSERT INTO block (segment, first, data) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, b := range blocks {
		if _, err := insert.Exec(id, b.First, b.Data); err != nil {
			return err
		}
	}
	s.ids = append(s.ids, id)
	s.open = append(s.open, lexicon.Segment{Docs: docs, Lengths: lengths, Source: source{s, id}})
	return nil
}

func (s *segments) Open(dir string) (err error) {
	if s.db, err = openDB(dir); err != nil {
		return err
	}
	s.block, err = s.db.Prepare("SELECT data FROM block WHERE segment = ? AND first <= ? ORDER BY first DESC LIMIT 1")
	if err != nil {
		return err
	}
	s.next, err = s.db.Prepare("SELECT data FROM block WHERE segment = ? AND first > ? ORDER BY first LIMIT 1")
	if err != nil {
		return err
	}
	return s.load()
}

// load reads what is kept in memory of every segment.
func (s *segments) load() error {
	s.ids, s.open = nil, nil
	rows, err := s.db.Query("SELECT id, docs, lengths, dead FROM segment ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var seg lexicon.Segment
		var dead []byte
		if err := rows.Scan(&id, &seg.Docs, &seg.Lengths, &dead); err != nil {
			return err
		}
		for ; len(dead) > 0; dead = dead[8:] {
			seg.Dead = append(seg.Dead, binary.LittleEndian.Uint64(dead))
		}
		seg.Source = source{s, id}
		s.ids, s.open = append(s.ids, id), append(s.open, seg)
	}
	return rows.Err()
}

// source reads the blocks of one segment.
type source struct {
	*segments
	id int64
}

func (s source) Block(key []byte) ([]byte, error) { return s.read(s.block, key) }
func (s source) Next(key []byte) ([]byte, error)  { return s.read(s.next, key) }

// within is the source inside a transaction.
func (s source) within(tx *sql.Tx) source {
	return source{&segments{block: tx.Stmt(s.block), next: tx.Stmt(s.next)}, s.id}
}

func (s source) read(stmt *sql.Stmt, key []byte) (data []byte, err error) {
	if key == nil {
		key = []byte{}
	}
	err = stmt.QueryRow(s.id, key).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return data, err
}

func (s *segments) Search(query string) (int, error) {
	hits, err := lexicon.Search(s.open, lexicon.Terms(query), lexicon.DefaultWeights(), 100, nil)
	return len(hits), err
}

// Replace marks the old chunks dead and adds a small segment, and now and then
// merges the small ones.
func (s *segments) Replace(old []int, chunks []doc) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := errors.Join(s.replace(tx, old, chunks), s.mergeSmall(tx)); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (s *segments) replace(tx *sql.Tx, old []int, chunks []doc) error {
	changed := map[int]bool{}
	for _, i := range old { // the first segments are those of Build
		number, doc := i/lexicon.SegmentDocs, i%lexicon.SegmentDocs
		seg := &s.open[number]
		if seg.Dead == nil {
			seg.Dead = make([]uint64, (seg.Docs+63)/64)
		}
		seg.Dead[doc/64] |= 1 << (doc % 64)
		changed[number] = true
	}
	for number := range changed {
		var dead []byte
		for _, word := range s.open[number].Dead {
			dead = binary.LittleEndian.AppendUint64(dead, word)
		}
		if _, err := tx.Exec("UPDATE segment SET dead = ? WHERE id = ?", dead, s.ids[number]); err != nil {
			return err
		}
	}
	return s.insert(tx, chunks)
}

// mergeSmall makes one segment of the small ones at the end when there are
// enough of them.
func (s *segments) mergeSmall(tx *sql.Tx) error {
	first := len(s.open)
	for first > 0 && s.open[first-1].Docs < smallDocs {
		first--
	}
	if len(s.open)-first < manySmall {
		return nil
	}
	small := slices.Clone(s.open[first:])
	for i := range small {
		small[i].Source = source{s, s.ids[first+i]}.within(tx)
	}
	merged, err := lexicon.Merge(small)
	if err != nil {
		return err
	}
	for _, id := range s.ids[first:] {
		for _, q := range []string{"DELETE FROM block WHERE segment = ?", "DELETE FROM segment WHERE id = ?"} {
			if _, err := tx.Exec(q, id); err != nil {
				return err
			}
		}
	}
	s.ids, s.open = s.ids[:first], s.open[:first]
	return s.write(tx, merged.Docs, merged.Blocks, merged.Lengths)
}

func (s *segments) Close() error { return s.db.Close() }

// openDB opens the database of a directory.
func openDB(dir string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", filepath.Join(dir, "index.db")+"?_journal_mode=WAL&_synchronous=NORMAL&_cache_size=-65536")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}
