package recovery

import (
	"errors"
	"time"

	"bellhop/booking/journal"
)

// A Cancellation is what the journal has of one that was made.
type Cancellation struct {
	At    time.Time
	State journal.AttemptState
}

// Cancellations returns how the profile's reservations were cancelled from this machine, by the service's id: when, by the
// service's clock as far as that was noted. There are none without a journal. The service tells no such time.
func (r *Recovery) Cancellations() (map[string]Cancellation, error) {
	all, err := r.attemptsOf(journal.Filter{Kind: journal.Cancel})
	out := make(map[string]Cancellation, len(all))
	for _, s := range all {
		if s.Made() {
			out[s.ReservationID()] = Cancellation{At: agreedAt(s), State: s}
		}
	}
	return out, err
}

// OpenWrites returns the writes to reservations of which it is not known what came, of whichever run or console, by the
// service's id of the reservation. One that was planned and never sent is none.
func (r *Recovery) OpenWrites() (map[string]journal.AttemptState, error) {
	all, err := r.attemptsOf(journal.Filter{Open: true})
	out := make(map[string]journal.AttemptState, len(all))
	for _, s := range all {
		if s.Kind != journal.Create && s.Step != journal.Planned {
			out[s.Reservation] = s
		}
	}
	return out, err
}

// attemptsOf lists the profile's attempts that a filter chooses; none without a journal, nor those of data that were
// replaced.
func (r *Recovery) attemptsOf(f journal.Filter) ([]journal.AttemptState, error) {
	j, err := r.journal()
	if errors.Is(err, ErrNoJournal) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f.Profile, f.Environment = r.options.Profile, r.options.Environment
	all, err := j.Attempts(f)
	if err != nil {
		return nil, err
	}
	kept := all[:0]
	for _, s := range all {
		if !r.Replaced(s.Plan) { // In data that were replaced the id was another reservation's.
			kept = append(kept, s)
		}
	}
	return kept, nil
}

// agreedAt returns when a write was agreed to, which decides what it costs, and else when it was sent.
func agreedAt(s journal.AttemptState) time.Time {
	if s.Agreement != nil {
		return s.Agreement.At.Time
	}
	return sent(s)
}
