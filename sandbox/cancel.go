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
	r, err := s.store.Cancel(ctx, c.account, c.id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return answer{}, faultNoReservation()
	case errors.Is(err, store.ErrNotConfirmed):
		return answer{}, faultCancellation("Only a CONFIRMED reservation can be cancelled.")
	case err != nil:
		return answer{}, err
	}
	body, err := wireReservation(r)
	return answer{http.StatusOK, body}, err
}
