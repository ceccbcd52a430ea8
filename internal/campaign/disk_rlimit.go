//go:build linux || darwin

package campaign

import (
	"os/signal"
	"syscall"
)

// canFillDisks reports whether this system can keep one process from making files
// longer.
const canFillDisks = true

// limitFiles keeps this process from writing to a file behind so many bytes, as
// a full disk does: what crosses the limit is written up to it. The function
// that it returns ends that.
func limitFiles(size int64) (free func(), err error) {
	signal.Ignore(syscall.SIGXFSZ) // What is written gets the error instead.
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		return nil, err
	}
	limit := before
	limit.Cur = min(before.Max, uint64(size)) //nolint:gosec // A size is not negative.
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return nil, err
	}
	return func() { _ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before) }, nil // It was allowed before.
}
