package booking_test

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	ics "github.com/arran4/golang-ical"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/terms"
)

func deadlineDesk(t *testing.T, now time.Time) *booking.Desk {
	t.Helper()
	return booking.NewDesk(booking.Options{Service: silent{}, Now: func() time.Time { return now }})
}

// silent is a service that nobody asks anything: the rules under test need none.
type silent struct{ booking.Service }

func (silent) Skew() time.Duration { return 0 }

// confirmed is a reservation with steps, each "deadline amount".
func confirmed(id string, checkIn, checkOut time.Time, currency string, steps ...string) api.Reservation {
	r := api.Reservation{
		ID: id, Status: api.StatusConfirmed, Hotel: api.HotelRef{Name: "The Lantern " + id},
		CheckIn: api.Instant{Time: checkIn}, CheckOut: api.Instant{Time: checkOut},
		Confirmation: &api.Confirmation{HotelNumber: "123456789", RecordLocator: "ABCDEF"},
	}
	for _, step := range steps {
		deadline, amount, _ := strings.Cut(step, " ")
		r.Rate.Terms.Penalties = append(r.Rate.Terms.Penalties, api.CancelPenalty{
			Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney(amount, currency),
		})
	}
	return r
}

func someReservations(now time.Time) []api.Reservation {
	in, out := now.AddDate(0, 0, 20), now.AddDate(0, 0, 23)
	canceled := confirmed("canceled", in, out, "GBP", "2026-11-22T18:00:00+00:00 50")
	canceled.Status = api.StatusCanceled
	created := confirmed("created", in, out, "GBP", "2026-11-22T18:00:00+00:00 50")
	created.Status = api.StatusCreated
	return []api.Reservation{
		confirmed("later", in, out, "GBP", "2026-12-10T18:00:00+00:00 204.13", "2026-12-11T18:00:00+00:00 612.40"),
		confirmed("soon", in, out, "JPY", "2026-11-22T00:00:00+09:00 12000"),
		confirmed("dearer", in, out, "GBP", "2026-11-01T00:00:00+00:00 100.00", "2026-11-23T12:00:00Z 300.00"),
		confirmed("past", in, out, "GBP", "2026-11-01T00:00:00+00:00 100.00"),
		confirmed("wall", in, out, "EUR", "2026-11-25T18:00 80.00"),
		confirmed("over", now.AddDate(0, 0, -5), now.AddDate(0, 0, -2), "GBP", "2026-12-10T18:00:00+00:00 10"),
		canceled, created,
	}
}

func TestDeadlines(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := deadlineDesk(t, now).Deadlines(now, someReservations(now))
	type row struct{ id, left, now, then, stake string }
	var have []row
	for _, due := range list {
		r := row{id: due.Reservation.ID, now: due.Now.Words()}
		if left, ok := due.Left(now); ok {
			r.left, r.then = left.String(), due.Then.Words()
		}
		if due.AtStake.IsSet() {
			r.stake = due.AtStake.String()
		}
		have = append(have, r)
	}
	want := []row{
		{"soon", "3h0m0s", "free", "12,000 JPY", "12,000 JPY"},
		{"dearer", "48h0m0s", "100.00 GBP", "300.00 GBP", "200.00 GBP"},
		// Without an offset the earliest instant counts: 18:00 at UTC+14.
		{"wall", "88h0m0s", "free", "80.00 EUR", "80.00 EUR"},
		{"later", "462h0m0s", "free", "204.13 GBP", "204.13 GBP"},
		{"past", "", "100.00 GBP", "", ""},
	}
	if len(have) != len(want) {
		t.Fatalf("%d rows, want %d: %v", len(have), len(want), have)
	}
	for i := range want {
		if have[i] != want[i] {
			t.Errorf("row %d is %v, want %v", i, have[i], want[i])
		}
	}
}

func TestDeadlinesWithinAndAtStake(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := deadlineDesk(t, now).Deadlines(now, someReservations(now))
	near := booking.Within(list, now, 48*time.Hour)
	if len(near) != 2 || near[0].Reservation.ID != "soon" || near[1].Reservation.ID != "dearer" {
		t.Errorf("within 48 hours are %d rows, want soon and dearer", len(near))
	}
	var words []string
	for _, sum := range booking.AtStake(list) {
		words = append(words, sum.String())
	}
	// No two currencies in one sum.
	if got, want := strings.Join(words, "; "), "80.00 EUR; 404.13 GBP; 12,000 JPY"; got != want {
		t.Errorf("at stake are %q, want %q", got, want)
	}
}

// A cost that the service estimates is no exact one, alone and in a sum.
func TestAnEstimatedStake(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	reservations := someReservations(now)
	for i := range reservations {
		if steps := reservations[i].Rate.Terms.Penalties; reservations[i].ID == "later" {
			steps[0].Estimated = true
		}
	}
	list := deadlineDesk(t, now).Deadlines(now, reservations)
	for _, due := range list {
		if about := strings.HasPrefix(due.AtStake.String(), "about "); about != (due.Reservation.ID == "later") {
			t.Errorf("at stake for %s are %s", due.Reservation.ID, due.AtStake)
		}
	}
	if got, want := fmt.Sprint(booking.AtStake(list)), "[80.00 EUR about 404.13 GBP 12,000 JPY]"; got != want {
		t.Errorf("at stake are %s, want %s", got, want)
	}
}

func TestStake(t *testing.T) {
	t.Parallel()
	due := func(number, currency string, estimated bool) booking.Due {
		return booking.Due{AtStake: booking.Stake{Money: api.NewMoney(number, currency), Estimated: estimated}}
	}
	for name, c := range map[string]struct {
		list []booking.Due
		want string
	}{
		"estimate first":   {[]booking.Due{due("1.50", "GBP", true), due("2", "GBP", false)}, "[about 3.50 GBP]"},
		"estimate last":    {[]booking.Due{due("1.50", "GBP", false), due("2", "GBP", true)}, "[about 3.50 GBP]"},
		"two currencies":   {[]booking.Due{due("2", "GBP", false), due("1", "EUR", true)}, "[about 1.00 EUR 2.00 GBP]"},
		"one is not known": {[]booking.Due{due("2", "GBP", false), due("", "", true), due("one night", "GBP", true)}, "[2.00 GBP]"},
		"none is known":    {[]booking.Due{due("", "GBP", true)}, "[]"},
	} {
		if got := fmt.Sprint(booking.AtStake(c.list)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := (booking.Stake{Estimated: true}).String(); got != "n/a" {
		t.Errorf("an unknown stake is %q", got)
	}
}

// A stake is an estimate if either cost is one. Without a deadline the earlier arrival comes first, and a stay without a
// departure is not over.
func TestDeadlines_Rules(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	in, out := now.AddDate(0, 0, 20), now.AddDate(0, 0, 23)
	estimated := confirmed("estimated", in, out, "GBP", "2026-11-01T00:00:00+00:00 100.00", "2026-11-23T12:00:00Z 300.00")
	estimated.Rate.Terms.Penalties[0].Estimated = true
	list := deadlineDesk(t, now).Deadlines(now, []api.Reservation{
		confirmed("third", in.AddDate(0, 0, 2), out.AddDate(0, 0, 2), "GBP"), confirmed("first", in, out, "GBP"), confirmed("second", in.AddDate(0, 0, 1), out, "GBP"),
		confirmed("unsaid", in.AddDate(0, 0, 9), time.Time{}, "GBP"), estimated,
		confirmed("second date", in.AddDate(0, 0, -1), out, "GBP", "2026-11-24T12:00:00Z 300.00"), confirmed("early", now, out, "GBP"),
	})
	var got []string
	for _, due := range list {
		got = append(got, strings.TrimSpace(due.Reservation.ID+" "+due.Day().String()))
	}
	if want := "estimated 2026-11-23, second date 2026-11-24, early, first, second, third, unsaid"; strings.Join(got, ", ") != want {
		t.Errorf("got %q", got)
	}
	if len(list) > 0 && list[0].AtStake.String() != "about 200.00 GBP" {
		t.Errorf("at stake are %s", list[0].AtStake)
	}
}

// A deadline belongs to its day at the hotel. A missing or unreadable deadline belongs to no day.
func TestByDay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := deadlineDesk(t, now).Deadlines(now, someReservations(now))
	list = append(list, booking.Due{Next: &terms.Step{Deadline: api.ParseDeadline("soon")}})
	got := map[string]string{}
	for day, dues := range booking.ByDay(list) {
		for _, due := range dues {
			got[day.String()] += due.Reservation.ID + " "
		}
	}
	want := map[string]string{"2026-11-22": "soon ", "2026-11-23": "dearer ", "2026-11-25": "wall ", "2026-12-10": "later "}
	if !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestCalendarOfDeadlines(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	reservations := someReservations(now)
	reservations[0].Guest = api.Guest{Surname: "Marked-Surname", Email: "marked@example.com"}
	reservations[0].Hotel.Name = "Zum Löwen; Bar, \\ Grill — " + strings.Repeat("ÄÖ", 40)
	var b bytes.Buffer
	if err := booking.WriteCalendar(&b, now, document.Origin{Environment: "SANDBOX", Profile: "demo"}, deadlineDesk(t, now).Deadlines(now, reservations)); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(b.String(), "\r\n") {
		if len(line) > 75 {
			t.Errorf("line %d has %d bytes, more than the 75 that the format allows", i+1, len(line))
		}
	}
	if strings.Contains(b.String(), "arked") {
		t.Error("the guest is in the calendar")
	}
	cal, err := ics.ParseCalendar(&b)
	if err != nil {
		t.Fatalf("the calendar can't be read back: %v", err)
	}
	events := cal.Events()
	if len(events) != 4 {
		t.Fatalf("%d events, want the 4 deadlines to come", len(events))
	}
	first, last := events[0], events[3]
	if at, err := first.GetStartAt(); err != nil || !at.Equal(time.Date(2026, 11, 21, 15, 0, 0, 0, time.UTC)) {
		t.Errorf("the first event starts at %v (%v), want the deadline's instant", at, err)
	}
	if n := len(first.Alarms()); n != 3 {
		t.Errorf("%d alarms, want 3", n)
	}
	if title := last.GetProperty(ics.ComponentPropertySummary).Value; title != "SANDBOX: Cancel by Thu 10 Dec 18:00 (UTC+00:00), free until then: "+reservations[0].Hotel.Name {
		t.Errorf("the title came back as %q", title)
	}
}
