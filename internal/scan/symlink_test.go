package scan

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSymlinks runs by git and by a walk, following and not.
func TestSymlinks(t *testing.T) {
	outside := tempDir(t)
	write(t, outside, map[string]string{"secret": "", "dir/secret": ""})
	tests := []struct {
		name   string
		files  map[string]string
		links  map[string]string // path to target; ROOT and OUT stand for folders
		plain  map[string]Reason // what is skipped when links are not followed
		follow map[string]Reason
		want   string // what is listed when they are followed, beside .gitignore and a
	}{
		{
			name:   "to a file that is listed",
			links:  map[string]string{"l": "a", "d/m": "../a", "n": "ROOT/a"},
			plain:  map[string]Reason{"l": Symlink, "d/m": Symlink, "n": Symlink},
			follow: map[string]Reason{"l": Symlink, "d/m": Symlink, "n": Symlink},
		}, {
			name:   "to a file that is not",
			files:  map[string]string{"hidden/h": "x"},
			links:  map[string]string{"l": "hidden/h", "m": "hidden/h", "n": "ROOT/hidden/h"},
			plain:  map[string]Reason{"l": Symlink, "m": Symlink, "n": Symlink},
			follow: map[string]Reason{"m": Symlink, "n": Symlink},
			want:   " l",
		}, {
			name:   "absolute, to a file that is not",
			files:  map[string]string{"hidden/h": "x"},
			links:  map[string]string{"n": "ROOT/hidden/h"},
			plain:  map[string]Reason{"n": Symlink},
			follow: map[string]Reason{},
			want:   " n",
		}, {
			name:   "to a folder that is listed",
			files:  map[string]string{"d/x": "", "d/e/y": ""},
			links:  map[string]string{"l": "d"},
			plain:  map[string]Reason{"l": Symlink},
			follow: map[string]Reason{"l": Symlink},
			want:   " d/e/y d/x",
		}, {
			name:   "to a folder that is not",
			files:  map[string]string{"hidden/x": "x", "hidden/e/y": "x", "hidden/node_modules/z": "", "hidden/sub/.git": "", "hidden/e/.lodeignore": "q\n.*", "hidden/e/q": ""},
			links:  map[string]string{"l": "hidden", "hidden/e/k": "../x", "hidden/e/up": "..", "hidden/e/o": "OUT/secret"},
			plain:  map[string]Reason{"l": Symlink},
			follow: map[string]Reason{"l/e/k": Symlink, "l/e/up": SymlinkLoop, "l/e/o": SymlinkOutside, "l/node_modules": Dependency, "l/e/q": LodeIgnore, "l/e/.lodeignore": LodeIgnore},
			want:   " l/e/y l/x",
		}, {
			name:   "out of the root",
			links:  map[string]string{"f": "OUT/secret", "g": "OUT/dir", "d/h": "../../../../../../../../etc/passwd"},
			plain:  map[string]Reason{"f": SymlinkOutside, "g": SymlinkOutside, "d/h": SymlinkOutside},
			follow: map[string]Reason{"f": SymlinkOutside, "g": SymlinkOutside, "d/h": SymlinkOutside},
		}, {
			name:   "nowhere",
			links:  map[string]string{"b": "missing", "c": "b"},
			plain:  map[string]Reason{"b": SymlinkBroken, "c": SymlinkBroken},
			follow: map[string]Reason{"b": SymlinkBroken, "c": SymlinkBroken},
		}, {
			name:   "in a loop",
			links:  map[string]string{"self": "self", "b": "c", "c": "b", "d/up": "..", "d/e/up": "../..", "root": "."},
			plain:  map[string]Reason{"self": SymlinkLoop, "b": SymlinkLoop, "c": SymlinkLoop, "d/up": SymlinkLoop, "d/e/up": SymlinkLoop, "root": SymlinkLoop},
			follow: map[string]Reason{"self": SymlinkLoop, "b": SymlinkLoop, "c": SymlinkLoop, "d/up": SymlinkLoop, "d/e/up": SymlinkLoop, "root": SymlinkLoop},
		}, {
			name:   "two folders to each other",
			files:  map[string]string{"d/x": "", "e/y": ""},
			links:  map[string]string{"d/l": "../e", "e/m": "../d"},
			plain:  map[string]Reason{"d/l": Symlink, "e/m": Symlink},
			follow: map[string]Reason{"d/l": Symlink, "e/m": Symlink},
			want:   " d/x e/y",
		}, {
			name:   "two hidden folders to each other",
			files:  map[string]string{"hidden/d/x": "", "hidden/e/y": ""},
			links:  map[string]string{"hidden/d/l": "../e", "hidden/e/m": "../d", "in": "hidden/d"},
			plain:  map[string]Reason{"in": Symlink},
			follow: map[string]Reason{"in/l/m": Symlink},
			want:   " in/l/y in/x",
		}, {
			name:   "to private folders",
			files:  map[string]string{".git/private": "", ".lode/db": "", "idx/db": ""},
			links:  map[string]string{"g": ".git/private", "l": ".lode", "m": ".lode/db", "i": "idx/db"},
			plain:  map[string]Reason{"g": Symlink, "l": Symlink, "m": Symlink, "i": Symlink, ".lode": IndexFolder, "idx": IndexFolder},
			follow: map[string]Reason{"g": Symlink, "l": Symlink, "m": Symlink, "i": Symlink, ".lode": IndexFolder, "idx": IndexFolder},
		},
	}
	for _, tt := range tests {
		for _, noGit := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/NoGit=%v", tt.name, noGit), func(t *testing.T) {
				root := tempDir(t)
				initRepo(t, root)
				write(t, root, map[string]string{".gitignore": "hidden/\n", "a": "text"})
				write(t, root, tt.files)
				for path, target := range tt.links {
					symlink(t, root, outside, path, target)
				}
				o := Options{Root: root, NoGit: noGit, IndexDir: filepath.Join(root, "idx")}
				wantSkips(t, list(t, o), tt.plain)
				o.FollowSymlinks = true
				l := list(t, o)
				wantSkips(t, l, tt.follow)
				wantPaths(t, l, ".gitignore a"+tt.want)
				for _, e := range l.Entries {
					if _, skip, err := Read(o, e); skip != nil || err != nil {
						t.Errorf("read %s: %v %v", e.Path, skip, err)
					}
				}
			})
		}
	}
}

func symlink(t *testing.T, root, outside, path, target string) {
	t.Helper()
	if rest, ok := strings.CutPrefix(target, "ROOT/"); ok {
		target = filepath.Join(root, rest)
	}
	if rest, ok := strings.CutPrefix(target, "OUT/"); ok {
		target = filepath.Join(outside, rest)
	}
	path = filepath.Join(root, path)
	check(t, os.MkdirAll(filepath.Dir(path), 0o777))
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// TestFolderBecameLink has a tracked folder that was replaced by a link out of the root.
func TestFolderBecameLink(t *testing.T) {
	root, outside := tempDir(t), tempDir(t)
	write(t, outside, map[string]string{"f": "secret"})
	git(t, root, "init", "-q")
	write(t, root, map[string]string{"d/f": "", "a": ""})
	git(t, root, "add", ".")
	check(t, os.RemoveAll(filepath.Join(root, "d")))
	symlink(t, root, outside, "d", outside)
	for _, follow := range []bool{false, true} {
		o := Options{Root: root, FollowSymlinks: follow}
		wantPaths(t, list(t, o), "a")
		if f, skip, err := Read(o, Entry{Path: "d/f"}); f != nil || skip == nil || err != nil {
			t.Errorf("read through a link: %v %v %v", f, skip, err)
		}
	}
}

// TestRootIsLink reaches a tree by a link.
func TestRootIsLink(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{"real/a": ""})
	symlink(t, dir, "", "link", "real")
	o := Options{Root: filepath.Join(dir, "link")}
	l := list(t, o)
	wantPaths(t, l, "a")
	if _, skip, err := Read(o, l.Entries[0]); skip != nil || err != nil {
		t.Error(skip, err)
	}
}
