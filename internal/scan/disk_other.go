//go:build !linux

package scan

import (
	"os"
	"path/filepath"
	"syscall"
)

// disk looks at paths below a root. A folder must have been accepted before
// the paths in it are asked for.
type disk struct{ root string }

func (d *disk) close() {}

// folder returns nil when path is a folder, and not a link to one.
func (d *disk) folder(path string) error {
	info, err := os.Lstat(filepath.Join(d.root, filepath.FromSlash(path)))
	if err == nil && !info.IsDir() {
		return syscall.ENOTDIR
	}
	return err
}

// lstat looks at a path.
func (d *disk) lstat(path string) (stat, error) {
	info, err := os.Lstat(filepath.Join(d.root, filepath.FromSlash(path)))
	if err != nil {
		return stat{}, err
	}
	return statOf(info), nil
}
