package booking_test

import (
	"context"
	"math"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bookingtest"
	"bellhop/booking/find"
	"bellhop/booking/report"
	"bellhop/booking/views"
)

// Every function that reads a list reports that it is incomplete.
func TestReadReservations_Partial(t *testing.T) {
	t.Parallel()
	for _, list := range bookingtest.Lists() {
		t.Run(list.Name, func(t *testing.T) {
			t.Parallel()
			desk := booking.NewDesk(booking.Options{Service: list.Serve(t), Now: func() time.Time { return time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC) }})
			for name, read := range map[string]func() (booking.ReservationList, error){
				"all": func() (booking.ReservationList, error) {
					l, _, err := desk.ReadReservations(t.Context(), api.ReservationQuery{}, math.MaxInt, nil)
					return l, err
				},
				"the open ones": func() (booking.ReservationList, error) {
					l, _, err := desk.OpenReservations(t.Context(), nil)
					return l, err
				},
				"the newest ten": func() (booking.ReservationList, error) {
					l, _, err := desk.ReadReservations(t.Context(), api.ReservationQuery{}, 10, nil)
					return l, err
				},
				"an index": func() (booking.ReservationList, error) {
					x := find.NewIndex(find.Options{Context: t.Context(), Desk: desk})
					state, err := x.Reload(t.Context(), math.MaxInt, func(int, int) {})
					return state.ReservationList, err
				},
				"a renewed index": func() (booking.ReservationList, error) {
					x := find.NewIndex(find.Options{Context: t.Context(), Desk: desk})
					if _, err := x.Reload(t.Context(), math.MaxInt, func(int, int) {}); err != nil {
						return booking.ReservationList{}, err
					}
					state, err := x.Renew(t.Context())
					for err == nil && state.More() {
						state, err = x.More(t.Context())
					}
					return state.ReservationList, err
				},
			} {
				if l, err := read(); err != nil || l.Incomplete() == list.Whole {
					t.Errorf("%s: incomplete %t with %d of %d, %v", name, l.Incomplete(), len(l.Items), l.Total, err)
				}
			}
			for _, kind := range report.Kinds() {
				r, _, err := report.Read(context.Background(), views.Cells{Desk: desk, Now: desk.Now()}, kind, api.NewDate(2026, 12, 1), api.NewDate(2026, 12, 31), nil)
				if err != nil || r.Complete != list.Whole {
					t.Errorf("%s: complete %t, %v", kind, r.Complete, err)
				}
			}
		})
	}
}
