package recovery

import (
	"context"
	"errors"
	"testing"

	"bellhop/api"
	"bellhop/booking/journal"
)

// When the request leaves, the journal's file has the plan and that it is sent: a power cut after that must not hide the
// write. That a step is synced when it returns is proven in the journal.
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
				written, err := journal.ReadWhole(o.folder)
				noError(t, err)
				var steps []journal.Step
				for _, e := range written.Events {
					if e.Attempt == "att-1" {
						steps = append(steps, e.Step)
					}
				}
				if len(steps) != 2 || steps[0] != journal.Planned || steps[1] != journal.Sent || !written.Report.OK() {
					t.Errorf("when the request leaves the journal has %q, and is whole: %t", steps, written.Report.OK())
				}
				return api.Reservation{}, errLost
			})
			if sent != 1 || WriteIn(err, Unresolved) == nil {
				t.Errorf("it was sent %d times and came to %v", sent, err)
			}
		})
	}
}

// Nothing is sent that the journal does not have.
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
