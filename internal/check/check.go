// Package check plays a fixed script of requests against a live service, and
// compares every answer with the description of the service and with rules of the
// specification that a schema cannot express. It knows neither the client nor the
// sandbox: it spells the wire itself, so that a mistake of one of them is not
// repeated here.
//
// Requests go out one at a time. Nothing is written unless that is asked for. A
// write is sent once: when its answer is lost, the report names it.
package check

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"
)

// Options are what to check, and how far to go.
type Options struct {
	BaseURL string // without a slash at its end
	Account string
	Token   string // the API key token; never printed
	Names   Names
	// City is the IATA code of a city that has hotels, such as LON.
	City string
	// Write books, changes and cancels as well. The caller makes sure that the
	// service is a sandbox.
	Write bool
	// Card is the payment token to book with; "" books simulated stays only,
	// for which no payment is tried (SPEC 3).
	Card string
	// UserAgent is the program's name and version.
	UserAgent string
	// Progress is told of each request before it is sent; nil is fine.
	Progress func(number int, request string)
	// Now is the clock; nil is the system's.
	Now func() time.Time
	// Sleep waits; nil waits for real.
	Sleep func(context.Context, time.Duration) error
	// Attempt makes the id of an attempt to book, "att-" and 26 capital letters or
	// digits (WIRE 5); nil makes a random one.
	Attempt func() string
	// Unreached returns in words why a request had no answer.
	Unreached func(error) string
	// Transport carries the requests; nil is the standard one.
	Transport http.RoundTripper

	// examine compares an answer with the description; nil does. Tests remember
	// what it made of an answer that comes again.
	examine func(answer) examination
}

// Names are the names of the service that the specification leaves open (WIRE
// 1). An empty one means that the service does not have it: what needs it is not
// tried.
type Names struct {
	ID, IDs, CustomData, PageNumber, PageSize, Simulation, CheckIn, CheckOut string
	Pagination, PaginationToken, PaginationPage, ReviewSiteIDs               string
}

// A Verdict is how a service stands to a rule.
type Verdict string

// The verdicts.
const (
	Holds     Verdict = "holds"
	Tolerated Verdict = "tolerated" // not as described, and the client copes (WIRE 4)
	Deviates  Verdict = "deviates"
	NotTried  Verdict = "not tried"
)

// A Mismatch is one part of an answer that is not as a rule says. It never holds a guest's
// data or a secret.
type Mismatch struct {
	Request  string `json:"request"` // method and path, with the query
	Status   int    `json:"status"`
	Path     string `json:"path"` // JSON pointer into the answer, "*" for any item; "" is the answer itself
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Times    int    `json:"times"`
	// Tolerated says why it is no deviation; "" when it is one.
	Tolerated string `json:"tolerated,omitempty"`
}

func (f Mismatch) rank() int {
	if f.Tolerated == "" {
		return 0
	}
	return 1
}

// A Result is a rule with its verdict.
type Result struct {
	Rule
	Verdict    Verdict    `json:"verdict"`
	Why        string     `json:"why,omitempty"` // it was not tried
	Mismatches []Mismatch `json:"findings"`
}

// A Report is the outcome of a check.
type Report struct {
	Service  string          `json:"service"`
	Wrote    bool            `json:"wrote"`
	Requests int             `json:"requests"`
	Seconds  float64         `json:"seconds"`
	Counts   map[Verdict]int `json:"counts"` // of each verdict, also of one that no rule has
	Results  []Result        `json:"rules"`
	Left     []string        `json:"left"`    // reservations that the check made and that still stand
	Unknown  []string        `json:"unknown"` // writes whose answers were lost
	// Stopped is why the script was not played to its end; "" when it was.
	Stopped string `json:"stopped"`
}

// OK reports whether nothing deviates, of all that was to be tried.
func (r *Report) OK() bool { return r.Counts[Deviates] == 0 && r.Stopped == "" }

// ErrUnauthorized is the error of Run when the service takes the account or
// the token for wrong: nothing can be checked then.
var ErrUnauthorized = errors.New("the service refuses the account or the token")

// Run plays the script. It fails when the service cannot be reached, with
// ErrUnauthorized, and when the context ends; the report is there in the last
// case too, because it names what was left behind.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.examine == nil {
		doc, err := load()
		if err != nil {
			return nil, err
		}
		o.examine = doc.examine
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = wait
	}
	if o.Attempt == nil {
		o.Attempt = func() string { return "att-" + rand.Text() }
	}
	begin := o.Now()
	s := newScript(o)
	err := s.play(ctx)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	report := s.report()
	report.Seconds = math.Round(o.Now().Sub(begin).Seconds()*1000) / 1000
	return report, err
}

// wait waits for some time, or until the context ends.
func wait(ctx context.Context, d time.Duration) error {
	pause, stop := context.WithTimeout(ctx, d)
	defer stop()
	<-pause.Done()
	return ctx.Err()
}

// needsWrite is why a rule is not tried that only writes can try.
const needsWrite = "it needs --write"

// report returns what is known of every rule.
func (s *script) report() *Report {
	r := &Report{
		Service: s.o.BaseURL, Wrote: s.o.Write, Requests: s.line.sent,
		// What there is none of is counted too: who reads the JSON finds all four.
		Counts: map[Verdict]int{Holds: 0, Tolerated: 0, Deviates: 0, NotTried: 0},
		Left:   []string{}, Unknown: append([]string{}, s.unknown...), Stopped: s.stopped,
	}
	for _, made := range s.made {
		if !made.canceled {
			r.Left = append(r.Left, fmt.Sprintf("%s (%s)", made.id, made.status))
		}
	}
	for _, rule := range allRules() {
		t := s.tries.of(rule.ID)
		one := Result{Rule: rule, Verdict: Holds, Mismatches: append([]Mismatch{}, t.mismatches...)}
		// What has to be mended comes before what has not.
		slices.SortStableFunc(one.Mismatches, func(a, b Mismatch) int { return cmp.Compare(a.rank(), b.rank()) })
		switch {
		case !t.tried:
			needs := ""
			if rule.Writes && !s.o.Write {
				needs = needsWrite
			}
			one.Verdict, one.Why = NotTried, cmp.Or(t.why, needs, s.stopped, "no answer had any")
		case len(one.Mismatches) > 0 && one.Mismatches[0].Tolerated == "":
			one.Verdict = Deviates
		case len(one.Mismatches) > 0:
			one.Verdict = Tolerated
		}
		r.Counts[one.Verdict]++
		r.Results = append(r.Results, one)
	}
	return r
}
