package screens

import (
	"bellhop/api"
	"bellhop/booking"
)

// replaced reports whether a booking was made in the place of a reservation that
// can be cancelled now.
func replaced(made booking.Booking, draft booking.Draft) bool {
	return draft.Replaces != nil && draft.Replaces.Status == api.StatusConfirmed && made.Reservation.Status == api.StatusConfirmed &&
		draft.Simulate == api.SimulateNothing
}

// cancelOld asks about the reservation in whose place this one was booked. That
// is cancelled there or nowhere.
func (r *Receipt) cancelOld() *Cancel {
	ask := NewCancel(r.deps, *r.draft.Replaces)
	ask.changed = func(old api.Reservation) {
		r.draft.Replaces = &old
		r.keys.old.SetEnabled(replaced(r.result, r.draft))
		r.layout()
	}
	return ask
}

// oldFacts remind of the reservation in whose place this one was booked.
func (r *Receipt) oldFacts(s *sheet) {
	old := r.draft.Replaces
	switch {
	case old == nil:
	case old.Status == api.StatusCanceled:
		s.text(s.theme.Good, "The old reservation is cancelled.")
	case replaced(r.result, r.draft):
		s.text(s.theme.Warn, "! The old reservation stands beside this one: "+joined(r.deps.Desk.StayOf(*old).Words(), joined(referenceLines(r.deps.mask(*old))...))+
			". c says what cancelling it costs, and asks.")
	default:
		s.text(s.theme.Warn, "The old reservation stands: "+r.deps.Desk.StayOf(*old).Words()+".")
	}
}
