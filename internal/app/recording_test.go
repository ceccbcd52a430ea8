//go:build unix

package app

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A recording is for its owner only, also where its file was there before, and
// nothing is added to a file that is none.
func TestRecordingGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line, cut = `{"time":"2026-12-12T09:30:00Z"}` + "\n", `{"ti`
	for text, want := range map[string]string{"": "+", line: line + "+", line + cut: line + cut + "\n+", cut: cut + "\n+"} {
		name := filepath.Join(dir, "open.jsonl")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		file, err := recordingFile(name)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if _, err := io.WriteString(file, "+"); err != nil {
			t.Error(err)
		}
		about, err := file.Stat()
		if err != nil || about.Mode().Perm() != 0o600 {
			t.Errorf("%q: the file is %v, %v", text, about.Mode(), err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != want {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
		if err := errors.Join(file.Close(), os.Remove(name)); err != nil {
			t.Fatal(err)
		}
	}
	notes := filepath.Join(dir, "notes")
	if err := os.WriteFile(notes, []byte("notes of mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := recordingFile(notes); err == nil || err.Error() != "--record: "+notes+" is there, and is no recording; give another file" {
		t.Errorf("it opens, or says %v", err)
	}
	if got, err := os.ReadFile(notes); err != nil || string(got) != "notes of mine" {
		t.Errorf("it is %q now, %v", got, err)
	}
	if file, err := recordingFile(""); err != nil || file.Close() != nil {
		t.Errorf("nothing is recorded: %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestRecordingSaysWhenItEnds(t *testing.T) {
	t.Parallel()
	var said []string
	tell := func(text string) { said = append(said, text) }
	if n, err := (warningWriter{io.Discard, tell}).Write([]byte("line")); n != 4 || err != nil || said != nil {
		t.Errorf("%d, %v, %q", n, err, said)
	}
	if _, err := (warningWriter{full{}, tell}).Write([]byte("line")); err == nil || len(said) != 1 ||
		said[0] != "the recording has ended, and is not whole: no space left on device" {
		t.Errorf("%v, %q", err, said)
	}
}
