//go:build unix

package local

import (
	"io/fs"
	"os"
	"syscall"
)

// otherOwner returns the owner of a file, and whether that is neither this user nor root, who may do everything anyway.
func otherOwner(info fs.FileInfo) (owner uint32, other bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return stat.Uid, stat.Uid != 0 && int64(stat.Uid) != int64(os.Geteuid())
}
