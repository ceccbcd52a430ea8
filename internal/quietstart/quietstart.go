// Package quietstart has the collector wait while the program starts. What packages make of their tables then, nearly
// all of it for good, would be gone through once on the way to the first frame, and that takes a tenth of the start.
//
// It imports nothing that has to be initialised, so that it comes before those packages: Go initialises what is ready
// in the order of import paths.
package quietstart

import (
	"runtime/debug"
	"time"
)

// The collector leaves this many percent of what is in use as its room: as ever, and while the program starts, which
// makes 16 MB. A start takes no longer than startTime, nearly always.
const (
	usual     = 100
	starting  = 400
	startTime = 100 * time.Millisecond
)

func init() {
	before := debug.SetGCPercent(starting)
	if before != usual { // The environment has chosen.
		debug.SetGCPercent(before)
		return
	}
	time.AfterFunc(startTime, func() { debug.SetGCPercent(usual) })
}
