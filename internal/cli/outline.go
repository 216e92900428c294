package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lode/internal/query"
)

type outlineOptions struct {
	path  string
	build bool
}

func (a *app) outlineCommand() *cobra.Command {
	o := &outlineOptions{}
	cmd := &cobra.Command{
		Use:   "outline PATH",
		Short: "Show what a file defines",
		Long:  "Show what a file defines, as a tree with kinds, lines and signatures.",
		Example: `  lode outline internal/store/store.go
  lode outline store.go --json`,
		Args: takesOne("path"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.path = args[0]
			return a.runOutline(cmd.Context(), o)
		},
	}
	indexFlag(cmd, &o.build)
	return cmd
}

func (a *app) runOutline(ctx context.Context, o *outlineOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	x, err := a.openOrBuild(ctx, p, o.build)
	if err != nil {
		return err
	}
	defer x.Store.Close()
	outline, err := x.Outline(ctx, p.relative(o.path))
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(outline)
	} else {
		a.printOutline(outline)
		a.remind(ctx, p, x, outline.Stale)
	}
	if err == nil && len(outline.Symbols) == 0 {
		return errNothing
	}
	return err
}

func (a *app) printOutline(o *query.Outline) {
	st := a.style()
	facts := []string{o.Language, plural(o.Lines, "line"), plural(len(o.Imports), "import")}
	if o.Package != "" {
		facts = append([]string{"package " + o.Package}, facts...)
	}
	if o.Status != "full" {
		facts = append(facts, "parsed: "+o.Status)
	}
	fmt.Fprintf(a.out, "%s  %s\n", st.path(o.Path), st.foreign(inkDim, strings.Join(facts, ", ")))
	digits := 0
	for _, s := range o.Symbols {
		digits = max(digits, len(lineSpan(s.StartLine, s.EndLine)))
	}
	for _, b := range branches(o.Symbols) {
		lines := st.paint(inkLine, fmt.Sprintf("%*s", digits+2, lineSpan(b.StartLine, b.EndLine)))
		indent := strings.Repeat("  ", b.depth)
		fmt.Fprintf(a.out, "%s  %s%s\n", lines, indent, st.symbol(b.Symbol, b.name, digits+4+len(indent)))
	}
	if len(o.Symbols) == 0 {
		a.note("%s defines nothing that lode knows of", quotePath(o.Path))
	}
}

// branch is a symbol in the tree of a file.
type branch struct {
	*query.Symbol
	depth int
	name  string
}

// branches keeps symbols in the order of the file and indents those that stand
// inside their container. One that stands elsewhere, such as a method of Go,
// is shown with the container's name instead.
func branches(symbols []query.Symbol) []branch {
	var out []branch
	var around []*query.Symbol
	for i := range symbols {
		s := &symbols[i]
		for len(around) > 0 && !encloses(around[len(around)-1], s) {
			around = around[:len(around)-1]
		}
		b := branch{s, len(around), s.Name}
		if len(around) == 0 && s.Container != "" {
			b.name = s.QualifiedName
		}
		out, around = append(out, b), append(around, s)
	}
	return out
}

func encloses(container, s *query.Symbol) bool {
	return container.QualifiedName == s.Container && container.StartLine <= s.StartLine && s.EndLine <= container.EndLine
}

func lineSpan(from, to int) string {
	if from == to {
		return fmt.Sprint(from)
	}
	return fmt.Sprintf("%d-%d", from, to)
}

// symbol is a symbol on a line: kind, name, and the signature as far as there
// is room behind the used cells.
func (s style) symbol(sym *query.Symbol, name string, used int) string {
	text := s.paint(inkKeyword, sym.Kind) + " " + s.foreign(inkSymbol, name)
	if sym.Signature == "" || sym.Signature == name {
		return text
	}
	inks := make([]ink, len(sym.Signature))
	for i := range inks {
		inks[i] = inkDim
	}
	return text + "  " + s.line([]byte(sym.Signature), inks, used+len(sym.Kind)+textWidth(name)+3)
}
