//go:build unix

package main

import (
	"database/sql"
	"errors"
	"strings"

	"lode/internal/lexicon"
)

// fts5 is SQLite's full-text table without content. With terms it is given the
// terms of package lexicon, so that it finds what the others find; without, it
// splits the text by its own rules and finds whole identifiers only.
type fts5 struct {
	terms bool
	db    *sql.DB
	query *sql.Stmt
	last  int
}

func (f *fts5) Build(dir string, docs []doc) error {
	db, err := openDB(dir)
	if err != nil {
		return err
	}
	defer db.Close()
	chars := "_$@"
	if f.terms {
		chars = "_.$:@-"
	}
	if _, err := db.Exec(`CREATE VIRTUAL TABLE chunk USING fts5(path, body, content='', contentless_delete=1,
		tokenize="unicode61 remove_diacritics 0 tokenchars '` + chars + `'")`); err != nil {
		return err
	}
	for first := 0; first < len(docs); first += 20_000 {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		if err := f.insert(tx, first, docs[first:min(first+20_000, len(docs))]); err != nil {
			return errors.Join(err, tx.Rollback())
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	if _, err := db.Exec("INSERT INTO chunk(chunk) VALUES ('optimize')"); err != nil {
		return err
	}
	_, err = db.Exec("VACUUM")
	return err
}

func (f *fts5) insert(tx *sql.Tx, first int, docs []doc) error {
	insert, err := tx.Prepare("INSERT INTO chunk (rowid, path, body) VALUES (?, ?, ?)")
	if err != nil {
		return err
	}
	defer insert.Close()
	for i, d := range docs {
		if _, err := insert.Exec(first+i, f.text(d.path), f.text(d.body)); err != nil {
			return err
		}
	}
	return nil
}

func (f *fts5) text(text string) string {
	if f.terms {
		return strings.Join(lexicon.Tokens(text), " ")
	}
	return text
}

func (f *fts5) Open(dir string) (err error) {
	if f.db, err = openDB(dir); err != nil {
		return err
	}
	if err := f.db.QueryRow("SELECT max(rowid) FROM chunk").Scan(&f.last); err != nil {
		return err
	}
	f.query, err = f.db.Prepare("SELECT rowid FROM chunk WHERE chunk MATCH ? ORDER BY bm25(chunk, 2.0, 1.0) LIMIT 100")
	return err
}

func (f *fts5) Search(query string) (found int, err error) {
	var words []string
	for _, t := range lexicon.Terms(query) {
		switch {
		case f.terms:
			words = append(words, `"`+t.Text+`"`)
		case t.Form == lexicon.Whole:
			words = []string{`"` + t.Word + `"`}
		case len(words) == 0 || t.Name > 0:
			words = append(words, `"`+t.Word+`"`)
		}
	}
	rows, err := f.query.Query(strings.Join(words, " OR "))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return 0, err
		}
		found++
	}
	return found, rows.Err()
}

func (f *fts5) Replace(old []int, chunks []doc) error {
	tx, err := f.db.Begin()
	if err != nil {
		return err
	}
	for _, id := range old {
		if _, err := tx.Exec("DELETE FROM chunk WHERE rowid = ?", id); err != nil {
			return errors.Join(err, tx.Rollback())
		}
	}
	if err := f.insert(tx, f.last+1, chunks); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	f.last += len(chunks)
	return tx.Commit()
}

func (f *fts5) Close() error { return f.db.Close() }
