package chunk

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"lode/internal/code"
)

// modelSize is the size of a chunk in characters that suits an embedding model
// (C-38). A provider before the name and a tag after it do not matter:
// "ollama/nomic-embed-text:latest" is nomic-embed-text.
func modelSize(model string) int {
	model = model[strings.LastIndexByte(model, '/')+1:]
	model, _, _ = strings.Cut(model, ":")
	switch strings.ToLower(model) {
	case "voyage-code-3", "voyage-code-2", "voyage-large-2":
		return 4096
	case "nomic-embed-text":
		return 2048
	}
	return 1000
}

// fixedOverlap is the share of a chunk that the next one repeats, in per cent.
const fixedOverlap = 15

// fixedChunks cuts windows of characters (C-39): each starts size less overlap
// after the one before, and the last is the first that reaches the end. The
// characters are those of the file as it is, carriage returns included.
func fixedChunks(t *text, o Options) []code.Chunk {
	size := o.FixedSize
	if size == 0 {
		size = modelSize(o.Model)
	}
	step := size - size*fixedOverlap/100
	ascii := isASCII(t.b)
	var chunks []code.Chunk
	for start := 0; start < len(t.b); start = forward(t.b, start, step, ascii) {
		end := forward(t.b, start, size, ascii)
		if window := t.b[start:end]; len(bytes.TrimSpace(window)) > 0 {
			chunks = append(chunks, code.Chunk{
				StartLine: uint32(t.lineAt(start)) + 1,
				EndLine:   uint32(t.lineAt(end-1)) + 1,
				Text:      string(window),
			})
		}
		if end == len(t.b) {
			break
		}
	}
	return chunks
}

// forward returns the offset n characters after another.
func forward(b []byte, offset, n int, ascii bool) int {
	if ascii {
		return offset + min(n, len(b)-offset)
	}
	for ; n > 0 && offset < len(b); n-- {
		if b[offset] < utf8.RuneSelf {
			offset++
			continue
		}
		_, width := utf8.DecodeRune(b[offset:])
		offset += width
	}
	return offset
}
