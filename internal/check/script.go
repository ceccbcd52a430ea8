package check

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	destinationsPath = "/rest/v1/destinations/search"
	searchPath       = "/rest/v1/hotel/search"
	verifyPath       = "/rest/v1/hotel/rate_verification"
	reservationPath  = "/rest/v1/reservation"
	listPath         = "/rest/v1/reservations"
)

// A try is what is known of one rule.
type try struct {
	times    int
	findings []Finding
	why      string // it could not be tried
}

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
	doc     *document
	line    *line
	tries   map[RuleID]*try
	stopped string // why the rest is not tried
	made    []*made
	unknown []string

	in, out time.Time // the stay to search
	place   map[string]any
	listed  map[string]any   // a hotel of the destination search
	hotel   map[string]any   // a hotel that was found
	rate    map[string]any   // a rate of it
	moves   bool             // the rate is offered for other dates as well
	price   map[string]any   // of the rate, as verified
	items   []map[string]any // the first page of the list
	total   int64            // of the list
	custom  string           // a value of custom data that the list has
	real    *made            // to be read, changed and cancelled
	created map[string]any   // as its creation answered
}

func newScript(o Options, doc *document) *script {
	return &script{o: o, doc: doc, line: newLine(o), tries: map[RuleID]*try{}}
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

// begin sends the first request, which says whether anything can be checked.
func (s *script) begin(ctx context.Context) error {
	a, v := s.get(ctx, "searchDestinations", destinationsPath, url.Values{"query": {""}})
	switch {
	case a.err != nil:
		return fmt.Errorf("the service cannot be reached: %w", a.err)
	case a.status == http.StatusUnauthorized, a.status == http.StatusForbidden:
		return ErrUnauthorized
	}
	if s.accepted(placesEmpty, a) {
		s.judge(placesEmpty, a, len(array(v, "results")) > 0, "/results", "one or more", "none")
	}
	s.remember(v)
	// The service's own calendar counts: the clock of a sandbox can be moved.
	today := s.o.Now().Add(s.line.behind).UTC().Truncate(24 * time.Hour)
	s.in, s.out = today.AddDate(0, 0, 30), today.AddDate(0, 0, 32)
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

// send sends a request and holds the answer against the description. The value
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
	return a, s.hold(a)
}

// unclear says that an answer does not tell whether a write was carried out: it
// is no success, and no refusal with the Error of SPEC 7 either (WIRE 5).
func (a answer) unclear() bool {
	switch {
	case a.status >= http.StatusOK && a.status < http.StatusMultipleChoices:
		return false
	case a.status < http.StatusBadRequest, a.status >= http.StatusInternalServerError, a.status == http.StatusRequestTimeout:
		return true
	case strings.Contains(strings.ToLower(a.header.Get("Content-Type")), "problem+json"):
		return true // Its type is another thing than the Error's.
	}
	v, err := decode(a.text)
	_, coded := at(v, "code").(json.Number)
	return err != nil || text(v, "type") == "" && !coded
}

// note counts a try of a rule, and what was found.
func (s *script) note(id RuleID, a answer, findings ...Finding) {
	t := s.tries[id]
	if t == nil {
		t = &try{}
		s.tries[id] = t
	}
	t.times++
	for _, f := range findings {
		f.Request, f.Status, f.Times = a.request.String(), a.status, 1
		same := slices.IndexFunc(t.findings, func(other Finding) bool {
			return other.Path == f.Path && other.Expected == f.Expected && other.Found == f.Found && other.Tolerated == f.Tolerated
		})
		alike := 0
		for _, other := range t.findings {
			if (other.Tolerated == "") == (f.Tolerated == "") {
				alike++
			}
		}
		if same >= 0 {
			t.findings[same].Times++
		} else if alike < maxFindings {
			t.findings = append(t.findings, f)
		}
	}
}

// maxFindings is how many deviations of a rule are kept, and how many places that
// are tolerated: more say nothing new.
const maxFindings = 20

// skip says why a rule is not tried.
func (s *script) skip(id RuleID, format string, args ...any) {
	if s.tries[id] == nil {
		s.tries[id] = &try{}
	}
	if s.tries[id].why == "" {
		s.tries[id].why = fmt.Sprintf(format, args...)
	}
}

func (s *script) skipAll(why string, ids ...RuleID) {
	for _, id := range ids {
		s.skip(id, "%s", why)
	}
}

// judge tells a rule what came of it.
func (s *script) judge(id RuleID, a answer, ok bool, path, want, found string) bool {
	if ok {
		s.note(id, a)
	} else {
		s.note(id, a, Finding{Path: path, Expected: want, Found: found})
	}
	return ok
}

// answered says whether there is an answer that says something about a rule: a
// service that is busy or away says nothing.
func (s *script) answered(id RuleID, a answer) bool {
	switch {
	case a.err != nil:
		s.skip(id, "%s", strings.TrimPrefix(a.err.Error(), "not sent: "))
		return false
	case a.status == http.StatusTooManyRequests, a.status == http.StatusBadGateway, a.status == http.StatusServiceUnavailable,
		a.status == http.StatusGatewayTimeout:
		s.skip(id, "the service answered with %d", a.status)
		return false
	default:
		return true
	}
}

// accepted says whether a request was carried out, and tells its rule when it
// was not.
func (s *script) accepted(id RuleID, a answer) bool {
	if !s.answered(id, a) {
		return false
	}
	if a.status >= http.StatusOK && a.status < http.StatusMultipleChoices {
		return true
	}
	return s.judge(id, a, false, "", "a success", s.outcome(a))
}

// refused judges a rule that wants a request to be refused: with a status, a
// type ("" is any), and with a detail for a field, unless there is none to name.
func (s *script) refused(id RuleID, a answer, v any, status int, kind string, field ...string) {
	if !s.answered(id, a) {
		return
	}
	if a.status != status {
		s.judge(id, a, false, "", strconv.Itoa(status), s.outcome(a))
		return
	}
	got := text(v, "type")
	switch {
	case v == nil:
		s.note(id, a, Finding{Expected: "an error body", Found: "something else", Tolerated: copes})
		return
	case !isErrorType(got):
		s.note(id, a, Finding{Path: "/type", Expected: cmp.Or(kind, "a type of SPEC 7"), Found: "another word", Tolerated: copes})
		return
	case kind != "" && got != kind:
		s.judge(id, a, false, "/type", kind, got)
		return
	}
	named := len(field) == 0 || slices.ContainsFunc(array(v, "details"), func(detail any) bool {
		return slices.EqualFunc(array(detail, "field"), field, func(got any, want string) bool { return got == want })
	})
	s.judge(id, a, named, "/details", "one for "+strings.Join(field, "."), "none")
}

func isErrorType(name string) bool {
	return slices.Contains([]string{
		"APPLICATION_ERROR", "BOOKING_CANCELLATION_ERROR", "BOOKING_CREATION_ERROR", "BOOKING_ERROR", "PAYMENT_PROCESSING_ERROR", "VALIDATION",
	}, name)
}

// status judges the status of a reservation. A word that is none of SPEC 3 is
// tolerated.
func (s *script) status(id RuleID, a answer, v any, want string) bool {
	got := text(v, "status")
	if got != "" && !isStatus(got) {
		s.note(id, a, Finding{Path: "/status", Expected: want, Found: "another word", Tolerated: copes})
		return true
	}
	return s.judge(id, a, got == want, "/status", want, cmp.Or(got, "nothing"))
}

func isStatus(name string) bool {
	return slices.Contains([]string{"CREATED", "CONFIRMED", "CANCELED"}, name)
}

// outcome is what a service made of a request, in few words.
func (s *script) outcome(a answer) string {
	out := strconv.Itoa(a.status)
	v, _ := decode(a.text)
	if name := text(v, "type"); a.status >= http.StatusBadRequest && isErrorType(name) {
		out += " " + name
	}
	return out
}
