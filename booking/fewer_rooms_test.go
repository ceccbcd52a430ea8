package booking

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// refusing answers every verification alike and refuses every booking after a while.
type refusing struct {
	verifier
	refuse func() error
}

func (r *refusing) CreateReservation(context.Context, api.CreateRequest) (api.Reservation, error) {
	return api.Reservation{}, r.refuse()
}

// Fewer rooms are named only if the offer outlasts the refusal: an offer that ends is refused for any number of rooms.
func TestBook_FewerRoomsWhileTheOfferHolds(t *testing.T) {
	for name, c := range map[string]struct {
		left, takes time.Duration // of the offer as the booking is sent, and until its answer
		fewer       bool
	}{
		"the offer holds":             {30 * time.Minute, time.Second, true},
		"no offer is named":           {0, time.Second, true},
		"the offer is about to end":   {90 * time.Second, time.Second, false},
		"the offer ends on the way":   {3 * time.Minute, 4 * time.Minute, false},
		"the offer ended a while ago": {-time.Hour, time.Second, true}, // It was verified since.
	} {
		t.Run(name, func(t *testing.T) {
			now := december
			clock := func() time.Time { return now }
			j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: clock})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = j.Close() }()
			refusal := &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Outcome: api.OutcomeRefused, Message: "The offer has ended."}
			service := &refusing{verifier: verifier{answer: verified()}, refuse: func() error { now = now.Add(c.takes); return refusal }}
			desk := NewDesk(Options{Service: service, Now: clock, Journal: j, Profile: "demo", Environment: sandboxEnvironment})
			draft, v := searchedDraft(), verified()
			draft.Trip.Rooms, draft.Trip.Adults, draft.Trip.Children = 2, 4, 0
			draft.Verified, draft.VerifiedAt = &v, december
			draft.SearchedAt = december.Add(-2 * time.Hour)
			draft.Rate.Expires = api.Instant{}
			if c.left != 0 {
				draft.Rate.Expires = api.Instant{Time: december.Add(c.left)}
			}
			_, err = desk.Book(t.Context(), draft)
			if !errors.Is(err, refusal) {
				t.Fatalf("got %v, want the refusal", err)
			}
			if got := errors.As(err, new(*RoomsError)); got != c.fewer {
				t.Errorf("fewer rooms are named: %v, want %v", got, c.fewer)
			}
			if hint := Explain(err).Hint; strings.Contains(hint, "1 room for 2 adults may still be available") != c.fewer {
				t.Errorf("the hint is %q", hint)
			}
		})
	}
}
