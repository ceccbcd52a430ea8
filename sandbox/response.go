package sandbox

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// response is an answer before it is written, so that a fault can meet exactly
// as much of it as it means to.
type response struct {
	service.Answer        // without a status when the connection is reset
	cut            bool   // only the first half of the body is sent
	hold           func() // waits after the first half, before the connection closes; nil does not wait
}

// refuse is the response with an error.
func (x *exchange) refuse(f *service.Rejection) response {
	return response{Answer: x.Blank().Refuse(f)}
}

// reject is the response with an error in place of its answer.
func (out response) reject(f *service.Rejection) response {
	out.Answer = out.Refuse(f)
	return out
}

// spoil lets an answer meet the fault of its request.
func (s *Sandbox) spoil(x *exchange, out response) response {
	switch x.met.Kind {
	case fault.ServerError, fault.ServerErrorAfter:
		return out.reject(service.RejectInternal())
	case fault.Unavailable:
		if after := x.met.Again(); after > 0 {
			out.Header["Retry-After"] = seconds(after)
		}
		return out.reject(service.RejectUnavailable())
	case fault.Unauthorized:
		return out.reject(service.RejectUnauthorized())
	case fault.Forbidden:
		return out.reject(service.RejectForbidden())
	case fault.Busy:
		out.Header["Retry-After"] = seconds(x.met.Again())
		return out.reject(service.RejectTooMany())
	case fault.BadGateway, fault.BadGatewayAfter:
		return out.page(http.StatusBadGateway, "502 Bad Gateway")
	case fault.GatewayTimeout:
		return out.page(http.StatusGatewayTimeout, "504 Gateway Time-out")
	case fault.NotJSON:
		return out.page(http.StatusOK, "Please sign in")
	case fault.Empty:
		delete(out.Header, "Content-Type")
		out.Status, out.Body = http.StatusOK, nil
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
		out.Status, out.Body = 0, nil
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
	out.Status = status
	out.Header["Content-Type"] = "text/html"
	out.Body = []byte(strings.ReplaceAll("<html>\r\n<head><title>T</title></head>\r\n<body>\r\n<center><h1>T</h1></center>\r\n</body>\r\n</html>\r\n", "T", title))
	return out
}

// deliver writes the answer.
func (x *exchange) deliver(out response) {
	if out.Status == 0 {
		x.reset()
		return
	}
	h := x.w.Header()
	for name, value := range out.Header {
		h.Set(name, value)
	}
	if !x.bodyRead {
		leaveUnread(x.w, x.r)
	}
	h.Set("Content-Length", strconv.Itoa(len(out.Body)))
	x.w.WriteHeader(out.Status)
	if out.cut {
		// The server closes a connection on which less was written than declared.
		out.Body = out.Body[:len(out.Body)/2]
	}
	_, _ = x.w.Write(out.Body) // The client may have gone; there is nobody to tell.
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
