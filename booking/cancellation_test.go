package booking_test

import (
	"errors"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// What a cancellation cost is told by the service's clock, at which it was agreed to, also where this machine's clock
// is on the other side of the deadline.
func TestACancellationIsToldByTheServicesClock(t *testing.T) {
	t.Parallel()
	machine := clock
	j := newJournal(t, func() time.Time { return machine })
	service := clock.AddDate(0, 2, 0)
	a, err := j.Begin(journal.Plan{
		Attempt: "att-1", Kind: journal.Cancel, Profile: "demo", Environment: "sandbox", Reservation: "R1", Agreement: journal.NewAgreement(service),
	})
	if err != nil {
		t.Fatal(err)
	}
	done := journal.Outcome{Result: journal.Canceled, Reservation: "R1"}
	if err := errors.Join(a.Sent(), a.Answered(done), a.Resolve(done), a.Close()); err != nil {
		t.Fatal(err)
	}
	desk := booking.NewDesk(booking.Options{Service: silent{}, Journal: j, Now: func() time.Time { return machine }, Profile: "demo", Environment: "sandbox"})
	r := api.Reservation{ID: "R1", Status: api.StatusCanceled, Created: api.Instant{Time: clock}}
	r.Rate.Terms.Penalties = []api.CancelPenalty{{
		Deadline: api.ParseDeadline(clock.AddDate(0, 1, 0).Format(time.RFC3339)), Amount: api.NewMoney("204.13", "GBP"),
	}}
	known, err := desk.CancellationOf(r)
	if err != nil || known == nil || !known.At.Equal(service) || known.Cost.Kind != terms.CostPenalty {
		t.Errorf("it is %+v, %v", known, err)
	}
}
