package rebook

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
)

// A reader is a service that only reads reservations, and finds no destination.
type reader struct {
	quiet
	all  map[string]api.Reservation
	lost error
}

func (r *reader) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	return r.all[id], r.lost
}

func (r *reader) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{}, r.lost
}

func (r *reader) desk(now time.Time) *booking.Desk {
	return booking.NewDesk(booking.Options{Service: r, Now: func() time.Time { return now }})
}

// half returns a half-done rebooking that saves 50.00 GBP as long as cancelling is free.
func half() Half {
	h := Half{New: booked(), Old: booked(), At: december}
	h.New.ID, h.New.Rate.Total = "new", gbp("550.00")
	return h
}

// The old reservation stays if the new one, read again, does not replace it, or if cancelling it now costs too much.
func TestCancelOld_Stopped(t *testing.T) {
	for name, c := range map[string]struct {
		now    time.Time
		change func(now *api.Reservation)
		step   Step
		why    string
	}{
		"dearer now":       {december, func(r *api.Reservation) { r.Rate.Total = gbp("600.01") }, HalfDone, "By now it would cost more than it saves: -0.01 GBP."},
		"penalty has come": {time.Date(2026, 12, 10, 18, 0, 0, 0, time.UTC), func(*api.Reservation) {}, HalfDone, "By now it would cost more than it saves: -50.00 GBP."},
		"cancelled":        {december, func(r *api.Reservation) { r.Status = api.StatusCanceled }, GivenUp, ""},
	} {
		t.Run(name, func(t *testing.T) {
			shown := half()
			read := shown.New
			c.change(&read)
			_, err := CancelOld(t.Context(), (&reader{all: map[string]api.Reservation{"new": read}}).desk(c.now), shown)
			var stopped *StoppedError
			if !errors.As(err, &stopped) || stopped.Now.Step != c.step || stopped.Now.Why != c.why || !stopped.Now.At.Equal(c.now) {
				t.Errorf("got %v", err)
			}
		})
	}
	lost := errors.New("lost")
	_, err := CancelOld(t.Context(), (&reader{lost: lost}).desk(december), half())
	var unread *booking.NotReadError
	if !errors.As(err, &unread) || !errors.Is(err, lost) || unread.Plan.Reservation != "old" {
		t.Errorf("without the new one: %v", err)
	}
}

// A rebooking is not resumed if one of the two reservations cannot be read.
func TestResume_NotRead(t *testing.T) {
	one := journal.Rebooking{New: journal.AttemptState{
		Plan: journal.Plan{Attempt: "a", Replaces: "old"}, Step: journal.Resolved, Outcome: journal.Outcome{Result: journal.Booked, Reservation: "new"},
	}}
	h := half()
	for name, all := range map[string]map[string]api.Reservation{
		"without the old one": {"new": h.New},
		"without the new one": {"old": h.Old},
	} {
		if _, err := Resume(t.Context(), (&reader{all: all}).desk(december), one); !errors.Is(err, recovery.ErrOtherAnswer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// With judges a newer state of the old reservation, and leaves its receiver unchanged.
func TestHalfWith(t *testing.T) {
	h, old := half(), booked()
	old.Status = api.StatusCanceled
	later := december.Add(time.Hour)
	got := h.With(quietDesk(), old, later)
	if got.Step != Done || !got.At.Equal(later) || got.Old.Status != api.StatusCanceled || h.Old.Status != api.StatusConfirmed {
		t.Errorf("%+v", got)
	}
}

func TestResultProven(t *testing.T) {
	canceled, standing := booked(), booked()
	canceled.Status = api.StatusCanceled
	got := []bool{Result{}.Proven(), Result{Read: &standing}.Proven(), Result{Read: &canceled}.Proven()}
	if diff := cmp.Diff([]bool{false, false, true}, got); diff != "" {
		t.Error(diff)
	}
}

// The saving counts the penalty at the moment when the cancellation was sent.
func TestFound(t *testing.T) {
	canceled := booked()
	canceled.Status = api.StatusCanceled
	for sent, want := range map[time.Time]string{december: "50.00 GBP", december.AddDate(0, 0, 20): "-50.00 GBP"} {
		got := Found(quietDesk(), half(), recovery.Write{Reservation: &canceled, Sent: sent})
		if got.Saving.String() != want || !got.Proven() || got.New.ID != "new" {
			t.Errorf("sent at %s: %+v", sent, got)
		}
	}
}

// Without a new reservation, or with the old one in its place, nothing is read and nothing is cancelled.
func TestCancelOld_NewUnknown(t *testing.T) {
	for name, h := range map[string]Half{
		"no new one": {Old: booked()},
		"same one":   {New: booked(), Old: booked()},
	} {
		if _, err := CancelOld(t.Context(), quietDesk(), h); !errors.Is(err, ErrNotPending) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A cancellation that no read confirms is not proven, and says why.
func TestFinish_NotRead(t *testing.T) {
	lost := errors.New("lost")
	h := Half{New: booked(), Old: booked()}
	h.New.Rate.Total = gbp("550.00")
	penalty := booking.Cancellation{Cost: terms.Cost{Kind: terms.CostPenalty, Amount: gbp("20.00")}}
	got := finish(t.Context(), (&reader{lost: lost}).desk(december), h, booking.Canceled{Cancellation: penalty})
	if got.Read != nil || got.Proven() || !errors.Is(got.Trouble, lost) || got.Saving.String() != "30.00 GBP" {
		t.Errorf("%+v", got)
	}
}
