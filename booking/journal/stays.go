package journal

// At lists the attempts at one reservation, in the order in which they came to
// be at it: by the service's id of it, and the create whose attempt it carries
// ("" for none) although its answer was lost. It costs no walk through the
// journal. Lists are drawn with it, so that like NotDone it does not ask for what
// other processes have appended since the last question, and waits for none.
func (j *Journal) At(reservation, attempt string) ([]State, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	records := j.fold.stays[reservation]
	if r := j.fold.attempts[attempt]; r != nil && r.reservation == "" {
		records = append([]*record{r}, records...)
	}
	var out []State
	for _, r := range records {
		s, err := j.fold.state(r)
		if err != nil {
			return nil, err
		}
		out = append(out, *s)
	}
	return out, nil
}
