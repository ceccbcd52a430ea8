package journal

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"
)

// A Plan is what an attempt is about to write, without anything that is secret or names the guest.
type Plan struct {
	// Attempt is the attempt's id, which also goes into the custom data of a create (WIRE 5): 1 to 64 letters,
	// digits, "-" and "_". It stands in the event.
	Attempt string `json:"-"`

	Kind        Kind   `json:"kind"`
	Profile     string `json:"profile"`
	Environment string `json:"environment"` // "sandbox" or "production"

	// Reservation is the service's id; a create does not have it yet.
	Reservation string `json:"reservation,omitempty"`
	Chain       string `json:"chain,omitempty"`
	Property    string `json:"property,omitempty"`
	HotelName   string `json:"hotel,omitempty"`     // as the service calls the property, for people
	CheckIn     string `json:"check_in,omitempty"`  // YYYY-MM-DD; the new dates in a modify
	CheckOut    string `json:"check_out,omitempty"` // YYYY-MM-DD
	Adults      int    `json:"adults,omitempty"`
	Children    int    `json:"children,omitempty"`
	Rooms       int    `json:"rooms,omitempty"`

	BookingCode string `json:"booking_code,omitempty"`
	ChannelCode string `json:"channel_code,omitempty"`
	Total       string `json:"total,omitempty"`    // decimal text; what is charged for all rooms, of a cancel the expected penalty
	Currency    string `json:"currency,omitempty"` // as sent
	Terms       string `json:"terms,omitempty"`    // hash of the terms agreed to
	Guest       string `json:"guest,omitempty"`    // GuestMark
	// Agreement is what the agent agreed to in words and figures; nil in lines of before there was one.
	Agreement *Agreement `json:"agreement,omitempty"`

	// Despite are the similar bookings that a person has seen and wants this one besides.
	Despite []string `json:"despite,omitempty"`
	// Unmade are those of them that were not known to be made then; they are not written down.
	Unmade []string `json:"-"`
	// Replaces is the service's id of the reservation in whose place this one is booked, and which is canceled
	// apart.
	Replaces string `json:"replaces,omitempty"`
	// Rebooking names the rebooking that a write belongs to, by the attempt of the booking that began it: it stands in
	// that booking and in the cancellation of the reservation that it replaces. Empty for any other write.
	Rebooking string `json:"rebooking,omitempty"`
	// DataState names the state of a sandbox's data at the time of planning; empty for any other service.
	DataState string `json:"world,omitempty"`
	// Lineage names the states of the data that the present one has come from, itself last; none for a service
	// that is always the same. It is not written down.
	Lineage []string `json:"-"`
	// ReadAt is the end of the journal before the plan's reservation was read; zero if none was. It is not stored.
	ReadAt Position `json:"-"`
	// Simulate says that a create asks the service to change nothing.
	Simulate bool `json:"simulate,omitempty"`
	// Watched says that the face that sends a create adds Shown once it has shown the booking. Lines of earlier versions lack
	// it.
	Watched bool `json:"watched,omitempty"`
	// WindowSeconds is how long after sending an unresolved write can still appear.
	WindowSeconds int `json:"window_seconds,omitempty"`
}

// Window says how long after sending an unresolved write can still appear.
func (p Plan) Window() time.Duration { return time.Duration(p.WindowSeconds) * time.Second }

// MovesDates reports whether the plan changes one date or both.
func (p Plan) MovesDates() bool { return p.Kind == Modify && (p.CheckIn != "" || p.CheckOut != "") }

// OutsideLineage reports whether the present state of the data has not come from that one.
func (p Plan) OutsideLineage(state string) bool {
	return state != "" && len(p.Lineage) > 0 && !slices.Contains(p.Lineage, state)
}

// An Outcome is what an answer or a look proved.
type Outcome struct {
	Result       Result `json:"result"`
	Reservation  string `json:"reservation,omitempty"` // the service's id
	Status       string `json:"status,omitempty"`      // as sent: CONFIRMED, CANCELED, CREATED
	Confirmation string `json:"confirmation,omitempty"`
	Locator      string `json:"locator,omitempty"`
	Total        string `json:"total,omitempty"` // as stored by the service
	Currency     string `json:"currency,omitempty"`
	Terms        string `json:"terms,omitempty"` // hash of the terms that the service stored
	Cause        Cause  `json:"cause,omitempty"` // why it did not take place
}

// A Look is one try to find out what came of an unresolved write.
type Look struct {
	Found       Found  `json:"found"`
	Reservation string `json:"reservation,omitempty"`
	Status      string `json:"status,omitempty"`
	Cause       Cause  `json:"cause,omitempty"` // why a look failed
}

var (
	idForm     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`) })
	amountForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,30}(\.[0-9]{1,20})?$`) })
	causeForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`) })
)

// check says what a plan lacks, all of it at once.
func (p Plan) check() error {
	var errs []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	need(idForm().MatchString(p.Attempt), "attempt id %q is not 1 to 64 letters, digits, - and _", p.Attempt)
	need(p.Kind.Made() != "", "kind %q is none of create, modify and cancel", p.Kind)
	need(p.Environment != "", "the environment is missing")
	if p.Kind == Create {
		need(p.Chain != "" && p.Property != "", "a create needs the chain and the property code")
		need(p.CheckIn != "" && p.CheckOut != "", "a create needs both dates")
		need(p.Rebooking == "" || p.Rebooking == p.Attempt && p.Replaces != "", "a rebooking begins with a booking in the place of a reservation")
	} else {
		need(p.Reservation != "", "a %s needs the reservation's id", p.Kind)
	}
	need(p.Rebooking == "" || idForm().MatchString(p.Rebooking), "rebooking %q is no attempt id", p.Rebooking)
	for _, date := range []string{p.CheckIn, p.CheckOut} {
		_, err := time.Parse(time.DateOnly, date)
		need(date == "" || err == nil, "%q is not a date like 2026-12-24", date)
	}
	need(p.CheckIn == "" || p.CheckOut == "" || p.CheckIn < p.CheckOut, "check-in %s is not before check-out %s", p.CheckIn, p.CheckOut)
	need(p.Total == "" || amountForm().MatchString(p.Total), "total %q is not a decimal number", p.Total)
	wrong := p.Agreement.check()
	need(wrong == nil, "the agreement: %w", wrong)
	need(p.Adults >= 0 && p.Children >= 0 && p.Rooms >= 0 && p.WindowSeconds >= 0, "a count is below 0")
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("the plan of an attempt is not complete: %w", err)
	}
	return nil
}
