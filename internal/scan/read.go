package scan

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf16"
	"unicode/utf8"
)

// File is the content of an entry.
type File struct {
	// Bytes is the text: as on disk, but without a UTF-8 byte order mark, and
	// in UTF-8 where the file is UTF-16 with a mark. It may hold invalid UTF-8.
	Bytes []byte
	Raw   []byte   // the bytes on disk; shares memory with Bytes where they are equal
	Hash  [32]byte // SHA-256 of the bytes on disk
	Lines int      // a last line without an end counts
	CRLF  bool     // some line ends in CR LF
}

var (
	utf8BOM    = []byte{0xEF, 0xBB, 0xBF}
	utf16LEBOM = []byte{0xFF, 0xFE}
	utf16BEBOM = []byte{0xFE, 0xFF}
)

// Read reads an entry of a listing made with the same options. A Skip says
// that there is nothing to index: the file is binary, has vanished, cannot be
// read, is no file any more or has grown above the limit. It never leaves the
// root and never blocks, whatever has taken the file's place since.
func Read(o Options, e Entry) (*File, *Skip, error) {
	f, err := open(o, e.Path)
	if err != nil {
		return nil, failed(e, err), nil
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("stat %s: %w", e.Path, cause(err))
	}
	if !info.Mode().IsRegular() {
		return nil, &Skip{e.Path, NotRegular, info.Mode().Type().String()}, nil
	}
	raw, err := readAll(f, info.Size(), o.maxFileSize())
	if errors.Is(err, errTooLarge) {
		return nil, &Skip{e.Path, TooLarge, fmt.Sprintf("more than %d bytes", o.maxFileSize())}, nil
	}
	if err != nil {
		return nil, failed(e, err), nil
	}
	text, ok := Decode(raw)
	if !ok {
		return nil, &Skip{Path: e.Path, Reason: Binary}, nil
	}
	return &File{
		Bytes: text,
		Raw:   raw,
		Hash:  sha256.Sum256(raw),
		Lines: countLines(text),
		CRLF:  bytes.Contains(text, []byte("\r\n")),
	}, nil, nil
}

func failed(e Entry, err error) *Skip {
	if errors.Is(err, errOutside) {
		return &Skip{e.Path, SymlinkOutside, err.Error()}
	}
	return &Skip{e.Path, failure(err), cause(err).Error()}
}

// open opens a file below the root. Links that stay inside are followed
// by the system, except absolute ones, which are resolved here.
func open(o Options, path string) (*os.File, error) {
	name := filepath.FromSlash(path)
	f, err := openInside(o.Root, name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	base, baseErr := filepath.EvalSymlinks(o.Root)
	real, realErr := filepath.EvalSymlinks(filepath.Join(o.Root, name))
	if baseErr != nil || realErr != nil {
		return nil, err
	}
	rel, relErr := filepath.Rel(base, real)
	switch {
	case relErr != nil || !filepath.IsLocal(rel):
		return nil, errOutside
	case rel == name || !o.FollowSymlinks:
		return nil, err
	}
	return openInside(o.Root, rel)
}

// openByName opens a file below a root by means of package os.
func openByName(root, name string, flags int) (*os.File, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.OpenFile(name, os.O_RDONLY|flags, 0)
}

var (
	errTooLarge = errors.New("too large")
	errOutside  = errors.New("a link leads out of the root")
)

// readAll reads at most limit bytes; size is what to expect.
func readAll(f *os.File, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, errTooLarge
	}
	buf := make([]byte, 0, size+1) // one more, so that the end is seen without growing
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case int64(len(buf)) > limit:
			return nil, errTooLarge
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, err
		}
	}
}

// Decode makes the text that File.Bytes is of the bytes on disk, wherever they
// come from; ok is false when they are binary.
func Decode(raw []byte) (text []byte, ok bool) {
	switch {
	case bytes.HasPrefix(raw, utf16LEBOM) && !bytes.HasPrefix(raw, []byte{0xFF, 0xFE, 0, 0}): // not UTF-32
		return decodeUTF16(raw[2:], binary.LittleEndian), true
	case bytes.HasPrefix(raw, utf16BEBOM):
		return decodeUTF16(raw[2:], binary.BigEndian), true
	}
	text = bytes.TrimPrefix(raw, utf8BOM)
	return text, !IsBinary(text)
}

// decodeUTF16 replaces what is no character, and half a unit at the end, by U+FFFD.
func decodeUTF16(b []byte, order binary.ByteOrder) []byte {
	text := make([]byte, 0, len(b)/2+len(b)/8)
	for len(b) >= 2 {
		r := rune(order.Uint16(b))
		b = b[2:]
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if len(b) >= 2 {
				pair = utf16.DecodeRune(r, rune(order.Uint16(b)))
			}
			if r = pair; r != utf8.RuneError {
				b = b[2:]
			}
		}
		text = utf8.AppendRune(text, r)
	}
	if len(b) > 0 {
		text = utf8.AppendRune(text, utf8.RuneError)
	}
	return text
}

func countLines(text []byte) int {
	n := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}
