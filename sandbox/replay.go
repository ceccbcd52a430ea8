package sandbox

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// ReplayOptions say how a recording is served.
type ReplayOptions struct {
	// Accounts may call; at least one. Where the recording holds requests of one
	// account only, each of them gets its answers, and otherwise its own.
	Accounts []Account
	// Names are those that the recording was made with, like Options.Names.
	Names []string
	// Logger gets what Options.Logger gets; nil drops it.
	Logger *slog.Logger
}

// Replay serves a recording again over HTTP, see recording.Replay. It is safe for
// concurrent use.
type Replay struct {
	replay *recording.Replay
	keys   keys
	log    *slog.Logger
	limits limits
}

// NewReplay serves a recording. Mistakes in the names are an *InputError, and so
// is a recording without a request.
func NewReplay(r *recording.Recording, o ReplayOptions) (*Replay, error) {
	keys, err := newKeys(o.Accounts)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	names, err := service.ReadNames(o.Names)
	if err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	log := o.Logger.With(slog.String("component", "replay"))
	replay, err := recording.NewReplay(r, recording.ReplayOptions{Accounts: accountIDs(o.Accounts), Names: names, Logger: log})
	if err != nil {
		return nil, err
	}
	return &Replay{replay: replay, keys: keys, log: log, limits: newLimits()}, nil
}

// errNoPictures answers for pictures: a recording has their addresses only.
var errNoPictures = service.RejectRequest(http.StatusNotFound, service.CodeNotFound, "A recording has no pictures.")

// Handler returns the recorded service. Its description at /openapi.yaml is the
// sandbox's own; that, /healthz and /readyz ask for no credentials either.
func (p *Replay) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case path == pathDescription && describes(r.Method):
			p.limits.leaveUnread(w, r)
			writeDescription(w, r)
			return
		case (path == pathHealth || path == pathReady) && describes(r.Method): // There is nothing that could fail to answer.
			p.limits.leaveUnread(w, r)
			writeHealth(w)
			return
		}
		if strings.HasPrefix(r.URL.Path, pathImages) {
			p.limits.leaveUnread(w, r)
			(&exchange{w: w, r: r, limits: p.limits}).deliver(refuseUnread(0, p.replay.Now(), errNoPictures))
			return
		}
		x := newExchange(w, r, p.limits)
		x.prove(p.keys)
		defer x.readBody()()
		var done recording.Exchange
		if r.URL.Path == pathDescription || r.URL.Path == pathHealth || r.URL.Path == pathReady {
			done = p.replay.Refuse(x.Request, rejectDescribing())
		} else {
			done = p.replay.Answer(x.Request)
		}
		done.Took = time.Since(x.start)
		logRequest(r.Context(), p.log, done)
		x.Route = done.Route
		x.deliver(training.Answer{Answer: done.Answer, Cut: done.Cut})
	})
}

// Serve answers requests on the listener until ctx is done, then finishes those
// that are in flight, for a bounded time, and returns.
func (p *Replay) Serve(ctx context.Context, listener net.Listener) error {
	return p.limits.serve(ctx, p.Handler(), p.log, listener, func(f *service.Rejection) training.Answer {
		return refuseUnread(0, p.replay.Now(), f)
	})
}
