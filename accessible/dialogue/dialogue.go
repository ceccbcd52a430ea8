// Package dialogue is the kit of a conversation by lines: what is told is heard one line after the other, what is asked
// is answered with a line. It moves no cursor and writes no escape sequence, no carriage return and no control character
// but the end of a line, so that a screen reader, a braille line, a dumb terminal or a pipe all get the same text.
//
// It knows nothing of hotels.
package dialogue

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// The answers that leave a place. They are returned as errors, so that each question passes them on.
var (
	ErrBack = errors.New("one step back")
	ErrQuit = errors.New("the end of the program")
	// ErrEnd means that the input is over: nobody can answer any more.
	ErrEnd = errors.New("the input is over")
)

// The words that work at every question.
const (
	wordBack   = "back"
	wordRepeat = "repeat"
	wordMore   = "more"
	wordHelp   = "help"
	wordWhere  = "where am i"
	wordQuit   = "quit"
)

// Options make a Dialogue.
type Options struct {
	In  io.Reader // a terminal is read as it edits lines itself
	Out io.Writer
	// Where names the places from the first to the present one; nil names none.
	Where func() []string
	// After is time.After, by which a long wait is told; nil is that.
	After func(time.Duration) <-chan time.Time
}

// A Dialogue tells and asks. It is used by one goroutine; only Say may be called by others.
type Dialogue struct {
	in       *input
	where    func() []string
	heard    func() string
	after    func(time.Duration) <-chan time.Time
	mu       sync.Mutex // guards what follows
	out      io.Writer
	said     []string // since the last answer, for "repeat"
	answered bool     // what is said next begins anew
	broken   error    // why nothing can be told any more
}

// New returns a dialogue that has told nothing.
func New(o Options) *Dialogue {
	d := &Dialogue{in: newInput(o.In), out: o.Out, where: o.Where, after: o.After}
	if d.after == nil {
		d.after = time.After
	}
	return d
}

// Name sets what names the places from the first to the present one.
func (d *Dialogue) Name(where func() []string) { d.where = where }

// OnAnswer sets a callback that runs after each answer, before the answer is used. Its text, unless empty, is said, and "repeat"
// begins with it.
func (d *Dialogue) OnAnswer(heard func() string) { d.heard = heard }

// Say speaks each text as one line. Line breaks become spaces, so that a text of the service cannot start a line. Empty
// texts are skipped.
func (d *Dialogue) Say(texts ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, text := range texts {
		if line := Speech(text); line != "" {
			d.keep(line)
			d.write(line + "\n")
		}
	}
}

// Sayf is Say of a formatted text.
func (d *Dialogue) Sayf(format string, args ...any) { d.Say(fmt.Sprintf(format, args...)) }

// Fact tells one value under its name; nothing where there is none.
func (d *Dialogue) Fact(name, value string) {
	if strings.TrimSpace(value) != "" {
		d.Say(capital(name) + ": " + stopped(value))
	}
}

// Facts tells several values under one name, each in a line of its own.
func (d *Dialogue) Facts(name string, values []string) {
	for i, value := range values {
		if i > 0 {
			name = "And"
		}
		d.Fact(name, value)
	}
}

// keep notes a line for "repeat". The caller holds the lock.
func (d *Dialogue) keep(line string) {
	if d.answered {
		d.said, d.answered = nil, false
	}
	d.said = append(d.said, line)
}

// write writes a text as it is. The caller holds the lock.
func (d *Dialogue) write(text string) {
	if d.broken == nil {
		_, d.broken = io.WriteString(d.out, text)
	}
}

// repeat tells again what was told since the last answer.
func (d *Dialogue) repeat() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, line := range d.said {
		d.write(line + "\n")
	}
}

// Err returns why nothing can be told any more: the output is gone. Nil as long as it is there.
func (d *Dialogue) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}

// waitTold is how long it is between two lines about something that takes a while.
const waitTold = 15 * time.Second

// During tells what is done, does it, and says every while that it still goes on.
func During[T any](ctx context.Context, d *Dialogue, what string, do func(context.Context) (T, error)) (T, error) {
	d.Say(capital(what) + ".")
	return Wait(ctx, d, what, do)
}

// ErrPanic means that what was done ended by a failure of the program.
var ErrPanic = errors.New("an internal error")

// Wait is During without the first line. It waits for the end of what is done, also when the context ends: that is what
// is told to stop by it.
func Wait[T any](ctx context.Context, d *Dialogue, what string, do func(context.Context) (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		var got answer
		defer func() {
			if value := recover(); value != nil {
				got.err = fmt.Errorf("%w: %T", ErrPanic, value) // The value may hold a guest's data: its type says enough.
			}
			answers <- got
		}()
		got.value, got.err = do(ctx)
	}()
	for waited := waitTold; ; waited += waitTold {
		select {
		case got := <-answers:
			return got.value, got.err
		case <-d.after(waitTold):
			d.Sayf("Still %s, for %d seconds now.", what, int(waited.Seconds()))
		}
	}
}
