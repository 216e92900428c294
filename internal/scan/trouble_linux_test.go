package scan

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

func TestNotRegular(t *testing.T) {
	for _, mode := range []string{"git", "walk", "tracked"} {
		t.Run(mode, func(t *testing.T) {
			root := tempDir(t)
			git(t, root, "init", "-q")
			write(t, root, map[string]string{"a": "", "pipe": "", "socket": ""})
			git(t, root, "add", "a", "pipe", "socket")
			check(t, os.Remove(filepath.Join(root, "pipe")))
			check(t, os.Remove(filepath.Join(root, "socket")))
			check(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o666))
			listener, err := net.Listen("unix", filepath.Join(root, "socket"))
			if err != nil {
				t.Skip(err) // the path may be too long for a socket
			}
			defer listener.Close()
			if mode == "git" { // git does not list what it cannot track
				check(t, os.Remove(filepath.Join(root, ".git", "index")))
			}
			o := Options{Root: root, NoGit: mode == "walk"}
			l := list(t, o)
			wantPaths(t, l, "a")
			if mode == "git" {
				wantSkips(t, l, nil)
			} else {
				wantSkips(t, l, map[string]Reason{"pipe": NotRegular, "socket": NotRegular})
			}
			if _, skip, err := Read(o, Entry{Path: "pipe"}); err != nil || skip == nil || skip.Reason != NotRegular {
				t.Errorf("read a pipe: %v %v", skip, err)
			}
		})
	}
}

// unprivileged runs f as a user who owns nothing. For root it changes the
// identity by which the file system judges the thread.
func unprivileged(t *testing.T, f func()) {
	if os.Getuid() == 0 {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		syscall.RawSyscall(syscall.SYS_SETFSUID, 65534, 0, 0)
		defer syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0)
	}
	f()
}

func TestUnreadable(t *testing.T) {
	root := tempDir(t)
	check(t, os.Chmod(root, 0o755))
	check(t, os.Chmod(filepath.Dir(root), 0o755))
	write(t, root, map[string]string{"a": "", "locked": "", "shut/x": "", "blind/x": ""})
	for name, mode := range map[string]os.FileMode{"locked": 0, "shut": 0, "blind": 0o444} {
		path := filepath.Join(root, name)
		check(t, os.Chmod(path, mode))
		defer os.Chmod(path, 0o755)
	}
	unprivileged(t, func() {
		if _, err := os.Open(filepath.Join(root, "locked")); err == nil {
			t.Skip("permissions do not apply here")
		}
		o := Options{Root: root}
		l := list(t, o)
		wantPaths(t, l, "a locked")
		wantSkips(t, l, map[string]Reason{"shut": Unreadable, "blind/x": Unreadable})
		_, skip, err := Read(o, l.Entries[1])
		if err != nil || skip == nil || skip.Reason != Unreadable || !strings.Contains(skip.Detail, "permission") {
			t.Errorf("read: %v %v", skip, err)
		}
		if _, err := List(t.Context(), Options{Root: filepath.Join(root, "shut")}); err == nil {
			t.Error("no error for a root that cannot be read")
		}
	})
}

// TestUnreadableByGit reads the warning that git prints, which names a folder.
func TestUnreadableByGit(t *testing.T) {
	var tr tree
	tr.noteUnreadable("warning: could not open directory 'a/b/': Permission denied\nwarning: something else\n")
	if got := fmt.Sprint(tr.out.Skipped); got != "[{a/b unreadable git could not open the folder}]" {
		t.Error(got)
	}
}

// TestReadFails reads a file that is there and gives an error.
func TestReadFails(t *testing.T) {
	f, skip, err := Read(Options{Root: "/proc/self"}, Entry{Path: "mem"})
	if f != nil || skip == nil || skip.Reason != Unreadable || err != nil {
		t.Errorf("got %v, %v, %v", f, skip, err)
	}
}

// TestDubiousOwnership has a repository of another user, which git refuses.
func TestDubiousOwnership(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	root := tempDir(t)
	git(t, root, "init", "-q")
	write(t, root, map[string]string{"a": "", "b.log": "", ".gitignore": "*.log"})
	for _, path := range []string{root, filepath.Join(root, ".git")} {
		check(t, os.Chown(path, 65534, 65534))
	}
	l := list(t, Options{Root: root})
	wantPaths(t, l, ".gitignore a")
	if l.Git || !strings.Contains(l.Note, "dubious ownership") {
		t.Errorf("git %v, note %q", l.Git, l.Note)
	}
}
