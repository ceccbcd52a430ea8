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
	f, _ := newFixtureWith(t, 0)
	r := storedReservation(2)
	r.Status = api.StatusConfirmed
	r.Rate.Terms.Penalties = nil
	r.CheckIn, r.CheckOut = api.ParseInstant("2026-12-22T05:00:00Z"), api.ParseInstant("2026-12-25T05:00:00Z")
	p := startOn(f, screens.NewReservation(f.deps, r))
	p.Has("(UTC dates: the hotel's zone is not known)", "3 nights · UTC dates")
	p.Resize(80, 24).Has("22–25 Dec · UTC dates")
	r.Hotel.ID = fakeID(0)
	p = startOn(f, screens.NewReservation(f.deps, r))
	p.HasNot("UTC")
}

// Lists have room for the mark as well: a date that may be off by a day is no
// date like the others.
func TestListsMarkDatesThatAreUTC(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	service.items[0].CheckIn, service.items[0].CheckOut = api.ParseInstant("2026-12-20T05:00:00Z"), api.ParseInstant("2026-12-21T05:00:00Z")
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Resize(80, 24)
	p.Has(" Sun 20 Dec 2026 ").HasNot("UTC")
	service.items[0].Rate.Terms.Penalties = nil
	p = startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Resize(80, 24)
	p.Has(" 20 Dec 2026 UTC ").HasNot("Sun 20 Dec")
	p = startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil)).Resize(80, 24)
	p.Has("20–21 Dec 2026 UTC · The")
}
