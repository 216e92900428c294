package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/lang/all"
	"lode/internal/query"
)

// pathFlag, langFlag, roleFlag and kindFlag let a command restrict its answer.
func pathFlag(cmd *cobra.Command, f *query.Filter) {
	cmd.Flags().StringArrayVar(&f.Paths, "path", nil, "only files that match this `glob` (src/**, *.go) or, after re:, expression; may be given again")
}

func langFlag(cmd *cobra.Command, f *query.Filter) {
	cmd.Flags().Var(&list[string]{values: &f.Languages, parse: parseLanguage, kind: "language"}, "lang", "only files in these languages, by name or extension (python or py)")
	complete(cmd, "lang", newDetector(all.Languages()).Names)
}

func roleFlag(cmd *cobra.Command, f *query.Filter) {
	cmd.Flags().Var(&list[code.Role]{values: &f.Roles, parse: code.ParseRole, kind: "role"}, "role", "only files of these roles: "+strings.Join(code.Roles(), ", "))
	complete(cmd, "role", code.Roles)
}

func kindFlag(cmd *cobra.Command, f *query.Filter) {
	cmd.Flags().Var(&list[code.Kind]{values: &f.Kinds, parse: code.ParseKind, kind: "kind"}, "kind", "only symbols of these kinds, such as function, method, struct")
	complete(cmd, "kind", code.Kinds)
}

// complete offers words to the shell as values of a flag.
func complete(cmd *cobra.Command, flag string, words func() []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return words(), cobra.ShellCompDirectiveNoFileComp
	})
}

// parseLanguage reads the name of a language or an extension of its files.
func parseLanguage(word string) (string, error) {
	d := newDetector(all.Languages())
	names := d.Names()
	name := strings.ToLower(word)
	for _, n := range names {
		if n == name {
			return name, nil
		}
	}
	if l := d.Language("x."+strings.TrimPrefix(name, "."), nil); l != "text" {
		return l, nil
	}
	if best := closest(name, names); best != "" {
		return "", code.Errorf(code.Invalid, "unknown language %q: did you mean %s?", word, best)
	}
	return "", code.Errorf(code.Invalid, "unknown language %q: one of %s", word, strings.Join(names, ", "))
}

// indexFlag lets a command build a missing index at once.
func indexFlag(cmd *cobra.Command, asked *bool) {
	cmd.Flags().BoolVar(asked, "index", false, "build a missing index at once, however large (LODE_INDEXING=0 keeps lode from building one unasked)")
}
