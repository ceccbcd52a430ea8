package screens

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// The keys that send something, and the one that accepts what is worse.
const (
	bookKey    = "ctrl+b"
	cancelKey  = "ctrl+x" // also throws away what cannot be had again
	datesKey   = "ctrl+g"
	paymentKey = "ctrl+p"
	acceptKey  = "ctrl+y"
)

// WriteKeys are the keys that send something or accept what is worse, by name.
// Such a key counts only when a person presses it by itself.
func WriteKeys() []string { return []string{bookKey, cancelKey, datesKey, paymentKey, acceptKey} }

// Writes are the bookings and cancellations under way in a session. A nil one
// counts nothing.
type Writes struct{ running sync.WaitGroup }

// Settle waits until none is under way, but not longer than the limit. No write
// may begin meanwhile: it is for the time after the console's end.
func (w *Writes) Settle(limit time.Duration) {
	if w == nil {
		return
	}
	over := make(chan struct{})
	go func() {
		w.running.Wait()
		close(over)
	}()
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-over:
	case <-late.C:
	}
}

// begin counts a write; what it returns ends it.
func (w *Writes) begin() (end func()) {
	if w == nil {
		return func() {}
	}
	w.running.Add(1)
	return w.running.Done
}

// A write is a call that is sent once. What comes of it is kept, because the
// console may end before the answer can be shown.
type write[T any] struct {
	ui.Call[T]
	kept *atomic.Pointer[outcome[T]]
}

type outcome[T any] struct {
	value T
	err   error
}

func newWrite[T any](deps *Deps) write[T] { return write[T]{Call: ui.NewCall[T](deps.Context, 0)} }

// send starts the write. That it is being sent is logged first: it is what
// remains if the program is killed. The attributes name no guest.
func (w *write[T]) send(deps *Deps, what string, fn func(ctx context.Context) (T, error), attrs ...slog.Attr) tea.Cmd {
	if deps.Log != nil {
		deps.Log.LogAttrs(deps.Context, slog.LevelInfo, what+" is being sent", attrs...)
	}
	kept := &atomic.Pointer[outcome[T]]{}
	w.kept = kept
	end := deps.Writes.begin()
	return w.Start(func(ctx context.Context) (T, error) {
		defer end()
		value, err := fn(ctx)
		kept.Store(&outcome[T]{value, err})
		return value, err
	})
}

// came is what came of the write although the screen has not been told; nil as
// long as that is not known.
func (w *write[T]) came() *outcome[T] {
	if w.kept == nil {
		return nil
	}
	came := w.kept.Load()
	if came != nil && unknownOutcome(came.err) {
		return nil
	}
	return came
}

// wordField is the field for a word that must be typed before something is
// sent: in production for every write, and wherever else a key alone would be
// too little.
func wordField(name, word, help string) ui.Field {
	return ui.Field{
		Name: name, Label: "type " + word, Limit: len(word), Required: true, Help: help,
		Validate: func(text string) string {
			if text != word {
				return "Type the word " + word + "."
			}
			return ""
		},
	}
}

// productionWord is the field for the word that every write needs in
// production, before the key that sends it.
func productionWord(word, key string) ui.Field {
	return wordField(fieldWord, word, "This is PRODUCTION: the word is needed before "+key+".")
}
