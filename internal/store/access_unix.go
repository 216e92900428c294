//go:build unix

package store

import "golang.org/x/sys/unix"

// canCreateIn reports whether files can be made in dir.
func canCreateIn(dir string) bool { return unix.Access(dir, unix.W_OK) == nil }
