// Package memory gives back to the system what a program needed to start and needs no more: the heap that the collector has
// free, and the pages of the program's own file that were read once. A page that is needed again is there again when
// it is touched.
package memory

import (
	"runtime/debug"
	"time"
)

// ReleaseAfter releases memory once, after a time in which a program has started and shown what it begins with. Stop
// keeps that from happening.
func ReleaseAfter(d time.Duration) (stop func()) {
	timer := time.AfterFunc(d, Release)
	return func() { timer.Stop() }
}

// Release releases memory now. It takes some milliseconds, beside everything else.
func Release() {
	debug.FreeOSMemory()
	releaseProgram()
}
