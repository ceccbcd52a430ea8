package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// The error types of SPEC 7.
const (
	typeApplication  = "APPLICATION_ERROR"
	typeCancellation = "BOOKING_CANCELLATION_ERROR"
	typeCreation     = "BOOKING_CREATION_ERROR"
	typeBooking      = "BOOKING_ERROR"
	typePayment      = "PAYMENT_PROCESSING_ERROR"
	typeValidation   = "VALIDATION"
)

// The error codes: 2001 is SPEC 7's, the others are WIRE 3's.
const (
	codeInternal     = 1000
	codeUnauthorized = 1001
	codeForbidden    = 1003
	codeNotFound     = 1004
	codeMethod       = 1005
	codeTooLarge     = 1013
	codeMediaType    = 1015
	codeTooMany      = 1029
	codeValidation   = 2001
	codeCreation     = 3001
	codeCancellation = 3002
	codeBooking      = 3003
	codePayment      = 4001
)

// maxProblems bounds the details of one error: a body of a megabyte can hold
// very many mistakes.
const maxProblems = 100

// problem is one element of an error's details (SPEC 7). Field is the path to
// what is wrong; a problem between fields has none.
type problem struct {
	Message string   `json:"message"`
	Field   []string `json:"field,omitempty"`
}

// problems collects what is wrong with a request, so that all of it is
// answered at once.
type problems struct {
	list []problem
}

// add notes a problem of the field at path. The text follows the field's name:
// "is missing".
func (p *problems) add(path []string, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if len(path) > 0 {
		text = dotted(path) + " " + text
	}
	p.note(problem{Message: text, Field: path})
}

// dotted is a path as messages spell it. A name that is empty would not be seen.
func dotted(path []string) string {
	names := slices.Clone(path)
	for i, name := range names {
		if name == "" {
			names[i] = `""`
		}
	}
	return strings.Join(names, ".")
}

func (p *problems) note(one problem) {
	if len(p.list) < maxProblems {
		p.list = append(p.list, one)
	}
}

// rejection returns the error that answers the request, or nil when nothing is
// wrong with it.
func (p *problems) rejection() error {
	if len(p.list) == 0 {
		return nil
	}
	return rejectInvalid(p.list...)
}

// rejection is an error that the service answers with: a status and the body of
// SPEC 7.
type rejection struct {
	status int
	allow  string // for 405

	Code      int       `json:"code"`
	Message   string    `json:"message"`
	Type      string    `json:"type"`
	Details   []problem `json:"details"`
	RequestID string    `json:"request_id"`
}

func (f *rejection) Error() string {
	return fmt.Sprintf("%d %s %d: %s", f.status, f.Type, f.Code, f.Message)
}

// refusal is a rejection with one message of its own, which stands in the
// details again with the field that it is about, if any.
func refusal(status, code int, kind, message string, field ...string) *rejection {
	return &rejection{
		status: status, Code: code, Type: kind, Message: message,
		Details: []problem{{Message: message, Field: field}},
	}
}

func rejectInvalid(list ...problem) *rejection {
	return &rejection{
		status: http.StatusBadRequest, Code: codeValidation, Type: typeValidation,
		Message: "The request could not be processed because of missing or invalid parameters.",
		Details: list,
	}
}

func rejectInternal() *rejection {
	return refusal(http.StatusInternalServerError, codeInternal, typeApplication, "The service failed to process the request.")
}

func rejectUnauthorized() *rejection {
	return refusal(http.StatusUnauthorized, codeUnauthorized, typeApplication, "The API key token is missing, invalid or expired.")
}

func rejectNoResource() *rejection {
	return refusal(http.StatusNotFound, codeNotFound, typeApplication, "There is no such resource.")
}

func rejectNoReservation() *rejection {
	return refusal(http.StatusNotFound, codeNotFound, typeApplication, "There is no such reservation.")
}

func rejectMethod(allow string) *rejection {
	f := refusal(http.StatusMethodNotAllowed, codeMethod, typeApplication, "The resource does not have this method. It has "+allow+".")
	f.allow = allow
	return f
}

func rejectTooLarge() *rejection {
	return refusal(http.StatusRequestEntityTooLarge, codeTooLarge, typeApplication,
		fmt.Sprintf("The request body is larger than %d bytes.", maxBody))
}

func rejectMediaType() *rejection {
	return refusal(http.StatusUnsupportedMediaType, codeMediaType, typeApplication, "The request body must be application/json in UTF-8.")
}

func rejectBooking(message string, field ...string) *rejection {
	return refusal(http.StatusBadRequest, codeBooking, typeBooking, message, field...)
}

func rejectCreation(message string, field ...string) *rejection {
	return refusal(http.StatusBadRequest, codeCreation, typeCreation, message, field...)
}

func rejectSoldOut() *rejection {
	return rejectCreation("The room is sold out for this stay.", "rate", "booking_code")
}

func rejectCancellation(message string) *rejection {
	return refusal(http.StatusBadRequest, codeCancellation, typeCancellation, message)
}

func rejectPayment(message string) *rejection {
	return refusal(http.StatusBadRequest, codePayment, typePayment, message, "payment", "guest", "token")
}

func rejectUnavailable() *rejection {
	return refusal(http.StatusServiceUnavailable, codeInternal, typeApplication, "The service is not available at the moment.")
}

func rejectForbidden() *rejection {
	return refusal(http.StatusForbidden, codeForbidden, typeApplication, "The API key token may not access this resource.")
}

func rejectTooMany() *rejection {
	return refusal(http.StatusTooManyRequests, codeTooMany, typeApplication, "There were too many requests: try again later.")
}

func rejectUnreadable() *rejection {
	return rejectInvalid(problem{Message: "The request is not HTTP as the service understands it."})
}

func rejectHeaders() *rejection {
	return refusal(http.StatusRequestHeaderFieldsTooLarge, codeTooLarge, typeApplication,
		fmt.Sprintf("The request headers are larger than %d bytes.", maxHeader))
}
