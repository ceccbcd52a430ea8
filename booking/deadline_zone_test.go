package booking

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

// A deadline is shown in the hotel's zone where that is known: one in UTC or
// with another offset is an instant, one without any is the hotel's local time.
// Without a zone it is told as it was sent.
func TestDeadlinesInTheHotelsZone(t *testing.T) {
	newYork := zoneOf(t, "America/New_York")
	for _, c := range []struct {
		text, zone, line string
	}{
		{"2026-12-06T00:00:00Z", "America/New_York", "free until Sat 5 Dec 19:00 (hotel) = Sun 00:00 (you)"},
		{"2026-12-06T09:00:00+09:00", "America/New_York", "free until Sat 5 Dec 19:00 (hotel) = Sun 00:00 (you)"},
		{"2026-12-05T19:00:00-05:00", "America/New_York", "free until Sat 5 Dec 19:00 (hotel) = Sun 00:00 (you)"},
		{"2026-12-05T19:00:00", "America/New_York", "free until Sat 5 Dec 19:00 (hotel) = Sun 00:00 (you)"},
		{"2026-12-05T19:00", "", "free until Sat 5 Dec 19:00 (hotel; zone not said)"},
		{"2026-12-06T00:00:00Z", "", "free until Sun 6 Dec 00:00 UTC (hotel's zone not known)"},
	} {
		rateTerms := api.Terms{Penalties: []api.CancelPenalty{penalty(c.text, "204.13")}}
		desk := deskIn(c.zone, Options{})
		r := stayedAt("2026-12-08T00:00:00Z", "2026-12-09T00:00:00Z")
		r.Rate.Terms = rateTerms
		zoned := desk.TermsOf(r)
		lines := zoned.CancelLines(december, time.UTC)
		if !strings.HasPrefix(lines[0], c.line) {
			t.Errorf("%s in %q: %q, want %q", c.text, c.zone, lines[0], c.line)
		}
		if zoned.Hash() != terms.Of(rateTerms).Hash() {
			t.Errorf("%s in %q: the zone changes what was agreed to", c.text, c.zone)
		}
	}
	// A draft has them in its hotel's zone, and none of it is a change.
	draft, v := searchedDraft(), verified()
	draft.Zone, draft.Verified = newYork, &v
	if got := draft.Terms().Short(december); got != "free until Thu 10 Dec 13:00" {
		t.Errorf("the draft's terms are %q", got)
	}
	if changes := compareDraft(december, draft, v); len(changes) != 0 {
		t.Errorf("told as changes: %+v", changes)
	}
	for _, text := range []string{"2026-12-10T18:00:00", "2026-12-10T18:00:00Z"} {
		v.Terms[0].Penalties[0].Deadline = api.ParseDeadline(text)
		draft.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(text)
		sent := createRequest(december, draft, TidyGuest(draft.Guest))
		r := api.Reservation{Hotel: sent.Hotel, Rate: sent.Rate}
		if got := draft.Deviations(december, deskIn("America/New_York", Options{}).Directory.Zone(r.Hotel.ID), r); len(got) != 0 {
			t.Errorf("%s: stored as sent, and told as %+v", text, got)
		}
	}
}
