package api

import (
	"errors"
	"net/http"
	"strings"

	"bellhop/internal/safetext"
)

// The types of error that section 7 names. Others are kept as sent.
const (
	TypeApplication  = "APPLICATION_ERROR"
	TypeCancellation = "BOOKING_CANCELLATION_ERROR"
	TypeCreation     = "BOOKING_CREATION_ERROR"
	TypeBooking      = "BOOKING_ERROR"
	TypePayment      = "PAYMENT_PROCESSING_ERROR"
	TypeValidation   = "VALIDATION"
)

// CodeValidation is the code of every VALIDATION error (section 7).
const CodeValidation = 2001

// Outcome says what is known about a write that went wrong.
type Outcome int

const (
	// OutcomeRefused means that the service, or this client before sending,
	// said no: nothing happened there.
	OutcomeRefused Outcome = iota
	// OutcomeUnknown means that the request was sent and its answer was lost
	// or cannot be understood: it may have happened and been charged. Only
	// creating, modifying and cancelling can end so.
	OutcomeUnknown
)

// An Error is every way in which a call can fail (section 7). It never holds a
// token, a code or a guest's data.
type Error struct {
	Operation string // "create reservation", in words
	Status    int    // HTTP status, 0 when no answer came
	Code      int    // the service's numeric code, 0 when there was none
	Type      string // one of the Type constants, or as sent, or empty
	Message   string // the service's summary, or ours
	Quoted    bool   // Message is the service's
	Advice    string // what to do about the connection; empty if the service answered
	Problems  []Problem
	RequestID string
	Outcome   Outcome
	RetryAt   string // Retry-After as sent, empty when there was none
	Cause     error  // the transport's or decoder's error, nil when the service answered
	// Foreign reports that there was an answer and that its body is not the Error
	// of section 7: its status may be the word of something between here and the
	// service, which proves nothing about a reservation.
	Foreign bool
}

// A Problem is one thing wrong with a request. Field is its path
// (["payment", "guest", "token"]), empty when it concerns several fields. The
// names that a dialect changes stand in it as DefaultDialect has them.
type Problem struct {
	Field   []string
	Message string
}

// ErrFeatureOff is wrapped by the error of a call that needs a name which the
// profile's dialect has switched off.
var ErrFeatureOff = errors.New("the service does not have this")

// FeatureOffError means that a feature is off because the dialect has no name for
// its field: the service lacks it, or its name is not known.
type FeatureOffError struct {
	Feature  string   // in words: "filter by custom data"
	Settings []string // the missing dialect entries: "custom_data_filter"
}

func (e *FeatureOffError) Error() string {
	return e.Feature + ": " + e.Reason()
}

// Reason says how to turn the feature on.
func (e *FeatureOffError) Reason() string {
	names := make([]string, len(e.Settings))
	for i, setting := range e.Settings {
		names[i] = "dialect." + setting
	}
	words := names[len(names)-1]
	if rest := names[:len(names)-1]; len(rest) > 0 {
		words = strings.Join(rest, ", ") + " and " + words
	}
	return "off until the profile sets " + words
}

// Unwrap lets errors.Is find ErrFeatureOff.
func (e *FeatureOffError) Unwrap() error { return ErrFeatureOff }

// Unauthorized reports whether err is a 401: the key is missing, wrong or expired.
// Of a write that says nothing: whether it was done is Unknown's to tell.
func Unauthorized(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Status == http.StatusUnauthorized
}

// Error is one line for people: what was tried and what came of it.
func (e *Error) Error() string {
	words := e.Operation + ": " + safetext.Line(e.Message)
	if e.Outcome == OutcomeUnknown {
		words += " (it may have happened)"
	}
	if e.Advice != "" {
		words += "; " + e.Advice
	}
	return words
}

func (e *Error) kind() string {
	switch {
	case e.Type != "":
		return e.Type
	case e.Outcome == OutcomeUnknown:
		return "unknown outcome"
	case e.Status >= http.StatusBadRequest:
		return "refused"
	case e.Status != 0:
		return "answer"
	default:
		return "transport"
	}
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }
