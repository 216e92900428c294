//go:build !unix

package scan

import "os"

// openInside opens a file below a root.
func openInside(root, path string) (*os.File, error) {
	return openByName(root, path, 0)
}
