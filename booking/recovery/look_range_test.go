package recovery

import (
	"context"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// dayLister is a service without the custom data filter.
type dayLister struct {
	all   []api.Reservation
	asked []api.ReservationQuery
}

func (l *dayLister) ListReservations(_ context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	if len(q.CustomValues) > 0 {
		return api.ReservationPage{}, &api.FeatureOffError{}
	}
	l.asked = append(l.asked, q)
	return api.ReservationPage{Items: l.all, Total: len(l.all)}, nil
}

func (l *dayLister) ReadReservation(context.Context, string) (api.Reservation, error) {
	return api.Reservation{}, nil
}

type noHotels struct{}

func (noHotels) Facts(context.Context, api.HotelRef) (api.Property, bool, error) {
	return api.Property{}, false, nil
}

func (noHotels) Zone(api.PropertyID) *time.Location { return nil }

// The look for an unresolved booking, where only its day can be asked for.
func TestTrap31ALookAsksOneDayWider(t *testing.T) {
	service := &dayLister{all: []api.Reservation{{ID: "R0"}, {ID: "R1"}, {ID: "R2", CustomData: api.CustomData{{Key: AttemptKey, Text: "att-1"}}}}}
	r := New(Options{Service: service, Hotels: noHotels{}})
	found, _, err := r.look(t.Context(), journal.Plan{Attempt: "att-1", Kind: journal.Create, CheckIn: "2026-12-12", CheckOut: "2026-12-15"}, false)
	if err != nil || found == nil || found.ID != "R2" {
		t.Fatalf("found %+v, %v", found, err)
	}
	if want := (api.DateRange{From: api.NewDate(2026, 12, 11), Until: api.NewDate(2026, 12, 13)}); service.asked[0].CheckIn != want {
		t.Errorf("asked for %+v, want %+v", service.asked[0].CheckIn, want)
	}
}
