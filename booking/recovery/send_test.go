package recovery

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/journal"
)

// When the request leaves, the journal's file has the plan and the step "sent", so that a power cut cannot hide the
// write. The tests of the journal prove that a step is synced when it returns.
func TestSend_NotedAsSentFirst(t *testing.T) {
	t.Parallel()
	change := func(k journal.Kind) journal.Plan {
		return planWith(func(p *journal.Plan) { p.Kind, p.Reservation = k, "ours" })
	}
	for name, plan := range map[string]journal.Plan{
		"create": lookedFor, "simulated create": planWith(func(p *journal.Plan) { p.Simulate = true }),
		"change": change(journal.Modify), "cancellation": change(journal.Cancel),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			sent := 0
			_, err := o.Send(t.Context(), plan, func(context.Context) (api.Reservation, error) {
				sent++
				report, err := journal.Verify(o.folder)
				noError(t, err)
				text, err := os.ReadFile(filepath.Join(o.folder, "journal.jsonl"))
				noError(t, err)
				var steps []journal.Step
				for line := range bytes.Lines(text) {
					var e journal.Event
					noError(t, json.Unmarshal(line, &e))
					if e.Attempt == "att-1" {
						steps = append(steps, e.Step)
					}
				}
				if len(steps) != 2 || steps[0] != journal.Planned || steps[1] != journal.Sent || !report.OK() {
					t.Errorf("when the request leaves the journal has %q, and is whole: %t", steps, report.OK())
				}
				return api.Reservation{}, errLost
			})
			if sent != 1 || WriteIn(err, Unresolved) == nil {
				t.Errorf("it was sent %d times and came to %v", sent, err)
			}
		})
	}
}

// A write that the journal cannot record is not sent.
func TestSend_NotNoted(t *testing.T) {
	t.Parallel()
	closed := newConsole(t, &lister{})
	noError(t, closed.j.Close())
	for name, r := range map[string]*Recovery{
		"journal closed":       closed.Recovery,
		"journal not openable": New(Options{OpenJournal: func() (*journal.Journal, error) { return nil, errLost }}),
		"no journal":           New(Options{}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := r.Send(t.Context(), lookedFor, func(context.Context) (api.Reservation, error) {
				t.Error("it is sent")
				return ours(), nil
			})
			var unnoted *NotRecordedError
			if !errors.As(err, &unnoted) || unnoted.Kind != journal.Create {
				t.Errorf("it came to %v", err)
			}
		})
	}
}

// A write that was planned and never sent blocks no other. If the journal is damaged, it may have been sent, and is looked
// for.
func TestSend_EarlierNeverSent(t *testing.T) {
	t.Parallel()
	for name, damaged := range map[string]bool{"whole journal": false, "damaged journal": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			left := newConsole(t, &lister{})
			cancel := planWith(func(p *journal.Plan) { p.Kind, p.Reservation = journal.Cancel, "ours" })
			left.leaveAttempt(planWith(func(p *journal.Plan) { p.Attempt = "att-0" }), (*journal.Attempt).Sent, answered(journal.NotBooked), resolved(journal.NotBooked))
			left.leaveAttempt(cancel)
			if damaged { // in the first line, which is about something else
				file := filepath.Join(left.folder, "journal.jsonl")
				text, err := os.ReadFile(file)
				noError(t, err)
				noError(t, os.WriteFile(file, []byte(strings.Replace(string(text), `"user":"ada"`, `"user":"eve"`, 1)), 0o600))
			}
			o := left.beside()
			o.frozen, o.ctx = true, t.Context()
			t.Cleanup(o.running.Wait)
			cancel.Attempt = "att-2"
			sent := false
			_, err := o.Send(t.Context(), cancel, func(context.Context) (api.Reservation, error) {
				sent = true
				r := ours()
				r.Status = api.StatusCanceled
				return r, nil
			})
			held := WriteIn(err, HeldBack)
			if sent == damaged || (held != nil) != damaged || (err != nil) != damaged {
				t.Fatalf("it is sent: %t, and came to %v", sent, err)
			}
			if damaged {
				o.wantWrite("att-1", Unresolved)
				return
			}
			o.wantNoWrite()
			if s := o.state("att-1"); s.Outcome.Cause != journal.CauseNotSent {
				t.Errorf("the journal says %+v", s)
			}
			// Another console can take it over, in case it was sent after all.
			again, mine, err := left.j.Resume("att-1")
			if err != nil || !mine {
				t.Fatalf("it is let go of: %t, %v", mine, err)
			}
			noError(t, again.Close())
		})
	}
}

// A booking holds back only another booking of the same stay. A write to the reservation, or a simulation, is sent.
func TestSend_SameStay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*journal.Plan)
		sent   bool
	}{
		"booking":           {unchangedPlan, false},
		"simulated booking": {func(p *journal.Plan) { p.Simulate = true }, true},
		"cancellation":      {func(p *journal.Plan) { p.Kind, p.Reservation = journal.Cancel, "ours" }, true},
		"change":            {func(p *journal.Plan) { p.Kind, p.Reservation = journal.Modify, "ours" }, true},
		"another guest":     {func(p *journal.Plan) { p.Guest = "" }, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			plan := planWith(func(p *journal.Plan) { p.Guest = o.j.GuestMark("Rossi", "Ada", "ada@example.com") })
			o.leaveAttempt(plan, (*journal.Attempt).Sent, answered(journal.Booked), resolved(journal.Booked))
			plan.Attempt = "att-2"
			c.change(&plan)
			sent := false
			_, err := o.Send(t.Context(), plan, func(context.Context) (api.Reservation, error) {
				sent = true
				return api.Reservation{}, errLost
			})
			if sent != c.sent || (WriteIn(err, HeldBack) == nil) != c.sent {
				t.Errorf("it is sent: %t, and came to %v", sent, err)
			}
		})
	}
}

func TestCauses(t *testing.T) {
	t.Parallel()
	refused := func(kind string) error { return &api.Error{Type: kind, Status: 400, Outcome: api.OutcomeRefused} }
	for name, c := range map[string]struct {
		err                 error
		refusal, unresolved journal.Cause
	}{
		"timeout":           {fmt.Errorf("create: %w", context.DeadlineExceeded), journal.CauseOther, journal.CauseTimeout},
		"agent left":        {fmt.Errorf("create: %w", context.Canceled), journal.CauseCanceled, journal.CauseCanceled},
		"agent left, api":   {&api.Error{Type: api.TypePayment, Cause: context.Canceled}, journal.CauseCanceled, journal.CauseCanceled},
		"payment":           {refused(api.TypePayment), api.TypePayment, journal.CauseUnreadable},
		"no type":           {refused(""), journal.CauseOther, journal.CauseUnreadable},
		"feature off":       {&api.FeatureOffError{}, journal.CauseOther, journal.CauseUnreadable},
		"another booking":   {errOtherBooking, journal.CauseOther, journal.CauseForeign},
		"server error":      {errServer, journal.CauseOther, journal.CauseServerError},
		"connection broken": {&api.Error{}, journal.CauseOther, journal.CauseReset},
		"cut off":           {&api.Error{Status: 200}, journal.CauseOther, journal.CauseUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := refusalCause(c.err); got != c.refusal {
				t.Errorf("as a refusal it is %q, want %q", got, c.refusal)
			}
			if got := unresolvedCause(c.err); got != c.unresolved {
				t.Errorf("as no answer it is %q, want %q", got, c.unresolved)
			}
		})
	}
}
