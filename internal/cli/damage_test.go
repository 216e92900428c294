package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamage overwrites a part of the database, anywhere, and asks. An answer
// may be right or be an error that says what to do; lode must not crash, and
// `lode index --full` must always help.
func TestDamage(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("p%d/f%d.go", i%4, i)] = fmt.Sprintf("package p\n\n// Do%d does things to numbers.\nfunc Do%d(a int) int { return helper(a) * %d }\n", i, i, i)
	}
	root := writeTree(t, files)
	runLode(t, nil, "-C", root, "index")
	facts, _, _ := runLode(t, nil, "-C", root, "export")
	file := filepath.Join(root, folder, "index.db")
	sound, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	noticed := 0
	for range 40 {
		at, length := random.IntN(len(sound)), 1+random.IntN(6000)
		spoiled := append([]byte(nil), sound...)
		for i := at; i < min(at+length, len(spoiled)); i++ {
			spoiled[i] = byte(random.IntN(256))
		}
		for _, side := range []string{"-wal", "-shm"} {
			_ = os.Remove(file + side)
		}
		if err := os.WriteFile(file, spoiled, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"search", "numbers"}, {"search", "Do7", "--mode", "name"}, {"search", "Do7", "--chunks", "symbols"}, {"symbols"}, {"outline", "p1/f1.go"},
			{"show", "Do7"}, {"grep", "Do7"}, {"status"}, {"export"}, {"index"},
		} {
			_, stderr, exit := runLode(t, nil, append([]string{"-C", root}, args...)...)
			if exit == exitError {
				noticed++
				if !strings.Contains(stderr, "damaged") || !strings.Contains(stderr, "lode index --full") {
					t.Errorf("%d bytes at %d, lode %v: %s", length, at, args, stderr)
				}
			}
		}
		if _, stderr, exit := runLode(t, nil, "-C", root, "index", "--full"); exit != exitFound {
			t.Fatalf("%d bytes at %d: exit %d: %s", length, at, exit, stderr)
		}
		if got, _, _ := runLode(t, nil, "-C", root, "export"); got != facts {
			t.Fatalf("%d bytes at %d: the index that was built anew differs", length, at)
		}
	}
	if noticed == 0 {
		t.Error("no damage was noticed")
	}
}
