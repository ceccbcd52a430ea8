package booking_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// notMade sends a booking that arrives nowhere and waits until it counts as not
// made; late is then what carries the request out after all.
func (o *fixture) notMade() (id string, late func()) {
	o.t.Helper()
	draft := firstDraft(o.t, o.desk, 1)
	o.service.set(true, false, false)
	_, err := o.desk.Book(o.t.Context(), draft)
	id = attemptOf(o.t, err)
	if p := o.resolved(id); p.Result() != journal.NotBooked {
		o.t.Fatalf("it came to %+v", p)
	}
	o.service.set(false, false, false)
	request := o.service.last
	return id, func() {
		firstDraft(o.t, o.desk, 1) // What nobody has searched for lately has expired.
		if _, err := o.service.Service.CreateReservation(o.t.Context(), request); err != nil {
			o.t.Fatal(err)
		}
	}
}

// again books the same stay because the first one counts as not made.
func (o *fixture) again(despite string) booking.Booking {
	o.t.Helper()
	draft := firstDraft(o.t, o.desk, 1)
	draft.Despite = []string{despite}
	made, err := o.desk.Book(o.t.Context(), draft)
	if err != nil {
		o.t.Fatal(err)
	}
	return made
}

func (o *fixture) pending(id string) recovery.Write {
	o.t.Helper()
	p, _ := o.desk.Recovery.Write(id)
	return p
}

// lookedBack waits until the console has looked for what counts as not made.
func (o *fixture) lookedBack() {
	o.t.Helper()
	o.wait(o.desk.Recovery.LookedBack)
}

func (o *fixture) verified() {
	o.t.Helper()
	if r, err := journal.Verify(o.dir); err != nil || !r.OK() {
		o.t.Errorf("the journal: %+v, %v", r, err)
	}
}

// recorded is where an attempt stands in the file.
func (o *fixture) recorded(id string) journal.AttemptState {
	o.t.Helper()
	j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
	if err != nil {
		o.t.Fatal(err)
	}
	defer j.Close()
	s, err := j.State(id)
	if err != nil {
		o.t.Fatal(err)
	}
	return s
}

// WIRE 5: a booking that shows up after it counted as not made is told, wherever
// the console sees it, is put right in the journal, and is named together with
// the one that was made in its place.
func TestABookingThatShowsUpLate(t *testing.T) {
	t.Parallel()
	for name, see := range map[string]func(o *fixture){
		"in a list": func(o *fixture) {
			if err := listAll(o.t.Context(), o.desk); err != nil {
				o.t.Error(err)
			}
		},
		"in a read": func(o *fixture) {
			list, err := o.service.ListReservations(o.t.Context(), api.ReservationQuery{})
			if err != nil {
				o.t.Fatal(err)
			}
			for _, r := range list.Items {
				if _, err := readOne(o.t.Context(), o.desk, r.ID); err != nil {
					o.t.Error(err)
				}
			}
		},
		"at the next start": func(o *fixture) {
			o.stop()
			o.open()
			o.lookedBack()
		},
		"at a start a day later": func(o *fixture) {
			o.stop()
			o.pass(24 * time.Hour)
			o.open()
			o.lookedBack()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			id, late := o.notMade()
			second := o.again(id)
			late()
			taken := o.recorded(id).Ended
			see(o)
			p := o.pending(id)
			if p.Result() != journal.Booked || p.Reservation == nil || !p.CountedNotMade.Equal(taken) || len(p.Others) != 1 || p.Others[0].Attempt != second.Attempt {
				t.Fatalf("it is told as %+v", p)
			}
			now := taken.Add(time.Minute)
			if got, want := p.Progress(now, time.UTC), "taken for not made at "+taken.Format("15:04")+" and exists: confirmed, record locator "+p.Reservation.Confirmation.RecordLocator; got != want {
				t.Errorf("the progress is %q, want %q", got, want)
			}
			notes := strings.Join(p.Notes(now, time.UTC), "\n")
			if !strings.HasPrefix(notes, "The same stay stands a second time: booked at ") || !strings.Contains(notes, second.Reservation.Confirmation.RecordLocator) ||
				!strings.HasSuffix(notes, "\nIf one is wanted, cancel the other.") {
				t.Errorf("the notes are %q", notes)
			}
			s := o.recorded(id)
			if s.Outcome.Result != journal.Booked || !s.Made() || !s.CountedNotMade.Equal(taken) || s.ReservationID() != p.Reservation.ID {
				t.Errorf("the journal says %+v", s)
			}
			if got := recovery.OutcomeWords(s); got != "booked (found after it had counted as not booked)" {
				t.Errorf("the audit says %q", got)
			}
			o.verified()
			lateOnThePages(t, o, *p.Reservation, second.Reservation, taken)
		})
	}
}

// lateOnThePages checks what the pages of the two reservations say, before and
// after one of them is cancelled.
func lateOnThePages(t *testing.T, o *fixture, late, second api.Reservation, taken time.Time) {
	t.Helper()
	now := taken.Add(time.Minute)
	lines := func(r api.Reservation) string {
		sale, sold, err := o.desk.SaleOf(r)
		if err != nil || !sold {
			t.Fatalf("the sale of %s: %t, %v", r.ID, sold, err)
		}
		return strings.Join(sale.LateLines(now, time.UTC), "\n")
	}
	first := "This booking was taken for not made at " + taken.Format("15:04") + " and exists."
	if got := lines(late); !strings.HasPrefix(got, first+"\nThe same stay stands a second time: ") || !strings.Contains(got, second.Confirmation.RecordLocator) {
		t.Errorf("the late one's page says %q", got)
	}
	if got := lines(second); !strings.HasPrefix(got, "The same stay stands a second time: ") || !strings.Contains(got, late.Confirmation.RecordLocator) {
		t.Errorf("the second one's page says %q", got)
	}
	// The next start reminds of it as long as both stand.
	o.stop()
	o.open()
	o.lookedBack()
	if p := o.pending(o.recordedAttempt(late)); len(p.Others) != 1 {
		t.Errorf("the next start tells %+v", p)
	}
	if _, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(second)); err != nil {
		t.Fatal(err)
	}
	if got := lines(late); got != first {
		t.Errorf("after the cancellation its page says %q", got)
	}
	o.stop()
	o.open()
	o.lookedBack()
	if list := o.desk.Recovery.Writes(); len(list) != 0 {
		t.Errorf("after the cancellation the start tells %+v", list)
	}
}

func (o *fixture) recordedAttempt(r api.Reservation) string {
	for _, f := range r.CustomData {
		if f.Key == "bellhop_attempt" {
			return f.Text
		}
	}
	return ""
}

// One look at each start, for what counts as not made since two days at most.
func TestTheLookBackEnds(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	id, late := o.notMade()
	o.stop()
	before := o.recorded(id)
	o.open()
	o.lookedBack()
	if got := o.recorded(id); got.Events != before.Events || len(o.desk.Recovery.Writes()) != 0 {
		t.Errorf("a look in vain has changed the journal: %+v", got)
	}
	o.stop()
	late()
	o.pass(49 * time.Hour)
	o.open()
	o.lookedBack()
	if list := o.desk.Recovery.Writes(); len(list) != 0 {
		t.Errorf("after two days it is looked for: %+v", list)
	}
	// It is noticed all the same once it is seen.
	if err := listAll(t.Context(), o.desk); err != nil {
		t.Fatal(err)
	}
	if p := o.pending(id); p.State != recovery.MadeLate {
		t.Errorf("seen in a list it is %+v", p)
	}
	o.verified()
}

// Of two consoles one finds the booking and puts it right. The other, which said
// that it was not made, must not say so any longer: when it sees the reservation
// itself, and by itself after a while.
func TestAnotherConsoleFindsItLate(t *testing.T) {
	t.Parallel()
	for name, see := range map[string]func(o *fixture){
		"seen here too": func(o *fixture) {
			if err := listAll(o.t.Context(), o.desk); err != nil {
				o.t.Error(err)
			}
		},
		"not seen here": func(o *fixture) { _ = o.desk.Recovery.Round(o.t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			id, late := o.notMade()
			first, ended := o.desk, o.stop
			late()
			o.open()
			o.lookedBack()
			if p := o.pending(id); p.State != recovery.MadeLate {
				t.Fatalf("the second console tells %+v", p)
			}
			o.desk = first
			before := o.recorded(id)
			if p := o.pending(id); p.Result() != journal.NotBooked {
				t.Fatalf("the first console was told already: %+v", p)
			}
			see(o)
			p := o.pending(id)
			if got, want := p.Progress(o.clock(), time.UTC), "taken for not made at "+before.CountedNotMade.Format("15:04")+" and exists: confirmed, record locator "; !strings.HasPrefix(got, want) {
				t.Errorf("the first console says %q, want %q", got, want)
			}
			if p.Reservation == nil || p.Reservation.ID != before.ReservationID() {
				t.Errorf("it offers %+v", p.Reservation)
			}
			if after := o.recorded(id); after.Events != before.Events {
				t.Errorf("the journal was put right twice: %+v", after)
			}
			ended()
		})
	}
}

// Reservations that carry nothing of ours, or attempts that are settled, are
// nobody's mistake.
func TestWhatIsInOrderIsNotTold(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	o.lookedBack()
	if _, err := readOne(t.Context(), o.desk, made.Reservation.ID); err != nil {
		t.Fatal(err)
	}
	if list := o.desk.Recovery.Writes(); len(list) != 0 {
		t.Errorf("it tells %+v", list)
	}
	sale, _, err := o.desk.SaleOf(made.Reservation)
	if lines := sale.LateLines(clock, time.UTC); err != nil || len(lines) != 0 {
		t.Errorf("the page says %q, %v", lines, err)
	}
}

// A sandbox that began anew has nothing of what was sent before: that is not
// looked for any longer, and no booking of it stands in the way of another.
func TestDataThatWereReplaced(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.stop()
	o.become("a")
	o.open()
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	o.freeze(true)
	o.service.set(true, false, false)
	other := firstDraft(t, o.desk, 1)
	other.Guest.Surname = "Other"
	_, err = o.desk.Book(t.Context(), other)
	lostBooking := attemptOf(t, err)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation))
	lostCancel := attemptOf(t, err)
	o.stop()
	o.become("b")
	o.freeze(false)
	o.service.set(false, false, false)
	began := o.clock()
	o.open()
	for id, want := range map[string]journal.Result{lostBooking: journal.NotBooked, lostCancel: journal.GivenUp} {
		p := o.resolved(id)
		if p.Result() != want || !p.BeganAnew {
			t.Errorf("%s came to %+v", id, p)
		}
		if got := p.Progress(began, time.UTC); got != "the sandbox began anew: what was sent before is gone with its world" {
			t.Errorf("the progress is %q", got)
		}
		if got := recovery.OutcomeWords(o.recorded(id)); !strings.HasSuffix(got, " (the sandbox began anew)") {
			t.Errorf("the audit says %q", got)
		}
	}
	if waited := o.clock().Sub(began); waited > time.Minute {
		t.Errorf("it was looked for during %s", waited)
	}
	// The stay can be booked without a question, and its page knows the old data
	// no more, although the service may give an id twice.
	if _, sold, err := o.desk.SaleOf(made.Reservation); sold || err != nil {
		t.Errorf("the reservation of the data that is gone was sold: %t, %v", sold, err)
	}
	if _, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1)); err != nil {
		t.Errorf("the same stay in the new data: %v", err)
	}
	if s := o.recorded(lostBooking); s.DataState != "a" {
		t.Errorf("it names the state %q", s.DataState)
	}
	o.verified()
}

// A service that is always the same has no other state: whatever a plan names, what was
// sent is looked for as long as ever, and stands in the way of a second booking.
// So it is with a plan that names no state, at a sandbox that has them.
func TestNothingIsGoneFromAServiceWithOneState(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ planned, asked []string }{
		"a plan that names a state": {planned: []string{"a"}},
		"a plan that names none":    {asked: []string{"a"}},
		"no states at all":          {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.stop()
			o.become(c.planned...)
			o.open()
			made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			noError(t, err)
			o.freeze(true)
			o.service.set(true, false, false)
			other := firstDraft(t, o.desk, 1)
			other.Guest.Surname = "Other"
			_, err = o.desk.Book(t.Context(), other)
			lostBooking := attemptOf(t, err)
			_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation))
			lostCancel := attemptOf(t, err)
			o.stop()
			o.become(c.asked...)
			o.freeze(false)
			o.service.set(false, false, false)
			o.open()
			for id, want := range map[string]journal.Result{lostBooking: journal.NotBooked, lostCancel: journal.NotCanceled} {
				p, s := o.resolved(id), o.recorded(id)
				if p.Result() != want || p.BeganAnew || s.Outcome.Cause != journal.CauseExpired || s.Ended.Before(s.Sent.Add(s.Window())) {
					t.Errorf("%s came to %+v after %s, with the cause %q", id, p, s.Ended.Sub(s.Sent), s.Outcome.Cause)
				}
			}
			if _, sold, err := o.desk.SaleOf(made.Reservation); !sold || err != nil {
				t.Errorf("the booking was not sold: %v", err)
			}
			var similar *recovery.Write
			if _, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1)); !errors.As(err, &similar) {
				t.Errorf("the same stay is not asked about: %v", err)
			}
		})
	}
}

// A state that was saved and loaded again has the bookings from before it was
// saved, and none from after.
func TestDataThatWentBack(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.stop()
	o.become("a")
	o.open()
	if _, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1)); err != nil {
		t.Fatal(err)
	}
	o.become("a", "after the save")
	later := firstDraft(t, o.desk, 1)
	later.Guest.Surname = "Later"
	if _, err := o.desk.Book(t.Context(), later); err != nil {
		t.Fatal(err)
	}
	o.become("a", "after the load")
	if _, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1)); err == nil || !strings.Contains(err.Error(), "has a booking at this hotel") {
		t.Errorf("what was booked before the save is not asked about: %v", err)
	}
	again := firstDraft(t, o.desk, 1)
	again.Guest.Surname = "Later"
	if _, err := o.desk.Book(t.Context(), again); err != nil {
		t.Errorf("what was booked after the save is in the way: %v", err)
	}
}
