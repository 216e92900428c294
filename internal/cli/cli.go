// Package cli is the command line: flags, settings, wiring and printing. It is
// the only package that reads the environment.
//
// Each command is a file: its options, a constructor that declares the flags,
// and a run function. What a command prints goes through app, so that tests can
// run any of them with streams of their own.
//
// Results go to standard output and everything else to standard error. With
// --json a command prints one JSON document. Exit codes are 0 (found), 1
// (nothing found) and 2 (error). Nothing that comes out of an indexed tree
// reaches a terminal as a control sequence.
package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"lode/internal/code"
	"lode/internal/store"
)

// Exit codes.
const (
	exitFound   = 0
	exitNothing = 1
	exitError   = 2
)

// errNothing ends a command that worked and found nothing.
var errNothing = errors.New("nothing found")

// app is what all commands share.
type app struct {
	in      io.Reader
	out     io.Writer
	err     io.Writer
	screen  screen
	environ []string
	now     func() time.Time

	segmentChunks int // see index.Options; tests make segments small

	dir      string // --dir
	indexDir string // --index-dir
	color    string // --color
	json     bool   // --json
	quiet    bool   // --quiet
}

// Main runs lode and returns its exit code.
func Main() int { return newApp().main(os.Args[1:]) }

// newApp is an app on the streams of the process.
func newApp() *app {
	return &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, screen: detectScreen(), environ: os.Environ(), now: time.Now}
}

// main is run with signals: the first interrupt ends the work in an orderly
// way, the second one ends the process.
func (a *app) main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	outliveSignals()
	a.tuneMemory()
	return a.run(ctx, args)
}

// run executes one command line.
func (a *app) run(ctx context.Context, args []string) int {
	buffered := bufio.NewWriterSize(a.out, 64<<10)
	a.out = buffered
	root := a.command()
	root.SetArgs(args)
	root.SetIn(a.in)
	root.SetOut(a.out)
	root.SetErr(a.err)
	cmd, err := root.ExecuteContextC(ctx)
	err = explainUsage(cmd, err)
	if flushErr := buffered.Flush(); flushErr != nil && (err == nil || errors.Is(err, errNothing)) {
		err = code.Errorf(code.Unavailable, "write the answer: %w", flushErr)
	}
	a.json = a.json || asksForJSON(args)
	return a.end(ctx, err)
}

// end reports an error and chooses the exit code.
func (a *app) end(ctx context.Context, err error) int {
	switch {
	case err == nil:
		return exitFound
	case errors.Is(err, errNothing):
		return exitNothing
	case isClosedPipe(err):
		return exitFound // the reader has seen enough
	}
	c := code.InternalBug
	var coded *code.Error
	switch {
	case errors.As(err, &coded):
		c = coded.Code
	case ctx.Err() != nil:
		c, err = code.Unavailable, errors.New("interrupted")
	}
	a.fail(c, err)
	if c == code.NotFound && !errors.Is(err, store.ErrNoIndex) {
		return exitNothing
	}
	return exitError
}

// fail says what went wrong, in the form that was asked for.
func (a *app) fail(c code.ErrorCode, err error) {
	if a.json {
		e := json.NewEncoder(a.err)
		e.SetEscapeHTML(false)
		_ = e.Encode(map[string]any{"error": map[string]string{"code": string(c), "message": err.Error()}})
		return
	}
	fmt.Fprintln(a.err, "lode:", harmless(err.Error()))
}

// asksForJSON finds --json on a command line that could not be read to its end.
func asksForJSON(args []string) bool {
	for _, arg := range args {
		switch arg {
		case "--json", "--json=true":
			return true
		case "--":
			return false
		}
	}
	return false
}

// Groups of commands in the help.
const (
	groupAsk   = "ask"
	groupIndex = "index"
	groupOther = "other"
)

func (a *app) command() *cobra.Command {
	root := &cobra.Command{
		Use:   "lode",
		Short: "Search and understand source code, offline and in milliseconds",
		Long: `lode indexes a source tree and answers questions about it: where is the code
that does X, what does this file define, which lines match this pattern.

It needs no server, no key and no network. The index lives in .lode at the root
of the tree and is brought up to date by ` + "`lode index`" + `.

Exit codes: 0 found, 1 nothing found, 2 error.`,
		Example: `  lode index
  lode search "where is the retry delay computed"
  lode grep -i 'todo|fixme' --lang go
  lode show Store.Open`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		TraverseChildren:  true,                // so that grep can have a -C of its own behind its name
		Args:              cobra.ArbitraryArgs, // runRoot explains them
		RunE:              runRoot,
		DisableAutoGenTag: true,
	}
	flags := root.PersistentFlags()
	flags.StringVarP(&a.dir, "dir", "C", ".", "a `folder` of the tree to work on")
	flags.StringVar(&a.indexDir, "index-dir", "", "`folder` of the index (default .lode at the root of the tree; environment LODE_INDEX_DIR)")
	flags.BoolVar(&a.json, "json", false, "print one JSON document")
	flags.BoolVarP(&a.quiet, "quiet", "q", false, "print nothing but results and errors")
	flags.Var(newChoice(&a.color, "auto", "always", "never"), "color", "when to use colour; NO_COLOR and CLICOLOR_FORCE are respected")
	root.AddGroup(
		&cobra.Group{ID: groupAsk, Title: "Ask:"},
		&cobra.Group{ID: groupIndex, Title: "Index:"},
		&cobra.Group{ID: groupOther, Title: "More:"},
	)
	a.addCommands(root)
	_ = root.LocalFlags() // cobra's Traverse looks for persistent flags only among these
	return root
}

func (a *app) addCommands(root *cobra.Command) {
	for group, commands := range map[string][]*cobra.Command{
		groupAsk:   {a.searchCommand(), a.grepCommand(), a.showCommand(), a.outlineCommand(), a.symbolsCommand()},
		groupIndex: {a.initCommand(), a.indexCommand(), a.statusCommand(), a.cleanCommand(), a.exportCommand()},
		groupOther: {a.configCommand(), a.evalCommand(), a.versionCommand()},
	} {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	root.SetHelpCommandGroupID(groupOther)
	root.SetCompletionCommandGroupID(groupOther)
}

func runRoot(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// env returns a variable of the environment, or "".
func (a *app) env(name string) string {
	for _, pair := range a.environ {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// note tells the person something that is not a result.
func (a *app) note(format string, args ...any) {
	if a.quiet {
		return
	}
	a.flush()
	fmt.Fprintln(a.err, a.errStyle().paint(inkDim, harmless(fmt.Sprintf(format, args...))))
}

// flush sends what was printed so far, so that it comes before what follows on
// standard error. The writer keeps its error for run to see.
func (a *app) flush() {
	if b, ok := a.out.(*bufio.Writer); ok {
		_ = b.Flush()
	}
}

func (a *app) printJSON(v any) error {
	e := json.NewEncoder(a.out)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
