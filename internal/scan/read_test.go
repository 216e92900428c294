package scan

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// inUTF16 encodes text with a byte order mark.
func inUTF16(text string, order binary.AppendByteOrder) string {
	b := order.AppendUint16(nil, 0xFEFF)
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return string(b)
}

func TestRead(t *testing.T) {
	long := strings.Repeat("x", 900_000)
	tests := []struct {
		name, raw, text string
		lines           int
		crlf            bool
		skip            Reason
	}{
		{name: "empty"},
		{name: "one line", raw: "a", text: "a", lines: 1},
		{name: "lines", raw: "a\nb\n", text: "a\nb\n", lines: 2},
		{name: "no end", raw: "a\n\nb", text: "a\n\nb", lines: 3},
		{name: "crlf", raw: "a\r\nb\r\n", text: "a\r\nb\r\n", lines: 2, crlf: true},
		{name: "mixed ends", raw: "a\nb\r\n", text: "a\nb\r\n", lines: 2, crlf: true},
		{name: "bom", raw: "\xEF\xBB\xBFpackage x\n", text: "package x\n", lines: 1},
		{name: "only bom", raw: "\xEF\xBB\xBF", text: ""},
		{name: "utf-16 le", raw: inUTF16("a\r\nü𝄞\r\n", binary.LittleEndian), text: "a\r\nü𝄞\r\n", lines: 2, crlf: true},
		{name: "utf-16 be", raw: inUTF16("a\nü𝄞", binary.BigEndian), text: "a\nü𝄞", lines: 2},
		{name: "half a unit", raw: inUTF16("a", binary.LittleEndian) + "b", text: "a\uFFFD", lines: 1},
		{name: "half a pair", raw: "\xFF\xFE\x34\xD8a\x00", text: "\uFFFDa", lines: 1},
		{name: "pair at the end", raw: "\xFF\xFE\x34\xD8", text: "\uFFFD", lines: 1},
		{name: "utf-32", raw: "\xFF\xFE\x00\x00a\x00\x00\x00", skip: Binary},
		{name: "nul", raw: "package x\n\x00", skip: Binary},
		{name: "nul far behind", raw: strings.Repeat("text\n", 4000) + "\x00", text: strings.Repeat("text\n", 4000) + "\x00", lines: 4001},
		{name: "latin-1", raw: "// gr\xFC\xDFe von M\xFCller\nint main() {}\n", text: "// gr\xFC\xDFe von M\xFCller\nint main() {}\n", lines: 2},
		{name: "png", raw: "\x89PNG\r\n\x1A\n", skip: Binary},
		{name: "enormous line", raw: long, text: long, lines: 1},
		{name: "too large", raw: strings.Repeat("x", DefaultMaxFileSize+1), skip: TooLarge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := tempDir(t)
			write(t, root, map[string]string{"f": tt.raw})
			f, skip, err := Read(Options{Root: root}, Entry{Path: "f"})
			check(t, err)
			if tt.skip != "" {
				if f != nil || skip == nil || skip.Reason != tt.skip || skip.Path != "f" {
					t.Fatalf("got %v, %v", f, skip)
				}
				return
			}
			if skip != nil {
				t.Fatal(skip)
			}
			if string(f.Bytes) != tt.text || f.Lines != tt.lines || f.CRLF != tt.crlf {
				t.Errorf("got %q, %d lines, CRLF %v", f.Bytes[:min(80, len(f.Bytes))], f.Lines, f.CRLF)
			}
			if f.Hash != sha256.Sum256([]byte(tt.raw)) {
				t.Error("the hash is not that of the bytes on disk")
			}
		})
	}
}

// TestReadChanged changes files between List and Read.
func TestReadChanged(t *testing.T) {
	outside := tempDir(t)
	write(t, outside, map[string]string{"secret": "secret"})
	tests := []struct {
		name   string
		change func(t *testing.T, path string)
		want   Reason
	}{
		{"vanished", func(t *testing.T, path string) { check(t, os.Remove(path)) }, Vanished},
		{"folder vanished", func(t *testing.T, path string) { check(t, os.RemoveAll(filepath.Dir(path))) }, Vanished},
		{"folder is a file", func(t *testing.T, path string) {
			check(t, os.RemoveAll(filepath.Dir(path)))
			check(t, os.WriteFile(filepath.Dir(path), nil, 0o666))
		}, Vanished},
		{"grown", func(t *testing.T, path string) { check(t, os.WriteFile(path, make([]byte, 101), 0o666)) }, TooLarge},
		{"binary", func(t *testing.T, path string) { check(t, os.WriteFile(path, []byte("\x7FELF\x00"), 0o666)) }, Binary},
		{"a folder", func(t *testing.T, path string) {
			check(t, os.Remove(path))
			check(t, os.Mkdir(path, 0o777))
		}, NotRegular},
		{"a link out", func(t *testing.T, path string) {
			check(t, os.Remove(path))
			check(t, os.Symlink(filepath.Join(outside, "secret"), path))
		}, SymlinkOutside},
		{"a folder that leads out", func(t *testing.T, path string) {
			check(t, os.RemoveAll(filepath.Dir(path)))
			check(t, os.Symlink(outside, filepath.Dir(path)))
		}, SymlinkOutside},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Options{Root: tempDir(t), MaxFileSize: 100}
			write(t, o.Root, map[string]string{"d/secret": "x"})
			l := list(t, o)
			wantPaths(t, l, "d/secret")
			tt.change(t, filepath.Join(o.Root, "d", "secret"))
			f, skip, err := Read(o, l.Entries[0])
			if f != nil || skip == nil || skip.Reason != tt.want || err != nil {
				t.Errorf("got %v, %v, %v", f, skip, err)
			}
		})
	}
}

// TestOpenByName is the way that systems without openat2 take.
func TestOpenByName(t *testing.T) {
	root := tempDir(t)
	write(t, root, map[string]string{"d/a": "text"})
	f, err := openByName(root, filepath.Join("d", "a"), 0)
	check(t, err)
	f.Close()
	if f, err := openByName(root, filepath.Join("..", filepath.Base(root), "d", "a"), 0); err == nil {
		f.Close()
		t.Error("left the root")
	}
}

func TestIsBinary(t *testing.T) {
	random := make([]byte, 200)
	for i, x := 0, uint32(1); i < len(random); i++ {
		x = x*1664525 + 1013904223
		random[i] = byte(x>>24) | 1 // no NUL
	}
	tests := []struct {
		name string
		head string
		want bool
	}{
		{"empty", "", false},
		{"source", "package main\n", false},
		{"utf-8", "// größe, 大きさ, размер\n", false},
		{"latin-1", "/* gr\xF6\xDFe */ int x; /* na\xEFve caf\xE9 */", false},
		{"escapes", "\x1B[31mred\x1B[0m\n", false},
		{"form feeds", "a\n\f\nb\n", false},
		{"one control", "some text with \x01 in it that is long enough\n", false},
		{"nul", "abc\x00def", true},
		{"controls", "\x01\x02\x03\x04abc\x05\x06", true},
		{"random", string(random), true},
		{"gzip", "\x1F\x8B\x08abc", true},
		{"pdf", "%PDF-1.7\ntext only\n", true},
		{"zip", "PK\x03\x04", true},
		{"class", "\xCA\xFE\xBA\xBE", true},
		{"elf", "\x7FELF", true},
		{"lfs pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", true},
		{"cut in a character", strings.Repeat("ü", probeSize), false},
		{"cut in a character, odd", "a" + strings.Repeat("ü", probeSize), false},
		{"gbk all over", strings.Repeat("\xC4\xE3\xBA\xC3", 50), true},
	}
	for _, tt := range tests {
		if got := IsBinary([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("\xFF\xFEa\x00"))
	f.Add([]byte("\xEF\xBB\xBFabc\r\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		text, ok := Decode(bytes.Clone(raw))
		if ok && len(text) > 3*len(raw) {
			t.Errorf("%d bytes from %d", len(text), len(raw))
		}
		d := NewDetector(nil)
		for _, path := range []string{"a.h", "a.m", "a.pl", "script"} {
			RoleOf(path, d.Language(path, text), text)
		}
	})
}
