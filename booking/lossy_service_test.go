package booking_test

import (
	"context"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking"
)

// lossy passes everything on to a service and loses answers of writes, as told.
type lossy struct {
	booking.Service
	mu       sync.Mutex
	creates  int
	modifies int
	cancels  int
	last     api.CreateRequest // the newest booking that was sent
	// dropped says that a write never reaches the service at all; done that its
	// answer is lost after it took place; deaf that lists and reads fail too.
	dropped, done, deaf bool
	stillShown          *api.Reservation // answers the next read: it changes only between that and the write
	skew                time.Duration    // how far the service's clock is ahead; zero: as its answers say
}

func (l *lossy) Skew() time.Duration {
	if l.skew != 0 {
		return l.skew
	}
	return l.Service.Skew()
}

var errLost = &api.Error{Operation: "create reservation", Message: "the connection was reset", Outcome: api.OutcomeUnknown}

func (l *lossy) set(dropped, done, deaf bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dropped, l.done, l.deaf = dropped, done, deaf
}

func (l *lossy) write(count *int, send func() (api.Reservation, error)) (api.Reservation, error) {
	l.mu.Lock()
	*count++
	dropped, done := l.dropped, l.done
	l.mu.Unlock()
	if dropped {
		return api.Reservation{}, errLost
	}
	r, err := send()
	if err == nil && done {
		return api.Reservation{}, errLost
	}
	return r, err
}

func (l *lossy) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	l.mu.Lock()
	l.last = r
	l.mu.Unlock()
	return l.write(&l.creates, func() (api.Reservation, error) { return l.Service.CreateReservation(ctx, r) })
}

func (l *lossy) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	return l.write(&l.cancels, func() (api.Reservation, error) { return l.Service.CancelReservation(ctx, id) })
}

func (l *lossy) ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error) {
	return l.write(&l.modifies, func() (api.Reservation, error) { return l.Service.ModifyReservation(ctx, r) })
}

func (l *lossy) isDeaf() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.deaf
}

func (l *lossy) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	if l.isDeaf() {
		return api.ReservationPage{}, errLost
	}
	return l.Service.ListReservations(ctx, q)
}

// reads has the next read find a reservation as it was shown, whatever the service has by then.
func (l *lossy) reads(r api.Reservation) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stillShown = &r
}

func (l *lossy) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	l.mu.Lock()
	shown := l.stillShown
	l.stillShown = nil
	l.mu.Unlock()
	if shown != nil {
		return *shown, nil
	}
	if l.isDeaf() {
		return api.Reservation{}, errLost
	}
	return l.Service.ReadReservation(ctx, id)
}
