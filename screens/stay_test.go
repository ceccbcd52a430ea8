package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

// Without a zone the dates are UTC, and the page says why; where the service
// knows the hotel, opening the reservation is enough.
func TestReservationSaysWhoseDatesTheyAre(t *testing.T) {
	t.Parallel()
	b, _ := newFixtureWith(t, 0)
	r := storedReservation(2)
	r.Status = api.StatusConfirmed
	r.Rate.Terms.Penalties = nil
	p := startOn(b, screens.NewReservation(b.deps, r))
	p.Has("(UTC dates: the hotel's zone is not known)", "3 nights · UTC dates")
	p.Resize(80, 24).Has("22–25 Dec · UTC dates")
	r.Hotel.ID = fakeID(0)
	p = startOn(b, screens.NewReservation(b.deps, r))
	p.HasNot("UTC")
}

// Lists have room for the mark as well: a date that may be off by a day is no
// date like the others.
func TestListsMarkDatesThatAreUTC(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 1)
	p := startOn(b, screens.NewReservations(b.deps, api.ReservationQuery{})).Resize(80, 24)
	p.Has(" Sun 20 Dec 2026 ").HasNot("UTC")
	o.items[0].Rate.Terms.Penalties = nil
	p = startOn(b, screens.NewReservations(b.deps, api.ReservationQuery{})).Resize(80, 24)
	p.Has(" 20 Dec 2026 UTC ").HasNot("Sun 20 Dec")
	p = startOn(b, screens.NewKnown(b.deps, londonTrip(), "", nil)).Resize(80, 24)
	p.Has("20–21 Dec 2026 UTC · The")
}

func TestCancelWithoutRefundIsPlain(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 3)
	o.items[0].Rate.Terms.Refundable, o.items[0].Rate.Terms.Penalties = yes(false), nil
	p := startOn(b, screens.NewCancel(b.deps, o.items[0]))
	p.Press("ctrl+x").Has("penalty    the whole price").HasNot("by the terms")
}
