package check

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const (
	destinationsPath = "/rest/v1/destinations/search"
	searchPath       = "/rest/v1/hotel/search"
	verifyPath       = "/rest/v1/hotel/rate_verification"
	reservationPath  = "/rest/v1/reservation"
	listPath         = "/rest/v1/reservations"
)

// A made is a reservation that the check has made.
type made struct {
	id       string
	status   string // that it was made to have
	canceled bool
	sent     bool // its cancellation was sent
}

// A script is one run: what it knows so far of the service, and of each rule.
type script struct {
	o       Options
	line    *line
	tries   tries
	stopped string // why the rest is not tried
	made    []*made
	unknown []string

	stay        stay // to search
	destination map[string]any
	listed      map[string]any   // a hotel of the destination search
	hotel       map[string]any   // a hotel that was found
	rate        map[string]any   // a rate of it
	moves       bool             // the rate is offered for other dates as well
	price       map[string]any   // of the rate, as verified
	items       []map[string]any // the first page of the list
	total       int64            // of the list
	custom      string           // a value of custom data that the list has
	real        *made            // to be read, changed and cancelled
	created     map[string]any   // as its creation answered
}

func newScript(o Options) *script {
	return &script{o: o, line: newLine(o), tries: tries{}}
}

// play goes through the whole script.
func (s *script) play(ctx context.Context) error {
	if err := s.begin(ctx); err != nil {
		return err
	}
	steps := []func(context.Context){s.destinations, s.hotels, s.verification}
	if s.o.Write {
		// What is made here is there to be listed, and nothing changes while the
		// list is read.
		steps = append(steps, s.creations)
	}
	steps = append(steps, s.list, s.filters, s.reading, s.refusals)
	if s.o.Write {
		steps = append(steps, s.changes, s.cancellations)
	}
	for _, step := range steps {
		if s.stopped == "" {
			step(ctx)
		}
	}
	s.tidy(ctx)
	if ctx.Err() != nil {
		s.stopped = interrupted
	}
	return ctx.Err()
}

// begin sends the first request, which shows whether anything can be checked.
func (s *script) begin(ctx context.Context) error {
	a, v := s.get(ctx, "searchDestinations", destinationsPath, url.Values{"query": {""}})
	switch {
	case a.err != nil:
		return fmt.Errorf("the service cannot be reached: %w", a.err)
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden:
		return ErrUnauthorized
	}
	if s.tries.accepted(placesEmpty, a) {
		s.tries.judge(placesEmpty, a, len(array(v, "results")) > 0, "/results", "one or more", "none")
	}
	s.remember(v)
	// The service's own calendar counts: the clock of a sandbox can be moved.
	today := s.o.Now().Add(s.line.behind).UTC().Truncate(24 * time.Hour)
	s.stay = stay{today.AddDate(0, 0, 30), today.AddDate(0, 0, 32)}
	return nil
}

const interrupted = "the check was interrupted"

// get sends a read.
func (s *script) get(ctx context.Context, operation, path string, query url.Values) (answer, any) {
	return s.send(ctx, request{operation: operation, method: http.MethodGet, path: path, query: query})
}

// post sends a body.
func (s *script) post(ctx context.Context, operation, path string, body any) (answer, any) {
	return s.send(ctx, request{operation: operation, method: http.MethodPost, path: path, body: body})
}

// send sends a request and compares the answer with the description. The value
// has the description's shapes, and is nil when there is none.
func (s *script) send(ctx context.Context, r request) (answer, any) {
	if s.stopped == "" && ctx.Err() != nil {
		s.stopped = interrupted
	}
	if s.stopped != "" {
		return answer{request: r, err: fmt.Errorf("not sent: %s", s.stopped)}, nil
	}
	a := s.line.send(ctx, r)
	if a.err != nil {
		if r.writes() {
			s.unknown = append(s.unknown, r.String()+": "+a.err.Error())
		}
		switch {
		case ctx.Err() != nil && !r.writes():
			// The service has no part in it; a write is waited for.
			s.stopped, a.err = interrupted, errors.New(interrupted)
		case s.line.sent > 1:
			s.stopped = "the service stopped answering: " + a.err.Error()
		}
		return a, nil
	}
	if r.writes() && a.unclear() {
		s.unknown = append(s.unknown, fmt.Sprintf("%s: answered with %d", r, a.status))
	}
	e := s.o.examine(a)
	s.tries.add(a, e.notes)
	return a, e.value
}

// A stay is the nights that are searched, verified and booked.
type stay struct{ in, out time.Time }

// later returns the stay of a day later.
func (s stay) later() stay { return stay{s.in.AddDate(0, 0, 1), s.out.AddDate(0, 0, 1)} }

// info returns the stay_info of a search.
func (s stay) info() map[string]any {
	return map[string]any{"check_in_date": date(s.in), "check_out_date": date(s.out), "guests": map[string]any{"adults": 2}}
}
