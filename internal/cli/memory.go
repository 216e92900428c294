package cli

import (
	"math"
	"runtime/debug"
)

// tuneMemory trades memory for time: a command lives for milliseconds or
// builds an index, and in both cases collecting garbage early is wasted work.
// The limit keeps a large tree from using the trade to the full. GOGC and
// GOMEMLIMIT, where set, say otherwise.
func (a *app) tuneMemory() {
	const percent, limit = 200, 300 << 20
	if a.env("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(limit)
	}
}
