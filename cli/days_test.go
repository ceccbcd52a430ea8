package cli_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/bookingtest"
	"bellhop/booking/trip"
	"bellhop/cli/exit"
)

// Lists, exports and reports read days alike, as the nearest ones, past or future, and print which they are.
func TestReservationCommands_Days(t *testing.T) {
	f := newFixture(t)
	for _, c := range bookingtest.ListDays() {
		today, err := api.ParseDate(c.Today)
		if err != nil {
			t.Fatal(err)
		}
		f.now = today.At(12, 0, 0, time.UTC)
		var all []api.Reservation
		for i, day := range []string{c.From, c.Until} {
			in, _ := api.ParseDate(day)
			for k, other := range []api.Date{in, in.AddDays(2*i - 1)} { // The second is just outside the span.
				r := standing(fmt.Sprintf("%s-%d", map[int]string{0: "in", 1: "out"}[k], i), "The Lantern", "GBP")
				r.CheckIn, r.CheckOut = api.ParseInstant(other.String()), api.ParseInstant(other.AddDays(2).String())
				all = append(all, r)
			}
		}
		f.service = reservationList{all: all}
		from, _ := api.ParseDate(c.From)
		until, _ := api.ParseDate(c.Until)
		meaning := " is " + trip.Span{From: from, Until: until}.Words()
		exact := c.Text == "today" || c.Text == "-7" || strings.HasPrefix(c.Text, "2026-11-01") && !strings.Contains(c.Text, " to ") || strings.HasPrefix(c.Text, "-7..")
		for _, line := range [][]string{
			{"reservation", "list", "--arrival", c.Text, "--json", "id"}, {"reservation", "export", "--arrival", c.Text, "--format", "json", "--columns", "id"},
		} {
			code, out, errOut := f.run(line...)
			var rows []struct{ ID string }
			if err := json.Unmarshal([]byte(out), &rows); err != nil || code != exit.OK || len(rows) != 2 || strings.Contains(out, "out-") {
				t.Errorf("on %s %q: exit %d, %v, %s%s", c.Today, line, code, err, out, errOut)
			}
			if strings.Contains(errOut, meaning) == exact {
				t.Errorf("on %s %q says %q, want %q", c.Today, line, errOut, meaning)
			}
		}
		if c.From == c.Until {
			continue // The report is of a week.
		}
		code, out, errOut := f.run("reservation", "report", "arrivals", "--from", c.Text, "--json")
		var report struct{ From, To string }
		if err := json.Unmarshal([]byte(out), &report); err != nil || code != exit.OK || report.From != c.From || report.To != c.Until || !strings.Contains(errOut, meaning) {
			t.Errorf("on %s %q is %+v, exit %d, %v, %s", c.Today, c.Text, report, code, err, errOut)
		}
	}
}

// The two days of a report are read as one span.
func TestReport_FromTo(t *testing.T) {
	f := newFixture(t)
	f.now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	f.service = reservationList{}
	for _, c := range []struct{ from, to, want string }{
		{"1nov", "30nov", "2026-11-01 2026-11-30"},
		{"1jan", "31dec", "2026-01-01 2026-12-31"},
		{"1dec", "31jan", "2026-12-01 2027-01-31"},
		{"today", "+30", "2026-11-26 2026-12-26"},
		{"-7", "today", "2026-11-19 2026-11-26"},
		{"oct", "nov", "2026-10-01 2026-11-30"},
		{"2026-11-01", "2026-11-30", "2026-11-01 2026-11-30"},
		{"yesterday", "tomorrow", "2026-11-25 2026-11-27"},
	} {
		code, out, errOut := f.run("reservation", "report", "arrivals", "--from", c.from, "--to", c.to, "--json", "from,to", "--jq", `.from + " " + .to`)
		if code != exit.OK || strings.TrimSpace(out) != c.want {
			t.Errorf("%s to %s: exit %d, %s%s", c.from, c.to, code, out, errOut)
		}
	}
	f.want(words("reservation report arrivals --from 2026-11-30 --to 2026-11-01"), exit.Usage, "", "bellhop: --from and --to: 2026-11-30 to 2026-11-01 ends before it begins\n")
}

// A list and a reservation show the same dates in every spelling of the service.
func TestReservationCommands_StayDates(t *testing.T) {
	f := newFixture(t)
	f.now = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, dates := range bookingtest.StayDates() {
		f.service = bookingtest.Serve(t, func(path string) string {
			one := bookingtest.ReservationJSON(bookingtest.ReservationID(1), dates[0], dates[1])
			if strings.HasSuffix(path, "/reservations") {
				return `{"total_items_without_paging":1,"items":[` + one + `]}`
			}
			return one
		})
		code, out, errOut := f.run("reservation", "list", "--json", "arrival,departure,nights")
		if code != exit.OK || !strings.Contains(out, `{"arrival":"2026-12-12","departure":"2026-12-15","nights":3}`) {
			t.Errorf("%q is listed as %s%s", dates, out, errOut)
		}
		code, out, errOut = f.run("reservation", "show", bookingtest.ReservationID(1), "--json", "arrival,departure")
		if code != exit.OK || !strings.Contains(out, `"2026-12-12"`) || !strings.Contains(out, `"2026-12-15"`) {
			t.Errorf("%q is shown as %s%s", dates, out, errOut)
		}
		if code, out, _ = f.run("reservation", "list", "--arrival", "2026-12-12", "--json", "id"); code != exit.OK || !strings.Contains(out, bookingtest.ReservationID(1)) {
			t.Errorf("%q is not among the arrivals of the day: %s", dates, out)
		}
	}
}
