package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/query"
	"lode/internal/scan"
	"lode/internal/store"
)

type grepOptions struct {
	request query.GrepRequest
	literal bool
	context int
	limited bool // --limit is given
	files   bool
	count   bool
}

// grepLimit is the number of lines that a person or a program is shown unasked.
const grepLimit = 1000

func (a *app) grepCommand() *cobra.Command {
	o := &grepOptions{}
	cmd := &cobra.Command{
		Use:   "grep PATTERN",
		Short: "Find lines by regular expression or literal text",
		Long: `Find the lines of the tree that match a regular expression (RE2 syntax) or, with
-F, a literal text. The answer is about the files as they are now: the index
only spares reading those that cannot match, and without an index all are read.

Behind the command's name, -C is the number of lines of context; to choose the
folder put it before: ` + "`lode -C folder grep pattern`" + `.`,
		Example: `  lode grep 'func \w+Open'
  lode grep -F 'a[0].b()' --lang go
  lode grep -iw -e todo -e fixme -C 2
  lode grep -l 'net/http' --path 'internal/**'`,
		Args: func(cmd *cobra.Command, args []string) error { return o.patterns(args) },
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.limited = cmd.Flags().Changed("limit")
			return a.runGrep(cmd.Context(), o)
		},
	}
	f, r := cmd.Flags(), &o.request
	f.BoolVarP(&o.literal, "fixed-strings", "F", false, "patterns are literal text")
	f.BoolVarP(&r.IgnoreCase, "ignore-case", "i", false, "ignore case")
	f.BoolVarP(&r.SmartCase, "smart-case", "S", false, "ignore case unless a pattern has a capital")
	f.BoolVarP(&r.Word, "word-regexp", "w", false, "match whole words only")
	f.StringArrayVarP(&r.Patterns, "regexp", "e", nil, "a `pattern`; may be given again")
	f.IntVarP(&r.After, "after-context", "A", 0, "lines to show after a match")
	f.IntVarP(&r.Before, "before-context", "B", 0, "lines to show before a match")
	f.IntVarP(&o.context, "context", "C", 0, "lines to show before and after a match")
	f.IntVarP(&r.Limit, "limit", "n", 0, "matching lines; 0 is all (default 1000 on a terminal and in JSON, else all)")
	f.BoolVarP(&o.files, "files-with-matches", "l", false, "print only the paths of files that match")
	f.BoolVarP(&o.count, "count", "c", false, "print only how many lines of each file match")
	f.BoolVar(&r.Brute, "brute", false, "read every file and try every line: slow, to check the index")
	f.StringVar(&a.dir, "dir", ".", "a `folder` of the tree to work on") // without its short form, see Long
	pathFlag(cmd, &r.Filter)
	langFlag(cmd, &r.Filter)
	roleFlag(cmd, &r.Filter)
	return cmd
}

// patterns takes the argument where no -e is given.
func (o *grepOptions) patterns(args []string) error {
	given := len(o.request.Patterns)
	switch {
	case given == 0 && len(args) == 1:
		o.request.Patterns = args
	case given == 0 && len(args) == 0:
		return code.Errorf(code.Invalid, "`lode grep` needs a pattern: see `lode grep --help`")
	case len(args) > 0:
		return code.Errorf(code.Invalid, "`lode grep` takes one pattern, got also %q: quote a pattern with spaces, give more with -e, choose files with --path", args[len(args)-1])
	}
	return nil
}

func (a *app) runGrep(ctx context.Context, o *grepOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	if err := a.completeGrep(o); err != nil {
		return err
	}
	tree, note, err := currentTree(ctx, p)
	if err != nil {
		return err
	}
	x := a.openForGrep(ctx, p, o)
	if x.Store != nil {
		defer x.Store.Close()
	}
	answer, err := x.Grep(ctx, o.request, tree)
	if err != nil {
		return err
	}
	if len(tree.Files) == 0 && note != "" {
		a.note("%s", note)
	}
	if err := a.printMatches(answer, o); err != nil {
		return err
	}
	if len(answer.Matches) == 0 {
		return errNothing
	}
	return nil
}

// completeGrep checks the flags and fills in what they imply.
func (a *app) completeGrep(o *grepOptions) error {
	r := &o.request
	if r.Before < 0 || r.After < 0 || o.context < 0 || r.Limit < 0 {
		return code.Errorf(code.Invalid, "numbers of lines must not be negative")
	}
	if o.files && o.count {
		return code.Errorf(code.Invalid, "-l and -c are two forms of an answer: choose one")
	}
	r.Regexp = !o.literal
	r.Before, r.After = max(r.Before, o.context), max(r.After, o.context)
	switch {
	case o.files:
		r.PerFile, r.Before, r.After = 1, 0, 0
	case o.count:
		r.Before, r.After = 0, 0
	case !o.limited && (a.screen.out || a.json):
		r.Limit = grepLimit
	}
	return nil
}

// openForGrep opens the index where there is one that can be used; without one
// every file is read.
func (a *app) openForGrep(ctx context.Context, p *project, o *grepOptions) *query.Index {
	if o.request.Brute {
		return &query.Index{}
	}
	x, err := p.open(ctx)
	switch {
	case errors.Is(err, store.ErrNoIndex):
		a.note("no index here: reading every file (`lode index` makes this faster)")
	case err != nil:
		a.note("reading every file: %v", err)
	default:
		return x
	}
	return &query.Index{}
}

// currentTree lists the files as they are now. note says why there are none.
func currentTree(ctx context.Context, p *project) (t query.Tree, note string, err error) {
	o := p.scanOptions()
	listing, err := scan.List(ctx, o)
	if err != nil {
		return t, "", err
	}
	entries := make(map[string]scan.Entry, len(listing.Entries))
	for _, e := range listing.Entries {
		entries[e.Path] = e
		t.Files = append(t.Files, query.TreeFile{Path: e.Path, Size: e.Size, ModTime: e.ModTime})
	}
	t.Read = func(path string) ([]byte, bool) {
		f, skip, err := scan.Read(o, entries[path])
		if err != nil || skip != nil {
			return nil, false
		}
		return f.Bytes, true
	}
	detector := p.detector()
	t.Describe = func(path string, head []byte) (string, code.Role) {
		language := detector.Language(path, head)
		return language, scan.RoleOf(path, language, head)
	}
	return t, listing.Note, nil
}
