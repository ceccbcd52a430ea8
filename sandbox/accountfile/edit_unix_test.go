//go:build unix

package accountfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The last account that is removed is out; an empty file is being written; a link stays one; a
// pipe is told.
func TestNobodyIsLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name, link := filepath.Join(dir, "accounts"), filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Add(name, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := Add(link, "b"); err != nil {
		t.Fatal(err)
	}
	if list, err := List(name); err != nil || len(list) != 2 {
		t.Errorf("through a link there are %d accounts, %v", len(list), err)
	}
	if about, err := os.Lstat(link); err != nil || about.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", about.Mode(), err)
	}
	if err := errors.Join(Remove(name, "a"), Remove(name, "b")); err != nil {
		t.Fatal(err)
	}
	if _, err := List(name); err == nil || !strings.HasPrefix(err.Error(), name+" names no account") {
		t.Errorf("without accounts it is read as %v", err)
	}
	if _, err := Add(name, "c"); err != nil {
		t.Errorf("another one is added with %v", err)
	}
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := List(name); err == nil || !strings.HasPrefix(err.Error(), name+" is empty") {
		t.Errorf("an empty file is read as %v", err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := List(pipe); err == nil || !strings.Contains(err.Error(), "no ordinary file") {
		t.Errorf("a pipe is read as %v", err)
	}
}

// A file that others may read, because a service is another user, stays so.
func TestEditKeepsWhoMayRead(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "accounts")
	if _, err := Add(name, "a"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Rotate(name, "a"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
}

func TestEditKeepsTheOwner(t *testing.T) {
	t.Parallel()
	if os.Getuid() != 0 {
		t.Skip("NOT RUN: only root makes files of another user")
	}
	name := filepath.Join(t.TempDir(), "accounts")
	if _, err := Add(name, "a"); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(name, 65534, 65533); err != nil {
		t.Fatal(err)
	}
	if _, err := Rotate(name, "a"); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if is, ok := info.Sys().(*syscall.Stat_t); !ok || is.Uid != 65534 || is.Gid != 65533 {
		t.Errorf("its owner is %+v", info.Sys())
	}
}
