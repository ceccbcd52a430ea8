package local

import (
	"context"
	"crypto/sha256"
	"os"
	"time"
)

// A Followed is a value that is made of files, and made again when they change. The files are compared by their contents:
// a new file may have the size and the time of the old one. It is for one goroutine at a time.
type Followed[T any] struct {
	files  []File
	parse  func(texts [][]byte) (T, error)
	used   [sha256.Size]byte // of the texts that are in use
	failed string            // the last error that Look returned; empty after a success
}

// Follow reads files and returns what they hold. An error is one of a file, or of parse.
func Follow[T any](parse func(texts [][]byte) (T, error), files ...File) (*Followed[T], T, error) {
	f := &Followed[T]{files: files, parse: parse}
	var value T
	err := f.look(func(v T) error { value = v; return nil })
	return f, value, err
}

// Look reads the files, and hands what they hold to use if it differs from what is in use. After an error everything
// stays as it is, and the next look tries again; the same error is returned once.
func (f *Followed[T]) Look(use func(T) error) error {
	err := f.look(use)
	if err == nil {
		f.failed = ""
		return nil
	}
	f.used = [sha256.Size]byte{} // So that a mended file is used, and logged, even if it holds what it held before.
	if err.Error() == f.failed {
		return nil
	}
	f.failed = err.Error()
	return err
}

func (f *Followed[T]) look(use func(T) error) error {
	texts, sums := make([][]byte, len(f.files)), sha256.New()
	for i, file := range f.files {
		text, err := file.Read()
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		sums.Write(sum[:])
		texts[i] = text
	}
	sum := [sha256.Size]byte(sums.Sum(nil))
	if sum == f.used {
		return nil
	}
	value, err := f.parse(texts)
	if err == nil {
		err = use(value)
	}
	if err == nil {
		f.used = sum
	}
	return err
}

// Watch looks every so often until ctx ends. At a signal of now the files are used again even if they have not changed.
// Failed receives the errors of Look.
func (f *Followed[T]) Watch(ctx context.Context, every time.Duration, now <-chan os.Signal, use func(T) error, failed func(error)) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-now:
			f.used, f.failed = [sha256.Size]byte{}, ""
		case <-ticks.C:
		}
		if err := f.Look(use); err != nil && ctx.Err() == nil {
			failed(err)
		}
	}
}
