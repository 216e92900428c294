package scan

import (
	"bytes"
	"unicode/utf8"
)

// probeSize is how much of a file decides whether it is text. A file whose
// first NUL comes later is text, as it is for git.
const probeSize = 8 << 10

// magic are the first bytes of common formats, spelled long enough that no
// text starts with them. Formats with a NUL early in their header, which are
// most of the others, need no line here.
var magic = [][]byte{
	[]byte("%PDF-"),
	[]byte("\x89PNG\r\n"),
	[]byte("GIF87a"),
	[]byte("GIF89a"),
	[]byte("\xFF\xD8\xFF"),            // JPEG
	[]byte("PK\x03\x04"),              // zip, jar, docx
	[]byte("\x1F\x8B\x08"),            // gzip
	[]byte("BZh91AY&SY"),              // bzip2
	[]byte("\xFD7zXZ"),                // xz
	[]byte("7z\xBC\xAF"),              // 7-Zip
	[]byte("\x28\xB5\x2F\xFD"),        // zstd
	[]byte("\x04\x22\x4D\x18"),        // lz4
	[]byte("Rar!\x1A\x07"),            // rar
	[]byte("!<arch>\n"),               // ar, deb, static libraries
	[]byte("\x7FELF"),                 // ELF
	[]byte("\xCA\xFE\xBA\xBE"),        // Java class, fat Mach-O
	[]byte("\xCF\xFA\xED\xFE"),        // Mach-O
	[]byte("\xFE\xED\xFE\xED"),        // Java keystore
	[]byte("BC\xC0\xDE"),              // LLVM bitcode
	[]byte("SQLite format 3"),         // SQLite
	[]byte("ID3\x03"),                 // MP3
	[]byte("ID3\x04"),                 // MP3
	[]byte("\xD0\xCF\x11\xE0"),        // old Office
	[]byte("version https://git-lfs"), // pointer to a file that git keeps elsewhere
}

// IsBinary reports whether the start of a file, or all of it, is not text:
// it has the mark of a binary format, a NUL, many control characters, or more
// invalid UTF-8 than a text in an old 8-bit encoding has.
func IsBinary(head []byte) bool {
	for _, m := range magic {
		if bytes.HasPrefix(head, m) {
			return true
		}
	}
	cut := len(head) > probeSize
	if cut {
		head = head[:probeSize]
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return true
	}
	control := 0
	for _, b := range head {
		if b < ' ' && b != '\n' && b != '\t' && b != '\r' && b != '\f' && b != '\b' && b != '\v' && b != 0x1B {
			control++
		}
	}
	if control == 0 && utf8.Valid(head) {
		return false
	}
	invalid := countInvalid(head, cut)
	n := len(head)
	return control*10 > n || invalid*10 > 3*n || control*50 > n && invalid*20 > n
}

// countInvalid counts the bytes that are not UTF-8; a character that was cut
// off at the end is not counted.
func countInvalid(head []byte, cut bool) int {
	invalid := 0
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		if r == utf8.RuneError && size == 1 {
			if cut && !utf8.FullRune(head) {
				break
			}
			invalid++
		}
		head = head[size:]
	}
	return invalid
}
