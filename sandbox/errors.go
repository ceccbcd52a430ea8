package sandbox

import (
	"fmt"
	"net/http"

	"bellhop/sandbox/jsontree"
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

// rejectProblems returns the error that answers a request with these problems,
// or nil when there are none.
func rejectProblems(p *jsontree.Problems) error {
	if len(p.List) == 0 {
		return nil
	}
	return rejectInvalid(p.List...)
}

// rejection is an error that the service answers with: a status and the body of
// SPEC 7.
type rejection struct {
	status int
	allow  string // for 405

	Code      int                `json:"code"`
	Message   string             `json:"message"`
	Type      string             `json:"type"`
	Details   []jsontree.Problem `json:"details"`
	RequestID string             `json:"request_id"`
}

func (f *rejection) Error() string {
	return fmt.Sprintf("%d %s %d: %s", f.status, f.Type, f.Code, f.Message)
}

// refusal is a rejection with one message of its own, which stands in the
// details again with the field that it is about, if any.
func refusal(status, code int, kind, message string, field ...string) *rejection {
	return &rejection{
		status: status, Code: code, Type: kind, Message: message,
		Details: []jsontree.Problem{{Message: message, Field: field}},
	}
}

func rejectInvalid(list ...jsontree.Problem) *rejection {
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
	return rejectInvalid(jsontree.Problem{Message: "The request is not HTTP as the service understands it."})
}

func rejectHeaders() *rejection {
	return refusal(http.StatusRequestHeaderFieldsTooLarge, codeTooLarge, typeApplication,
		fmt.Sprintf("The request headers are larger than %d bytes.", maxHeader))
}
