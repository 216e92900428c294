package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"lode/internal/code"
	"lode/internal/table"
)

var ctx = context.Background()

func create(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Create(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func begin(t *testing.T, s *Store) *Writer {
	t.Helper()
	w, err := s.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Rollback)
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func sample(path string) *NewFile {
	return &NewFile{
		File: File{Path: path, Language: "go", Role: code.RoleTest, Stat: Stat{Size: 10, ModTime: 5, CheckedAt: 99}, Hash: [32]byte{1, 2, 3}, OID: "abc", Lines: 3},
		Facts: &code.Facts{
			Package: "p", Status: code.ParsedPartial,
			Symbols: []code.Symbol{
				{Kind: code.KindStruct, Name: "T", QualifiedName: "T", Container: -1, Span: code.Span{Start: 1, End: 90, StartLine: 1, StartColumn: 2, EndLine: 9}, DocLine: 1, Doc: "Doc."},
				{Kind: code.KindMethod, Name: "Get", QualifiedName: "T.Get", Container: 0, Span: code.Span{Start: 10, End: 20, StartLine: 3, StartColumn: 1, EndLine: 4}, Body: code.Span{Start: 12, End: 20, StartLine: 3, StartColumn: 3, EndLine: 4},
					NameLine: 3, NameColumn: 6, DocLine: 2, Signature: "func (T) Get(a int) error", Parameters: "a int", ParameterCount: 1, ReturnType: "error", Modifiers: code.Exported | code.Static},
			},
			Imports: []code.Import{{Path: "fmt", Line: 2}, {Path: "x/y", Name: "z", Alias: "q", Line: 3}},
			Refs:    []code.Ref{{Kind: code.RefCall, Name: "Print", Receiver: "fmt", Line: 9, Column: 4, Symbol: 1}, {Kind: code.RefType, Name: "T", Line: 3, Column: 1, Symbol: -1}},
			Data:    []code.Span{{Start: 4, End: 8, StartLine: 2, StartColumn: 1, EndLine: 3}},
		},
		Text: []byte("kept text"),
	}
}

// add writes one file as a segment of its own.
func add(t *testing.T, w *Writer, f *NewFile, live bool) int64 {
	t.Helper()
	id, err := w.AddFile(ctx, f, live)
	must(t, err)
	n := &NewSegment{
		Files:    []FileInfo{{ID: id, Path: f.Path, Language: f.Language, Role: f.Role}},
		Chunks:   Chunks{File: []uint32{0, 0}, StartLine: []uint32{1, 5}, EndLine: []uint32{4, 9}, Symbol: []int32{-1, 1}, Kind: []uint8{0, 1}, Flags: []uint8{0, 3}},
		ChunkIDs: []string{"code-" + f.Path + "#file-0", "odd\nname"},
		Words:    []table.Block{{First: []byte("alpha"), Data: []byte("A")}, {First: []byte("mike"), Data: []byte("M")}},
		Lengths:  []byte{1, 2}, Vectors: [][]byte{{9, 9}, {8}},
	}
	must(t, w.AddSegment(ctx, n, live))
	return id
}

func snapshot(t *testing.T, s *Store) *Snapshot {
	t.Helper()
	v, err := s.Snapshot(ctx)
	must(t, err)
	t.Cleanup(v.Close)
	return v
}

func TestRoundTrip(t *testing.T) {
	s := create(t, t.TempDir())
	w := begin(t, s)
	f := sample("a/b.go")
	id := add(t, w, f, true)
	must(t, w.Commit(ctx))

	v := snapshot(t, s)
	got, err := v.FileByPath(ctx, "a/b.go")
	must(t, err)
	want := f.File
	want.ID, want.Package, want.Status, want.Symbols, want.Refs = id, "p", code.ParsedPartial, 2, 2
	if !reflect.DeepEqual(*got, want) {
		t.Errorf("file\n%+v\nwant\n%+v", *got, want)
	}
	facts, err := v.Facts(ctx, id)
	must(t, err)
	rows, err := v.SymbolsOf(ctx, id)
	must(t, err)
	for i := range rows {
		facts.Symbols = append(facts.Symbols, rows[i].Symbol)
		if rows[i].File != id || rows[i].Place() != i {
			t.Errorf("symbol %d is at %d of file %d", i, rows[i].Place(), rows[i].File)
		}
	}
	facts.Package, facts.Status = f.Facts.Package, f.Facts.Status
	if !reflect.DeepEqual(facts, f.Facts) {
		t.Errorf("facts\n%+v\nwant\n%+v", facts, f.Facts)
	}
	text, err := v.Text(ctx, id)
	if must(t, err); string(text) != "kept text" {
		t.Errorf("text %q", text)
	}
	if c, err := v.Counts(ctx); err != nil || c.Files != 1 || c.Symbols != 2 || c.Contained != 1 || c.Refs != 2 || c.Lines != 3 || c.Bytes != 10 || c.Languages["go"] != 1 || c.Status["partial"] != 1 {
		t.Errorf("counts %+v, %v", c, err)
	}
	for _, name := range []string{"get", "GET"} {
		if found, err := v.SymbolsNamed(ctx, []string{name, "nothing"}, []code.Kind{code.KindField}, 9); err != nil || len(found) != 1 || found[0].Name != "Get" {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
	if found, err := v.SymbolsNamed(ctx, []string{"Get"}, []code.Kind{code.KindMethod}, 9); err != nil || len(found) != 0 {
		t.Errorf("a kind that was not wanted: %v, %v", found, err)
	}
	if found, err := v.SymbolsWithPrefix(ctx, "ge", 9); err != nil || len(found) != 1 {
		t.Errorf("prefix: %v, %v", found, err)
	}
	segments, err := v.Segments(ctx)
	must(t, err)
	if pieces, err := segments[0].Pieces(ctx, PartVectors); err != nil || !reflect.DeepEqual(pieces, [][]byte{{9, 9}, {8}}) {
		t.Errorf("vectors %v, %v", pieces, err)
	}
	ids, err := segments[0].ChunkIDs(ctx)
	if must(t, err); len(segments) != 1 || segments[0].Live() != 2 || ids[1] != "odd\nname" {
		t.Errorf("segment %+v, ids %q", segments[0], ids)
	}
}

func TestBlocks(t *testing.T) {
	s := create(t, t.TempDir())
	w := begin(t, s)
	add(t, w, sample("a.go"), true)
	must(t, w.Commit(ctx))
	segments, err := snapshot(t, s).Segments(ctx)
	must(t, err)
	source := segments[0].Source(ctx, ListWords)
	for key, want := range map[string][2]string{"aaa": {"", "A"}, "alpha": {"A", "M"}, "beta": {"A", "M"}, "mike": {"M", ""}, "zulu": {"M", ""}} {
		block, err := source.Block([]byte(key))
		must(t, err)
		next, err := source.Next([]byte(key))
		must(t, err)
		if string(block) != want[0] || string(next) != want[1] {
			t.Errorf("%s: block %q, next %q, want %q", key, block, next, want)
		}
	}
}

func TestRemoveAndPublish(t *testing.T) {
	s := create(t, t.TempDir())
	w := begin(t, s)
	old := add(t, w, sample("a.go"), true)
	gone := add(t, w, sample("b.go"), true)
	must(t, w.Commit(ctx))

	before := snapshot(t, s)
	w = begin(t, s)
	changed := sample("a.go")
	changed.Facts.Symbols[0].Name = "Renamed"
	staged := add(t, w, changed, false)
	must(t, w.Commit(ctx))
	if found, _ := snapshot(t, s).SymbolsNamed(ctx, []string{"Renamed"}, nil, 9); len(found) != 0 {
		t.Error("a staged symbol is visible")
	}
	w = begin(t, s)
	must(t, w.Remove(ctx, []int64{gone}))
	must(t, w.Publish(ctx))
	must(t, w.Commit(ctx))

	after := snapshot(t, s)
	if f, err := after.FileByPath(ctx, "a.go"); err != nil || f.ID != staged {
		t.Errorf("a.go: %+v, %v", f, err)
	}
	if _, err := after.FileByPath(ctx, "b.go"); err == nil {
		t.Error("b.go is still there")
	}
	live := 0
	segments, err := after.Segments(ctx)
	must(t, err)
	for _, seg := range segments {
		live += seg.Live()
	}
	if live != 2 {
		t.Errorf("%d live chunks, want 2", live)
	}
	// The snapshot from before still sees its own generation.
	if f, err := before.FileByPath(ctx, "a.go"); err != nil || f.ID != old {
		t.Errorf("old snapshot: %+v, %v", f, err)
	}
	if _, err := before.FileByPath(ctx, "b.go"); err != nil {
		t.Errorf("old snapshot lost b.go: %v", err)
	}
}

func TestRollbackLeavesNothing(t *testing.T) {
	s := create(t, t.TempDir())
	w := begin(t, s)
	add(t, w, sample("a.go"), true)
	w.Rollback()
	counts, err := snapshot(t, s).Counts(ctx)
	if must(t, err); counts.Files != 0 || counts.Symbols != 0 {
		t.Errorf("%+v", counts)
	}
}

func TestOpenWithoutIndex(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(ctx, dir); !errors.Is(err, ErrNoIndex) {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 0 {
		t.Error("reading made files")
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	dir := t.TempDir()
	s := create(t, dir)
	if _, err := s.writes.Exec("PRAGMA user_version = 999"); err != nil {
		t.Fatal(err)
	}
	must(t, s.Close())
	for name, open := range map[string]func(context.Context, string) (*Store, error){"read": Open, "write": Create} {
		_, err := open(ctx, dir)
		var e *code.Error
		if !errors.As(err, &e) || e.Code != code.Unavailable || !strings.Contains(err.Error(), "newer lode") || IsDamaged(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamageIsTold(t *testing.T) {
	for name, hurt := range map[string]func(path string) error{
		"not a database": func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("garbage ", 2000)), 0o644) },
		"header lost": func(p string) error {
			f, err := os.OpenFile(p, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteAt(make([]byte, 64), 0)
			return err
		},
	} {
		dir := t.TempDir()
		s := create(t, dir)
		w := begin(t, s)
		add(t, w, sample("a.go"), true)
		must(t, w.Commit(ctx))
		must(t, s.Close())
		must(t, hurt(filepath.Join(dir, FileName)))
		if _, err := Open(ctx, dir); !IsDamaged(err) || !strings.Contains(err.Error(), "lode index --full") {
			t.Errorf("%s, read: %v", name, err)
		}
		if _, err := Create(ctx, dir); !IsDamaged(err) {
			t.Errorf("%s, write: %v", name, err)
		}
	}
}

func TestQuickCheckFindsDamageInside(t *testing.T) {
	dir := t.TempDir()
	s := create(t, dir)
	w := begin(t, s)
	for i := range 200 {
		add(t, w, sample(fmt.Sprintf("f%d.go", i)), true)
	}
	must(t, w.Commit(ctx))
	must(t, s.QuickCheck(ctx))
	must(t, s.Close())
	f, err := os.OpenFile(filepath.Join(dir, FileName), os.O_WRONLY, 0)
	must(t, err)
	info, err := f.Stat()
	must(t, err)
	for at := int64(8192); at < info.Size(); at += 4096 {
		_, err = f.WriteAt([]byte("this is not a page of a database"), at)
		must(t, err)
	}
	must(t, f.Close())
	s, err = Open(ctx, dir)
	if err == nil {
		err = s.QuickCheck(ctx)
		s.Close()
	}
	if !IsDamaged(err) {
		t.Errorf("got %v", err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	dir := t.TempDir()
	s := create(t, dir)
	w := begin(t, s)
	add(t, w, sample("a.go"), true)
	must(t, w.Commit(ctx))
	must(t, s.Close())
	ro := open(filepath.Join(dir, FileName), "immutable")
	defer ro.Close()
	must(t, ro.check(ctx))
	if _, err := snapshot(t, ro).FileByPath(ctx, "a.go"); err != nil {
		t.Error(err)
	}
}

func TestLock(t *testing.T) {
	dir := t.TempDir()
	l, err := Acquire(ctx, dir, 0, nil)
	must(t, err)
	_, err = Acquire(ctx, dir, 0, nil)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d", os.Getpid())) {
		t.Errorf("a second lock: %v", err)
	}
	told := false
	go func() { time.Sleep(150 * time.Millisecond); l.Release() }()
	second, err := Acquire(ctx, dir, 10*time.Second, func(Holder) { told = true })
	if must(t, err); !told {
		t.Error("nobody was told about the wait")
	}
	second.Release()
}

// A holder that was killed must not block anyone.
func TestLockOfDeadProcess(t *testing.T) {
	if dir := os.Getenv("LODE_TEST_HOLD"); dir != "" {
		if _, err := Acquire(ctx, dir, 0, nil); err != nil {
			os.Exit(3)
		}
		fmt.Println("held")
		time.Sleep(time.Minute)
		os.Exit(0)
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLockOfDeadProcess$")
	cmd.Env = append(os.Environ(), "LODE_TEST_HOLD="+dir)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	_, err = out.Read(make([]byte, 4))
	must(t, err)
	if _, err := Acquire(ctx, dir, 0, nil); err == nil {
		t.Fatal("the other process does not hold the lock")
	}
	must(t, cmd.Process.Kill())
	_ = cmd.Wait()
	l, err := Acquire(ctx, dir, time.Second, nil)
	if must(t, err); !l.Crashed {
		t.Error("the crash was not noticed")
	}
	l.Release()
	if l, err = Acquire(ctx, dir, 0, nil); err != nil || l.Crashed {
		t.Errorf("after a clean release: %+v, %v", l, err)
	}
	l.Release()
}

func FuzzUnpack(f *testing.F) {
	s := sample("x")
	f.Add(packRefs(s.Facts.Refs))
	f.Add(packImports(s.Facts.Imports))
	f.Add(packSpans(s.Facts.Data))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = unpackRefs(b)
		_, _ = unpackImports(b)
		_, _ = unpackSpans(b)
		_ = unpackPosition(b, &code.Symbol{})
		_, _ = decodeChunks(b)
		_, _ = decodeFiles(b, 3)
	})
}
