package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"lode/internal/store"
)

const interruptFiles = 150

// writeGeneration writes a tree in which every file says which generation it is of.
func writeGeneration(t *testing.T, root string, generation int) {
	t.Helper()
	for i := range interruptFiles {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\n// Generation%d is in every file.\nfunc Generation%d() {}\n", i%10, generation, generation)
		for j := range 30 {
			fmt.Fprintf(&b, "\n// F%d adds numbers for file %d of generation %d.\nfunc F%d(a, b int) int {\n\treturn a*%d + helper%d(b)\n}\n", j, i, generation, j, i, j)
		}
		file := filepath.Join(root, fmt.Sprintf("p%d", i%10), fmt.Sprintf("f%d.go", i))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// process is a running lode.
type process struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

func startLode(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("lode", args...)}
	p.Env = append(os.Environ(), "TEST_SEGMENT_CHUNKS=300") // many checkpoints
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// finish runs lode to its end and returns what it printed.
func finish(t *testing.T, args ...string) string {
	t.Helper()
	p := startLode(t, args...)
	if err := p.Wait(); err != nil {
		t.Fatalf("lode %v: %v: %s", args, err, p.stderr.String())
	}
	return p.stdout.String()
}

// TestInterrupt ends indexing runs at random moments, by Ctrl-C and by force.
// The index stays readable, of one generation, unlocked, and the next run
// completes it to what a fresh one is.
func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no process can send another one an interrupt")
	}
	root := t.TempDir()
	writeGeneration(t, root, 1)
	started := time.Now()
	finish(t, "-C", root, "--index-dir", filepath.Join(t.TempDir(), "fresh"), "index")
	whole := time.Since(started)
	random := rand.New(rand.NewPCG(1, 2))

	// A first build, which readers may see grow. Runs that go on where another
	// one ended have less to do, so every other starts from nothing.
	for i := range 6 {
		if i%2 == 0 {
			finish(t, "-C", root, "index")
			finish(t, "-C", root, "clean")
		}
		interrupt(t, root, i/2, time.Duration(random.Int64N(int64(whole)))>>(i%2))
		checkReadable(t, root, 0)
	}
	finish(t, "-C", root, "index")
	checkReadable(t, root, 1)
	compareWithFresh(t, root)

	// Later builds, of which readers must see all or nothing.
	for generation := 2; generation <= 5; generation++ {
		writeGeneration(t, root, generation)
		for i := range 2 {
			interrupt(t, root, generation, time.Duration(random.Int64N(int64(whole)))>>i)
			checkReadable(t, root, generation-1, generation)
		}
		finish(t, "-C", root, "index")
		checkReadable(t, root, generation)
	}
	compareWithFresh(t, root)
}

// interrupt starts an indexing run and ends it after a while.
func interrupt(t *testing.T, root string, i int, after time.Duration) {
	t.Helper()
	signal := os.Kill
	if i%2 == 0 {
		signal = os.Interrupt
	}
	p := startLode(t, "-C", root, "index")
	time.Sleep(after)
	_ = p.Process.Signal(signal) // it may have ended
	done := make(chan error, 1)
	go func() { done <- p.Wait() }()
	var err error
	select {
	case err = <-done:
	case <-time.After(20 * time.Second):
		_ = p.Process.Kill()
		t.Fatalf("lode goes on after %v", signal)
	}
	var exit *exec.ExitError
	if signal != os.Interrupt || !errors.As(err, &exit) || exit.ExitCode() == -1 {
		return // killed, also by a signal that came before it was awaited; or done before that
	}
	if message := p.stderr.String(); exit.ExitCode() != exitError || !strings.Contains(message, "lode: interrupted") {
		t.Errorf("exit %d after %v: %s", exit.ExitCode(), after, message)
	}
}

// checkReadable reads the whole index. Every file must be of one and the same
// of the generations; 0 is a first build that may be unfinished or not begun.
func checkReadable(t *testing.T, root string, generations ...int) {
	t.Helper()
	// A git that the dead process was just starting may have the lock for a moment.
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		holder, held := store.Held(filepath.Join(root, folder))
		if !held {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the lock is held by %+v", holder)
		}
	}
	off := func(a *app) { a.environ = []string{"LODE_INDEXING=0"} }
	facts, stderr, exit := runLode(t, off, "-C", root, "export")
	if generations[0] == 0 {
		if exit != exitFound && !strings.Contains(stderr, "no index here") {
			t.Fatalf("exit %d: %s", exit, stderr)
		}
		return
	}
	if exit != exitFound {
		t.Fatalf("exit %d: %s", exit, stderr)
	}
	found := 0
	for _, g := range generations {
		n := strings.Count(facts, fmt.Sprintf(`"name":"Generation%d"`, g))
		if n != 0 && n != interruptFiles {
			t.Errorf("%d of %d files are of generation %d", n, interruptFiles, g)
		}
		found += n
	}
	if found != interruptFiles {
		t.Errorf("%d files of generations %v, want %d", found, generations, interruptFiles)
	}
}

func compareWithFresh(t *testing.T, root string) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "fresh")
	finish(t, "-C", root, "--index-dir", fresh, "index")
	want := finish(t, "-C", root, "--index-dir", fresh, "export")
	if got := finish(t, "-C", root, "export"); got != want {
		t.Errorf("the index differs from a fresh one: %d bytes, want %d", len(got), len(want))
	}
}

// TestCancelAtEveryStep ends a run at its first step, the next one at its
// second, and so on, each of them on what the one before has left.
func TestCancelAtEveryStep(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Sprintf("package f\n\nfunc F%d() {}\n", i)
	}
	root := writeTree(t, files)
	interrupted := 0
	for step := 1; step < 40; step++ {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		var out, errs bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: &errs, segmentChunks: 2, now: func() time.Time { // progress looks at the clock
			if steps++; steps == step {
				cancel()
			}
			return time.Now()
		}}
		full := fmt.Sprintf("--full=%v", step%3 == 0)
		exit := a.run(ctx, []string{"-C", root, "index", full})
		switch {
		case exit == exitError && strings.Contains(errs.String(), "lode: interrupted: nothing is lost"):
			interrupted++
		case exit != exitFound:
			t.Fatalf("step %d: exit %d: %s", step, exit, errs.String())
		}
		cancel()
		if _, stderr, exit := runLode(t, nil, "-C", root, "export"); exit != exitFound && !strings.Contains(stderr, "no index here") {
			t.Fatalf("after step %d: exit %d: %s", step, exit, stderr)
		}
	}
	if interrupted < 10 {
		t.Errorf("%d runs were interrupted: the steps say nothing", interrupted)
	}
	finish(t, "-C", root, "index")
	compareWithFresh(t, root)
}

// TestUnfinishedBuild asks an index whose first build was interrupted.
func TestUnfinishedBuild(t *testing.T) {
	files := map[string]string{}
	for i := range 12 {
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Sprintf("package f\n\nfunc F%d() {}\n", i)
	}
	root := writeTree(t, files)
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	a := &app{out: io.Discard, err: io.Discard, segmentChunks: 2, now: func() time.Time {
		if steps++; steps == 9 {
			cancel()
		}
		return time.Now()
	}}
	if exit := a.run(ctx, []string{"-C", root, "index"}); exit != exitError {
		t.Fatalf("exit %d", exit)
	}
	stdout, stderr, exit := runLode(t, nil, "-C", root, "search", "F0", "--lines", "0")
	if exit != exitFound || !strings.Contains(stdout, "function F0") || !strings.Contains(stderr, "the first build of the index was not finished: run `lode index` to go on") {
		t.Errorf("exit %d: %s%s", exit, stdout, stderr)
	}
	stdout, _, exit = runLode(t, nil, "-C", root, "status")
	if exit != exitFound || !strings.Contains(stdout, "the first build was not finished") {
		t.Errorf("exit %d: %s", exit, stdout)
	}
	runLode(t, nil, "-C", root, "index")
	if _, stderr, _ := runLode(t, nil, "-C", root, "search", "F0"); stderr != "" {
		t.Errorf("after the build: %s", stderr)
	}
}

// TestSearchWhileIndexing asks all the time while another process indexes.
func TestSearchWhileIndexing(t *testing.T) {
	root := t.TempDir()
	writeGeneration(t, root, 1)
	finish(t, "-C", root, "index")
	writeGeneration(t, root, 2)
	p := startLode(t, "-C", root, "index")
	done := make(chan error, 1)
	go func() { done <- p.Wait() }()
	searches := 0
	for running := true; running; searches++ {
		stdout, stderr, exit := runLode(t, nil, "-C", root, "search", "Generation", "add numbers", "--lines", "0", "-n", "3")
		if exit != exitFound || strings.Count(stdout, "\n") != 3 {
			t.Fatalf("exit %d: %s%s", exit, stdout, stderr)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("index: %v: %s", err, p.stderr.String())
			}
			running = false
		default:
		}
	}
	if searches < 2 {
		t.Errorf("%d searches: the build was over too soon to say anything", searches)
	}
	checkReadable(t, root, 2)
}
