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
func Cancellations(r *Recovery) (map[string]Cancellation, error) {
	all, err := cancelAttempts(r)
	out := make(map[string]Cancellation, len(all))
	for _, s := range all {
		if s.Made() {
			out[s.ReservationID()] = Cancellation{At: agreedAt(s), State: s}
		}
	}
	return out, err
}

func cancelAttempts(r *Recovery) ([]journal.AttemptState, error) {
	j, err := r.journal()
	if errors.Is(err, ErrNoJournal) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := j.Attempts(journal.Filter{Kind: journal.Cancel, Profile: r.options.Profile, Environment: r.options.Environment})
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
