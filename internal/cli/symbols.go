package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/query"
)

type symbolsOptions struct {
	name   string
	filter query.Filter
	build  bool
}

func (a *app) symbolsCommand() *cobra.Command {
	o := &symbolsOptions{}
	cmd := &cobra.Command{
		Use:   "symbols [NAME]",
		Short: "List symbols",
		Long: `List the symbols of the tree by path and position, or those whose qualified name
contains NAME, in any case.`,
		Example: `  lode symbols --path 'internal/store/**'
  lode symbols open --kind function,method
  lode symbols --json --lang go`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return code.Errorf(code.Invalid, "`lode symbols` takes at most one name, got %d: see `lode symbols --help`", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.name = args[0]
			}
			return a.runSymbols(cmd.Context(), o)
		},
	}
	pathFlag(cmd, &o.filter)
	langFlag(cmd, &o.filter)
	kindFlag(cmd, &o.filter)
	roleFlag(cmd, &o.filter)
	indexFlag(cmd, &o.build)
	return cmd
}

func (a *app) runSymbols(ctx context.Context, o *symbolsOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	x, err := a.openOrBuild(ctx, p, o.build)
	if err != nil {
		return err
	}
	defer x.Store.Close()
	symbols, err := x.Symbols(ctx, o.filter, o.name)
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(map[string]any{"symbols": symbols})
	} else {
		a.printSymbols(symbols)
		a.remind(ctx, p, x, false)
	}
	if err == nil && len(symbols) == 0 {
		return errNothing
	}
	return err
}

func (a *app) printSymbols(symbols []query.Symbol) {
	st := a.style()
	for i := range symbols {
		s := &symbols[i]
		where := fmt.Sprintf(":%d:%d", s.NameLine, s.NameColumn)
		fmt.Fprintf(a.out, "%s%s: %s\n", st.path(s.Path), st.paint(inkLine, where),
			st.symbol(s, s.QualifiedName, textWidth(quotePath(s.Path))+len(where)+2))
	}
}
