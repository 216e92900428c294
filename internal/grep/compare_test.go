//go:build sqlite_fts5 && unix

package grep

import (
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"
)

// BenchmarkCompare measures what the decision in docs/design/grep-index.md
// stands on: the segments of this package kept as rows of a SQLite database,
// the trigram tokenizer of FTS5, no index, and the grep of the system.
//
//	go test -tags sqlite_fts5 -run '^$' -bench Compare -timeout 30m ./internal/grep
func BenchmarkCompare(b *testing.B) {
	files := corpus()
	ours := openDatabase(b, "table.db", `CREATE TABLE block (first INTEGER PRIMARY KEY, data BLOB NOT NULL)`)
	fts := openDatabase(b, "fts5.db", `CREATE VIRTUAL TABLE trigram USING fts5(text, tokenize = 'trigram',
		detail = none, content = '', contentless_delete = 1)`)

	b.Run("build/table", func(b *testing.B) { benchBuild(b, ours, files, insertTable) })
	b.Run("build/fts5", func(b *testing.B) { benchBuild(b, fts, files, insertFTS) })
	small := files[len(files)/2 : len(files)/2+1]
	b.Run("add-one-file/table", func(b *testing.B) { benchAdd(b, ours, small, insertTable) })
	b.Run("add-one-file/fts5", func(b *testing.B) { benchAdd(b, fts, small, insertFTS) })

	for _, c := range []struct {
		name, pattern, grep string
		o                   Options
	}{
		{"rare", "NewCBCDecrypter", "-F", Options{}},
		{"common", "return", "-F", Options{}},
		{"ignore-case", "newcontext", "-Fi", Options{IgnoreCase: true}},
		{"regexp", `func \(\w+ \*Regexp\) \w+Index`, "-E", Options{Regexp: true}},
		{"no-trigram", `[0-9]{3}-[0-9]{4}`, "-E", Options{Regexp: true}},
		{"no-literal", `\b[A-Z]\w+[0-9]\w*[A-Z]\b`, "-E", Options{Regexp: true}},
	} {
		p := compile(b, c.o, c.pattern)
		b.Run(c.name+"/table", func(b *testing.B) {
			benchSearch(b, p, files, func() ([]uint32, bool, error) {
				return p.Candidates(Segment{Files: len(files), Source: ours})
			})
		})
		b.Run(c.name+"/fts5", func(b *testing.B) {
			benchSearch(b, p, files, func() ([]uint32, bool, error) { return fts.match(p.plan) })
		})
		b.Run(c.name+"/none", func(b *testing.B) {
			benchSearch(b, p, files, func() ([]uint32, bool, error) { return nil, true, nil })
		})
		b.Run(c.name+"/grep", func(b *testing.B) { benchGrep(b, c.grep, c.pattern) })
	}
}

type database struct {
	*sql.DB
	path  string
	query *sql.Stmt
}

func openDatabase(b *testing.B, name, schema string) *database {
	path := filepath.Join(b.TempDir(), name)
	db, err := sql.Open("sqlite3", path+"?_journal_mode=WAL&_synchronous=NORMAL")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if _, err := db.Exec(schema); err != nil {
		b.Fatal(err)
	}
	query := `SELECT data FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1`
	if name == "fts5.db" {
		query = `SELECT rowid FROM trigram WHERE trigram MATCH ? ORDER BY rowid`
	}
	stmt, err := db.Prepare(query)
	if err != nil {
		b.Fatal(err)
	}
	return &database{db, path, stmt}
}

// Block implements Source.
func (d *database) Block(key []byte) (data []byte, err error) {
	err = d.query.QueryRow(keyNumber(key)).Scan(&data)
	if err == sql.ErrNoRows {
		err = nil
	}
	return data, err
}

func keyNumber(key []byte) int64 {
	return int64(binary.BigEndian.Uint32([]byte{0, key[0], key[1], key[2]}))
}

// match gives FTS5 the same plan.
func (d *database) match(p *plan) (list []uint32, all bool, err error) {
	if p == nil {
		return nil, true, nil
	}
	rows, err := d.query.Query(matchExpression(p))
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	for rows.Next() {
		var id uint32
		if err := rows.Scan(&id); err != nil {
			return nil, false, err
		}
		list = append(list, id-1)
	}
	return list, false, rows.Err()
}

func matchExpression(p *plan) string {
	var parts []string
	for _, t := range p.trigrams {
		key := trigramKey(t)
		parts = append(parts, `"`+strings.ReplaceAll(string(key[:]), `"`, `""`)+`"`)
	}
	for _, s := range p.sub {
		parts = append(parts, matchExpression(s))
	}
	if p.any {
		return "(" + strings.Join(parts, " OR ") + ")"
	}
	return "(" + strings.Join(parts, " AND ") + ")"
}

func insertTable(tx *sql.Tx, files []file, from int) error {
	for _, block := range buildSegment(files) {
		_, err := tx.Exec(`INSERT INTO block VALUES (?, ?)`, int64(from)<<24|keyNumber(block.First), block.Data)
		if err != nil {
			return err
		}
	}
	return nil
}

func insertFTS(tx *sql.Tx, files []file, from int) error {
	stmt, err := tx.Prepare(`INSERT INTO trigram (rowid, text) VALUES (?, ?)`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for i, f := range files {
		if _, err := stmt.Exec(from+i+1, string(f.content)); err != nil {
			return err
		}
	}
	return nil
}

type insert func(tx *sql.Tx, files []file, from int) error

func (d *database) run(files []file, from int, fn insert) error {
	tx, err := d.Begin()
	if err != nil {
		return err
	}
	if err := fn(tx, files, from); err != nil {
		return err
	}
	return tx.Commit()
}

func benchBuild(b *testing.B, d *database, files []file, fn insert) {
	runtime.GC()
	begin := cpuTime()
	if err := d.run(files, 0, fn); err != nil {
		b.Fatal(err)
	}
	cpu := cpuTime() - begin
	if _, err := d.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(d.path)
	if err != nil {
		b.Fatal(err)
	}
	total := float64(corpusSize(files))
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(cpu.Seconds(), "cpu-s")
	b.ReportMetric(total/1e6/cpu.Seconds(), "MB/cpu-s")
	b.ReportMetric(float64(info.Size())/1e6, "MB")
	b.ReportMetric(float64(info.Size())/total, "x-source")
}

// benchAdd adds one more file to what is there, in a transaction of its own.
func benchAdd(b *testing.B, d *database, files []file, fn insert) {
	from := 1 << 20
	begin := cpuTime()
	for b.Loop() {
		from++
		if err := d.run(files, from, fn); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(perRun(b, cpuTime()-begin), "cpu-ms/op")
	b.StopTimer()
	for _, undo := range []string{`DELETE FROM block WHERE first >> 24 > 0`, `DELETE FROM trigram WHERE rowid > 1048576`} {
		_, _ = d.Exec(undo) // one of them has its table here
	}
}

func perRun(b *testing.B, d time.Duration) float64 { return d.Seconds() * 1e3 / float64(b.N) }

// cpuTime is used rather than the clock because machines are shared.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// benchSearch asks for candidates, reads them from disk and finds every match.
func benchSearch(b *testing.B, p *Pattern, files []file, candidates func() ([]uint32, bool, error)) {
	var filter time.Duration
	lines, listed := 0, 0
	start := cpuTime()
	for b.Loop() {
		begin := cpuTime()
		list, all, err := candidates()
		if err != nil {
			b.Fatal(err)
		}
		filter += cpuTime() - begin
		if all {
			list, _ = Renumber(len(files), nil, 0)
		}
		lines, listed = 0, len(list)
		for _, i := range list {
			content, err := os.ReadFile(files[i].path)
			if err != nil {
				b.Fatal(err)
			}
			p.Find(content, func(Match) bool { lines++; return true })
		}
	}
	b.ReportMetric(perRun(b, filter), "filter-cpu-ms/op")
	b.ReportMetric(perRun(b, cpuTime()-start), "cpu-ms/op")
	b.ReportMetric(float64(listed), "files")
	b.ReportMetric(float64(lines), "lines")
}

func benchGrep(b *testing.B, flag, pattern string) {
	path, err := exec.LookPath("grep")
	if err != nil {
		b.Skip(err)
	}
	root := corpusRoot()
	var cpu time.Duration
	for b.Loop() {
		cmd := exec.Command(path, "-rnI", flag, "--", pattern, ".")
		cmd.Dir = root
		out := &counter{}
		cmd.Stdout = out
		if err := cmd.Run(); err != nil {
			b.Fatal(fmt.Errorf("grep: %w", err))
		}
		cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		b.ReportMetric(float64(out.lines), "lines")
	}
	b.ReportMetric(perRun(b, cpu), "cpu-ms/op")
}

// counter is a Writer; with /dev/null grep would stop at the first match.
type counter struct{ lines int }

func (c *counter) Write(p []byte) (int, error) {
	c.lines += strings.Count(string(p), "\n")
	return len(p), nil
}
