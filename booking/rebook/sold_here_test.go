package rebook_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"bellhop/booking"
	"bellhop/booking/rebook"
	"bellhop/booking/terms"
)

// forgetful leaves the terms out of reservations, and a booking code out of searches, once it has one.
func forgetful(code *atomic.Value) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sold, forgets := code.Load().(string)
			if !forgets {
				next.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			body := answer.Body.Bytes()
			switch {
			case strings.HasSuffix(r.URL.Path, "/hotel/search"):
				body = []byte(strings.ReplaceAll(string(body), `"`+sold+`"`, `"ZZZZZZZZ"`))
			case r.Method == http.MethodGet && strings.Contains(r.URL.Path, "/reservation/"):
				var reservation map[string]any
				if json.Unmarshal(body, &reservation) == nil {
					delete(reservation["rate"].(map[string]any), "terms")
					body, _ = json.Marshal(reservation)
				}
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(answer.Code)
			_, _ = w.Write(body)
		})
	}
}

// Room, board, fees and terms of a rate that was sold here are in the journal: whatever the service leaves out, an offer
// has no "not said", and its room is named as what it is.
func TestCompare_SoldHere(t *testing.T) {
	t.Parallel()
	var code atomic.Value
	f := newFixture(t, "", forgetful(&code))
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	code.Store(old.Rate.BookingCode)
	f.open() // Another console, which knows what the journal knows.
	c := must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, old.ID, rebook.Threshold{}))
	if c.Why != "" || len(c.Offers) == 0 || c.Penalty.Kind != terms.CostFree {
		t.Fatalf("nothing is offered: %q, cancelling costs %s", c.Why, c.Penalty.Words())
	}
	for i := range c.Offers {
		now, at, err := c.Verify(t.Context(), f.desk, i)
		if err != nil || at < 0 {
			t.Fatal(at, err)
		}
		o := now.Offers[at]
		for _, change := range o.Changes {
			if change.Before == terms.NotSaid {
				t.Errorf("%s: %+v", o.Title(), change)
			}
		}
		if len(o.Notes) != 0 || o.Room == rebook.UnknownRoom {
			t.Errorf("%s: %q", o.Title(), o.Notes)
		}
	}
	if got := c.Offers[0].Title(); !strings.HasPrefix(got, "The same stay saves ") {
		t.Errorf("the first offer is %q", got)
	}
}
