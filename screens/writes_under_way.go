package screens

import (
	"sync"
	"time"
)

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
