package sandbox

import (
	"time"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/store/measured"
)

// Observer is told of what a sandbox does, so that it can be counted. Its methods are
// called by many at once, and must not wait.
type Observer interface {
	// Begun is called when a request to the service has come, and Answered when it is
	// about to be answered.
	Begun()
	Answered(o Observation)
	// Stored is called after each operation of the store, with the names that
	// package measured has for them.
	Stored(operation, outcome string, took time.Duration)
	// Usage is called once for a store with connections to a database: usage returns how
	// they are used now, by the names of metrics.
	Usage(usage func() map[string]float64)
}

// Observation is a request that was answered. It says nothing of who asked.
type Observation struct {
	Endpoint  string // the template of its path; "other" for one that the service does not have
	Method    string
	Status    int    // 0 when a fault dropped the connection
	Fault     string // the kind of fault that it met, "" for none
	ErrorType string // of SPEC 7; "" for a success
	ErrorCode int
	SoldOut   bool
	Took      time.Duration
}

func observe(x recording.Exchange) Observation {
	o := Observation{
		Endpoint: x.Path(), Method: recording.KnownMethod(x.Request.Method), Status: x.Answer.Status, Fault: x.Fault, Took: x.Took,
	}
	if o.Endpoint == service.NoPath {
		o.Endpoint = "other"
	}
	if f := x.Answer.Reject; f != nil {
		o.ErrorType, o.ErrorCode = f.Type, f.Code
		o.SoldOut = f.Message == service.ErrSoldOut.Message
	}
	return o
}

// observed is a store that tells an observer what it does.
func observed(s store.Store, o Observer) store.Store {
	if o == nil {
		return s
	}
	if teller, tells := s.(interface{ Usage() map[string]float64 }); tells {
		o.Usage(teller.Usage)
	}
	return measured.New(s, o.Stored)
}
