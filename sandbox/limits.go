package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"bellhop/internal/guard"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// What a request may be made of; sizes are in bytes.
const (
	maxHeader = 64 << 10
	// smallBody is what every body may have. Of larger ones only so many are in
	// memory at once as limits.large says; no request that means anything is
	// larger.
	smallBody = 16 << 10
	// maxDrain is how much of an oversized body is read and thrown away. A client
	// that sends all of its body before it reads would otherwise see its
	// connection reset, and never the answer that says why.
	maxDrain = 32 << 20
)

const (
	drainTimeout = 10 * time.Second
	writeTimeout = time.Minute
)

// limits bound what clients can take of a server, whoever they are: its
// connections, its memory and its time. Every server of this package has them.
type limits struct {
	connections int           // open at once
	grace       time.Duration // for which none is ended for another
	large       chan struct{} // holds one for each large body in memory; its capacity is how many there may be
	header      time.Duration // for the header of a request
	body        time.Duration // for its body
	write       time.Duration // for an answer
	idle        time.Duration // between two requests
	linger      time.Duration // of a connection whose body is left unread, so that its sender sees the answer first
}

func newLimits() limits {
	return limits{
		connections: 512, grace: time.Second, large: make(chan struct{}, 16),
		header: 10 * time.Second, body: 30 * time.Second, write: writeTimeout, idle: 2 * time.Minute, linger: 2 * time.Second,
	}
}

// NewServer returns an HTTP server with the time-outs of the sandbox's own, for a
// handler that stands before Handler.
func NewServer(handler http.Handler) *http.Server {
	return newLimits().server(handler, slog.New(slog.DiscardHandler))
}

func (l limits) server(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: l.header,
		ReadTimeout:       l.header + l.body,
		WriteTimeout:      l.write,
		IdleTimeout:       l.idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		ConnContext:       rememberConnection,
		ConnState:         rests,
		// OPTIONS * is answered like any other path that does not exist.
		DisableGeneralOptionsHandler: true,
	}
}

// serve lets a handler answer on a listener until ctx is done, and then finish
// for a bounded time. Refuse makes the answers to what never became a request.
func (l limits) serve(ctx context.Context, handler http.Handler, log *slog.Logger, listener net.Listener, refuse func(*service.Rejection) training.Answer) error {
	server := l.server(handler, log)
	failed := make(chan error, 1)
	go func() {
		defer guard.Catch()
		failed <- server.Serve(newPlainListener(listener, l, refuse))
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("sandbox: %w", err)
	case <-ctx.Done():
	}
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	if err := server.Shutdown(drain); err != nil {
		_ = server.Close()
		return fmt.Errorf("sandbox: requests were still in flight after %s: %w", drainTimeout, err)
	}
	return nil
}

// read reads the body of a request whose sender is known, up to service.MaxBody and
// within the time for it. Release must be called when the body is needed no
// more. Whoever does not read a body, or gets an error, calls leaveUnread.
func (l limits) read(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	release = func() {}
	if r.ContentLength == 0 {
		return nil, release, nil
	}
	if r.ContentLength > service.MaxBody && r.Header.Get("Expect") != "" || r.ContentLength > maxDrain {
		return nil, release, service.ErrTooLarge
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(l.body)) // What cannot set it has none.
	room := func(most int64) []byte {
		if r.ContentLength >= 0 {
			most = min(most, r.ContentLength)
		}
		return make([]byte, 0, most+bytes.MinRead)
	}
	b := bytes.NewBuffer(room(smallBody))
	_, err = b.ReadFrom(io.LimitReader(r.Body, smallBody+1))
	if err == nil && b.Len() > smallBody {
		if !l.makeRoom(r.Context()) {
			return nil, release, service.ErrUnavailable
		}
		release = func() { <-l.large }
		b = bytes.NewBuffer(append(room(service.MaxBody), b.Bytes()...))
		_, err = b.ReadFrom(io.LimitReader(r.Body, service.MaxBody-smallBody))
	}
	switch {
	case err != nil:
		return nil, release, err
	case b.Len() > service.MaxBody:
		_, _ = io.CopyN(io.Discard, r.Body, maxDrain)
		return nil, release, service.ErrTooLarge
	}
	// From here on the server reads ahead, and would take the end of that time
	// for the end of the connection.
	_ = control.SetReadDeadline(time.Time{})
	return b.Bytes(), release, nil
}

// makeRoom waits until another large body may be in memory.
func (l limits) makeRoom(ctx context.Context) bool {
	timer := time.NewTimer(l.body)
	defer timer.Stop()
	select {
	case l.large <- struct{}{}:
		return true
	case <-ctx.Done():
	case <-timer.C:
	}
	return false
}

// leaveUnread ends the connection of a request with its answer when the request
// has a body: what is left of that cannot be told from the next request, and
// waiting for it is bounded. It comes before the answer is written.
func (l limits) leaveUnread(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength == 0 {
		return
	}
	w.Header().Set("Connection", "close")
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(l.linger))
}
