package screens

import (
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

// What a screen says of a guest, and the numbers that are a guest's, go through
// here: for an audience they are masked, and else they are as they are. What is
// veiled is only ever drawn.

// audience reports whether the console is being shown to one.
func (d *Deps) audience() bool { return d.Theme.Presenter.On() }

// seen is a reservation as it may be shown.
func (d *Deps) seen(r api.Reservation) api.Reservation {
	if d.audience() {
		return booking.VeilReservation(r)
	}
	return r
}

// seenDraft is a booking that is being made as it may be shown.
func (d *Deps) seenDraft(draft booking.Draft) booking.Draft {
	if d.audience() {
		return booking.VeilDraft(draft)
	}
	return draft
}

// seenPending is a write whose answer was lost as it may be shown.
func (d *Deps) seenPending(p recovery.Write) recovery.Write {
	if d.audience() {
		return booking.VeilWrite(p)
	}
	return p
}

// seenQuery is what reservations are asked for by as it may be shown.
func (d *Deps) seenQuery(q api.ReservationQuery) api.ReservationQuery {
	if d.audience() {
		return booking.VeilQuery(q)
	}
	return q
}

// seenText is a text that may be a guest's, as it may be shown.
func (d *Deps) seenText(text string) string {
	if d.audience() {
		return booking.MaskText(text)
	}
	return text
}

// seenLetters is what is typed where it may be a guest's: a dot for a letter.
func (d *Deps) seenLetters(text string) string {
	if d.audience() {
		return strings.Repeat("•", len([]rune(text)))
	}
	return text
}

// hiddenWords stand where a service's own words would.
const hiddenWords = "What it says is hidden from the audience: it may name a guest."

// seenWords are what went wrong as it may be shown. Titles and hints are the
// console's own; the text and the problems may repeat what was sent.
func seenWords(t ui.Theme, x booking.Explanation) booking.Explanation {
	if !t.Presenter.On() || x.Text == "" && len(x.Problems) == 0 {
		return x
	}
	x.Text, x.Problems = hiddenWords, nil
	return x
}
