package api

import (
	"compress/gzip"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/go-resty/resty/v2"
)

const maxHeaderBytes = 1 << 20

const maxRedirects = 5

var (
	errOtherHost    = errors.New("a redirect to another host is not followed")
	errOtherMethod  = errors.New("a redirect that changes the method is not followed")
	errManyRedirect = errors.New("too many redirects")
)

// newResty makes a client that repeats nothing by itself: Client.do decides
// about repetitions, and only for reads. It has no cookies, and its logger,
// which would write over the screen, is mute.
func newResty(o Options, transport http.RoundTripper, redirects resty.RedirectPolicyFunc) *resty.Client {
	return resty.NewWithClient(&http.Client{Transport: transport}).
		SetLogger(mute{}).
		SetDisableWarn(true).
		SetRetryCount(0).
		SetRedirectPolicy(redirects).
		SetDoNotParseResponse(true).
		SetHeader("User-Agent", o.UserAgent).
		SetHeader("Accept", "application/json")
}

// followSameHost keeps the key with the host that it was meant for, and a
// search with its body.
func followSameHost(r *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case r.URL.Scheme != first.URL.Scheme || r.URL.Host != first.URL.Host:
		return errOtherHost
	case r.Method != first.Method:
		return errOtherMethod
	case len(via) > maxRedirects:
		return errManyRedirect
	}
	return nil
}

func followNothing(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func readTransport(given http.RoundTripper) http.RoundTripper {
	t, ok := cloneTransport(given)
	if !ok {
		return given
	}
	return t
}

// writeTransport makes a connection for each write. On a connection that was
// used before, a server's idle time-out would look like a lost answer; and
// net/http repeats requests on such connections only, so that a fresh one
// leaves it nothing to repeat. HTTP/2 has rules of its own for repeating a
// request, and is not used.
func writeTransport(given http.RoundTripper) http.RoundTripper {
	t, ok := cloneTransport(given)
	if !ok {
		return given
	}
	t.DisableKeepAlives = true
	t.ForceAttemptHTTP2 = false
	t.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	if t.TLSClientConfig != nil {
		t.TLSClientConfig.NextProtos = nil // it was cloned with the transport
	}
	return t
}

// cloneTransport copies a transport of net/http; another kind is used as it is.
func cloneTransport(given http.RoundTripper) (*http.Transport, bool) {
	if given == nil {
		given = http.DefaultTransport
	}
	t, ok := given.(*http.Transport)
	if !ok {
		return nil, false
	}
	t = t.Clone()
	t.MaxResponseHeaderBytes = maxHeaderBytes
	return t, true
}

// unpack lets a body be read that came as gzip although it was asked for as it is. What
// net/http has asked for as gzip it has unpacked already, and says no encoding of it.
func unpack(r *http.Response) {
	if strings.EqualFold(r.Header.Get("Content-Encoding"), "gzip") {
		r.Body = &packedBody{ReadCloser: r.Body}
	}
}

// A packedBody unpacks what is read from a body.
type packedBody struct {
	io.ReadCloser
	unpacked *gzip.Reader
	err      error
}

func (b *packedBody) Read(p []byte) (int, error) {
	if b.unpacked == nil && b.err == nil {
		b.unpacked, b.err = gzip.NewReader(b.ReadCloser)
	}
	if b.err != nil {
		return 0, b.err
	}
	return b.unpacked.Read(p)
}

type mute struct{}

func (mute) Errorf(string, ...any) {}
func (mute) Warnf(string, ...any)  {}
func (mute) Debugf(string, ...any) {}
