package screens_test

import (
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
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
			"it cost       nothing").HasNot("look now")
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
		f.settled().Has("! Not cancelled: the reservation stands", "not cancelled: it did not show until 09:40", "It can be cancelled again.", "ctrl+x cancel it")
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

func TestCancelNeedsCtrlXAndSendsOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("enter", "c")
	onTop(t, p, "cancel")
	p.Has("Cancel this reservation?", "cancelling now costs", "nothing", "204.13 GBP", "enter keeps it", "nothing sent yet")
	f.goldens("cancel")
	for _, keep := range []string{"enter", "n", "esc"} {
		p.Press(keep)
		onTop(t, p, "reservation")
		p.Press("c")
	}
	if service.cancels != 0 {
		t.Fatal("keeping it cancelled it")
	}
	p.Hold().Press("ctrl+x", "ctrl+x", "enter", "esc", "n")
	onTop(t, p, "cancel")
	service.meanwhile = func() {
		if busy := p.Top().(ui.Busier).Busy(); busy != "cancelling; sent once" { //nolint:forcetypeassert // The top screen is Cancel.
			t.Errorf("while it is sent it says %q", busy)
		}
	}
	p.Has("reading the reservation once more").Press("ctrl+c").Has("A cancellation is being sent. Quit anyway? y/N").Press("enter")
	f.goldens("cancel_sending")
	p.Release().Has("cancelled (CANCELED)", "it cost", "nothing", "HC-00000")
	f.goldens("cancel_done")
	if service.cancels != 1 {
		t.Fatalf("%d cancellations were sent", service.cancels)
	}
	p.Press("ctrl+x", "enter")
	onTop(t, p, "reservation")
	p.Resize(120, 40).Has("cancelled (CANCELED)", "it cost", "attempt att-TEST").HasNot("c cancel it")
	if service.cancels != 1 || service.reads != 2 {
		t.Errorf("%d cancellations, %d reads", service.cancels, service.reads)
	}
	asked := len(service.queries)
	p.Press("esc")
	onTop(t, p, "reservations")
	p.Has("› cancelled")
	if len(service.queries) != asked {
		t.Errorf("the list was read again")
	}
}

func TestCancelThatFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		err   error
		want  []string
		again bool
	}{
		{"refused", &api.Error{Status: 400, Code: 3002, Type: api.TypeCancellation, Message: "Too late"}, []string{"Not cancelled", "Too late", "The reservation stands. Call the hotel with its reference, or try later.", "not cancelled"}, true},
		{"unresolved", unanswered("cancel reservation"), []string{"It is not known whether the cancellation happened", "outcome unknown"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, service := newFixtureWith(t, 3)
			service.cancelErr = tt.err
			p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
			p.Press("c", "ctrl+x").Has(tt.want...)
			f.goldens("cancel_" + tt.name)
			p.Press("ctrl+x")
			if again := service.cancels == 2; again != tt.again {
				t.Errorf("%d cancellations were sent", service.cancels)
			}
			reads := service.reads
			p.Press("esc")
			onTop(t, p, "reservation")
			p.Has("confirmed")
			if tt.again != (service.reads == reads) {
				t.Errorf("%d reads after an outcome that is known: %v", service.reads-reads, tt.again)
			}
		})
	}
}

// Before anything is sent it is said that a stay is over.
func TestCancelOfAStayThatIsOver(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	r := storedReservation(0)
	over := "The stay is over. The service may refuse to cancel it: what is given back, the hotel decides."
	startOn(f, screens.NewCancel(f.deps, r)).HasNot(over)
	r.CheckIn, r.CheckOut = api.ParseInstant("2026-12-01T00:00:00Z"), api.ParseInstant("2026-12-04T00:00:00Z")
	startOn(f, screens.NewCancel(f.deps, r)).Has(over)
}

// What cancelling cost is what the screen said when the key was pressed, even
// when a deadline passes before the answer.
func TestCancelTellsTheCostThatWasAgreed(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	r := storedReservation(0)
	r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(uitest.Now().Add(30 * time.Second).Format(time.RFC3339))
	service.items[0] = r
	p := startOn(f, screens.NewCancel(f.deps, r))
	service.meanwhile = func() { f.asleep = time.Minute }
	p.Has("cancelling now costs  nothing").Press("ctrl+x")
	p.Has("cancelled (CANCELED)", "it cost       nothing").HasNot("204.13 GBP")
}

func TestCancelWithARefusedKeyIsNotRepeated(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	service.cancelErr = unauthorized()
	p := startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	p.Press("ctrl+x")
	onTop(t, p, "API key")
	service.cancelErr = nil
	p.Advance(signInPause).Type("k").Press("enter")
	onTop(t, p, "cancel")
	p.Has("With a new key press ctrl+x again.")
	if service.cancels != 1 {
		t.Fatalf("%d cancellations were sent", service.cancels)
	}
	p.Press("ctrl+x").Has("CANCELED")
}

// A cancellation is not sent while nobody knows what came of an earlier write
// to the reservation. What the screen says then names that write, and does not
// say how the reservation stands, because nobody knows.
func TestCancelWaitsForAnEarlierWrite(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		r := storedReservation(0)
		service.modifyErr = unanswered("modify reservation")
		service.meanwhile = func() { service.fail = unanswered("read reservation") }
		p := startOn(f, screens.NewCancel(f.deps, r))
		if _, err := f.deps.Desk.ChangePayment(t.Context(), f.deps.Desk.ShownNow(r), api.NewSecret("other_card"), api.NewSecret("123")); err == nil {
			t.Fatal("the change's answer was not lost")
		}
		synctest.Wait()
		p.Press("ctrl+x")
		f.settled().Has("! The cancellation was not sent: an earlier write has no known outcome yet",
			f.deps.Desk.Recovery.Writes()[0].Plan.Attempt, "Try again when its outcome is known.").HasNot("stands as it was")
		if service.cancels != 0 {
			t.Errorf("%d cancellations were sent", service.cancels)
		}
	})
}

func TestCancelWithoutRefundIsPlain(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	service.items[0].Rate.Terms.Refundable, service.items[0].Rate.Terms.Penalties = yes(false), nil
	p := startOn(f, screens.NewCancel(f.deps, service.items[0]))
	p.Press("ctrl+x").Has("it cost       the whole price").HasNot("by the terms")
}
