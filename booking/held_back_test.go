package booking_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// planned leaves a write in the journal as a disk does that is full before the line
// "sent": planned, and never sent. It is held as long as end is not called.
func (o *fixture) planned(p journal.Plan) (end func()) {
	o.t.Helper()
	j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
	noError(o.t, err)
	p.Profile, p.Environment, p.WindowSeconds = "demo", "sandbox", 1800
	a, err := j.Begin(p)
	noError(o.t, err)
	return func() { noError(o.t, errors.Join(a.Close(), j.Close())) }
}

// plannedStay is the plan of a draft that another console has in mind.
func (o *fixture) plannedStay(draft booking.Draft) journal.Plan {
	o.t.Helper()
	j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
	noError(o.t, err)
	defer j.Close()
	guest := booking.TidyGuest(draft.Guest)
	return journal.Plan{
		Attempt: "att-PLANNED", Kind: journal.Create, Chain: draft.Hotel.ID.Chain, Property: draft.Hotel.ID.Code,
		CheckIn: draft.Trip.CheckIn.String(), CheckOut: draft.Trip.CheckOut.String(),
		Guest: j.GuestMark(guest.Surname, guest.GivenName, guest.Email),
	}
}

// What was planned and never sent stands in nobody's way, and is told as that.
func TestWhatWasNeverSentStandsInNobodysWay(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.lookedBack()
	draft := firstDraft(t, o.desk, 1)
	o.planned(o.plannedStay(draft))()
	made, err := o.desk.Book(t.Context(), draft)
	noError(t, err)
	s := o.recorded("att-PLANNED")
	if got := recovery.OutcomeWords(s); got != "not booked (never sent)" || !s.Sent.IsZero() {
		t.Errorf("the audit says %q of %+v", got, s)
	}
	o.planned(journal.Plan{Attempt: "att-CANCEL", Kind: journal.Cancel, Reservation: made.Reservation.ID})()
	if _, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation)); err != nil {
		t.Errorf("the cancellation: %v", err)
	}
	o.verified()
}

// What another console has planned and not sent so far is never told as sent.
func TestWhatAnotherConsoleHasPlannedIsNotToldAsSent(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	end := o.planned(o.plannedStay(draft))
	_, err := o.desk.Book(t.Context(), draft)
	var similar *recovery.Write
	if !errors.As(err, &similar) || similar.NeedsWord() {
		t.Fatalf("got %v, want to be asked without the word", err)
	}
	words := strings.Join(similar.OtherLines(o.clock(), time.UTC), "\n")
	if want := "planned at 12:00 by another Bellhop, and not sent so far · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights"; words != want {
		t.Errorf("it reads %q, want %q", words, want)
	}
	if x := booking.Explain(err); x.Title != "Another Bellhop is about to book this stay for this guest" {
		t.Errorf("it is explained as %+v", x)
	}
	if got := recovery.OutcomeWords(o.recorded("att-PLANNED")); got != "not sent yet" {
		t.Errorf("the audit says %q", got)
	}
	end()
	made, err := o.desk.Book(t.Context(), draft)
	noError(t, err)
	end = o.planned(journal.Plan{Attempt: "att-CANCEL", Kind: journal.Cancel, Reservation: made.Reservation.ID})
	defer end()
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation))
	if x := booking.Explain(err); x.Text != "Another Bellhop has planned an earlier cancellation of this reservation (att-CANCEL) and not sent it so far." {
		t.Errorf("it is explained as %+v", x)
	}
	if o.service.creates != 1 || o.service.cancels != 0 {
		t.Errorf("%d creates and %d cancels were sent", o.service.creates, o.service.cancels)
	}
}

// A stay that is over is not cancelled, and the refusal says what is left to do.
func TestAStayThatIsOverIsNotCancelled(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	r := made.Reservation
	if o.desk.StayOver(r) {
		t.Error("a stay that lies ahead is over")
	}
	o.pass(o.desk.StayOf(r).Out.AddDays(2).In(time.UTC).Sub(o.clock()))
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(r))
	var refused *booking.RefusedError
	if !errors.As(err, &refused) || !refused.StayOver || refused.Over() || !o.desk.StayOver(r) {
		t.Fatalf("got %v", err)
	}
	x := booking.Explain(err)
	if x.Title != "Not cancelled" || !strings.HasPrefix(x.Text, "The stay is over, and cannot be cancelled: the guest left on ") || x.Retry ||
		x.Hint != "The reservation stands, and its stay is over. What the hotel gives back, it alone decides: call it with the reference." {
		t.Errorf("explained as %+v", x)
	}
}

// A refusal that is followed by a read, over real HTTP.
func TestARefusalIsFollowedByARead(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	r := made.Reservation
	change, err := priceDates(t.Context(), o.desk, r.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
	noError(t, err)
	departure, err := priceDates(t.Context(), o.desk, r.ID, api.Date{}, api.NewDate(2026, 12, 17))
	noError(t, err)
	// Another agent cancels it.
	if _, err := o.service.Service.CancelReservation(t.Context(), r.ID); err != nil {
		t.Fatal(err)
	}
	writes := map[string]func(r api.Reservation) error{
		"cancellation": func(r api.Reservation) error {
			_, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(r))
			return err
		},
		"change of dates": func(r api.Reservation) error {
			change.Reservation = r
			_, err := o.desk.ChangeDates(t.Context(), change)
			return err
		},
		"change of dates, of one": func(r api.Reservation) error {
			departure.Reservation = r
			_, err := o.desk.ChangeDates(t.Context(), departure)
			return err
		},
		"change of payment": func(r api.Reservation) error {
			_, err := o.desk.ChangePayment(t.Context(), o.desk.ShownNow(r), api.NewSecret("other_card"), api.NewSecret("123"))
			return err
		},
	}
	titles := map[string]string{
		"cancellation": "Not cancelled", "change of dates": "The dates were not changed", "change of payment": "The payment was not changed",
	}
	for name, send := range writes {
		write := func(r api.Reservation) error {
			o.service.reads(r) // It was cancelled between the reading before the write and the write.
			return send(r)
		}
		var refused *booking.RefusedError
		err := write(r)
		if !errors.As(err, &refused) || !refused.Canceled() || refused.Now.ID != r.ID || refused.Standing() != "it was cancelled already" {
			t.Fatalf("%s: got %v", name, err)
		}
		if x := booking.Explain(err); !strings.Contains(x.Title, "cancelled already") || strings.Contains(x.Hint, "stands") || x.SignIn {
			t.Errorf("%s: explained as %+v", name, x)
		}
		name, _, _ = strings.Cut(name, ",")
		if !strings.HasPrefix(err.Error(), "the "+name+" was refused: ") {
			t.Errorf("%s: the error is %v", name, err)
		}
		gone := r
		gone.ID = strings.Repeat("0", len(r.ID))
		if err := write(gone); !errors.As(err, &refused) || !refused.Missing || !refused.Over() {
			t.Errorf("%s of what is not there: %v", name, err)
		}
		o.service.set(false, false, true)
		err = write(r)
		x := booking.Explain(err)
		if !errors.As(err, &refused) || refused.Now != nil || refused.Over() || !strings.Contains(x.Hint, "is not known") {
			t.Errorf("%s, and no read: %v", name, err)
		}
		if titles[name] != x.Title {
			t.Errorf("%s: the title is %q", name, x.Title)
		}
		o.service.set(false, false, false)
	}
	_, err = priceDates(t.Context(), o.desk, r.ID, api.NewDate(2026, 12, 14), api.NewDate(2026, 12, 18))
	if x := booking.Explain(err); !errors.Is(err, booking.ErrNotChangeable) || x.Title != "The reservation is cancelled already" {
		t.Errorf("pricing new dates: %v, %+v", err, x)
	}
}

// Two rounds at once, as a command that lists what is unresolved does beside the one in the background, take nobody
// for another console.
func TestRoundsAtOnceAreOneConsole(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.freeze(true)
	o.service.set(true, false, true)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	id := attemptOf(t, err)
	for range 30 {
		o.stop()
		o.open()
		ctx, cancel := context.WithCancel(t.Context())
		var rounds sync.WaitGroup
		for range 4 {
			rounds.Go(func() { _ = o.desk.Recovery.Round(ctx) })
		}
		rounds.Wait()
		if w, known := o.desk.Recovery.Write(id); !known || w.OtherConsole {
			t.Fatalf("known is %v, and it says: %s", known, w.Progress(o.clock(), time.UTC))
		}
		cancel()
	}
}
