// Package lang says what lode must know of a programming language: how its
// files are recognised, its grammar, a query that finds the facts, and the few
// rules that are its own. Each language is a folder below this one; package
// all lists them.
//
// # Facts queries
//
// A facts query (facts.scm) captures nodes by these names. Where two patterns
// capture the same node, the one that stands first in the file wins.
//
//	@definition.KIND  a definition; KIND is one of code.Kinds. Needs @name.
//	@container        a region that qualifies names but is no symbol itself, such
//	                  as Rust's impl or Swift's extension. Needs @name.
//	@reference.call   a use, with @name and, where there is one, @receiver
//	@reference.type
//	@reference.inherit
//	@import           with @path, and @name and @alias where there are any
//	@package          the name of the package or module that the file declares; several join
//	@data             a declaration of constants, variables or enum values
//	@type_parameter   the name of a type parameter where it is declared; within
//	                  that definition it is no reference to a type
//
// and within a definition, where the defaults below do not find them:
//
//	@name @params @result @body @doc
//	@function         the node that has the fields of a function, when it is not the
//	                  definition itself, such as the value in JavaScript's f = () => 1
//	@member           marks what belongs to the innermost type although it stands in a
//	                  function, such as Python's self.x = 1 (on any node of the pattern)
//	@receiver         the type that a method belongs to, when it is not the enclosing node
//
// A name that starts with an underscore is for predicates only.
//
// What the extractor does by itself, so that queries need not: a function
// inside a type is a method and a variable inside a type is a field; variables,
// constants and @data inside functions are dropped; a name that a definition defines
// is no reference; @params, @result and @body default to the fields
// "parameters", "return_type" and "body" of the definition; modifiers are read
// from the words in front of the name; the doc comment is the comment that ends
// on the line above.
package lang

import (
	"strings"
	"sync"
	"unsafe"

	"lode/internal/code"
	"lode/internal/syntax"
)

// Language is one language. Fields that do not apply stay empty.
type Language struct {
	Name         string
	Extensions   []string // with the dot
	Filenames    []string
	Interpreters []string // names on a #! line
	LineComment  string   // what starts a comment to the end of the line
	Separator    string   // joins the parts of a qualified name; "." when empty

	Grammar func() unsafe.Pointer
	Facts   string // the facts query
	Rules   Rules

	once    sync.Once
	grammar *syntax.Grammar
	query   *syntax.Query
	above   syntax.KindSet
	err     error
}

// Definition is what a pattern captured of a definition.
type Definition struct {
	Kind               code.Kind
	Node, Name, Params syntax.Node
	Receiver           string
}

// Rules are the parts of extraction that a query cannot express. Each may be nil.
type Rules struct {
	// Define completes or corrects what a pattern captured of a definition;
	// false drops it. It is for parts that no pattern reaches, such as the name
	// in C's declarators, which nest to any depth.
	Define func(d *Definition) bool
	// Symbol completes or corrects a symbol; false drops it. The definition's
	// node and the symbol's name, kind and modifiers are set when it is called.
	Symbol func(definition syntax.Node, s *code.Symbol) bool
	// Parameters counts the parameters in the node that lists them.
	// By default every named child that is no comment counts as one.
	Parameters func(list syntax.Node) int
	// Import completes an import, for instance by taking a path apart; false drops it.
	Import func(node syntax.Node, i *code.Import) bool
	// Reference completes a reference; false drops it.
	Reference func(name syntax.Node, r *code.Ref) bool
	// Doc cleans the text of a captured @doc node; by default quotes are removed.
	Doc func(text string) string
	// Assigns says that assigning to a variable defines it, so that only the
	// first assignment to it in a container is a symbol.
	Assigns bool
	// Clauses says that definitions of one name in one container are one
	// symbol, as the signature and the equations of a function in Haskell. The
	// first of them makes the symbol.
	Clauses bool
	// Arity says that clauses with different numbers of parameters are
	// different symbols.
	Arity bool
	// BlankAfterDoc says that one blank line may stand between a comment that
	// starts with /** and its definition.
	BlankAfterDoc bool
	// Attributes are the kinds of nodes that may stand between a doc comment
	// and its definition, such as Rust's attribute_item.
	Attributes []string
	// Wrappers are the kinds of nodes that only wrap a definition, such as
	// Python's decorated_definition: modifiers and doc comments stand before them.
	Wrappers []string
	// Prepare does to every text, before it is parsed, what Mend does to some:
	// C hides from its grammar what only the preprocessor understands.
	Prepare func(source []byte) []byte
	// Mend returns a copy of a text that the grammar did not accept, with what
	// is right but unknown to the grammar overwritten by something it knows; the
	// tree of that is used with the original text. No byte and no newline may
	// move. The function Mend makes such a rule.
	Mend func(source []byte) []byte
}

// Load compiles the grammar's names and the query, once.
func (l *Language) Load() (*syntax.Grammar, *syntax.Query, error) {
	l.once.Do(func() {
		l.grammar = syntax.NewGrammar(l.Grammar())
		l.query, l.err = syntax.ParseQuery(l.grammar, l.Facts)
		l.above = l.grammar.Kinds(true, l.Rules.Attributes...)
	})
	return l.grammar, l.query, l.err
}

// Above are the kinds of nodes that may stand above a definition and belong to
// it, comments and attributes. The language must be loaded.
func (l *Language) Above() syntax.KindSet { return l.above }

// Join qualifies a name with its container in the language's own way.
func (l *Language) Join(container, name string) string {
	if container == "" {
		return name
	}
	if l.Separator == "" {
		return container + "." + name
	}
	return container + l.Separator + name
}

// Last is the last part of a qualified name.
func (l *Language) Last(qualified string) string {
	separator := l.Separator
	if separator == "" {
		separator = "."
	}
	if i := strings.LastIndex(qualified, separator); i >= 0 {
		return qualified[i+len(separator):]
	}
	return qualified
}
