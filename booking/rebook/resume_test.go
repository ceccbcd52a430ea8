package rebook_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
)

// elsewhere returns a console with a journal of its own, so that the fixture's journal lacks its writes.
func (f *fixture) elsewhere() *booking.Desk {
	f.t.Helper()
	desk, j, err := newDesk(f.address, filepath.Join(f.t.TempDir(), "journal"), f.now, f.sleep)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = j.Close() })
	return desk
}

// A rebooking that ended elsewhere is closed. It waits for a cancellation that has no outcome.
func TestResume_Elsewhere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		canceled func(old, now api.Reservation) api.Reservation
		want     rebook.Step
	}{
		"new one cancelled": {func(_, now api.Reservation) api.Reservation { return now }, rebook.GivenUp},
		"old one cancelled": {func(old, _ api.Reservation) api.Reservation { return old }, rebook.Done},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, "", nil)
			old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
			made := must[booking.Booking](t)(begin(t.Context(), f.desk, old.ID))
			one, there, err := rebook.Of(f.desk, old.ID)
			if err != nil || !there {
				t.Fatal("the rebooking is not known:", err)
			}
			waiting := one
			waiting.Canceling = &one.New
			if h := must[rebook.Half](t)(rebook.Resume(t.Context(), f.desk, waiting)); h.Step != rebook.Unresolved {
				t.Errorf("while a cancellation has no outcome it stands at %d", h.Step)
			}
			if _, there, err := rebook.Of(f.desk, "another"); there || err != nil {
				t.Errorf("of another reservation: %t, %v", there, err)
			}
			other := f.elsewhere()
			if _, err := other.Cancel(t.Context(), other.ShownNow(c.canceled(old, made.Reservation))); err != nil {
				t.Fatal(err)
			}
			if h := must[rebook.Half](t)(rebook.Resume(t.Context(), f.desk, one)); h.Step != c.want {
				t.Errorf("it stands at %d, want %d", h.Step, c.want)
			}
			if pending := rebook.Pending(f.desk); len(pending) != 0 {
				t.Errorf("still pending: %+v", pending)
			}
		})
	}
}

// A rebooking waits for a cancellation whose answer was lost, until the outcome is known.
func TestWaits(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "reset-after POST /rest/v1/reservation/{reservation_id}/cancel nth=1", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	made := must[booking.Booking](t)(begin(t.Context(), f.desk, old.ID))
	h := halfOf(t, f, made)
	if rebook.Waits(f.desk, h) {
		t.Error("it waits although every outcome is known")
	}
	f.stop()
	desk, j, err := newDesk(f.address, f.dir, f.now, f.sleep) // Its recovery is not started, and looks for nothing.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	if _, err := rebook.CancelOld(t.Context(), desk, h); recovery.WriteIn(err, recovery.Unresolved) == nil {
		t.Fatalf("cancelling: %v", err)
	}
	if !rebook.Waits(desk, h) {
		t.Error("it does not wait for the cancellation")
	}
	h.Attempt = "another"
	if rebook.Waits(desk, h) {
		t.Error("another rebooking waits for it")
	}
}

// A rebooking waits while the outcome of the new booking is not known.
func TestWaits_NewBooking(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "reset-after POST /rest/v1/reservation nth=2", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	f.stop()
	desk, j, err := newDesk(f.address, f.dir, f.now, f.sleep) // Its recovery is not started, and looks for nothing.
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	if _, err := begin(t.Context(), desk, old.ID); recovery.WriteIn(err, recovery.Unresolved) == nil {
		t.Fatalf("booking: %v", err)
	}
	one, there, err := rebook.Of(desk, old.ID)
	if err != nil || !there || !rebook.Waits(desk, rebook.Half{Attempt: one.New.Attempt}) {
		t.Errorf("it does not wait for %+v, %v", one, err)
	}
	if h := must[rebook.Half](t)(rebook.Resume(t.Context(), desk, one)); h.Step != rebook.Unresolved || h.Old.ID != old.ID {
		t.Errorf("it stands at %+v", h)
	}
	if _, there, err := rebook.Of(desk, ""); err != nil || there { // The new booking has no reservation yet.
		t.Errorf("a reservation without an id is part of it: %t, %v", there, err)
	}
}

// If the journal cannot be read, no rebooking is begun: one could be under way.
func TestOf_JournalNotRead(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe))
	f.stop() // It closes the journal.
	if _, _, err := rebook.Of(f.desk, old.Reservation.ID); err == nil {
		t.Error("it says that there is none")
	}
	if _, err := rebook.Compare(t.Context(), f.desk, old.Reservation.ID, rebook.Threshold{}); err == nil {
		t.Error("it is compared")
	}
}

// A stay that has begun, or for which the hotel has no rate left, is not compared, and the reason is shown.
func TestCompare_NotSearched(t *testing.T) {
	t.Parallel()
	var soldOut atomic.Bool
	f := newFixture(t, "", func(inner http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !soldOut.Load() || !strings.HasSuffix(r.URL.Path, "/hotel/search") {
				inner.ServeHTTP(w, r)
				return
			}
			answer := httptest.NewRecorder()
			inner.ServeHTTP(answer, r)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(answer.Code)
			_, _ = io.WriteString(w, withoutResults(t, answer.Body.Bytes()))
		})
	})
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	soldOut.Store(true)
	c := must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, old.ID, rebook.Threshold{}))
	if c.Why != "The hotel has no rates for these days any more." || len(c.Offers) != 0 {
		t.Errorf("sold out: %q", c.Why)
	}
	soldOut.Store(false)
	if _, err := rebook.Compare(t.Context(), f.desk, "unknown", rebook.Threshold{}); err == nil {
		t.Error("a reservation that is not there is compared")
	}
	ada := zoe
	ada.GivenName, ada.Email = "Ada", "ada@example.com"
	canceled := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", ada)).Reservation
	if _, err := f.desk.Cancel(t.Context(), f.desk.ShownNow(canceled)); err != nil {
		t.Fatal(err)
	}
	c = must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, canceled.ID, rebook.Threshold{}))
	if !strings.HasPrefix(c.Why, "It was already cancelled") || len(c.Offers) != 0 {
		t.Errorf("cancelled: %q", c.Why)
	}
	f.pass(time.Date(2026, 12, 13, 15, 0, 0, 0, time.UTC).Sub(f.now()))
	c = must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, old.ID, rebook.Threshold{}))
	if !strings.HasPrefix(c.Why, "The stay cannot be searched again: Sat 12 Dec 2026 is past") || len(c.Offers) != 0 {
		t.Errorf("begun: %q", c.Why)
	}
}

// withoutResults returns the answer of a search with its hotels removed.
func withoutResults(t *testing.T, answer []byte) string {
	var page map[string]any
	if err := json.Unmarshal(answer, &page); err != nil {
		t.Error(err)
		return ""
	}
	page["results"] = []any{}
	page["pagination"] = map[string]any{"page_number": 1, "page_size": 25, "total_pages": 0, "total_items": 0}
	text, err := json.Marshal(page)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}
