package code

import "strings"

// ChunkKind is which view of a file a chunk is.
type ChunkKind uint8

// Kinds of chunks. The numbers are stored: append, never reorder.
const (
	ChunkCode          ChunkKind = iota // a region of source
	ChunkDocumentation                  // a section of a document
	ChunkSymbols                        // what a file defines, as text
	ChunkDefinitions                    // its types and signatures without bodies
	ChunkData                           // its constants, variables and enums
	chunkKindCount
)

var chunkKindNames = [chunkKindCount]string{"code", "documentation", "symbols", "definitions", "data"}

func (k ChunkKind) String() string { return nameOf(chunkKindNames[:], int(k)) }

// ChunkKinds lists the names of all kinds of chunks.
func ChunkKinds() []string { return append([]string(nil), chunkKindNames[:]...) }

// ParseChunkKind finds a chunk kind by name.
func ParseChunkKind(name string) (ChunkKind, error) {
	for i, n := range chunkKindNames {
		if n == name {
			return ChunkKind(i), nil
		}
	}
	return 0, Errorf(Invalid, "unknown chunk kind %q: one of %s", name, strings.Join(chunkKindNames[:], ", "))
}

// Chunk is a piece of a file that is found as one. Its text is Text where that
// is set: in composed kinds, in chunks of fixed size, and in parts of a
// paragraph that was cut within a line. Otherwise it is lines StartLine to
// EndLine of the file.
type Chunk struct {
	ID        string // stable while the file keeps its path and its shape
	Kind      ChunkKind
	Title     string
	StartLine uint32
	EndLine   uint32
	Symbol    int // index of the innermost symbol that encloses it, or -1
	Text      string

	// Documents only.
	Section          int
	Part             int
	IsLargeParagraph bool
	IsSplitParagraph bool
}
