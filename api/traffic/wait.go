package traffic

import (
	"context"
	"sync"
	"time"
)

// MaxWait is the longest pause that a read makes because a service asks for it, where somebody sees that it waits and
// can cancel it. Where nobody does it waits no longer than a read may take.
const MaxWait = 2 * time.Minute

// A Wait is a pause before a read, and its reason in words.
type Wait struct {
	Until time.Time // by the clock of the machine
	Why   string    // "60 calls a minute"
}

// Waits tells what a read waits for. It is safe for concurrent use.
type Waits struct {
	mu   sync.Mutex
	wait Wait
}

type (
	waitsKey   struct{}
	atOnceKey  struct{}
	unaskedKey struct{}
)

// On returns a context in which reads tell when they wait.
func (w *Waits) On(ctx context.Context) context.Context { return context.WithValue(ctx, waitsKey{}, w) }

// WaitsOf returns who is told that a read waits; nil is nobody.
func WaitsOf(ctx context.Context) *Waits {
	w, _ := ctx.Value(waitsKey{}).(*Waits)
	return w
}

// AtOnce returns a context whose reads do not wait for their turn: a write that somebody has sent waits for them.
func AtOnce(ctx context.Context) context.Context { return context.WithValue(ctx, atOnceKey{}, true) }

// IsAtOnce reports whether reads do not wait for their turn.
func IsAtOnce(ctx context.Context) bool { return ctx.Value(atOnceKey{}) != nil }

// Unasked returns a context of reads that nobody has asked for: they leave half of the calls under a cap to the others.
func Unasked(ctx context.Context) context.Context {
	return context.WithValue(ctx, unaskedKey{}, true)
}

// IsUnasked reports whether nobody has asked for a read.
func IsUnasked(ctx context.Context) bool { return ctx.Value(unaskedKey{}) != nil }

// Carry returns a context that ends with to, in which reads wait and tell it as they do in from.
func Carry(from, to context.Context) context.Context {
	for _, key := range []any{waitsKey{}, atOnceKey{}, unaskedKey{}} {
		if value := from.Value(key); value != nil {
			to = context.WithValue(to, key, value)
		}
	}
	return to
}

// Begin says that a read waits; what it returns ends that. A nil one is told nothing.
func (w *Waits) Begin(until time.Time, why string) (end func()) {
	if w == nil {
		return func() {}
	}
	mine := Wait{Until: until, Why: why}
	w.mu.Lock()
	w.wait = mine
	w.mu.Unlock()
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.wait == mine {
			w.wait = Wait{}
		}
	}
}

// Now returns what is waited for; ok is false for nothing.
func (w *Waits) Now() (wait Wait, ok bool) {
	if w == nil {
		return Wait{}, false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.wait, w.wait.Why != ""
}
