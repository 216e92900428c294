//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// doc is one chunk of a file.
type doc struct{ path, body string }

// corpus cuts source files of the Go distribution, and then of the module
// cache, into chunks of at least 600 bytes that end at a line's end.
func corpus(chunks int) ([]doc, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var docs []doc
	for i, root := range strings.Fields(string(out)) {
		if i == 0 {
			root = filepath.Join(root, "src")
		}
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || len(docs) >= chunks {
				return err
			}
			if d.IsDir() || !isSource(path) {
				return nil
			}
			docs, err = appendFile(docs, root, path)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(docs) < chunks {
		return nil, fmt.Errorf("only %d chunks of source on this machine: try -chunks", len(docs))
	}
	return docs[:chunks], nil
}

func isSource(path string) bool {
	return slices.Contains([]string{".go", ".c", ".h", ".cc", ".cpp", ".py", ".js", ".ts", ".rs", ".java", ".md", ".s", ".scm"},
		filepath.Ext(path))
}

func appendFile(docs []doc, root, path string) ([]doc, error) {
	data, err := os.ReadFile(path)
	if err != nil || len(data) > 1<<20 || !utf8.Valid(data) {
		return docs, err
	}
	rel, err := filepath.Rel(root, path)
	for text := string(data); len(text) > 0; {
		end := min(600, len(text))
		if i := strings.IndexByte(text[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(text)
		}
		docs = append(docs, doc{filepath.ToSlash(rel), text[:end]})
		text = text[end:]
	}
	return docs, err
}
