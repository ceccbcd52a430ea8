package booking_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bookingtest"
	"bellhop/booking/views"
	"bellhop/booking/voucher"
)

// A spelledService writes the dates of a stay in New York in another spelling than the sandbox.
type spelledService struct {
	booking.Service
	dates [2]string
}

func (s spelledService) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	got, err := s.Service.CreateReservation(ctx, r)
	got.CheckIn, got.CheckOut = api.ParseInstant(s.dates[0]), api.ParseInstant(s.dates[1])
	return got, err
}

// In every spelling of a service, the stay is three nights from the 12th, on every screen and document.
func TestStayOf_EverySpelling(t *testing.T) {
	t.Parallel()
	for _, dates := range bookingtest.StayDates() {
		t.Run(dates[0], func(t *testing.T) {
			t.Parallel()
			client := bookingtest.Serve(t, func(path string) string {
				one := bookingtest.ReservationJSON(bookingtest.ReservationID(1), dates[0], dates[1])
				if strings.HasSuffix(path, "/reservations") {
					return `{"total_items_without_paging":1,"items":[` + one + `]}`
				}
				return one
			})
			now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
			desk := booking.NewDesk(booking.Options{Service: client, Now: func() time.Time { return now }})
			for _, known := range []bool{false, true} { // whether the hotel's zone is known
				r, _, err := desk.Read(t.Context(), bookingtest.ReservationID(1))
				if err != nil {
					t.Fatal(err)
				}
				if known {
					if _, _, err := desk.Directory.Facts(t.Context(), r.Hotel); err != nil || desk.Directory.Zone(r.Hotel.ID) == nil {
						t.Fatal("the zone is not known: ", err)
					}
				}
				stay := desk.StayOf(r)
				if n, _ := stay.Nights(); stay.In != api.NewDate(2026, 12, 12) || n != 3 || stay.Mark() != "" {
					t.Errorf("zone known %t: the stay is %s", known, stay.Words())
				}
				cells := views.Cells{Desk: desk, Now: now}
				var file strings.Builder
				arrival, _ := views.ColumnNamed("arrival")
				if err := views.Write(&file, views.JSON, cells, []views.Column{arrival}, []*views.Row{cells.Row(r)}); err != nil || !json.Valid([]byte(file.String())) || !strings.Contains(file.String(), `"2026-12-12"`) {
					t.Errorf("the file is %s, %v", file.String(), err)
				}
				if out := (views.View{Arrival: views.Range{From: views.Day{Date: api.NewDate(2026, 12, 12)}, Until: views.Day{Date: api.NewDate(2026, 12, 12)}}}).Of(cells, cells.Rows([]api.Reservation{r})); len(out) != 1 {
					t.Error("a list of the 12th leaves it out")
				}
				paper := voucher.Of(desk, r, booking.Sale{})
				calendar, err := paper.Calendar()
				if err != nil || !strings.Contains(calendar, "20261212") || strings.Contains(calendar, "20261211") {
					t.Errorf("the calendar file is %s, %v", calendar, err)
				}
				if text := paper.Document().Text(); !strings.Contains(text, "12 Dec") || strings.Contains(text, "11 Dec") {
					t.Errorf("the voucher is\n%s", text)
				}
			}
		})
	}
}

// A booking whose dates come back in another spelling has no deviations.
func TestBooked_EverySpelling(t *testing.T) {
	t.Parallel()
	for _, dates := range bookingtest.StayDates() {
		t.Run(dates[0], func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.service.Service = spelledService{o.service.Service, dates}
			booked := bookedIn(t, o.desk, "NYC")
			if len(booked.Deviations) != 0 {
				t.Errorf("deviations: %+v", booked.Deviations)
			}
			if stay := o.desk.StayOf(booked.Reservation); stay.In != api.NewDate(2026, 12, 12) || stay.Out != api.NewDate(2026, 12, 15) {
				t.Errorf("the stay is %s", stay.Words())
			}
		})
	}
}

// One stay that was sent proves that the service's dates at 00:00 UTC are instants.
func TestStayOf_ReadingOfTheService(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked := bookedIn(t, o.desk, "NYC")
	at := func(id, in, out string) api.Reservation {
		r := booked.Reservation
		r.ID, r.CheckIn, r.CheckOut = id, api.ParseInstant(in), api.ParseInstant(out)
		if id != booked.Reservation.ID {
			r.CustomData = nil
		}
		return r
	}
	other := at(strings.Repeat("9", 32), "2026-12-21T00:00:00Z", "2026-12-23T00:00:00Z")
	if in := o.desk.StayOf(other).In; in != api.NewDate(2026, 12, 21) {
		t.Errorf("before anything is known it is %s", in)
	}
	if in := o.desk.StayOf(at(booked.Reservation.ID, "2026-12-13T00:00:00Z", "2026-12-16T00:00:00Z")).In; in != api.NewDate(2026, 12, 12) {
		t.Errorf("the stay that was sent is %s", in)
	}
	if in := o.desk.StayOf(other).In; in != api.NewDate(2026, 12, 20) {
		t.Errorf("the other stay is %s", in)
	}
}
