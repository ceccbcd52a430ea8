package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bellhop/screens"
)

// What was used is counted in a file of the owner's alone, and a file that cannot be read counts nothing.
func TestUsesOfKeysAreCounted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state", "learned.json")
	s := &session{log: slog.New(slog.DiscardHandler), lessons: &screens.Lessons{}}
	s.learn(path)
	for range 3 {
		s.lessons.Use("ctrl+b book it")
	}
	deadline := time.Now().Add(10 * time.Second)
	for s.lessons.Uses()["ctrl+b book it"] < 3 {
		if time.Now().After(deadline) {
			t.Fatalf("counted %v", s.lessons.Uses())
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := os.WriteFile(path, []byte(`["no"]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if uses := s.lessons.Uses(); len(uses) != 0 {
		t.Errorf("read %v", uses)
	}
}

func FuzzReadLearned(f *testing.F) {
	f.Add([]byte(`{"ctrl+b book it":2,"x":-1}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for name, n := range readLearned(text) {
			if n <= 0 {
				t.Errorf("%q: %d", name, n)
			}
		}
	})
}
