// Package keyboard is the terminal as the program reads it: keys go through, and what a terminal
// sends without a key being pressed is left out or told to whoever asked for it.
package keyboard

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// A Keyboard is the terminal as Bubble Tea reads keys from it.
type Keyboard struct {
	*os.File

	own      bool // opened here, and to be closed
	filter   filter
	last     time.Time // when something was last read
	released atomic.Bool
}

// Listeners are told what was read and is no key. A nil one is told nothing.
type Listeners struct {
	// Answer gets what stands between the beginning and the end of an operating system command that the terminal has
	// sent (OSC), such as the answer to a question for a colour: at most 64 bytes.
	Answer func(text string)
	// Report gets what a terminal says of itself when it is asked: a control sequence as it is, such as its attributes or the
	// size of a cell, or what stands between the ends of an application program command, at most 64 bytes.
	Report func(text string)
	// Painted is told that the terminal has answered what the painter asks it.
	Painted func()
	// LeftOut gets the control byte of a key that counts only by itself and that came with others, once for all that was read
	// with it. It is a key that somebody may wait for.
	LeftOut func(key byte)
	// Panicked gets the value of a panic in Read, which then fails.
	Panicked func(value any)
}

// errPanic is returned by Read after a panic in it.
var errPanic = errors.New("internal error in reading the terminal")

// Open reads from the terminal given; nil is the standard input or, where that is none, the terminal
// that the program was started in. Alone are the control bytes of the keys that count only when pressed
// by themselves.
func Open(file *os.File, alone []byte) (*Keyboard, error) {
	k := &Keyboard{File: file, filter: newFilter(alone)}
	if file != nil {
		return k, nil
	}
	k.File = os.Stdin
	if IsTerminal(os.Stdin) {
		return k, nil
	}
	tty, err := os.Open("/dev/tty")
	if err != nil {
		return nil, fmt.Errorf("the standard input is no terminal, and there is no other: %w", err)
	}
	k.File, k.own = tty, true
	return k, nil
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// Tell has the listeners told, from before the first Read on.
func (k *Keyboard) Tell(l Listeners) { k.filter.listeners = l }

// Read waits for something to read. What came may all be left out: then nothing
// is read, which is no end.
func (k *Keyboard) Read(into []byte) (n int, err error) {
	defer func() {
		// Bubble Tea reads in a goroutine of its own, and a panic there would leave the terminal as it is.
		if r := recover(); r != nil {
			n, err = 0, errPanic
			if k.filter.listeners.Panicked != nil {
				k.filter.listeners.Panicked(r)
			}
		}
	}()
	room := into[:max(len(into)-filteredMore, 1)]
	n, err = k.File.Read(room)
	if err != nil {
		return 0, err
	}
	full := n == len(room)
	if n = k.filter.takeAnswers(room[:n]); n == 0 {
		return 0, nil
	}
	now := time.Now()
	gap := now.Sub(k.last)
	k.last = now
	return copy(into, k.filter.pass(room[:n], gap, full)), nil
}

// Fd is the terminal's descriptor, and none once it was released.
func (k *Keyboard) Fd() uintptr {
	if k.released.Load() {
		return ^uintptr(0)
	}
	return k.File.Fd()
}

// Release leaves the terminal's modes to whoever has it now.
func (k *Keyboard) Release() { k.released.Store(true) }

// End closes what was opened here.
func (k *Keyboard) End() {
	if k.own {
		_ = k.Close() // It was only read.
	}
}
