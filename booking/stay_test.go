package booking

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
)

// stayed is a reservation of a hotel with the two dates as they are sent.
func stayedAt(in, out string) api.Reservation {
	return api.Reservation{
		ID: "R1", Status: api.StatusConfirmed, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}},
		CheckIn: api.ParseInstant(in), CheckOut: api.ParseInstant(out),
	}
}

// deskIn is a desk that knows the zone of the hotel; none for "".
func deskIn(zone string, o Options) *Desk {
	desk := NewDesk(o)
	if zone != "" {
		desk.Directory.remember([]api.Property{{ID: api.PropertyID{Chain: "LX", Code: "1"}, Timezone: zone}})
	}
	return desk
}

// Exactly midnight in UTC is the day itself, wherever the hotel is; anything
// else is the day that it is at the hotel then.
func TestTheTwoKindsOfStays(t *testing.T) {
	for _, c := range []struct{ zone, in, out, wantIn, wantOut, mark string }{
		// The calendar's days.
		{"America/New_York", "2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"Pacific/Honolulu", "2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"Pacific/Pago_Pago", "2026-03-08T00:00:00Z", "2026-03-09T00:00:00Z", "2026-03-08", "2026-03-09", ""},
		{"Asia/Tokyo", "2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"Pacific/Kiritimati", "2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"Europe/London", "2026-03-28T00:00:00Z", "2026-03-29T23:00:00Z", "2026-03-28", "2026-03-30", ""},
		{"", "2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"America/New_York", "2026-12-06", "2026-12-08", "2026-12-06", "2026-12-08", ""},
		// Midnight at the hotel, over a change of clocks as well.
		{"America/New_York", "2026-12-06T05:00:00Z", "2026-12-08T05:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"America/New_York", "2026-10-31T04:00:00Z", "2026-11-02T05:00:00Z", "2026-10-31", "2026-11-02", ""},
		{"Asia/Tokyo", "2026-12-05T15:00:00Z", "2026-12-07T15:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"Africa/Cairo", "2027-04-29T22:00:00Z", "2027-05-01T21:00:00Z", "2027-04-30", "2027-05-02", ""},   // 30 April begins at 01:00.
		{"America/Havana", "2027-03-14T05:00:00Z", "2027-03-15T04:00:00Z", "2027-03-14", "2027-03-15", ""}, // 14 March as well.
		// Any other hour of the hotel's day.
		{"Asia/Tokyo", "2026-12-06T06:00:00Z", "2026-12-08T02:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"America/New_York", "2026-12-07T04:30:00Z", "2026-12-08T16:00:00Z", "2026-12-06", "2026-12-08", ""},
		{"America/New_York", "2026-12-05T19:00:00-05:00", "2026-12-08T11:00:00-05:00", "2026-12-05", "2026-12-08", ""},
		// Without a zone the UTC day stands in.
		{"", "2026-12-05T15:00:00Z", "2026-12-07T15:00:00Z", "2026-12-05", "2026-12-07", "UTC dates"},
	} {
		s := deskIn(c.zone, Options{}).StayOf(stayedAt(c.in, c.out))
		if s.In.String() != c.wantIn || s.Out.String() != c.wantOut || s.Mark() != c.mark {
			t.Errorf("%s: %s to %s is read as %s to %s, mark %q", c.zone, c.in, c.out, s.In, s.Out, s.Mark())
		}
	}
}

// A deadline in UTC says nothing of where the hotel is.
func TestADeadlineInUTCIsNoZone(t *testing.T) {
	for deadline, want := range map[string]string{
		"2026-12-05T18:00:00+09:00": "2026-12-06 ", "2026-12-05T18:00:00+00:00": "2026-12-05 ", "2026-12-05T18:00:00Z": "2026-12-05 UTC dates",
	} {
		r := stayedAt("2026-12-05T15:00:00Z", "2026-12-07T15:00:00Z")
		r.Rate.Terms.Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline(deadline)}}
		if s := NewDesk(Options{}).StayOf(r); s.In.String()+" "+s.Mark() != want {
			t.Errorf("with a deadline of %s it is %s, mark %q", deadline, s.In, s.Mark())
		}
	}
}

// At the offset of a deadline from before a change of clocks the hotel's midnight is 23:00 of the day before; no
// other hour is moved.
func TestADeadlinesOffsetMayBeOfTheOtherSeason(t *testing.T) {
	for in, want := range map[string]string{
		"2027-03-14T05:00:00Z": "2027-03-14", "2027-03-15T04:00:00Z": "2027-03-15", // 00:00 and 23:00
		"2027-03-15T04:30:00Z": "2027-03-14", "2027-03-15T20:00:00Z": "2027-03-15", // 23:30 and 15:00
	} {
		r := stayedAt(in, "2027-03-20T04:00:00Z")
		r.Rate.Terms.Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline("2027-03-10T18:00:00-05:00")}}
		if s := NewDesk(Options{}).StayOf(r); s.In.String() != want || s.Out != api.NewDate(2027, 3, 20) || s.Mark() != "" {
			t.Errorf("%s is %s to %s, mark %q", in, s.In, s.Out, s.Mark())
		}
	}
}

// A day that has no midnight is the one that was sent when a service answers with the midnight that it would have
// had. On no other day is the hour before it the day.
func TestASkippedMidnightIsTheDayThatWasSent(t *testing.T) {
	for _, c := range []struct {
		zone string
		day  api.Date
		got  string
		want bool
	}{
		{"Africa/Cairo", api.NewDate(2027, 4, 30), "2027-04-29T22:00:00Z", true},
		{"Africa/Cairo", api.NewDate(2027, 4, 30), "2027-04-29T21:00:00Z", true}, // 23:00 of the 29th
		{"Africa/Cairo", api.NewDate(2027, 4, 30), "2027-04-29T20:30:00Z", false},
		{"Africa/Cairo", api.NewDate(2027, 5, 1), "2027-04-30T20:00:00Z", false},
		{"Asia/Tokyo", api.NewDate(2027, 4, 30), "2027-04-29T14:00:00Z", false},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if other := trip.OtherDay(c.day, api.ParseInstant(c.got), zone); other == c.want {
			t.Errorf("%s: %s may be %s: %t", c.zone, c.got, c.day, !other)
		}
	}
}

// Where midnight in UTC is two days, the one that was sent counts: with the
// booking, or with a change that was not refused.
func TestTheDayThatWasSentDecides(t *testing.T) {
	type sent struct {
		kind    journal.Kind
		in, out string
		result  journal.Result // empty: the answer was lost
	}
	const rule, local = "2026-12-06", "2026-12-05"
	booked := func(in, out string) sent { return sent{journal.Create, in, out, journal.Booked} }
	for name, c := range map[string]struct {
		sent []sent
		want string
	}{
		"nothing known":                  {nil, rule},
		"booked for the calendar's":      {[]sent{booked("2026-12-06", "2026-12-08")}, rule},
		"booked for the hotel's":         {[]sent{booked("2026-12-05", "2026-12-07")}, local},
		"booked, answer lost":            {[]sent{{journal.Create, "2026-12-05", "2026-12-07", ""}}, local},
		"one day of two":                 {[]sent{booked("2026-12-05", "2026-12-08")}, rule},
		"moved to the hotel's":           {[]sent{booked("2026-12-20", "2026-12-22"), {journal.Modify, "2026-12-05", "2026-12-07", journal.Modified}}, local},
		"departure moved":                {[]sent{booked("2026-12-05", "2026-12-09"), {journal.Modify, "", "2026-12-07", journal.Modified}}, local},
		"departure moved, not booked":    {[]sent{{journal.Modify, "", "2026-12-07", journal.Modified}}, local},
		"arrival moved":                  {[]sent{booked("2026-12-04", "2026-12-07"), {journal.Modify, "2026-12-05", "", journal.Modified}}, local},
		"moved a day earlier, refused":   {[]sent{booked("2026-12-06", "2026-12-08"), {journal.Modify, "2026-12-05", "2026-12-07", journal.NotModified}}, rule},
		"moved a day earlier, open":      {[]sent{booked("2026-12-06", "2026-12-08"), {journal.Modify, "2026-12-05", "2026-12-07", ""}}, rule},
		"moved a day later, open":        {[]sent{booked("2026-12-05", "2026-12-07"), {journal.Modify, "2026-12-06", "2026-12-08", ""}}, rule},
		"another move, refused and none": {[]sent{{journal.Modify, "2026-12-05", "2026-12-07", journal.NotModified}}, rule},
	} {
		t.Run(name, func(t *testing.T) {
			j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: func() time.Time { return december }})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = j.Close() }()
			must := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			r := stayedAt("2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z")
			for i, s := range c.sent {
				p := journal.Plan{
					Attempt: "att-" + string(rune('a'+i)), Kind: s.kind, Profile: "demo", Environment: "sandbox",
					Chain: "LX", Property: "1", CheckIn: s.in, CheckOut: s.out,
				}
				if s.kind == journal.Create {
					r.CustomData = api.CustomData{{Key: recovery.AttemptKey, Text: p.Attempt}}
				} else {
					p.Reservation = r.ID
				}
				a, err := j.Begin(p)
				must(err)
				must(a.Sent())
				if s.result == "" {
					must(a.Unknown(journal.CauseReset))
				} else {
					o := journal.Outcome{Result: s.result, Reservation: r.ID}
					must(a.Answered(o))
					must(a.Resolve(o))
				}
				must(a.Close())
			}
			desk := deskIn("America/New_York", Options{Journal: j, Profile: "demo", Environment: "sandbox"})
			_, err = desk.Recovery.Events(r.ID) // Which opens the journal.
			must(err)
			days := api.NewDate(2026, 12, 8)
			if c.want == local {
				days = api.NewDate(2026, 12, 7)
			}
			if s := desk.StayOf(r); s.In.String() != c.want || s.Out != days || s.Mark() != "" {
				t.Errorf("it is read as %s to %s %s, want %s to %s", s.In, s.Out, s.Mark(), c.want, days)
			}
		})
	}
}

// A stay is over when its last day is over at the hotel.
func TestAStayEndsAtTheHotel(t *testing.T) {
	r := stayedAt("2026-12-06T00:00:00Z", "2026-12-08T00:00:00Z")
	for zone, end := range map[string]string{
		"America/New_York": "2026-12-09T05:00:00Z", "Asia/Tokyo": "2026-12-08T15:00:00Z",
		"": "2026-12-09T12:00:00Z", // It is the 8th somewhere until then.
	} {
		at, _ := time.Parse(time.RFC3339, end)
		desk := deskIn(zone, Options{})
		if before, after := desk.Deadlines(at.Add(-time.Second), []api.Reservation{r}), desk.Deadlines(at, []api.Reservation{r}); len(before) != 1 || len(after) != 0 {
			t.Errorf("%s: a second before %s there are %d, then %d", zone, end, len(before), len(after))
		}
	}
}

// A stay's day is the hotel's, wherever the agent sits.
func TestStayOf(t *testing.T) {
	desk := NewDesk(Options{})
	tokyo := api.Reservation{
		CheckIn: api.ParseInstant("2026-12-11T15:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T15:00:00Z"),
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}},
	}
	if s := desk.StayOf(tokyo); s.In != api.NewDate(2026, 12, 11) || s.Zone != "UTC" || !strings.Contains(s.Words(), "UTC") {
		t.Errorf("without a zone: %+v %q", s, s.Words())
	}
	withOffset := tokyo
	withOffset.Rate.Terms.Penalties = []api.CancelPenalty{penalty("2026-12-10T18:00:00+09:00", "1")}
	if s := desk.StayOf(withOffset); s.In != api.NewDate(2026, 12, 12) || s.Out != api.NewDate(2026, 12, 15) || s.Zone != "hotel" {
		t.Errorf("by the deadline's offset: %+v", s)
	}
	desk.Directory.remember([]api.Property{{ID: tokyo.Hotel.ID, Timezone: "Asia/Tokyo"}})
	if s := desk.StayOf(tokyo); s.In != api.NewDate(2026, 12, 12) || s.Zone != "hotel" {
		t.Errorf("by the property's zone: %+v", s)
	}
}
