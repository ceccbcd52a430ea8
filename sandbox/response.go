package sandbox

import (
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/training/fault"
)

// response is an answer before it is written, so that a fault can meet exactly
// as much of it as it means to.
type response struct {
	status int // 0 when the connection is reset
	header map[string]string
	body   []byte
	cut    bool   // only the first half of the body is sent
	hold   func() // waits after the first half, before the connection closes; nil does not wait
}

// response is a response without a status and a body yet.
func (x *exchange) response() response {
	return response{header: map[string]string{
		"Content-Type":  "application/json",
		"Cache-Control": "no-store", // Answers hold personal data.
		"Date":          x.now.UTC().Format(http.TimeFormat),
		"X-Request-Id":  x.id,
	}}
}

// respond turns the outcome of the work into an answer.
func (s *Sandbox) respond(x *exchange, a answer, err error) response {
	out := x.response()
	if errors.Is(err, errSuffers) {
		return out
	}
	if err != nil {
		var f *rejection
		if !errors.As(err, &f) {
			f = rejectInternal()
			if x.r.Context().Err() == nil {
				s.log.LogAttrs(x.r.Context(), slog.LevelError, "request failed",
					slog.String("request_id", x.id), slog.String("error", err.Error()))
			}
		}
		return out.reject(x.id, f)
	}
	text, err := encodeAnswer(a.body)
	if err != nil {
		s.log.LogAttrs(x.r.Context(), slog.LevelError, "encoding an answer failed",
			slog.String("request_id", x.id), slog.String("error", err.Error()))
		return out.reject(x.id, rejectInternal())
	}
	out.status, out.body = a.status, text
	return out
}

// reject is the response with an error in place of its answer.
func (out response) reject(id string, f *rejection) response {
	f.RequestID = id
	out.status = f.status
	out.body, _ = encodeAnswer(f) // Plain strings and numbers always encode.
	if f.allow != "" {
		out.header["Allow"] = f.allow
	}
	if f.status == http.StatusUnauthorized {
		out.header["WWW-Authenticate"] = `Basic realm="bellhop sandbox", charset="UTF-8"`
	}
	return out
}

// written is an answer's body that is JSON already, its line feed included.
type written []byte

// encodeAnswer writes JSON and a line feed, < and > as they are.
func encodeAnswer(body any) ([]byte, error) {
	if text, ok := body.(written); ok {
		return text, nil
	}
	return jsontree.EncodeLine(body)
}

// spoil lets an answer meet the fault of its request.
func (s *Sandbox) spoil(x *exchange, out response) response {
	switch x.met.Kind {
	case fault.ServerError, fault.ServerErrorAfter:
		return out.reject(x.id, rejectInternal())
	case fault.Unavailable:
		if after := x.met.Again(); after > 0 {
			out.header["Retry-After"] = seconds(after)
		}
		return out.reject(x.id, rejectUnavailable())
	case fault.Unauthorized:
		return out.reject(x.id, rejectUnauthorized())
	case fault.Forbidden:
		return out.reject(x.id, rejectForbidden())
	case fault.Busy:
		out.header["Retry-After"] = seconds(x.met.Again())
		return out.reject(x.id, rejectTooMany())
	case fault.BadGateway, fault.BadGatewayAfter:
		return out.page(http.StatusBadGateway, "502 Bad Gateway")
	case fault.GatewayTimeout:
		return out.page(http.StatusGatewayTimeout, "504 Gateway Time-out")
	case fault.NotJSON:
		return out.page(http.StatusOK, "Please sign in")
	case fault.Empty:
		delete(out.header, "Content-Type")
		out.status, out.body = http.StatusOK, nil
	case fault.Truncated:
		out.cut = true
	case fault.Stalled:
		out.cut, out.hold = true, func() { s.wait(x, x.met.Wait()) }
	case fault.Foreign, fault.ForeignAfter:
		return out.foreign(x.met)
	case fault.OtherReservation:
		return s.otherReservation(x, out)
	case fault.RepeatedID:
		return s.repeatedID(out)
	case fault.OddPrice:
		return oddPrice(out, x.met.Turn)
	case fault.Reset, fault.ResetAfter, fault.Late:
		out.status, out.body = 0, nil
	default: // Slow leaves the answer as it is.
	}
	return out
}

// seconds rounds up: a client that comes back earlier is refused again.
func seconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}

// page is the response with the HTML page of some proxy in place of its answer.
func (out response) page(status int, title string) response {
	out.status = status
	out.header["Content-Type"] = "text/html"
	out.body = []byte(strings.ReplaceAll("<html>\r\n<head><title>T</title></head>\r\n<body>\r\n<center><h1>T</h1></center>\r\n</body>\r\n</html>\r\n", "T", title))
	return out
}

// deliver writes the answer.
func (x *exchange) deliver(out response) {
	if out.status == 0 {
		x.reset()
		return
	}
	h := x.w.Header()
	for name, value := range out.header {
		h.Set(name, value)
	}
	if !x.bodyRead {
		leaveUnread(x.w, x.r)
	}
	h.Set("Content-Length", strconv.Itoa(len(out.body)))
	x.w.WriteHeader(out.status)
	if out.cut {
		// The server closes a connection on which less was written than declared.
		out.body = out.body[:len(out.body)/2]
	}
	_, _ = x.w.Write(out.body) // The client may have gone; there is nobody to tell.
	if out.hold != nil {
		_ = http.NewResponseController(x.w).Flush() // What cannot flush sends it at the end.
		out.hold()
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
