// Package store keeps the index: one SQLite database in WAL mode, with one
// writer and any number of readers, each on one snapshot. It is the only
// package with SQL.
//
// Everything in it is derived from the tree and can be built again. Files,
// symbols and skipped paths are rows; what is read whole or scanned (posting
// lists, vectors, references of a file) is packed in blobs. A change set is
// either written in one transaction, or staged in several and published in the
// last one, so that a crash at any point leaves the previous generation.
package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	sqlite3 "github.com/mattn/go-sqlite3"

	"lode/internal/code"
)

// FileName is the database's name within the index folder.
const FileName = "index.db"

// Store is an open index.
type Store struct {
	path   string
	reads  *sql.DB
	writes *sql.DB // one connection; nil when the index is open for reading only

	mu       sync.Mutex
	segments map[int64]*Segment // immutable parts, kept from snapshot to snapshot
}

// ErrNoIndex says that there is no index yet.
var ErrNoIndex = code.Errorf(code.NotFound, "no index here: run `lode index` to build it")

// Open opens the index in dir for reading. It never creates or changes anything.
func Open(ctx context.Context, dir string) (*Store, error) {
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, ErrNoIndex
		}
		return nil, code.Errorf(code.Unavailable, "cannot open the index (%v): check permissions, or set --index-dir or LODE_INDEX_DIR to another folder", err)
	}
	s := open(path, readMode(dir))
	return s, s.check(ctx)
}

// Create opens the index in dir for writing; the folder must exist. A database that is
// damaged gives an error for which IsDamaged holds.
func Create(ctx context.Context, dir string) (*Store, error) {
	s := open(filepath.Join(dir, FileName), "ro")
	s.writes = connect(s.path, "rwc")
	s.writes.SetMaxOpenConns(1)
	if err := s.prepare(ctx); err != nil {
		_ = s.Close()
		return nil, explain(err)
	}
	return s, nil
}

func (s *Store) prepare(ctx context.Context) error {
	conn, err := s.writes.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return migrate(ctx, conn)
}

// readMode is "ro" where SQLite can keep its shared-memory file, else
// "immutable", which needs no write access at all.
func readMode(dir string) string {
	probe, err := os.OpenFile(filepath.Join(dir, FileName+"-shm"), os.O_RDWR, 0)
	if err == nil {
		_ = probe.Close()
		return "ro"
	}
	if errors.Is(err, fs.ErrNotExist) && canCreateIn(dir) {
		return "ro"
	}
	return "immutable"
}

func open(path, mode string) *Store {
	return &Store{path: path, reads: connect(path, mode), segments: map[int64]*Segment{}}
}

// connect prepares connections; the first use opens one. Mode is "rwc", "ro" or "immutable".
func connect(path, mode string) *sql.DB {
	options := url.Values{}
	options.Set("_foreign_keys", "1")
	options.Set("_busy_timeout", "5000")
	options.Set("mode", mode)
	switch mode {
	case "rwc":
		options.Set("_journal_mode", "WAL")
		options.Set("_synchronous", "NORMAL")
		options.Set("_txlock", "immediate")
	case "immutable":
		options.Set("mode", "ro")
		options.Set("immutable", "1")
	}
	dsn := (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath(), RawQuery: options.Encode()}).String()
	return sql.OpenDB(connector{dsn: dsn, writable: mode == "rwc"})
}

// check makes sure that the database is ours, readable and not newer than this program.
func (s *Store) check(ctx context.Context) error {
	var version int
	err := s.reads.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	if err == nil {
		err = refuseNewer(version)
	}
	if err == nil && version == 0 {
		err = ErrNoIndex
	}
	if err != nil {
		_ = s.Close()
	}
	return explain(err)
}

// QuickCheck reads the whole structure of the database and reports damage.
func (s *Store) QuickCheck(ctx context.Context) error {
	var result string
	if err := s.reads.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result); err != nil {
		return explain(err)
	}
	if result != "ok" {
		return Damaged(errors.New(result))
	}
	return nil
}

// Close releases the database. A writer leaves the write-ahead log empty.
func (s *Store) Close() error {
	err := s.reads.Close()
	if s.writes != nil {
		err = errors.Join(err, s.writes.Close())
	}
	return err
}

// Path is the database file.
func (s *Store) Path() string { return s.path }

// Size is the number of bytes on disk, log included.
func (s *Store) Size() int64 {
	var total int64
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(s.path + suffix); err == nil {
			total += info.Size()
		}
	}
	return total
}

// FileNames are the names that the database and its side files may have.
func FileNames() []string {
	return []string{FileName, FileName + "-wal", FileName + "-shm", FileName + "-journal"}
}

// Remove deletes the database of dir with its side files.
func Remove(dir string) error {
	var errs []error
	for _, name := range FileNames() {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

type damage struct{ error }

func (d *damage) Unwrap() error { return d.error }

func damaged(err error) error {
	return code.Errorf(code.Unavailable, "the index is damaged (%v): run `lode index --full` to build it anew", err)
}

// Damaged marks an error of decoding what the index holds: nobody but a broken
// disk or a broken program can have written that. Errors that say for
// themselves what they are, and those of a connection that was interrupted,
// stay as they are.
func Damaged(err error) error {
	var coded *code.Error
	var driver sqlite3.Error
	if err == nil || errors.As(err, &coded) || errors.As(err, &driver) {
		return err
	}
	for _, other := range []error{context.Canceled, context.DeadlineExceeded, sql.ErrTxDone, sql.ErrConnDone, sql.ErrNoRows} {
		if errors.Is(err, other) {
			return err
		}
	}
	return &damage{damaged(err)}
}

// IsDamaged reports whether err says that the database itself is broken, so
// that building it anew is the only way out.
func IsDamaged(err error) bool {
	var d *damage
	return errors.As(err, &d)
}

// explain turns SQLite's errors into ones that say what to do.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB,
		sqlite3.ErrNomem, sqlite3.ErrTooBig, // a row of impossible size
		sqlite3.ErrConstraint, sqlite3.ErrMismatch: // rows that nobody wrote
		return &damage{damaged(err)}
	case sqlite3.ErrFull:
		return code.Errorf(code.Unavailable, "the disk is full: free some space or set --index-dir to another disk; the previous index is intact")
	case sqlite3.ErrReadonly, sqlite3.ErrCantOpen, sqlite3.ErrPerm:
		return code.Errorf(code.Unavailable, "cannot write the index (%v): check permissions or set --index-dir to a folder that can be written", err)
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return code.Errorf(code.Unavailable, "another process is writing the index: try again")
	case sqlite3.ErrIoErr:
		if e.SystemErrno == syscall.ENOSPC || e.SystemErrno == syscall.EFBIG {
			return code.Errorf(code.Unavailable, "the disk is full: free some space or set --index-dir to another disk; the previous index is intact")
		}
		return code.Errorf(code.Unavailable, "cannot read or write the index: %v", err)
	}
	return err
}
