package journal

// NoteShown notes that a person was shown that an attempt booked. An attempt of which there is nothing to note is left as it is.
func (j *Journal) NoteShown(attempt string) error {
	return j.current(func() error {
		r := j.attempts.byID[attempt]
		if r == nil || !r.unseen {
			return nil
		}
		return j.add(Event{Step: Shown, Attempt: attempt})
	})
}
