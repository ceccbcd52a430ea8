package recovery

import (
	"cmp"
	"errors"

	"bellhop/booking/journal"
)

// unseenMost bounds how many bookings a start tells that no face has shown.
const unseenMost = 20

// tellUnseen puts the bookings among Writes that were made and that no face has shown: the line dropped before. One that was
// changed or canceled since has been seen.
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
		r.register.putNew(w)
	}
	return err
}

// NoteShown notes in the journal that a person was shown that an attempt booked: no later start tells it. It may write to
// the disk.
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

// State returns what the journal has of an attempt; journal.ErrNoAttempt where it has nothing.
func (r *Recovery) State(attempt string) (journal.AttemptState, error) {
	j, err := r.journal()
	if err != nil {
		return journal.AttemptState{}, err
	}
	return j.State(attempt)
}

// ReservationID returns the reservation that the write is about; empty where it is not known.
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
