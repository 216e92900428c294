// Package scan finds the files of a source tree exactly as git sees them, says
// why each of the others was left out, reads them, and tells their language
// and their role.
//
// # What is listed
//
// In a git work tree the list is that of `git ls-files -co --exclude-standard`,
// less what one of the rules below skips. Without git (none installed, not a
// repository, or git refuses) the package applies the same rules itself:
// .gitignore files at every level, .git/info/exclude and the global excludes
// file. What it cannot know without git is which files are tracked although
// they are ignored; those are then missing.
//
// Every path that git would list and that is not an entry has a Skip with a
// Reason. A folder that is left out as a whole is one Skip. What git itself
// ignores is not recorded: it is not part of the tree. Files that a sparse
// checkout leaves out are counted in Listing.Note.
//
// # Rules of lode's own, the first that speaks decides
//
//	.lode and the index folder     never scanned
//	Options.Ignore                 globs in gitignore syntax
//	.lodeignore, nearest first     gitignore syntax
//	dependency folders             the table in dependency.go
//
// A negated pattern takes a path out of the rules that follow it, so that
// `!node_modules/` in .lodeignore undoes a built-in skip. None of them brings
// back what git ignores.
//
// # Promises
//
// Paths are relative to the root, with forward slashes, and sorted by byte;
// they may hold any byte that the file system allows, also newlines and invalid
// UTF-8. Nothing of the tree is executed: git runs with its hooks, file
// system monitor and transports disabled. Nothing outside the root is read,
// whatever symbolic links or a forged git index say. The same tree gives the
// same listing. A file that is in the way is a Skip, never an error.
//
// Paths longer than Windows' 260 characters work: package os opens them by
// their extended form and git is told core.longpaths.
package scan

// DefaultMaxFileSize is the size above which a file is skipped when
// Options.MaxFileSize is 0.
const DefaultMaxFileSize = 1 << 20

// Options say what to list. The zero value of all but Root is the default.
type Options struct {
	Root           string   // absolute directory
	Ignore         []string // globs in gitignore syntax that add to the ignore rules
	Include        []string // when not empty, only paths that match one of these, or lie below one that does
	MaxFileSize    int64    // in bytes; 0 means DefaultMaxFileSize
	FollowSymlinks bool     // list what links inside the root lead to, where it is not listed itself
	NoGit          bool     // use our own implementation of the rules also in a git work tree
	IndexDir       string   // lode's folder, absolute or relative to Root; never scanned
}

func (o Options) maxFileSize() int64 {
	if o.MaxFileSize > 0 {
		return o.MaxFileSize
	}
	return DefaultMaxFileSize
}

// Entry is a file to read.
type Entry struct {
	Path    string
	Size    int64
	ModTime int64 // nanoseconds since 1970
	// OID is the file's blob in git's index, "" when it is not tracked, not
	// merged, or reached through a link. The file may differ from it.
	OID string
}

// Reason is why a path was skipped. Values are stable: they are stored and printed.
type Reason string

// Reasons of a listing.
const (
	Dependency     Reason = "ignored-dependency" // a folder of the table in dependency.go
	LodeIgnore     Reason = "lodeignore"         // a .lodeignore file says so
	Configured     Reason = "configured"         // Options.Ignore says so
	NotIncluded    Reason = "not-included"       // no glob of Options.Include matches
	IndexFolder    Reason = "index"              // lode's own folder
	TooLarge       Reason = "too-large"          // above the limit, when listed or when read
	Symlink        Reason = "symlink"            // leads to something inside the root, which counts by itself
	SymlinkOutside Reason = "symlink-outside"    // leads out of the root
	SymlinkLoop    Reason = "symlink-loop"       // leads to itself or to a folder around it
	SymlinkBroken  Reason = "symlink-broken"     // leads nowhere
	Submodule      Reason = "submodule"          // a git repository of its own
	NotRegular     Reason = "not-regular"        // named pipe, socket, device
	Vanished       Reason = "vanished"           // tracked or listed, and not there (any more)
	Unreadable     Reason = "unreadable"         // permission, or an error of the disk
)

// Binary is the reason that only Read finds.
const Binary Reason = "binary"

// Skip is a path that was left out.
type Skip struct {
	Path   string // of the file, or of a whole folder
	Reason Reason
	Detail string // the rule, the target, the error; may be ""
}

// Listing is what List found.
type Listing struct {
	Entries []Entry // sorted by path
	Skipped []Skip  // sorted by path
	Git     bool    // the list is git's; otherwise our own walk made it
	Head    string  // the commit of HEAD, or "" without git or commits
	Note    string  // what a person should know about how the list came about, or ""
}
