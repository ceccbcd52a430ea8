package sandbox

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/training/fault"
)

// call is one authenticated request to an endpoint, its body read.
type call struct {
	account  string
	now      time.Time
	id       string     // reservation_id, where the path has one
	query    url.Values // empty for endpoints that take none
	body     []byte     // empty for endpoints that take none
	problems *jsontree.Problems
	met      fault.Action // the fault that the request meets; see suffer
	deferred bool         // the request was late, and has met its fault
	settles  string       // the fact that keeps a late request until it is carried out
}

// fields starts reading the call's body.
func (c *call) fields() *jsontree.Fields { return jsontree.ReadObject(c.body, c.problems) }

// answer is a success: a status and a body to write as JSON.
type answer struct {
	status int
	body   any
}

// endpoint is one method of one path.
type endpoint struct {
	method    string
	hasBody   bool
	hasQuery  bool
	serve     func(context.Context, *call) (answer, error)
	template  string // for the log: names no reservation
	pathNamed bool
}

// Paths of SPEC 4 that more than endpoints knows.
const (
	pathDestinations = "/rest/v1/destinations/search"
	pathReservation  = "/rest/v1/reservation"
	pathReservations = "/rest/v1/reservations"
)

// endpoints lists what a path offers; none means that there is no such path.
func (s *Sandbox) endpoints(path string) (list []endpoint, id string) {
	const one = pathReservation
	switch path {
	case pathDestinations:
		return []endpoint{{method: http.MethodGet, hasQuery: true, serve: s.searchDestinations, template: path}}, ""
	case "/rest/v1/hotel/search":
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.searchHotels, template: path}}, ""
	case "/rest/v1/hotel/rate_verification":
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.verifyRate, template: path}}, ""
	case one:
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.createReservation, template: path}}, ""
	case pathReservations:
		return []endpoint{{method: http.MethodGet, hasQuery: true, serve: s.listReservations, template: path}}, ""
	}
	rest, found := strings.CutPrefix(path, one+"/")
	id, tail, _ := strings.Cut(rest, "/")
	switch {
	case !found || id == "":
		return nil, ""
	case rest == id:
		return []endpoint{
			{method: http.MethodGet, serve: s.readReservation, template: one + "/{reservation_id}", pathNamed: true},
			{method: http.MethodPatch, hasBody: true, serve: s.modifyReservation, template: one + "/{reservation_id}", pathNamed: true},
		}, id
	case tail == "cancel":
		return []endpoint{{method: http.MethodPost, serve: s.cancelReservation, template: one + "/{reservation_id}/cancel", pathNamed: true}}, id
	default:
		return nil, ""
	}
}

// Handler returns the service. Every answer of SPEC 4's paths is JSON, and
// names its request in the header X-Request-Id, as the log does; faults and
// latency are part of it.
func (s *Sandbox) Handler() http.Handler { return s.handler(nil) }

// handler is Handler, whose waits also end when stopping is closed.
func (s *Sandbox) handler(stopping <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == pathDescription:
			s.serveOpenAPI(w, r)
		case s.control != "" && controls(path):
			s.serveControl(w, r)
		default:
			s.serve(&exchange{w: w, r: r, stopping: stopping, template: "-"})
		}
	})
}

// route finds the endpoint of a request. With an error, the endpoint still
// names the path, if there is such a path.
func (s *Sandbox) route(r *http.Request) (e endpoint, id string, err error) {
	if strings.Contains(strings.ToLower(r.URL.RawPath), "%2f") {
		// An escaped slash is part of a name and parts none, and no name here
		// holds one.
		return endpoint{}, "", rejectNoResource()
	}
	list, id := s.endpoints(r.URL.Path)
	if len(list) == 0 {
		return endpoint{}, "", rejectNoResource()
	}
	var methods []string
	for _, one := range list {
		if one.method == r.Method {
			return one, id, nil
		}
		methods = append(methods, one.method)
	}
	return endpoint{template: list[0].template}, id, rejectMethod(strings.Join(methods, ", "))
}

// accept reads what an endpoint takes of a request.
func (x *exchange) accept(e endpoint, id string) (*call, error) {
	c := &call{account: x.account, now: x.now, id: id, problems: &jsontree.Problems{}}
	if e.pathNamed && !wellFormedID(id) {
		c.problems.Add([]string{"reservation_id"}, "must be %d letters and digits", idLength)
	}
	var err error
	if c.query, err = url.ParseQuery(x.r.URL.RawQuery); err != nil {
		c.problems.Add(nil, "The query string is malformed.")
		c.query = nil
	}
	if !e.hasQuery {
		for _, name := range slices.Sorted(maps.Keys(c.query)) {
			c.problems.Add(parameterPath(name), "is not a parameter of this request")
		}
	}
	if err := x.checkBody(e.hasBody, c.problems); err != nil {
		return c, err
	}
	c.body = x.body
	if !e.hasBody && !e.hasQuery {
		// The others report these problems together with their own.
		return c, rejectProblems(c.problems)
	}
	return c, nil
}

// checkBody checks the body of a request, or sees to it that there is none.
func (x *exchange) checkBody(wanted bool, p *jsontree.Problems) error {
	if wanted {
		kind, parameters, err := mime.ParseMediaType(x.r.Header.Get("Content-Type"))
		charset := parameters["charset"]
		if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") ||
			x.r.Header.Get("Content-Encoding") != "" {
			return rejectMediaType()
		}
	}
	switch {
	case errors.Is(x.bodyErr, errTooLarge):
		return rejectTooLarge()
	case errors.Is(x.bodyErr, errBusy):
		return rejectUnavailable()
	case x.bodyErr != nil:
		p.Add(nil, "The body could not be read to its end.")
		return rejectProblems(p)
	case !wanted && len(bytes.TrimSpace(x.body)) > 0:
		p.Add(nil, "The request takes no body.")
	}
	return nil
}

// Serve answers requests on the listener until ctx is done, then finishes those
// that are in flight, for a bounded time, and returns.
func (s *Sandbox) Serve(ctx context.Context, listener net.Listener) error {
	return s.limits.serve(ctx, s.handler(ctx.Done()), s.log, listener, func(f *rejection) response { return s.refuseUnread(s.Now(), f) })
}
