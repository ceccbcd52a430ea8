package screens

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// send sends the booking if the form is right. It is the only place that does.
func (b *Book) send() tea.Cmd {
	if !b.form.Submit() {
		b.note = incomplete(b.form)
		if b.needsAgain() && b.form.ErrorOf(fieldToken) == "" {
			b.note = "Nothing was sent: it may be booked already."
		}
		return nil
	}
	b.failure, b.note = nil, ""
	if b.lost.notDone() {
		b.draft = b.draft.Besides(b.lost.write)
	}
	if b.similar != nil {
		b.draft = b.draft.Besides(*b.similar)
	}
	b.lost.dismiss()
	b.lost, b.similar = lost{}, nil
	b.form.SetValue(fieldAgain, "")
	draft, desk := b.draft, b.deps.Desk
	draft.Token = api.NewSecret(b.form.Value(fieldToken))
	draft.Simulate = b.simulation()
	draft.Attempt = desk.NewAttempt()
	b.draft.Simulate, b.draft.Attempt = draft.Simulate, draft.Attempt
	return b.call.send(b.deps, "booking", func(ctx context.Context) (booking.Booking, error) {
		return desk.Book(ctx, draft)
	}, slog.String("attempt", draft.Attempt))
}

// answered takes the outcome of the booking.
func (b *Book) answered(made booking.Booking, err error) (ui.Nav, tea.Cmd) {
	if err == nil {
		return ui.Root(NewReceipt(b.deps, made, b.draft)), b.deps.Drafts.clear(b.deps)
	}
	logFailure(b.deps, "booking", err)
	err = writeError(journal.Create, err)
	x := booking.Explain(err)
	b.failure = &x
	var service *api.Error
	b.answeredNo = b.answeredNo || refusedWrite(err)
	var unrecorded *recovery.NotRecordedError
	var unpriced *booking.NoPriceError
	switch {
	case unknownOutcome(err):
		// The journal has it from here on; continuing the draft would book twice.
		b.lost = newLost(b.deps, err)
		if b.lost.done() {
			return b.found(), b.deps.Drafts.clear(b.deps)
		}
		return signInAfter(b.deps, err), b.deps.Drafts.clear(b.deps)
	case recovery.WriteIn(err, recovery.HeldBack) != nil:
		b.similar = recovery.WriteIn(err, recovery.HeldBack)
		b.askSimilar(&x)
	case errors.As(err, &unrecorded), errors.As(err, &unpriced), errors.Is(err, booking.ErrSimulation):
	case api.Unauthorized(err):
		x.Hint = "Nothing was booked. With a new key press ctrl+b again."
		return ui.Push(NewSignIn(b.deps)), nil
	case errors.As(err, &service):
		return b.refused(service, &x), nil
	case errors.Is(err, api.ErrFeatureOff):
		b.refuseThis()
		x.Hint = "Nothing was sent. Leave it out, or set the name in the profile if the service has it."
	default:
		x.Hint = "Nothing was booked. ctrl+b sends it again."
	}
	return ui.Stay(), nil
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
		b.similar, b.failure = nil, nil
		b.note = "Accepted: ctrl+b books this besides the other one."
		return
	}
	b.agreed, b.asking = b.draft.Changes, false
}

// found goes on to the receipt once a booking whose answer was lost has been
// found.
func (b *Book) found() ui.Nav {
	if !b.lost.done() || b.lost.write.Reservation == nil {
		return ui.Stay()
	}
	made := b.deps.Desk.Booked(b.draft, *b.lost.write.Reservation, true)
	made.MadeLate = b.lost.write.State == recovery.MadeLate
	return ui.Root(NewReceipt(b.deps, made, b.draft))
}

// verifyAgain asks for the rate once more or, where that is no use because it
// was refused, for the others that come nearest to it.
func (b *Book) verifyAgain(refused bool) tea.Cmd {
	b.failure, b.note = nil, ""
	desk, draft := b.deps.Desk, b.draft
	return b.verify.start(func(ctx context.Context) (booking.Restored, error) { return desk.Recheck(ctx, draft, refused) })
}

// verified takes a new verification. Changes that were not accepted before are
// asked about; the booking waits for that. Where the rate is gone, others are
// offered.
func (b *Book) verified(again booking.Restored) ui.Nav {
	b.jumped = ""
	if again.Draft.Verified == nil {
		title, text := "This rate is gone", "The service does not sell it any more. "
		if b.gone {
			title, text = "The service refused this rate", ""
		}
		b.gone = true
		if !b.needsAgain() {
			text += "Nothing was booked or charged. "
		}
		others := NewNearest(b.deps, again.Draft, again.Nearest, title,
			text+"These come nearest to it, those of the same room first:")
		others.answeredNo = b.answeredNo
		return ui.Push(others)
	}
	b.draft, b.gone, b.refusal = again.Draft, false, nil
	b.asking = terms.Stops(b.draft.Changes) && !slices.Equal(b.draft.Changes, b.agreed)
	if !b.asking && !b.needsAgain() {
		b.note = "Verified again: nothing is worse than what was accepted."
	}
	return ui.Stay()
}
