// Package protobuf is the language of Protocol Buffers.
package protobuf

import (
	"bytes"
	_ "embed"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/proto"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Protocol Buffers.
func New() *lang.Language {
	return &lang.Language{
		Name:        "protobuf",
		Extensions:  []string{".proto"},
		LineComment: "//",
		Grammar:     grammar.GetLanguage,
		Facts:       facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Reference: reference,
		},
	}
}

func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Modifiers = 0
	if isDeprecated(definition) {
		s.Modifiers |= code.Deprecated
	}
	switch definition.Kind() {
	case "field", "map_field", "oneof_field":
		s.ReturnType = fold(definition.Before(definition.Find("identifier")))
		if rest, ok := strings.CutPrefix(s.ReturnType, "optional "); ok {
			s.ReturnType = rest
			s.Modifiers |= code.Optional
		}
	case "identifier": // of a oneof
		s.Span = definition.Parent().Span()
		s.Signature = "oneof " + s.Name
	case "service", "rpc":
		head, _, _ := bytes.Cut(definition.Bytes(), []byte("{"))
		s.Signature = strings.TrimRight(fold(head), "; ")
	}
	if s.Kind == code.KindRPC {
		request, response, _ := strings.Cut(s.Signature, "returns")
		s.Parameters, s.ReturnType, s.ParameterCount = parenthesized(request), parenthesized(response), 1
	}
	return true
}

// parenthesized is the text between the parentheses.
func parenthesized(text string) string {
	_, text, _ = strings.Cut(text, "(")
	text, _, _ = strings.Cut(text, ")")
	return strings.TrimSpace(text)
}

func isDeprecated(definition syntax.Node) bool {
	options := definition.Find("field_options", "enum_value_option")
	if strings.Contains(strings.Join(strings.Fields(options.Text()), ""), "deprecated=true") {
		return true
	}
	in := definition
	if body := definition.Find("message_body", "enum_body"); !body.IsNone() {
		in = body
	}
	for o := range in.Children() {
		if o.Is("option") && strings.Contains(strings.Join(strings.Fields(o.Text()), ""), "optiondeprecated=true") {
			return true
		}
	}
	return false
}

// reference splits a full name into package and name.
func reference(name syntax.Node, r *code.Ref) bool {
	if at := strings.LastIndexByte(r.Name, '.'); at >= 0 {
		r.Receiver, r.Name = strings.TrimLeft(r.Name[:at], "."), r.Name[at+1:]
		r.Column += uint32(at) + 1
	}
	return true
}

func fold(b []byte) string { return strings.Join(strings.Fields(string(b)), " ") }
