package find_test

import (
	"context"
	"testing"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking"
	"bellhop/booking/find"
)

// A teller keeps the contexts that it is asked with.
type teller struct {
	*lister
	contexts chan context.Context
}

func (l teller) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	l.contexts <- ctx
	return l.lister.ListReservations(ctx, q)
}

// Whoever waits for a page is told what it waits for; a page that nobody asked for leaves calls to the others.
func TestAnIndexTellsWhatItWaitsFor(t *testing.T) {
	t.Parallel()
	service := teller{listerOf(300), make(chan context.Context, 10)}
	index := find.NewIndex(find.Options{Context: t.Context(), Desk: booking.NewDesk(booking.Options{Service: service})})
	told := &traffic.Waits{}
	if _, err := index.More(told.On(t.Context())); err != nil {
		t.Fatal(err)
	}
	if ctx := <-service.contexts; traffic.WaitsOf(ctx) != told || traffic.IsUnasked(ctx) {
		t.Error("nobody is told of the first page, or nobody has asked for it")
	}
	index.Continue()
	if ctx := <-service.contexts; traffic.WaitsOf(ctx) != nil || !traffic.IsUnasked(ctx) {
		t.Error("somebody has asked for the second page")
	}
}
