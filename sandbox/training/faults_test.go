package training

import (
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
	if e.meet(fault.Action{Kind: fault.ResetAfter, Delay: time.Second}) || e.Fault != (fault.Action{Kind: fault.ResetAfter, Delay: 2 * time.Second}) {
		t.Errorf("met %v", e.Fault)
	}
	if e.meet(fault.Action{Kind: fault.Empty}) || e.Fault.Kind != fault.ResetAfter {
		t.Errorf("a second fault: %v", e.Fault)
	}
	if !e.meet(fault.Action{Kind: fault.Busy}) || e.Fault.Kind != fault.Busy {
		t.Errorf("a fault before the work: %v", e.Fault)
	}
	e = &Exchange{Request: service.Request{Hooks: service.Hooks{Settles: "late 1"}}}
	if e.meet(fault.Action{Kind: fault.Reset}) || e.Fault.Kind != "" {
		t.Errorf("a late request meets %v", e.Fault)
	}
}
