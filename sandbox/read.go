package sandbox

import (
	"context"
	"errors"
	"net/http"

	"bellhop/sandbox/store"
)

// readReservation is SPEC 4.8.
func (s *Sandbox) readReservation(ctx context.Context, c *call) (answer, error) {
	r, err := s.store.Read(ctx, c.account, c.id)
	if errors.Is(err, store.ErrNotFound) {
		return answer{}, rejectNoReservation()
	}
	if err != nil {
		return answer{}, err
	}
	body, err := wireReservation(r)
	return answer{http.StatusOK, body}, err
}
