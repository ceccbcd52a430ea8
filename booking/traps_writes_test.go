package booking_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking"
)

// The traps of writes and of unknown outcomes, by their number.

func TestTrap05CancelIsAWriteToo(t *testing.T) {
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	o.service.set(false, true, false)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(booked.Reservation))
	if p := o.resolved(attemptOf(t, err)); p.Reservation == nil || p.Reservation.Status != api.StatusCanceled || o.service.cancels != 1 {
		t.Errorf("it came to %+v after %d cancellations", p, o.service.cancels)
	}
}

func TestTrap10Created(t *testing.T) {
	able, why := booking.CanCancel(api.Reservation{Status: api.StatusCreated})
	if able || why == "" {
		t.Errorf("a reservation that is only CREATED can be cancelled: %v, %q", able, why)
	}
	if words := booking.StatusWords(api.Reservation{Status: api.StatusCreated}); words == "" || words == "booked" {
		t.Errorf("it is called %q", words)
	}
}

// What simulates is refused wherever it would be for real, whatever a caller
// thinks the service is.
func TestSimulationOnlyInASandbox(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	draft.Simulate = api.SimulateCreated
	for _, environment := range []string{"production", "", "Sandbox"} {
		desk := booking.NewDesk(booking.Options{Service: o.service, Now: o.clock, Profile: "demo", Environment: environment})
		if _, err := desk.Book(t.Context(), draft); err != booking.ErrSimulation { //nolint:errorlint // Nothing is wrapped around it.
			t.Errorf("in %q: %v", environment, err)
		}
	}
	if o.service.creates != 0 {
		t.Errorf("%d were sent", o.service.creates)
	}
	if made, err := o.desk.Book(t.Context(), draft); err != nil || made.Reservation.Status != api.StatusCreated {
		t.Errorf("in a sandbox: %+v, %v", made, err)
	}
}
