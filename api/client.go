package api

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-resty/resty/v2"

	"bellhop/api/traffic"
)

// Options configure a Client. BaseURL, Account and Token are required; the
// rest has defaults that suit the real service.
type Options struct {
	BaseURL   string   // https, or http on a loopback address
	Account   string   // the partner account id (section 5)
	Token     Secret   // the API key token (section 5)
	Dialect   *Dialect // nil stands for DefaultDialect
	UserAgent string
	Logger    *slog.Logger // nil discards; gets method, path template, status, request id, time

	// ReadTimeout bounds a whole read, its repetitions and pauses included.
	ReadTimeout  time.Duration     // 0: 30 s
	WriteTimeout time.Duration     // 0: 120 s
	ReadRetries  int               // 0: 3; negative: none
	Transport    http.RoundTripper // nil: the default transport
	Now          func() time.Time  // nil: time.Now
	// Sleep waits between two tries of a read; nil waits for real.
	Sleep func(ctx context.Context, d time.Duration) error
	// Observe gets each request twice: when it is sent, and when it is over. What it gets holds no secret, and guests
	// masked. It may be called by several at once; nil is nobody.
	Observe func(traffic.Exchange)
	// CallsPerMinute is how many calls are made in any minute at most; 0 is any number. Reads wait for their turn, which
	// traffic.Waits tells. Writes count, and never wait.
	CallsPerMinute int
	// Record stands between the client and its connections, and gets everything as it is sent; nil is nothing.
	Record func(http.RoundTripper) http.RoundTripper
	// ReadOnly sends no write: each is an *Error of ErrReadOnly.
	ReadOnly bool
	// Ended reports whether a service that accepts no connection has ended for good: the error's cause is then ErrEnded. nil
	// means never.
	Ended func() bool
}

// ErrEnded is the cause of a call to a service that has ended for good. Nothing was sent.
var ErrEnded = errors.New("the service has ended")

const (
	defaultReadTimeout  = 30 * time.Second
	defaultWriteTimeout = 120 * time.Second
	defaultReadRetries  = 3
)

// A Client speaks to one service as one partner. It is safe for concurrent use.
type Client struct {
	options Options
	dialect Dialect
	base    string
	token   atomic.Pointer[Secret]
	skew    atomic.Int64
	// sizeless says that the service refused a list for the size of its page.
	sizeless atomic.Bool

	limit  *traffic.Limiter
	reads  *resty.Client
	writes *resty.Client
}

// New checks the options and returns a client; it sends nothing.
func New(options Options) (*Client, error) {
	base, err := checkBase(options.BaseURL)
	if err != nil {
		return nil, err
	}
	switch {
	case options.Account == "":
		return nil, errors.New("an account id is missing")
	case strings.Contains(options.Account, ":"):
		return nil, errors.New("an account id has no colon")
	case options.Token.IsZero():
		return nil, errors.New("an API key token is missing")
	}
	c := &Client{options: withDefaults(options), dialect: DefaultDialect(), base: base, limit: traffic.NewLimiter(options.CallsPerMinute)}
	if options.Dialect != nil {
		c.dialect = *options.Dialect // a copy: whoever made it may change theirs
	}
	if err := c.dialect.check(); err != nil {
		return nil, err
	}
	c.SetToken(options.Token)
	c.options.Token = Secret{}
	c.reads = newResty(c.options, c.recorded(readTransport(options.Transport)), followSameHost)
	if strings.HasPrefix(base, "http:") {
		// On this machine the packing of a large answer takes longer than its way.
		c.reads.SetHeader("Accept-Encoding", "identity")
	}
	c.writes = newResty(c.options, c.recorded(writeTransport(options.Transport)), followNothing)
	c.writes.SetPreRequestHook(sendPlainly)
	return c, nil
}

// recorded returns a transport with what records before it. net/http's own has been set up by then.
func (c *Client) recorded(t http.RoundTripper) http.RoundTripper {
	if c.options.Record == nil {
		return t
	}
	if t == nil {
		t = http.DefaultTransport
	}
	return c.options.Record(t)
}

// sendPlainly lets nothing read a write's body a second time. One that is empty
// is none: net/http would send its end as a chunk, which section 4.7 does not
// have.
func sendPlainly(_ *resty.Client, r *http.Request) error {
	r.GetBody = nil
	if r.ContentLength == 0 {
		r.Body = http.NoBody
	}
	return nil
}

func withDefaults(o Options) Options {
	if o.UserAgent == "" {
		o.UserAgent = "bellhop"
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = defaultReadTimeout
	}
	if o.WriteTimeout == 0 {
		o.WriteTimeout = defaultWriteTimeout
	}
	if o.ReadRetries == 0 {
		o.ReadRetries = defaultReadRetries
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = Sleep
	}
	return o
}

// checkBase refuses addresses that would send the key in the clear. Its
// messages do not repeat the address, which may hold a password.
func checkBase(address string) (string, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return "", errors.New("the base address is not like https://host")
	case u.User != nil:
		return "", errors.New("the base address must not hold a user or a password")
	case u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("the base address must not have a query or a fragment")
	case u.Scheme == "https":
	case u.Scheme != "http":
		return "", errors.New("the base address must be https")
	case !isLoopback(u.Hostname()):
		return "", errors.New("the base address must be https; http is for loopback addresses only")
	}
	return strings.TrimRight(u.String(), "/"), nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// String tells no more than the address: a client holds the key.
func (c *Client) String() string { return "api.Client(" + c.base + ")" }

// GoString is String, for %#v.
func (c *Client) GoString() string { return c.String() }

// SetToken replaces the key for every later call, after a 401.
func (c *Client) SetToken(token Secret) { c.token.Store(&token) }

// Close lets go of the connections that no call uses. Calls that are under way end as they would, and more can be made. A
// service that ends waits some seconds for a connection that was opened and never used.
func (c *Client) Close() { c.reads.GetClient().CloseIdleConnections() }

// Skew is the service's clock minus ours, from the Date header of the newest
// answer; zero before the first. The header counts whole seconds.
func (c *Client) Skew() time.Duration { return time.Duration(c.skew.Load()) }

// Sleep waits for some time, or until the context ends, whose error it returns.
func Sleep(ctx context.Context, d time.Duration) error {
	pause, stop := context.WithTimeout(ctx, d)
	defer stop()
	<-pause.Done()
	return ctx.Err()
}
