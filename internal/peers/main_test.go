//go:build unix

package main

import (
	"io"
	"os"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

func TestMain(m *testing.M) {
	if os.Getenv(floorVariable) != "" {
		os.Exit(floor())
	}
	os.Exit(m.Run())
}

// The floor is measured as any program is: a key changes the few cells that it writes.
func TestMeasure(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := program{name: "floor", command: []string{self}, env: []string{floorVariable + "=1"}, ready: "ready", listed: "ready", there: down, back: up, end: "q"}
	r, err := p.measure(t.Context(), t.TempDir(), 12, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.starts) != 2 || len(r.times) != 12 || r.bytes < 6 || r.bytes > 20 || r.cells < 1 || r.cells > 6 {
		t.Errorf("%+v", r)
	}
	p.listed = "nothing that it shows"
	p.ready = "ready"
	p.command = []string{"true"}
	if _, err := p.measure(t.Context(), t.TempDir(), 1, 1); err == nil {
		t.Error("a program that only ends was measured")
	}
}

// A question that comes in two pieces, as slow lines bring it, is answered, and once.
func TestAnswersInPieces(t *testing.T) {
	terminal, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	defer tty.Close()
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	x := &running{pty: terminal, output: make(chan arrival, 9)}
	for _, piece := range []string{"text\x1b[", "5n", "more", "\x1b[5n", "."} {
		x.show([]byte(piece), 0)
	}
	answers := make([]byte, len("\x1b[0n\x1b[0n"))
	if _, err := io.ReadFull(tty, answers); err != nil || string(answers) != "\x1b[0n\x1b[0n" {
		t.Errorf("%q, %v", answers, err)
	}
	if len(x.output) != 5 {
		t.Errorf("%d pieces were shown", len(x.output))
	}
}

func TestAt(t *testing.T) {
	list := []time.Duration{1, 2, 3, 4}
	if at(list, 0.5) != 3 || at(list, 0.99) != 4 || at(list, 0) != 1 {
		t.Errorf("%v %v %v", at(list, 0.5), at(list, 0.99), at(list, 0))
	}
}
