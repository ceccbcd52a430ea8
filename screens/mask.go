package screens

import (
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// What a screen says of a guest, and the numbers that are a guest's, go through
// here: they are masked while the console is being presented. What is masked is
// only ever drawn.

// masking reports whether the console is being presented.
func (d *Deps) masking() bool { return d.Theme.Presenter.On() }

// masked returns a value as it may be shown.
func masked[T any](d *Deps, mask func(T) T, v T) T {
	if d.masking() {
		return mask(v)
	}
	return v
}

// mask returns a reservation as it may be shown.
func (d *Deps) mask(r api.Reservation) api.Reservation { return masked(d, booking.MaskReservation, r) }

// dots is what is typed where it may be a guest's: a dot for a letter.
func dots(text string) string { return strings.Repeat("•", len([]rune(text))) }

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
