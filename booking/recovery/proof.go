package recovery

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
)

// An answer, or a reservation that a look finds, counts only when it can be about what was sent (WIRE 5). What
// it leaves out contradicts nothing. The errors name nothing of it: it may be somebody else's.

var (
	// ErrOtherAnswer is returned for an answer about another reservation.
	ErrOtherAnswer = errors.New("the answer is about another reservation")

	errNoID          = errors.New("the answer names no reservation")
	errOtherBooking  = errors.New("the answer is another booking's")
	errOtherProperty = errors.New("the answer is about another hotel")
	errOtherStay     = errors.New("the answer is about another stay")
	errOtherRate     = errors.New("the answer is about another rate")
)

// mismatch returns why an answer is no proof that the plan was made. The zone may be nil.
func mismatch(p journal.Plan, got api.Reservation, zone *time.Location) error {
	attempt := AttemptOf(got)
	switch {
	case got.ID == "":
		return errNoID
	case p.Kind != journal.Create && differs(p.Reservation, got.ID):
		return ErrOtherAnswer
	case p.Kind == journal.Cancel && got.Status != api.StatusCanceled:
		return fmt.Errorf("the service answered with status %q", got.Status)
	case p.Kind != journal.Create:
		return nil
	case attempt != "" && attempt != p.Attempt:
		return errOtherBooking
	case otherProperty(p, got):
		return errOtherProperty
	case otherStay(p, got, zone):
		return errOtherStay
	case differs(p.BookingCode, got.Rate.BookingCode):
		return errOtherRate
	default:
		return nil
	}
}

// Foreign reports whether an answer is about somebody else's reservation, so that nothing of it may be kept.
func Foreign(err error) bool {
	return slices.ContainsFunc([]error{ErrOtherAnswer, errOtherBooking, errOtherProperty, errOtherStay, errOtherRate}, func(other error) bool {
		return errors.Is(err, other)
	})
}

// otherProperty compares codes only: the names differ between calls (WIRE 4).
func otherProperty(p journal.Plan, r api.Reservation) bool {
	return differs(p.Chain, r.Hotel.ID.Chain) || differs(p.Property, r.Hotel.ID.Code)
}

// differs reports whether two texts contradict each other; an empty one says nothing.
func differs(a, b string) bool { return a != "" && b != "" && !strings.EqualFold(a, b) }

func otherStay(p journal.Plan, got api.Reservation, zone *time.Location) bool {
	in, errIn := api.ParseDate(p.CheckIn)
	out, errOut := api.ParseDate(p.CheckOut)
	return errIn == nil && trip.OtherDay(in, got.CheckIn, zone) || errOut == nil && trip.OtherDay(out, got.CheckOut, zone)
}

// otherGuest reports whether the guest is another than the plan's. One that is masked or not complete
// contradicts nothing.
func otherGuest(j *journal.Journal, p journal.Plan, g api.Guest) bool {
	for _, text := range []string{g.Surname, g.GivenName, g.Email} {
		if strings.TrimSpace(text) == "" || strings.ContainsAny(text, "*•…") {
			return false
		}
	}
	return differs(p.Guest, j.GuestMark(g.Surname, g.GivenName, g.Email))
}
