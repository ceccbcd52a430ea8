package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
)

// A cancellation whose answer was lost is read until it shows; only CANCELED
// counts.
func TestCancelFindsACancellationWhoseAnswerWasLost(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.cancelErr = unanswered("cancel reservation")
		p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
		p.Press("c", "ctrl+x")
		f.settled().Has("! It is not known whether the cancellation happened", "Sent once at 09:30:00.", "It may be cancelled.",
			"looked 1 time, not there so far", "outcome unknown", "l look now").HasNot("ctrl+x cancel it")
		f.goldens("cancel_looking")
		p.Press("ctrl+x", "ctrl+x")
		service.items[0].Status = api.StatusCanceled
		p.Press("l")
		f.settled().Has("Found cancelled after its answer was lost: it was sent once.", "CANCELED", "reference", "hotel confirmation HC-00000",
			"penalty    nothing").HasNot("look now")
		if service.cancels != 1 || len(f.deps.Desk.Recovery.Writes()) != 0 {
			t.Errorf("%d cancellations were sent, %d are unresolved", service.cancels, len(f.deps.Desk.Recovery.Writes()))
		}
		p.Press("enter")
		onTop(t, p, "reservation")
		p.Has("CANCELED")
	})
}

// One that still stands after its time was not cancelled, and can be cancelled
// again.
func TestCancelOffersAgainWhatStillStands(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		service.cancelErr = unanswered("cancel reservation")
		p := startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
		p.Press("ctrl+x")
		f.settled()
		p.Skip(10*time.Minute + time.Second).Press("l")
		f.settled().Has("! Not cancelled: the reservation stands", "not canceled: it did not show until 09:40", "It can be cancelled again.", "ctrl+x cancel it")
		f.goldens("cancel_stands")
		service.cancelErr = nil
		p.Press("ctrl+x").Has("CANCELED")
		if service.cancels != 2 {
			t.Errorf("%d cancellations were sent", service.cancels)
		}
	})
}

// In production a key alone cancels nothing.
func TestCancelNeedsAWordInProduction(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	f.deps.Sandbox = false
	p := startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	p.Has("Cancel this reservation?", "type cancel", "Only the word cancel and then ctrl+x cancels it").Press("ctrl+x").Has("This is needed.")
	p.Type("n").Press("ctrl+x").Has("Type the word cancel.")
	onTop(t, p, "cancel")
	if service.cancels != 0 {
		t.Fatal("it was cancelled without the word")
	}
	f.goldens("cancel_production")
	p.Press("ctrl+u").Type("cancel").Press("ctrl+x").Has("CANCELED")
	if service.cancels != 1 {
		t.Errorf("%d cancellations were sent", service.cancels)
	}
	p = startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	p.Type("cancel").Press("enter")
	onTop(t, p, "floor")
}
