package screens

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/ui"
)

func (b *Book) send() tea.Cmd {
	if !b.form.Submit() {
		b.note = incomplete(b.form.Form)
		if b.needsAgain() && b.form.ErrorOf(fieldToken) == "" {
			b.note = "Nothing was sent: it may be booked already."
		}
		return nil
	}
	b.note = ""
	if b.write.notMade() {
		b.draft = b.draft.Besides(b.write.unresolved.known)
	}
	if b.similar != nil {
		b.draft = b.draft.Besides(*b.similar)
	}
	b.write.unresolved.dismiss()
	b.similar = nil
	b.form.SetValue(fieldAgain, "")
	desk := b.deps.Desk
	b.draft.Simulate, b.draft.Attempt, b.draft.Watched = b.form.simulation(), desk.NewAttempt(), true
	draft, deps := b.draft, b.deps
	draft.Token = b.form.token()
	return b.write.send(func(ctx context.Context) (booking.Booking, error) {
		return deps.Drafts.sending(deps, draft, func() (booking.Booking, error) { return desk.Book(ctx, draft) })
	}, slog.String("attempt", draft.Attempt))
}

func (b *Book) answered(nav ui.Nav, err error) ui.Nav {
	if err == nil && rebooks(b.draft) {
		return ui.Pop() // The rebooking goes on below.
	}
	if err == nil {
		return ui.Root(NewReceipt(b.deps, *b.write.result, b.draft))
	}
	x := b.write.failure
	var service *api.Error
	var unrecorded *recovery.NotRecordedError
	var unpriced *booking.NoPriceError
	var changed *booking.ChangedError
	var unread *booking.NotReadError
	if errors.As(err, &unread) {
		b.deps.settleMark(b.draft, booking.RestoredDraft{}, unread.Cause)
	}
	switch {
	case errors.As(err, &changed):
		b.deps.settleMark(b.draft, booking.RestoredDraft{Draft: *changed.Draft}, nil)
		b.draft = changed.Draft.Accepting(b.draft)
		b.rate.agreed, b.rate.asking = b.draft.Changes, false // Asked about is what has changed since it was read back.
	case b.write.unresolved.on:
		// The draft stays: the journal decides whether it is offered.
		if b.write.unresolved.made() {
			nav = b.receipt()
		}
	case recovery.WriteIn(err, recovery.HeldBack) != nil:
		b.similar = recovery.WriteIn(err, recovery.HeldBack)
		b.askSimilar(x)
	case errors.As(err, &unrecorded), errors.As(err, &unpriced), errors.Is(err, booking.ErrSimulation), api.Unauthorized(err):
	case errors.As(err, &service):
		var fewer *booking.RoomsError
		errors.As(err, &fewer)
		return b.takeRefusal(service, fewer, x)
	case errors.Is(err, api.ErrFeatureOff):
		b.refusedRequest = b.request()
		x.Hint = "Nothing was sent. Leave it out, or set the name in the profile if the service has it."
	default:
		x.Hint = b.deps.say("Nothing was booked. {send} sends it again.")
	}
	return nav
}

// rebooks reports whether what is booked is the first half of a rebooking: of a simulated one nothing else is done.
func rebooks(d booking.Draft) bool {
	return d.Rebooks && d.Simulate == api.SimulateNothing
}

// askSimilar names the bookings that may be the same stay. Only what it names sends this one.
func (b *Book) askSimilar(x *booking.Explanation) {
	for _, line := range b.similar.OtherLines(b.now, b.deps.agentZone()) {
		x.Problems = append(x.Problems, api.Problem{Message: line})
	}
	x.Hint = b.deps.say("esc leaves it at that, {go.reservations} looks in reservations. {accept} if this stay is wanted besides.")
	if b.similar.NeedsWord() {
		x.Hint = b.deps.say("esc leaves it at that, {go.reservations} looks in reservations. If this stay is wanted besides, type again below, then {send}.")
		b.form.Focus(fieldAgain)
	}
}

// accept takes what ctrl+y was asked for: the change, or a second booking.
func (b *Book) accept() {
	if b.asksSimilar() {
		b.draft = b.draft.Besides(*b.similar)
		b.similar = nil
		b.write.clear()
		b.note = b.deps.say("Accepted: {send} books this besides the other one.")
		return
	}
	b.rate.agreed, b.rate.asking, b.write.since.agreed = b.draft.Changes, false, true
}

// receipt leads to the receipt once a booking whose answer was lost has been found. This screen stays as it
// was: below another one it leads nowhere yet, and its keys must hold until it does.
func (b *Book) receipt() ui.Nav {
	made := b.write.recovered(func(found recovery.Write) booking.Booking {
		return b.deps.Desk.Booked(b.draft, *found.Reservation, &found)
	})
	switch {
	case made == nil:
		return ui.Stay()
	case rebooks(b.draft):
		return ui.Pop()
	}
	return ui.Root(NewReceipt(b.deps, *made, b.draft))
}

// verifyAgain verifies the rate again, for fewer rooms if a booking of several was refused, or searches the rates nearest to a
// refused one.
func (b *Book) verifyAgain(refused bool) tea.Cmd {
	b.write.clear()
	b.note = ""
	desk, draft, fewer := b.deps.Desk, b.draft, b.rate.fewer
	return b.verify.start(func(ctx context.Context) (booking.RestoredDraft, error) {
		if fewer != nil && !refused {
			return desk.RecheckFewer(ctx, fewer)
		}
		return desk.Recheck(ctx, draft, refused)
	})
}

// verified takes a new verification, or offers other rates where this one is gone.
func (b *Book) verified(again booking.RestoredDraft) ui.Nav {
	asked := b.draft
	asked.Trip = again.Draft.Trip // It may be for fewer rooms.
	b.deps.settleMark(asked, again, nil)
	b.rate.jumped = ""
	if again.Draft.Verified == nil {
		title, text := "This rate is gone", "The service does not sell it any more. "
		if b.rate.refused {
			title, text = "The service refused this rate", ""
		}
		b.rate.refused = true
		if !b.needsAgain() {
			text += "Nothing was booked or charged. "
		}
		others := NewNearestRates(b.deps, again.Draft, again.Nearest, title,
			text+"These come nearest to it, those of the same room first:")
		others.state = b.write.nothing()
		return ui.Push(others)
	}
	b.draft, b.refusedRequest = again.Draft, nil
	b.rate.verified(b.draft)
	if !b.rate.asking && !b.needsAgain() {
		b.note = "Verified again: nothing is worse than what was accepted."
	}
	return ui.Stay()
}

// A rateCheck knows whether a verified rate can be booked as it is.
type rateCheck struct {
	refused    bool           // the service refused the rate
	refusals   int            // how often it did although the rate could be verified
	priceMoved bool           // it did because of the price: verifying again tells the new one
	jumped     string         // tells that the clock has jumped, as it does when a machine sleeps
	agreed     []terms.Change // what a person has accepted
	asking     bool           // there are changes that were not accepted
	fewer      *booking.RoomsError
}

func (c *rateCheck) stale(d booking.Draft, now time.Time) bool {
	return c.refused || c.staleWords(d, now) != ""
}

func (c *rateCheck) staleWords(d booking.Draft, now time.Time) string {
	return valueOr(d.Stale(now), c.jumped)
}

// offersNearest reports whether the rate was refused although it holds, and not for its price.
func (c *rateCheck) offersNearest(d booking.Draft, now time.Time) bool {
	return c.refused && !c.priceMoved && c.jumped == "" && d.Holds(now)
}

func (c *rateCheck) refuse(problems []api.Problem) {
	c.refused, c.priceMoved = true, slices.ContainsFunc(problems, booking.AboutPrice)
	c.refusals++
}

// verified takes a new verification, and asks about changes that were not accepted before.
func (c *rateCheck) verified(d booking.Draft) {
	c.refused, c.fewer = false, nil
	c.asking = terms.Stops(d.Changes) && !slices.Equal(d.Changes, c.agreed)
}

// A request is what the agent decides of a booking: sent unchanged, it meets the same answer.
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
func (b *Book) repeats() bool {
	return b.refusedRequest != nil && reflect.DeepEqual(b.refusedRequest, b.request())
}

// Unfinished has words of its own for a simulated booking and for an answer.
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
		return "The booking that was being sent was answered: " + statusWords(r) + ", " + stay +
			", " + joined(append(referenceLines(r), "reservation "+r.ID)...) + "."
	}
}

// takeRefusal leads to where what was refused can be mended.
func (b *Book) takeRefusal(e *api.Error, fewer *booking.RoomsError, x *booking.Explanation) ui.Nav {
	guest := func(p api.Problem) bool { return booking.FormPartOf(p) == booking.AtGuest }
	if !x.Retry {
		b.refusedRequest = b.request()
	}
	if b.toGuest != nil && slices.ContainsFunc(e.Problems, guest) {
		b.toGuest(e.Problems)
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
			// It stands at the field; told again above, it would push the price out of sight.
			b.write.clear()
		}
	case e.Type == api.TypeCreation, e.Type == api.TypeBooking:
		b.rate.refuse(e.Problems)
		b.rate.fewer = fewer
		x.Hint = b.deps.say("Nothing was booked or charged. {verify} verifies the rate again, {go.search} searches again.")
		switch {
		case b.rate.fewer != nil:
			x.Hint = "Nothing was booked or charged. " + b.rate.fewer.Words() + b.deps.say(" may still be available: {verify} verifies.")
			if b.rate.offersNearest(b.draft, b.now) {
				x.Hint += b.deps.say(" {nearest} shows this hotel's nearest rates.")
			}
		case b.rate.offersNearest(b.draft, b.now):
			x.Hint = b.deps.say("Nothing was booked or charged. {nearest} shows this hotel's nearest rates, those of the same room first; {verify} verifies this one again.")
		}
	case x.Wait != "":
		x.Hint = "Nothing was booked. " + x.Wait + b.deps.say(", then {send} sends it again.")
	case e.Status == http.StatusForbidden:
		b.forbidden = true
		x.Hint = b.deps.say("Nothing was booked. {go.search} finds another hotel, or ask who manages the account. esc goes back to the guest.")
	case x.Retry:
		x.Hint = b.deps.say("Nothing was booked. {send} sends it again, esc goes back to the guest.")
	default:
		x.Hint = "Nothing was booked. esc goes back to the guest."
	}
	return ui.Stay()
}

// declined asks for another token, with the reason at the field.
func (b *Book) declined(e *api.Error, reason string) {
	b.note = "The payment token was refused"
	if e.Type == api.TypePayment {
		b.note = "The payment was declined"
	}
	b.note += b.deps.say("; nothing is booked. Another token, then {send}.")
	b.form.SetFieldError(fieldToken, reason)
	b.form.Focus(fieldToken)
}
