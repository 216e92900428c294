package scan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lode/internal/code"
)

// TestRules has small trees, what is listed of them and what is skipped. Each
// runs by git, by our own walk inside a repository, and outside one.
func TestRules(t *testing.T) {
	all := []string{"git", "walk", "plain"}
	tests := []struct {
		name    string
		files   map[string]string
		options Options
		modes   []string
		want    string
		skips   map[string]Reason
	}{
		{
			name: "nothing", files: map[string]string{}, want: "",
		}, {
			name:  "gitignore",
			files: map[string]string{"a.go": "", "b.log": "", ".gitignore": "*.log\n", "d/c.log": "", "d/.gitignore": "!c.log"},
			want:  ".gitignore a.go d/.gitignore d/c.log",
		}, {
			name:  "lodeignore adds, nested and negated",
			files: map[string]string{"a.go": "", "gen/b.go": "", "d/x.txt": "", "d/y.txt": "", ".lodeignore": "gen/\n*.txt\n.lodeignore", "d/.lodeignore": "!y.txt"},
			want:  "a.go d/y.txt",
			skips: map[string]Reason{"gen": LodeIgnore, "d/x.txt": LodeIgnore, ".lodeignore": LodeIgnore, "d/.lodeignore": LodeIgnore},
		}, {
			name:  "lodeignore does not bring back what git ignores",
			files: map[string]string{"a.go": "", "b.log": "", ".gitignore": "*.log\n.*", ".lodeignore": "!b.log"},
			want:  "a.go",
		}, {
			name:    "configured globs",
			files:   map[string]string{"a.go": "", "x/b.go": "", "x/y/c.md": ""},
			options: Options{Ignore: []string{"x/**/*.md", "/a.go"}},
			want:    "x/b.go",
			skips:   map[string]Reason{"a.go": Configured, "x/y/c.md": Configured},
		}, {
			name:    "configured globs come before lodeignore",
			files:   map[string]string{"a.go": "", ".lodeignore": "a.go\n.lodeignore"},
			options: Options{Ignore: []string{"!a.go"}},
			want:    "a.go",
			skips:   map[string]Reason{".lodeignore": LodeIgnore},
		}, {
			name:    "include",
			files:   map[string]string{"a.go": "", "b.md": "", "docs/c.txt": "", "docs/old/d.txt": "", "e.txt": ""},
			options: Options{Include: []string{"*.go", "docs/", "!docs/old"}},
			want:    "a.go docs/c.txt",
			skips:   map[string]Reason{"b.md": NotIncluded, "docs/old/d.txt": NotIncluded, "e.txt": NotIncluded},
		}, {
			name:  "dependencies",
			files: map[string]string{"a.js": "", "node_modules/m/i.js": "", "p/node_modules/x.js": "", "p/__pycache__/x.py": ""},
			want:  "a.js",
			skips: map[string]Reason{"node_modules": Dependency, "p/node_modules": Dependency, "p/__pycache__": Dependency},
		}, {
			name:  "dependencies brought back",
			files: map[string]string{"node_modules/m/i.js": "", ".lodeignore": "!node_modules/\n.*"},
			want:  "node_modules/m/i.js",
			skips: map[string]Reason{".lodeignore": LodeIgnore},
		}, {
			name:  "output folders that were committed",
			files: map[string]string{"package.json": "", "dist/a.js": "", "go.mod": "", "vendor/x.go": "", "venv/pyvenv.cfg": "", "src/dist/b.js": ""},
			modes: []string{"git", "walk"},
			want:  "dist/a.js go.mod package.json src/dist/b.js vendor/x.go venv/pyvenv.cfg",
		}, {
			name:  "output folders outside git",
			files: map[string]string{"package.json": "", "dist/a.js": "", "go.mod": "", "vendor/x.go": "", "venv/pyvenv.cfg": "", "src/dist/b.js": ""},
			modes: []string{"plain"},
			want:  "go.mod package.json src/dist/b.js",
			skips: map[string]Reason{"dist": Dependency, "vendor": Dependency, "venv": Dependency},
		}, {
			name:    "index folders",
			files:   map[string]string{"a.go": "", ".lode/index.db": "", "sub/.lode/x": "", "my/index/db": "", "my/b.go": ""},
			options: Options{IndexDir: filepath.Join("my", "index")},
			want:    "a.go my/b.go",
			skips:   map[string]Reason{".lode": IndexFolder, "sub/.lode": IndexFolder, "my/index": IndexFolder},
		}, {
			name:    "size",
			files:   map[string]string{"a.go": "12345", "b.go": "123456"},
			options: Options{MaxFileSize: 5},
			want:    "a.go",
			skips:   map[string]Reason{"b.go": TooLarge},
		},
	}
	for _, tt := range tests {
		modes := tt.modes
		if modes == nil {
			modes = all
		}
		for _, mode := range modes {
			t.Run(tt.name+"/"+mode, func(t *testing.T) {
				o := tt.options
				o.Root = tempDir(t)
				if mode != "plain" {
					initRepo(t, o.Root)
				}
				o.NoGit = mode == "walk"
				write(t, o.Root, tt.files)
				l := list(t, o)
				if l.Git != (mode == "git") {
					t.Errorf("git %v: %s", l.Git, l.Note)
				}
				wantPaths(t, l, tt.want)
				wantSkips(t, l, tt.skips)
			})
		}
	}
}

func TestSkipSaysWhichRule(t *testing.T) {
	root := tempDir(t)
	write(t, root, map[string]string{"a/b/x.gen": "", "a/.lodeignore": "# generated\n*.gen\n", "y": ""})
	l := list(t, Options{Root: root, Ignore: []string{"/y"}})
	want := []Skip{{"a/b/x.gen", LodeIgnore, "a/.lodeignore:2: *.gen"}, {"y", Configured, "/y"}}
	if !slices.Equal(l.Skipped, want) {
		t.Errorf("got %v", l.Skipped)
	}
}

// TestNothingFound wants an empty listing to say that it is one.
func TestNothingFound(t *testing.T) {
	for note, files := range map[string]map[string]string{"but 0": {}, "but 1": {"a": ""}} {
		root := tempDir(t)
		write(t, root, files)
		if l := list(t, Options{Root: root, Ignore: []string{"*"}}); !strings.Contains(l.Note, note) {
			t.Errorf("%d skipped, note %q", len(l.Skipped), l.Note)
		}
	}
}

func TestOddNames(t *testing.T) {
	names := []string{"new\nline.go", "tab\t.go", "a b.go", "\xff\xfe.go", `back\slash.go`, `"quoted".go`, "-n.go", " .go", "é.go", "d\n/x.go"}
	if len(oddNames()) == 0 {
		t.Skip("this system does not have such names")
	}
	files := map[string]string{}
	for _, n := range names {
		files[n] = "package x\n"
	}
	slices.Sort(names)
	for _, noGit := range []bool{false, true} {
		root := tempDir(t)
		initRepo(t, root)
		write(t, root, files)
		git(t, root, "add", "--", names[0], names[1], names[2])
		o := Options{Root: root, NoGit: noGit}
		l := list(t, o)
		if got := paths(l); !slices.Equal(got, names) {
			t.Errorf("got %q, want %q", got, names)
		}
		for _, e := range l.Entries {
			if f, skip, err := Read(o, e); err != nil || skip != nil || f.Lines != 1 {
				t.Errorf("%q: %v %v", e.Path, skip, err)
			}
		}
	}
}

func TestTracked(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q")
	write(t, root, map[string]string{".gitignore": "*.log", "kept.log": "x\n", "b.go": "b\n", "gone.go": "", "d/gone.go": "", "dir": "", "new.go": ""})
	git(t, root, "add", "-f", "kept.log", "b.go", "gone.go", "d", "dir", ".gitignore")
	l := list(t, Options{Root: root})
	if l.Head != "" {
		t.Errorf("a repository without commits has head %q", l.Head)
	}
	git(t, root, "commit", "-q", "-m", "x")
	check(t, os.Remove(filepath.Join(root, "gone.go")))
	check(t, os.RemoveAll(filepath.Join(root, "d")))
	check(t, os.Remove(filepath.Join(root, "dir")))
	write(t, root, map[string]string{"dir/inside.go": ""})

	l = list(t, Options{Root: root})
	wantPaths(t, l, ".gitignore b.go dir/inside.go kept.log new.go")
	wantSkips(t, l, map[string]Reason{"gone.go": Vanished, "d": Vanished, "dir": Vanished})
	if head := strings.TrimSpace(git(t, root, "rev-parse", "HEAD")); l.Head != head || !l.Git {
		t.Errorf("head %q, git %v", l.Head, l.Git)
	}
	for _, e := range l.Entries {
		want := ""
		if e.Path == "b.go" || e.Path == "kept.log" || e.Path == ".gitignore" {
			want = strings.TrimSpace(git(t, root, "hash-object", e.Path))
		}
		if e.OID != want {
			t.Errorf("%s: OID %q, want %q", e.Path, e.OID, want)
		}
		info, err := os.Lstat(filepath.Join(root, e.Path))
		check(t, err)
		if e.Size != info.Size() || e.ModTime != info.ModTime().UnixNano() {
			t.Errorf("%s: %d bytes at %d, want %d at %d", e.Path, e.Size, e.ModTime, info.Size(), info.ModTime().UnixNano())
		}
	}
}

func TestUnmerged(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q", "-b", "main")
	for i, branch := range []string{"main", "other"} {
		if i > 0 {
			git(t, root, "checkout", "-q", "-b", branch)
		}
		write(t, root, map[string]string{"a": branch, "b": "same"})
		git(t, root, "add", ".")
		git(t, root, "commit", "-q", "-m", branch)
	}
	git(t, root, "checkout", "-q", "-b", "third", "main")
	write(t, root, map[string]string{"a": "third"})
	git(t, root, "commit", "-q", "-a", "-m", "third")
	merge := gitCommandThatFails(root, "merge", "-q", "other")
	l := list(t, Options{Root: root})
	wantPaths(t, l, "a b")
	if l.Entries[0].OID != "" || l.Entries[1].OID == "" {
		t.Errorf("after %s: %v", merge, l.Entries)
	}
}

func TestSparseCheckout(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q")
	write(t, root, map[string]string{"in/a": "", "out/b": "", "top": ""})
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "x")
	git(t, root, "sparse-checkout", "set", "in")
	l := list(t, Options{Root: root})
	wantPaths(t, l, "in/a top")
	wantSkips(t, l, nil)
	if !strings.Contains(l.Note, "1 tracked file") {
		t.Errorf("note %q", l.Note)
	}
}

func TestSubmodule(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q")
	write(t, root, map[string]string{"a": "", "nested/x": "", "gone/": ""})
	git(t, filepath.Join(root, "nested"), "init", "-q")
	git(t, root, "update-index", "--add", "--cacheinfo", "160000,1234567890123456789012345678901234567890,gone")
	for _, noGit := range []bool{false, true} {
		l := list(t, Options{Root: root, NoGit: noGit})
		wantPaths(t, l, "a")
		want := map[string]Reason{"nested": Submodule, "gone": Submodule}
		if noGit { // the empty folder of a submodule that is not checked out is only in the index
			delete(want, "gone")
		}
		wantSkips(t, l, want)
	}
}

// TestFolderOfRepositories is a folder that is no repository and holds some.
func TestFolderOfRepositories(t *testing.T) {
	root := tempDir(t)
	write(t, root, map[string]string{"one/a": "", "two/b": "", "two/c.log": "", "two/d.tmp": "", "two/.gitignore": "*.log"})
	initRepo(t, filepath.Join(root, "one"))
	initRepo(t, filepath.Join(root, "two"))
	write(t, root, map[string]string{"two/.git/info/exclude": "*.tmp\n"})
	l := list(t, Options{Root: root})
	wantPaths(t, l, "one/a two/.gitignore two/b")
	wantSkips(t, l, nil)
}

func TestGlobalExcludes(t *testing.T) {
	root, home := tempDir(t), tempDir(t)
	initRepo(t, root)
	write(t, root, map[string]string{"a": "", "b.mine": "", "c.xdg": ""})
	write(t, home, map[string]string{"config": "[core]\n\texcludesFile = ~/excludes\n", "excludes": "*.mine\n", ".config/git/ignore": "*.xdg\n"})
	t.Setenv("HOME", home)
	for _, noGit := range []bool{false, true} {
		o := Options{Root: root, NoGit: noGit}
		wantPaths(t, list(t, o), "a b.mine")
		t.Run(fmt.Sprint("core.excludesFile NoGit=", noGit), func(t *testing.T) {
			t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "config"))
			wantPaths(t, list(t, o), "a c.xdg")
		})
		t.Run(fmt.Sprint("XDG_CONFIG_HOME NoGit=", noGit), func(t *testing.T) {
			write(t, home, map[string]string{"xdg/git/ignore": "a\n"})
			t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
			wantPaths(t, list(t, o), "b.mine c.xdg")
		})
	}
	t.Run("no git", func(t *testing.T) {
		t.Setenv("PATH", "")
		wantPaths(t, list(t, Options{Root: root}), "a b.mine")
	})
}

// TestGitCannot has repositories that git refuses; lode walks them and says so.
func TestGitCannot(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, root string)
		note  string
		want  string
	}{
		{"no git", func(t *testing.T, root string) { t.Setenv("PATH", "") }, "executable file not found", ".gitignore a"},
		{"corrupt index", func(t *testing.T, root string) {
			write(t, root, map[string]string{".git/index": "rubbish, but long enough for a header"})
		},
			"git could not list", ".gitignore a"},
		{"newer format", func(t *testing.T, root string) {
			write(t, root, map[string]string{".git/config": "[core]\n\trepositoryformatversion = 99\n"})
		}, "99", ".gitignore a"},
		{"bare with files beside", func(t *testing.T, root string) {
			write(t, root, map[string]string{".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"})
		}, "work tree", ".gitignore a"},
		{"no HEAD", func(t *testing.T, root string) { check(t, os.Remove(filepath.Join(root, ".git/HEAD"))) }, "not a valid repository", ".gitignore a"},
		{"broken config", func(t *testing.T, root string) { write(t, root, map[string]string{".git/config": "[[["}) }, "bad config", ".gitignore a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := tempDir(t)
			initRepo(t, root)
			write(t, root, map[string]string{"a": "", "b.log": "", ".gitignore": "*.log"})
			tt.spoil(t, root)
			l := list(t, Options{Root: root})
			wantPaths(t, l, tt.want)
			if l.Git || !strings.Contains(l.Note, tt.note) {
				t.Errorf("git %v, note %q", l.Git, l.Note)
			}
		})
	}
}

func TestBareRepository(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q", "--bare")
	for _, dir := range []string{root, filepath.Join(root, "hooks")} {
		if l := list(t, Options{Root: dir}); dir == root && (len(l.Entries) > 0 || !strings.Contains(l.Note, "clone")) {
			t.Errorf("%d entries, note %q", len(l.Entries), l.Note)
		}
	}
	work := tempDir(t)
	initRepo(t, work)
	for _, dir := range []string{".git", ".git/refs"} {
		if l := list(t, Options{Root: filepath.Join(work, dir)}); len(l.Entries) > 0 || !strings.Contains(l.Note, "clone") {
			t.Errorf("%s: %d entries, note %q", dir, len(l.Entries), l.Note)
		}
	}
}

// TestIgnoredRoot has roots that the repository around them ignores.
func TestIgnoredRoot(t *testing.T) {
	root := tempDir(t)
	initRepo(t, root)
	write(t, root, map[string]string{".gitignore": "/out", "out/x/a": "", "in/b": "", "in/c.log": "", "in/.gitignore": "*.log", ".lodeignore": "skip", "in/d/skip": ""})
	for _, noGit := range []bool{false, true} {
		for _, dir := range []string{"out", "out/x"} {
			l := list(t, Options{Root: filepath.Join(root, dir), NoGit: noGit})
			if len(l.Entries) > 0 || !strings.Contains(l.Note, "ignore") {
				t.Errorf("%s: %q, note %q", dir, paths(l), l.Note)
			}
		}
		l := list(t, Options{Root: filepath.Join(root, "in"), NoGit: noGit, Ignore: []string{"/nothing"}})
		wantPaths(t, l, ".gitignore b")
		wantSkips(t, l, map[string]Reason{"d/skip": LodeIgnore})
	}
}

func TestLinkedWorkTree(t *testing.T) {
	root, work := tempDir(t), filepath.Join(tempDir(t), "w")
	git(t, root, "init", "-q")
	write(t, root, map[string]string{"a": "", ".git/info/exclude": "*.log\n"})
	git(t, root, "add", ".")
	git(t, root, "commit", "-q", "-m", "x")
	git(t, root, "worktree", "add", "-q", work)
	write(t, work, map[string]string{"b": "", "c.log": ""})
	for _, noGit := range []bool{false, true} {
		l := list(t, Options{Root: work, NoGit: noGit})
		wantPaths(t, l, "a b")
		if l.Git == noGit {
			t.Error(l.Note)
		}
	}
}

// TestNothingRuns has a repository that would have git run its own programs.
func TestNothingRuns(t *testing.T) {
	root := tempDir(t)
	git(t, root, "init", "-q")
	script := "#!/bin/sh\ntouch " + filepath.Join(root, "ran") + "\n"
	write(t, root, map[string]string{"a": "", "evil": script})
	check(t, os.Chmod(filepath.Join(root, "evil"), 0o777))
	evil := filepath.Join(root, "evil")
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "filter.x.clean", "alias.ls-files", "core.alternateRefsCommand"} {
		git(t, root, "config", key, evil)
	}
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "query-watchman"} {
		write(t, root, map[string]string{".git/hooks/" + hook: script})
		check(t, os.Chmod(filepath.Join(root, ".git/hooks", hook), 0o777))
	}
	if gitCommandThatFails(root, "status"); !exists(root, "ran") {
		t.Log("git runs nothing here by itself: the test says little")
	}
	os.Remove(filepath.Join(root, "ran"))
	for _, noGit := range []bool{false, true} {
		wantPaths(t, list(t, Options{Root: root, NoGit: noGit}), "a evil")
		if exists(root, "ran") {
			t.Fatalf("NoGit %v: a program of the repository has run", noGit)
		}
	}
}

// TestEnvironmentOfHook lists one repository while a hook of another runs us.
func TestEnvironmentOfHook(t *testing.T) {
	root, other := tempDir(t), tempDir(t)
	git(t, root, "init", "-q")
	git(t, other, "init", "-q")
	write(t, root, map[string]string{"a": ""})
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, ".git", "index.lock"))
	t.Setenv("GIT_WORK_TREE", other)
	l := list(t, Options{Root: root})
	wantPaths(t, l, "a")
	if !l.Git {
		t.Error(l.Note)
	}
}

func TestForgedIndex(t *testing.T) {
	for path, want := range map[string]bool{
		"a": true, "a/b": true, "...": true, "a/..b": true, ".git": true, "": false, "/a": false, "a/": false, "a//b": false,
		"..": false, "../a": false, "a/../b": false, ".": false, "a/.": false,
	} {
		if safePath(path) != want {
			t.Errorf("%q: %v", path, !want)
		}
	}
	for _, out := range []string{"rubbish\x00", "H 1 2\x00", "\t\x00"} {
		if _, _, err := parseTracked(out); err == nil {
			t.Errorf("%q: no error", out)
		}
	}
}

func TestListErrors(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{"file": ""})
	for _, path := range []string{"file", "missing", "file/below"} {
		_, err := List(context.Background(), Options{Root: filepath.Join(dir, path)})
		var coded *code.Error
		if !errors.As(err, &coded) || coded.Code != code.Invalid {
			t.Errorf("%s: %v", path, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	write(t, dir, map[string]string{"repo/a": ""})
	initRepo(t, filepath.Join(dir, "repo"))
	for _, noGit := range []bool{false, true} {
		if _, err := List(ctx, Options{Root: filepath.Join(dir, "repo"), NoGit: noGit}); !errors.Is(err, context.Canceled) {
			t.Errorf("NoGit %v: %v", noGit, err)
		}
	}
}

func TestManyFiles(t *testing.T) {
	root := tempDir(t)
	files := map[string]string{}
	for i := range 10_000 {
		files[fmt.Sprintf("d%d/e%d/f%d", i%10, i%100, i)] = ""
	}
	write(t, root, files)
	want := slices.Sorted(maps.Keys(files))
	if got := paths(list(t, Options{Root: root})); !slices.Equal(got, want) {
		t.Errorf("without git %d files", len(got))
	}
	initRepo(t, root)
	if got := paths(list(t, Options{Root: root})); !slices.Equal(got, want) {
		t.Errorf("with git %d files", len(got))
	}
}

func TestDeepTree(t *testing.T) {
	root := tempDir(t)
	deep := strings.Repeat("d/", 300)
	write(t, root, map[string]string{deep + "x": "", "d/y": "", deep + "z/x": "", "d/d/e/x": ""})
	l := list(t, Options{Root: root})
	wantPaths(t, l, strings.Join([]string{deep + "x", deep + "z/x", "d/d/e/x", "d/y"}, " "))
}
