package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lode/internal/chunk"
	"lode/internal/code"
	"lode/internal/config"
	"lode/internal/index"
	"lode/internal/scan"
)

type indexOptions struct {
	buildOptions
	flags   *pflag.FlagSet
	mode    string
	size    int
	lines   int
	overlap int
}

func (a *app) indexCommand() *cobra.Command {
	o := &indexOptions{}
	cmd := &cobra.Command{
		Use:   "index",
		Short: "Build the index or bring it up to date",
		Long: `Build the index of the tree, or bring it up to date: only files that changed
since the last run are read. Interrupt it at any time: what was there before
stays usable, and the next run goes on where this one ended.

The flags --chunk, --size, --lines and --overlap override the settings for this
run. Another way of cutting files means that all of them are indexed again, also
by the next run without the flags: to keep a choice, put it into
.lode/config.json (see ` + "`lode init`" + ` and ` + "`lode config show`" + `).`,
		Example: `  lode index
  lode index --full
  lode index --wait 5m
  lode index --chunk lines --lines 80 --overlap 10`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.flags = cmd.Flags()
			return a.runIndex(cmd.Context(), o)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.full, "full", false, "forget what is stored and index every file")
	f.DurationVar(&o.wait, "wait", 0, "how long to wait when another lode is indexing here, such as 5m")
	f.Var(newChoice(&o.mode, string(chunk.ModeAuto), string(chunk.ModeLines), string(chunk.ModeFixed)), "chunk", "how files are cut")
	f.IntVar(&o.size, "size", 0, "characters of a chunk, with --chunk auto or fixed")
	f.IntVar(&o.lines, "lines", 0, "lines of a chunk, with --chunk lines")
	f.IntVar(&o.overlap, "overlap", 0, "lines that neighbouring chunks share, with --chunk auto or lines")
	return cmd
}

func (a *app) runIndex(ctx context.Context, o *indexOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	if err := o.override(&p.config); err != nil {
		return err
	}
	report, err := a.build(ctx, p, o.buildOptions)
	if err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(report)
	} else {
		a.printReport(report)
	}
	if err == nil && report.Files == 0 {
		return errNothing // an empty index is no success (M-016)
	}
	return err
}

// override puts the flags over the settings.
func (o *indexOptions) override(c *config.Config) error {
	k := &c.Chunking
	if o.flags.Changed("chunk") {
		k.Mode = o.mode
	}
	for _, f := range []struct {
		name  string
		value int
		keys  map[chunk.Mode]*int
	}{
		{"size", o.size, map[chunk.Mode]*int{chunk.ModeAuto: &k.Size, chunk.ModeFixed: &k.FixedSize}},
		{"lines", o.lines, map[chunk.Mode]*int{chunk.ModeLines: &k.Lines}},
		{"overlap", o.overlap, map[chunk.Mode]*int{chunk.ModeAuto: &k.Overlap, chunk.ModeLines: &k.LineOverlap}},
	} {
		if !o.flags.Changed(f.name) {
			continue
		}
		key := f.keys[chunk.Mode(k.Mode)]
		if key == nil {
			return code.Errorf(code.Invalid, "--%s has no meaning with --chunk %s: %s", f.name, k.Mode, o.flags.Lookup(f.name).Usage)
		}
		*key = f.value
	}
	return c.Validate()
}

// printReport is the summary of a run for a person.
func (a *app) printReport(r *index.Report) {
	if !a.quiet {
		a.printTotals(r)
	}
	for _, f := range r.Failed {
		a.warn("not indexed: %s: %s", quotePath(f.Path), f.Reason)
	}
	for _, n := range r.Notes {
		a.warn("%s", n)
	}
}

func (a *app) printTotals(r *index.Report) {
	st := a.style()
	what := "Indexed"
	if r.Changed == 0 && r.Deleted == 0 {
		what = "Up to date:"
	}
	fmt.Fprintf(a.out, "%s %s, %s, %s in %.1f s\n", what, plural(r.Files, "file"), plural(r.Symbols, "symbol"), plural(r.Chunks, "chunk"), r.Seconds)
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(a.out, "  %s %s\n", st.paint(inkDim, fmt.Sprintf("%-9s", name)), text)
		}
	}
	row("changes", thousands(r.Changed)+" changed, "+thousands(r.Deleted)+" deleted")
	row("languages", topCounts(r.Languages, 5))
	row("skipped", skipCounts(r.Skipped))
}

// skipCounts lists what was left out and why, without lode's own folder.
func skipCounts(skipped map[string]int) string {
	others := maps.Clone(skipped)
	delete(others, string(scan.IndexFolder))
	return topCounts(others, len(others))
}

// warn is a note that stands out; --quiet does not silence it.
func (a *app) warn(format string, args ...any) {
	a.flush()
	fmt.Fprintln(a.err, a.errStyle().paint(inkWarn, "lode:"), harmless(fmt.Sprintf(format, args...)))
}

// topCounts lists the n largest counts: "go 60, markdown 5 and 2 more".
func topCounts(counts map[string]int, n int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x, y))
	})
	var parts []string
	for _, name := range names[:min(n, len(names))] {
		parts = append(parts, name+" "+thousands(counts[name]))
	}
	text := strings.Join(parts, ", ")
	if more := len(names) - len(parts); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
