package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lode/internal/code"
)

// explainUsage turns cobra's and pflag's errors into ones that say what is allowed.
func explainUsage(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var malformed *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		if args := cmd.Flags().Args(); !cmd.HasParent() && len(args) > 0 {
			return unknownCommand(cmd, args[0]) // its flags could only be unknown
		}
		return unknownFlag(cmd, unknown)
	case errors.As(err, &invalid):
		return explainValue(invalid)
	case errors.As(err, &missing):
		return code.Errorf(code.Invalid, "--%s needs a value: see `%s --help`", missing.GetFlag().Name, cmd.CommandPath())
	case errors.As(err, &malformed):
		return code.Errorf(code.Invalid, "%v: see `%s --help`", err, cmd.CommandPath())
	}
	return err
}

// explainValue says what a flag takes, without the words of package strconv.
func explainValue(e *pflag.InvalidValueError) error {
	reason := e.Unwrap()
	var coded *code.Error
	switch {
	case errors.As(reason, &coded): // names the value itself
		return code.Errorf(code.Invalid, "--%s: %v", e.GetFlag().Name, reason)
	case e.GetFlag().Value.Type() == "int":
		reason = errors.New("must be a whole number")
	case e.GetFlag().Value.Type() == "bool":
		reason = errors.New("must be true or false")
	case e.GetFlag().Value.Type() == "duration":
		reason = errors.New("must be a time such as 30s or 5m")
	}
	return code.Errorf(code.Invalid, "--%s %q: %v", e.GetFlag().Name, e.GetValue(), reason)
}

func unknownFlag(cmd *cobra.Command, e *pflag.NotExistError) error {
	name := "--" + e.GetSpecifiedName()
	if e.GetSpecifiedShortnames() != "" {
		name = "-" + e.GetSpecifiedName()
	}
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags = append(flags, "--"+f.Name)
		}
	})
	if best := closest(name, flags); best != "" {
		return code.Errorf(code.Invalid, "%s has no flag %s: did you mean %s?", cmd.CommandPath(), name, best)
	}
	return code.Errorf(code.Invalid, "%s has no flag %s: it has %s", cmd.CommandPath(), name, strings.Join(flags, ", "))
}

func unknownCommand(root *cobra.Command, name string) error {
	root.SuggestionsMinimumDistance = 2
	if s := root.SuggestionsFor(name); len(s) > 0 {
		return code.Errorf(code.Invalid, "unknown command %q: did you mean `lode %s`?", name, strings.Join(s, "` or `lode "))
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return code.Errorf(code.Invalid, "unknown command %q: one of %s (to search for it: `lode search %s`)", name, strings.Join(names, ", "), name)
}

// closest is the candidate that is at most two edits away from name, or "".
func closest(name string, candidates []string) string {
	best, least := "", 3
	for _, c := range candidates {
		if d := distance(name, c); d < least || d == least && least < 3 && c < best {
			best, least = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			corner, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, corner+cost)
		}
	}
	return row[len(b)]
}

// takesNone, takesOne and takesSome check the number of arguments.
func takesNone(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return code.Errorf(code.Invalid, "`%s` takes no argument, got %q: see `%s --help` (another folder is chosen with -C)", cmd.CommandPath(), args[0], cmd.CommandPath())
	}
	return nil
}

func takesOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			return nil
		}
		return code.Errorf(code.Invalid, "`%s` takes one %s, got %d arguments: see `%s --help`", cmd.CommandPath(), what, len(args), cmd.CommandPath())
	}
}

func takesSome(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return nil
		}
		return code.Errorf(code.Invalid, "`%s` needs %s: see `%s --help`", cmd.CommandPath(), what, cmd.CommandPath())
	}
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

// newChoice makes a flag value; the first word is the default.
func newChoice(value *string, allowed ...string) *choice {
	*value = allowed[0]
	return &choice{value, allowed}
}

func (c *choice) String() string { return *c.value }
func (c *choice) Type() string   { return strings.Join(c.allowed, "|") }
func (c *choice) Set(s string) error {
	if !slices.Contains(c.allowed, s) {
		return fmt.Errorf("one of %s", strings.Join(c.allowed, ", "))
	}
	*c.value = s
	return nil
}

// list is a flag that takes several words, separated by commas or given again.
type list[T any] struct {
	values *[]T
	words  []string
	parse  func(string) (T, error)
	kind   string // what the help calls a word
}

func (l *list[T]) String() string { return strings.Join(l.words, ",") }
func (l *list[T]) Type() string   { return l.kind }
func (l *list[T]) Set(s string) error {
	for word := range strings.SplitSeq(s, ",") {
		v, err := l.parse(strings.TrimSpace(word))
		if err != nil {
			return err
		}
		*l.values, l.words = append(*l.values, v), append(l.words, word)
	}
	return nil
}
