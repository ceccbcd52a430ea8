package journal

// At lists the attempts at one reservation, in the order in which they came to
// be at it: by the service's id of it, and the create whose attempt it carries
// ("" for none) although its answer was lost. It costs no walk through the
// journal.
func (j *Journal) At(reservation, attempt string) ([]State, error) {
	var out []State
	err := j.current(func() error {
		records := j.fold.stays[reservation]
		if r := j.fold.attempts[attempt]; r != nil && r.reservation == "" {
			records = append([]*record{r}, records...)
		}
		for _, r := range records {
			s, err := j.fold.state(r)
			if err != nil {
				return err
			}
			out = append(out, *s)
		}
		return nil
	})
	return out, err
}
