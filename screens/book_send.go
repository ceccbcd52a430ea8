package screens

import (
	"context"
	"errors"
	"log/slog"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

// send sends the booking if the form is right.
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
	b.draft.Simulate, b.draft.Attempt = b.form.simulation(), desk.NewAttempt()
	draft := b.draft
	draft.Token = b.form.token()
	return b.write.send(func(ctx context.Context) (booking.Booking, error) {
		return desk.Book(ctx, draft)
	}, slog.String("attempt", draft.Attempt))
}

// answered takes the outcome of the booking.
func (b *Book) answered(nav ui.Nav, err error) (ui.Nav, tea.Cmd) {
	if err == nil {
		return ui.Root(NewReceipt(b.deps, *b.write.result, b.draft)), b.deps.Drafts.clear(b.deps)
	}
	x := b.write.failure
	var service *api.Error
	var unrecorded *recovery.NotRecordedError
	var unpriced *booking.NoPriceError
	switch {
	case b.write.unresolved.on:
		// The journal has it from here on; continuing the draft would book twice.
		if b.write.unresolved.made() {
			nav = b.found()
		}
		return nav, b.deps.Drafts.clear(b.deps)
	case recovery.WriteIn(err, recovery.HeldBack) != nil:
		b.similar = recovery.WriteIn(err, recovery.HeldBack)
		b.askSimilar(x)
	case errors.As(err, &unrecorded), errors.As(err, &unpriced), errors.Is(err, booking.ErrSimulation), api.Unauthorized(err):
	case errors.As(err, &service):
		return b.refused(service, x), nil
	case errors.Is(err, api.ErrFeatureOff):
		b.refusal = b.request()
		x.Hint = "Nothing was sent. Leave it out, or set the name in the profile if the service has it."
	default:
		x.Hint = "Nothing was booked. ctrl+b sends it again."
	}
	return nav, nil
}

// askSimilar names the bookings that may be the same stay. The answer by
// default is no: only what is named sends the booking all the same.
func (b *Book) askSimilar(x *booking.Explanation) {
	for _, line := range b.similar.OtherLines(b.now, agentZone(b.deps)) {
		x.Problems = append(x.Problems, api.Problem{Message: line})
	}
	x.Hint = "esc leaves it at that, ctrl+r looks in reservations. ctrl+y if this stay is wanted besides."
	if b.similar.NeedsWord() {
		x.Hint = "esc leaves it at that, ctrl+r looks in reservations. If this stay is wanted besides, type again below, then ctrl+b."
		b.form.Focus(fieldAgain)
	}
}

// accept takes what ctrl+y was asked for: the change, or a second booking.
func (b *Book) accept() {
	if b.asksSimilar() {
		b.draft = b.draft.Besides(*b.similar)
		b.similar, b.write.failure = nil, nil
		b.note = "Accepted: ctrl+b books this besides the other one."
		return
	}
	b.rate.agreed, b.rate.asking = b.draft.Changes, false
}

// found goes on to the receipt once a booking whose answer was lost has been
// found.
func (b *Book) found() ui.Nav {
	u := b.write.unresolved
	if !u.made() || u.known.Reservation == nil {
		return ui.Stay()
	}
	made := b.deps.Desk.Booked(b.draft, *u.known.Reservation, true)
	made.MadeLate = u.known.State == recovery.MadeLate
	return ui.Root(NewReceipt(b.deps, made, b.draft))
}

// verifyAgain asks for the rate once more or, where that is no use because it
// was refused, for the others that come nearest to it.
func (b *Book) verifyAgain(refused bool) tea.Cmd {
	b.write.failure, b.note = nil, ""
	desk, draft := b.deps.Desk, b.draft
	return b.verify.start(func(ctx context.Context) (booking.RestoredDraft, error) { return desk.Recheck(ctx, draft, refused) })
}

// verified takes a new verification. Changes that were not accepted before are
// asked about; the booking waits for that. Where the rate is gone, others are
// offered.
func (b *Book) verified(again booking.RestoredDraft) ui.Nav {
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
		others := NewNearest(b.deps, again.Draft, again.Nearest, title,
			text+"These come nearest to it, those of the same room first:")
		others.answeredNo = b.write.refused
		return ui.Push(others)
	}
	b.draft, b.refusal = again.Draft, nil
	b.rate.verified(b.draft)
	if !b.rate.asking && !b.needsAgain() {
		b.note = "Verified again: nothing is worse than what was accepted."
	}
	return ui.Stay()
}
