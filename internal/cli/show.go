package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/query"
)

type showOptions struct {
	targets []string
	filter  query.Filter
	build   bool
}

func (a *app) showCommand() *cobra.Command {
	o := &showOptions{}
	cmd := &cobra.Command{
		Use:   "show SYMBOL | PATH:FROM-TO | PATH:LINE | PATH ...",
		Short: "Print the source of a symbol or lines of a file",
		Long: `Print the source of a symbol, with its documentation, or lines of a file, as they
were when indexed. A symbol is named by its name, its qualified name or the end
of that; all that fit are shown. A path may be given from where you are, from
the root of the tree, or by its end.`,
		Example: `  lode show Store.Open
  lode show Open --path internal/store --kind function
  lode show internal/cli/cli.go:20-40
  lode show cli.go:20`,
		Args: takesSome("a symbol or a path"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.targets = args
			return a.runShow(cmd.Context(), o)
		},
	}
	pathFlag(cmd, &o.filter)
	langFlag(cmd, &o.filter)
	kindFlag(cmd, &o.filter)
	indexFlag(cmd, &o.build)
	return cmd
}

func (a *app) runShow(ctx context.Context, o *showOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	x, err := a.openOrBuild(ctx, p, o.build)
	if err != nil {
		return err
	}
	defer x.Store.Close()
	regions := []query.Shown{}
	for _, target := range o.targets {
		found, err := find(ctx, p, x, target, o.filter)
		if err != nil {
			return err
		}
		if len(found) == 0 && !a.json {
			a.note("%s", notFound(ctx, x, target))
		}
		regions = append(regions, found...)
	}
	stale := false
	for _, r := range regions {
		stale = stale || r.Stale
	}
	if a.json {
		err = a.printJSON(map[string]any{"results": regions, "stale": stale})
	} else {
		a.printRegions(p, regions)
		a.remind(ctx, p, x, stale)
	}
	if err == nil && len(regions) == 0 {
		return errNothing
	}
	return err
}

var linesSuffix = regexp.MustCompile(`^(.+?):(\d+)(?:[-:](\d+))?$`)

// find resolves what a person asks to see: lines where lines are named, else a
// file that is there, else a symbol, else a file by the end of its path.
func find(ctx context.Context, p *project, x *query.Index, target string, f query.Filter) ([]query.Shown, error) {
	if m := linesSuffix.FindStringSubmatch(target); m != nil {
		from, to, err := lineRange(target, m[2], m[3])
		if err != nil {
			return nil, err
		}
		return lines(x.ShowLines(ctx, p.relative(m[1]), from, to))
	}
	path := p.relative(target)
	if info, err := os.Stat(filepath.Join(p.root, filepath.FromSlash(path))); err == nil && info.Mode().IsRegular() {
		return lines(x.ShowLines(ctx, path, 1, 0))
	}
	symbols, err := x.ShowSymbol(ctx, target, f)
	if err != nil || len(symbols) > 0 {
		return symbols, err
	}
	found, err := lines(x.ShowLines(ctx, path, 1, 0))
	if isNotFound(err) {
		return nil, nil
	}
	return found, err
}

// lineRange reads FROM-TO or LINE; LINE:COLUMN, as compilers print it, is LINE.
func lineRange(target, first, last string) (from, to int, err error) {
	from, err = strconv.Atoi(first)
	if err == nil {
		to = from
		if last != "" && strings.HasSuffix(target, "-"+last) {
			to, err = strconv.Atoi(last)
		}
	}
	if err != nil || from < 1 || to < from {
		return 0, 0, code.Errorf(code.Invalid, "%q: lines are PATH:FROM-TO, counted from 1", target)
	}
	return from, to, nil
}

func lines(s *query.Shown, err error) ([]query.Shown, error) {
	if err != nil {
		return nil, err
	}
	return []query.Shown{*s}, nil
}

func isNotFound(err error) bool {
	var coded *code.Error
	return errors.As(err, &coded) && coded.Code == code.NotFound
}

// notFound says what else the target may have meant.
func notFound(ctx context.Context, x *query.Index, target string) string {
	text := fmt.Sprintf("no symbol or file of the index is called %s", target)
	answer, err := x.Search(ctx, query.Request{Query: target, Mode: query.ModeName, Limit: 5, PerFile: 2})
	if err != nil || len(answer.Results) == 0 {
		return text + fmt.Sprintf(": try `lode search %s`", target)
	}
	var names []string
	for _, r := range answer.Results {
		names = append(names, r.Symbol)
	}
	return text + ": did you mean " + strings.Join(names, ", ") + "?"
}

// printRegions shows regions: for a terminal with numbers and colour, else as
// they are. Symbols have a header line.
func (a *app) printRegions(p *project, regions []query.Shown) {
	st := a.style()
	whole := st
	whole.width = 0 // whoever asks for source wants all of it
	h := newHighlighter(p.languages)
	defer h.close()
	for i := range regions {
		r := &regions[i]
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		if r.Symbol != nil {
			fmt.Fprintln(a.out, st.header(r.Path, r.StartLine, r.EndLine, r.Symbol.Kind, r.Symbol.QualifiedName))
		}
		if !a.screen.out && !st.color {
			fmt.Fprintln(a.out, r.Text)
			continue
		}
		text := []byte(r.Text)
		s := newSnippet(r.StartLine, text, h.inks(r.Language, text), nil)
		s.print(a.out, whole, s.all())
	}
}
