package cli

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// understandsEscapes switches on escape sequences, which consoles before
// Windows 10 do not have.
func understandsEscapes(f *os.File) bool {
	var mode uint32
	h := windows.Handle(f.Fd())
	if windows.GetConsoleMode(h, &mode) != nil {
		return false
	}
	if mode&windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING != 0 || f == os.Stdin {
		return true
	}
	return windows.SetConsoleMode(h, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

func outliveSignals() {}

// isClosedPipe reports whether the reader of our output has gone.
func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA)
}
