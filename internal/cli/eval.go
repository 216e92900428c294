package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/eval"
	"lode/internal/query"
)

type evalOptions struct {
	queries   string
	checkouts string
	indexes   string
	mode      string
	save      string
}

func (a *app) evalCommand() *cobra.Command {
	o := &evalOptions{}
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure search against labelled queries",
		Long: `Measure search against labelled queries.

The queries are JSON lines {id, repo, commit, root, language, category, query,
gold: [{path, start_line, end_line}]}; the checkouts folder holds each
repository at <owner>/<name>.`,
		Example: "  lode eval --queries queries.jsonl --checkouts ~/checkouts",
		Args:    takesNone,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.runEval(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.queries, "queries", "", "`file` with labelled queries")
	f.StringVar(&o.checkouts, "checkouts", "", "`folder` with the repositories")
	f.StringVar(&o.indexes, "indexes", "", "`folder` to keep the indexes in (default: beside the checkouts)")
	f.Var(newChoice(&o.mode, "auto", "semantic", "text", "name"), "mode", "how to search")
	f.StringVar(&o.save, "save", "", "`file` to write each query's outcome to, as JSON lines")
	return cmd
}

func (a *app) runEval(ctx context.Context, o *evalOptions) error {
	queries, err := o.read()
	if err != nil {
		return err
	}
	outcomes, err := a.evalTrees(ctx, o, queries)
	if err != nil {
		return err
	}
	if o.save != "" {
		if err := saveOutcomes(o.save, outcomes); err != nil {
			return err
		}
	}
	summary := eval.Summarize(outcomes)
	if a.json {
		return a.printJSON(summary)
	}
	fmt.Fprint(a.out, summary)
	return nil
}

func (o *evalOptions) read() ([]eval.Query, error) {
	if o.queries == "" || o.checkouts == "" {
		return nil, code.Errorf(code.Invalid, "`lode eval` needs --queries and --checkouts: see `lode eval --help`")
	}
	if o.indexes == "" {
		o.indexes = filepath.Clean(o.checkouts) + "-indexes"
	}
	b, err := os.ReadFile(o.queries)
	if err != nil {
		return nil, code.Errorf(code.Invalid, "read queries: %v", err)
	}
	return eval.Parse(b)
}

// evalTree is a folder of a repository with the queries about it.
type evalTree struct {
	repo, root string
	queries    []eval.Query
}

// byTree groups queries, in the order in which their trees come first.
func byTree(queries []eval.Query) []*evalTree {
	var trees []*evalTree
	seen := map[[2]string]*evalTree{}
	for _, q := range queries {
		key := [2]string{q.Repo, q.Root}
		if seen[key] == nil {
			seen[key] = &evalTree{repo: q.Repo, root: q.Root}
			trees = append(trees, seen[key])
		}
		seen[key].queries = append(seen[key].queries, q)
	}
	return trees
}

func (a *app) evalTrees(ctx context.Context, o *evalOptions, queries []eval.Query) ([]eval.Outcome, error) {
	var outcomes []eval.Outcome
	for _, t := range byTree(queries) {
		dir := filepath.Join(o.checkouts, filepath.FromSlash(t.repo), filepath.FromSlash(t.root))
		if _, err := os.Stat(dir); err != nil {
			a.warn("left out %s: no checkout at %s", t.repo, dir)
			continue
		}
		found, err := a.evalTree(ctx, dir, o, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.repo, err)
		}
		outcomes = append(outcomes, found...)
	}
	if len(outcomes) == 0 {
		return nil, code.Errorf(code.Invalid, "no checkout found below %s: each repository is expected at <owner>/<name>", o.checkouts)
	}
	return outcomes, nil
}

// evalTree indexes one tree, as it is, and asks its queries.
func (a *app) evalTree(ctx context.Context, dir string, o *evalOptions, t *evalTree) ([]eval.Outcome, error) {
	indexDir := filepath.Join(o.indexes, strings.ReplaceAll(path.Join(t.repo, t.root), "/", "+"))
	l, err := locate(dir, indexDir)
	if err != nil {
		return nil, err
	}
	l.root = l.dir // the folder itself, not the repository around it
	l.anyTree = true
	p, err := loadProject(l, a.environ)
	if err != nil {
		return nil, err
	}
	if _, err := a.build(ctx, p, buildOptions{}); err != nil {
		return nil, err
	}
	x, err := p.open(ctx)
	if err != nil {
		return nil, err
	}
	defer x.Store.Close()
	mode, err := query.ParseMode(o.mode)
	if err != nil {
		return nil, err
	}
	var outcomes []eval.Outcome
	for _, q := range t.queries {
		answer, err := x.Search(ctx, query.Request{Query: q.Query, Mode: mode, Limit: eval.Cutoff})
		if err != nil {
			return nil, err
		}
		var hits []eval.Hit
		for _, r := range answer.Results {
			hits = append(hits, eval.Hit{Path: path.Join(t.root, r.Path), StartLine: r.StartLine, EndLine: r.EndLine})
		}
		outcomes = append(outcomes, eval.Judge(q, hits))
	}
	return outcomes, nil
}

func saveOutcomes(file string, outcomes []eval.Outcome) error {
	err := replaceFile(file, func(f *os.File) error {
		e := json.NewEncoder(f)
		for _, o := range outcomes {
			if err := e.Encode(o); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return code.Errorf(code.Unavailable, "write %s: %v", file, err)
	}
	return nil
}
