package booking_test

import (
	"context"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// refusedAlthoughMade sends a booking that takes place and is answered as refused,
// as something between here and the service may do.
func (o *fixture) refusedAlthoughMade() (id string) {
	o.t.Helper()
	o.alter(func(a *altered) {
		a.created = func(r api.Reservation) (api.Reservation, error) {
			a.created = nil // The next one goes well.
			return api.Reservation{}, &api.Error{Status: http.StatusBadRequest, Type: api.TypeValidation, Message: "no"}
		}
	})
	draft := firstDraft(o.t, o.desk, 1)
	draft.Attempt = o.desk.NewAttempt()
	_, err := o.desk.Book(o.t.Context(), draft)
	var unknown *recovery.Write
	if err == nil || errors.As(err, &unknown) {
		o.t.Fatalf("it is answered with %v", err)
	}
	if s := o.recorded(draft.Attempt); s.Outcome.Result != journal.NotBooked || !s.Refused() {
		o.t.Fatalf("the journal says %+v", s)
	}
	return draft.Attempt
}

// A reservation that carries an attempt outweighs what the journal says of it,
// wherever it is seen: a refusal too.
func TestAReservationOutweighsARefusal(t *testing.T) {
	t.Parallel()
	for name, see := range map[string]func(o *fixture){
		"in a list": func(o *fixture) {
			if err := listAll(o.t.Context(), o.desk); err != nil {
				o.t.Error(err)
			}
		},
		"among the deadlines": func(o *fixture) {
			if err := readOpen(o.t.Context(), o.desk); err != nil {
				o.t.Error(err)
			}
		},
		"in a read": func(o *fixture) {
			list, err := o.service.ListReservations(o.t.Context(), api.ReservationQuery{})
			noError(o.t, err)
			for _, r := range list.Items {
				if _, err := readOne(o.t.Context(), o.desk, r.ID); err != nil {
					o.t.Error(err)
				}
			}
		},
		"in the answer to a cancellation": func(o *fixture) {
			list, err := o.service.ListReservations(o.t.Context(), api.ReservationQuery{})
			noError(o.t, err)
			if _, err := o.desk.Cancel(o.t.Context(), o.desk.ShownNow(list.Items[len(list.Items)-1])); err != nil {
				o.t.Error(err)
			}
		},
		"in a look for another one": func(o *fixture) {
			o.service.set(true, false, false)
			other := firstDraft(o.t, o.desk, 1)
			other.Guest.Surname = "Other"
			_, err := o.desk.Book(o.t.Context(), other)
			o.resolved(attemptOf(o.t, err))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			id := o.refusedAlthoughMade()
			second, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			noError(t, err) // Nobody knows better yet.
			taken := o.recorded(id).Ended
			see(o)
			p := o.pending(id)
			if p.Result() != journal.Booked || p.Reservation == nil || p.Reservation.ID == second.Reservation.ID || !p.CountedNotMade.Equal(taken) ||
				len(p.Others) != 1 || p.Others[0].Attempt != second.Attempt {
				t.Fatalf("it is told as %+v", p)
			}
			now := taken.Add(time.Minute)
			if got, want := p.Story(now, time.UTC), "Sent once at "+p.Sent.Format("15:04:05")+". It was answered as not booked."; got != want {
				t.Errorf("the story is %q, want %q", got, want)
			}
			if got := p.Progress(now, time.UTC); !strings.HasPrefix(got, "taken for not made at "+taken.Format("15:04")+" and exists: ") {
				t.Errorf("the progress is %q", got)
			}
			if notes := strings.Join(p.Notes(now, time.UTC), "\n"); !strings.Contains(notes, second.Reservation.Confirmation.RecordLocator) {
				t.Errorf("the notes are %q", notes)
			}
			if s := o.recorded(id); s.Outcome.Result != journal.Booked || s.ReservationID() != p.Reservation.ID {
				t.Errorf("the journal says %+v", s)
			}
			o.verified()
		})
	}
}

// What was found to exist although it had been refused is asked about by the
// word, not by a key alone; so is what was accepted while it counted as not made.
func TestAStayWithAnOverriddenAttemptAsksForTheWord(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	id := o.refusedAlthoughMade()
	if err := listAll(t.Context(), o.desk); err != nil {
		t.Fatal(err)
	}
	var similar *recovery.Write
	if _, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1)); !errors.As(err, &similar) || similar.Others[0].Attempt != id || !similar.NeedsWord() {
		t.Fatalf("got %v, want to be asked for the word because of %s", err, id)
	}
	if o.service.creates != 1 {
		t.Errorf("%d creates were sent", o.service.creates)
	}
	draft := firstDraft(t, o.desk, 1).Besides(*similar)
	if _, err := o.desk.Book(t.Context(), draft); err != nil {
		t.Errorf("after the word: %v", err)
	}
}

func TestAnAcceptedAttemptThatExistsAfterAllIsAskedAboutAgain(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	id, late := o.notMade()
	draft := firstDraft(t, o.desk, 1).Besides(recovery.Write{State: recovery.HeldBack, Others: []journal.AttemptState{o.recorded(id)}})
	late()
	if err := listAll(t.Context(), o.desk); err != nil {
		t.Fatal(err)
	}
	sent := o.service.creates
	var similar *recovery.Write
	if _, err := o.desk.Book(t.Context(), draft); !errors.As(err, &similar) || !similar.NeedsWord() {
		t.Fatalf("got %v, want to be asked: it exists, and nobody has accepted that", err)
	}
	if o.service.creates != sent {
		t.Error("it was sent before anybody was asked")
	}
	if _, err := o.desk.Book(t.Context(), draft.Besides(*similar)); err != nil {
		t.Errorf("after the word: %v", err)
	}
}

// A reservation that is seen while its attempt is looked for ends the looking,
// whatever the look itself can see.
func TestAReservationThatIsSeenEndsTheLooking(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.alter(func(a *altered) {
		a.listed = func(q api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
			if len(q.CustomValues) > 0 {
				return api.ReservationPage{}, nil
			}
			return page, err
		}
	})
	draft := firstDraft(t, o.desk, 1)
	o.freeze(true) // The looks wait for ever.
	o.service.set(false, true, false)
	_, err := o.desk.Book(t.Context(), draft)
	id := attemptOf(t, err)
	if err := listAll(t.Context(), o.desk); err != nil {
		t.Fatal(err)
	}
	if p := o.resolved(id); p.Result() != journal.Booked || p.State == recovery.MadeLate || p.Reservation == nil {
		t.Errorf("it came to %+v", p)
	}
	o.verified()
}

// What a list shows while the journal is still being opened is not forgotten.
func TestWhatIsSeenBeforeTheJournalIsOpen(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	id := o.refusedAlthoughMade()
	o.stop()
	opening, opened := make(chan struct{}), make(chan struct{})
	desk := booking.NewDesk(booking.Options{
		Service: o.service, Now: o.clock, Sleep: o.sleep, Profile: "demo", Environment: "sandbox",
		OpenJournal: func() (*journal.Journal, error) {
			close(opening)
			<-opened
			j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
			if err == nil {
				t.Cleanup(func() { _ = j.Close() })
			}
			return j, err
		},
	})
	ctx, cancel := context.WithCancel(t.Context())
	desk.Recovery.Start(ctx)
	<-opening
	if err := listAll(t.Context(), desk); err != nil {
		t.Fatal(err)
	}
	close(opened)
	o.desk = desk
	if p := o.resolved(id); p.Result() != journal.Booked || p.State != recovery.MadeLate {
		t.Errorf("it came to %+v", p)
	}
	cancel()
	desk.Recovery.Stop()
}

// Planned and never sent, as far as the journal knows: a reservation that carries
// it proves that wrong as well, and a damaged journal does not keep it from that.
func TestAReservationOutweighsNeverSent(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	draft.Attempt = o.desk.NewAttempt()
	made, err := o.desk.Book(t.Context(), draft)
	noError(t, err)
	o.stop()
	o.dir = filepath.Join(t.TempDir(), "journal")
	j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
	noError(t, err)
	a, err := j.Begin(journal.Plan{
		Attempt: draft.Attempt, Kind: journal.Create, Profile: "demo", Environment: "sandbox",
		Chain: draft.Hotel.ID.Chain, Property: draft.Hotel.ID.Code, CheckIn: "2026-12-12", CheckOut: "2026-12-15", WindowSeconds: 1800,
	})
	noError(t, errors.Join(err, a.Close(), j.Close()))
	o.open()
	// After a round the attempt is free. While it is locked, reading the reservation corrects nothing.
	noError(t, o.desk.Recovery.Round(t.Context()))
	if s := o.recorded(draft.Attempt); !s.Refused() && !s.Made() {
		t.Fatalf("after a round the journal says %+v", s)
	}
	if _, err := readOne(t.Context(), o.desk, made.Reservation.ID); err != nil {
		t.Fatal(err)
	}
	o.resolved(draft.Attempt)
	s := o.recorded(draft.Attempt)
	if s.Outcome.Result != journal.Booked || s.ReservationID() != made.Reservation.ID || s.CountedNotMade.IsZero() {
		t.Errorf("the journal says %+v", s)
	}
	p := o.pending(draft.Attempt)
	if got, want := p.Story(o.clock(), time.UTC), "Planned at "+p.Sent.Format("15:04:05")+". The journal does not say that it was sent."; got != want {
		t.Errorf("the story is %q, want %q", got, want)
	}
	o.verified()
}
