package campaign

import (
	"context"
	"net/http"

	"bellhop/booking"
)

// A Role is what a process of the campaign is: it calls Work or Serve.
type Role string

// The roles.
const (
	RoleConsole Role = "console"
	RoleService Role = "service"
)

// hooks sabotage a process, for tests; the zero value does nothing.
type hooks struct {
	// settings changes what the service was told.
	settings func(*serviceSettings)
	// handler stands between the network and the sandbox.
	handler func(http.Handler) http.Handler
	// answers stands between a console's desk and the service's client.
	answers func(booking.Service) booking.Service
	// told changes what a console tells its user.
	told func(told) told
	// unrecorded is called with a booking that was not sent, because the journal
	// could not note it.
	unrecorded func(context.Context, *console, booking.Draft)
}

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

func (s *server) console(o Options, c *clock, journal string) settings {
	return settings{
		Address: "http://" + s.settings.Address, Token: s.settings.Token, Journal: journal, Clock: *c.off(localClock),
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
	// doFillDisk has no result, and is nothing that anybody wants.
	doFillDisk = "fill disk"
)

// A job is one thing for one console to do.
type job struct {
	ID          int    `json:"id"`
	Do          string `json:"do"`
	Want        want   `json:"want"`
	Reservation string `json:"reservation,omitempty"` // of doCancel and doDates
	// Room and For belong to doFillDisk: how many bytes the journal can still grow
	// by, and for how many nanoseconds.
	Room int64 `json:"room,omitempty"`
	For  int64 `json:"for,omitempty"`

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
	Told        told   `json:"told"`
}

// told is what a console told its user of a reservation; what is empty it did
// not say.
type told struct {
	Total    string `json:"total,omitempty"` // a decimal number
	Currency string `json:"currency,omitempty"`
	In       string `json:"in,omitempty"` // days, as the hotel reckons them
	Out      string `json:"out,omitempty"`
}
