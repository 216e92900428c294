// Package swift is the Swift language.
package swift

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	grammar "github.com/alexaandru/go-sitter-forest/swift"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Swift.
func New() *lang.Language {
	return &lang.Language{
		Name:         "swift",
		Extensions:   []string{".swift"},
		Interpreters: []string{"swift"},
		LineComment:  "//",
		Grammar:      grammar.GetLanguage,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:     symbol,
			Parameters: payload,
			Import:     imported,
			Reference:  reference,
			Mend:       lang.Mend(unknown...),
		},
	}
}

// unknown is what the grammar takes for an error: conditions of compilation
// inside a type, attributes of a conformance, an empty tuple as argument, and
// words of Swift 6 about ownership and isolation.
var unknown = []lang.Pattern{
	{Match: regexp.MustCompile(`(?m)^[ \t]*(#(?:if|elseif|else|endif|error|warning)\b[^\r\n]*)`)},
	{Match: regexp.MustCompile(`[:,]\s*(@(?:unchecked|preconcurrency|retroactive))\s+[A-Z]`)},
	{Match: regexp.MustCompile(`\bnonisolated(\(unsafe\))`)},
	{Match: regexp.MustCompile(`:\s*(sending|consuming|borrowing)\s`)},
	{Match: regexp.MustCompile(`[=(,]\s*(consume|copy) \w`)},
	{Match: regexp.MustCompile(`\((\(\))\)`), With: "0"},
	{Match: regexp.MustCompile(`[:(,<>]\s*(any)[ (][A-Z]`)},
}

// symbol reads what stands around the name of a definition in Swift, drops
// local variables, and tells global ones from properties.
func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Name = strings.Trim(s.Name, "`")
	modifiers(definition, s)
	switch definition.Kind() {
	case "function_declaration", "protocol_function_declaration", "init_declaration", "subscript_declaration", "macro_declaration":
		s.Parameters, s.ParameterCount = parameters(definition)
	case "property_declaration":
		constant := definition.Find("value_binding_pattern").Text() == "let"
		if constant {
			s.Modifiers |= code.Readonly
		}
		parent := definition.Parent()
		if parent.Is("source_file") {
			s.Kind = code.KindVariable
			if constant {
				s.Kind = code.KindConstant
			}
		}
		return parent.Is("source_file", "class_body", "enum_class_body")
	}
	return true
}

// modifiers corrects what the words before the name say: `private(set)` is
// not private, `class func` is static, and `async` comes after the parameters.
func modifiers(definition syntax.Node, s *code.Symbol) {
	access := code.Modifiers(0)
	set := false
	for m := range definition.Find("modifiers").Children() {
		switch text := m.Text(); {
		case strings.HasSuffix(text, "(set)"):
			set = true
		case text == "private", text == "fileprivate":
			access = code.Private
		case text == "internal":
			access = code.Internal
		case text == "class":
			s.Modifiers |= code.Static
		}
	}
	if set {
		s.Modifiers = s.Modifiers&^(code.Private|code.Internal) | access
	}
	if definition.Is("function_declaration") && !definition.Find("class").IsNone() {
		s.Modifiers |= code.Static
	}
	if !definition.Find("async").IsNone() {
		s.Modifiers |= code.Async
	}
}

const maxParameters = 500

// parameters reads what stands between the parentheses of a definition.
func parameters(definition syntax.Node) (text string, count int) {
	from, to := uint32(0), uint32(0)
	for c := range definition.Children() {
		switch c.Kind() {
		case "(":
			if from == 0 {
				from = c.Span().End
			}
		case ")":
			to = c.Span().Start
		case "parameter":
			count++
		}
	}
	if to < from || from == 0 {
		return "", count
	}
	start := definition.Span().Start
	text = strings.Join(strings.Fields(string(definition.Bytes()[from-start:to-start])), " ")
	return strings.ToValidUTF8(text[:min(len(text), maxParameters)], ""), count
}

// payload counts the values that a case of an enum carries.
func payload(list syntax.Node) int {
	n, some := 0, 0
	for c := range list.Children() {
		if c.Is(",") {
			n++
		} else if c.IsNamed() {
			some = 1
		}
	}
	return n + some
}

// imported tells `import struct Module.Name` from the import of a whole module.
func imported(node syntax.Node, i *code.Import) bool {
	i.Path, _, _ = strings.Cut(i.Path, "\n")
	i.Path = strings.TrimRight(i.Path, ". \r")
	i.Name = "*"
	one := node.Find("struct", "class", "enum", "protocol", "typealias", "func", "let", "var")
	if dot := strings.LastIndexByte(i.Path, '.'); dot >= 0 && !one.IsNone() {
		i.Path, i.Name = i.Path[:dot], i.Path[dot+1:]
	}
	return true
}

// reference adds what stands before the name of a type, and drops the
// compiler's own attributes and types.
func reference(name syntax.Node, r *code.Ref) bool {
	r.Name = strings.Trim(r.Name, "`")
	if r.Kind == code.RefCall && r.Receiver != "" {
		return true
	}
	parent := name.Parent()
	if parent.Is("user_type") {
		before := name.Span().Start - parent.Span().Start
		r.Receiver = strings.TrimRight(string(parent.Bytes()[:before]), ".")
	}
	if first, _ := utf8.DecodeRuneInString(r.Name); parent.Parent().Is("attribute") && unicode.IsLower(first) {
		return false
	}
	return r.Kind == code.RefCall || r.Receiver != "" || !builtin[r.Name]
}

var builtin = map[string]bool{
	"Any": true, "AnyObject": true, "Bool": true, "Character": true, "Double": true, "Float": true, "Int": true,
	"Int8": true, "Int16": true, "Int32": true, "Int64": true, "Never": true, "Self": true, "String": true,
	"UInt": true, "UInt8": true, "UInt16": true, "UInt32": true, "UInt64": true, "Void": true,
}
