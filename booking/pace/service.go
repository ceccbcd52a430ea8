package pace

import (
	"context"
	"time"

	"bellhop/api"
	"bellhop/booking"
)

// Service returns a service whose requests the meter counts.
func (m *Meter) Service(s booking.Service) booking.Service {
	if m == nil {
		return s
	}
	return counted{s, m}
}

type counted struct {
	service booking.Service
	meter   *Meter
}

func (c counted) SearchDestinations(ctx context.Context, q api.DestinationQuery) (api.DestinationResults, error) {
	c.meter.Call()
	return c.service.SearchDestinations(ctx, q)
}

func (c counted) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	c.meter.Search()
	return c.service.SearchHotels(ctx, q)
}

func (c counted) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	c.meter.Call()
	return c.service.VerifyRate(ctx, r)
}

func (c counted) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	c.meter.Call()
	return c.service.CreateReservation(ctx, r)
}

func (c counted) ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error) {
	c.meter.Call()
	return c.service.ModifyReservation(ctx, r)
}

func (c counted) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	c.meter.Call()
	return c.service.ListReservations(ctx, q)
}

func (c counted) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	c.meter.Call()
	return c.service.CancelReservation(ctx, id)
}

func (c counted) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	c.meter.Call()
	return c.service.ReadReservation(ctx, id)
}

func (c counted) Skew() time.Duration { return c.service.Skew() }
