package screens

import (
	"net/http"
	"reflect"
	"slices"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// A request is what the agent decides of a booking: sent again unchanged, it
// meets the same answer.
type request struct {
	trip     trip.Trip
	rate     string
	verified *api.Verification
	guest    api.Guest
	loyalty  *api.Loyalty
	custom   api.CustomData
	token    api.Secret
	simulate api.Simulation
}

func (b *Book) request() *request {
	d := b.draft
	return &request{
		trip: d.Trip, rate: d.Rate.BookingCode, verified: d.Verified, guest: d.Guest, loyalty: d.Loyalty, custom: d.CustomData,
		token: b.form.token(), simulate: b.form.simulation(),
	}
}

// repeats reports whether ctrl+b would only send again what was refused.
func (b *Book) repeats() bool { return b.refusal != nil && reflect.DeepEqual(b.refusal, b.request()) }

// Unfinished tells of a simulated booking and of one that was answered in other
// words than those of every write.
func (b *Book) Unfinished() string {
	if !b.write.sending() {
		return ""
	}
	d := b.draft
	stay := d.Hotel.Name + ", " + trip.StayWords(d.Trip.CheckIn, d.Trip.CheckOut)
	switch out := b.write.outcome(); {
	case out == nil && d.Simulate != api.SimulateNothing:
		return "A simulated booking was being sent and its outcome is not known: attempt " + d.Attempt + ", " + stay + "."
	case out == nil:
		return b.write.unfinished("attempt " + d.Attempt + ", " + stay)
	case out.err != nil:
		return b.write.unfinished(stay)
	default:
		r := out.value.Reservation
		return "The booking that was being sent was answered: " + r.Status + ", " + booking.StatusWords(r) + ", " + stay +
			", " + joined(append(referenceLines(r), "reservation "+r.ID)...) + "."
	}
}

// refused takes an answer that says no: nothing was booked. It leads to where
// the matter can be mended.
func (b *Book) refused(e *api.Error, x *booking.Explanation) ui.Nav {
	guest := func(p api.Problem) bool { return booking.FormPartOf(p) == booking.AtGuest }
	if !x.Retry {
		b.refusal = b.request()
	}
	if b.refuse != nil && slices.ContainsFunc(e.Problems, guest) {
		b.refuse(e.Problems)
		return ui.Pop()
	}
	message, others := "", false
	for _, p := range e.Problems {
		if booking.FormPartOf(p) == booking.AtPayment {
			message = booking.ProblemText(p)
		} else {
			others = true
		}
	}
	switch {
	case e.Type == api.TypePayment || message != "":
		b.declined(e, valueOr(message, valueOr(x.Text, x.Title)))
		if !others {
			// It stands at the field; told again above, it would push the price
			// out of sight.
			b.write.failure = nil
		}
	case e.Type == api.TypeCreation, e.Type == api.TypeBooking:
		b.rate.refuse(e.Problems)
		x.Hint = "Nothing was booked or charged. ctrl+v verifies the rate again, ctrl+n starts a new search."
		if b.rate.offersNearest(b.draft, b.now) {
			x.Hint = "Nothing was booked or charged. ctrl+e shows this hotel's nearest rates, those of the same room first; ctrl+v verifies this one again."
		}
	case x.Wait != "":
		x.Hint = "Nothing was booked. " + x.Wait + ", then ctrl+b sends it again."
	case e.Status == http.StatusForbidden:
		b.forbidden = true
		x.Hint = "Nothing was booked. ctrl+n finds another hotel, or ask who manages the account. esc goes back to the guest."
	case x.Retry:
		x.Hint = "Nothing was booked. ctrl+b sends it again, esc goes back to the guest."
	default:
		x.Hint = "Nothing was booked. esc goes back to the guest."
	}
	return ui.Stay()
}

// declined asks for another token: the reason stands at the field, and one line
// says what to do.
func (b *Book) declined(e *api.Error, reason string) {
	b.note = "The payment token was refused"
	if e.Type == api.TypePayment {
		b.note = "The payment was declined"
	}
	b.note += "; nothing is booked. Another token, then ctrl+b."
	b.form.SetFieldError(fieldToken, reason)
	b.form.Focus(fieldToken)
}
