package code

import "strings"

// Kind is what a symbol is.
type Kind uint8

// Kinds of symbols. The numbers are stored: append, never reorder.
const (
	KindUnknown Kind = iota
	KindFunction
	KindMethod
	KindConstructor
	KindClass
	KindStruct
	KindInterface
	KindTrait
	KindEnum
	KindEnumMember
	KindType
	KindProperty
	KindField
	KindConstant
	KindVariable
	KindModule
	KindNamespace
	KindMacro
	KindMessage
	KindService
	KindRPC
	KindSection
	kindCount
)

var kindNames = [kindCount]string{
	"unknown", "function", "method", "constructor", "class", "struct", "interface", "trait", "enum",
	"enum_member", "type", "property", "field", "constant", "variable", "module", "namespace", "macro",
	"message", "service", "rpc", "section",
}

func (k Kind) String() string { return nameOf(kindNames[:], int(k)) }

// nameOf is the name of a stored number, which a damaged or newer index may
// have made one that nobody knows.
func nameOf(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "unknown"
}

// Kinds lists the names of all kinds a symbol can have.
func Kinds() []string { return append([]string(nil), kindNames[1:]...) }

// ParseKind finds a kind by name.
func ParseKind(name string) (Kind, error) {
	for i, n := range kindNames {
		if i > 0 && n == name {
			return Kind(i), nil
		}
	}
	return 0, Errorf(Invalid, "unknown kind %q: one of %s", name, strings.Join(Kinds(), ", "))
}

// IsCallable reports whether the kind has parameters and a body that runs.
func (k Kind) IsCallable() bool {
	switch k {
	case KindFunction, KindMethod, KindConstructor, KindMacro, KindRPC:
		return true
	}
	return false
}

// IsType reports whether the kind is a type, in the wide sense.
func (k Kind) IsType() bool {
	switch k {
	case KindClass, KindStruct, KindInterface, KindTrait, KindEnum, KindType, KindMessage, KindService:
		return true
	}
	return false
}

// IsData reports whether the kind holds a value.
func (k Kind) IsData() bool {
	switch k {
	case KindEnumMember, KindProperty, KindField, KindConstant, KindVariable:
		return true
	}
	return false
}

// RefKind is how a name is used.
type RefKind uint8

// Kinds of references. The numbers are stored: append, never reorder.
const (
	RefCall RefKind = iota
	RefType
	RefInherit
	refKindCount
)

var refKindNames = [refKindCount]string{"call", "type", "inherit"}

func (k RefKind) String() string { return nameOf(refKindNames[:], int(k)) }

// Modifiers is a set of properties that a definition states.
type Modifiers uint32

// Modifiers, in the order in which Names lists them. The bits are stored: append, never reorder.
const (
	Public Modifiers = 1 << iota
	Private
	Protected
	Internal
	Exported
	Static
	Abstract
	Async
	Override
	Final
	Const
	Readonly
	Virtual
	Extern
	Unsafe
	Inline
	Deprecated
	Generator
	Optional
	modifiersEnd
)

var modifierNames = []string{
	"public", "private", "protected", "internal", "exported", "static", "abstract", "async", "override",
	"final", "const", "readonly", "virtual", "extern", "unsafe", "inline", "deprecated", "generator", "optional",
}

// Names lists the modifiers that are set.
func (m Modifiers) Names() []string {
	var names []string
	for i, n := range modifierNames {
		if m&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return names
}

func (m Modifiers) String() string { return strings.Join(m.Names(), " ") }

// ParseModifier finds one modifier by its name; ok is false when there is none.
func ParseModifier(name string) (m Modifiers, ok bool) {
	for i, n := range modifierNames {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// Role is what a file is for.
type Role uint8

// Roles of files. The numbers are stored: append, never reorder.
const (
	RoleSource Role = iota
	RoleTest
	RoleGenerated
	RoleDocumentation
	RoleConfiguration
	RoleVendored
	roleCount
)

var roleNames = [roleCount]string{"source", "test", "generated", "documentation", "configuration", "vendored"}

func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// Roles lists the names of all roles.
func Roles() []string { return append([]string(nil), roleNames[:]...) }

// ParseRole finds a role by name.
func ParseRole(name string) (Role, error) {
	for i, n := range roleNames {
		if n == name {
			return Role(i), nil
		}
	}
	return 0, Errorf(Invalid, "unknown role %q: one of %s", name, strings.Join(roleNames[:], ", "))
}
