package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

const (
	fileName    = "journal.jsonl"
	headName    = "journal.head"
	indexName   = "journal.index"
	lockName    = "journal.lock"
	keyName     = "guest.key"
	attemptsDir = "attempts"

	privateFile = 0o600
	privateDir  = 0o700
	keySize     = 32 // bytes
)

// A file is what the journal needs of *os.File. Tests put one in that fails.
type file interface {
	io.ReaderAt
	io.WriterAt
	Stat() (fs.FileInfo, error)
	Sync() error
	Truncate(size int64) error
	Close() error
}

func openFile(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, privateFile)
}

// checkPrivate returns an error that names the repair when others can reach a path. Windows has access lists:
// the mode bits that Go reports there are invented.
func checkPrivate(path string, want fs.FileMode) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && runtime.GOOS == "windows" {
		return nil
	}
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		quoted := "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
		return fmt.Errorf("%s: others can reach your bookings (mode %04o); run: chmod %o %s", path, mode, want, quoted)
	}
	return nil
}

func makePrivate(dir string) error {
	for _, d := range []string{dir, filepath.Join(dir, attemptsDir)} {
		if err := os.MkdirAll(d, privateDir); err != nil {
			return err
		}
	}
	errs := []error{checkPrivate(dir, privateDir), checkPrivate(filepath.Join(dir, attemptsDir), privateDir)}
	for _, name := range []string{fileName, headName, indexName, lockName, keyName} {
		errs = append(errs, checkPrivate(filepath.Join(dir, name), privateFile))
	}
	return errors.Join(errs...)
}

// syncDir makes a new name last through a power cut. Windows cannot flush a folder.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}

// replaceFile leaves the old text or the new one, even after a crash. The journal's lock is held, so one name
// for what is being written is enough.
func replaceFile(path string, text []byte) error { return putFile(path, text, true) }

// putFile is replaceFile; what is not lasting may be half there after a power cut.
func putFile(path string, text []byte, lasting bool) error {
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, privateFile)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil && lasting {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
