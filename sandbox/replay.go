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
	// paths knows the paths of the service; it has no data.
	paths *Sandbox
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
	n, err := readNames(o.Names)
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
		recording: r, keys: keys, alone: len(known) <= 1, redaction: newRedaction(n), paths: &Sandbox{},
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
		if e.method != http.MethodGet && strings.HasPrefix(e.path, pathReservation) {
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
		x := &exchange{w: w, r: r, template: "-", start: time.Now()}
		x.prove(p.keys)
		defer x.readBody(p.limits)()
		out := p.answer(x)
		p.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", x.method()), slog.String("path", x.template), slog.Int("status", out.status),
			slog.String("request_id", x.id), slog.Duration("took", time.Since(x.start)), slog.String("account", x.account))
		x.deliver(out)
	})
}

// Serve answers requests on the listener until ctx is done, then finishes those
// that are in flight, for a bounded time, and returns.
func (p *Replay) Serve(ctx context.Context, listener net.Listener) error {
	return p.limits.serve(ctx, p.Handler(), p.log, listener, func(f *rejection) response {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.paths.refuseUnread(p.now, f)
	})
}

// answer finds the recorded answer to a request.
func (p *Replay) answer(x *exchange) response {
	p.mu.Lock()
	defer p.mu.Unlock()
	x.now = p.now
	x.id = p.paths.uuid("replay", x.now, x.account, x.r.Method, x.r.URL.RequestURI(), fmt.Sprintf("%x", sha256.Sum256(x.body)))
	switch {
	case x.r.URL.Path == pathDescription:
		return x.response().reject(x.id, rejectDescribing())
	case !x.known:
		return x.response().reject(x.id, rejectUnauthorized())
	}
	e, id, err := p.paths.route(x.r)
	if e.template != "" {
		x.template = e.template
	}
	if wellFormedID(id) {
		x.target = id
	}
	switch {
	case errors.Is(x.bodyErr, errTooLarge):
		return x.response().reject(x.id, rejectTooLarge())
	case errors.Is(x.bodyErr, errBusy):
		return x.response().reject(x.id, rejectUnavailable())
	case err != nil && x.template == "-":
		return x.response().reject(x.id, p.missing(question{method: x.method(), target: x.r.URL.Path}, x))
	}
	body := []byte(p.names.recorded(string(x.body)))
	q := questionOf(recordedRequest{
		Method: x.method(), Target: x.path(), Query: p.redaction.query(p.names.recorded(x.r.URL.RawQuery)),
		Request: p.redaction.body(body, p.redaction.request),
	})
	i, found := p.pick(p.asked(x.account, q.key()), x, q)
	if !found {
		return x.response().reject(x.id, p.missing(q, x))
	}
	line, err := p.recording.line(i, true)
	if err != nil {
		p.log.LogAttrs(x.r.Context(), slog.LevelError, "the recording cannot be read", slog.String("error", err.Error()))
		return x.response().reject(x.id, rejectUnreplayable(p.recording.entries[i].number, "it cannot be read"))
	}
	p.now = p.recording.entries[i].time
	x.now, x.id = p.now, line.ID
	raw, _ := jsontree.DecodeRequest(x.body, nil) // What is no JSON has nothing to put anywhere.
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
	if e.method != http.MethodGet || !strings.HasPrefix(e.path, pathReservation) {
		return false // Only reservations are known to change by writes.
	}
	for _, w := range p.writes {
		if w > from && w < to && (p.done[w] || !done) && (e.path == pathReservations || e.about == p.recording.entries[w].about) {
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
	if x.template != pathDestinations || x.r.Method != http.MethodGet || len(q.query["query"]) != 1 {
		return asked{}, nil
	}
	text := strings.ToLower(q.query["query"][0])
	best, least := -1, 0
	for i, e := range p.recording.entries {
		if e.path != pathDestinations || len(e.query["query"]) != 1 || !p.alone && e.account != x.account || !sameBesides(q.query, e.query, "query") {
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
