// Package elixir is the Elixir language.
package elixir

import (
	_ "embed"
	"fmt"
	"strings"

	grammar "github.com/alexaandru/go-sitter-forest/elixir"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes Elixir.
func New() *lang.Language {
	return &lang.Language{
		Name:         "elixir",
		Extensions:   []string{".ex", ".exs"},
		Interpreters: []string{"elixir"},
		LineComment:  "#",
		Grammar:      grammar.GetLanguage,
		Facts:        facts,
		Rules: lang.Rules{
			Define:    define,
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
			Assigns:   true,
			Clauses:   true,
			Arity:     true,
		},
	}
}

// define finds name and parameters in the head of a function, and takes the
// parents off the name of a module.
func define(d *lang.Definition) bool {
	switch {
	case d.Kind == code.KindModule || d.Kind == code.KindInterface:
		if at := strings.LastIndexByte(d.Name.Text(), '.'); at >= 0 {
			d.Receiver = d.Name.Text()[:at]
		}
		return true
	case d.Kind == code.KindConstant:
		return !reserved[d.Name.Text()]
	case !d.Kind.IsCallable() || d.Name.Is("string"):
		return true
	}
	head := d.Name
	for head.Is("binary_operator") && isOperator(head, "when", "::") {
		head = head.Child("left") // the guard or, of a callback, the result
	}
	switch head.Kind() {
	case "identifier":
		d.Name = head
	case "call":
		d.Name, d.Params = head.Child("target"), head.Find("arguments")
	case "binary_operator", "unary_operator": // def a + b
		d.Name, d.Params = head.Child("operator"), head
		return true
	}
	return d.Name.Is("identifier")
}

func isOperator(n syntax.Node, operators ...string) bool { return n.Child("operator").Is(operators...) }

func symbol(definition syntax.Node, s *code.Symbol) bool {
	s.Modifiers = 0
	keyword := definition.Child("target").Text()
	if operand := definition.Child("operand"); !operand.IsNone() {
		keyword = operand.Child("target").Text()
	}
	if strings.HasSuffix(keyword, "p") && s.Kind != code.KindConstant {
		s.Modifiers |= code.Private // defp, defmacrop, typep
	}
	switch s.Kind {
	case code.KindModule, code.KindInterface:
		s.Name = s.Name[strings.LastIndexByte(s.Name, '.')+1:]
		moduleDoc(definition, s)
	case code.KindField:
		s.Name = strings.Trim(s.Name, ": ")
		s.Signature = strings.TrimPrefix(s.Signature, ":")
	case code.KindFunction, code.KindMethod, code.KindMacro:
		function(definition, keyword, s)
	case code.KindType:
		attributes(definition, "typedoc", s)
	}
	return true
}

func function(definition syntax.Node, keyword string, s *code.Symbol) {
	switch keyword {
	case "test", "property":
		s.Name = strings.Trim(s.Name, `"`)
		return
	case "callback", "macrocallback":
		s.Modifiers |= code.Abstract
		s.ReturnType = result(firstNamed(definition.Child("operand").Find("arguments")))
	}
	if short := definition.Find("arguments").Find("keywords"); strings.HasPrefix(short.Text(), "do:") {
		s.Signature = strings.TrimRight(strings.Join(strings.Fields(string(definition.Before(short))), " "), ", ")
	}
	attributes(definition, "doc", s)
	s.Signature += fmt.Sprintf(" # %s/%d", s.Name, s.ParameterCount)
}

// attributes reads what the attributes above a definition say about it, and
// the comments among them where there is no other documentation.
func attributes(definition syntax.Node, doc string, s *code.Symbol) {
	var comments []string
	for n := definition.Previous(); n.Span().EndLine+1 >= s.DocLine; n = n.Previous() {
		attribute := n.Child("operand")
		keyword := attribute.Child("target").Text()
		if n.IsComment() {
			comments = append([]string{strings.TrimLeft(n.Text(), "# ")}, comments...)
		} else if !n.Is("unary_operator") || !reserved[keyword] || definitions[keyword] {
			break
		}
		s.DocLine = min(s.DocLine, n.Line())
		argument := firstNamed(attribute.Find("arguments"))
		switch keyword {
		case doc:
			if text := docText(argument); text != "" {
				s.Doc, comments = text, nil
			}
		case "deprecated":
			s.Modifiers |= code.Deprecated
		case "impl":
			if argument.Text() != "false" {
				s.Modifiers |= code.Override
			}
		case "spec":
			s.ReturnType = result(argument)
		}
	}
	if s.Doc == "" {
		s.Doc = strings.TrimSpace(strings.Join(comments, "\n"))
	}
}

// result is what stands after :: in a specification.
func result(spec syntax.Node) string {
	for spec.Is("binary_operator") && isOperator(spec, "when") {
		spec = spec.Child("left")
	}
	if !isOperator(spec, "::") {
		return ""
	}
	return strings.Join(strings.Fields(spec.Child("right").Text()), " ")
}

// moduleDoc takes the documentation from within the module.
func moduleDoc(definition syntax.Node, s *code.Symbol) {
	for n := range definition.Find("do_block").Children() {
		attribute := n.Child("operand")
		if attribute.Child("target").Text() == "moduledoc" {
			if text := docText(firstNamed(attribute.Find("arguments"))); text != "" {
				s.Doc = text
				return
			}
		}
	}
}

func firstNamed(list syntax.Node) syntax.Node {
	for n := range list.Children() {
		if n.IsNamed() && !n.IsComment() {
			return n
		}
	}
	return syntax.Node{}
}

// docText is the text of a string or sigil, without the indentation of a heredoc.
func docText(n syntax.Node) string {
	if !n.Is("string", "sigil") {
		return ""
	}
	text := strings.ReplaceAll(n.Text(), "\r\n", "\n")
	start, end := strings.IndexAny(text, `"'([{<|/`), len(n.Child("quoted_end").Text())
	start += len(n.Child("quoted_start").Text())
	if start > len(text)-end {
		return ""
	}
	lines := strings.Split(text[start:len(text)-end], "\n")
	last := lines[len(lines)-1]
	if strings.TrimSpace(last) == "" { // a heredoc is indented as its end
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], last)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// imported puts `A.{B, C}` together again and finds the name after `as:`.
func imported(call syntax.Node, i *code.Import) bool {
	arguments := call.Find("arguments")
	if first := firstNamed(arguments); first.Is("dot") && first.Child("right").Is("tuple") {
		i.Path = first.Child("left").Text() + "." + i.Path
	}
	for pair := range arguments.Find("keywords").Children() {
		if strings.HasPrefix(pair.Child("key").Text(), "as:") {
			i.Alias = pair.Child("value").Text()
		}
	}
	if call.Child("target").Text() == "import" {
		i.Name = "*"
	}
	return true
}

// reference splits full names, makes types of what stands in specifications,
// and drops the language's own words.
func reference(name syntax.Node, r *code.Ref) bool {
	if at := strings.LastIndexByte(r.Name, '.'); at >= 0 && name.Is("alias") {
		r.Receiver, r.Name = r.Name[:at], r.Name[at+1:]
		r.Column += uint32(at) + 1
	}
	if r.Kind != code.RefCall {
		return true
	}
	parent := name.Parent()
	if parent.Is("dot") && parent.Parent().Find("arguments").IsNone() && !parent.Child("left").Is("alias", "atom") {
		return false // a field
	}
	if p := parent.Parent(); p.Is("unary_operator") && isOperator(p, "@") {
		return false // the attribute's own name
	}
	if in := specification(name); !in.IsNone() {
		r.Kind = code.RefType
		return r.Receiver != "" || !builtinType[r.Name] && parent != head(in)
	}
	return r.Receiver != "" || !special[r.Name]
}

// specification is the attribute @spec, @type or @callback around n, or none.
func specification(n syntax.Node) syntax.Node {
	for p, depth := n.Parent(), 0; !p.IsNone() && !p.Is("do_block") && depth < maxDepth; p, depth = p.Parent(), depth+1 {
		if p.Is("unary_operator") && isOperator(p, "@") {
			if keyword := p.Child("operand").Child("target").Text(); keyword == "spec" || definitions[keyword] {
				return p
			}
			return syntax.Node{}
		}
	}
	return syntax.Node{}
}

// maxDepth is how deep types in a specification go.
const maxDepth = 64

// head is what a specification specifies.
func head(attribute syntax.Node) syntax.Node {
	n := firstNamed(attribute.Child("operand").Find("arguments"))
	for n.Is("binary_operator") {
		n = n.Child("left")
	}
	return n
}
