package service

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
	CodeInternal     = 1000
	codeUnauthorized = 1001
	codeForbidden    = 1003
	CodeNotFound     = 1004
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

// Rejection is an error that the service answers with: a status and the body of
// SPEC 7.
type Rejection struct {
	Status int    `json:"-"`
	Allow  string `json:"-"` // for 405

	Code      int                `json:"code"`
	Message   string             `json:"message"`
	Type      string             `json:"type"`
	Details   []jsontree.Problem `json:"details"`
	RequestID string             `json:"request_id"`
}

func (f *Rejection) Error() string {
	return fmt.Sprintf("%d %s %d: %s", f.Status, f.Type, f.Code, f.Message)
}

// reject returns a rejection with one message of its own, which stands in the
// details again with the field that it is about, if any.
func reject(status, code int, kind, message string, field ...string) *Rejection {
	return &Rejection{
		Status: status, Code: code, Type: kind, Message: message,
		Details: []jsontree.Problem{{Message: message, Field: field}},
	}
}

// RejectRequest rejects a request whatever it asks for.
func RejectRequest(status, code int, message string) *Rejection {
	return reject(status, code, typeApplication, message)
}

// The rejections that say the same each time.
var (
	ErrInternal      = RejectRequest(http.StatusInternalServerError, CodeInternal, "The service failed to process the request.")
	ErrUnauthorized  = RejectRequest(http.StatusUnauthorized, codeUnauthorized, "The API key token is missing, invalid or expired.")
	ErrNoResource    = RejectRequest(http.StatusNotFound, CodeNotFound, "There is no such resource.")
	errNoReservation = RejectRequest(http.StatusNotFound, CodeNotFound, "There is no such reservation.")
	ErrTooLarge      = RejectRequest(http.StatusRequestEntityTooLarge, codeTooLarge, fmt.Sprintf("The request body is larger than %d bytes.", MaxBody))
	errMediaType     = RejectRequest(http.StatusUnsupportedMediaType, codeMediaType, "The request body must be application/json in UTF-8.")
	ErrSoldOut       = rejectCreation("The room is sold out for this stay.", "rate", "booking_code")
	ErrUnavailable   = RejectRequest(http.StatusServiceUnavailable, CodeInternal, "The service is not available at the moment.")
	errOutcome       = RejectRequest(http.StatusInternalServerError, CodeInternal, "The service does not know what became of the request: look before it is sent again.")
	errSettled       = rejectCreation("The request was carried out before.")
	ErrForbidden     = RejectRequest(http.StatusForbidden, codeForbidden, "The API key token may not access this resource.")
	ErrTooMany       = RejectRequest(http.StatusTooManyRequests, codeTooMany, "There were too many requests: try again later.")
	ErrUnreadable    = RejectInvalid(jsontree.Problem{Message: "The request is not HTTP as the service understands it."})
)

// RejectInvalid rejects a request with problems in its fields.
func RejectInvalid(list ...jsontree.Problem) *Rejection {
	return &Rejection{
		Status: http.StatusBadRequest, Code: codeValidation, Type: typeValidation,
		Message: "The request could not be processed because of missing or invalid parameters.",
		Details: list,
	}
}

// RejectMethod rejects a method that a path does not have, and names those that
// it has.
func RejectMethod(allow string) *Rejection {
	f := RejectRequest(http.StatusMethodNotAllowed, codeMethod, "The resource does not have this method. It has "+allow+".")
	f.Allow = allow
	return f
}

// RejectHeaders rejects headers of more bytes than most.
func RejectHeaders(most int) *Rejection {
	return RejectRequest(http.StatusRequestHeaderFieldsTooLarge, codeTooLarge, fmt.Sprintf("The request headers are larger than %d bytes.", most))
}

// RejectBooking rejects a verification or a modification.
func RejectBooking(message string, field ...string) *Rejection {
	return reject(http.StatusBadRequest, codeBooking, typeBooking, message, field...)
}

// rejectCreation rejects a booking.
func rejectCreation(message string, field ...string) *Rejection {
	return reject(http.StatusBadRequest, codeCreation, typeCreation, message, field...)
}

// RejectCancellation rejects a cancellation.
func RejectCancellation(message string) *Rejection {
	return reject(http.StatusBadRequest, codeCancellation, typeCancellation, message)
}

// RejectPayment rejects a guest's payment.
func RejectPayment(message string) *Rejection {
	return reject(http.StatusBadRequest, codePayment, typePayment, message, "payment", "guest", "token")
}
