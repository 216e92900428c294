//go:build !windows

package cli

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

func understandsEscapes(*os.File) bool { return true }

// outliveSignals turns signals about a closed pipe and about a file that may
// not grow into the errors of the write that met them. A channel that nobody
// reads does that, and unlike ignoring them leaves git's own behaviour alone.
func outliveSignals() {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE, syscall.SIGXFSZ)
}

// isClosedPipe reports whether the reader of our output has gone.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
