package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// List finds the files of a tree. It looks at names and at lstat, never at
// content. An error means that there is no listing at all: the root is not a
// readable directory, or ctx ended.
func List(ctx context.Context, o Options) (*Listing, error) {
	t, err := newTree(o)
	if err != nil {
		return nil, err
	}
	t, err = t.find(ctx)
	t.disk.close()
	if err != nil {
		return nil, err
	}
	if err := t.resolveLinks(ctx); err != nil {
		return nil, err
	}
	t.finish()
	return &t.out, nil
}

// finish brings the listing into its final order. A file that was added to
// the index between two questions to git counts once.
func (t *tree) finish() {
	slices.SortStableFunc(t.out.Entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	t.out.Entries = slices.CompactFunc(t.out.Entries, func(a, b Entry) bool { return a.Path == b.Path })
	slices.SortStableFunc(t.out.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	if len(t.out.Entries) == 0 && t.out.Note == "" {
		t.note("nothing to index: no files but %d that were skipped", len(t.out.Skipped))
	}
}

// tree is one run of List. Paths are relative to the root unless they are
// said to be absolute, or full: relative to the top of the git work tree.
type tree struct {
	Options
	repo     *repository // nil outside git work trees
	prefix   string      // what makes a path full: "" or "a/b/"
	index    string      // lode's folder, or ""
	ignore   *ignoreList // Options.Ignore
	include  []pattern
	walking  bool            // git's rules are ours to apply
	fold     bool            // git's rules ignore case
	excludes string          // the user's own ignore file, of git
	hidden   bool            // git ignores the root itself
	dirs     map[string]*dir // by path
	links    []link          // symbolic links, looked at when all else is known
	disk     disk
	out      Listing
}

// stat is what the listing needs of a file's attributes.
type stat struct {
	size, modTime int64
	mode          fs.FileMode // type bits
}

func statOf(info fs.FileInfo) stat {
	return stat{info.Size(), info.ModTime().UnixNano(), info.Mode().Type()}
}

// dir is what is known of a folder.
type dir struct {
	path string
	out  bool        // left out; a Skip of it or of a folder above says why
	git  *ignoreList // git's rules for what is in it; only a walk has them
	lode *ignoreList // .lodeignore files from here up
}

func newTree(o Options) (*tree, error) {
	root, err := realDirectory(o.Root)
	if err != nil {
		return nil, err
	}
	o.Root = root
	t := &tree{Options: o, dirs: map[string]*dir{}, disk: disk{root: root}}
	if repo, ok := findRepository(root); ok {
		t.repo = &repo
		if rel, err := filepath.Rel(repo.top, root); err == nil && rel != "." {
			t.prefix = filepath.ToSlash(rel) + "/"
		}
	}
	t.index = t.indexPath()
	t.ignore = t.ignore.push(ignoreList{base: t.prefix, reason: Configured, patterns: globs(o.Ignore, foldsCase)})
	t.include = globs(o.Include, foldsCase)
	return t, nil
}

// indexPath is Options.IndexDir relative to the root, or "" when it lies elsewhere.
func (t *tree) indexPath() string {
	if t.IndexDir == "" {
		return ""
	}
	path := joinUnlessAbs(t.Root, t.IndexDir)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, inside := t.inside(path)
	if !inside || rel == "." {
		return ""
	}
	return rel
}

// inside makes an absolute path relative to the root.
func (t *tree) inside(path string) (string, bool) {
	rel, err := filepath.Rel(t.Root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func (t *tree) abs(path string) string {
	return t.Root + string(filepath.Separator) + filepath.FromSlash(path)
}

func (t *tree) note(format string, args ...any) {
	if t.out.Note != "" {
		t.out.Note += "; "
	}
	t.out.Note += fmt.Sprintf(format, args...)
}

func (t *tree) skip(path string, r Reason, detail string) {
	t.out.Skipped = append(t.out.Skipped, Skip{path, r, detail})
}

// find lists the tree by git where it can, else by a walk. The tree it
// returns is another one when git failed half-way.
func (t *tree) find(ctx context.Context) (*tree, error) {
	_, bare := gitDirectory(t.Root)
	switch {
	case bare || strings.Contains("/"+t.prefix, "/.git/"):
		t.note("%s belongs to git and has no work tree: clone the repository and index the clone", t.Root)
		return t, nil
	case (t.repo == nil || t.prefix != "") && exists(t.Root, ".git"):
		t.note("%s is not a valid repository", filepath.Join(t.Root, ".git"))
	}
	if t.repo == nil || t.NoGit {
		return t, t.byWalk(ctx)
	}
	failed := t.byGit(ctx)
	if failed == nil || ctx.Err() != nil {
		return t, ctx.Err()
	}
	t.disk.close()
	again, err := newTree(t.Options)
	if err != nil {
		return t, err
	}
	t = again
	t.note("git could not list the files (%v): lode walked the tree itself and misses tracked files that are ignored", failed)
	return t, t.byWalk(ctx)
}

// examine applies lode's rules to candidates and looks at what is on the disk.
func (t *tree) examine(ctx context.Context, candidates []candidate) error {
	t.out.Entries = slices.Grow(t.out.Entries, len(candidates))
	last := ""
	for i, c := range candidates {
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if c.path != last { // a file that is not merged has a record for each side
			t.consider(c)
		}
		last = c.path
	}
	return nil
}

// consider makes an entry, a link or a skip of one candidate.
func (t *tree) consider(c candidate) {
	if c.sparse && !exists(t.Root, filepath.FromSlash(c.path)) {
		return
	}
	d := t.dir(parent(c.path))
	if d.out || !t.allows(d, c.path, c.repo) {
		return
	}
	if c.repo {
		t.skip(c.path, Submodule, "a git repository of its own")
		return
	}
	found, err := t.disk.lstat(c.path)
	if err != nil {
		t.skip(c.path, failure(err), cause(err).Error())
		return
	}
	switch {
	case found.mode.IsRegular():
		t.addFile(c, found)
	case found.mode&fs.ModeSymlink != 0:
		t.links = append(t.links, link{path: c.path, at: c.path})
	case found.mode.IsDir():
		t.skip(c.path, Vanished, "a folder has taken its place")
	default:
		t.skip(c.path, NotRegular, found.mode.String())
	}
}

func (t *tree) addFile(c candidate, s stat) {
	if s.size > t.maxFileSize() {
		t.skip(c.path, TooLarge, fmt.Sprintf("%d bytes, the limit is %d", s.size, t.maxFileSize()))
		return
	}
	t.out.Entries = append(t.out.Entries, Entry{c.path, s.size, s.modTime, c.oid})
}

// allows applies lode's own rules to a path in d; it records the skip when it says no.
func (t *tree) allows(d *dir, path string, isDir bool) bool {
	switch reason, detail := t.excluded(d, path, isDir); {
	case reason != "":
		t.skip(path, reason, detail)
	case !isDir && len(t.include) > 0 && !included(t.include, path):
		t.skip(path, NotIncluded, "")
	default:
		return true
	}
	return false
}

// excluded finds the rule that leaves a path out, "" when there is none.
func (t *tree) excluded(d *dir, path string, isDir bool) (Reason, string) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if isDir && (name == lodeFolder || path == t.index) {
		return IndexFolder, ""
	}
	for _, rules := range [2]*ignoreList{t.ignore, d.lode} {
		if rules == nil {
			continue
		}
		if l, p := rules.match(t.prefix+path, isDir); p != nil {
			if p.negated {
				return "", ""
			}
			return l.reason, l.detail(p)
		}
	}
	if isDir && isDependency(t.abs(path), t.repo != nil) {
		return Dependency, name
	}
	return "", ""
}

// dir returns what is known of a folder and finds it out the first time. It
// asks for every folder on the way, so that none of them is a link unnoticed.
func (t *tree) dir(path string) *dir {
	if d := t.dirs[path]; d != nil {
		return d
	}
	if path == "" {
		return t.root()
	}
	above := t.dir(parent(path))
	d := &dir{path: path, out: true}
	t.dirs[path] = d
	if above.out {
		return d
	}
	if err := t.disk.folder(path); err != nil {
		t.skip(path, failure(err), cause(err).Error())
		return d
	}
	d.out = !t.allows(above, path, true)
	d.lode = above.lode
	if s, err := t.disk.lstat(path + "/" + lodeRules); !d.out && err == nil && s.mode.IsRegular() {
		t.readLodeRules(d, t.abs(path), t.prefix+path+"/")
	}
	return d
}

// root reads the rules of the root and of the folders between it and the top
// of the work tree, which apply to it as well.
func (t *tree) root() *dir {
	d := &dir{}
	t.dirs[""] = d
	top := t.Root
	if t.repo != nil {
		top = t.repo.top
	}
	if t.walking {
		d.git = t.generalRules()
	}
	for full := ""; ; {
		folder := filepath.Join(top, filepath.FromSlash(full))
		t.readLodeRules(d, folder, full)
		if t.walking {
			t.readGitRules(d, folder, full)
		}
		if full == t.prefix {
			return d
		}
		name, _, _ := strings.Cut(t.prefix[len(full):], "/")
		t.hidden = t.hidden || d.git.ignores(full+name, true)
		full += name + "/"
	}
}

// Names of ignore files.
const (
	lodeRules = ".lodeignore"
	gitRules  = ".gitignore"
)

// readLodeRules adds the .lodeignore of a folder to what is known of it.
func (t *tree) readLodeRules(d *dir, folder, full string) {
	patterns := readPatterns(filepath.Join(folder, lodeRules), foldsCase)
	d.lode = d.lode.push(ignoreList{base: full, name: lodeRules, reason: LodeIgnore, patterns: patterns})
}

// readGitRules adds the .gitignore of a folder to what is known of it.
func (t *tree) readGitRules(d *dir, folder, full string) {
	patterns := readPatterns(filepath.Join(folder, gitRules), t.fold)
	d.git = d.git.push(ignoreList{base: full, patterns: patterns})
}

// parent is the folder of a path, "" for one in the root.
func parent(path string) string {
	return path[:max(0, strings.LastIndexByte(path, '/'))]
}

// failure is the reason that stands for an error of lstat, open or read.
func failure(err error) Reason {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return Vanished
	}
	return Unreadable
}
