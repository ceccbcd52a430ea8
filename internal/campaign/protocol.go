package campaign

// settings are what a console is told before its first job, on its standard
// input: the token is nobody's business but its own.
type settings struct {
	Address   string `json:"address"`
	Token     string `json:"token"`
	Journal   string `json:"journal"`
	Clock     clock  `json:"clock"`
	WriteTime int64  `json:"write_time"` // nanoseconds
	Parallel  int    `json:"parallel"`
}

func (s *service) settings(o Options, c *clock, journal string) settings {
	return settings{
		Address: s.address, Token: s.token, Journal: journal, Clock: *c.off(localClock),
		WriteTime: int64(o.WriteTime), Parallel: o.Parallel,
	}
}

// A want is one stay that somebody wants once.
type want struct {
	Number   int    `json:"number"`
	Chain    string `json:"chain"`
	Property string `json:"property"`
	Hotel    string `json:"hotel"`
	CheckIn  string `json:"check_in"`
	Nights   int    `json:"nights"`
}

// What a job asks for.
const (
	doBook   = "book"
	doCancel = "cancel"
	doDates  = "dates" // a day later
)

// A job is one thing for one console to do.
type job struct {
	ID          int    `json:"id"`
	Do          string `json:"do"`
	Want        want   `json:"want"`
	Reservation string `json:"reservation,omitempty"` // but for doBook

	// half is 1 and 2 for the two tries of a stay that is tried twice, by two
	// consoles: those with an odd and those with an even number.
	half int
}

// What came of a job.
const (
	outcomeReady       = "ready" // not of a job: the console takes jobs now
	outcomeBooked      = "booked"
	outcomeStopped     = "stopped" // it was booked already: the second try was stopped
	outcomeCanceled    = "canceled"
	outcomeMoved       = "moved"
	outcomeNotOffered  = "not offered"  // the hotel has nothing for the stay
	outcomeNotPossible = "not possible" // to move
	outcomeGaveUp      = "gave up"
)

// A result is what a console says of a job, a line of JSON.
type result struct {
	Job         int    `json:"job"`
	Outcome     string `json:"outcome"`
	Reservation string `json:"reservation,omitempty"`
	Text        string `json:"text,omitempty"` // why a job was given up
}
