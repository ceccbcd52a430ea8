package booking_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// A second cancellation or change, sent while nobody knows what came of the
// first write, may do what the agent no longer wants: it is refused, and names
// what it waits for. Afterwards it goes through.
func TestNoSecondWriteWhileAnEarlierOneIsOpen(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	r := booked.Reservation
	change, err := priceDates(t.Context(), o.desk, r.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
	if err != nil || !change.Possible() {
		t.Fatalf("got %+v, %v", change, err)
	}
	o.mu.Lock()
	o.still = true // Nothing is found out meanwhile.
	o.mu.Unlock()
	o.service.set(true, false, true)
	o.service.reads(change.Reservation)
	_, err = o.desk.ChangeDates(t.Context(), change)
	earlier := attemptOf(t, err)
	o.service.set(false, false, true)

	// Another console has the same journal and knows no more than this one.
	j, err := journal.Open(o.dir, journal.Options{Now: o.clock})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = j.Close() }()
	other := booking.NewDesk(booking.Options{Service: o.service, Now: o.clock, Journal: j, Profile: "demo", Environment: "sandbox"})
	for name, send := range map[string]func(*booking.Desk) error{
		"cancellation": func(d *booking.Desk) error { _, err := d.Cancel(t.Context(), d.ShownNow(r)); return err },
		"change":       func(d *booking.Desk) error { _, err := d.ChangeDates(t.Context(), change); return err },
		"payment": func(d *booking.Desk) error {
			_, err := d.ChangePayment(t.Context(), d.ShownNow(r), api.NewSecret("other_card"), api.NewSecret("123"))
			return err
		},
	} {
		for _, desk := range []*booking.Desk{o.desk, other} {
			o.service.reads(change.Reservation)
			err := send(desk)
			var pending *recovery.Write
			if !errors.As(err, &pending) || pending.Others[0].Attempt != earlier {
				t.Fatalf("%s: got %v, want it refused because of %s", name, err, earlier)
			}
			if x := booking.Explain(err); !strings.Contains(x.Title, "was not sent") || !strings.Contains(x.Text, earlier) || x.Hint == "" {
				t.Errorf("%s: explained as %+v", name, x)
			}
		}
	}
	if o.service.modifies != 1 || o.service.cancels != 0 {
		t.Fatalf("%d changes and %d cancellations were sent, want one change", o.service.modifies, o.service.cancels)
	}

	o.mu.Lock()
	o.still = false
	o.mu.Unlock()
	o.service.set(false, false, false)
	o.desk.Recovery.LookNow(earlier)
	if p := o.resolved(earlier); p.Result() != journal.NotModified {
		t.Fatalf("it came to %+v", p)
	}
	if got, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(r)); err != nil || got.Reservation.Status != api.StatusCanceled {
		t.Errorf("afterwards: %+v, %v", got, err)
	}
}

// unfiltering is a service that does not know the custom data filter, as
// services differ: one leaves it out without a word, another refuses it.
type unfiltering struct {
	booking.Service
	refuses int  // with this status; 0 leaves the filter out
	others  int  // reservations of others that stand before the one looked for
	unpaged bool // every page is the first one, and no total is said
}

func (u unfiltering) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	if len(q.CustomValues) > 0 {
		if u.refuses != 0 {
			return api.ReservationPage{}, &api.Error{Status: u.refuses, Message: "unknown filter"}
		}
		return api.ReservationPage{Items: []api.Reservation{{ID: "another"}}, Total: 1}, nil
	}
	if u.others == 0 {
		return u.Service.ListReservations(ctx, q)
	}
	page := api.ReservationPage{Total: u.others}
	if u.unpaged {
		page.Total, q.Page = 0, 1
	}
	for i := range q.PageSize {
		page.Items = append(page.Items, api.Reservation{ID: fmt.Sprintf("other-%d-%d", q.Page, i)})
	}
	return page, nil
}

func TestALookIsNotFooledByAServiceWithoutTheFilter(t *testing.T) {
	t.Parallel()
	for name, refuses := range map[string]int{"left out": 0, "refused": http.StatusBadRequest, "refused otherwise": http.StatusUnprocessableEntity} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			draft := firstDraft(t, o.desk, 1)
			o.stop()
			o.service.Service = unfiltering{Service: o.service.Service, refuses: refuses}
			o.open()
			o.service.set(false, true, false)
			_, err := o.desk.Book(t.Context(), draft)
			if p := o.resolved(attemptOf(t, err)); p.Result() != journal.Booked || p.Reservation == nil {
				t.Errorf("it came to %+v", p)
			}
		})
	}
}

// A list that cannot be read to its end does not prove that nothing was booked.
func TestAListThatIsNotReadToItsEndProvesNothing(t *testing.T) {
	t.Parallel()
	for name, unpaged := range map[string]bool{"too long": false, "the first page again and again": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			draft := firstDraft(t, o.desk, 1)
			o.stop()
			o.service.Service = unfiltering{Service: o.service.Service, refuses: http.StatusBadRequest, others: 1_000_000, unpaged: unpaged}
			o.open()
			o.service.set(true, false, false)
			_, err := o.desk.Book(t.Context(), draft)
			untilLookedInVain(t, o, attemptOf(t, err))
		})
	}
}

// gone is a service that has no reservation any more, as a sandbox after a reset.
type gone struct {
	booking.Service
	foreign bool // it is a page of something before the service that says so
}

func (g gone) ReadReservation(context.Context, string) (api.Reservation, error) {
	return api.Reservation{}, &api.Error{Status: http.StatusNotFound, Message: "not found", Foreign: g.foreign}
}

// untilLookedInVain waits until the window of a write is over and a look after it
// has failed, at which it must still be open.
func untilLookedInVain(t *testing.T, o *fixture, id string) {
	t.Helper()
	o.unresolved(id, func(w recovery.Write) bool { return o.clock().After(w.Until) && w.LookFailed })
}

// A page that says 404 gives nothing up: the reservation may be cancelled.
func TestAForeignNotFoundGivesNothingUp(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	o.stop()
	o.service.Service = gone{o.service.Service, true}
	o.open()
	o.service.set(true, false, false)
	o.service.reads(booked.Reservation)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(booked.Reservation))
	untilLookedInVain(t, o, attemptOf(t, err))
}

// A write to a reservation that is gone does not stay open for ever: after its
// time it is given up, and says so.
func TestAReservationThatIsGone(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	o.stop()
	o.service.Service = gone{Service: o.service.Service}
	o.open()
	o.service.set(true, false, false)
	o.service.reads(booked.Reservation)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(booked.Reservation))
	p := o.resolved(attemptOf(t, err))
	if p.Result() != journal.GivenUp || o.clock().Before(p.Until) {
		t.Fatalf("at %s it came to %+v", o.clock(), p)
	}
	if words := p.Progress(o.clock(), time.UTC); words != "the service does not have the reservation any more" {
		t.Errorf("it reads %q", words)
	}
}

// A service that leaves custom data out of its lists shows the booking without
// its attempt: that is no proof that it was not made. Only one that cannot be it
// is passed over.
func TestAListWithoutCustomDataProvesNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*api.Reservation)
		made   bool // it can be the one that was sent
	}{
		"as it is":         {func(*api.Reservation) {}, true},
		"masked guest":     {func(r *api.Reservation) { r.Guest.Surname = "O******" }, true},
		"no email":         {func(r *api.Reservation) { r.Guest.Email = "" }, true},
		"other midnight":   {func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-12T00:00:00Z") }, true},
		"another guest":    {func(r *api.Reservation) { r.Guest.Surname = "Nobody" }, false},
		"another property": {func(r *api.Reservation) { r.Hotel.ID.Code = "99999" }, false},
		"another stay":     {func(r *api.Reservation) { r.CheckOut = api.ParseInstant("2026-12-29") }, false},
		"another attempt":  {func(r *api.Reservation) { r.CustomData = api.CustomData{{Key: "bellhop_attempt", Text: "att-OTHER"}} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.alter(func(a *altered) {
				a.listed = func(q api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
					if len(q.CustomValues) > 0 {
						return api.ReservationPage{}, nil
					}
					for i := range page.Items {
						if r := &page.Items[i]; r.Guest.Email == zoe.Email {
							r.CustomData = nil
							c.change(r)
						}
					}
					return page, err
				}
			})
			o.service.set(false, true, false)
			draft := firstDraft(t, o.desk, 1)
			_, err := o.desk.Book(t.Context(), draft)
			id := attemptOf(t, err)
			if !c.made {
				if p := o.resolved(id); p.Result() != journal.NotBooked {
					t.Errorf("it came to %+v", p)
				}
				return
			}
			p := o.stillOpen(id)
			if words := p.Progress(o.clock(), time.UTC); !strings.Contains(words, "; a reservation like it is there and does not say whose it is; next") {
				t.Errorf("it reads %q", words)
			}
			var similar *recovery.Write
			o.freeze(true)
			draft.VerifiedAt = o.clock()
			if _, err := o.desk.Book(t.Context(), draft); !errors.As(err, &similar) || o.service.creates != 1 {
				t.Errorf("sent again: %v, %d were sent", err, o.service.creates)
			}
		})
	}
}

// What the journal has as another booking's is not taken for the one looked for.
func TestANamelessReservationThatIsKnownIsAnother(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.alter(func(a *altered) {
		a.listed = func(q api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
			if len(q.CustomValues) > 0 {
				return api.ReservationPage{}, nil
			}
			for i := range page.Items {
				page.Items[i].CustomData = nil
			}
			return page, err
		}
	})
	draft := firstDraft(t, o.desk, 1)
	first, err := o.desk.Book(t.Context(), draft)
	noError(t, err)
	o.service.set(true, false, false)
	draft.Attempt, draft.Despite = "", []string{o.recordedAttempt(first.Reservation)}
	_, err = o.desk.Book(t.Context(), draft)
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.NotBooked {
		t.Errorf("it came to %+v", p)
	}
}
