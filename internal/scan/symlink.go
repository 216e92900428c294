package scan

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// link is a symbolic link. Below a link to a folder, path and place differ:
// with a -> b, the link b/x is listed as a/x.
type link struct {
	path string // as listed
	at   string // where it is, no link on the way
}

// follower is the second part of List: what the links lead to.
type follower struct {
	*tree
	files map[string]bool // listed already, by where they are
	seen  map[string]bool // links found and folders followed, by where they are
}

// resolveLinks makes entries or skips of the links. It comes last, because a
// link is followed only to what is not listed by itself. Each link and each
// folder is looked at once, which also ends loops.
func (t *tree) resolveLinks(ctx context.Context) error {
	f := follower{tree: t, files: map[string]bool{}, seen: map[string]bool{}}
	if t.FollowSymlinks && len(t.links) > 0 {
		for i := range t.out.Entries {
			f.files[t.out.Entries[i].Path] = true
		}
		for _, l := range t.links {
			f.seen[l.at] = true
		}
	}
	for i := 0; i < len(t.links); i++ { // following appends
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f.resolve(ctx, t.links[i])
	}
	return ctx.Err()
}

// resolve finds out where a link leads.
func (f *follower) resolve(ctx context.Context, l link) {
	real, err := filepath.EvalSymlinks(f.abs(l.at))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.skip(l.path, SymlinkBroken, readlink(f.abs(l.at)))
		return
	case errors.Is(err, fs.ErrPermission):
		f.skip(l.path, Unreadable, cause(err).Error())
		return
	case err != nil: // too many links, the only other way to fail
		f.skip(l.path, SymlinkLoop, readlink(f.abs(l.at)))
		return
	}
	target, inside := f.inside(real)
	switch {
	case !inside:
		f.skip(l.path, SymlinkOutside, readlink(f.abs(l.at)))
	case target == "." || strings.HasPrefix(l.at, target+"/"):
		f.skip(l.path, SymlinkLoop, target)
	case !f.FollowSymlinks || f.private(target) || !f.follow(ctx, l, target):
		f.skip(l.path, Symlink, target)
	}
}

func readlink(path string) string {
	target, err := os.Readlink(path)
	if err != nil {
		return ""
	}
	return target
}

// private reports whether a path lies in a folder of git's or of lode's.
func (f *follower) private(path string) bool {
	if f.index != "" && (path == f.index || strings.HasPrefix(path, f.index+"/")) {
		return true
	}
	for element := range strings.SplitSeq(path, "/") {
		if element == lodeFolder || isGitName(element, foldsCase) {
			return true
		}
	}
	return false
}

// follow lists what a link leads to; false when all of it is listed by itself.
func (f *follower) follow(ctx context.Context, l link, target string) bool {
	info, err := os.Lstat(f.abs(target))
	if err != nil {
		f.skip(l.path, failure(err), cause(err).Error())
		return true
	}
	if !info.IsDir() {
		return f.addTarget(l.path, target, info)
	}
	if f.seen[target] {
		return false
	}
	d := f.enter(f.dir(parent(l.path)), l.path)
	return d.out || f.followDir(ctx, d, target)
}

func (f *follower) addTarget(path, target string, info fs.FileInfo) bool {
	if f.files[target] {
		return false
	}
	f.files[target] = true
	if !info.Mode().IsRegular() {
		f.skip(path, NotRegular, info.Mode().Type().String())
		return true
	}
	f.addFile(candidate{path: path}, statOf(info))
	return true
}

// followDir lists a folder that was reached through a link. Only lode's rules
// apply: what git lets through is listed already. It reports whether anything
// was new.
func (f *follower) followDir(ctx context.Context, d *dir, at string) (found bool) {
	if f.seen[at] || ctx.Err() != nil {
		return false
	}
	f.seen[at] = true
	entries, err := os.ReadDir(f.abs(at))
	if err != nil {
		f.skip(d.path, failure(err), cause(err).Error())
		found = true
	}
	f.readRules(d, entries)
	for _, e := range entries {
		path, place := d.path+"/"+e.Name(), at+"/"+e.Name()
		switch {
		case isGitName(e.Name(), foldsCase) || f.files[place] || f.seen[place]:
		case e.IsDir():
			if _, repo := gitDirectory(filepath.Join(f.abs(place), ".git")); repo {
				continue
			}
			if sub := f.enter(d, path); !sub.out && f.followDir(ctx, sub, place) {
				found = true
			}
		case !f.allows(d, path, false):
		case e.Type()&fs.ModeSymlink != 0:
			f.links = append(f.links, link{path: path, at: place})
			f.seen[place], found = true, true
		default:
			if info, err := e.Info(); err == nil && f.addTarget(path, place, info) {
				found = true
			}
		}
	}
	return found
}
