package trip

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/bookingtest"
)

func TestListReader_Span(t *testing.T) {
	t.Parallel()
	for _, c := range bookingtest.ListDays() {
		today, err := api.ParseDate(c.Today)
		if err != nil {
			t.Fatal(err)
		}
		span, err := ListDays(today.In(time.UTC), time.UTC).Span(c.Text)
		if err != nil || span.From.String() != c.From || span.Until.String() != c.Until {
			t.Errorf("on %s %q is %v, %v; want %s to %s", c.Today, c.Text, span, err, c.From, c.Until)
		}
	}
	for text, want := range map[string]string{
		"12/10":                 "12/10 is 12 Oct or 10 Dec",
		"30-1nov":               "ends before it begins",
		"30nov2026 to 1nov2026": "ends before it begins",
		"soon":                  `"soon" is not a day or a range`,
		"2026-13":               "is not a day or a range",
		"":                      "is not a day or a range",
		"31nov":                 "is not a day or a range",
	} {
		if span, err := (ListReader{Today: api.NewDate(2026, 11, 26)}).Span(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v; want %q", text, span, err, want)
		}
	}
}

// The day after a hyphen is of the month before it, in a list as in a search: if it is earlier, it is no day of another year.
func TestSpan_EndsBeforeItBegins(t *testing.T) {
	t.Parallel()
	today := api.NewDate(2026, 11, 26)
	for _, text := range []string{"15dec-3", "dec 15-3", "15dec2026-3", "15-3dec", "15dec - 3"} {
		span, err := (ListReader{Today: today}).Span(text)
		if err == nil || !strings.Contains(err.Error(), "ends before it begins; name the month or the year of its end") {
			t.Errorf("a list reads %q as %v, %v", text, span, err)
		}
		stay, err := DayReader{Field: ArrivalField, Today: today}.Read(text)
		if err == nil || !strings.Contains(err.Error(), "which is not after 15 Dec") {
			t.Errorf("a search reads %q as %v, %v", text, stay, err)
		}
	}
	for _, text := range []string{"15dec-3dec", "dec 15 to dec 3", "30nov to nov", "15/12 to 3/12"} {
		if span, err := (ListReader{Today: today}).Span(text); err == nil {
			t.Errorf("a list reads %q as %v", text, span)
		}
	}
	for text, want := range map[string]string{"15dec-3dec2027": "2026-12-15 2027-12-03", "15dec-3jan": "2026-12-15 2027-01-03", "dec 3-15": "2026-12-03 2026-12-15"} {
		span, err := (ListReader{Today: today}).Span(text)
		if got := span.From.String() + " " + span.Until.String(); err != nil || got != want {
			t.Errorf("a list reads %q as %s, %v; want %s", text, got, err, want)
		}
	}
}

// Day refuses a range.
func TestListReader_Day(t *testing.T) {
	t.Parallel()
	r := ListReader{Today: api.NewDate(2026, 11, 26)}
	if d, err := r.Day("12nov"); err != nil || d != api.NewDate(2026, 11, 12) {
		t.Errorf("12nov is %v, %v", d, err)
	}
	if d, err := r.Day("nov"); err == nil || !strings.Contains(err.Error(), "nov is more than a day") {
		t.Errorf("nov is %v, %v", d, err)
	}
}

// A search refuses a day without a year that is more than eleven months away, and suggests the year.
func TestDayReader_FarWithoutYear(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"12nov":           "12nov is 12 Nov 2026, which is past, or 12 Nov 2027; type 12nov2027",
		"nov 12":          "nov 12 is 12 Nov 2026, which is past, or 12 Nov 2027; type 12nov2027",
		"25/11":           "25/11 is 25 Nov 2026, which is past, or 25 Nov 2027; type 25nov2027",
		"10-14nov":        "10-14nov is 10 Nov 2026, which is past, or 10 Nov 2027; type 10nov2027-14nov2027",
		"12nov 3n":        "12nov 3n is 12 Nov 2026, which is past, or 12 Nov 2027; type 12nov2027-15nov2027",
		"27oct":           "27oct is 27 Oct 2026, which is past, or 27 Oct 2027; type 27oct2027",
		"26oct":           "2027-10-26",
		"12nov2027":       "2027-11-12",
		"2027-11-12":      "2027-11-12",
		"12nov-15nov2027": "2027-11-12",
		"+360":            "2027-11-21",
		"26nov":           "2026-11-26",
		"1jan":            "2027-01-01",
	} {
		typed, err := Trip{}.Days(ArrivalField, now, time.UTC).Read(text)
		got := typed.In.String()
		if err != nil {
			got = err.Error()
		}
		if got != want && got != want+".." {
			t.Errorf("%q is %s; want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"lon 12nov 3n": "lon 12nov2027 3n", "lon 10-14nov 2a": "lon 10nov2027-14nov2027 2a", "lon 10nov 14nov": "lon 10nov2027 14nov"} {
		line := LineReader{Now: now}.Read(text)
		if line.Problem == nil || line.Mended() != want {
			t.Errorf("%q has the problem %+v and is mended to %q", text, line.Problem, line.Mended())
			continue
		}
		again := LineReader{Now: now, Base: Question{Trip: Default(api.NewDate(2026, 11, 26))}}.Read(line.Mended())
		if again.Question.Trip.CheckIn.Year != 2027 || again.Destination != "lon" {
			t.Errorf("%q is read as %+v", line.Mended(), again)
		}
	}
}

// "yesterday" is the agent's, and may still be today at the hotel. If it is over there, the line says that it is past.
func TestLineReader_Yesterday(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 20, 0, 0, 0, time.UTC) // 27 November in Tokyo
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		text  string
		agent *time.Location
		in    api.Date
		past  bool
	}{
		"today in Honolulu": {"HNL yesterday 1n", tokyo, api.NewDate(2026, 11, 26), false},
		"over in Tokyo":     {"HND yesterday 1n", tokyo, api.NewDate(2026, 11, 26), true},
		"over in London":    {"LHR yesterday 1n", time.UTC, api.NewDate(2026, 11, 25), true},
	} {
		line := LineReader{Now: now, Agent: c.agent, Base: Question{Trip: Default(api.DateOf(now.In(c.agent)))}}.Read(c.text)
		if line.Question.Trip.CheckIn != c.in || strings.Contains(line.Destination, "yesterday") {
			t.Errorf("%s: arrival %v at %q", name, line.Question.Trip.CheckIn, line.Destination)
		}
		if past := line.Problem != nil && strings.Contains(line.Problem.Message, "is past"); past != c.past {
			t.Errorf("%s: the problem is %+v", name, line.Problem)
		}
	}
}
