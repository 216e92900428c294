package cli

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lode/internal/store"
)

var update = flag.Bool("update", false, "rewrite expected outputs")

// TestMain lets the test binary also be `lode`, so that scripts and the tests
// of signals run it as a process of its own, and `holdlock`, which plays
// another indexer.
func TestMain(m *testing.M) {
	os.Setenv(raceOptions[0], raceOptions[1])
	testscript.Main(m, map[string]func(){
		"lode": func() {
			a := newApp()
			a.segmentChunks, _ = strconv.Atoi(os.Getenv("TEST_SEGMENT_CHUNKS"))
			os.Exit(a.main(os.Args[1:]))
		},
		"holdlock": holdLock,
	})
}

// raceOptions keep the race detector from sleeping for a second at the end of
// each process.
var raceOptions = [2]string{"GORACE", "atexit_sleep_ms=0"}

// holdLock takes the lock of an index folder, says so by making a file, and
// keeps it until it is killed.
func holdLock() {
	_, err := store.Acquire(context.Background(), os.Args[1], 0, nil)
	if err == nil {
		err = os.WriteFile(os.Args[2], nil, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	time.Sleep(time.Minute)
}

// TestScripts runs the scenarios in testdata, one a file.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                "testdata",
		UpdateScripts:      *update,
		RequireUniqueNames: true,
		Setup:              setUpScript,
		Condition:          scriptCondition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": scriptExits, "waitfor": scriptWaitFor, "schema": scriptSchema, "spoil": scriptSpoil, "halve": scriptHalve,
			"files": scriptFiles, "unescape": scriptUnescape,
		},
	})
}

func setUpScript(e *testscript.Env) error {
	lode, err := exec.LookPath("lode")
	if err != nil {
		return err
	}
	home := filepath.Join(e.WorkDir, ".home")
	for _, v := range [][2]string{
		raceOptions,
		{"HOME", home}, {"GIT_CONFIG_NOSYSTEM", "1"}, {"GIT_AUTHOR_NAME", "A"}, {"GIT_AUTHOR_EMAIL", "a@example.com"},
		{"GIT_COMMITTER_NAME", "A"}, {"GIT_COMMITTER_EMAIL", "a@example.com"}, {"LODEBIN", filepath.Dir(lode)},
	} {
		e.Setenv(v[0], v[1])
	}
	return os.Mkdir(home, 0o755)
}

func scriptCondition(cond string) (bool, error) {
	switch cond {
	case "root":
		return os.Getuid() == 0, nil
	case "mount":
		return canMount(), nil
	}
	return false, fmt.Errorf("unknown condition %q", cond)
}

// canMount reports whether scripts may mount file systems of their own.
func canMount() bool {
	return exec.Command("unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt").Run() == nil
}

// scriptExits runs a command and wants an exit code: exits 1 lode search x.
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code command...")
	}
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s ended with %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// scriptWaitFor waits until a file exists.
func scriptWaitFor(ts *testscript.TestScript, _ bool, args []string) {
	for range 1000 {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear", args[0])
}

// scriptSchema sets the schema version of a database: schema index.db 99.
func scriptSchema(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite3", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.Exec("PRAGMA user_version = " + args[1])
	ts.Check(err)
}

// scriptSpoil overwrites a part of a file, given in percent: spoil file 40 60.
func scriptSpoil(ts *testscript.TestScript, _ bool, args []string) {
	file := ts.MkAbs(args[0])
	b, err := os.ReadFile(file)
	ts.Check(err)
	from, _ := strconv.Atoi(args[1])
	to, _ := strconv.Atoi(args[2])
	for i := len(b) * from / 100; i < len(b)*to/100; i++ {
		b[i] = 0x5a
	}
	ts.Check(os.WriteFile(file, b, 0o644))
}

// scriptHalve cuts a file in two and keeps the first half.
func scriptHalve(ts *testscript.TestScript, _ bool, args []string) {
	file := ts.MkAbs(args[0])
	info, err := os.Stat(file)
	ts.Check(err)
	ts.Check(os.Truncate(file, info.Size()/2))
}

// scriptFiles makes many small files: files dir 10000.
func scriptFiles(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	for i := range n {
		dir := filepath.Join(ts.MkAbs(args[0]), fmt.Sprintf("d%02d", i/100))
		ts.Check(os.MkdirAll(dir, 0o755))
		text := fmt.Sprintf("package d\n\nfunc Tiny%d() int { return %d }\n", i, i)
		ts.Check(os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", i)), []byte(text), 0o644))
	}
}

// scriptUnescape writes a file whose name and content are Go strings, for what
// a text archive cannot hold: unescape 'a\nb.go' 'package a\n' [repeat].
func scriptUnescape(ts *testscript.TestScript, _ bool, args []string) {
	name, err := strconv.Unquote(`"` + args[0] + `"`)
	ts.Check(err)
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	if len(args) > 2 {
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		text = strings.Repeat(text, n)
	}
	file := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o755))
	ts.Check(os.WriteFile(file, []byte(text), 0o644))
}

// runLode runs lode in this process.
func runLode(t *testing.T, tweak func(*app), args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{in: strings.NewReader(""), out: &out, err: &errs, now: time.Now}
	if tweak != nil {
		tweak(a)
	}
	exit = a.run(t.Context(), args)
	return out.String(), errs.String(), exit
}

// writeTree makes files below a new folder and returns the folder.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
