//go:build unix

package output

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

// Somebody at a terminal is told that nothing was found, and sees no titles of it.
func TestListOfNothingAtATerminal(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer func() { _ = keyboard.Close() }()
	list := NewList(tty, "ID", "GUEST")
	if err := errors.Join(list.Flush(), tty.Close()); err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(keyboard); len(text) > 0 { // The end of a terminal is an error.
		t.Errorf("it printed %q", text)
	}
}

// The width that a table keeps to is that of the terminal it is printed at.
func TestTableAtATerminal(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer func() { _ = errors.Join(keyboard.Close(), tty.Close()) }()
	if err := pty.Setsize(tty, &pty.Winsize{Cols: 60, Rows: 24}); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for _, c := range []struct {
		out  io.Writer
		want int
	}{{tty, 60}, {file, 0}, {new(bytes.Buffer), 0}} {
		if got := NewTable(c.out).width; got != c.want {
			t.Errorf("%T: %d columns, want %d", c.out, got, c.want)
		}
	}
}
