//go:build !unix

package store

import "os"

// canCreateIn reports whether files can be made in dir.
func canCreateIn(dir string) bool {
	f, err := os.CreateTemp(dir, ".probe*")
	if err != nil {
		return false
	}
	_ = f.Close()
	return os.Remove(f.Name()) == nil
}
