package journal

// NoteShown records that an attempt's booking was shown to a person. It is a no-op unless the attempt is unseen.
func (j *Journal) NoteShown(attempt string) error {
	return j.current(func() error {
		r := j.attempts.byID[attempt]
		if r == nil || !r.unseen {
			return nil
		}
		return j.add(Event{Step: Shown, Attempt: attempt})
	})
}
