//go:build unix

package local

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// reader follows files whose value is their texts, and notes what is used and what fails.
type reader struct {
	*Followed[[]string]
	used   [][]string
	failed []string
	refuse error // of those who use the value
}

func (r *reader) look() {
	err := r.Look(func(texts []string) error {
		if r.refuse == nil {
			r.used = append(r.used, texts)
		}
		return r.refuse
	})
	if err != nil {
		r.failed = append(r.failed, err.Error())
	}
}

func follow(t *testing.T, names ...string) *reader {
	t.Helper()
	var files []File
	for _, name := range names {
		files = append(files, fileOf(name))
	}
	f, first, err := Follow(func(texts [][]byte) (list []string, err error) {
		for _, text := range texts {
			if string(text) == "wrong" {
				return nil, errors.New("it is wrong")
			}
			list = append(list, string(text))
		}
		return list, nil
	}, files...)
	must(t, err)
	return &reader{Followed: f, used: [][]string{first}}
}

func (r *reader) wants(t *testing.T, what string, used, failed int, last ...string) {
	t.Helper()
	if len(r.used) != used || len(r.failed) != failed || !slices.Equal(r.used[len(r.used)-1], last) {
		t.Fatalf("%s: used %q, failed %q", what, r.used, r.failed)
	}
}

// replace puts a text in the place of a file, with the time of the old one: cp -p, rsync -t and stores of images do.
func replace(t *testing.T, name, text string) {
	t.Helper()
	before, err := os.Stat(name)
	must(t, err, os.WriteFile(name+".new", []byte(text), 0o600), os.Chtimes(name+".new", time.Time{}, before.ModTime()), os.Rename(name+".new", name))
}

func TestFollowed_Changes(t *testing.T) {
	t.Parallel()
	dir := folder(t)
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	must(t, os.WriteFile(one, []byte("anna"), 0o600), os.WriteFile(two, []byte("x"), 0o600))
	r := follow(t, one, two)
	r.look()
	r.wants(t, "nothing has changed", 1, 0, "anna", "x")

	replace(t, one, "bens") // As long, and as old.
	r.look()
	r.wants(t, "another file of the same size and time", 2, 0, "bens", "x")
	before, err := os.Stat(two)
	must(t, err, os.WriteFile(two, []byte("y"), 0o600), os.Chtimes(two, time.Time{}, before.ModTime())) // In place.
	r.look()
	r.wants(t, "the same file, written again with its time", 3, 0, "bens", "y")
}

// A file that was refused is used once it is mended, although its text is the same; one mistake is returned once.
func TestFollowed_Mended(t *testing.T) {
	t.Parallel()
	name := filepath.Join(folder(t), "keys")
	must(t, os.WriteFile(name, []byte("anna"), 0o600))
	r := follow(t, name)
	must(t, os.Chmod(name, 0o666))
	r.look()
	r.look()
	r.wants(t, "a mode that others may write", 1, 1, "anna")
	must(t, os.Chmod(name, 0o600))
	r.look()
	r.wants(t, "the mended mode", 2, 1, "anna")
	replace(t, name, "wrong")
	r.look()
	r.look()
	r.wants(t, "a text that is wrong", 2, 2, "anna")
	replace(t, name, "again")
	r.refuse = errors.New("no database")
	r.look()
	r.look()
	r.wants(t, "a value that cannot be used", 2, 3, "anna")
	r.refuse = nil
	r.look()
	r.wants(t, "it is tried again", 3, 3, "again")
}

// What changes between the first reading and the watch is used, and so is everything at a signal.
func TestFollowed_Watch(t *testing.T) {
	t.Parallel()
	name := filepath.Join(folder(t), "keys")
	must(t, os.WriteFile(name, []byte("anna"), 0o600))
	r := follow(t, name)
	replace(t, name, "bens")
	ctx, cancel := context.WithCancel(t.Context())
	used, failed, ended, now := make(chan string), make(chan error, 9), make(chan struct{}), make(chan os.Signal, 1)
	go func() {
		defer close(ended)
		r.Watch(ctx, time.Millisecond, now, func(texts []string) error { used <- texts[0]; return nil }, func(err error) { failed <- err })
	}()
	if got := <-used; got != "bens" {
		t.Errorf("%q is used", got)
	}
	now <- os.Interrupt
	if got := <-used; got != "bens" {
		t.Errorf("at a signal %q is used", got)
	}
	replace(t, name, "wrong")
	if err := <-failed; err.Error() != "it is wrong" {
		t.Errorf("it fails with %v", err)
	}
	cancel()
	<-ended
	if len(failed) > 0 {
		t.Errorf("it also fails with %v", <-failed)
	}
}
