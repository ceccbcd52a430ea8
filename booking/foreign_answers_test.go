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

// altered is a service whose answers to writes and lists are changed on the way.
type altered struct {
	booking.Service
	verified func(*api.Verification)
	created  func(api.Reservation) (api.Reservation, error)
	canceled func(api.Reservation) api.Reservation
	modified func(api.Reservation) api.Reservation
	read     func(api.Reservation) api.Reservation
	listed   func(api.ReservationQuery, api.ReservationPage, error) (api.ReservationPage, error)
	lists    []api.ReservationQuery
}

func (a *altered) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	v, err := a.Service.VerifyRate(ctx, r)
	if err == nil && a.verified != nil {
		a.verified(&v)
	}
	return v, err
}

func (a *altered) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	made, err := a.Service.CreateReservation(ctx, r)
	if err == nil && a.created != nil {
		return a.created(made)
	}
	return made, err
}

func (a *altered) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := a.Service.ReadReservation(ctx, id)
	if err == nil && a.read != nil {
		r = a.read(r)
	}
	return r, err
}

func (a *altered) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := a.Service.CancelReservation(ctx, id)
	if err == nil && a.canceled != nil {
		r = a.canceled(r)
	}
	return r, err
}

func (a *altered) ModifyReservation(ctx context.Context, q api.ModifyRequest) (api.Reservation, error) {
	r, err := a.Service.ModifyReservation(ctx, q)
	if err == nil && a.modified != nil {
		r = a.modified(r)
	}
	return r, err
}

func (a *altered) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	a.lists = append(a.lists, q)
	page, err := a.Service.ListReservations(ctx, q)
	if a.listed != nil {
		return a.listed(q, page, err)
	}
	return page, err
}

// alter puts altered answers between the console and the service.
func (o *fixture) alter(change func(*altered)) {
	o.t.Helper()
	o.stop()
	a := &altered{Service: o.service.Service}
	change(a)
	o.service.Service = a
	o.open()
}

// An answer to a create counts only where it can be about what was sent. One that
// is about another booking is unresolved: nothing of it is kept or told, and the
// look finds the true one.
func TestAnAnswerAboutAnotherBookingIsUnresolved(t *testing.T) {
	t.Parallel()
	day := func(day string) api.Instant { return api.ParseInstant(day) }
	for name, change := range map[string]func(*api.Reservation){
		"another attempt":    func(r *api.Reservation) { r.CustomData = api.CustomData{{Key: "bellhop_attempt", Text: "att-OTHER"}} },
		"another chain":      func(r *api.Reservation) { r.CustomData, r.Hotel.ID.Chain = nil, "ZZ" },
		"another property":   func(r *api.Reservation) { r.CustomData, r.Hotel.ID.Code = nil, "99999" },
		"another arrival":    func(r *api.Reservation) { r.CustomData, r.CheckIn = nil, day("2026-12-10T00:00:00Z") },
		"a day off":          func(r *api.Reservation) { r.CheckIn = day("2026-12-13T00:00:00Z") },
		"a plain day off":    func(r *api.Reservation) { r.CheckIn = day("2026-12-13") },
		"a local day off":    func(r *api.Reservation) { r.CheckOut = day("2026-12-20T11:00:00") },
		"another departure":  func(r *api.Reservation) { r.CheckOut = day("2026-12-20T11:00:00Z") },
		"another rate":       func(r *api.Reservation) { r.CustomData, r.Rate.BookingCode = nil, "OTHER" },
		"attempt, not hotel": func(r *api.Reservation) { r.Hotel.ID.Code = "99999" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.alter(func(a *altered) {
				a.created = func(r api.Reservation) (api.Reservation, error) {
					r.ID = "0000000000000000000000000000beef"
					change(&r)
					return r, nil
				}
			})
			draft := firstDraft(t, o.desk, 1)
			_, err := o.desk.Book(t.Context(), draft)
			id := attemptOf(t, err)
			if x := booking.Explain(err); strings.Contains(x.Title+x.Text+x.Hint, "beef") {
				t.Errorf("it names the other one: %+v", x)
			}
			p := o.resolved(id)
			if p.Result() != journal.Booked || p.Reservation.ID == "0000000000000000000000000000beef" || p.Cause != journal.CauseForeign {
				t.Fatalf("it came to %+v", p)
			}
			o.stop()
			j, err := journal.Open(o.dir, journal.Options{})
			noError(t, err)
			defer j.Close()
			if _, err := j.Show("0000000000000000000000000000beef"); !errors.Is(err, journal.ErrNoAttempt) {
				t.Errorf("the journal knows the other one: %v", err)
			}
			if o.service.creates != 1 {
				t.Errorf("%d creates were sent", o.service.creates)
			}
		})
	}
}

// What an answer leaves out or writes in another way contradicts nothing.
func TestAnAnswerThatSaysLessIsOurs(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*api.Reservation){
		"no custom data":  func(r *api.Reservation) { r.CustomData = nil },
		"other data only": func(r *api.Reservation) { r.CustomData = api.CustomData{{Key: "cost_centre", Text: "1"}} },
		"no hotel":        func(r *api.Reservation) { r.Hotel = api.HotelRef{} },
		"another name":    func(r *api.Reservation) { r.Hotel.Name = "LONDINIUM" },
		"no dates":        func(r *api.Reservation) { r.CheckIn, r.CheckOut = api.Instant{}, api.Instant{Text: "soon"} },
		"the plain day":   func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-12") },
		"the hotel's own": func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-12T15:00:00") },
		"no date at all":  func(r *api.Reservation) { r.CheckIn = api.ParseInstant("0001-01-01T00:00:00Z") },
		"no codes":        func(r *api.Reservation) { r.Rate.BookingCode, r.Rate.ChannelCode = "", "" },
		"calendar dates":  func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-12T00:00:00Z") },
		"the hotel's day": func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-12T15:00:00+00:00") },
		// The hotel's zone is not known: a day is no contradiction.
		"in another zone": func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-11T15:00:00Z") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.alter(func(a *altered) {
				a.created = func(r api.Reservation) (api.Reservation, error) {
					change(&r)
					return r, nil
				}
			})
			if name == "in another zone" {
				draft := firstDraft(t, newDesk(t), 1) // This desk has not heard of the hotel.
				if _, err := o.desk.Hotels(t.Context(), draft.Trip); err != nil {
					t.Fatal(err)
				}
				made, err := o.desk.Book(t.Context(), draft)
				if err != nil || made.Reservation.ID == "" {
					t.Fatalf("it came to %+v, %v", made, err)
				}
				return
			}
			made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			if err != nil || made.Reservation.ID == "" {
				t.Fatalf("it came to %+v, %v", made, err)
			}
		})
	}
}

// An answer to a cancellation or a change that is about another reservation
// proves nothing; reading the right one does.
func TestAnAnswerAboutAnotherReservationIsUnresolved(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	other := func(r api.Reservation) api.Reservation {
		r.ID = "0000000000000000000000000000beef"
		return r
	}
	o.alter(func(a *altered) { a.canceled, a.modified = other, other })
	change, err := priceDates(t.Context(), o.desk, made.Reservation.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
	noError(t, err)
	_, err = o.desk.ChangeDates(t.Context(), change)
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.Modified || p.Reservation.ID != made.Reservation.ID {
		t.Errorf("the change came to %+v", p)
	}
	now, err := readOne(t.Context(), o.desk, made.Reservation.ID)
	noError(t, err)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(now))
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.Canceled || p.Reservation.ID != made.Reservation.ID {
		t.Errorf("the cancellation came to %+v", p)
	}
	if o.service.cancels != 1 || o.service.modifies != 1 {
		t.Errorf("%d cancels and %d changes were sent", o.service.cancels, o.service.modifies)
	}
}

// A reservation of another hotel that carries the attempt is neither the booking
// nor a proof that there is none: the outcome stays open, and is told as such.
func TestAFindOfAnotherHotelDecidesNothing(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.alter(func(a *altered) {
		a.created = func(api.Reservation) (api.Reservation, error) { return api.Reservation{}, errLost }
		a.listed = func(_ api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
			for i := range page.Items {
				page.Items[i].Hotel.ID.Code = "99999"
			}
			return page, err
		}
	})
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	p := o.stillOpen(attemptOf(t, err))
	if words := p.Progress(o.clock(), time.UTC); !strings.Contains(words, "; a reservation of another hotel carries the attempt; next") {
		t.Errorf("it reads %q", words)
	}
}

// stillOpen waits until long after the window, and finds the outcome still open. The clock stops there: if the next look began
// at once, the test could miss the moment between two looks.
func (o *fixture) stillOpen(id string) recovery.Write {
	o.t.Helper()
	o.stopAfter(4 * time.Hour) // Later looks would move the clock past the stay.
	return o.unresolved(id, func(w recovery.Write) bool {
		return o.clock().After(w.Until.Add(2*time.Hour)) && w.LookFailed && !w.Looking
	})
}

// A service that does not know the custom data filter may answer nothing, all or
// an error. None of it may pass for "not made": the list of the day decides.
func TestNoAnswerToTheFilterPassesForNotMade(t *testing.T) {
	t.Parallel()
	all := func(o *fixture, inner booking.Service, q api.ReservationQuery) (api.ReservationPage, error) {
		q.CustomValues = nil
		return inner.ListReservations(o.t.Context(), q)
	}
	for name, answer := range map[string]func(*fixture, booking.Service, api.ReservationQuery) (api.ReservationPage, error){
		"nothing": func(*fixture, booking.Service, api.ReservationQuery) (api.ReservationPage, error) {
			return api.ReservationPage{}, nil
		},
		"all": all,
		"others": func(*fixture, booking.Service, api.ReservationQuery) (api.ReservationPage, error) {
			return api.ReservationPage{Items: []api.Reservation{{ID: "another"}}, Total: 900}, nil
		},
		"a refusal": func(*fixture, booking.Service, api.ReservationQuery) (api.ReservationPage, error) {
			return api.ReservationPage{}, &api.Error{Status: http.StatusBadRequest, Message: "unknown filter"}
		},
	} {
		for _, made := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o := newFixture(t, nil)
				var inner booking.Service
				o.alter(func(a *altered) {
					inner = a.Service
					a.listed = func(q api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
						if len(q.CustomValues) > 0 {
							return answer(o, inner, q)
						}
						return page, err
					}
				})
				o.service.set(!made, made, false)
				_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
				p := o.resolved(attemptOf(t, err))
				want := map[bool]journal.Result{true: journal.Booked, false: journal.NotBooked}[made]
				if p.Result() != want || made != (p.Reservation != nil) {
					t.Errorf("made: %t, and it came to %+v", made, p)
				}
			})
		}
	}
}

// A list that is not read to its end, for whatever reason, never says "not made".
func TestAListOfTheDayThatIsNotWholeProvesNothing(t *testing.T) {
	t.Parallel()
	page := func(from, to, total int) api.ReservationPage {
		p := api.ReservationPage{Total: total}
		for i := from; i < to; i++ {
			p.Items = append(p.Items, api.Reservation{ID: fmt.Sprintf("other-%d", i)})
		}
		return p
	}
	for name, answer := range map[string]func(q api.ReservationQuery) (api.ReservationPage, error){
		"its end is missing": func(q api.ReservationQuery) (api.ReservationPage, error) {
			return []api.ReservationPage{page(0, 50, 80), {Total: 80}}[min(q.Page, 2)-1], nil
		},
		"every page is the first": func(api.ReservationQuery) (api.ReservationPage, error) { return page(0, 50, 80), nil },
		"a page fails": func(q api.ReservationQuery) (api.ReservationPage, error) {
			if q.Page > 1 {
				return api.ReservationPage{}, errLost
			}
			return page(0, 50, 80), nil
		},
		"something is no reservation": func(api.ReservationQuery) (api.ReservationPage, error) {
			return api.ReservationPage{Total: 1, Skipped: 1}, nil
		},
		"it is refused": func(api.ReservationQuery) (api.ReservationPage, error) {
			return api.ReservationPage{}, &api.Error{Status: http.StatusBadRequest, Message: "unknown filter"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			o.alter(func(a *altered) {
				a.listed = func(q api.ReservationQuery, page api.ReservationPage, err error) (api.ReservationPage, error) {
					if len(q.CustomValues) > 0 {
						return page, err
					}
					return answer(q)
				}
			})
			o.service.set(true, false, false)
			_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			o.stillOpen(attemptOf(t, err))
		})
	}
}

// A total that is left out is no end: full pages are read on.
func TestAListWithoutATotalIsReadToItsEnd(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	var deepest int
	o.alter(func(a *altered) {
		a.listed = func(q api.ReservationQuery, _ api.ReservationPage, _ error) (api.ReservationPage, error) {
			if len(q.CustomValues) > 0 {
				return api.ReservationPage{}, nil
			}
			deepest = max(deepest, q.Page)
			if q.Page < 4 {
				others := api.ReservationPage{}
				for i := range q.PageSize {
					others.Items = append(others.Items, api.Reservation{ID: strings.Repeat("x", q.Page) + string(rune('A'+i))})
				}
				return others, nil
			}
			q.Page -= 3
			page, err := a.Service.ListReservations(t.Context(), q)
			page.Total = 0
			return page, err
		}
	})
	o.service.set(false, true, false)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.Booked || deepest != 4 {
		t.Errorf("read to page %d, it came to %+v", deepest, p)
	}
}

// The first two looks read the short list of the filter only. Each later one reads the list of the day as well.
func TestLook_ListOfTheDayFromTheThirdOn(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	var lists *altered
	o.alter(func(a *altered) { lists = a })
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), draft)
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.NotBooked {
		t.Fatalf("it came to %+v", p)
	}
	o.stop()
	var read strings.Builder
	for _, q := range lists.lists {
		if q.CheckIn.From.IsZero() {
			read.WriteString("f")
		} else {
			read.WriteString("d")
		}
	}
	if later, early := strings.CutPrefix(read.String(), "ff"); !early || len(later) < 8 || strings.ReplaceAll(later, "fd", "") != "" {
		t.Errorf("the lists of filter (f) and day (d) were read as %s, want fffdfd…", read.String())
	}
}

// otherReservations is a service that answers every read with another reservation.
type otherReservations struct{ booking.Service }

func (s otherReservations) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := s.Service.ReadReservation(ctx, id)
	r.ID = "0000000000000000000000000000beef"
	return r, err
}

// A read that is answered with another reservation is no read: what is not the one
// that was asked for is neither shown nor written to.
func TestAReadThatIsAnsweredWithAnotherReservation(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	o.stop()
	o.service.Service = otherReservations{o.service.Service}
	o.open()
	_, err = readOne(t.Context(), o.desk, made.Reservation.ID)
	if x := booking.Explain(err); x.Title != "The service answered with another reservation" {
		t.Errorf("got %v, explained as %+v", err, x)
	}
	if _, err := priceDates(t.Context(), o.desk, made.Reservation.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17)); err == nil {
		t.Error("new dates are priced for another reservation")
	}
	o.service.set(true, false, false)
	o.service.reads(made.Reservation)
	_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation))
	p := o.stillOpen(attemptOf(t, err))
	if words := p.Progress(o.clock(), time.UTC); !strings.Contains(words, "; the service answers with another reservation; next") {
		t.Errorf("it reads %q", words)
	}
}

// An id that comes in other letters than it was sent is the same one, as for the
// client.
func TestAnIDInOtherLettersIsTheSame(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	o.stop()
	o.service.Service = capitalIDs{o.service.Service}
	o.open()
	id := made.Reservation.ID
	if r, err := readOne(t.Context(), o.desk, id); err != nil || r.ID == id {
		t.Errorf("reading: %q, %v", r.ID, err)
	}
	if r, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(made.Reservation)); err != nil || r.Reservation.ID == id {
		t.Errorf("cancelling: %q, %v", r.Reservation.ID, err)
	}
}

// capitalIDs answers with ids in capital letters.
type capitalIDs struct{ booking.Service }

func (l capitalIDs) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := l.Service.ReadReservation(ctx, id)
	r.ID = strings.ToUpper(r.ID)
	return r, err
}

func (l capitalIDs) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := l.Service.CancelReservation(ctx, id)
	r.ID = strings.ToUpper(r.ID)
	return r, err
}
