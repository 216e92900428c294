// Package bash is the language of shells: Bash and, as far as they agree with
// it, sh, zsh and ksh, and the tests of Bats.
package bash

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	grammar "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"lode/internal/code"
	"lode/internal/lang"
	"lode/internal/syntax"
)

//go:embed facts.scm
var facts string

// New describes shell scripts.
func New() *lang.Language {
	return &lang.Language{
		Name:       "bash",
		Extensions: []string{".sh", ".bash", ".zsh", ".ksh", ".bats", ".ebuild"},
		Filenames: []string{
			".bashrc", ".bash_profile", ".bash_aliases", ".bash_login", ".bash_logout", ".profile",
			".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", "PKGBUILD", "APKBUILD",
		},
		Interpreters: []string{"bash", "sh", "zsh", "dash", "ksh", "ash", "mksh", "bats"},
		LineComment:  "#",
		Grammar:      grammar.Language,
		Facts:        facts,
		Rules: lang.Rules{
			Symbol:    symbol,
			Import:    imported,
			Reference: reference,
			Assigns:   true,
			Prepare:   prepare,
		},
	}
}

// prepare makes functions of the tests of Bats, which are known to Bats alone,
// and takes the backslash away that keeps `.` from being an alias: the grammar
// ties it to the line before.
func prepare(source []byte) []byte {
	source = lang.MaskNonASCII(source)
	if !bytes.Contains(source, []byte("@test")) && !bytes.Contains(source, []byte(`\. `)) {
		return source
	}
	return unknown(source)
}

var unknown = lang.Mend(
	lang.Pattern{
		Match: regexp.MustCompile(`(?m)^[ \t]*(@test[ \t]+(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'))[ \t]*\{`),
		With:  "@test()",
	},
	lang.Pattern{Match: regexp.MustCompile(`(?m)(?:^|[ \t;&|])(\\)\. `)},
)

func symbol(definition syntax.Node, s *code.Symbol) bool {
	switch definition.Kind() {
	case "function_definition":
		s.Modifiers = 0
		if s.Name == "@test" {
			head := string(definition.Before(definition.Child("body")))
			if quoted := strings.TrimSpace(strings.TrimPrefix(head, "@test")); len(quoted) > 2 {
				s.Name = quoted[1 : len(quoted)-1]
			}
		}
		return true
	case "concatenation":
		s.Name, _, _ = strings.Cut(s.Name, "=")
		s.Signature = "alias " + s.Signature
		return true
	}
	s.Signature, _, _ = strings.Cut(s.Signature, "\n")
	s.Signature = strings.TrimRight(s.Signature, "=( ")
	if isReadonly(definition) {
		s.Kind = code.KindConstant
		s.Modifiers |= code.Readonly
	}
	return isTopLevel(definition)
}

// isTopLevel reports whether a variable is set for the script as a whole, not
// for one command, a subshell or a loop.
func isTopLevel(n syntax.Node) bool {
	for p, depth := n.Parent(), 0; !p.IsNone() && depth < maxDepth; p, depth = p.Parent(), depth+1 {
		switch p.Kind() {
		case "program":
			return true
		case "declaration_command", "variable_assignments", "if_statement", "elif_clause", "else_clause", "list",
			"case_statement", "case_item", "compound_statement", "redirected_statement":
		default:
			return false
		}
	}
	return false
}

// maxDepth is how deep in conditions a variable may be set.
const maxDepth = 32

func isReadonly(n syntax.Node) bool {
	if !n.Is("declaration_command") {
		return false
	}
	for i, w := range strings.Fields(n.Text()) {
		switch {
		case w == "readonly", i > 0 && w[0] == '-' && strings.Contains(w, "r"):
			return true
		case i > 0 && w[0] != '-':
			return false
		}
	}
	return false
}

func imported(_ syntax.Node, i *code.Import) bool { return i.Path != "" }

// reference keeps the names that may be functions.
func reference(_ syntax.Node, r *code.Ref) bool {
	return !builtin[r.Name] && !strings.ContainsAny(r.Name, "$/[]{}=*?\\\"'") && !strings.HasPrefix(r.Name, "-")
}

var builtin = map[string]bool{
	".": true, ":": true, "@test": true, "alias": true, "bg": true, "bind": true, "break": true, "builtin": true,
	"case": true, "cd": true, "command": true, "continue": true, "declare": true, "dirs": true, "disown": true,
	"do": true, "done": true, "echo": true, "elif": true, "else": true, "enable": true, "esac": true, "eval": true,
	"exec": true, "exit": true, "export": true, "false": true, "fg": true, "fi": true, "for": true, "function": true,
	"getopts": true, "hash": true, "help": true, "history": true, "if": true, "jobs": true, "kill": true, "let": true,
	"local": true, "logout": true, "mapfile": true, "popd": true, "printf": true, "pushd": true, "pwd": true,
	"read": true, "readarray": true, "readonly": true, "return": true, "set": true, "shift": true, "shopt": true,
	"source": true, "test": true, "then": true, "time": true, "times": true, "trap": true, "true": true, "type": true,
	"typeset": true, "ulimit": true, "umask": true, "unalias": true, "unset": true, "until": true, "wait": true,
	"while": true,
}
