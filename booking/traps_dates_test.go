package booking

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // The days of hotels on a machine that has no zones.

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

func zoneOf(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// A stay comes back as UTC instants and is read as the hotel's days: in every
// zone, on days on which clocks change, whatever the agent's zone is.
func TestTrap25AStayIsTheHotelsDays(t *testing.T) {
	id := api.PropertyID{Chain: "LX", Code: "1"}
	for _, name := range []string{"Pacific/Kiritimati", "Asia/Tokyo", "Asia/Kathmandu", "Europe/London", "America/Sao_Paulo", "America/New_York", "Pacific/Pago_Pago"} {
		zone := zoneOf(t, name)
		desk := NewDesk(Options{})
		desk.Directory.remember([]api.Property{{ID: id, Timezone: name}})
		for _, in := range []api.Date{api.NewDate(2026, 12, 12), api.NewDate(2027, 3, 28), api.NewDate(2027, 3, 14), api.NewDate(2026, 10, 25), api.NewDate(2026, 11, 1)} {
			out := in.AddDays(3)
			r := api.Reservation{
				Hotel: api.HotelRef{ID: id}, CheckIn: api.Instant{Time: in.In(zone).UTC()}, CheckOut: api.Instant{Time: out.In(zone).UTC()},
			}
			if s := desk.StayOf(r); s.In != in || s.Out != out || s.Zone != "hotel" || s.Mark() != "" {
				t.Errorf("%s: %s to %s is read as %+v", name, in, out, s)
			}
		}
	}
	// Without any zone the UTC day stands there, and is said to be that.
	r := api.Reservation{CheckIn: api.ParseInstant("2026-12-11T15:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T15:00:00Z")}
	if s := NewDesk(Options{}).StayOf(r); s.In != api.NewDate(2026, 12, 11) || s.Mark() != "UTC dates" ||
		!strings.Contains(s.Words(), "UTC dates: the hotel's zone is not known") {
		t.Errorf("without a zone it is %+v, %q", s, s.Words())
	}
	// What is sent are the days that were chosen.
	draft := searchedDraft()
	v := verified()
	draft.Verified = &v
	if q := createRequest(december, draft, TidyGuest(draft.Guest)); q.CheckIn != draft.Trip.CheckIn || q.CheckOut != draft.Trip.CheckOut {
		t.Errorf("%s to %s is sent as %s to %s", draft.Trip.CheckIn, draft.Trip.CheckOut, q.CheckIn, q.CheckOut)
	}
}

// The earliest day is the hotel's today, two calendar days around the agent's.
func TestTrap26TheEarliestDayIsTheHotels(t *testing.T) {
	now := time.Date(2026, 12, 2, 10, 30, 0, 0, time.UTC)
	for name, want := range map[string]api.Date{
		"Pacific/Pago_Pago":  api.NewDate(2026, 12, 1), // 23:30 of the day before
		"Pacific/Kiritimati": api.NewDate(2026, 12, 3), // 00:30 of the day after
		"Europe/London":      api.NewDate(2026, 12, 2),
	} {
		search := trip.Trip{Destination: trip.Destination{Kind: trip.KindHotel, Zone: name}, CheckIn: want, CheckOut: want.AddDays(1), Adults: 1, Rooms: 1}
		if problems := search.Problems(now); len(problems) != 0 {
			t.Errorf("%s: today is refused: %v", name, problems)
		}
		search.CheckIn = want.AddDays(-1)
		if problems := search.Problems(now); len(problems) != 1 || problems[0].Field != trip.FieldCheckIn || !strings.Contains(problems[0].Message, "the earliest day is "+trip.DayWords(want)) {
			t.Errorf("%s: yesterday comes to %v", name, problems)
		}
	}
	// Of a place whose zone is not known the day counts that has not ended
	// everywhere.
	if got := trip.EarliestCheckIn(now); got != api.NewDate(2026, 12, 1) {
		t.Errorf("the earliest day on earth is %s", got)
	}
	somewhere := trip.Trip{Destination: trip.Destination{Kind: trip.KindArea}, CheckIn: api.NewDate(2026, 11, 30), CheckOut: api.NewDate(2026, 12, 2), Adults: 1, Rooms: 1}
	if problems := somewhere.Problems(now); len(problems) != 1 || problems[0].Message != "Mon 30 Nov 2026 is past" {
		t.Errorf("without a zone the day before comes to %v", problems)
	}
}

// A local time that comes twice is told apart by its offset; without one, as for
// one that never comes, the earliest instant counts. Nights are days of the
// calendar, never hours divided by 24.
func TestTrap28ChangesOfClocks(t *testing.T) {
	at := func(text string) time.Time {
		return terms.Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(text)}}}).Steps[0].From
	}
	first, second := at("2026-10-25T02:30:00+02:00"), at("2026-10-25T02:30:00+01:00")
	if second.Sub(first) != time.Hour {
		t.Errorf("02:30 in Madrid comes at %s and at %s", first, second)
	}
	for _, wall := range []string{"2026-10-25T02:30:00", "2026-03-29T02:30:00"} {
		in, _ := time.ParseInLocation("2006-01-02T15:04:05", wall, zoneOf(t, "Europe/Madrid"))
		if got := at(wall); !got.Before(in.Add(-time.Hour)) {
			t.Errorf("%s without a zone counts from %s, which is not before it in Madrid", wall, got)
		}
	}
	for _, in := range []api.Date{api.NewDate(2026, 10, 24), api.NewDate(2027, 3, 27), api.NewDate(2027, 3, 13)} {
		if trip := (trip.Trip{CheckIn: in, CheckOut: in.AddDays(2)}); trip.Nights() != 2 {
			t.Errorf("two nights from %s are %d", in, trip.Nights())
		}
	}
}

// A pager is a service with a list that grows while it is paged.
type pager struct {
	Service
	all   []api.Reservation // newest first
	grows bool
	first bool // whatever page is asked for
	asked []api.ReservationQuery
	// custom data cannot be filtered by
	off bool
}

func (*pager) Skew() time.Duration { return 0 }

func (p *pager) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	if p.off && q.CustomValues != nil {
		return api.ReservationPage{}, api.ErrFeatureOff
	}
	p.asked = append(p.asked, q)
	if p.first {
		q.Page = 1
		if len(p.asked) > 100 {
			return api.ReservationPage{}, errors.New("asked for ever")
		}
	}
	first := min((q.Page-1)*q.PageSize, len(p.all))
	page := api.ReservationPage{Items: p.all[first:min(first+q.PageSize, len(p.all))], Total: len(p.all)}
	if p.grows {
		p.all = append([]api.Reservation{{ID: fmt.Sprintf("new-%d", len(p.all))}}, p.all...)
	}
	return page, nil
}

func numbered(n int) []api.Reservation {
	list := make([]api.Reservation, n)
	for i := range list {
		list[i].ID = fmt.Sprintf("R%d", i)
	}
	return list
}

// Where days decide what is read and a miss would harm, they are asked one day
// wider, and what is too much is left out here.
func TestTrap31RangesAreAskedOneDayWider(t *testing.T) {
	now := time.Date(2026, 12, 2, 10, 30, 0, 0, time.UTC)
	// The deadlines of all that is open.
	// Until noon the 1st is not over everywhere, and the hotel's zone is not known.
	over := api.Reservation{ID: "over", Status: api.StatusConfirmed, CheckOut: api.ParseInstant("2026-11-30T00:00:00Z")}
	stays := api.Reservation{ID: "stays", Status: api.StatusConfirmed, CheckOut: api.ParseInstant("2026-12-02T00:00:00Z")}
	service := &pager{all: []api.Reservation{over, stays}}
	desk := NewDesk(Options{Service: service, Now: func() time.Time { return now }})
	open, _, err := desk.OpenReservations(t.Context(), nil)
	if err != nil || service.asked[0].CheckOut != (api.DateRange{From: api.NewDate(2026, 12, 1)}) {
		t.Fatalf("asked for %+v, %v", service.asked, err)
	}
	if due := desk.Deadlines(now, open.Items); len(due) != 1 || due[0].Reservation.ID != "stays" {
		t.Errorf("of %d are left: %+v", len(open.Items), due)
	}
}

// A list that grows at its top while it is paged shows each reservation once,
// misses none of those that were there, and ends.
func TestTrap32PagesMove(t *testing.T) {
	service := &pager{all: numbered(3*ReservationPageSize + 7), grows: true}
	desk := NewDesk(Options{Service: service})
	list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
	pages := 1
	for ; list.More() && err == nil && pages < 20; pages++ {
		list, _, err = desk.MoreReservations(t.Context(), list)
	}
	if err != nil || pages > 6 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	seen := map[string]int{}
	for _, r := range list.Items {
		seen[r.ID]++
	}
	for i := range 3*ReservationPageSize + 7 {
		if id := fmt.Sprintf("R%d", i); seen[id] != 1 {
			t.Errorf("%s is there %d times", id, seen[id])
		}
	}
	// What has come meanwhile shows in the total, so that a reload can be offered.
	if list.Total <= len(list.Items) {
		t.Errorf("the total is %d of %d", list.Total, len(list.Items))
	}
}
