package scan

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain makes git independent of the machine's own settings.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "scan-home")
	if err != nil {
		panic(err)
	}
	for k, v := range map[string]string{
		"HOME": home, "XDG_CONFIG_HOME": "", "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": filepath.Join(home, "none"),
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
	} {
		os.Setenv(k, v)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// git runs a command in dir and returns its output.
func git(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		stderr := ""
		if e, ok := err.(*exec.ExitError); ok {
			stderr = string(e.Stderr)
		}
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, stderr)
	}
	return string(out)
}

// tempDir is a temporary folder whose path has no symbolic links.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// write makes files below root; a name that ends in a slash is a folder.
func write(t testing.TB, root string, files map[string]string) {
	t.Helper()
	made := ""
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(root, filepath.FromSlash(name))
		folder := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			folder = path
		}
		if folder != made {
			check(t, os.MkdirAll(folder, 0o777))
			made = folder
		}
		if folder != path {
			check(t, os.WriteFile(path, []byte(files[name]), 0o666))
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// initRepo makes what `git init` makes, without a process.
func initRepo(t testing.TB, root string) {
	t.Helper()
	write(t, root, map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/": "", ".git/refs/heads/": "", ".git/info/": "",
		".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
	})
}

func list(t testing.TB, o Options) *Listing {
	t.Helper()
	l, err := List(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(l.Entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("entries are not sorted: %q", paths(l))
	}
	return l
}

func paths(l *Listing) []string {
	p := []string{}
	for _, e := range l.Entries {
		p = append(p, e.Path)
	}
	return p
}

func skips(l *Listing) map[string]Reason {
	m := map[string]Reason{}
	for _, s := range l.Skipped {
		m[s.Path] = s.Reason
	}
	return m
}

// wantPaths compares the entries of a listing with words.
func wantPaths(t testing.TB, l *Listing, want string) {
	t.Helper()
	if got := strings.Join(paths(l), " "); got != want {
		t.Errorf("entries:\n got %q\nwant %q", got, want)
	}
}

func wantSkips(t testing.TB, l *Listing, want map[string]Reason) {
	t.Helper()
	if got := skips(l); !maps.Equal(got, want) {
		t.Errorf("skipped:\n got %v\nwant %v", got, want)
	}
}

// gitCommandThatFails runs a command whatever comes of it.
func gitCommandThatFails(dir string, args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	return string(out)
}
