package recovery

import (
	"slices"

	"bellhop/booking/journal"
)

// Rebookings lists the rebookings of which something is left to do, as the journal has them. It opens the journal where
// that is not open yet, and reads what other consoles have written.
func (r *Recovery) Rebookings() ([]journal.Rebooking, error) {
	j, err := r.journal()
	if err != nil {
		return nil, err
	}
	if _, err := j.Attempts(journal.Filter{Most: 1}); err != nil { // Rebookings alone knows what was read last.
		return nil, err
	}
	return r.rebookings(j)
}

// KnownRebookings is Rebookings as far as this console knows. It never waits, and lists none as long as the journal is
// not open.
func (r *Recovery) KnownRebookings() []journal.Rebooking {
	j := r.known()
	if j == nil {
		return nil
	}
	list, _ := r.rebookings(j) // What is wrong with the journal is told elsewhere.
	return list
}

func (r *Recovery) rebookings(j *journal.Journal) ([]journal.Rebooking, error) {
	list, err := j.Rebookings(r.options.Profile, r.options.Environment)
	return slices.DeleteFunc(list, func(one journal.Rebooking) bool { return r.Replaced(one.New.Plan) }), err
}

// CloseRebooking notes in the journal that nothing is left to do of a rebooking.
func (r *Recovery) CloseRebooking(attempt string) error {
	j, err := r.journal()
	if err != nil {
		return err
	}
	return j.CloseRebooking(attempt)
}
