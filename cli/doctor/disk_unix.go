//go:build linux || darwin

package doctor

import "syscall"

// freeBytes is how much a person may still write at a path.
func freeBytes(path string) (uint64, bool) {
	var at syscall.Statfs_t
	if err := syscall.Statfs(path, &at); err != nil || at.Bsize <= 0 {
		return 0, false
	}
	return at.Bavail * uint64(at.Bsize), true
}
