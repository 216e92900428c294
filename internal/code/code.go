// Package code holds the nouns that every other package speaks in: files,
// symbols, references, imports, chunks, and the codes of errors.
//
// It imports only the standard library and does no work of its own. Lines and
// columns are 1-based, columns count bytes, byte offsets are 0-based and
// half-open. Paths are relative to the root of the tree, with forward slashes.
package code

// Span is a region of a file. EndLine is the last line that the region touches.
type Span struct {
	Start, End             uint32 // byte offsets, half-open
	StartLine, StartColumn uint32
	EndLine                uint32
}

// Contains reports whether the bytes of o lie within s.
func (s Span) Contains(o Span) bool { return s.Start <= o.Start && o.End <= s.End }

// Text returns the bytes of content that the span covers.
func (s Span) Text(content []byte) []byte { return content[s.Start:s.End] }

// Symbol is a named definition.
type Symbol struct {
	Kind           Kind
	Name           string
	QualifiedName  string // containers and receiver included, without the package
	Container      int    // index of the enclosing symbol in Facts.Symbols, or -1
	Span           Span   // the whole definition, without its doc comment
	NameLine       uint32
	NameColumn     uint32
	Body           Span   // empty when there is none
	Signature      string // the definition without its body, white space folded
	Parameters     string // text between the parentheses, at most 500 bytes
	ParameterCount int
	ReturnType     string
	Modifiers      Modifiers
	Doc            string // text of the doc comment, without its markers
	DocLine        uint32 // first line of the doc comment, or Span.StartLine
}

// Import is one imported name or module.
type Import struct {
	Path  string // module, package or file as written, quotes removed
	Name  string // the member imported from Path, or ""; "*" for all
	Alias string // the local name where it differs
	Line  uint32
}

// Ref is a use of a name.
type Ref struct {
	Kind     RefKind
	Name     string
	Receiver string // text before the last separator: x in x.Name(), or ""
	Line     uint32
	Column   uint32
	Symbol   int // index of the enclosing symbol in Facts.Symbols, or -1
}

// Facts is all that one file says about itself. It is a function of the file's
// bytes, its language and the extractor's version, and of nothing else.
type Facts struct {
	Status  ParseStatus
	Package string // as declared in the file, or ""
	Symbols []Symbol
	Imports []Import
	Refs    []Ref
	Data    []Span // declarations of constants, variables and enums at file or type level
	// Depths has for each line the nesting depth of the syntax that starts
	// there, or NoBreak where a cut would tear something apart. It is nil when
	// the file has no grammar.
	Depths []uint8
}

// NoBreak marks a line that does not start a piece of syntax of its own.
const NoBreak = 255

// ParseStatus says how much of a file the parser understood.
type ParseStatus uint8

const (
	// ParsedFull means the grammar accepted every byte.
	ParsedFull ParseStatus = iota
	// ParsedPartial means the file has syntax errors and facts around them may be missing.
	ParsedPartial
	// ParsedText means there is no grammar for the file: it is searched as text.
	ParsedText
	// ParsedFailed means the parser gave up (time or size): searched as text.
	ParsedFailed
)

var parseStatusNames = [...]string{"full", "partial", "text", "failed"}

func (p ParseStatus) String() string { return nameOf(parseStatusNames[:], int(p)) }
