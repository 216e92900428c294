package scan

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// disk looks at paths below a root without following a link on the way. It
// keeps the folders open that lead to the last path, so that the kernel
// resolves one name for each question instead of a long path: half the time of
// os.Lstat when the paths come in order. The zero path is the root.
type disk struct {
	root string
	open []openFolder // each below the one before; the first is the root
}

type openFolder struct {
	path string
	fd   int
}

// maxOpen is how many folders a disk keeps open.
const maxOpen = 64

const folderFlags = unix.O_PATH | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

func (d *disk) close() {
	d.keep(0)
}

// keep closes all folders but the first n.
func (d *disk) keep(n int) {
	for _, f := range d.open[n:] {
		unix.Close(f.fd)
	}
	d.open = d.open[:n]
}

// folder returns nil when path is a folder and no link is on the way.
func (d *disk) folder(path string) error {
	_, err := d.at(path)
	return err
}

// at returns the descriptor of a folder, valid until the next call.
func (d *disk) at(path string) (int, error) {
	if len(d.open) == 0 {
		fd, err := unix.Open(d.root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			return -1, err
		}
		d.open = append(d.open, openFolder{"", fd})
	}
	n := len(d.open)
	for !within(path, d.open[n-1].path) {
		n--
	}
	d.keep(n)
	for {
		last := d.open[len(d.open)-1]
		if last.path == path {
			return last.fd, nil
		}
		start := len(last.path)
		if start > 0 {
			start++ // the slash
		}
		name, _, _ := strings.Cut(path[start:], "/")
		fd, err := openat(last.fd, name)
		if err != nil {
			return -1, err
		}
		if len(d.open) == maxOpen { // forget those in between: they are opened again when needed
			d.keep(1)
		}
		d.open = append(d.open, openFolder{path[:start+len(name)], fd})
	}
}

func openat(fd int, name string) (int, error) {
	for {
		sub, err := unix.Openat(fd, name, folderFlags, 0)
		if err != unix.EINTR {
			return sub, err
		}
	}
}

// within reports whether path is folder or lies below it.
func within(path, folder string) bool {
	return folder == "" || strings.HasPrefix(path, folder) && (len(path) == len(folder) || path[len(folder)] == '/')
}

// lstat looks at a path.
func (d *disk) lstat(path string) (stat, error) {
	folder := parent(path)
	fd, err := d.at(folder)
	if err != nil {
		return stat{}, err
	}
	var s unix.Stat_t
	for {
		err = unix.Fstatat(fd, path[strings.LastIndexByte(path, '/')+1:], &s, unix.AT_SYMLINK_NOFOLLOW)
		if err != unix.EINTR {
			break
		}
	}
	if err != nil {
		return stat{}, err
	}
	return stat{size: s.Size, modTime: s.Mtim.Nano(), mode: fileMode(s.Mode)}, nil
}

// fileMode translates the type bits.
func fileMode(m uint32) fs.FileMode {
	switch m & unix.S_IFMT {
	case unix.S_IFREG:
		return 0
	case unix.S_IFDIR:
		return fs.ModeDir
	case unix.S_IFLNK:
		return fs.ModeSymlink
	case unix.S_IFIFO:
		return fs.ModeNamedPipe
	case unix.S_IFSOCK:
		return fs.ModeSocket
	case unix.S_IFCHR:
		return fs.ModeDevice | fs.ModeCharDevice
	}
	return fs.ModeDevice
}

// openInside opens a file below a root and does not wait for the other end of
// a named pipe. The kernel refuses a path that leaves the root, in one call
// where package os needs one for each folder; kernels before 5.6 and some
// sandboxes do not know that call.
func openInside(root, path string) (*os.File, error) {
	fd, err := unix.Open(root, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	how := unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NONBLOCK | unix.O_NOCTTY,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_MAGICLINKS,
	}
	file, err := unix.Openat2(fd, path, &how)
	switch {
	case err == nil:
		return os.NewFile(uintptr(file), path), nil
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EPERM), errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		return openByName(root, path, unix.O_NONBLOCK)
	}
	return nil, err
}
