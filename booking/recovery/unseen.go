package recovery

import (
	"cmp"
	"errors"

	"bellhop/booking/journal"
)

// unseenMost bounds how many unseen bookings a start shows.
const unseenMost = 20

// tellUnseen adds to Writes the bookings whose confirmation was never shown because the line dropped. A booking that was
// changed or cancelled since counts as seen.
func (r *Recovery) tellUnseen(j *journal.Journal) error {
	list, err := j.Attempts(journal.Filter{Unseen: true, Profile: r.options.Profile, Environment: r.options.Environment})
	told := 0
	for _, s := range list {
		since, atErr := j.At(s.ReservationID(), "")
		if r.Replaced(s.Plan) || atErr == nil && len(since) > 1 {
			continue
		}
		if told++; told > unseenMost {
			break
		}
		w := writeOf(s)
		w.State, w.Unseen = Made, &s.Outcome
		if s.MadeLate() {
			w.State, w.CountedNotMade = MadeLate, s.CountedNotMade
		}
		r.register.putNew(w)
	}
	return err
}

// UnseenWords returns why an earlier booking is shown only now; seen is the face's verb: "showed", "told".
func (w Write) UnseenWords(seen string) string {
	switch {
	case w.endedBefore():
		return "The console ended before it " + seen + " the answer."
	case w.State == MadeLate:
		return "It was found after it had counted as not booked."
	default:
		return "It was found after its answer was lost."
	}
}

// endedBefore reports whether a clear answer said that the write was made, and the console ended before showing it.
func (w Write) endedBefore() bool { return w.State == Made && w.Cause == "" }

// NoteShown notes in the journal that an attempt's booking was shown, so that later starts skip it. It may write to the disk.
func (r *Recovery) NoteShown(attempt string) error {
	j, err := r.journal()
	if errors.Is(err, ErrNoJournal) {
		return nil
	}
	if err == nil {
		err = j.NoteShown(attempt)
	}
	return err
}

// Dismiss removes a write from the list unless it is unresolved, and notes a booking as shown. It may write to the disk.
func (r *Recovery) Dismiss(attempt string) error {
	if w, known := r.register.dismiss(attempt); known && w.Booked() {
		return r.NoteShown(attempt)
	}
	return nil
}

// Booked reports whether the write is a booking that was made.
func (w Write) Booked() bool { return w.Plan.Kind == journal.Create && w.Made() }

// State returns the journal's state of an attempt, or journal.ErrNoAttempt.
func (r *Recovery) State(attempt string) (journal.AttemptState, error) {
	j, err := r.journal()
	if err != nil {
		return journal.AttemptState{}, err
	}
	return j.State(attempt)
}

// ReservationID returns the id of the write's reservation, or "" if it is unknown.
func (w Write) ReservationID() string {
	switch {
	case w.Reservation != nil:
		return w.Reservation.ID
	case w.Unseen != nil:
		return cmp.Or(w.Plan.Reservation, w.Unseen.Reservation)
	default:
		return w.Plan.Reservation
	}
}
