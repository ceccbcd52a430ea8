package ui

import (
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A keyboard is the terminal as Bubble Tea reads keys from it: what the terminal
// sends without a key being pressed is left out.
type keyboard struct {
	*os.File

	own         bool // opened here, and to be closed
	inputFilter inputFilter
	last        time.Time // when something was last read
	released    atomic.Bool
}

// openKeyboard reads from the terminal given; nil is the standard input or,
// where that is none, the terminal that the program was started in. Alone are
// the names of the control keys that count only when pressed by themselves.
func openKeyboard(file *os.File, alone []string) (*keyboard, error) {
	k := &keyboard{File: file, inputFilter: newInputFilter(alone)}
	if file != nil {
		return k, nil
	}
	k.File = os.Stdin
	if isTerminal(os.Stdin) {
		return k, nil
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return nil, fmt.Errorf("the standard input is no terminal, and there is no other: %w", err)
	}
	k.File, k.own = tty, true
	return k, nil
}

func isTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// Read waits for something to read. What came may all be left out: then nothing
// is read, which is no end.
func (k *keyboard) Read(into []byte) (int, error) {
	room := into[:max(len(into)-filteredMore, 1)]
	n, err := k.File.Read(room)
	if err != nil {
		return 0, err
	}
	now := time.Now()
	gap := now.Sub(k.last)
	k.last = now
	return copy(into, k.inputFilter.filter(room[:n], gap, n == len(room))), nil
}

// Fd is the terminal's descriptor, and none once it was released.
func (k *keyboard) Fd() uintptr {
	if k.released.Load() {
		return ^uintptr(0)
	}
	return k.File.Fd()
}

// release leaves the terminal's modes to the shell that has it now.
func (k *keyboard) release() {
	writeInBackground()
	k.released.Store(true)
}

// end closes what was opened here.
func (k *keyboard) end() {
	if k.own {
		_ = k.Close() // It was only read.
	}
}
