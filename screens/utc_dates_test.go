package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking/wording"
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

// A zone that is not known is told on the first screen, and no time is said to be the agent's.
func TestZoneTrouble_IsTold(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30)
	f.deps.Zone, f.deps.ZoneTrouble = wording.UnknownZone(), "TZ is \"Mars/Olympus\", which is not a time zone."
	f.start(screens.NewSearch(f.deps, emptyTrip())).Has(f.deps.ZoneTrouble)
	startOn(f, screens.NewDeadlines(f.deps)).Resize(108, 40).Has(" UTC ").HasNot("your time")
	startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(120, 60).Has("created", "09:30 UTC").HasNot("(you)", "and you)")
}
