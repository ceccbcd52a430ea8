package journal

import "fmt"

// A Rebooking is a booking in the place of a reservation that is not cancelled yet.
type Rebooking struct {
	// New is the booking that began it: resolved as booked, or without a known outcome.
	New AttemptState
	// Canceling is the cancellation of the old reservation whose outcome is not known; nil where there is none.
	Canceling *AttemptState
}

// Rebookings lists, the newest first, the rebookings of a profile of which something is left to do: the new
// reservation is booked or may be, and none of the two is known to be canceled. Screens ask at each tick, so that like
// NotMade it waits for nobody.
func (j *Journal) Rebookings(profile, environment string) ([]Rebooking, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []Rebooking
	for i := len(j.attempts.planned) - 1; i >= 0; i-- {
		r := j.attempts.planned[i]
		if !r.rebooks || r.profile != profile || r.environment != environment || r.refused {
			continue
		}
		s, err := j.attempts.state(r)
		if err != nil {
			return nil, err
		}
		if !s.Open() && !s.Made() {
			continue // One that is made late after all is listed from then on.
		}
		one := Rebooking{New: *s}
		over, err := j.attempts.cancellations(s.Replaces, *s, &one.Canceling)
		if err == nil && !over && s.Made() {
			over, err = j.attempts.cancellations(s.ReservationID(), *s, new(*AttemptState))
		}
		if err != nil {
			return nil, err
		}
		if !over {
			out = append(out, one)
		}
	}
	return out, nil
}

// cancellations reports whether a reservation was canceled, and else gives the cancellation without a known outcome.
func (f *attemptSet) cancellations(reservation string, of AttemptState, open **AttemptState) (canceled bool, err error) {
	for _, r := range f.byReservation[reservation] {
		if r.kind != Cancel || r.profile != of.Profile || r.environment != of.Environment {
			continue
		}
		s, err := f.state(r)
		if err != nil {
			return false, err
		}
		if s.Made() {
			return true, nil
		}
		if s.Open() {
			*open = s
		}
	}
	return false, nil
}

// beganRebooking reports whether the attempt is the booking that a rebooking begins with.
func (s *AttemptState) beganRebooking() bool {
	return s.Kind == Create && s.Rebooking != "" && s.Rebooking == s.Attempt
}

// CloseRebooking notes that nothing is left to do of a rebooking, which its first attempt names: a person keeps both
// reservations, or one of them is canceled. One that is closed already is left as it is.
func (j *Journal) CloseRebooking(attempt string) error {
	return j.current(func() error {
		s, err := j.attempts.state(j.attempts.byID[attempt])
		switch {
		case err != nil:
			return err
		case s == nil:
			return fmt.Errorf("%w: %s", ErrNoAttempt, attempt)
		case s.RebookingOver:
			return nil
		}
		return j.add(Event{Step: Closed, Attempt: attempt})
	})
}
