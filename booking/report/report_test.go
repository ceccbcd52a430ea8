package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/report"
	"bellhop/booking/views"
)

var now = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// A service has reservations, and counts the calls.
type service struct {
	booking.Service
	all   []api.Reservation
	calls int
}

func (*service) Skew() time.Duration { return 0 }

func (s *service) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	s.calls++
	within := func(r api.DateRange, day api.Date) bool {
		return (r.From.IsZero() || !day.Before(r.From)) && (r.Until.IsZero() || !r.Until.Before(day))
	}
	var chosen []api.Reservation
	for _, r := range s.all {
		if within(q.CheckIn, api.DateOf(r.CheckIn.Time)) && within(q.CheckOut, api.DateOf(r.CheckOut.Time)) {
			chosen = append(chosen, r)
		}
	}
	from := min((q.Page-1)*q.PageSize, len(chosen))
	return api.ReservationPage{Items: chosen[from:min(from+q.PageSize, len(chosen))], Total: len(chosen)}, nil
}

func (s *service) at(id string) *api.Reservation {
	for i := range s.all {
		if s.all[i].ID == id {
			return &s.all[i]
		}
	}
	return nil
}

func (s *service) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	s.calls++
	return *s.at(id), nil
}

func (s *service) CancelReservation(_ context.Context, id string) (api.Reservation, error) {
	s.at(id).Status = api.StatusCanceled
	return *s.at(id), nil
}

func reservation(n int, in string, nights int, total, currency string) api.Reservation {
	day, err := api.ParseDate(in)
	if err != nil {
		panic(err)
	}
	refundable := true
	return api.Reservation{
		ID: fmt.Sprintf("%032d", n), Status: api.StatusConfirmed, Created: api.Instant{Time: now.AddDate(0, 0, -n)},
		CheckIn: api.ParseInstant(day.String() + "T00:00:00Z"), CheckOut: api.ParseInstant(day.AddDays(nights).String() + "T00:00:00Z"),
		Guest: api.Guest{GivenName: "Ada", Surname: "Rossi"}, Adults: 2,
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: fmt.Sprint(20000 + n)}, Name: fmt.Sprintf("Hotel %c", 'A'+rune(n%26))},
		Rate: api.BookedRate{
			Rooms: 1, Total: api.NewMoney(total, currency),
			Terms: api.Terms{Refundable: &refundable, Penalties: []api.CancelPenalty{
				{Deadline: api.ParseDeadline(day.AddDays(-3).String() + "T18:00:00+13:00"), Amount: api.NewMoney("50", currency)},
				{Deadline: api.ParseDeadline(day.AddDays(-1).String() + "T18:00:00+13:00"), Amount: api.NewMoney(total, currency), Estimated: n%2 == 0},
			}},
		},
	}
}

func fixture() *service {
	s := &service{all: []api.Reservation{
		reservation(1, "2026-12-12", 2, "200.00", "GBP"), reservation(2, "2026-12-12", 3, "90.50", "EUR"),
		reservation(3, "2026-12-13", 1, "300.10", "GBP"), reservation(4, "2026-12-14", 1, "", ""),
		reservation(5, "2026-12-12", 5, "1000", "GBP"), reservation(6, "2026-12-16", 5, "80", "GBP"),
	}}
	s.all[4].Status = api.StatusCanceled
	return s
}

func newDesk(t *testing.T, s *service) *booking.Desk {
	t.Helper()
	clock := func() time.Time { return now }
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{User: "ada", Now: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return booking.NewDesk(booking.Options{Service: s, Now: clock, Journal: j, Profile: "demo", Environment: "sandbox"})
}

func read(t *testing.T, desk *booking.Desk, kind report.Kind, from, to string) (report.Report, views.Cells) {
	t.Helper()
	c, err := views.NewCells(desk, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	day := func(text string) api.Date {
		d, err := api.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	r, _, err := report.Read(t.Context(), c, kind, day(from), day(to), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r, c
}

// lines writes a report as "day: ids = sums".
func lines(r report.Report) []string {
	var out []string
	for _, d := range r.Days {
		var ids []string
		for _, item := range d.Items {
			ids = append(ids, strings.TrimLeft(item.Row.ID, "0"))
		}
		slices.Sort(ids)
		out = append(out, d.Date.Format("2 Jan")+": "+strings.Join(ids, " ")+" = "+report.SumWords(d.Sums, d.Unsaid))
	}
	return append(out, "= "+report.SumWords(r.Sums, r.Unsaid))
}

func TestReportsByTheHotelsDay(t *testing.T) {
	t.Parallel()
	s := fixture()
	desk := newDesk(t, s)
	for kind, want := range map[report.Kind][]string{
		report.Arrivals: {
			"12 Dec: 1 2 = 90.50 EUR + 200.00 GBP", "13 Dec: 3 = 300.10 GBP", "14 Dec: 4 = 1 not said", "= 90.50 EUR + 500.10 GBP, 1 not said",
		},
		report.Departures: {"14 Dec: 1 3 = 500.10 GBP", "= 500.10 GBP"},
		report.Deadlines: {
			"12 Dec: 3 = 250.10 GBP", "13 Dec: 6 = 50.00 GBP", "= 300.10 GBP",
		},
	} {
		r, _ := read(t, desk, kind, "2026-12-12", "2026-12-14")
		if diff := cmp.Diff(want, lines(r)); diff != "" {
			t.Error(kind, diff)
		}
		if !r.Complete {
			t.Error(kind, "is said not to be complete")
		}
	}
	if s.calls != 3 {
		t.Error(s.calls, "calls")
	}
}

// The day of a cancellation is the journal's; of one that was made elsewhere nobody knows it, and that is said.
func TestCancellationsAreOnTheDayThatTheJournalKnows(t *testing.T) {
	t.Parallel()
	s := fixture()
	desk := newDesk(t, s)
	if _, err := desk.Cancel(t.Context(), desk.ShownNow(s.all[0])); err != nil {
		t.Fatal(err)
	}
	r, c := read(t, desk, report.Cancellations, "2026-12-01", "2026-12-02")
	if diff := cmp.Diff([]string{"1 Dec: 1 = 0.00 GBP", "= 0.00 GBP"}, lines(r)); diff != "" {
		t.Error(diff)
	}
	if r.Days[0].Items[0].Origin != report.OfJournal || r.Undated == nil || len(r.Undated.Items) != 1 || len(r.Notes) != 2 {
		t.Errorf("%+v", r)
	}
	if late, _ := read(t, desk, report.Cancellations, "2026-12-03", "2026-12-04"); late.Count != 0 {
		t.Error(late.Count)
	}
	text, err := json.MarshalIndent(r.Document(c), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"totals": [
  "0.00 GBP"
 ]`, `"guest": "A··· R···"`, `"origin": "journal"`, `"at": "2026-12-01T22:00:00+13:00"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	if strings.Contains(string(text), "null") || strings.Contains(string(text), "Rossi") {
		t.Error(string(text))
	}
}

func TestDaysThatEndBeforeTheyBegin(t *testing.T) {
	t.Parallel()
	c, err := views.NewCells(newDesk(t, fixture()), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := report.Read(t.Context(), c, report.Arrivals, api.NewDate(2026, 12, 2), api.NewDate(2026, 12, 1), nil); err == nil {
		t.Error("no error")
	}
	if _, err := report.ParseKind("arivals"); err == nil || !strings.Contains(err.Error(), "did you mean arrivals?") {
		t.Error(err)
	}
}

// A report of 1,000 reservations asks for each page once, and reads the first again to check that the list did not change.
func TestAReportAsksForEachPageOnce(t *testing.T) {
	t.Parallel()
	s := &service{}
	for i := range 1000 {
		s.all = append(s.all, reservation(i, api.NewDate(2026, 12, 2).AddDays(i%60).String(), 1+i%4, "200.00", "GBP"))
	}
	desk := newDesk(t, s)
	for _, kind := range report.Kinds() {
		s.calls = 0
		r, _ := read(t, desk, kind, "2026-12-01", "2027-02-28")
		if s.calls != 11 || !r.Complete {
			t.Errorf("%s: %d calls, complete %t", kind, s.calls, r.Complete)
		}
	}
}

// Of 4,000 reservations all reports take 40 calls at most, and no longer than a tenth of a second without them.
func BenchmarkReportOf4000(b *testing.B) {
	var all []api.Reservation
	for i := range 4000 {
		all = append(all, reservation(i, api.NewDate(2026, 12, 1).AddDays(i%60).String(), 1+i%4, "200.00", "GBP"))
	}
	desk := booking.NewDesk(booking.Options{Service: &service{all: all}, Now: func() time.Time { return now }})
	c := views.Cells{Desk: desk, Now: now}
	for _, kind := range report.Kinds() {
		b.Run(string(kind), func(b *testing.B) {
			for b.Loop() {
				report.Make(c, kind, api.NewDate(2026, 12, 1), api.NewDate(2026, 12, 31), all)
			}
		})
	}
}
