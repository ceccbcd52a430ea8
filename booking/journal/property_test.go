package journal

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// may is the rule of a create's steps, written a second time as a table: what
// may follow each state, with the result that an answer or a resolution has.
var may = map[string]map[string]string{
	"planned":             {"agreed": "planned", "sent": "sent", "resolved not-booked": "refused"},
	"sent":                {"answered booked": "answered booked", "answered not-booked": "answered not-booked", "unknown": "unknown"},
	"answered booked":     {"looked": "answered booked", "resolved booked": "settled"},
	"answered not-booked": {"looked": "answered not-booked", "resolved not-booked": "refused"},
	"unknown":             {"looked": "unknown", "resolved booked": "settled", "resolved not-booked": "unproven", "resolved given-up": "unproven"},
	"unproven":            {"looked": "unproven", "resolved booked": "settled"},
	"refused":             {"looked": "refused", "resolved booked": "settled"},
	"settled":             {},
}

// Whatever is tried in whatever order: what the table allows is written, and
// nothing else, and a second reader agrees.
func TestStepsFollowTheTable(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700))
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		j, err := Open(dir, Options{Now: func() time.Time { return noon }, open: openLazy})
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		a, err := j.Begin(plan(fmt.Sprintf("att-%d", n)))
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		at, events := "planned", 1
		for range rapid.IntRange(1, 8).Draw(t, "length") {
			step := rapid.SampledFrom([]string{
				"agreed", "sent", "answered booked", "answered not-booked", "answered given-up", "unknown", "looked",
				"resolved booked", "resolved not-booked", "resolved given-up", "resolved canceled",
			}).Draw(t, "step")
			err := try(a, step)
			next, allowed := may[at][step]
			var order *orderError
			switch {
			case allowed && err != nil:
				t.Fatalf("%s after %s: %v", step, at, err)
			case !allowed && !errors.As(err, &order):
				t.Fatalf("%s after %s: %v", step, at, err)
			case allowed:
				at = next
				events++
			}
		}
		again, err := Open(dir, Options{open: openLazy})
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		here, errHere := a.State()
		there, errThere := again.State(a.ID())
		if errHere != nil || errThere != nil || !reflect.DeepEqual(here, there) {
			t.Fatalf("the writer reads %+v, the next %+v, %v, %v", here, there, errHere, errThere)
		}
		if here.Events != events || here.Made() != (at == "settled") || here.Refused() != (at == "refused") ||
			here.Unproven() != (at == "unproven") || here.Open() == (at == "settled" || at == "unproven" || at == "refused") {
			t.Fatalf("at %q it is %+v", at, here)
		}
	})
	verified(t, dir)
}

func try(a *Attempt, step string) error {
	switch step {
	case "agreed":
		return a.step(Event{Step: Agreed, Terms: "5f"})
	case "sent":
		return a.Sent()
	case "unknown":
		return a.Unknown(CauseTimeout)
	case "looked":
		return a.Looked(Look{Found: NotFound})
	case "answered booked", "answered not-booked", "answered given-up":
		return a.Answered(Outcome{Result: Result(step[len("answered "):])})
	default:
		return a.Resolve(Outcome{Result: Result(step[len("resolved "):])})
	}
}

// Each kind has results of its own.
func TestResultsOfTheKinds(t *testing.T) {
	for kind, want := range map[Kind][2]Result{
		Create: {Booked, NotBooked}, Modify: {Modified, NotModified}, Cancel: {Canceled, NotCanceled}, "other": {"", ""},
	} {
		if kind.Made() != want[0] || kind.NotMade() != want[1] {
			t.Errorf("%s: %q and %q", kind, kind.Made(), kind.NotMade())
		}
	}
}

func TestErrorsOfTheOrderSayWhy(t *testing.T) {
	j := openIn(t, t.TempDir())
	a := begin(t, j, plan("att-1"))
	wantError(t, a.Answered(booked), `attempt att-1: "answered" cannot follow planned`)
	wantError(t, a.Resolve(booked), `attempt att-1: "resolved" cannot follow planned: nothing was sent, so nothing can have come of it`)
	must(t, a.Sent())
	wantError(t, a.Sent(), `attempt att-1: "sent" cannot follow sent`)
	wantError(t, a.Resolve(booked), `attempt att-1: "resolved" cannot follow sent: the answer or its loss is written down first`)
	wantError(t, a.Answered(Outcome{Result: Canceled}), `attempt att-1: "answered" cannot follow sent: an answer says done or not done`)
	must(t, a.Answered(booked))
	wantError(t, a.Resolve(Outcome{Result: NotBooked}), `attempt att-1: "resolved" cannot follow answered: the answer was "booked"`)
	wantError(t, a.Resolve(Outcome{Result: Canceled}), `attempt att-1: "resolved" cannot follow answered: "canceled" is no result of a create`)
	must(t, a.Resolve(booked))
	wantError(t, a.Resolve(booked), `attempt att-1: "resolved" cannot follow resolved: it is settled`)
	wantError(t, a.Looked(Look{Found: NotFound}), `attempt att-1: "looked" cannot follow resolved`)
	b := begin(t, j, plan("att-2"))
	must(t, errors.Join(b.Sent(), b.Unknown(""), b.Resolve(Outcome{Result: GivenUp})))
	wantError(t, b.Resolve(Outcome{Result: NotBooked}), `attempt att-2: "resolved" cannot follow resolved: only a write that is found after all changes a resolution`)
	if s := state(t, j, "att-2"); s.Cause != CauseOther {
		t.Errorf("no cause became %q", s.Cause)
	}
}
