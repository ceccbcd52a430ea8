package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// A reservation that is flagged refundable costs what its deadlines say; one
// without a zone counts at the earliest moment, and says so (traps 20 and 27).
func TestTheClockGoesByTheDeadlines(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	r := storedReservation(0)
	r.Rate.Terms.Refundable = yes(true)
	r.Rate.Terms.Penalties = []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-01T18:00:00+00:00"), Amount: pounds(20413)},
		{Deadline: api.ParseDeadline("2026-12-15T18:00:00"), Amount: pounds(61240)},
	}
	r.Hotel.ID = api.PropertyID{Chain: "LX", Code: "99999"} // Whose zone nobody knows.
	r.Created = api.Instant{Time: uitest.Now().AddDate(0, 0, -20)}
	p := startOn(f, screens.NewReservation(f.deps, r)).Resize(120, 60)
	p.Has("204.13 GBP to cancel now", "past: free to cancel until Tue 1 Dec 2026 18:00", "Tue 15 Dec 2026 18:00 (zone not said), at the earliest = 04:00 UTC", "a deadline has no zone: the earliest moment it can mean is taken")
	p.HasNot("free until")
	zone := time.FixedZone("", 9*60*60)
	f.deps.Zone = zone
	p = startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(120, 60)
	p.Has("until Fri 18 Dec 2026 18:00 (UTC+00:00) = 18:00 UTC = Sat 19 Dec 03:00 (you), 6 d 8 h left")
}

// A rate that was never refundable has no phases: one plain line says so, in the
// list of rates, on the reservation and among the deadlines.
func TestNoRefundIsOnePlainLine(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := storedReservation(0)
	r.Rate.Terms.Refundable = yes(false)
	r.Rate.Terms.Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline("2025-07-29T00:00:00+01:00"), Amount: pounds(61240)}}
	service.items = []api.Reservation{r}
	const line = "non-refundable: 612.40 GBP whenever it is cancelled"
	p := startOn(f, screens.NewReservation(f.deps, r)).Resize(120, 60)
	p.Has("Penalty clock\n   "+line).HasNot("past: ", "now: ", "2025")
	startOn(f, screens.NewDeadlines(f.deps)).Resize(80, 24).Has(line).HasNot("and so it stays")
	draft := londonDraft(f)
	draft.Hotel.Rooms[0].Rates[0].Terms = r.Rate.Terms
	startOn(f, ratesOf(f.deps, draft)).Resize(80, 24).Has("270.01  non-refundable", line)
}
