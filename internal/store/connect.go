package store

import (
	"context"
	"database/sql/driver"
	"fmt"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// connector opens connections with the settings that the address cannot carry.
type connector struct {
	dsn      string
	writable bool
}

const mmapSize = 1 << 30 // address space, not memory

func (c connector) Connect(context.Context) (driver.Conn, error) {
	conn, err := (&sqlite3.SQLiteDriver{}).Open(c.dsn)
	if err != nil {
		return nil, err
	}
	settings := fmt.Sprintf("PRAGMA mmap_size = %d; PRAGMA temp_store = MEMORY;", mmapSize)
	if c.writable {
		settings += "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 10000;"
	}
	if _, err := conn.(driver.ExecerContext).ExecContext(context.Background(), settings, nil); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func (c connector) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }
