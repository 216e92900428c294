// Package source gives back the bytes that were indexed. Source text is not
// stored twice: it comes from the file itself while that is unchanged, else
// from git's blob, else from the copy that the index keeps of files that git
// does not have (M-130).
package source

import (
	"bytes"
	"context"
	"crypto/sha256"
	"os"
	"os/exec"
	"path/filepath"

	"lode/internal/code"
)

// File identifies the bytes that are wanted.
type File struct {
	ID   int64
	Path string
	Hash [32]byte // SHA-256 of the bytes on disk
	OID  string   // git's blob with these bytes, or ""
}

// Reader reads the files of one tree.
type Reader struct {
	Root   string
	Kept   func(ctx context.Context, file int64) ([]byte, error) // the index's own copy, or nil
	Decode func(raw []byte) []byte                               // raw bytes to the text that was indexed
}

// Content returns the text as it was when indexed. changed reports that the
// file on disk now differs. When the old text cannot be had, the error has the
// code Stale.
func (r *Reader) Content(ctx context.Context, f File) (text []byte, changed bool, err error) {
	raw, err := os.ReadFile(filepath.Join(r.Root, filepath.FromSlash(f.Path)))
	if err == nil && sha256.Sum256(raw) == f.Hash {
		return r.Decode(raw), false, nil
	}
	if f.OID != "" {
		if raw, err := r.blob(ctx, f.OID); err == nil && sha256.Sum256(raw) == f.Hash {
			return r.Decode(raw), true, nil
		}
	}
	kept, err := r.Kept(ctx, f.ID)
	if err != nil {
		return nil, true, err
	}
	if kept == nil {
		return nil, true, code.Errorf(code.Stale, "%s changed since it was indexed: run `lode index`", f.Path)
	}
	return kept, true, nil
}

func (r *Reader) blob(ctx context.Context, oid string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", "-C", r.Root, "cat-file", "blob", oid)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0")
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return out.Bytes(), err
}
