package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

const (
	maxBody      = 1 << 20
	maxHeader    = 64 << 10
	drainTimeout = 10 * time.Second
)

// call is one authenticated request to an endpoint, its body read.
type call struct {
	account  string
	now      time.Time
	id       string     // reservation_id, where the path has one
	query    url.Values // empty for endpoints that take none
	body     []byte     // empty for endpoints that take none
	problems *problems
}

// fields starts reading the call's body.
func (c *call) fields() *fields { return bodyFields(c.body, c.problems) }

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

// endpoints lists what a path offers; none means that there is no such path.
func (s *Sandbox) endpoints(path string) (list []endpoint, id string) {
	const one, many = "/rest/v1/reservation", "/rest/v1/reservations"
	switch path {
	case "/rest/v1/destinations/search":
		return []endpoint{{method: http.MethodGet, hasQuery: true, serve: s.searchDestinations, template: path}}, ""
	case "/rest/v1/hotel/search":
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.searchHotels, template: path}}, ""
	case "/rest/v1/hotel/rate_verification":
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.verifyRate, template: path}}, ""
	case one:
		return []endpoint{{method: http.MethodPost, hasBody: true, serve: s.createReservation, template: path}}, ""
	case many:
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

// Handler returns the service. Every answer that it gives is JSON, and names
// its request in the header X-Request-Id, as the log does.
func (s *Sandbox) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start, now := time.Now(), s.now()
		account, template := "", "-"
		id := s.uuid("request")
		w.Header().Set("X-Request-Id", id)
		result, err := func() (a answer, err error) {
			defer func() {
				if p := recover(); p != nil {
					if p == http.ErrAbortHandler { //nolint:errorlint // A panic value is compared, as net/http does.
						panic(p)
					}
					err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
				}
			}()
			var known bool
			if account, known = s.keys.account(r); !known {
				account = ""
				return answer{}, faultUnauthorized()
			}
			e, c, err := s.accept(w, r, account, now)
			if e.template != "" {
				template = e.template
			}
			if err != nil {
				return answer{}, err
			}
			return e.serve(r.Context(), c)
		}()
		status := s.reply(w, r, id, now, result, err)
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", template), slog.Int("status", status),
			slog.String("request_id", id), slog.Duration("took", time.Since(start)), slog.String("account", account))
	})
}

// accept finds the endpoint of a request and reads what it takes.
func (s *Sandbox) accept(w http.ResponseWriter, r *http.Request, account string, now time.Time) (endpoint, *call, error) {
	list, id := s.endpoints(r.URL.Path)
	if len(list) == 0 {
		return endpoint{}, nil, faultNoResource()
	}
	var e endpoint
	var methods []string
	for _, one := range list {
		methods = append(methods, one.method)
		if one.method == r.Method {
			e = one
		}
	}
	if e.serve == nil {
		return list[0], nil, faultMethod(strings.Join(methods, ", "))
	}
	c := &call{account: account, now: now, id: id, problems: &problems{}}
	if e.pathNamed && !wellFormedID(id) {
		c.problems.add([]string{"reservation_id"}, "must be %d letters and digits", idLength)
	}
	var err error
	if c.query, err = url.ParseQuery(r.URL.RawQuery); err != nil {
		c.problems.add(nil, "The query string is malformed.")
		c.query = nil
	}
	if !e.hasQuery {
		for _, name := range sortedNames(c.query) {
			c.problems.add(parameterPath(name), "is not a parameter of this request")
		}
	}
	c.body, err = readBody(w, r, e.hasBody, c.problems)
	if err == nil && !e.hasBody && !e.hasQuery {
		// The others report these problems together with their own.
		err = c.problems.fault()
	}
	return e, c, err
}

// readBody reads the body of a request, or sees to it that there is none.
func readBody(w http.ResponseWriter, r *http.Request, wanted bool, p *problems) ([]byte, error) {
	if wanted {
		kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		charset := parameters["charset"]
		if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") ||
			r.Header.Get("Content-Encoding") != "" {
			return nil, faultMediaType()
		}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, faultTooLarge()
		}
		p.add(nil, "The body could not be read to its end.")
		return nil, p.fault()
	}
	if blank := len(bytes.TrimSpace(body)) == 0; !wanted && !blank {
		p.add(nil, "The request takes no body.")
	}
	return body, nil
}

// reply writes an answer or an error to the request with an id and returns its
// status.
func (s *Sandbox) reply(w http.ResponseWriter, r *http.Request, id string, now time.Time, a answer, err error) int {
	if err != nil {
		var f *fault
		if !errors.As(err, &f) {
			f = faultInternal()
			if r.Context().Err() == nil {
				s.log.LogAttrs(r.Context(), slog.LevelError, "request failed",
					slog.String("request_id", id), slog.String("error", err.Error()))
			}
		}
		f.RequestID = id
		a = answer{status: f.status, body: f}
		if f.allow != "" {
			w.Header().Set("Allow", f.allow)
		}
		if f.status == http.StatusUnauthorized {
			w.Header().Set("WWW-Authenticate", `Basic realm="bellhop sandbox", charset="UTF-8"`)
		}
	}
	var buffer bytes.Buffer
	e := json.NewEncoder(&buffer)
	e.SetEscapeHTML(false)
	if err := e.Encode(a.body); err != nil {
		s.log.LogAttrs(r.Context(), slog.LevelError, "encoding an answer failed",
			slog.String("request_id", id), slog.String("error", err.Error()))
		a.status = http.StatusInternalServerError
		buffer.Reset()
		f := faultInternal()
		f.RequestID = id
		_ = e.Encode(f) // Plain strings and numbers always encode.
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store") // Answers hold personal data.
	h.Set("Date", now.UTC().Format(http.TimeFormat))
	w.WriteHeader(a.status)
	_, _ = w.Write(buffer.Bytes()) // The client may have gone; there is nobody to tell.
	return a.status
}

// Serve answers requests on the listener until ctx is done, then finishes those
// that are in flight, for a bounded time, and returns.
func (s *Sandbox) Serve(ctx context.Context, listener net.Listener) error {
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("sandbox: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		_ = server.Close()
		return fmt.Errorf("sandbox: requests were still in flight after %s: %w", drainTimeout, err)
	}
	return nil
}

// uuid makes the next UUID of this process, from the seed: the same script
// gets the same answers.
func (s *Sandbox) uuid(purpose string) string {
	b := s.hash(purpose, s.requests.Add(1))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

func sortedNames(query url.Values) []string {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
