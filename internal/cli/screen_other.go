//go:build !windows

package cli

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

func understandsEscapes(*os.File) bool { return true }

// outliveSignals turns the signal about a closed pipe into an error of the
// write that met it. A channel that nobody reads does that, and unlike ignoring
// the signal leaves git's own behaviour alone.
func outliveSignals() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// isClosedPipe reports whether the reader of our output has gone.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }
