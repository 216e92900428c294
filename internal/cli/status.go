package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"lode/internal/index"
	"lode/internal/query"
	"lode/internal/store"
)

type statusOptions struct{ skipped bool }

func (a *app) statusCommand() *cobra.Command {
	o := &statusOptions{}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say what is indexed and whether it is up to date",
		Long: `Say what is indexed, how old that is and how far the tree has gone on since.
With --skipped, list every path that was left out, with the reason.`,
		Example: `  lode status
  lode status --skipped
  lode status --json`,
		Args: takesNone,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runStatus(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.skipped, "skipped", false, "list what was left out and why")
	return cmd
}

// statusReport is the status of an index and of the tree around it.
type statusReport struct {
	*query.Status
	Indexed    bool           `json:"indexed"` // false: there is no index
	Ratio      float64        `json:"ratio"`   // size of the index to that of the source
	AgeSeconds int            `json:"age_seconds"`
	Changes    *index.Changes `json:"changes"` // since it was indexed; null without an index
	Stale      bool           `json:"stale"`
	Indexing   *store.Holder  `json:"indexing"` // who is indexing now, or null
	Skips      []skipReport   `json:"skipped_paths,omitempty"`
}

type skipReport struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Detail string `json:"detail"`
}

func (a *app) runStatus(ctx context.Context, o *statusOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	r, err := a.status(ctx, p)
	if err != nil {
		return err
	}
	switch {
	case a.json:
		if !o.skipped {
			r.Skips = nil
		}
		err = a.printJSON(r)
	case !r.Indexed:
		a.note("no index of %s: run `lode index` to build it", p.root)
	case o.skipped:
		a.printSkipped(r)
	default:
		a.printStatus(r)
	}
	if err == nil && !r.Indexed {
		return errNothing
	}
	return err
}

func (a *app) status(ctx context.Context, p *project) (*statusReport, error) {
	r := &statusReport{Status: &query.Status{Root: p.root, Languages: map[string]int{}, Parse: map[string]int{}, Skipped: map[string]int{}}}
	if holder, held := store.Held(p.indexDir); held {
		r.Indexing = &holder
	}
	x, err := p.open(ctx)
	if errors.Is(err, store.ErrNoIndex) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	defer x.Store.Close()
	if r.Status, err = x.Status(ctx); err != nil {
		return nil, err
	}
	r.Indexed = true
	if r.Source > 0 {
		r.Ratio = float64(r.Bytes) / float64(r.Source)
	}
	if at, err := time.Parse(time.RFC3339, r.IndexedAt); err == nil {
		r.AgeSeconds = int(a.now().Sub(at).Seconds())
	}
	for _, k := range r.Paths {
		r.Skips = append(r.Skips, skipReport{k.Path, k.Reason, k.Detail})
	}
	options, err := p.indexOptions()
	if err != nil {
		return nil, err
	}
	changes, err := index.Compare(ctx, x.Store, options)
	r.Changes, r.Stale = &changes, changes.Any()
	return r, err
}

func (a *app) printSkipped(r *statusReport) {
	st := a.style()
	for _, k := range r.Skips {
		fmt.Fprintf(a.out, "%s  %s", st.path(k.Path), st.paint(inkKeyword, k.Reason))
		if k.Detail != "" {
			fmt.Fprintf(a.out, "  %s", st.foreign(inkDim, k.Detail))
		}
		fmt.Fprintln(a.out)
	}
}

func (a *app) printStatus(r *statusReport) {
	st := a.style()
	row := func(name, format string, args ...any) {
		fmt.Fprintf(a.out, "%s %s\n", st.paint(inkDim, fmt.Sprintf("%-10s", name)), st.foreign(inkPlain, fmt.Sprintf(format, args...)))
	}
	row("root", "%s", r.Root)
	row("index", "%s, %s (%.1f times the source)", r.Database, byteCount(r.Bytes), r.Ratio)
	row("age", "%s", age(r))
	row("files", "%s (%s lines, %s)", thousands(r.Files), thousands(r.Lines), byteCount(r.Source))
	row("languages", "%s", topCounts(r.Languages, 10))
	row("facts", "%s, %s, %s", plural(r.Symbols, "symbol"), plural(r.Refs, "reference"), plural(r.Chunks, "chunk"))
	row("parsed", "%s", topCounts(r.Parse, len(r.Parse)))
	row("model", "%s", r.Model)
	if skipped := skipCounts(r.Skipped); skipped != "" {
		row("skipped", "%s", skipped)
	}
	if r.Note != "" {
		row("note", "%s", r.Note)
	}
	row("tree", "%s", drift(r))
	if h := r.Indexing; h != nil {
		row("indexing", "process %d on %s, since %s", h.PID, h.Host, h.Started.Format(time.TimeOnly))
	}
}

// age says when the index was made.
func age(r *statusReport) string {
	if !r.Complete {
		return "the first build was not finished: run `lode index` to go on"
	}
	text := ago(time.Duration(r.AgeSeconds) * time.Second)
	if r.Head != "" {
		text += ", at commit " + r.Head[:min(len(r.Head), 12)]
	}
	return text
}

// drift says how far the tree has gone on.
func drift(r *statusReport) string {
	c := r.Changes
	text := "unchanged since"
	if c.New+c.Changed+c.Deleted > 0 {
		text = fmt.Sprintf("%s new, %s changed, %s deleted since", thousands(c.New), thousands(c.Changed), thousands(c.Deleted))
	}
	if c.Settings {
		text += "; settings or lode itself have changed"
	}
	if c.Any() && r.Complete {
		text += ": run `lode index`"
	}
	return text
}
