package recording

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"maps"
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
	// Accounts are the ids of those who may call. Where the recording holds
	// requests of one account only, each of them gets its answers, and otherwise
	// its own.
	Accounts []string
	Names    service.Names // that the recording was made with
	Logger   *slog.Logger
}

// Replay answers requests out of a recording, without a world behind it: a
// request gets the answer that was recorded for the same method, path, query and
// body, as far as a recording keeps them, with the Date of its recording. It is
// safe for concurrent use.
//
// The same request gets the answers in the order of the recording, and from
// then on the last one. Between two different answers to the same read the
// recording has writes; the later answer waits until one of those is asked, and
// what came before it is passed over then.
//
// Three things differ from run to run. A new booking matches whatever the id of
// its attempt is (WIRE 5); the new id stands in for the recorded one from then
// on. Guests and payments match by what the recording keeps of them; what a
// client sent of a guest is put in place of what was redacted where it belongs,
// in memory only. A destination query gets the answer of a recorded one that goes
// on where it ends, or that it goes on from: nobody types at the same speed
// twice.
type Replay struct {
	recording *Recording
	alone     bool // the recording has one account
	redaction redaction
	log       *slog.Logger
	// answers are the entries by what was asked, in order.
	answers map[asked][]int
	writes  []int

	mu      sync.Mutex
	given   map[asked]int // how many of the answers
	done    map[int]bool  // of writes
	aliases aliases
	told    map[string]told // by reservation
	now     time.Time
}

// asked is a question, and who asked it where that matters.
type asked struct {
	account string
	key     [sha256.Size]byte
}

// NewReplay serves a recording. A recording without a request is an
// *input.Error, and so is an account that it does not know.
func NewReplay(r *Recording, o ReplayOptions) (*Replay, error) {
	if r.Len() == 0 {
		return nil, input.Errorf("it holds no request")
	}
	known := r.Accounts()
	for _, id := range o.Accounts {
		if len(known) > 1 && !slices.Contains(known, id) {
			return nil, input.Errorf("it has no requests of the account %s, only of %s", id, strings.Join(known, ", "))
		}
	}
	p := &Replay{
		recording: r, alone: len(known) <= 1, redaction: newRedaction(o.Names), log: o.Logger,
		answers: map[asked][]int{}, given: map[asked]int{}, done: map[int]bool{}, aliases: newAliases(), told: map[string]told{},
		now: r.entries[0].time,
	}
	for i, e := range r.entries {
		if e.account == "" || e.path == service.NoPath {
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

// Now is the time of the latest answer.
func (p *Replay) Now() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// Refuse answers a request that is none of the service with an error.
func (p *Replay) Refuse(r service.Request, f *service.Rejection) Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.exchange(r).refuse(f)
}

// exchange gives a request its instant and its id.
func (p *Replay) exchange(r service.Request) Exchange {
	r.Now = p.now
	r.ID = r.Identify("replay", 0)
	return Exchange{Request: r}
}

// Answer finds the recorded answer to a request.
func (p *Replay) Answer(r service.Request) Exchange {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.exchange(r)
	if r.Account == "" {
		return x.refuse(service.ErrUnauthorized)
	}
	route, err := r.Route()
	x.Route = route
	var unread *service.Rejection
	switch {
	case errors.As(r.BodyErr, &unread):
		return x.refuse(unread)
	case err != nil && route.Path == service.NoPath:
		return x.refuse(errUnrecorded)
	}
	q := (line{
		Method: KnownMethod(r.Method), Target: route.Target(), Query: p.redaction.query(p.aliases.recorded(r.URL.RawQuery)),
		Request: p.redaction.body([]byte(p.aliases.recorded(string(r.Body))), p.redaction.request),
	}).questionOf()
	i, found := p.pick(p.asked(r.Account, q.key()), x, q)
	if !found {
		return x.refuse(errUnrecorded)
	}
	e := p.recording.entries[i]
	l, err := p.recording.line(i)
	if err != nil {
		p.log.Error("the recording cannot be read", slog.String("error", err.Error()))
		return x.refuse(rejectUnreplayable(e.number, "it cannot be read"))
	}
	p.now = e.time
	x.Request.Now, x.Request.ID = p.now, l.ID
	if strings.HasPrefix(string(l.Response), `{"left_out":`) {
		return x.refuse(rejectUnreplayable(e.number, "its body was left out"))
	}
	raw, _ := jsontree.DecodeRequest(r.Body, nil) // What is no JSON has nothing to put anywhere.
	if e.method != http.MethodGet {
		p.done[i] = true
	}
	if q.books() {
		p.aliases.learn(l.questionOf().attempt(), q.attempt())
		p.told[e.reservation] = told{raw, q.body}.only("guests", "custom_data")
	}
	return p.respond(x, l, told{raw, q.body})
}

// errUnrecorded answers what was not recorded.
var errUnrecorded = service.RejectRequest(http.StatusNotFound, service.CodeNotFound, "This request was not recorded.")

func rejectUnreplayable(number int, why string) *service.Rejection {
	return service.RejectRequest(http.StatusNotImplemented, service.CodeInternal,
		fmt.Sprintf("The answer on line %d of the recording cannot be given again: %s.", number, why))
}

func (x Exchange) refuse(f *service.Rejection) Exchange {
	x.Answer = x.Request.Blank().Refuse(f)
	return x
}

// respond makes the answer of a line again. Said is what the client has sent
// with its request.
func (p *Replay) respond(x Exchange, l line, said told) Exchange {
	x.Answer, x.Cut = x.Request.Blank(), l.Cut
	for name, value := range l.Header {
		if value == "" {
			delete(x.Answer.Header, name)
		} else {
			x.Answer.Header[name] = value
		}
	}
	x.Answer.Status = l.Status
	switch {
	case l.Page != "":
		x.Answer.Body = []byte(l.Page)
	case len(l.Response) > 0:
		text := []byte(l.Response)
		if strings.HasPrefix(x.Route.Path, service.PathReservation) {
			text = p.restore(text, said)
		}
		x.Answer.Body = append([]byte(p.aliases.sent(string(text))), '\n')
	}
	return x
}

// pick chooses the answer that comes next.
func (p *Replay) pick(key asked, x Exchange, q question) (int, bool) {
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

// between reports whether the recording has writes that change the answer at
// from, after it and before another place, which are done, or are there at all.
func (p *Replay) between(from, to int, done bool) bool {
	e := p.recording.entries[from]
	if e.method != http.MethodGet || !strings.HasPrefix(e.path, service.PathReservation) {
		return false // Only reservations are known to change by writes.
	}
	for _, w := range p.writes {
		if w > from && w < to && (p.done[w] || !done) && (e.path == service.PathReservations || e.reservation == p.recording.entries[w].reservation) {
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
func (p *Replay) typed(x Exchange, q question) (asked, []int) {
	if x.Route.Path != service.PathDestinations || x.Request.Method != http.MethodGet || len(q.query["query"]) != 1 {
		return asked{}, nil
	}
	text := strings.ToLower(q.query["query"][0])
	var best *entry
	least := 0
	for i := range p.recording.entries {
		e := &p.recording.entries[i]
		if e.path != service.PathDestinations || len(e.query["query"]) != 1 || !p.alone && e.account != x.Request.Account || !sameBesides(q.query, e.query, "query") {
			continue
		}
		one := strings.ToLower(e.query["query"][0])
		apart := len(one) - len(text)
		switch {
		case strings.HasPrefix(one, text):
		case strings.HasPrefix(text, one) && len(one) >= leastTyped:
			apart = maxBody - apart // Further than any that goes on.
		default:
			continue
		}
		if best == nil || apart < least {
			best, least = e, apart
		}
	}
	if best == nil {
		return asked{}, nil
	}
	key := p.asked(best.account, best.question)
	return key, p.answers[key]
}

// sameBesides reports whether two queries are the same but for one parameter.
func sameBesides(a, b map[string][]string, but string) bool {
	a, b = maps.Clone(a), maps.Clone(b)
	delete(a, but)
	delete(b, but)
	return maps.EqualFunc(a, b, slices.Equal)
}
