package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"

	"lode/internal/scan"
)

// corpus is what is measured on: the files that lode would index.
type corpus struct {
	entries []scan.Entry
	bytes   int64
	lines   int
}

// copyTree copies the text files of a tree into a new git repository.
func copyTree(from, to string) (*corpus, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return nil, err
	}
	o := scan.Options{Root: from}
	listing, err := scan.List(context.Background(), o)
	if err != nil {
		return nil, err
	}
	c := &corpus{}
	for _, e := range listing.Entries {
		f, skip, err := scan.Read(o, e)
		if err != nil {
			return nil, err
		}
		if skip != nil {
			continue
		}
		target := filepath.Join(to, filepath.FromSlash(e.Path))
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(target, f.Raw, 0o644); err != nil {
			return nil, err
		}
		c.entries = append(c.entries, e)
		c.bytes += e.Size
		c.lines += f.Lines
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "tree"}} {
		cmd := exec.Command("git", append([]string{"-C", to}, args...)...)
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return nil, err
		}
	}
	return c, nil
}
