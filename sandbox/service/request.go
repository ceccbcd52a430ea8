package service

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
)

// MaxBody is the largest request body, in bytes.
const MaxBody = 1 << 20

// Request is a request to the service.
type Request struct {
	ID              string // the answer's X-Request-Id
	Now             time.Time
	Account         string // the account that the request proves; "" when it proves none (SPEC 5)
	Method          string
	URL             *url.URL // path and query
	ContentType     string
	ContentEncoding string
	Body            []byte
	BodyErr         error // why the body could not be read; a *Rejection is the answer

	Hooks
}

// Answer is the service's answer to a request.
type Answer struct {
	Status int // 0 while it is blank
	Header map[string]string
	Body   []byte
	Reject *Rejection // what the answer says; nil for a success
}

// headerID names the request in its answer.
const headerID = "X-Request-Id"

// Blank returns an answer to the request without a status and a body.
func (r Request) Blank() Answer {
	return Answer{Header: map[string]string{
		"Content-Type":  "application/json",
		"Cache-Control": "no-store", // Answers hold personal data.
		"Date":          r.Now.UTC().Format(http.TimeFormat),
		headerID:        r.ID,
	}}
}

// Refuse returns the answer with a rejection in place of what it said.
func (a Answer) Refuse(f *Rejection) Answer {
	said := *f
	said.RequestID = a.Header[headerID]
	a.Reject, a.Status = &said, f.Status
	a.Body, _ = jsontree.EncodeLine(said) // Plain strings and numbers always encode.
	if f.Allow != "" {
		a.Header["Allow"] = f.Allow
	}
	if f.Status == http.StatusUnauthorized {
		a.Header["WWW-Authenticate"] = `Basic realm="bellhop sandbox", charset="UTF-8"`
	}
	return a
}

// RefuseUnavailable is Refuse where the store does not answer. Whoever asks again after
// a second finds one that has come back soon enough, and does not keep one down that is
// coming back.
func (a Answer) RefuseUnavailable() Answer {
	a = a.Refuse(ErrUnavailable)
	a.Header["Retry-After"] = "1"
	return a
}

// Success reports whether the answer has a status of success.
func (a Answer) Success() bool {
	return a.Status >= http.StatusOK && a.Status < http.StatusMultipleChoices
}

// Identify returns the id of the request. It is made of the request and its
// instant alone: the same request at the same instant gets the same answer, byte
// for byte, whatever was asked before it.
func (r Request) Identify(purpose string, seed Seed) string {
	return seed.UUID(purpose, r.Now, r.Account, r.Method, r.URL.RequestURI(), fmt.Sprintf("%x", sha256.Sum256(r.Body)))
}

// call is a request to an endpoint, its query read.
type call struct {
	Request
	reservation string     // the id in the path, if it has one
	query       url.Values // empty for endpoints that take none
	problems    *jsontree.Problems
}

func (c *call) fields() *jsontree.Fields { return jsontree.ReadObject(c.Body, c.problems) }

// rejection returns the error that answers the call, or nil while nothing is
// wrong with it.
func (c *call) rejection() error {
	if len(c.problems.List) == 0 {
		return nil
	}
	return RejectInvalid(c.problems.List...)
}

// Check returns the problems of how the request is sent, before anybody looks
// into its body.
func (r Request) Check() error {
	route, err := r.Route()
	if err != nil {
		return err
	}
	c, err := r.accept(route)
	if err != nil {
		return err
	}
	return c.rejection()
}

// accept reads what an endpoint takes of a request. Problems of the query are
// noted, so that an endpoint reports them together with its own.
func (r Request) accept(e Route) (*call, error) {
	c := &call{Request: r, reservation: e.Reservation, problems: &jsontree.Problems{}}
	if e.named && !WellFormedID(e.Reservation) {
		c.problems.Add([]string{"reservation_id"}, "must be %d letters and digits", idLength)
	}
	var err error
	if c.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		c.problems.Add(nil, "The query string is malformed.")
		c.query = nil
	}
	if !e.hasQuery {
		(&parameters{query: c.query, p: c.problems}).done()
	}
	if err := c.checkBody(e.hasBody); err != nil {
		return c, err
	}
	if !e.hasBody && !e.hasQuery {
		// The others report these problems together with their own.
		return c, c.rejection()
	}
	return c, nil
}

// checkBody checks the form of the body, or that there is none.
func (c *call) checkBody(wanted bool) error {
	if wanted {
		kind, parameters, err := mime.ParseMediaType(c.ContentType)
		charset := parameters["charset"]
		if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") || c.ContentEncoding != "" {
			return errMediaType
		}
	}
	var known *Rejection
	switch {
	case errors.As(c.BodyErr, &known):
		return known
	case c.BodyErr != nil:
		c.problems.Add(nil, "The body could not be read to its end.")
		return c.rejection()
	case !wanted && len(strings.TrimSpace(string(c.Body))) > 0:
		c.problems.Add(nil, "The request takes no body.")
	}
	return nil
}
