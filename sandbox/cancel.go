package sandbox

import (
	"context"
	"errors"
	"net/http"

	"bellhop/sandbox/store"
)

// cancelReservation is SPEC 4.7. Only a confirmed reservation can be
// cancelled; its rooms go back into stock.
func (s *Sandbox) cancelReservation(ctx context.Context, c *call) (answer, error) {
	if err := s.keeps(ctx, c); err != nil {
		return answer{}, err
	}
	r, err := s.store.Cancel(ctx, c.account, c.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return answer{}, rejectNoReservation()
	case errors.Is(err, store.ErrNotConfirmed):
		return answer{}, rejectCancellation("Only a CONFIRMED reservation can be cancelled.")
	case err != nil:
		return answer{}, err
	}
	body, err := wireReservation(r)
	return answer{http.StatusOK, body}, err
}

// keeps returns the refusal of a hotel that lets nobody cancel. Other reasons
// not to cancel are left to the cancellation itself.
func (s *Sandbox) keeps(ctx context.Context, c *call) error {
	r, err := s.store.Read(ctx, c.account, c.id)
	if err != nil || r.Status != store.Confirmed {
		return nil //nolint:nilerr // The cancellation meets the same error and tells it.
	}
	if hotel, ok := s.world.OfKey(r.Hotel); ok && s.script(hotel).holds {
		return rejectCancellation("The hotel does not accept the cancellation.")
	}
	return nil
}
