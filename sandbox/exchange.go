package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// exchange is one request over HTTP on its way through the sandbox.
type exchange struct {
	training.Exchange
	w        http.ResponseWriter
	r        *http.Request
	limits   limits
	stopping <-chan struct{} // closed when the server stops
	start    time.Time       // by the real clock
	bodyRead bool            // to its end
}

func newExchange(w http.ResponseWriter, r *http.Request, l limits) *exchange {
	x := &exchange{w: w, r: r, limits: l, start: time.Now()}
	x.Request = service.Request{
		Method: r.Method, URL: r.URL, ContentType: r.Header.Get("Content-Type"), ContentEncoding: r.Header.Get("Content-Encoding"),
	}
	return x
}

func (s *Sandbox) serve(x *exchange) {
	if s.observer != nil {
		s.observer.Begun()
	}
	done, wait := x.prove(*s.keys.Load()).take(x.start)
	if done == nil {
		s.refuseMore(x, wait)
		return
	}
	defer done()
	defer x.readBody()()
	x.Pause = func(d time.Duration) bool { return s.waits.hold(x, d) }
	a := s.handle(x.r.Context(), &x.Exchange)
	s.note(x, a)
	x.deliver(a)
}

// steady gives a request its instant and its id, and sees to it that nobody
// replaces the data until it is carried out. What a client asked that has gone
// while its request was on its way never arrives.
func (s *Sandbox) steady(next training.Handler) training.Handler {
	return func(ctx context.Context, e *training.Exchange) training.Answer {
		s.still.RLock()
		defer s.still.RUnlock()
		e.Now = s.Now()
		e.ID = e.Identify("request", s.seed)
		if e.Gone {
			return training.Answer{}
		}
		return next(ctx, e)
	}
}

// refuse answers a request outside the paths of SPEC 4 with an error.
func (s *Sandbox) refuse(w http.ResponseWriter, r *http.Request, f *service.Rejection) {
	x := newExchange(w, r, s.limits)
	x.prove(*s.keys.Load())
	x.deliver(s.steady(func(_ context.Context, e *training.Exchange) training.Answer {
		return training.Answer{Answer: e.Blank().Refuse(f)}
	})(r.Context(), &x.Exchange))
}

// prove finds the account of the request, and returns what that may ask. It needs the
// header alone.
func (x *exchange) prove(k keys) *allowance {
	one := k.find(x.r)
	if one == nil {
		return nil
	}
	x.Account = one.account
	proved(x.r)
	return one.allowance
}

// readBody reads the body of a request of a known account, and of no other:
// what a stranger sends is left where it is. It returns what must be called when
// the request is answered.
func (x *exchange) readBody() (release func()) {
	if x.Account == "" {
		return func() {}
	}
	x.Body, release, x.BodyErr = x.limits.read(x.w, x.r)
	x.bodyRead = x.BodyErr == nil
	return release
}

// note writes what became of the request to the log and the recording. It comes
// before the answer: who has the answer finds its line.
func (s *Sandbox) note(x *exchange, a training.Answer) {
	done := recording.Exchange{
		Request: x.Request, Route: x.Route, Answer: a.Answer, Cut: a.Cut, Fault: string(x.Fault.Kind), Took: time.Since(x.start),
	}
	logRequest(x.r.Context(), s.log, done)
	s.seen.add(done)
	if s.observer != nil {
		s.observer.Answered(observe(done))
	}
	if err := s.record.Write(done); err != nil {
		s.log.LogAttrs(x.r.Context(), slog.LevelError, "recording failed; the service goes on without it", slog.String("error", err.Error()))
	}
}

func logRequest(ctx context.Context, log *slog.Logger, x recording.Exchange) {
	line := []slog.Attr{
		slog.String("method", recording.KnownMethod(x.Request.Method)), slog.String("path", loggedPath(x)), slog.Int("status", x.Answer.Status),
		slog.String("request_id", x.Request.ID), slog.Duration("took", x.Took), slog.String("account", x.Request.Account),
	}
	if x.Fault != "" {
		line = append(line, slog.String("fault", x.Fault))
	}
	level := slog.LevelInfo
	if x.Answer.Status == http.StatusNotFound {
		level = slog.LevelWarn // It is a client's mistake, which the client's owner looks for here.
	}
	log.LogAttrs(ctx, level, "request", line...)
}

// plainSegment is a part of a path that is a word, as those of the service are. Any
// other can be an id, a name or a key.
var plainSegment = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z_.{}-]{0,40}[0-9]{0,2}$`) })

// maxSegments bounds a path of which nothing is known.
const maxSegments = 12

// loggedPath returns the template of a request's path. Of a path that the service does
// not have it returns the words, with * for what can be private.
func loggedPath(x recording.Exchange) string {
	if x.Path() != service.NoPath || x.Answer.Status == 0 {
		return x.Path()
	}
	parts := strings.SplitN(x.Request.URL.EscapedPath(), "/", maxSegments)
	for i, part := range parts {
		if !plainSegment().MatchString(part) {
			parts[i] = "*"
		}
	}
	return strings.Join(parts, "/")
}

func (x *exchange) deliver(a training.Answer) {
	if a.Status == 0 {
		x.reset()
		return
	}
	h := x.w.Header()
	for name, value := range a.Header {
		h.Set(name, value)
	}
	quietInBrowsers(h, x.r)
	if !x.bodyRead {
		x.limits.leaveUnread(x.w, x.r)
	}
	a.Body = x.placeImages(a.Body)
	if !a.Cut {
		a.Body = encode(h, x.r, a.Body) // What a fault cuts off is cut as it was made.
	}
	h.Set("Content-Length", strconv.Itoa(len(a.Body)))
	x.w.WriteHeader(a.Status)
	if a.Cut {
		// The server closes a connection on which less was written than declared.
		a.Body = a.Body[:len(a.Body)/2]
	}
	_, _ = x.w.Write(a.Body) // The client may have gone; there is nobody to tell.
	if a.Hold > 0 {
		_ = http.NewResponseController(x.w).Flush() // What cannot flush sends it at the end.
		x.Pause(a.Hold)
	}
}

// reset drops the connection without an answer, so that the client sees a TCP
// reset and not an orderly end.
func (x *exchange) reset() {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // The nearest thing that a writer without a connection has.
	}
	if tcp, ok := conn.(interface{ SetLinger(seconds int) error }); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// waits holds requests, until the sandbox ends.
type waits struct {
	closing chan struct{}
	close   sync.Once
	// pause waits for a time, or until done, stopping or closing end it; tests
	// put their own in its place.
	pause func(d time.Duration, done, stopping, closing <-chan struct{})
}

func newWaits() *waits { return &waits{closing: make(chan struct{}), pause: pause} }

func (w *waits) end() { w.close.Do(func() { close(w.closing) }) }

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

// hold holds the request for a time by the real clock, at most until its client
// goes away or the sandbox ends. It reports whether the client is still there.
func (w *waits) hold(x *exchange, d time.Duration) bool {
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
	w.pause(d, x.r.Context().Done(), x.stopping, w.closing)
	// The server ends the context with a body that does not come in time as well;
	// its sender is there, and is told.
	return x.r.Context().Err() == nil || errors.Is(x.BodyErr, os.ErrDeadlineExceeded)
}
