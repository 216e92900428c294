package scan

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"lode/internal/code"
)

func TestRoot(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, map[string]string{
		"repo/a/b/": "", "repo/a/.lode/": "", "lode/.lode/": "", "lode/x/y/": "", "none/z/": "", "none/.lode": "a file",
		"broken/.git/": "", "work/.git": "gitdir: ../repo/.git/worktrees/w\n", "work/c/": "",
		"stray/.git": "something else", "file": "",
	})
	initRepo(t, filepath.Join(dir, "repo"))
	write(t, dir, map[string]string{"repo/.git/worktrees/w/HEAD": "ref: refs/heads/w\n", "repo/.git/worktrees/w/commondir": "../..\n"})
	symlink(t, dir, "", "link", "repo/a")
	tests := []struct {
		dir, want string
		git       bool
	}{
		{"repo", "repo", true},
		{"repo/a/b", "repo", true},
		{"repo/a/../a", "repo", true},
		{"link", "repo", true},
		{"work/c", "work", true},
		{"lode/x/y", "lode", false},
		{"none/z", "none/z", false},
		{"broken", "broken", false},
		{"stray", "stray", false},
		{"repo/.git/refs", "repo/.git/refs", false},
	}
	for _, tt := range tests {
		got, git, err := Root(filepath.Join(dir, tt.dir))
		if want := filepath.Join(dir, tt.want); got != want || git != tt.git || err != nil {
			t.Errorf("%s: %s, git %v, %v", tt.dir, got, git, err)
		}
	}
	for path, want := range map[string]string{"file": "is a file", "missing": "no such directory", "file/x": "not a directory"} {
		_, _, err := Root(filepath.Join(dir, path))
		var coded *code.Error
		if !errors.As(err, &coded) || coded.Code != code.Invalid || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	t.Chdir(filepath.Join(dir, "repo", "a"))
	if got, _, err := Root("."); got != filepath.Join(dir, "repo") || err != nil {
		t.Errorf("relative: %s, %v", got, err)
	}
}
