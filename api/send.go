package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"

	"bellhop/api/traffic"
	"bellhop/internal/safetext"
)

// The pauses between the tries of a read double from the first to the longest;
// each is shortened by up to a half at random, so that clients spread out.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 4 * time.Second
)

// A call is one request to the service, before it is written down.
type call struct {
	operation string // in words, for errors
	write     bool   // sent once, and its outcome can be unknown
	method    string
	path      string // a template, for the log
	id        string // fills the template's reservation_id
	query     url.Values
	body      object
	secrets   []Secret // what no error may repeat
	names     []sentName
	check     check // what is wrong with it already
}

// do sends a call and reads its answer; of a failed call nothing is returned
// but the error, which is always an *Error.
func do[T any](ctx context.Context, c *Client, call call, read answerReader[T]) (T, error) {
	var value T
	if err := call.check.err(call.operation); err != nil {
		return value, err
	}
	failure := c.send(ctx, call, func(source io.Reader) error {
		var missing error
		answer, err := decodeObject(source, strictness(call.write), func(r *reader) T {
			var answer T
			answer, missing = read(r)
			return answer
		})
		if err != nil {
			return err
		}
		value = answer
		return missing
	})
	if failure != nil {
		var zero T
		return zero, failure
	}
	return value, nil
}

// send returns an untyped nil for a success, so that no typed nil gets out.
func (c *Client) send(ctx context.Context, call call, decode func(io.Reader) error) error {
	if call.write && c.options.ReadOnly {
		return &Error{Operation: call.operation, Message: "not sent: " + ErrReadOnly.Error(), Outcome: OutcomeRefused, Cause: ErrReadOnly}
	}
	var body []byte
	if call.body != nil {
		var err error
		if body, err = call.body.encode(); err != nil {
			return &Error{
				Operation: call.operation,
				Message:   "not sent: it holds text that is not valid UTF-8",
				Outcome:   OutcomeRefused,
				Cause:     errNotEncoded,
			}
		}
	}
	left, retries := c.options.ReadTimeout, max(c.options.ReadRetries, 0)
	if call.write {
		left, retries = c.options.WriteTimeout, 0
	}
	for try := 0; ; try++ {
		if err := c.takeTurn(ctx, call); err != nil {
			return call.fail(&Error{Message: "not sent: " + notSentWords(err), Cause: err}, false)
		}
		began := time.Now()
		bounded, cancel := context.WithTimeout(ctx, left)
		failure, again := c.attempt(bounded, call, body, try, decode)
		cancel()
		if failure == nil {
			return nil
		}
		left -= time.Since(began)
		if !again || try >= retries || !c.pause(ctx, try, failure, &left) {
			return failure
		}
	}
}

// ErrReadOnly is why a client that only reads sends no write.
var ErrReadOnly = errors.New("nothing is written here: the profile is read-only")

var errNotEncoded = errors.New("the request cannot be encoded")

// pause waits before a read is repeated. It says no when the pause would outlast the call, whose time is left, or when
// the call is over. A pause that the service asks for is no time of the call where somebody sees that it waits.
func (c *Client) pause(ctx context.Context, try int, failure *Error, left *time.Duration) bool {
	wait := min(firstPause<<min(try, 10), longestPause)
	wait -= rand.N(wait/2 + 1) //nolint:gosec // spreading clients out needs no secrecy
	asked, ok := c.retryAfter(failure.RetryAt)
	told := traffic.WaitsOf(ctx)
	switch {
	case ok && told != nil && asked > 0 && asked <= traffic.MaxWait:
		defer told.Begin(time.Now().Add(asked), fmt.Sprintf("the service asks for it (%d)", failure.Status))()
		return c.sleep(ctx, asked)
	case ok:
		wait = asked
	}
	if *left < wait {
		return false
	}
	*left -= wait
	return c.sleep(ctx, wait)
}

// sleep reports whether the time has passed; it does not where the context ends before.
func (c *Client) sleep(ctx context.Context, wait time.Duration) bool {
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait {
		return false
	}
	return c.options.Sleep(ctx, wait) == nil && ctx.Err() == nil
}

// retryAfter reads a Retry-After header, in seconds or as a date on the
// service's clock.
func (c *Client) retryAfter(text string) (time.Duration, bool) {
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	at, err := http.ParseTime(text)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(c.options.Now().Add(c.Skew()))), true
}

// attempt sends the request once. again reports whether a read may be repeated.
func (c *Client) attempt(
	ctx context.Context, call call, body []byte, try int, decode func(io.Reader) error,
) (failure *Error, again bool) {
	if err := ctx.Err(); err != nil {
		return call.fail(&Error{Message: "not sent: " + notSentWords(err), Cause: err}, false), false
	}
	ctx, reach := watchReach(ctx)
	started := c.options.Now()
	secrets := c.secretReplacer(call)
	seen := c.observe(call, body, try)
	response, err := c.execute(ctx, call, body)
	if err != nil {
		failure, again = c.unanswered(call, err, reach)
		seen.over(0, "", failure)
		c.log(ctx, call, started, 0, "", failure)
		return failure, again
	}
	raw := response.RawResponse
	unreadable := unpack(raw)
	seen.see(raw)
	defer raw.Body.Close()
	c.setSkew(raw.Header.Get("Date"))
	requestID := secrets.Replace(orElse(raw.Header.Get("X-Request-Id"), raw.Header.Get("Request-Id")))
	if unreadable != nil {
		failure = call.fail(&Error{Status: raw.StatusCode, Message: unreadable.Error(), Cause: unreadable, Foreign: raw.StatusCode >= http.StatusBadRequest}, true)
		again = isPassing(raw.StatusCode)
	} else {
		failure, again = call.answer(raw, decode, c.timeout(call), secrets)
	}
	if failure != nil {
		explainNames(failure, call.names, call.path == pathList)
		for i, p := range failure.Problems {
			failure.Problems[i].Field = c.dialect.standardPath(p.Field)
		}
		failure.RequestID = orElse(failure.RequestID, requestID)
		requestID = failure.RequestID
	}
	seen.over(raw.StatusCode, requestID, failure)
	c.log(ctx, call, started, raw.StatusCode, requestID, failure)
	return failure, again
}

// unanswered returns the failure of a request that had no answer, and whether a read may be repeated.
func (c *Client) unanswered(call call, err error, reach *reach) (failure *Error, again bool) {
	unsent := c.untouched(err, reach.isConnected())
	switch {
	case unsent && c.options.Ended != nil && c.options.Ended():
		return call.fail(&Error{Message: "nothing was sent: " + ErrEnded.Error(), Cause: ErrEnded}, false), false
	case unsent:
		err = reach.locate(err)
	}
	return call.transportFailure(err, !unsent, c.timeout(call))
}

func (c *Client) timeout(call call) time.Duration {
	if call.write {
		return c.options.WriteTimeout
	}
	return c.options.ReadTimeout
}

func (c *Client) execute(ctx context.Context, call call, body []byte) (*resty.Response, error) {
	client := c.reads
	if call.write {
		client = c.writes
	}
	r := client.R().SetContext(ctx).SetBasicAuth(c.options.Account, c.token.Load().Reveal())
	if call.id != "" {
		r.SetPathParam("reservation_id", call.id)
	}
	if call.query != nil {
		r.SetQueryParamsFromValues(call.query)
	}
	if body != nil {
		r.SetHeader("Content-Type", "application/json").SetBody(body)
	}
	return r.Execute(call.method, c.base+call.path)
}

// untouched reports whether a failed request certainly never left. A transport
// that is not net/http's own tells nothing of its connections, so that there
// only the error of a dial counts.
func (c *Client) untouched(err error, connected bool) bool {
	if connected {
		return false
	}
	if isDialError(err) {
		return true
	}
	switch c.options.Transport.(type) {
	case nil, *http.Transport:
		return true
	default:
		return false
	}
}

func (c *Client) setSkew(date string) {
	if at, err := http.ParseTime(date); err == nil {
		c.skew.Store(int64(at.Sub(c.options.Now())))
	}
}

// secretReplacer takes the token and the secrets of a call out of what a service says back.
func (c *Client) secretReplacer(call call) *strings.Replacer {
	var pairs []string
	for _, secret := range append([]Secret{*c.token.Load()}, call.secrets...) {
		if text := secret.Reveal(); len(text) > 2 {
			pairs = append(pairs, text, redacted)
		}
	}
	return strings.NewReplacer(pairs...)
}

func (c *Client) log(ctx context.Context, call call, started time.Time, status int, requestID string, failure *Error) {
	attributes := []slog.Attr{
		slog.String("method", call.method),
		slog.String("path", call.path),
		slog.Int("status", status),
		slog.String("request_id", safetext.Line(requestID)),
		slog.Duration("duration", c.options.Now().Sub(started)),
	}
	if failure != nil {
		attributes = append(attributes, slog.String("error", failure.kind()))
	}
	c.options.Logger.LogAttrs(ctx, slog.LevelInfo, "request", attributes...)
}

// fail fills in what every failure of a call has. touched reports whether the
// service may have acted on it.
func (call call) fail(e *Error, touched bool) *Error {
	e.Operation = call.operation
	e.Outcome = OutcomeRefused
	if call.write && touched {
		e.Outcome = OutcomeUnknown
	}
	return e
}

// maxBody is the largest answer that is read, and maxErrorBody how much of a
// refusal.
const (
	maxBody      = 64 << 20
	maxErrorBody = 1 << 20
)

var errTooLarge = errors.New("the answer is larger than 64 MiB")

// A cappedReader ends with errTooLarge after maxBody bytes. It remembers the
// transport's error, to tell a cut connection from cut JSON.
type cappedReader struct {
	source io.Reader
	left   int64
	err    error
}

func (r *cappedReader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.source.Read(p)
	r.left -= int64(n)
	switch {
	case r.left < 0:
		r.err = errTooLarge
		return 0, r.err
	case err != nil && !errors.Is(err, io.EOF):
		r.err = err
	}
	return n, err
}
