package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// candidate is a path that the rules of git let through.
type candidate struct {
	path   string
	oid    string
	repo   bool // a submodule or another repository: not a file
	sparse bool // a sparse checkout leaves it out, so it is most likely not there
}

// byGit lists the tree as git does. Tracked and untracked files come from two
// processes: git needs most of its time to look for untracked files, and
// meanwhile the tracked ones, nearly all, are looked at here. An error means
// that git would not or could not; what the tree holds then is of no use.
func (t *tree) byGit(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	head := startGit(ctx, t.Root, "rev-parse", "--revs-only", "HEAD")
	untracked := startGit(ctx, t.Root, "ls-files", "-o", "-z", "--exclude-standard")
	tracked := <-startGit(ctx, t.Root, "ls-files", "-s", "-t", "-z")
	if tracked.err != nil {
		return tracked.err
	}
	candidates, sparse, err := parseTracked(tracked.out)
	if err != nil {
		return err
	}
	if err := t.examine(ctx, candidates); err != nil {
		return err
	}
	others := <-untracked
	if others.err != nil {
		return others.err
	}
	if err := t.examine(ctx, parseUntracked(others.out)); err != nil {
		return err
	}
	t.noteUnreadable(others.warnings)
	t.out.Git = true
	if h := <-head; h.err == nil {
		t.out.Head = strings.TrimSpace(h.out)
	}
	if sparse > 0 {
		t.note("sparse checkout: %d tracked files are not checked out", sparse)
	}
	if tracked.out == "" && others.out == "" && t.prefix != "" {
		t.note("git lists nothing here: the folder is empty, or ignored by the repository around it")
	}
	return nil
}

// parseTracked reads records `H 100644 OID 0<tab>path`. Paths and object ids are
// parts of out itself, which saves two allocations a file. Files that a sparse
// checkout leaves out (tag S) are only counted.
func parseTracked(out string) (list []candidate, sparse int, err error) {
	list = make([]candidate, 0, len(out)/80)
	for out != "" {
		var record string
		record, out, _ = strings.Cut(out, "\x00")
		info, path, ok := strings.Cut(record, "\t")
		if !ok || len(info) < len("H 100644  0") {
			return nil, 0, fmt.Errorf("git ls-files: unexpected record %q", record)
		}
		c := candidate{path: path, oid: info[9 : len(info)-2], repo: info[2:8] == "160000", sparse: info[0] == 'S'}
		if info[len(info)-1] != '0' || c.repo { // not merged: three blobs, none of them the file
			c.oid = ""
		}
		if c.sparse {
			sparse++
		}
		if safePath(path) {
			list = append(list, c)
		}
	}
	return list, sparse, nil
}

// parseUntracked reads paths; a slash at the end marks another repository.
func parseUntracked(out string) []candidate {
	var list []candidate
	for path := range strings.SplitSeq(out, "\x00") {
		path, repo := strings.CutSuffix(path, "/")
		if safePath(path) {
			list = append(list, candidate{path: path, repo: repo})
		}
	}
	return list
}

// noteUnreadable records the folders that git could not open.
func (t *tree) noteUnreadable(warnings string) {
	for line := range strings.Lines(warnings) {
		if rest, ok := strings.CutPrefix(line, "warning: could not open directory '"); ok {
			path, _, _ := strings.Cut(rest, "/'")
			t.skip(path, Unreadable, "git could not open the folder")
		}
	}
}

// safePath reports whether a path with forward slashes stays below the
// folder it is relative to. git prints what stands in its index, and an index
// can be forged. Unlike filepath.IsLocal it does not need UTF-8.
func safePath(path string) bool {
	if path == "" || filepath.Separator == '\\' && strings.ContainsAny(path, `\:`) {
		return false
	}
	for path != "" {
		element, rest, more := strings.Cut(path, "/")
		if element == "" || element == "." || element == ".." || more && rest == "" {
			return false
		}
		path = rest
	}
	return true
}

// gitSettings override what a repository may configure: nothing that belongs
// to an indexed tree may ever run.
var gitSettings = []string{
	"--no-pager",
	"-c", "core.fsmonitor=false",
	"-c", "core.untrackedCache=keep",
	"-c", "core.hooksPath=" + os.DevNull,
	"-c", "core.longpaths=true",
}

// gitEnvironment is ours without the variables by which a hook or an alias
// points git to another repository, and with all that prompts, locks, pages,
// translates or fetches turned off. A partial clone would otherwise fetch
// missing objects by a command of the repository's choice.
func gitEnvironment() []string {
	env := make([]string, 0, 64)
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch strings.ToUpper(name) {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
			"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_EXTERNAL_DIFF":
		default:
			env = append(env, v)
		}
	}
	return append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1",
		"GIT_ALLOW_PROTOCOL=", "GIT_PAGER=cat", "LC_ALL=C")
}

// gitResult is what a git command printed.
type gitResult struct {
	out, warnings string
	err           error
}

// startGit runs a git command at the side.
func startGit(ctx context.Context, dir string, args ...string) <-chan gitResult {
	c := make(chan gitResult, 1)
	go func() {
		out, warnings, err := runGit(ctx, dir, args...)
		c <- gitResult{out, warnings, err}
	}()
	return c
}

// runGit runs a git command in dir. Its error says what git said.
func runGit(ctx context.Context, dir string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, "git", append(gitSettings[:len(gitSettings):len(gitSettings)], args...)...)
	cmd.Dir = dir
	cmd.Env = gitEnvironment()
	cmd.WaitDelay = time.Second
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", "", ctx.Err()
		}
		var exit *exec.ExitError
		if message, _, _ := strings.Cut(errs.String(), "\n"); message != "" && errors.As(err, &exit) {
			return "", "", &gitError{message: strings.TrimPrefix(message, "fatal: "), code: exit.ExitCode()}
		}
		if errors.As(err, &exit) {
			return "", "", &gitError{message: exit.Error(), code: exit.ExitCode()}
		}
		return "", "", err
	}
	return out.String(), errs.String(), nil
}

// gitError is a git command that ran and did not succeed.
type gitError struct {
	message string
	code    int
}

func (e *gitError) Error() string { return e.message }

// gitConfig is what git's settings say about ignore rules.
type gitConfig struct {
	excludes string // absolute path of the user's own ignore file, or ""
	fold     bool   // names are compared without regard to case
}

// readGitConfig asks git for core.excludesFile and core.ignoreCase. Without
// an answer the user's file is git/ignore in the XDG folder. This package reads
// the environment only here and in gitEnvironment: it belongs to git's rules.
func readGitConfig(ctx context.Context, dir string) gitConfig {
	const keys = `^core\.(excludesfile|ignorecase)$`
	out, _, err := runGit(ctx, dir, "config", "-z", "--type=path", "--get-regexp", keys)
	var failed *gitError
	if errors.As(err, &failed) && failed.code != 1 { // a broken repository: the user's settings still hold
		out, _, _ = runGit(ctx, dir, "config", "-z", "--global", "--type=path", "--get-regexp", keys)
	}
	c := gitConfig{excludes: defaultExcludes(), fold: foldsCase}
	for setting := range strings.SplitSeq(out, "\x00") {
		key, value, _ := strings.Cut(setting, "\n")
		switch {
		case strings.EqualFold(key, "core.ignoreCase"):
			c.fold = strings.EqualFold(value, "true") || value == "1" || strings.EqualFold(value, "yes") || strings.EqualFold(value, "on")
		case strings.EqualFold(key, "core.excludesFile") && value == "":
			c.excludes = ""
		case strings.EqualFold(key, "core.excludesFile"):
			c.excludes = joinUnlessAbs(dir, value)
		}
	}
	return c
}

// foldsCase is whether file systems here usually ignore case.
const foldsCase = runtime.GOOS == "windows" || runtime.GOOS == "darwin"

func defaultExcludes() string {
	config := os.Getenv("XDG_CONFIG_HOME")
	if config == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		config = filepath.Join(home, ".config")
	}
	return filepath.Join(config, "git", "ignore")
}
