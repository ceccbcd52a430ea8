// Package fault describes what can go wrong with an answer of the service, as
// values: the kinds of faults, rules that say which requests they meet, and
// profiles of how long answers take. It decides and does nothing itself. Every
// decision comes from a seed and a count, so that a run repeats.
package fault

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/service"
)

// Kind is one way in which an answer fails.
type Kind string

// The kinds. Kinds says of each whether the request is carried out first.
// Late is carried out, but not at once.
const (
	ServerError      Kind = "server-error"
	ServerErrorAfter Kind = "server-error-after"
	BadGateway       Kind = "bad-gateway"
	BadGatewayAfter  Kind = "bad-gateway-after"
	Unavailable      Kind = "unavailable"
	GatewayTimeout   Kind = "gateway-timeout"
	Empty            Kind = "empty"
	Truncated        Kind = "truncated"
	Reset            Kind = "reset"
	ResetAfter       Kind = "reset-after"
	Late             Kind = "late"
	Slow             Kind = "slow"
	Unauthorized     Kind = "unauthorized"
	Forbidden        Kind = "forbidden"
	Busy             Kind = "busy"
	NotJSON          Kind = "not-json"
	Foreign          Kind = "foreign"
	ForeignAfter     Kind = "foreign-after"
	OtherReservation Kind = "other-reservation"
	RepeatedID       Kind = "repeated-id"
	Stalled          Kind = "stalled"
	OddPrice         Kind = "odd-price"
)

// LateBy is how long after its request a late one is carried out, by the
// sandbox's clock.
const LateBy = 20 * time.Second

// The delay of a slow or stalled answer and the Retry-After of a busy one, where nothing
// else is said, and the longest of either.
const (
	defaultDelay      = 8 * time.Second
	defaultRetryAfter = 5 * time.Second
	maxDelay          = 5 * time.Minute
	maxRetryAfter     = time.Hour
)

// Description is one kind for help texts.
type Description struct {
	Kind    Kind   `json:"kind"`
	Meaning string `json:"does"`
	Before  bool   `json:"-"` // the request is answered without being carried out
	Account bool   `json:"-"` // it meets only requests of a known account
	scope   *scope
	effect  effect // nil leaves the answer as it is
}

// scope is which requests a kind can meet, for one that cannot meet all of them.
type scope struct {
	words string
	meets func(path string) bool
}

var (
	creation = &scope{"the creation of a reservation: POST " + service.PathReservation, func(path string) bool {
		return path == service.PathReservation
	}}
	booked = &scope{"what is answered with a reservation: " + service.PathReservation + " and " + service.PathOne, func(path string) bool {
		return strings.HasPrefix(path, service.PathReservation) && path != service.PathReservations
	}}
	priced = &scope{"the search of hotels and the verification: " + service.PathSearch + " and " + service.PathVerification, func(path string) bool {
		return path == service.PathSearch || path == service.PathVerification
	}}
)

// kinds lists every kind, those that prevent the work first.
var kinds = []Description{
	{ServerError, "500 with the service's error body; nothing is done", true, false, nil, refusal(service.ErrInternal)},
	{BadGateway, "502 with an HTML page; nothing is done", true, false, nil, proxy(http.StatusBadGateway, "502 Bad Gateway")},
	{Unavailable, "503 with the service's error body; nothing is done", true, false, nil, refusal(service.ErrUnavailable)},
	{GatewayTimeout, "504 with an HTML page; nothing is done", true, false, nil, proxy(http.StatusGatewayTimeout, "504 Gateway Time-out")},
	{Unauthorized, "401 although the token is right; nothing is done", true, true, nil, refusal(service.ErrUnauthorized)},
	{Forbidden, "403; nothing is done", true, true, nil, refusal(service.ErrForbidden)},
	{Busy, "429 with Retry-After; nothing is done", true, true, nil, refusal(service.ErrTooMany)},
	{Reset, "the connection is reset; nothing is done", true, false, nil, reset},
	{Foreign, "status and body are those of something in between, see status= and body=; nothing is done", true, false, nil, foreign},
	{Late, "the connection is reset, and the booking is made only 20 s later", true, true, creation, reset},
	{ServerErrorAfter, "500, but the request is carried out", false, true, nil, refusal(service.ErrInternal)},
	{BadGatewayAfter, "502 with an HTML page, but the request is carried out", false, true, nil, proxy(http.StatusBadGateway, "502 Bad Gateway")},
	{ResetAfter, "the request is carried out, then the connection is reset: a ghost", false, true, nil, reset},
	{Empty, "200 without a body; the request is carried out", false, true, nil, empty},
	{Truncated, "the answer is cut off in its middle; the request is carried out", false, true, nil, truncated},
	{NotJSON, "200 with an HTML page; the request is carried out", false, true, nil, proxy(http.StatusOK, "Please sign in")},
	{ForeignAfter, "status and body are those of something in between, but the request is carried out", false, true, nil, foreign},
	{OtherReservation, "the answer is another reservation of the account; the request is carried out", false, true, booked, otherReservation},
	{RepeatedID, "the answer has its id three times, and two of them are wrong; the request is carried out", false, true, booked, repeatedID},
	{Stalled, "half of the answer comes, and the connection closes after the delay; the request is carried out", false, true, nil, stalled},
	{OddPrice, "the prices are missing, of another type or absurd, in turn; the request is carried out", false, true, priced, oddPrice},
	{Slow, "the answer is held back for the delay, then it is normal", false, false, nil, nil},
}

// Kinds lists every kind, those that prevent the work first.
func Kinds() []Description { return slices.Clone(kinds) }

// describe returns a kind's description; an unknown kind has none.
func (k Kind) describe() (Description, bool) {
	for _, d := range kinds {
		if d.Kind == k {
			return d, true
		}
	}
	return Description{}, false
}

// BeforeWork reports whether a request that meets the fault is answered without
// being carried out.
func (k Kind) BeforeWork() bool {
	d, _ := k.describe()
	return d.Before
}

// NeedsAccount reports whether the fault meets only requests that prove an
// account (SPEC 5).
func (k Kind) NeedsAccount() bool {
	d, _ := k.describe()
	return d.Account
}

// Action is one fault that happens.
type Action struct {
	Kind Kind
	// Delay is how long the answer is held back, whatever it is; Slow and Stalled
	// with zero wait defaultDelay.
	Delay time.Duration
	// RetryAfter goes with Busy and Unavailable, in whole seconds; Busy with
	// zero says defaultRetryAfter.
	RetryAfter time.Duration
	// Status and Body go with Foreign and ForeignAfter. What is not said is
	// another one each time, see Foreign.
	Status int
	Body   Body
	// Turn goes through the ways of a kind that has several, from a beginning
	// that the seed decides.
	Turn uint64
}

// Wait is how long the answer is held back.
func (a Action) Wait() time.Duration {
	if (a.Kind == Slow || a.Kind == Stalled) && a.Delay == 0 {
		return defaultDelay
	}
	return a.Delay
}

// Again is what Retry-After says, zero for nothing.
func (a Action) Again() time.Duration {
	if a.Kind == Busy && a.RetryAfter == 0 {
		return defaultRetryAfter
	}
	return a.RetryAfter
}

// Meets reports whether the kind can meet a request.
func (k Kind) Meets(e service.Endpoint) bool {
	d, _ := k.describe()
	return d.scope == nil || d.scope.meets(e.Path)
}
