//go:build !unix

package main

import (
	"os"
	"time"
)

var started = time.Now()

// processCPU falls back to the clock: run on an idle machine.
func processCPU() time.Duration { return time.Since(started) }

// maxRSS is not known here.
func maxRSS(*os.ProcessState) int64 { return 0 }
