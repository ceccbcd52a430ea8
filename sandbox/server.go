package sandbox

import (
	"context"
	"net"
	"net/http"
	"strings"

	"bellhop/sandbox/page"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// Handler returns the sandbox as an HTTP handler. Every answer of SPEC 4's paths is JSON, and
// names its request in the header X-Request-Id, as the log does; faults and
// latency are part of it. Pictures, the description and the health are no part of those.
func (s *Sandbox) Handler() http.Handler { return s.handler(nil) }

// handler is Handler, whose waits also end when stopping is closed.
func (s *Sandbox) handler(stopping <-chan struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case crossSite(r):
			s.refuse(w, r, errOtherSite)
		case page.Is(r):
			page.Serve(w, r, s.pageFacts())
		case path == pathDescription:
			s.serveOpenAPI(w, r)
		case path == pathHealth:
			s.serveHealth(w, r)
		case path == pathReady:
			s.serveReady(w, r)
		case strings.HasPrefix(path, pathImages):
			s.serveImage(w, r)
		case s.control != "" && controls(path):
			s.serveControl(w, r, stopping)
		default:
			x := newExchange(w, r, s.limits)
			x.stopping = stopping
			s.serve(x)
		}
	})
}

// Serve answers requests on the listener until ctx is done. Then it says that it is not
// ready, goes on for the time of Options.Drain, so that what stands before it sends
// requests elsewhere, finishes those that are in flight, for a bounded time, and
// returns.
func (s *Sandbox) Serve(ctx context.Context, listener net.Listener) error {
	stopping := make(chan struct{})
	drained, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	defer context.AfterFunc(ctx, func() {
		s.draining.Store(true)
		if s.drain > 0 {
			s.waits.pause(s.drain, stopping, nil, s.waits.closing)
		}
		stop()
	})()
	defer close(stopping)
	refuse := func(f *service.Rejection) training.Answer { return refuseUnread(s.seed, s.Now(), f) }
	return s.limits.serve(drained, s.handler(drained.Done()), s.log, listenSecurely(listener, s.certificate), refuse)
}
