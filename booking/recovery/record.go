package recovery

import (
	"cmp"
	"errors"
	"slices"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
)

// GuestMark returns the journal's mark of a guest; empty without a journal.
func (r *Recovery) GuestMark(g api.Guest) string {
	j, err := r.journal()
	if err != nil {
		return ""
	}
	return j.GuestMark(g.Surname, g.GivenName, g.Email)
}

// StayOf works out the hotel's days of a reservation (WIRE 4). Midnight in UTC is the day itself or an instant
// (section 2.1): the dates sent for the reservation decide if the journal has them, or else the reading that
// another reservation proved.
func (r *Recovery) StayOf(got api.Reservation) trip.Stay {
	readings := trip.ReadStay(got, r.options.Hotels.Zone(got.Hotel.ID))
	if !readings.Differ() {
		return readings.Likely
	}
	stay, reading := readings.Decide(r.sentStays(got), trip.Reading(r.reading.Load()))
	if reading != trip.ReadingUnknown {
		r.reading.Store(int32(reading)) //nolint:gosec // A small enum.
	}
	return stay
}

// sentStays lists the stays that were sent for a reservation from here and not refused. A journal that is not
// open yet is not waited for.
func (r *Recovery) sentStays(got api.Reservation) []trip.SentStay {
	j := r.known()
	if j == nil {
		return nil
	}
	attempts, err := j.At(got.ID, AttemptOf(got))
	if err != nil {
		return nil // The rule alone decides.
	}
	var stays []trip.SentStay
	var last trip.SentStay
	for _, s := range attempts {
		if s.CheckIn == "" && s.CheckOut == "" || r.Replaced(s.Plan) || s.Refused() {
			continue
		}
		now := trip.SentStay{In: cmp.Or(s.CheckIn, last.In), Out: cmp.Or(s.CheckOut, last.Out)}
		stays = append(stays, now)
		if s.Kind == journal.Create || s.Outcome.Result == s.Kind.Made() {
			last = now
		}
	}
	return stays
}

// Events returns what the journal has of a reservation; nothing without a journal.
func (r *Recovery) Events(reservation string) ([]journal.Event, error) {
	var events []journal.Event
	j, err := r.journal()
	if err == nil {
		events, err = j.Show(reservation)
	}
	if err != nil && !errors.Is(err, ErrNoJournal) && !errors.Is(err, journal.ErrNoAttempt) {
		return nil, err
	}
	// In data that were replaced the id was another reservation's.
	replaced := map[string]bool{}
	return slices.DeleteFunc(events, func(e journal.Event) bool {
		if e.Reveal != nil {
			return r.Replaced(journal.Plan{DataState: e.Reveal.DataState})
		}
		if e.Plan != nil {
			replaced[e.Attempt] = r.Replaced(*e.Plan)
		}
		return replaced[e.Attempt]
	}), nil
}

// NoteReveal notes in the journal, before they are shown, that guests are shown: of a reservation by the
// service's id, or of a list when it is empty. After any error but ErrNoJournal nothing may be shown.
func (r *Recovery) NoteReveal(reservation string) error {
	j, err := r.journal()
	if err != nil {
		return err
	}
	p := r.ours(journal.Plan{Reservation: reservation})
	return j.NoteReveal(journal.Reveal{
		Reservation: p.Reservation, Profile: p.Profile, Environment: p.Environment, DataState: p.DataState,
	})
}

// A Sale is how a reservation was sold from this machine.
type Sale struct {
	State journal.AttemptState
	// Sold is what was sold, with the dates and the price of the last change.
	Sold journal.Plan
	// Moved is the last change of its dates; nil when they were not changed.
	Moved *journal.AttemptState
}

// SaleOf says how a reservation was sold; false when this machine did not book it.
func (r *Recovery) SaleOf(reservation string) (Sale, bool, error) {
	var all []journal.AttemptState
	j, err := r.journal()
	if err == nil {
		all, err = j.Attempts(journal.Filter{Reservation: reservation})
	}
	if err != nil && !errors.Is(err, ErrNoJournal) {
		return Sale{}, false, err
	}
	var sale Sale
	found := false
	for _, s := range slices.Backward(all) {
		switch {
		case r.Replaced(s.Plan):
		case s.Kind == journal.Create && s.Outcome.Result == journal.Booked:
			sale, found = Sale{State: s, Sold: s.Plan}, true
		case s.MovesDates() && s.Outcome.Result == journal.Modified:
			sold := &sale.Sold
			sold.CheckIn, sold.CheckOut = cmp.Or(s.CheckIn, sold.CheckIn), cmp.Or(s.CheckOut, sold.CheckOut)
			sold.Total, sold.Currency = s.Total, s.Currency
			sale.Moved = &s
		}
	}
	return sale, found, nil
}

// Digest returns what the whole journal comes to; ErrNoJournal where there is none.
func (r *Recovery) Digest() (journal.Digest, error) {
	j, err := r.journal()
	if err != nil {
		return journal.Digest{}, err
	}
	return j.Digest()
}
