package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lode/internal/code"
)

// applicationID marks the database as lode's ("lode" in ASCII).
const applicationID = 0x6c6f6465

// migrations brings a database from each version to the next; the version is
// SQLite's user_version. Scripts that have been released are never changed.
//
//	1  files, facts, symbols, skipped files, segments
var migrations = []string{
	1: `
CREATE TABLE meta (
	key   TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE migration (
	version    INTEGER PRIMARY KEY,
	applied_at TEXT NOT NULL
);

-- One row for each indexed version of a file. A staged row (live = 0) waits
-- for its change set to be complete. Ids are never used twice.
CREATE TABLE file (
	id           INTEGER PRIMARY KEY AUTOINCREMENT,
	live         INTEGER NOT NULL,
	path         TEXT    NOT NULL,
	language     TEXT    NOT NULL,
	role         INTEGER NOT NULL,
	size         INTEGER NOT NULL,
	mtime        INTEGER NOT NULL, -- nanoseconds
	checked_at   INTEGER NOT NULL, -- nanoseconds; an mtime not before it proves nothing
	hash         BLOB    NOT NULL, -- SHA-256 of the bytes on disk
	oid          TEXT    NOT NULL, -- git's blob with these bytes, or ''
	lines        INTEGER NOT NULL,
	package      TEXT    NOT NULL,
	parse_status INTEGER NOT NULL,
	symbols      INTEGER NOT NULL,
	contained    INTEGER NOT NULL, -- symbols within another symbol
	refs         INTEGER NOT NULL
);
CREATE UNIQUE INDEX file_path ON file (path, live);

-- What is read only together with one file, packed: see pack.go.
CREATE TABLE fact (
	file    INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
	imports BLOB,
	refs    BLOB,
	data    BLOB,
	text    BLOB -- the bytes, deflated, when neither git nor an unchanged file can give them
);

-- id = file * 1048576 + the symbol's place in the file.
CREATE TABLE symbol (
	id              INTEGER PRIMARY KEY,
	kind            INTEGER NOT NULL,
	name            TEXT    NOT NULL,
	qualified_name  TEXT    NOT NULL,
	container       INTEGER NOT NULL, -- place in the same file, or -1
	modifiers       INTEGER NOT NULL,
	start_line      INTEGER NOT NULL,
	end_line        INTEGER NOT NULL,
	position        BLOB    NOT NULL, -- the other positions, packed
	signature       TEXT    NOT NULL,
	parameters      TEXT    NOT NULL,
	parameter_count INTEGER NOT NULL,
	return_type     TEXT    NOT NULL,
	doc             TEXT    NOT NULL
);
CREATE INDEX symbol_name ON symbol (name COLLATE NOCASE);

CREATE TABLE skipped (
	path       TEXT PRIMARY KEY,
	reason     TEXT NOT NULL,
	detail     TEXT NOT NULL,
	size       INTEGER NOT NULL, -- as in file, for what was skipped after a look inside; else 0
	mtime      INTEGER NOT NULL,
	checked_at INTEGER NOT NULL
) WITHOUT ROWID;

-- A segment holds the text index, the trigrams and the vectors of a group of
-- files. Its parts never change; what is deleted is marked in the bitmaps.
CREATE TABLE segment (
	id          INTEGER PRIMARY KEY AUTOINCREMENT,
	live        INTEGER NOT NULL,
	files       INTEGER NOT NULL,
	chunks      INTEGER NOT NULL,
	tiers       INTEGER NOT NULL,
	dead_files  BLOB,
	dead_chunks BLOB,
	dead_tiers  BLOB
);
CREATE TABLE segment_part (
	segment INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
	part    INTEGER NOT NULL, -- see Part
	piece   INTEGER NOT NULL, -- from 0
	data    BLOB    NOT NULL,
	PRIMARY KEY (segment, part, piece)
);
CREATE TABLE segment_block (
	segment INTEGER NOT NULL REFERENCES segment (id) ON DELETE CASCADE,
	list    INTEGER NOT NULL, -- see List
	first   BLOB    NOT NULL,
	data    BLOB    NOT NULL
);
CREATE INDEX segment_block_first ON segment_block (segment, list, first);
`,
}

// SchemaVersion is the version that this program writes.
var SchemaVersion = len(migrations) - 1

// migrate brings the database up to date, each step in one transaction.
func migrate(ctx context.Context, conn *sql.Conn) error {
	var version int
	if err := conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if err := refuseNewer(version); err != nil {
		return err
	}
	for v := version + 1; v < len(migrations); v++ {
		script := fmt.Sprintf("BEGIN IMMEDIATE;\n%s;\nINSERT INTO migration VALUES (%d, '%s');\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;\nCOMMIT",
			migrations[v], v, time.Now().UTC().Format(time.RFC3339), applicationID, v)
		if _, err := conn.ExecContext(ctx, script); err != nil {
			return fmt.Errorf("migrate to version %d: %w", v, err)
		}
	}
	return nil
}

func refuseNewer(version int) error {
	if version > SchemaVersion {
		return &newer{code.Errorf(code.Unavailable, "the index was written by a newer lode (schema %d, this one knows %d): update lode, or run `lode index --full` to build the index anew", version, SchemaVersion)}
	}
	return nil
}

type newer struct{ error }

func (n *newer) Unwrap() error { return n.error }

// IsNewer reports whether err says that a newer program wrote the index, so
// that this one can only build it anew.
func IsNewer(err error) bool {
	var n *newer
	return errors.As(err, &n)
}
