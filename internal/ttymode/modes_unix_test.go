//go:build unix

package ttymode_test

import (
	"os"
	"reflect"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"bellhop/internal/ttymode"
)

// What is typed while the typing is hidden is not shown, even before anybody reads it.
func TestHideTyping(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	defer tty.Close()
	before, err := ttymode.Get(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	typeLine := func(text string) {
		t.Helper()
		if _, err := keyboard.WriteString(text + "\n"); err != nil {
			t.Fatal(err)
		}
		read := make([]byte, 100)
		if n, err := tty.Read(read); err != nil || string(read[:n]) != text+"\n" {
			t.Fatalf("%q, %v", read[:n], err)
		}
	}
	restore := ttymode.HideTyping(int(tty.Fd()), func() {})
	typeLine("secret")
	restore()
	after, err := ttymode.Get(int(tty.Fd()))
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("it is %+v, %v; it was %+v", after, err, before)
	}
	typeLine("open")
	shown := make([]byte, 100)
	if n, err := keyboard.Read(shown); err != nil || string(shown[:n]) != "open\r\n" {
		t.Errorf("it shows %q, %v", shown[:n], err)
	}
}

// A shell that had the terminal while the program was stopped has it show what is typed. It is hidden again.
func TestHideTypingAfterAStop(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer keyboard.Close()
	defer tty.Close()
	fd := int(tty.Fd())
	before, err := ttymode.Get(fd)
	if err != nil {
		t.Fatal(err)
	}
	defer ttymode.HideTyping(fd, func() {})()
	if err := ttymode.Set(fd, before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); ; runtime.Gosched() {
		now, err := ttymode.Get(fd)
		if err != nil || time.Now().After(deadline) {
			t.Fatalf("what is typed is shown: %+v, %v", now, err)
		}
		if now.Lflag != before.Lflag {
			return
		}
	}
}

func TestWhatIsNoTerminalIsLeftAlone(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = keyboard.Close(), tty.Close()
	ttymode.HideTyping(-1, func() {})()
}
