package sandbox

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

const (
	// maxBodyRecorded is the largest body that a recording holds, in bytes. The
	// largest answers, a page of hotels and the destinations of an empty query,
	// have some 700 kB.
	maxBodyRecorded = 8 << 20
	// maxPlain is the largest body that stands in its line as JSON. What is
	// larger is packed: an answer to a hotel search becomes a tenth of its size,
	// and everything that a person reads or searches a file for stays readable.
	maxPlain = 8 << 10
	// maxRecordedLine is the longest line of a recording, in bytes.
	maxRecordedLine = 4 << 20
)

// recorder writes one JSON line a request. It is safe for concurrent use.
type recorder struct {
	redaction
	mu  sync.Mutex
	out io.Writer // nil when nothing is recorded, or no more
}

func newRecorder(o Options) *recorder {
	n, _ := service.ReadNames(o.Names) // Open has checked them.
	return &recorder{redaction: newRedaction(n), out: o.Record}
}

// recordedRequest is one line of a recording. It holds no credentials, no
// payment token and no verification code; of a guest, and of what a client calls
// a reservation by in custom_data, it holds initials. The same text always has
// the same mask, so that what belongs together still does.
type recordedRequest struct {
	Time     string              `json:"time"` // by the sandbox's clock
	Method   string              `json:"method"`
	Path     string              `json:"path"`           // a template of SPEC 4, or "-"
	Target   string              `json:"target"`         // the path with its reservation id
	Query    map[string][]string `json:"query,omitzero"` // decoded
	Status   int                 `json:"status"`         // 0 when the connection was reset
	Took     float64             `json:"took_ms"`
	Account  string              `json:"account,omitzero"`
	ID       string              `json:"request_id"`
	Fault    string              `json:"fault,omitzero"`
	Header   map[string]string   `json:"header,omitzero"` // of the answer, where it is not what answers have; "" is none
	Request  json.RawMessage     `json:"request,omitzero"`
	Response json.RawMessage     `json:"response,omitzero"`
	Page     string              `json:"page,omitzero"` // an answer that is no JSON
	Cut      bool                `json:"cut,omitzero"`  // only the first half of the answer was sent
	// In place of the above where that is large: gzip, in base64.
	RequestGzip  []byte `json:"request_gzip,omitzero"`
	ResponseGzip []byte `json:"response_gzip,omitzero"`
}

// write adds the line of a request. When the writer fails the recording ends,
// and the error is returned that once.
func (r *recorder) write(x *exchange, out response, took time.Duration) error {
	r.mu.Lock()
	off := r.out == nil
	r.mu.Unlock()
	if off {
		return nil
	}
	text, err := r.line(x, out, took)
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

// line is the line of a request.
func (r *recorder) line(x *exchange, out response, took time.Duration) ([]byte, error) {
	line := recordedRequest{
		Time: x.Now.UTC().Format(time.RFC3339Nano), Method: recordedMethod(x), Path: x.route.Path, Target: x.route.Path,
		Status: out.Status, Took: float64(took.Microseconds()) / 1000, Account: x.Account, ID: x.ID, Fault: string(x.met.Kind),
		Header: unusual(out), Cut: out.cut,
	}
	if strings.HasPrefix(out.Header["Content-Type"], "text/html") {
		line.Page = string(out.Body) // It is the same for everybody.
	} else {
		line.Response = r.body(out.Body, r.response)
	}
	if x.known && x.route.Path != "-" {
		// What is not a partner's request of the service can hold anything anywhere.
		line.Target = x.route.Target()
		line.Query = r.query(x.r.URL.RawQuery)
		line.Request = r.body(x.Body, r.request)
	}
	if err := line.pack(); err != nil {
		return nil, err
	}
	text, err := jsontree.EncodeLine(line)
	if err == nil && len(text) > maxRecordedLine {
		line.Request, line.RequestGzip = leftOut(tooLarge, len(x.Body)), nil
		line.Response, line.ResponseGzip = leftOut(tooLarge, len(out.Body)), nil
		text, err = jsontree.EncodeLine(line)
	}
	return text, err
}

// unusual is what the header of an answer has otherwise than most answers.
func unusual(out response) map[string]string {
	var list map[string]string
	for name, usual := range map[string]string{"Content-Type": "application/json", "Retry-After": "", "Allow": "", "WWW-Authenticate": ""} {
		if value := out.Header[name]; value != usual && out.Status != 0 {
			if list == nil {
				list = map[string]string{}
			}
			list[name] = value
		}
	}
	return list
}

// recordedMethod is the request's method, unless it is one that nobody knows and that
// could hold anything.
func recordedMethod(x *exchange) string {
	if slices.Contains([]string{
		http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete,
		http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodConnect,
	}, x.r.Method) {
		return x.r.Method
	}
	return "-"
}

// pack makes large bodies small.
func (l *recordedRequest) pack() (err error) {
	if len(l.Request) > maxPlain {
		l.RequestGzip, err = packed(l.Request)
		l.Request = nil
	}
	if len(l.Response) > maxPlain && err == nil {
		l.ResponseGzip, err = packed(l.Response)
		l.Response = nil
	}
	return err
}

// unpack undoes pack for one body. What unpacks to more than a recording holds
// is an error.
func unpack(plain json.RawMessage, gzipped *[]byte) (json.RawMessage, error) {
	if len(*gzipped) == 0 {
		return plain, nil
	}
	text, err := unpacked(*gzipped)
	*gzipped = nil
	return text, err
}

func packed(text []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(text)
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

func unpacked(text []byte) (json.RawMessage, error) {
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	whole, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
	switch {
	case err != nil:
		return nil, err
	case len(whole) > maxUnpacked:
		return nil, fmt.Errorf("a body is larger than %d bytes", maxUnpacked)
	case !json.Valid(whole):
		return nil, fmt.Errorf("a packed body is no JSON")
	default:
		return whole, nil
	}
}

// maxUnpacked is the largest body that a line unpacks to. A mask can be longer
// than what it stands for.
const maxUnpacked = 4 * maxBodyRecorded
