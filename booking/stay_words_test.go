package booking

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/internal/safetext"
)

// A date that cannot be read is shown as it was sent and called so; no nights
// are made of it, and none of dates that are not in order.
func TestDatesThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ in, out, words, brief, arrival string }{
		{"2026-12-05T00:00:00Z", "2026-12-08T00:00:00Z", "Sat 5 Dec – Tue 8 Dec 2026 · 3 nights", "5–8 Dec 2026", "Sat 5 Dec"},
		{"soon", "2026-12-08T00:00:00Z", "as sent: soon – Tue 8 Dec 2026", "as sent: soon – Tue 8 Dec 2026", "as sent: soon"},
		{"2026-12-05T00:00:00Z", "2026-13-45T00:00:00Z", "Sat 5 Dec 2026 – as sent: 2026-13-45T00:00:00Z", "Sat 5 Dec 2026 – as sent: 2026-13-45T00:00:00Z", "Sat 5 Dec"},
		{"", "2026-12-08T00:00:00Z", "no date – Tue 8 Dec 2026", "no date – Tue 8 Dec 2026", "no date"},
		{"", "", "no date – no date", "no date – no date", "no date"},
		{"0001-01-01T00:00:00Z", "2026-12-08", "as sent: 0001-01-01T00:00:00Z – Tue 8 Dec 2026", "as sent: 0001-01-01T00:00:00Z – Tue 8 Dec 2026", "as sent: 0001-01-01T00:00:00Z"},
		{"2026-12-08T00:00:00Z", "2026-12-05T00:00:00Z", "Tue 8 Dec – Sat 5 Dec 2026", "8–5 Dec 2026", "Tue 8 Dec"},
		{strings.Repeat("x", 500), "", "as sent: " + strings.Repeat("x", 36) + "… – no date", "as sent: " + strings.Repeat("x", 36) + "… – no date", "as sent: " + strings.Repeat("x", 36) + "…"},
	} {
		s := deskIn("America/New_York", Options{}).StayOf(stayedAt(c.in, c.out))
		if s.Words() != c.words || s.Short() != c.words || s.BriefYear() != c.brief || s.ArrivalShort() != c.arrival {
			t.Errorf("%q to %q is %q, %q, %q, %q", c.in, c.out, s.Words(), s.Short(), s.BriefYear(), s.ArrivalShort())
		}
		if _, known := s.Nights(); known != strings.Contains(c.words, "night") {
			t.Errorf("%q to %q: the nights are known: %t", c.in, c.out, known)
		}
	}
}

// What was stored with a date that cannot be read is not what was sent.
func TestAnUnreadableDateDeviates(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Verified = &v
	desk := deskIn("America/New_York", Options{})
	r := stayedAt("soon", draft.Trip.CheckOut.String())
	r.Hotel.ID = draft.Hotel.ID
	got := named(draft.Deviations(december, desk.Directory.Zone(r.Hotel.ID), r), "arrival")
	if got == nil || got.After != "as sent: soon" || got.Verdict != terms.Worse {
		t.Errorf("the arrival reads %+v", got)
	}
	if got := named(draft.Deviations(december, desk.Directory.Zone(r.Hotel.ID), r), "departure"); got != nil {
		t.Errorf("the departure reads %+v", got)
	}
}

// No date, whatever was sent, is told as one that was not sent.
func FuzzStay(f *testing.F) {
	for _, text := range []string{"", "soon", "2026-12-05T00:00:00Z", "2026-12-05T15:00:00-08:00", "2026-02-30T00:00:00Z", "0000-00-00T00:00:00Z", "9999-12-31T23:59:59Z"} {
		f.Add(text, "2026-12-08T00:00:00Z", "America/New_York")
		f.Add("2026-12-08T00:00:00Z", text, "")
	}
	f.Fuzz(func(t *testing.T, in, out, zone string) {
		in, out = safetext.Line(in), safetext.Line(out)
		s := deskIn(zone, Options{}).StayOf(stayedAt(in, out))
		for i, d := range []api.Date{s.In, s.Out} {
			text, words := []string{in, out}[i], []string{s.InWords(), s.OutWords()}[i]
			if d.IsZero() != (words == "no date" || strings.HasPrefix(words, "as sent: ")) {
				t.Errorf("%q in %q is %s and told as %q", text, zone, d, words)
			}
		}
		if n, known := s.Nights(); known && n < 1 {
			t.Errorf("%q to %q are %d nights", in, out, n)
		}
	})
}
