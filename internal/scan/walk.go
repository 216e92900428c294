package scan

import (
	"context"
	"os"
	"path/filepath"

	"lode/internal/code"
)

// byWalk lists the tree by git's rules without git. Inside a work tree it leaves
// out other repositories as git does. Outside one it enters them, because a
// folder of checkouts would otherwise be empty; their info/exclude applies.
func (t *tree) byWalk(ctx context.Context) error {
	config := readGitConfig(ctx, t.Root)
	t.walking, t.fold, t.excludes = true, config.fold, config.excludes
	root := t.dir("")
	if t.hidden {
		t.note("the repository around it ignores this folder")
		return nil
	}
	return t.walkDir(ctx, root)
}

// generalRules are those that come after every .gitignore file.
func (t *tree) generalRules() *ignoreList {
	var l *ignoreList
	if t.excludes != "" {
		l = l.push(ignoreList{patterns: readTrustedPatterns(t.excludes, t.fold)})
	}
	if t.repo != nil {
		l = l.push(t.infoExclude(t.repo.common, ""))
	}
	return l
}

func (t *tree) infoExclude(common, full string) ignoreList {
	return ignoreList{base: full, patterns: readTrustedPatterns(filepath.Join(common, "info", "exclude"), t.fold)}
}

// walkDir lists what is in a folder and below it.
func (t *tree) walkDir(ctx context.Context, d *dir) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	entries, err := os.ReadDir(t.abs(d.path))
	if err != nil && d.path == "" {
		return code.Errorf(code.Unavailable, "list %s: %w", t.Root, cause(err))
	}
	if err != nil {
		t.skip(d.path, failure(err), cause(err).Error())
	}
	if d.path != "" { // the root has its rules already
		t.readRules(d, entries)
	}
	for _, e := range entries {
		path := join(d.path, e.Name())
		switch {
		case isGitName(e.Name(), t.fold) || d.git.ignores(t.prefix+path, e.IsDir()):
		case !e.IsDir():
			t.consider(candidate{path: path})
		default:
			if err := t.walkInto(ctx, d, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// walkInto lists a folder that git's rules let through.
func (t *tree) walkInto(ctx context.Context, above *dir, path string) error {
	if _, repo := gitDirectory(filepath.Join(t.abs(path), ".git")); repo && t.repo != nil {
		t.consider(candidate{path: path, repo: true})
		return nil
	}
	d := t.enter(above, path)
	if d.out {
		return nil
	}
	return t.walkDir(ctx, d)
}

// enter applies lode's rules to a folder that is there.
func (t *tree) enter(above *dir, path string) *dir {
	d := &dir{path: path, git: above.git, lode: above.lode, out: !t.allows(above, path, true)}
	t.dirs[path] = d
	return d
}

// readRules reads the ignore files among the entries of a folder.
func (t *tree) readRules(d *dir, entries []os.DirEntry) {
	folder, full := t.abs(d.path), t.prefix+d.path+"/"
	for _, e := range entries { // .git comes before .gitignore, as it must: it has less to say
		switch name := e.Name(); {
		case name == ".git" && t.repo == nil:
			if common, ok := gitDirectory(filepath.Join(folder, name)); ok {
				d.git = d.git.push(t.infoExclude(common, full))
			}
		case name == gitRules:
			t.readGitRules(d, folder, full)
		case name == lodeRules:
			t.readLodeRules(d, folder, full)
		}
	}
}

func join(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}
