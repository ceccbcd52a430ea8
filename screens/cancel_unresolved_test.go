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
	looking(t, 3, func(t *testing.T, b *fixture, o *reservationService) {
		o.cancelErr = unanswered("cancel reservation")
		p := startOn(b, screens.NewReservation(b.deps, storedReservation(0)))
		p.Press("c", "ctrl+x")
		b.settled().Has("! It is not known whether the cancellation happened", "Sent once at 09:30:00.", "It may be cancelled.",
			"looked 1 time, not there so far", "outcome unknown", "l look now").HasNot("ctrl+x cancel it")
		b.goldens("cancel_looking")
		p.Press("ctrl+x", "ctrl+x")
		o.items[0].Status = api.StatusCanceled
		p.Press("l")
		b.settled().Has("Found cancelled after its answer was lost: it was sent once.", "CANCELED", "reference", "hotel confirmation HC-00000",
			"penalty    nothing").HasNot("look now")
		if o.cancels != 1 || len(b.deps.Desk.Recovery.Writes()) != 0 {
			t.Errorf("%d cancellations were sent, %d are unresolved", o.cancels, len(b.deps.Desk.Recovery.Writes()))
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
	looking(t, 3, func(t *testing.T, b *fixture, o *reservationService) {
		o.cancelErr = unanswered("cancel reservation")
		p := startOn(b, screens.NewCancel(b.deps, storedReservation(0)))
		p.Press("ctrl+x")
		b.settled()
		p.Skip(10*time.Minute + time.Second).Press("l")
		b.settled().Has("! Not cancelled: the reservation stands", "not canceled: it did not show until 09:40", "It can be cancelled again.", "ctrl+x cancel it")
		b.goldens("cancel_stands")
		o.cancelErr = nil
		p.Press("ctrl+x").Has("CANCELED")
		if o.cancels != 2 {
			t.Errorf("%d cancellations were sent", o.cancels)
		}
	})
}

// In production a key alone cancels nothing.
func TestCancelNeedsAWordInProduction(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 3)
	b.deps.Sandbox = false
	p := startOn(b, screens.NewCancel(b.deps, storedReservation(0)))
	p.Has("Cancel this reservation?", "type cancel", "Only the word cancel and then ctrl+x cancels it").Press("ctrl+x").Has("This is needed.")
	p.Type("n").Press("ctrl+x").Has("Type the word cancel.")
	onTop(t, p, "cancel")
	if o.cancels != 0 {
		t.Fatal("it was cancelled without the word")
	}
	b.goldens("cancel_production")
	p.Press("ctrl+u").Type("cancel").Press("ctrl+x").Has("CANCELED")
	if o.cancels != 1 {
		t.Errorf("%d cancellations were sent", o.cancels)
	}
	p = startOn(b, screens.NewCancel(b.deps, storedReservation(0)))
	p.Type("cancel").Press("enter")
	onTop(t, p, "floor")
}
