package api

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/internal/safetext"

	"bellhop/api/traffic"
)

// takeTurn waits until a read may be sent, where there is a cap on calls. A write is counted and sent: nobody may wonder
// whether it was. So is a read that a write waits for.
func (c *Client) takeTurn(ctx context.Context, call call) error {
	now := time.Now()
	if call.write || traffic.IsAtOnce(ctx) {
		c.limit.Count(now)
		return nil
	}
	take := c.limit.Take
	if traffic.IsUnasked(ctx) {
		take = c.limit.TakeSpare
	}
	wait := take(now)
	if wait <= 0 {
		return nil
	}
	why := fmt.Sprintf("%d calls a minute", c.limit.Most())
	if c.limit.Most() == 1 {
		why = "1 call a minute"
	}
	defer traffic.WaitsOf(ctx).Begin(now.Add(wait), why)()
	err := c.options.Sleep(ctx, wait)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		c.limit.Back(now.Add(wait))
		return transportCause(err)
	}
	return nil
}

// exchangeNumber numbers the exchanges of all clients of the program, which may share an observer.
var exchangeNumber atomic.Uint64

// A watched is a request that is observed; a nil one is not.
type watched struct {
	traffic.Exchange
	tell    func(traffic.Exchange)
	masking *traffic.Masking
	answer  *traffic.Seen
	kind    string // of the answer
	json    bool
	length  int64 // that the answer's header says: not all of it may be read
}

// observe tells that a request is sent.
func (c *Client) observe(call call, body []byte, try int) *watched {
	if c.options.Observe == nil {
		return nil
	}
	w := &watched{tell: c.options.Observe, masking: c.masking(call)}
	w.Exchange = traffic.Exchange{
		Number: exchangeNumber.Add(1), Operation: call.operation, Method: call.method, Base: c.base,
		Path: strings.ReplaceAll(call.path, "{reservation_id}", url.PathEscape(call.id)), Template: call.path,
		Query: w.masking.Values(call.query, slices.Sorted(maps.Keys(call.query)), func(name string) bool {
			return name == c.dialect.CustomDataFilter
		}),
		Write: call.write, Try: try, Began: time.Now(), Request: w.masking.Sent(body),
	}
	w.tell(w.Exchange)
	return w
}

// masking returns what may be seen of a call's bodies: of all where no guest can stand there.
func (c *Client) masking(call call) *traffic.Masking {
	secrets := []string{c.token.Load().Reveal()}
	for _, secret := range call.secrets {
		secrets = append(secrets, secret.Reveal())
	}
	d := c.dialect
	m := traffic.NewMasking(traffic.Options{
		Guests:  call.path != pathDestinations && call.path != pathHotels && call.path != pathVerify,
		Shown:   []string{d.Simulation, d.CheckIn, d.CheckOut},
		Secrets: secrets, Account: c.options.Account, Drawn: safetext.Drawn,
	})
	if guests, ok := call.body["guests"].(object); ok {
		if primary, ok := guests["primary"].(object); ok {
			m.Forget(primary.texts())
		}
	}
	return m
}

func (o object) texts() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if text, ok := o[name].(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// see keeps the beginning of an answer as it is read.
func (w *watched) see(raw *http.Response) {
	if w == nil {
		return
	}
	w.answer = traffic.See(raw.Body)
	raw.Body, w.length = w.answer, raw.ContentLength
	w.kind = raw.Header.Get("Content-Type")
	w.json = isJSON(raw.Header.Get("Content-Type"))
}

// over tells what came of a request. Of a failure it says the words of this machine, or what kind of refusal it was:
// the words of a service stand in its answer.
func (w *watched) over(status int, requestID string, failure *Error) {
	if w == nil {
		return
	}
	w.Over, w.Took, w.Status, w.RequestID = true, time.Since(w.Began), status, requestID
	if w.answer != nil {
		w.Answer = w.answer.Body(w.masking, w.kind, w.json)
		w.Answer.Size = max(w.Answer.Size, w.length)
	}
	switch {
	case failure == nil:
	case failure.Cause != nil:
		w.Failure = failure.Message
	default:
		w.Failure = failure.kind()
	}
	w.tell(w.Exchange)
}
