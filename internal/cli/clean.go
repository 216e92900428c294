package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/store"
)

type cleanOptions struct{ wait time.Duration }

func (a *app) cleanCommand() *cobra.Command {
	o := &cleanOptions{}
	cmd := &cobra.Command{
		Use:     "clean",
		Short:   "Remove the index",
		Long:    "Remove the index and keep the settings. Nothing is lost but time: `lode index` builds it again.",
		Example: "  lode clean",
		Args:    takesNone,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.runClean(cmd.Context(), o) },
	}
	cmd.Flags().DurationVar(&o.wait, "wait", 0, "how long to wait when another lode is indexing here, such as 5m")
	return cmd
}

func (a *app) runClean(ctx context.Context, o *cleanOptions) error {
	l, err := a.locate()
	if err != nil {
		return err
	}
	removed, size, err := clean(ctx, l.indexDir, o.wait)
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(map[string]any{"removed": removed, "bytes": size})
	} else if len(removed) == 0 {
		a.note("there is no index in %s", l.indexDir)
	} else if !a.quiet {
		fmt.Fprintf(a.out, "Removed the index in %s (%s)\n", quotePath(l.indexDir), byteCount(size))
	}
	if err == nil && len(removed) == 0 {
		return errNothing
	}
	return err
}

// clean removes the database of an index folder and says which files there
// were. The lock stays, for who may be waiting for it.
func clean(ctx context.Context, dir string, wait time.Duration) (removed []string, size int64, err error) {
	removed = []string{}
	if len(databaseFiles(dir)) == 0 {
		return removed, 0, nil
	}
	lock, err := store.Acquire(ctx, dir, wait, nil)
	if err != nil {
		return nil, 0, err
	}
	defer lock.Release()
	for _, f := range databaseFiles(dir) {
		removed = append(removed, filepath.Join(dir, f.Name()))
		size += f.Size()
	}
	if err := store.Remove(dir); err != nil {
		return nil, 0, code.Errorf(code.Unavailable, "cannot remove the index: %v", err)
	}
	return removed, size, nil
}

// databaseFiles lists the database with its side files.
func databaseFiles(dir string) []fs.FileInfo {
	var files []fs.FileInfo
	for _, name := range store.FileNames() {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			files = append(files, info)
		}
	}
	return files
}
