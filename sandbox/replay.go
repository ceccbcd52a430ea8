package sandbox

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
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

// Replay serves a recording again, without a world behind it: a request gets
// the answer that was recorded for the same method, path, query and body, as
// far as a recording shows them, with the Date of its recording. It is safe for
// concurrent use.
//
// The same request gets the answers in the order of the recording, and from
// then on the last one. Between two different answers to the same read the
// recording has writes; the later answer waits until one of those is asked, and
// what came before it is passed over then.
//
// Three things differ from run to run. A new booking matches whatever the id of
// its attempt is (WIRE 5); the new id stands in for the recorded one from then
// on. Guests and payments match by what the recording shows of them; what a
// client sent of a guest is put in place of the mask where it belongs, in
// memory only. A destination query gets the answer of a recorded one that goes
// on where it ends, or that it goes on from: nobody types at the same speed
// twice.
type Replay struct {
	recording *Recording
	keys      keys
	alone     bool // the recording has one account
	redaction redaction
	log       *slog.Logger
	limits    limits
	// answers are the entries by what was asked, in order.
	answers map[asked][]int
	writes  []int

	mu    sync.Mutex
	given map[asked]int // how many of the answers
	done  map[int]bool  // of writes
	names aliases
	told  map[string]told
	now   time.Time
}

// asked is a question, and who asked it where that matters.
type asked struct {
	account string
	key     [sha256.Size]byte
}

// told is what a client said of a reservation, its guests and its custom data,
// and what a recording shows of it.
type told struct{ raw, masked jsontree.Value }

// NewReplay serves a recording. Mistakes in the names are an *InputError, and so
// is a recording without a request.
func NewReplay(r *Recording, o ReplayOptions) (*Replay, error) {
	if r.Len() == 0 {
		return nil, input.Errorf("it holds no request")
	}
	keys, err := newKeys(o.Accounts)
	if err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	n, err := service.ReadNames(o.Names)
	if err != nil {
		return nil, err
	}
	known := r.Accounts()
	for _, a := range o.Accounts {
		if len(known) > 1 && !slices.Contains(known, a.ID) {
			return nil, input.Errorf("it has no requests of the account %s, only of %s", a.ID, strings.Join(known, ", "))
		}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	p := &Replay{
		recording: r, keys: keys, alone: len(known) <= 1, redaction: newRedaction(n),
		log:     o.Logger.With(slog.String("component", "replay")),
		limits:  newLimits(),
		answers: map[asked][]int{}, given: map[asked]int{}, done: map[int]bool{}, names: newAliases(), told: map[string]told{},
		now: r.entries[0].time,
	}
	for i, e := range r.entries {
		if e.account == "" || e.path == "-" {
			continue // Nobody can ask it again.
		}
		key := p.asked(e.account, e.question)
		p.answers[key] = append(p.answers[key], i)
		if e.method != http.MethodGet && strings.HasPrefix(e.path, service.PathReservation) {
			p.writes = append(p.writes, i)
		}
	}
	return p, nil
}

func (p *Replay) asked(account string, key [sha256.Size]byte) asked {
	if p.alone {
		account = ""
	}
	return asked{account, key}
}

// Handler is the recorded service. Its description at /openapi.yaml is the
// sandbox's own, and asks for no credentials either.
func (p *Replay) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == pathDescription && describes(r.Method) {
			leaveUnread(w, r)
			writeDescription(w)
			return
		}
		x := newExchange(w, r)
		x.prove(p.keys)
		defer x.readBody(p.limits)()
		out := p.answer(x)
		p.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", recordedMethod(x)), slog.String("path", x.route.Path), slog.Int("status", out.Status),
			slog.String("request_id", x.ID), slog.Duration("took", time.Since(x.start)), slog.String("account", x.Account))
		x.deliver(out)
	})
}

// Serve answers requests on the listener until ctx is done, then finishes those
// that are in flight, for a bounded time, and returns.
func (p *Replay) Serve(ctx context.Context, listener net.Listener) error {
	return p.limits.serve(ctx, p.Handler(), p.log, listener, func(f *service.Rejection) response {
		p.mu.Lock()
		defer p.mu.Unlock()
		return refuseUnread(0, p.now, f)
	})
}

// answer finds the recorded answer to a request.
func (p *Replay) answer(x *exchange) response {
	p.mu.Lock()
	defer p.mu.Unlock()
	x.Now = p.now
	x.ID = x.Identify("replay", 0)
	switch {
	case x.r.URL.Path == pathDescription:
		return x.refuse(rejectDescribing())
	case !x.known:
		return x.refuse(service.RejectUnauthorized())
	}
	var err error
	var unread *service.Rejection
	x.route, err = x.Route()
	switch {
	case errors.As(x.BodyErr, &unread):
		return x.refuse(unread)
	case err != nil && x.route.Path == "-":
		return x.refuse(p.missing(question{method: recordedMethod(x), target: x.r.URL.Path}, x))
	}
	body := []byte(p.names.recorded(string(x.Body)))
	q := questionOf(recordedRequest{
		Method: recordedMethod(x), Target: x.route.Target(), Query: p.redaction.query(p.names.recorded(x.r.URL.RawQuery)),
		Request: p.redaction.body(body, p.redaction.request),
	})
	i, found := p.pick(p.asked(x.Account, q.key()), x, q)
	if !found {
		return x.refuse(p.missing(q, x))
	}
	line, err := p.recording.line(i, true)
	if err != nil {
		p.log.LogAttrs(x.r.Context(), slog.LevelError, "the recording cannot be read", slog.String("error", err.Error()))
		return x.refuse(rejectUnreplayable(p.recording.entries[i].number, "it cannot be read"))
	}
	p.now = p.recording.entries[i].time
	x.Now, x.ID = p.now, line.ID
	raw, _ := jsontree.DecodeRequest(x.Body, nil) // What is no JSON has nothing to put anywhere.
	return p.respond(x, i, line, q, raw)
}

// pick chooses the answer that comes next.
func (p *Replay) pick(key asked, x *exchange, q question) (int, bool) {
	list := p.answers[key]
	if len(list) == 0 {
		if key, list = p.typed(x, q); len(list) == 0 {
			return 0, false
		}
	}
	at := p.given[key]
	// What was answered before a write that is done is no longer so.
	for at+1 < len(list) && p.between(list[at], len(p.recording.entries), true) {
		at++
	}
	switch {
	case at >= len(list):
		return list[len(list)-1], true
	case at > 0 && p.between(list[at-1], list[at], false) && !p.between(list[at-1], list[at], true):
		return list[at-1], true
	}
	p.given[key] = at + 1
	return list[at], true
}

// between says whether the recording has writes that change the answer at from,
// after it and before another place, which are done, or are there at all.
func (p *Replay) between(from, to int, done bool) bool {
	e := p.recording.entries[from]
	if e.method != http.MethodGet || !strings.HasPrefix(e.path, service.PathReservation) {
		return false // Only reservations are known to change by writes.
	}
	for _, w := range p.writes {
		if w > from && w < to && (p.done[w] || !done) && (e.path == service.PathReservations || e.about == p.recording.entries[w].about) {
			return true
		}
	}
	return false
}

// leastTyped is how many characters of a destination say what is looked for.
const leastTyped = 2

// typed finds the recorded destination query that is nearest to one that is not
// recorded: the shortest that goes on where this one ends, which is what comes
// next as somebody types, or else the longest that this one goes on from.
func (p *Replay) typed(x *exchange, q question) (asked, []int) {
	if x.route.Path != service.PathDestinations || x.r.Method != http.MethodGet || len(q.query["query"]) != 1 {
		return asked{}, nil
	}
	text := strings.ToLower(q.query["query"][0])
	best, least := -1, 0
	for i, e := range p.recording.entries {
		if e.path != service.PathDestinations || len(e.query["query"]) != 1 || !p.alone && e.account != x.Account || !sameBesides(q.query, e.query, "query") {
			continue
		}
		one := strings.ToLower(e.query["query"][0])
		apart := len(one) - len(text)
		switch {
		case strings.HasPrefix(one, text):
		case strings.HasPrefix(text, one) && len(one) >= leastTyped:
			apart = maxBodyRecorded - apart // Further than any that goes on.
		default:
			continue
		}
		if best < 0 || apart < least {
			best, least = i, apart
		}
	}
	if best < 0 {
		return asked{}, nil
	}
	key := p.asked(p.recording.entries[best].account, p.recording.entries[best].question)
	return key, p.answers[key]
}
