// Package localfile reads and replaces small files that stay on this machine. They are the owner's alone, are replaced whole,
// so that a crash leaves the old text or the new one, and consoles that share one take turns.
package localfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

const (
	fileMode = 0o600
	dirMode  = 0o700
)

// ErrTooLarge means that a file is larger than what its reader takes: it is none of Bellhop's making.
var ErrTooLarge = errors.New("the file is too large")

// Read returns a file's text of at most so many bytes; nothing for a file that is not there.
func Read(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: %w: more than %d bytes", path, ErrTooLarge, most)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// Update replaces a file by what a function makes of its text; an error of the function leaves it as it is.
func Update(path string, most int64, change func(old []byte) ([]byte, error)) error {
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(fileMode))
	if err := lock.Lock(); err != nil {
		return err
	}
	defer func() { _ = lock.Unlock() }()
	old, err := Read(path, most)
	if err != nil {
		return err
	}
	text, err := change(old)
	if err != nil {
		return err
	}
	return Replace(path, text)
}

// Replace writes a file's text. Who reads it first to change it wants Update.
func Replace(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // It is made 0600.
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Remove deletes a file; one that is not there is no error.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
