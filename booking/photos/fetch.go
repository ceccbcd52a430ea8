package photos

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/api"
)

// The bounds of a photo.
const (
	MostBytes = 5 << 20
	timeout   = 10 * time.Second
	// mostFetched is how many photos are fetched in one session, and mostAtOnce how many at the same time.
	mostFetched   = 500
	mostAtOnce    = 2
	mostRedirects = 3
)

// A Refusal is why a photo is not shown: its text is a sentence for people.
type Refusal struct {
	Text  string
	cause error
}

func (r *Refusal) Error() string { return r.Text }
func (r *Refusal) Unwrap() error { return r.cause }

func refuse(cause error, format string, values ...any) error {
	return &Refusal{Text: fmt.Sprintf(format, values...), cause: cause}
}

// Options are what an Album is made of.
type Options struct {
	// Service is the base address of the service. Photos at its own scheme, host and port are fetched also where that is a
	// sandbox on this machine without https.
	Service string
	Cache   *Cache // nil keeps nothing
	// Transport sends the requests; nil is one of this package's own, which judges every address that it connects to.
	Transport http.RoundTripper
	// Reduce makes what is shown of a photo, which is all that is kept of it in memory; nil keeps the photo as it is. Its error
	// is that of the context.
	Reduce func(context.Context, image.Image) (image.Image, error)
	// Warn is told that the cache cannot be written; nil is told nothing.
	Warn func(error)
}

// An Album fetches photos and keeps them. It is safe for concurrent use.
type Album struct {
	service *url.URL
	cache   *Cache
	client  *http.Client
	warn    func(error)
	reduce  func(context.Context, image.Image) (image.Image, error)
	turns   chan struct{} // of those that ask
	opening chan struct{} // of the one that is decoded: it takes a hundred times its bytes
	fetched atomic.Int64
}

// NewAlbum returns an album. Nothing is fetched before it is asked for.
func NewAlbum(o Options) *Album {
	a := &Album{cache: o.Cache, warn: o.Warn, reduce: o.Reduce, turns: make(chan struct{}, mostAtOnce), opening: make(chan struct{}, 1)}
	if a.reduce == nil {
		a.reduce = func(_ context.Context, img image.Image) (image.Image, error) { return img, nil }
	}
	if base, err := url.Parse(o.Service); err == nil && base.Host != "" {
		a.service = base
	}
	if o.Transport == nil {
		o.Transport = newCarrier(a.served, http.ProxyFromEnvironment, nil)
	}
	a.client = &http.Client{Transport: o.Transport, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > mostRedirects {
			return refuse(nil, "The photo's address leads on to too many others.")
		}
		r.Header.Del("Referer")
		return a.allowed(r.URL, true)
	}}
	return a
}

// A Fetched is a photo that can be shown.
type Fetched struct {
	Image  image.Image
	Format string // "jpeg", "png" or "gif"
	Bytes  int
	Host   string // where it is from
	Kept   bool   // it was on this machine
}

// Fetch returns a photo, from this machine or from its address. The error is a *Refusal, or that of the context.
func (a *Album) Fetch(ctx context.Context, p Photo) (Fetched, error) {
	address, err := url.Parse(p.Address)
	if err != nil || address.Host == "" || address.User != nil {
		return Fetched{}, refuse(err, "The photo has no address that can be asked.")
	}
	if err := a.allowed(address, false); err != nil {
		return Fetched{}, err
	}
	key := a.key(address)
	if text := a.cache.get(key); text != nil {
		shown, err := a.open(ctx, text)
		var refused *Refusal
		if !errors.As(err, &refused) {
			shown.Host, shown.Kept = address.Host, true
			return shown, err
		}
		a.cache.drop(key)
	}
	select {
	case a.turns <- struct{}{}:
		defer func() { <-a.turns }()
	case <-ctx.Done():
		return Fetched{}, ctx.Err()
	}
	text, err := a.get(ctx, address)
	if err != nil {
		return Fetched{}, err
	}
	shown, err := a.open(ctx, text)
	if err != nil {
		return Fetched{}, err
	}
	shown.Host = address.Host
	if err := a.cache.put(key, text); err != nil && a.warn != nil {
		a.warn(err)
	}
	return shown, nil
}

// allowed reports why an address must not be asked. Redirected is where another address leads to.
func (a *Album) allowed(address *url.URL, redirected bool) error {
	switch {
	case a.served(address):
		return nil
	case address.Scheme != "https" && redirected:
		return refuse(nil, "The photo's address leads on to one without https, so it was not fetched.")
	case address.Scheme != "https":
		return refuse(nil, "The photo's address does not use https, so it was not fetched.")
	case local(address.Hostname()):
		return refuse(nil, "The photo's address is within this machine or its network, so it was not fetched.")
	}
	return nil
}

// served reports whether an address has the service's own scheme, host and port: that is trusted with the account's key already.
// Without https that must be a service on this machine.
func (a *Album) served(address *url.URL) bool {
	return a.service != nil && address.Scheme == a.service.Scheme && strings.EqualFold(address.Host, a.service.Host) &&
		(address.Scheme == "https" || local(a.service.Hostname()))
}

// own reports whether an address is that of a sandbox on this machine.
func (a *Album) own(address *url.URL) bool { return a.served(address) && local(a.service.Hostname()) }

// key names a photo in the cache. A sandbox on this machine may listen elsewhere the next time: its photos are known by
// their path, in which its seed stands.
func (a *Album) key(address *url.URL) string {
	if a.own(address) {
		return "sandbox " + address.RequestURI()
	}
	return address.String()
}

// get asks an address, without anything of the account.
func (a *Album) get(ctx context.Context, address *url.URL) ([]byte, error) {
	if a.fetched.Add(1) > mostFetched {
		return nil, refuse(nil, "%d photos were fetched in this session: those that are kept can still be seen.", mostFetched)
	}
	within, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(within, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, refuse(err, "The photo has no address that can be asked.")
	}
	r.Header.Set("Accept", "image/jpeg, image/png, image/gif")
	r.Header.Set("User-Agent", "bellhop")
	answer, err := a.client.Do(r)
	if err != nil {
		return nil, failed(ctx, err, address.Host)
	}
	defer func() { _ = answer.Body.Close() }()
	switch {
	case answer.StatusCode == http.StatusNotFound || answer.StatusCode == http.StatusGone:
		return nil, refuse(nil, "%s does not have this photo (%d).", address.Host, answer.StatusCode)
	case answer.StatusCode != http.StatusOK:
		return nil, refuse(nil, "%s answers %d in place of the photo.", address.Host, answer.StatusCode)
	case answer.ContentLength > MostBytes:
		return nil, tooLarge()
	}
	text, err := io.ReadAll(io.LimitReader(answer.Body, MostBytes+1))
	if err != nil {
		return nil, failed(ctx, err, address.Host)
	}
	if len(text) > MostBytes {
		return nil, tooLarge()
	}
	return text, nil
}

func tooLarge() error { return refuse(nil, "The photo is larger than %d MB.", MostBytes>>20) }

// failed tells why there was no whole answer.
func failed(ctx context.Context, err error, host string) error {
	var refused *Refusal
	var slow interface{ Timeout() bool }
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &slow) && slow.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return refuse(err, "%s did not send the photo within %s.", host, "10 seconds")
	}
	what, _ := api.Unreached(err, 0)
	return refuse(err, "The photo was not fetched: %s.", what)
}

// muchMemory is what a decoder takes, in bytes, above which memory is given back to the system at once.
const muchMemory = 16_000_000

// open decodes and reduces a photo, one after the other: whoever goes through many has cancelled those that wait.
func (a *Album) open(ctx context.Context, text []byte) (Fetched, error) {
	select {
	case a.opening <- struct{}{}:
		defer func() { <-a.opening }()
	case <-ctx.Done():
		return Fetched{}, ctx.Err()
	}
	if err := ctx.Err(); err != nil {
		return Fetched{}, err // It may have been its turn at the same time.
	}
	photo, err := inspect(text)
	if err != nil {
		return Fetched{}, err
	}
	if photo.memory > muchMemory {
		defer debug.FreeOSMemory() // The next photo would take as much again before the collector runs.
	}
	shown, err := photo.decode(ctx)
	if err != nil {
		return Fetched{}, err
	}
	if shown.Image, err = a.reduce(ctx, shown.Image); err != nil {
		return Fetched{}, err
	}
	return shown, nil
}
