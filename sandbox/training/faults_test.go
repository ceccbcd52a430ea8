package training

import (
	"errors"
	"testing"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// A fault that scenarios bring into a request adds to that of a rule, and a late
// request meets none when it is carried out.
func TestFaultsOfOneRequest(t *testing.T) {
	t.Parallel()
	e := &Exchange{Fault: fault.Action{Kind: fault.Slow, Delay: time.Second}}
	if err := e.meet(fault.Action{Kind: fault.ResetAfter, Delay: time.Second}); err != nil || e.Fault != (fault.Action{Kind: fault.ResetAfter, Delay: 2 * time.Second}) {
		t.Errorf("%v, %v", e.Fault, err)
	}
	if err := e.meet(fault.Action{Kind: fault.Empty}); err != nil || e.Fault.Kind != fault.ResetAfter {
		t.Errorf("a second fault: %v, %v", e.Fault, err)
	}
	if err := e.meet(fault.Action{Kind: fault.Busy}); !errors.Is(err, service.ErrNoAnswer) || e.Fault.Kind != fault.Busy {
		t.Errorf("a fault before the work: %v, %v", e.Fault, err)
	}
	e = &Exchange{Request: service.Request{Hooks: service.Hooks{Settles: "late 1"}}}
	if err := e.meet(fault.Action{Kind: fault.Reset}); err != nil || e.Fault.Kind != "" {
		t.Errorf("a late request meets %v, %v", e.Fault, err)
	}
}
