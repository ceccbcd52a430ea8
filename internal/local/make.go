package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Make makes a file that only its owner can read, and its folder. The file is whole as soon as it is there. If another process
// makes it at the same time, the first one stays.
func Make(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".made-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // The file has a name of its own by then.
	_, err = file.Write(text)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), path); !errors.Is(err, fs.ErrExist) { // A rename would replace the other's.
		return err
	}
	return nil
}
