package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lode/internal/code"
)

// LockName is the lock's name within the index folder.
const LockName = "lock"

// Holder says who holds the lock.
type Holder struct {
	PID     int       `json:"pid"`
	Host    string    `json:"host"`
	Started time.Time `json:"started"`
}

// Lock keeps a second indexer away. The system releases it when the process
// ends, however it ends, so a dead holder never blocks anyone.
type Lock struct {
	// Crashed reports that the process that held it before ended without
	// giving it back: what it wrote is worth a check.
	Crashed bool
	file    *os.File
}

var errHeld = errors.New("lock is held")

// Acquire takes the lock of an index folder. When another process holds it,
// it waits until then, or with wait zero fails at once and says who does.
func Acquire(ctx context.Context, dir string, wait time.Duration, waiting func(Holder)) (*Lock, error) {
	path := filepath.Join(dir, LockName)
	deadline := time.Now().Add(wait)
	told := false
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, code.Errorf(code.Unavailable, "cannot lock the index (%v): check permissions or set --index-dir to a folder that can be written", err)
		}
		err = tryLock(f)
		if err == nil {
			l := &Lock{Crashed: readHolder(f).PID != 0, file: f}
			return l, l.sign()
		}
		holder := readHolder(f)
		_ = f.Close()
		if !errors.Is(err, errHeld) {
			return nil, fmt.Errorf("lock index: %w", err)
		}
		if !time.Now().Before(deadline) {
			return nil, code.Errorf(code.Unavailable, "another lode (process %d on %s, since %s) is indexing here: wait for it, or run again with --wait",
				holder.PID, holder.Host, holder.Started.Format("15:04:05"))
		}
		if !told && waiting != nil {
			waiting(holder)
			told = true
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// sign writes who holds the lock, for others to read.
func (l *Lock) sign() error {
	host, _ := os.Hostname()
	b, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Started: time.Now()})
	if err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err = l.file.WriteAt(b, 0)
	return err
}

func readHolder(f *os.File) Holder {
	b := make([]byte, 1024)
	n, _ := f.ReadAt(b, 0)
	var h Holder
	_ = json.Unmarshal(b[:n], &h) // an unreadable note leaves the holder unnamed
	return h
}

// Held reports who holds the lock of an index folder, if anyone does. It needs
// no right to write there.
func Held(dir string) (Holder, bool) {
	f, err := os.Open(filepath.Join(dir, LockName))
	if err != nil {
		return Holder{}, false
	}
	defer f.Close()
	h := readHolder(f)
	if h.PID == 0 {
		return h, false // the note is written with the lock and goes with it
	}
	return h, errors.Is(tryLock(f), errHeld) // closing gives back a dead holder's lock
}

// Release gives the lock back. The file stays: removing it would race with
// another process that has just opened it.
func (l *Lock) Release() {
	_ = l.file.Truncate(0)
	_ = l.file.Close()
}
