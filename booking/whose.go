package booking

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
)

// Whose answer it is. An answer to a write, or a reservation that a look finds,
// counts only when it can be about what was sent (WIRE 5). What it leaves out
// contradicts nothing. The errors name nothing of what came: it may be somebody
// else's.

var (
	errNoID          = errors.New("the answer names no reservation")
	errOtherAnswer   = errors.New("the answer is about another reservation")
	errOtherBooking  = errors.New("the answer is another booking's")
	errOtherProperty = errors.New("the answer is about another hotel")
	errOtherStay     = errors.New("the answer is about another stay")
	errOtherRate     = errors.New("the answer is about another rate")
)

// mismatch says why an answer is no proof that the plan took place; nil when it
// is one.
func (d *Desk) mismatch(p journal.Plan, r api.Reservation) error {
	attempt := carriedAttempt(r)
	switch {
	case r.ID == "":
		return errNoID
	case p.Kind != journal.Create && differs(p.Reservation, r.ID):
		return errOtherAnswer
	case p.Kind == journal.Cancel && r.Status != api.StatusCanceled:
		return fmt.Errorf("the service answered with status %q", r.Status)
	case p.Kind != journal.Create:
		return nil
	case attempt != "" && attempt != p.Attempt:
		return errOtherBooking
	case otherProperty(p, r):
		return errOtherProperty
	case d.otherDay(p.CheckIn, r.CheckIn, r) || d.otherDay(p.CheckOut, r.CheckOut, r):
		return errOtherStay
	case differs(api.Clean(p.BookingCode), api.Clean(r.Rate.BookingCode)):
		return errOtherRate
	default:
		return nil
	}
}

// foreign reports whether an answer names somebody else's reservation for
// certain, so that nothing of it may be kept.
func foreign(err error) bool {
	for _, other := range []error{errOtherAnswer, errOtherBooking, errOtherProperty, errOtherStay, errOtherRate} {
		if errors.Is(err, other) {
			return true
		}
	}
	return false
}

// otherProperty reports whether a reservation is of another property than the
// plan. Only the codes tell: the names differ between calls (WIRE 4).
func otherProperty(p journal.Plan, r api.Reservation) bool {
	return differs(p.Chain, r.Hotel.ID.Chain) || differs(p.Property, r.Hotel.ID.Code)
}

// differs reports whether two texts contradict each other; one that is empty says
// nothing.
func differs(a, b string) bool { return a != "" && b != "" && !strings.EqualFold(a, b) }

// otherDay reports whether a reservation's date cannot be the day that was sent,
// however it is read: services return the calendar date, alone or at midnight UTC,
// or an instant of the hotel's day (WIRE 4), and without the hotel's zone that may
// be a day away.
func (d *Desk) otherDay(sent string, got api.Instant, r api.Reservation) bool {
	day, err := api.ParseDate(sent)
	named, certain := trip.CalendarDay(got, api.Date{})
	switch {
	case err != nil || day == named:
		return false
	case got.IsZero():
		// A text that is no date contradicts nothing.
		return certain && !named.IsZero()
	}
	utc := api.DateOf(got.Time)
	if day == utc {
		return false
	}
	zone := d.hotelZone(r.Hotel.ID)
	if zone == nil {
		return day.Before(utc.AddDays(-1)) || utc.AddDays(1).Before(day)
	}
	// An hour before midnight counts as the next day: an offset may be of the
	// other side of a change of clocks.
	return day != trip.DayIn(got, zone) && day != trip.DayAtOffset(got, zone)
}

// anyMayBe is mayBe of any, with the hotel's zone where it can be had: without it
// a stay of a day before or after may be the plan's as well.
func (d *Desk) anyMayBe(ctx context.Context, p journal.Plan, items []api.Reservation) bool {
	return slices.ContainsFunc(items, func(r api.Reservation) bool {
		_, _, _ = d.Facts(ctx, r.Hotel)
		return d.mayBe(p, r)
	})
}

// mayBe reports whether a reservation that carries no attempt can be the one that
// was sent: nothing in it contradicts that, and the journal does not have it as
// another booking's.
func (d *Desk) mayBe(p journal.Plan, r api.Reservation) bool {
	switch {
	case carriedAttempt(r) != "" || r.ID == "" || otherProperty(p, r):
		return false
	case d.otherDay(p.CheckIn, r.CheckIn, r) || d.otherDay(p.CheckOut, r.CheckOut, r):
		return false
	}
	j := d.opened.Load()
	if j == nil {
		return true
	}
	if otherGuest(j, p, r.Guest) {
		return false
	}
	attempts, err := j.At(r.ID, "")
	return err != nil || !slices.ContainsFunc(attempts, func(s journal.State) bool {
		return s.Kind == journal.Create && s.Attempt != p.Attempt && s.Outcome.Result == journal.Booked
	})
}

// otherGuest reports whether a reservation's guest is another one than the plan's.
// A guest that is masked or not complete, as in a list, contradicts nothing.
func otherGuest(j *journal.Journal, p journal.Plan, g api.Guest) bool {
	g = TidyGuest(g)
	for _, text := range []string{g.Surname, g.GivenName, g.Email} {
		if text == "" || strings.ContainsAny(text, "*•…") {
			return false
		}
	}
	return differs(p.Guest, j.GuestMark(g.Surname, g.GivenName, g.Email))
}
