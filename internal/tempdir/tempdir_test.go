package tempdir

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

const prefix = "bellhop-test-"

// left makes a folder that is there already, with what is in it.
func left(t *testing.T, name string, age time.Duration, locked bool, files ...string) string {
	t.Helper()
	dir := filepath.Join(os.TempDir(), name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if locked {
		lock := flock.New(filepath.Join(dir, lockName))
		if ok, err := lock.TryLock(); !ok || err != nil {
			t.Fatal(ok, err)
		}
		t.Cleanup(func() { _ = lock.Close() })
	}
	then := time.Now().Add(-age)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
	return dir
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestNewRemovesWhatTheDeadHaveLeft(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dead := left(t, prefix+"dead", time.Hour, false, lockName, "world.db")
	kept := map[string]string{
		"alive":         left(t, prefix+"alive", time.Hour, true, "world.db"),
		"just made":     left(t, prefix+"new", 0, false, lockName),
		"no lock":       left(t, prefix+"other", time.Hour, false, "letter"),
		"another name":  left(t, "else", time.Hour, false, lockName),
		"the name only": left(t, prefix, time.Hour, false, lockName),
	}
	dir, remove, err := New(prefix)
	if err != nil {
		t.Fatal(err)
	}
	if there(dead) {
		t.Error("what a dead process has left is still there")
	}
	for what, path := range kept {
		if !there(path) {
			t.Errorf("%s: it was removed", what)
		}
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info, err)
	}
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(dir, then, then); err != nil {
		t.Fatal(err)
	}
	second, removeSecond, err := New(prefix)
	if err != nil || !there(dir) {
		t.Errorf("another process's folder is there: %t, %v", there(dir), err)
	}
	remove()
	removeSecond()
	if there(dir) || there(second) {
		t.Error("a folder outlives its process")
	}
}

func TestNewSaysWhyThereIsNone(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if dir, _, err := New(prefix); err == nil {
		t.Errorf("%s was made", dir)
	}
}
