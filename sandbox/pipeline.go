package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// pipeline is what stands between a request and its endpoint: latency, faults,
// the requests that are late, and the recording.
type pipeline struct {
	faults   *fault.Set
	latency  atomic.Pointer[fault.Latency]
	first    fault.Latency // what a reset goes back to
	quirks   atomic.Pointer[quirkSet]
	usual    quirkSet      // what a reset goes back to
	requests atomic.Uint64 // numbers requests for the latency
	late     lateQueue
	record   *recording.Recorder
	closing  chan struct{}
	close    sync.Once
	// pause waits for a time, or until done, stopping or closing end it; tests
	// put their own in its place.
	pause func(d time.Duration, done, stopping, closing <-chan struct{})
}

// newPipeline reads Options.Latency, Options.Faults and Options.Quirks, and
// starts a recording to Options.Record.
func newPipeline(o Options, names service.Names) (*pipeline, error) {
	latency, err := fault.ParseLatency(o.Latency)
	if err != nil {
		return nil, err
	}
	rules, err := fault.Parse(o.Faults)
	if err != nil {
		return nil, fmt.Errorf("fault rules, %w", err)
	}
	var usual quirkSet
	if o.Quirks != "" {
		if usual, err = readQuirks(o.Quirks); err != nil {
			return nil, err
		}
	}
	p := &pipeline{usual: usual, faults: fault.NewSet(o.Seed, rules), first: latency, record: recording.NewRecorder(o.Record, names), closing: make(chan struct{}), pause: pause}
	p.latency.Store(&latency)
	p.quirks.Store(&usual)
	return p, nil
}

// stop ends every wait.
func (p *pipeline) stop() { p.close.Do(func() { close(p.closing) }) }

func pause(d time.Duration, done, stopping, closing <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	case <-stopping:
	case <-closing:
	}
}

// Latency is the profile in force, as SetLatency takes it.
func (s *Sandbox) Latency() string { return s.pipe.latency.Load().String() }

// SetLatency sets how long every answer takes from now on: none, office,
// hotel-wifi, satellite, or a duration such as 250ms. Any other text is an
// *InputError.
func (s *Sandbox) SetLatency(to string) error {
	latency, err := fault.ParseLatency(to)
	if err != nil {
		return input.Errorf("%s", err)
	}
	s.pipe.latency.Store(&latency)
	return nil
}

// Faults lists the fault rules in force.
func (s *Sandbox) Faults() []fault.Status { return s.pipe.faults.Status() }

// AddFaults adds rules, one a line, as fault.Rule describes them. A mistake is
// an *InputError that tells where it stands, and nothing is added.
func (s *Sandbox) AddFaults(rules string) error {
	list, err := fault.Parse(rules)
	if err == nil {
		err = s.pipe.faults.Add(list)
	}
	if err != nil {
		return input.Errorf("%s", err)
	}
	return nil
}

// ClearFaults drops every fault rule.
func (s *Sandbox) ClearFaults() { s.pipe.faults.Clear() }

// reset puts back what Options.Faults, Options.Latency and Options.Quirks said,
// and counts from nothing.
func (p *pipeline) reset() {
	p.faults.Reset()
	p.latency.Store(&p.first)
	p.quirks.Store(&p.usual)
	p.requests.Store(0)
}

// meet lets the request meet a fault. When the fault prevents the work, the error
// is to be returned at once; otherwise it is nil, the work goes on, and the fault
// is applied to its answer. A request that is late meets none again when it is
// carried out. Of several faults the one that prevents the work counts, or else
// the first; their delays add up.
func (x *exchange) meet(a fault.Action) error {
	if x.Settles != "" {
		return nil
	}
	wait := x.met.Wait() + a.Wait()
	if x.met.Kind == "" || x.met.Kind == fault.Slow || a.Kind.BeforeWork() {
		x.met = a
	}
	x.met.Delay = wait
	if a.Kind.BeforeWork() {
		return service.ErrNoAnswer
	}
	return nil
}

// exchange is one request on its way through the service, and its answer.
type exchange struct {
	service.Request
	w        http.ResponseWriter
	r        *http.Request
	stopping <-chan struct{} // closed when the server stops
	start    time.Time       // by the real clock
	known    bool
	route    service.Route // its path is service.NoPath when it is none of ours
	bodyRead bool          // to its end
	met      fault.Action
}

func newExchange(w http.ResponseWriter, r *http.Request) *exchange {
	return &exchange{
		w: w, r: r, start: time.Now(), route: service.Route{Endpoint: service.Endpoint{Path: service.NoPath}},
		Request: service.Request{
			Method: r.Method, URL: r.URL, ContentType: r.Header.Get("Content-Type"), ContentEncoding: r.Header.Get("Content-Encoding"),
		},
	}
}

// serve answers one request of the service.
func (s *Sandbox) serve(x *exchange) {
	x.prove(s.keys)
	defer x.readBody(s.limits)()
	latency := s.pipe.latency.Load().Of(uint64(s.seed), s.pipe.requests.Add(1))
	gone := !s.wait(x, latency)
	out := s.carryOut(x, gone)
	if x.met.Kind != "" {
		if out = s.spoil(x, out); out.hold == nil {
			s.wait(x, x.met.Wait())
		}
	}
	out = s.distort(x, out)
	s.note(x, out)
	x.deliver(out)
}

// carryOut does what the request asks and makes its answer. Nobody replaces the
// data meanwhile. What a client asked that has gone while its request was on
// its way never arrives.
func (s *Sandbox) carryOut(x *exchange, gone bool) response {
	s.still.RLock()
	defer s.still.RUnlock()
	s.receive(x)
	if gone {
		return response{}
	}
	s.carryOutLate(x.Now)
	return response{Answer: s.work(x)}
}

// refuse answers a request outside the paths of SPEC 4 with an error.
func (s *Sandbox) refuse(w http.ResponseWriter, r *http.Request, f *service.Rejection) {
	x := newExchange(w, r)
	x.prove(s.keys)
	s.receive(x)
	x.deliver(x.refuse(f))
}

// prove finds the account of the request. It needs the header alone.
func (x *exchange) prove(k keys) {
	if x.Account, x.known = k.account(x.r); !x.known {
		x.Account = ""
		return
	}
	proved(x.r)
}

// readBody reads the body of a request of a known account, and of no other:
// what a stranger sends is left where it is. It returns what must be called when
// the request is answered.
func (x *exchange) readBody(l limits) (release func()) {
	if !x.known {
		return func() {}
	}
	x.Body, release, x.BodyErr = l.read(x.w, x.r)
	x.bodyRead = x.BodyErr == nil
	return release
}

// receive gives the request its instant and its id. The id is made
// of the request and the instant alone: the same request at the same instant
// gets the same answer, byte for byte, whatever was asked before it.
func (s *Sandbox) receive(x *exchange) {
	x.Now = s.Now()
	x.ID = x.Identify("request", s.seed)
}

// wait holds the request for a time by the real clock, at most until its client
// goes away or the sandbox ends. It says whether the client is still there.
func (s *Sandbox) wait(x *exchange, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	// The server's own time-outs are about slow clients, not slow answers. What
	// cannot set them has none.
	control := http.NewResponseController(x.w)
	if x.bodyRead {
		_ = control.SetReadDeadline(time.Time{})
	}
	_ = control.SetWriteDeadline(time.Now().Add(d + writeTimeout))
	s.pipe.pause(d, x.r.Context().Done(), x.stopping, s.pipe.closing)
	// The server ends the context with a body that does not come in time as well;
	// its sender is there, and is told.
	return x.r.Context().Err() == nil || errors.Is(x.BodyErr, os.ErrDeadlineExceeded)
}

// work carries the request out, unless it meets a fault that prevents that.
func (s *Sandbox) work(x *exchange) service.Answer {
	var err error
	x.route, err = x.Route()
	if err == nil {
		if action, hit := s.pipe.faults.Decide(fault.Endpoint{Method: x.route.Method, Path: x.route.Path}, x.known); hit {
			x.met = action
		}
	}
	a := x.Blank()
	if !x.met.Kind.BeforeWork() {
		a = s.scenarios.play(x.r.Context(), x, s.service.Handle)
	}
	if x.met.Kind == fault.Late {
		s.postpone(x)
	}
	return a
}

// note writes what became of the request to the log and the recording. It comes
// before the answer: who has the answer finds its line.
func (s *Sandbox) note(x *exchange, out response) {
	done := recording.Exchange{
		Request: x.Request, Route: x.route, Answer: out.Answer, Cut: out.cut, Fault: string(x.met.Kind), Took: time.Since(x.start),
	}
	logRequest(x.r.Context(), s.log, done)
	if err := s.pipe.record.Write(done); err != nil {
		s.log.LogAttrs(x.r.Context(), slog.LevelError, "recording failed; the service goes on without it", slog.String("error", err.Error()))
	}
}

// logRequest logs the line of a request.
func logRequest(ctx context.Context, log *slog.Logger, x recording.Exchange) {
	line := []slog.Attr{
		slog.String("method", recording.KnownMethod(x.Request.Method)), slog.String("path", x.Path()), slog.Int("status", x.Answer.Status),
		slog.String("request_id", x.Request.ID), slog.Duration("took", x.Took), slog.String("account", x.Request.Account),
	}
	if x.Fault != "" {
		line = append(line, slog.String("fault", x.Fault))
	}
	log.LogAttrs(ctx, slog.LevelInfo, "request", line...)
}
