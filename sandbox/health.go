package sandbox

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"bellhop/sandbox/service"
)

// pathHealth answers whether requests can be served. It is no part of the service, and
// asks for no credentials: who watches over a server has none.
const pathHealth = "/healthz"

const healthy = `{"status":"ok"}` + "\n"

// healthTimeout is how long the store may take to answer.
const healthTimeout = 2 * time.Second

// serveHealth answers /healthz: 200 once the store answers a read, else 503 with the
// error body of SPEC 7. It waits for no request and no replacing of the data, meets no
// fault, and is in no log while all is well.
func (s *Sandbox) serveHealth(w http.ResponseWriter, r *http.Request) {
	if !describes(r.Method) {
		s.refuse(w, r, rejectDescribing())
		return
	}
	leaveUnread(w, r)
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	if _, _, err := s.store.Fact(ctx, factClock); err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "the store does not answer", slog.String("error", err.Error()))
		(&exchange{w: w, r: r, bodyRead: true}).deliver(refuseUnread(s.seed, s.Now(), service.ErrUnavailable))
		return
	}
	writeHealth(w)
}

func writeHealth(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(healthy)))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(healthy)) // To HEAD the server sends the header alone.
}
