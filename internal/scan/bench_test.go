package scan

import (
	"context"
	"os"
	"os/exec"
	"testing"
)

// BenchmarkList compares List with the bare git command, on the checkout that
// LODE_BENCH_TREE names.
func BenchmarkList(b *testing.B) {
	root := os.Getenv("LODE_BENCH_TREE")
	if root == "" {
		b.Skip("LODE_BENCH_TREE is not set")
	}
	b.Run("git ls-files", func(b *testing.B) {
		for b.Loop() {
			cmd := exec.Command("git", "ls-files", "-co", "--exclude-standard", "-z")
			cmd.Dir = root
			if _, err := cmd.Output(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, noGit := range []bool{false, true} {
		name := "List"
		if noGit {
			name = "List without git"
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := List(context.Background(), Options{Root: root, NoGit: noGit}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("Read all", func(b *testing.B) {
		o := Options{Root: root}
		l, err := List(context.Background(), o)
		if err != nil {
			b.Fatal(err)
		}
		var size int64
		for _, e := range l.Entries {
			size += e.Size
		}
		b.SetBytes(size)
		for b.Loop() {
			for _, e := range l.Entries {
				if _, _, err := Read(o, e); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
