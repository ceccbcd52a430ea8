package api

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // The test must not depend on the machine's zones.
)

func TestDateCountsCalendarDays(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	a, b := NewDate(2026, time.March, 28), NewDate(2026, time.March, 30)
	if a.DaysUntil(b) != 2 || b.DaysUntil(a) != -2 {
		t.Errorf("%s to %s is %d days", a, b, a.DaysUntil(b))
	}
	if got := b.In(london).Sub(a.In(london)); got != 47*time.Hour {
		t.Errorf("the clocks change between them, yet it is %s", got)
	}
	if got := NewDate(2026, time.December, 31).AddDays(1).String(); got != "2027-01-01" {
		t.Errorf("the day after is %s", got)
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-24": "", "2026-2-4": `"2026-2-4" is not a date like 2026-12-24`,
		"2026-02-30": `"2026-02-30" is not a date like 2026-12-24`, "": `"" is not a date like 2026-12-24`,
		"2026-12-24T00:00:00Z": `"2026-12-24T00:00:00Z" is not a date like 2026-12-24`,
	} {
		date, err := ParseDate(text)
		switch {
		case want == "" && (err != nil || date.String() != text):
			t.Errorf("%s: %v, %v", text, date, err)
		case want != "" && (err == nil || err.Error() != want):
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestParseDeadline(t *testing.T) {
	for _, c := range []struct {
		text   string
		wall   string
		offset bool
	}{
		{"2026-12-10T18:00:00+00:00", "2026-12-10T18:00:00Z", true},
		{"2026-12-10T18:00+09:00", "2026-12-10T18:00:00+09:00", true},
		{"2026-12-10T18:00:00-05:30", "2026-12-10T18:00:00-05:30", true},
		{"2026-12-10T18:00:00Z", "2026-12-10T18:00:00Z", true},
		{"2026-12-10T18:00:00", "2026-12-10T18:00:00Z", false},
		{"2026-12-10T18:00", "2026-12-10T18:00:00Z", false},
		{"2026-12-10 18:00", "2026-12-10T18:00:00Z", false},
	} {
		d := ParseDeadline(c.text)
		if d.Text != c.text || d.HasOffset != c.offset || d.Wall.Format(time.RFC3339) != c.wall {
			t.Errorf("%s: %+v", c.text, d)
		}
	}
	if d := ParseDeadline("48 hours before"); d.Text != "48 hours before" || !d.IsZero() {
		t.Errorf("prose: %+v", d)
	}
	if i := ParseInstant("soon"); i.Text != "soon" || !i.IsZero() {
		t.Errorf("instant: %+v", i)
	}
}

// Of a reservation's dates the exact spelling decides which are calendar dates
// and which are instants (WIRE 4).
func TestCalendarDate(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-06":                    "2026-12-06",
		"2026-12-06T00:00:00Z":          "2026-12-06",
		"2026-12-06T00:00:00.000Z":      "2026-12-06",
		"2026-12-06T00:00:00,000Z":      "2026-12-06",
		"2026-12-06T00:00:00+00:00":     "2026-12-06",
		"2026-12-06T00:00:00-00:00":     "2026-12-06",
		"2026-12-06T00:00:00+0000":      "2026-12-06",
		"2026-12-06T00:00:00+00":        "2026-12-06",
		"2026-12-06T00:00Z":             "2026-12-06",
		"2026-12-06T00Z":                "2026-12-06",
		"2026-12-06t00:00:00z":          "2026-12-06",
		"2026-12-06 00:00:00Z":          "2026-12-06",
		"2026-12-06 00:00:00 +0000":     "2026-12-06",
		"20261206T000000Z":              "2026-12-06",
		"20261206":                      "2026-12-06",
		"2026-12-06T00:00:00":           "2026-12-06",
		"2026-12-06 00:00:00":           "2026-12-06",
		"2026-12-06T15:00:00":           "2026-12-06",
		"2026-12-06T15:00":              "2026-12-06",
		" 2026-12-06":                   "2026-12-06",
		"2026-12-06T01:00:00+01:00":     "2026-12-06", // It is 00:00 UTC.
		"2026-12-05T19:00:00.000-05:00": "2026-12-06",

		"2026-12-06T00:00:00.001Z":  "",
		"2026-12-06T05:00:00Z":      "",
		"2026-12-06T05:00:00.000Z":  "",
		"2026-12-06T00:00:00-05:00": "",
		"2026-12-05T23:59:59Z":      "",
		"2026-02-30T00:00:00Z":      "",
		"2026-02-30":                "",
		"2026-12-06T00:00:00Zulu":   "",
		"2026-12-06T":               "",
		"6 December":                "",
		"":                          "",
	} {
		i := ParseInstant(text)
		if date, ok := i.CalendarDate(); date.String() != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", text, date, ok)
		}
		if i.Text != text {
			t.Errorf("%q was kept as %q", text, i.Text)
		}
	}
}

func TestInstantWithoutSeconds(t *testing.T) {
	if i := ParseInstant("2026-12-06T02:00+02:00"); i.Time != time.Date(2026, time.December, 6, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%+v", i)
	}
}

func FuzzDates(f *testing.F) {
	for _, seed := range []string{
		"2026-12-24", "2026-12-10T18:00+09:00", "2026-12-10 18:00", "x", "", "2026-12-12T00:00:00.000Z", "2026-12-12T00:00:00+00:00",
		"2026-12-12T00:00Z", "2026-12-12t00:00:00z", "2026-12-12 00:00:00", "2026-12-12T05:00:00.000Z", "2026-12-12T00:00:00-05:00", "20261212T000000Z",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if date, err := ParseDate(text); err == nil && date.String() != text && !date.IsZero() {
			t.Errorf("%q became %q", text, date)
		}
		i := ParseInstant(text)
		switch date, ok := i.CalendarDate(); {
		case !ok:
		case i.IsZero() && !strings.HasPrefix(strings.ReplaceAll(strings.TrimSpace(text), "-", ""), date.Format("20060102")):
			t.Errorf("%q is of %q", text, date)
		case !i.IsZero() && !i.Time.Equal(date.In(time.UTC)):
			t.Errorf("%q has the date %q, but is not at 00:00 UTC", text, date)
		}
		if ParseDeadline(text).Text != text || ParseInstant(text).Text != text {
			t.Errorf("%q was not kept", text)
		}
	})
}

// A day begins, and a time of a day is, at the first instant at which the clocks show
// it or a later one.
func TestTimesAroundChangesOfClocks(t *testing.T) {
	for _, c := range []struct {
		zone         string
		date         Date
		hour, minute int
		want         string
	}{
		{"America/Havana", NewDate(2027, 3, 14), 0, 0, "2027-03-14T01:00:00-04:00"},
		{"America/Havana", NewDate(2027, 11, 7), 0, 30, "2027-11-07T00:30:00-04:00"}, // Midnight comes twice.
		{"America/Santiago", NewDate(2027, 9, 5), 0, 0, "2027-09-05T01:00:00-03:00"},
		{"Atlantic/Azores", NewDate(2027, 3, 28), 0, 0, "2027-03-28T01:00:00Z"},
		{"Africa/Cairo", NewDate(2027, 4, 30), 0, 0, "2027-04-30T01:00:00+03:00"},
		{"Europe/Madrid", NewDate(2026, 3, 29), 2, 30, "2026-03-29T03:00:00+02:00"},
		{"Europe/Madrid", NewDate(2026, 10, 25), 2, 30, "2026-10-25T02:30:00+02:00"},
		{"America/New_York", NewDate(2026, 3, 8), 2, 30, "2026-03-08T03:00:00-04:00"},
		{"America/New_York", NewDate(2026, 11, 1), 1, 30, "2026-11-01T01:30:00-04:00"},
		{"Australia/Lord_Howe", NewDate(2027, 4, 4), 1, 45, "2027-04-04T01:45:00+11:00"}, // Half an hour is repeated.
		{"Asia/Tokyo", NewDate(2026, 12, 12), 18, 0, "2026-12-12T18:00:00+09:00"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.date.At(c.hour, c.minute, 0, zone).Format(time.RFC3339); got != c.want {
			t.Errorf("%s: %s %02d:%02d is %s, want %s", c.zone, c.date, c.hour, c.minute, got, c.want)
		}
	}
}
