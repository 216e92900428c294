package scan

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lode/internal/code"
)

// lodeFolder is the folder in which lode keeps its index.
const lodeFolder = ".lode"

// Root finds the tree that a directory belongs to: the top level of its git
// work tree, else the nearest parent that has a .lode folder, else the
// directory itself. Symbolic links in the result are resolved, so that a tree
// has one root by whatever path it is reached.
func Root(dir string) (root string, git bool, err error) {
	dir, err = realDirectory(dir)
	if err != nil {
		return "", false, err
	}
	if r, ok := findRepository(dir); ok && !strings.Contains(dir+"/", "/.git/") {
		return r.top, true, nil
	}
	for d := dir; ; {
		if info, err := os.Lstat(filepath.Join(d, lodeFolder)); err == nil && info.IsDir() {
			return d, false, nil
		}
		parent := filepath.Dir(d)
		if parent == d {
			return dir, false, nil
		}
		d = parent
	}
}

// realDirectory makes a path absolute and free of symbolic links, and insists
// that it is a directory.
func realDirectory(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", code.Errorf(code.Invalid, "%s: %w", dir, err)
	}
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", code.Errorf(code.Invalid, "%s: no such directory", dir)
	case err != nil:
		return "", code.Errorf(code.Invalid, "%s: %w", dir, cause(err))
	case !info.IsDir():
		return "", code.Errorf(code.Invalid, "%s is a file: name the directory that holds it", dir)
	}
	abs, err = filepath.EvalSymlinks(abs)
	if err != nil {
		return "", code.Errorf(code.Invalid, "%s: %w", dir, cause(err))
	}
	return abs, nil
}

// cause is an error of package os without the operation and the path.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// repository is a git work tree.
type repository struct {
	top    string // absolute directory of the work tree
	common string // absolute directory that holds info/exclude
}

// findRepository looks for a git work tree around dir as git does. Asking git
// would cost a process at every start and fail where git is missing or refuses.
func findRepository(dir string) (repository, bool) {
	for {
		if common, ok := gitDirectory(filepath.Join(dir, ".git")); ok {
			return repository{top: dir, common: common}, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return repository{}, false
		}
		dir = parent
	}
}

// gitDirectory follows what may be the .git of a work tree: a folder, or a
// file that names one as in linked work trees and submodules. It returns the
// folder that is common to all work trees of the repository.
func gitDirectory(path string) (common string, ok bool) {
	info, err := os.Stat(path)
	if err != nil {
		return "", false
	}
	if info.Mode().IsRegular() {
		target, ok := strings.CutPrefix(readLine(path), "gitdir: ")
		if !ok {
			return "", false
		}
		path = joinUnlessAbs(filepath.Dir(path), target)
	}
	if !exists(path, "HEAD") {
		return "", false
	}
	if shared := readLine(filepath.Join(path, "commondir")); shared != "" {
		return joinUnlessAbs(path, shared), true
	}
	return path, exists(path, "objects") && exists(path, "refs")
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// readLine returns the first line of a small file, or "".
func readLine(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64<<10 {
		return ""
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSuffix(line, "\r")
}

func joinUnlessAbs(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
