package sandbox

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"bellhop/sandbox/service"
)

// Two paths are no part of the service, and ask for no credentials: who watches over
// a server has none. Neither waits for requests nor for the replacing of the data, no
// fault meets them, and they are in no log while all is well.
const (
	pathHealth = "/healthz" // the process serves: one that does not has to be started again
	pathReady  = "/readyz"  // requests can be sent here: its database answers, and it is not about to end
)

const healthy = `{"status":"ok"}` + "\n"

// readyTimeout is how long the store may take to answer.
const readyTimeout = 2 * time.Second

// serveHealth answers /healthz.
func (s *Sandbox) serveHealth(w http.ResponseWriter, r *http.Request) {
	if !describes(r.Method) {
		s.refuse(w, r, rejectDescribing())
		return
	}
	s.limits.leaveUnread(w, r)
	writeHealth(w)
}

// serveReady answers /readyz: 200 once the store answers a read, else 503 with the
// error body of SPEC 7.
func (s *Sandbox) serveReady(w http.ResponseWriter, r *http.Request) {
	if !describes(r.Method) {
		s.refuse(w, r, rejectDescribing())
		return
	}
	s.limits.leaveUnread(w, r)
	err := s.Ready(r.Context())
	if err == nil {
		writeHealth(w)
		return
	}
	if !errors.Is(err, errDraining) {
		s.log.LogAttrs(r.Context(), slog.LevelError, "the store does not answer", slog.String("error", err.Error()))
	}
	a := refuseUnread(s.seed, s.Now(), service.ErrUnavailable)
	a.Answer = a.RefuseUnavailable()
	(&exchange{w: w, r: r, bodyRead: true}).deliver(a)
}

var errDraining = errors.New("the sandbox is about to end")

// Ready returns why no request should be sent here now, or nil.
func (s *Sandbox) Ready(ctx context.Context) error {
	if s.draining.Load() {
		return errDraining
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	_, _, err := s.store.Fact(ctx, factClock)
	return err
}

func writeHealth(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(healthy)))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(healthy)) // To HEAD the server sends the header alone.
}
