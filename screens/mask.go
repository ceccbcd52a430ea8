package screens

import (
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

// What a screen says of a guest, and the numbers that are a guest's, go through
// here: they are masked while the console is being presented. What is masked is
// only ever drawn.

// masking reports whether the console is being presented.
func (d *Deps) masking() bool { return d.Theme.Presenter.On() }

// mask returns a reservation as it may be shown.
func (d *Deps) mask(r api.Reservation) api.Reservation {
	if d.masking() {
		return booking.MaskReservation(r)
	}
	return r
}

// maskDraft returns a booking that is being made as it may be shown.
func (d *Deps) maskDraft(draft booking.Draft) booking.Draft {
	if d.masking() {
		return booking.MaskDraft(draft)
	}
	return draft
}

// maskPending returns a write whose answer was lost as it may be shown.
func (d *Deps) maskPending(p recovery.Write) recovery.Write {
	if d.masking() {
		return booking.MaskWrite(p)
	}
	return p
}

// maskQuery returns what reservations are asked for by as it may be shown.
func (d *Deps) maskQuery(q api.ReservationQuery) api.ReservationQuery {
	if d.masking() {
		return booking.MaskQuery(q)
	}
	return q
}

// maskText returns a text that may be a guest's, as it may be shown.
func (d *Deps) maskText(text string) string {
	if d.masking() {
		return booking.MaskText(text)
	}
	return text
}

// maskTyped returns what is typed where it may be a guest's: a dot for a letter.
func (d *Deps) maskTyped(text string) string {
	if d.masking() {
		return strings.Repeat("•", len([]rune(text)))
	}
	return text
}

// maskedWords stand where a service's own words would.
const maskedWords = "What it says is hidden from the audience: it may name a guest."

// maskExplanation returns what went wrong as it may be shown. Titles and hints are the
// console's own; the text and the problems may repeat what was sent.
func maskExplanation(t ui.Theme, x booking.Explanation) booking.Explanation {
	if !t.Presenter.On() || x.Text == "" && len(x.Problems) == 0 {
		return x
	}
	x.Text, x.Problems = maskedWords, nil
	return x
}
