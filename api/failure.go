package api

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// answer reads an answer that has arrived. A nil failure means that decode has
// the value. Status 2xx counts as done only with a body that says so, and a
// write as refused only where the service itself says so. Everything else leaves
// the outcome of a write unknown: what a status means, and what a page says, may
// be the word of something between here and the service, which has the request
// by then. After a redirect too nothing proves that the first host did nothing.
func (call call) answer(
	raw *http.Response, decode func(io.Reader) error, timeout time.Duration, secrets *strings.Replacer,
) (failure *Error, again bool) {
	status := raw.StatusCode
	switch {
	case status >= 200 && status < 300:
		return call.success(raw, decode, timeout)
	case status >= 300 && status < 400:
		return call.fail(&Error{
			Status:  status,
			Message: fmt.Sprintf("the service answered with a redirect (%d), which is not followed", status),
		}, true), false
	case status < 200:
		// The body of a 101 is the connection itself, which need never end.
		return call.fail(&Error{Status: status, Message: statusWords(status)}, true), false
	}
	body, own := call.readRefusal(raw)
	e := &Error{
		Status:    status,
		Code:      body.code,
		Type:      secrets.Replace(body.kind),
		Message:   secrets.Replace(body.message),
		RequestID: secrets.Replace(body.requestID),
		RetryAt:   raw.Header.Get("Retry-After"),
		Foreign:   !own,
	}
	for _, p := range body.problems {
		for i := range p.Field {
			p.Field[i] = secrets.Replace(p.Field[i])
		}
		e.Problems = append(e.Problems, Problem{Field: p.Field, Message: secrets.Replace(p.Message)})
	}
	e.Quoted = e.Message != ""
	switch {
	case body.speaksTLS:
		e.Message, e.Advice, e.Quoted = errSpeaksTLS.Error(), adviceTLS, false
	case call.write && !own:
		e.Message, e.Quoted = foreignWords(status), false
	case e.Message == "":
		e.Message = statusWords(status)
	}
	refused := own && status < 500 && status != http.StatusRequestTimeout
	return call.fail(e, !refused), isPassing(status)
}

// isPassing reports whether a status tells of a service, or of a gateway before it,
// that may do better in a moment.
func isPassing(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	default:
		return false
	}
}

func (call call) success(raw *http.Response, decode func(io.Reader) error, timeout time.Duration) (*Error, bool) {
	e := &Error{Status: raw.StatusCode}
	if kind := raw.Header.Get("Content-Type"); !isJSON(kind) {
		e.Message = fmt.Sprintf("the answer is %s, not JSON", orElse(kind, "of no type"))
		e.Cause = errNotJSON
		return call.fail(e, true), false
	}
	capped := &cappedReader{source: raw.Body, left: maxBody}
	err := decode(capped)
	switch {
	case err == nil:
		return nil, false
	case errors.Is(capped.err, errTooLarge):
		e.Message, e.Cause = errTooLarge.Error(), errTooLarge
		return call.fail(e, true), false
	case capped.err != nil:
		failure, again := call.transportFailure(capped.err, true, timeout)
		failure.Status = raw.StatusCode
		return failure, again
	}
	e.Cause = syntaxError(err)
	e.Message = e.Cause.Error()
	if errors.Is(e.Cause, io.ErrUnexpectedEOF) {
		e.Message = "the answer breaks off"
	}
	return call.fail(e, true), false
}

var errNotJSON = errors.New("the answer is not JSON")

// isJSON takes a missing type for JSON: the body shows soon enough.
func isJSON(contentType string) bool {
	if contentType == "" {
		return true
	}
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil && kind == "" {
		return false
	}
	return kind == "application/json" || kind == "text/json" ||
		strings.HasPrefix(kind, "application/") && strings.HasSuffix(kind, "+json")
}

func (call call) transportFailure(err error, touched bool, timeout time.Duration) (failure *Error, again bool) {
	cause := transportCause(err)
	message, advice := Unreached(err, timeout)
	if !touched {
		message += ", nothing was sent"
	}
	return call.fail(&Error{Message: message, Advice: advice, Cause: cause}, touched), isTransient(cause)
}

func isTransient(cause error) bool {
	for _, lasting := range []error{
		context.Canceled, context.DeadlineExceeded, errOtherHost, errOtherMethod, errManyRedirect, http.ErrSchemeMismatch,
	} {
		if errors.Is(cause, lasting) {
			return false
		}
	}
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var refusal *proxyRefusal
	return !errors.As(cause, &certificate) && !errors.As(cause, &record) && !errors.As(cause, &refusal)
}

func isDialError(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

var errConnection = errors.New("the connection broke, or the answer is not HTTP")

// transportCause keeps errors that say where it broke and nothing else. The
// texts of others may quote an address with its query, or a piece of an answer.
func transportCause(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	for _, known := range []error{
		context.Canceled, context.DeadlineExceeded, errOtherHost, errOtherMethod, errManyRedirect, http.ErrSchemeMismatch,
	} {
		if errors.Is(err, known) {
			return known
		}
	}
	var op *net.OpError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var refusal *proxyRefusal
	var timeout net.Error
	switch {
	case errors.As(err, &refusal):
		return refusal
	case errors.As(err, &op):
		return op
	case errors.As(err, &certificate):
		return certificate
	case errors.As(err, &record):
		return record
	case errors.As(err, &timeout) && timeout.Timeout():
		return context.DeadlineExceeded
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	default:
		return errConnection
	}
}

// notSentWords explains why a call ended before its request was sent.
func notSentWords(err error) string {
	if errors.Is(err, context.Canceled) {
		return "cancelled"
	}
	return "the time is up"
}

// foreignWords are for an answer to a write whose body is not the service's
// Error: they tell of the answer and of nothing that it may mean.
func foreignWords(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("an answer of status %d (%s) that is not the service's own", status, text)
	}
	return fmt.Sprintf("an answer of status %d that is not the service's own", status)
}

func statusWords(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "the API key is missing, wrong or expired"
	case http.StatusForbidden:
		return "the API key may not do this"
	case http.StatusNotFound:
		return "not found"
	case http.StatusTooManyRequests:
		return "too many requests"
	}
	text := http.StatusText(status)
	if text == "" {
		return fmt.Sprintf("the service answered %d without saying why", status)
	}
	return fmt.Sprintf("the service answered %d (%s) without saying why", status, text)
}
