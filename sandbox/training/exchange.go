package training

import (
	"context"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// Exchange is a request on its way through the training.
type Exchange struct {
	service.Request
	Route service.Route // known once the request has arrived
	Fault fault.Action  // which the request meets
	Gone  bool          // its client went away before it arrived
	// Pause holds the request for a time, at most until its client goes away, and
	// reports whether it is still there.
	Pause func(time.Duration) bool
}

// Answer is an answer, and how it is sent. Without a status the connection is
// reset.
type Answer = fault.Answer

// Handler answers an exchange.
type Handler func(context.Context, *Exchange) Answer

// Middleware stands before a handler.
type Middleware func(Handler) Handler

// meet lets the request meet a fault, and reports whether that prevents the work.
// If not, the work goes on, and the fault is applied to its answer. A request that
// is late meets none again when it is carried out. Of several faults the one that
// prevents the work counts, or else the first; their delays add up.
func (e *Exchange) meet(a fault.Action) (prevented bool) {
	if e.Settles != "" {
		return false
	}
	wait := e.Fault.Wait() + a.Wait()
	if e.Fault.Kind == "" || e.Fault.Kind == fault.Slow || a.Kind.BeforeWork() {
		e.Fault = a
	}
	e.Fault.Delay = wait
	return a.Kind.BeforeWork()
}
