package cli

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/query"
)

type searchOptions struct {
	request query.Request
	mode    string
	lines   int
	build   bool
}

func (a *app) searchCommand() *cobra.Command {
	o := &searchOptions{}
	cmd := &cobra.Command{
		Use:   "search QUERY...",
		Short: "Find code by meaning, by word and by name",
		Long: `Find the regions of the tree that answer a query, best first. The query is a
question, a few words, or the name of a symbol; search by meaning, by word and
by name are combined unless --mode chooses one of them.`,
		Example: `  lode search "where are files cut into chunks"
  lode search Store.Open
  lode search parse config --lang go --path 'internal/**'
  lode search retry --kind function --role source -n 3 --explain`,
		Args: takesSome("a query"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.request.Query = strings.Join(args, " ")
			return a.runSearch(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.request.Limit, "limit", "n", 0, "results (default retrieval.limit of the settings)")
	f.IntVar(&o.request.PerFile, "per-file", 0, "results from one file (default retrieval.per_file of the settings)")
	f.IntVar(&o.lines, "lines", 8, "lines of source to show of a result; 0 shows none")
	f.Var(newChoice(&o.mode, "auto", "semantic", "text", "name"), "mode", "how to search")
	f.Var(&list[code.ChunkKind]{values: &o.request.Chunks, parse: code.ParseChunkKind, kind: "kind"}, "chunks", "what to search: code and documentation, or what files define as symbols, definitions, data")
	f.BoolVar(&o.request.Explain, "explain", false, "show scores and what they are made of")
	pathFlag(cmd, &o.request.Filter)
	langFlag(cmd, &o.request.Filter)
	kindFlag(cmd, &o.request.Filter)
	roleFlag(cmd, &o.request.Filter)
	indexFlag(cmd, &o.build)
	complete(cmd, "mode", func() []string { return []string{"auto", "semantic", "text", "name"} })
	complete(cmd, "chunks", code.ChunkKinds)
	return cmd
}

func (a *app) runSearch(ctx context.Context, o *searchOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	if err := o.complete(p); err != nil {
		return err
	}
	x, err := a.openOrBuild(ctx, p, o.build)
	if err != nil {
		return err
	}
	defer x.Store.Close()
	answer, err := x.Search(ctx, o.request)
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(answer)
	} else {
		a.printAnswer(p, answer, o)
		a.remind(ctx, p, x, answer.Stale)
	}
	if err == nil && len(answer.Results) == 0 {
		return errNothing
	}
	return err
}

// complete checks the flags and fills in what the settings say.
func (o *searchOptions) complete(p *project) error {
	r := &o.request
	for _, v := range []struct {
		flag  string
		value int
	}{{"limit", r.Limit}, {"per-file", r.PerFile}, {"lines", o.lines}} {
		if v.value < 0 {
			return code.Errorf(code.Invalid, "--%s %d: must not be negative", v.flag, v.value)
		}
	}
	if r.Limit == 0 {
		r.Limit = p.config.Retrieval.Limit
	}
	if r.PerFile == 0 {
		r.PerFile = p.config.Retrieval.PerFile
	}
	composed := slices.ContainsFunc(r.Chunks, func(k code.ChunkKind) bool { return k > code.ChunkDocumentation })
	plain := slices.ContainsFunc(r.Chunks, func(k code.ChunkKind) bool { return k <= code.ChunkDocumentation })
	if composed && plain {
		return code.Errorf(code.Invalid, "--chunks: code and documentation are searched apart from symbols, definitions and data: name kinds of one side only")
	}
	var err error
	r.Mode, err = query.ParseMode(o.mode)
	return err
}

// printAnswer shows results to a person.
func (a *app) printAnswer(p *project, answer *query.Answer, o *searchOptions) {
	st := a.style()
	h := newHighlighter(p.languages)
	defer h.close()
	w := newWords(answer.Query)
	for i := range answer.Results {
		r := &answer.Results[i]
		if i > 0 && o.lines > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintln(a.out, st.header(r.Path, r.StartLine, r.EndLine, r.Kind, r.Symbol))
		if o.request.Explain {
			fmt.Fprintln(a.out, st.paint(inkDim, fmt.Sprintf("  score %.4f: %s", r.Score, signals(r.Signals))))
		}
		a.printResult(st, h, w, r, o.lines)
	}
	if a.screen.out {
		a.note("\n%s in %.1f ms", plural(len(answer.Results), "result"), answer.TookMS)
	}
	for _, n := range answer.Notes {
		a.note("%s", n)
	}
}

// header is the line above a region: where it is and what it is.
func (s style) header(path string, start, end int, kind, name string) string {
	text := s.path(path) + s.paint(inkLine, fmt.Sprintf(":%d-%d", start, end)) + "  " + kind
	if name != "" {
		text += " " + s.foreign(inkSymbol, name)
	}
	return text
}

func (a *app) printResult(st style, h *highlighter, w words, r *query.Result, lines int) {
	if r.Text == "" {
		return
	}
	text := []byte(r.Text)
	if isComposed(r.Kind) { // not lines of the file: no numbers, no grammar
		s := newSnippet(1, text, make([]ink, len(text)), w)
		for _, i := range s.choose(lines) {
			fmt.Fprintf(a.out, "  %s\n", st.line(s.lines[i], s.inks[i], 2))
		}
		return
	}
	s := newSnippet(r.StartLine, text, h.inks(r.Language, text), w)
	s.print(a.out, st, s.choose(lines))
}

func isComposed(kind string) bool {
	k, err := code.ParseChunkKind(kind)
	return err == nil && k > code.ChunkDocumentation
}

// signals lists the evidence for a result by the names it has in JSON, so that
// a new signal shows up by itself.
func signals(s *query.Signals) string {
	if s == nil {
		return ""
	}
	var parts []string
	v := reflect.ValueOf(*s)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		switch f := v.Field(i); {
		case f.IsZero():
		case f.CanFloat():
			parts = append(parts, fmt.Sprintf("%s %.4g", name, f.Float()))
		default:
			parts = append(parts, fmt.Sprintf("%s %v", name, f.Interface()))
		}
	}
	return strings.Join(parts, ", ")
}
