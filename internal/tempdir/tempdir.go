// Package tempdir makes temporary folders that are gone with the process, even
// if it is killed: the next process that makes one removes those of the dead.
package tempdir

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lockName is a file in the folder that the process holds a lock on as long as
// it lives.
const lockName = "lock"

// lockTime is how old a folder is before it counts as one whose process is dead:
// a new one is not locked yet.
const lockTime = time.Minute

// New makes a folder in the system's temporary folder, for the user only, and
// removes what dead processes have left there under the same beginning of a
// name. Remove removes the folder.
func New(prefix string) (dir string, remove func(), err error) {
	sweep(prefix)
	dir, err = os.MkdirTemp("", prefix)
	if err != nil {
		return "", nil, err
	}
	lock := flock.New(filepath.Join(dir, lockName))
	if _, err := lock.TryLock(); err != nil {
		_ = os.RemoveAll(dir)
		return "", nil, fmt.Errorf("locking %s: %w", dir, err)
	}
	return dir, func() {
		_ = lock.Close() // An open file cannot be removed everywhere.
		_ = os.RemoveAll(dir)
	}, nil
}

// sweep removes the folders of dead processes. One that cannot be removed is
// left to others; it is in nobody's way.
func sweep(prefix string) {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := entry.Name()
		info, err := entry.Info()
		if err != nil || !entry.IsDir() || len(name) <= len(prefix) || name[:len(prefix)] != prefix || time.Since(info.ModTime()) < lockTime {
			continue
		}
		dir := filepath.Join(os.TempDir(), name)
		// Without the file it was never a process's own, or is somebody else's.
		lock := flock.New(filepath.Join(dir, lockName), flock.SetFlag(os.O_RDWR))
		if free, err := lock.TryLock(); err == nil && free {
			_ = lock.Close()
			_ = os.RemoveAll(dir)
		}
	}
}
