package recording

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// Exchange is a request and what became of it.
type Exchange struct {
	Request service.Request
	Route   service.Route  // the zero Route for a request that never arrived
	Answer  service.Answer // without a status when the connection was reset
	Cut     bool           // only the first half of the answer was sent
	Fault   string         // the fault that was applied
	Took    time.Duration
}

// Path returns the template of the request's path, service.NoPath if it has none
// of the service's.
func (x Exchange) Path() string { return cmp.Or(x.Route.Path, service.NoPath) }

// Recorder writes one JSON line a request. It is safe for concurrent use.
type Recorder struct {
	redaction
	mu  sync.Mutex
	out io.Writer // nil when nothing is recorded, or no more
}

// NewRecorder records to out, or nothing when that is nil, what a service of
// these names is asked.
func NewRecorder(out io.Writer, n service.Names) *Recorder {
	return &Recorder{redaction: newRedaction(n), out: out}
}

// Write adds the line of a request. When the writer fails the recording ends,
// and the error is returned that once.
func (r *Recorder) Write(x Exchange) error {
	r.mu.Lock()
	off := r.out == nil
	r.mu.Unlock()
	if off {
		return nil
	}
	text, err := r.line(x)
	if err != nil {
		return fmt.Errorf("a line of the recording: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out == nil {
		return nil
	}
	if _, err := r.out.Write(text); err != nil {
		r.out = nil
		return fmt.Errorf("writing the recording: %w", err)
	}
	return nil
}

func (r *Recorder) line(x Exchange) ([]byte, error) {
	path := x.Path()
	l := line{
		Time: x.Request.Now.UTC().Format(time.RFC3339Nano), Method: KnownMethod(x.Request.Method), Path: path, Target: path,
		Status: x.Answer.Status, Took: float64(x.Took.Microseconds()) / 1000, Account: x.Request.Account, ID: x.Request.ID, Fault: x.Fault,
		Header: unusual(x.Answer), Cut: x.Cut,
	}
	if strings.HasPrefix(x.Answer.Header["Content-Type"], "text/html") {
		l.Page = string(x.Answer.Body) // It is the same for everybody.
	} else {
		l.Response = r.body(x.Answer.Body, r.response)
	}
	if x.Request.Account != "" && path != service.NoPath {
		// What is not a partner's request of the service can hold anything anywhere.
		l.Target = x.Route.Target()
		l.Query = r.query(x.Request.URL.RawQuery)
		l.Request = r.body(x.Request.Body, r.request)
	}
	if err := l.compress(); err != nil {
		return nil, err
	}
	text, err := jsontree.EncodeLine(l)
	if err == nil && len(text) > maxLine {
		l.Request, l.RequestGzip = leftOut(tooLarge, len(x.Request.Body)), nil
		l.Response, l.ResponseGzip = leftOut(tooLarge, len(x.Answer.Body)), nil
		text, err = jsontree.EncodeLine(l)
	}
	return text, err
}

// usualHeader is what most answers have in the fields of a header that a
// recording keeps.
func usualHeader() map[string]string {
	return map[string]string{"Content-Type": "application/json", "Retry-After": "", "Allow": "", "WWW-Authenticate": ""}
}

// unusual returns what the header of an answer has otherwise than most answers.
func unusual(a service.Answer) map[string]string {
	list := map[string]string{}
	for name, usual := range usualHeader() {
		if value := a.Header[name]; value != usual && a.Status != 0 {
			list[name] = value
		}
	}
	return list
}

// KnownMethod returns the method of a request, or "-" for one that nobody knows
// and that could hold anything.
func KnownMethod(method string) string {
	if slices.Contains(strings.Fields("GET POST PATCH PUT DELETE HEAD OPTIONS TRACE CONNECT"), method) {
		return method
	}
	return "-"
}
