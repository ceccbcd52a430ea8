//go:build !windows

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// modeBits says that files have permissions that mean something.
const modeBits = true

// syncDir makes a rename in the folder last through a power cut.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}

// foreignOwner is who owns a file, and whether that is somebody else than the
// user of this process.
func foreignOwner(info fs.FileInfo) (owner uint32, foreign bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return stat.Uid, int64(stat.Uid) != int64(os.Geteuid())
}
