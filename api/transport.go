package api

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net/http"
	"net/url"
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
	t.Proxy = noteProxy(t.Proxy)
	t.OnProxyConnectResponse = func(_ context.Context, proxy *url.URL, _ *http.Request, answer *http.Response) error {
		if answer.StatusCode != http.StatusOK {
			return &proxyRefusal{proxy.Host, answer.StatusCode}
		}
		return nil
	}
	return t, true
}

// unpack skips a byte order mark and unpacks gzip that was not requested.
// net/http has already unpacked the gzip that it requested and removed the
// header. Any other encoding is an error, because the body is unreadable.
func unpack(r *http.Response) error {
	encoding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding")))
	switch {
	case encoding == "gzip" || encoding == "x-gzip":
		r.Body = &packedBody{ReadCloser: r.Body}
	case encoding != "" && encoding != "identity" && r.ContentLength != 0:
		return encodingError(encoding)
	}
	r.Body = &unmarkedBody{ReadCloser: r.Body, text: bufio.NewReaderSize(r.Body, len(byteOrderMark))}
	return nil
}

// An encodingError is a Content-Encoding that was not requested.
type encodingError string

const maxEncoding = 40 // bytes of the name in the error

func (e encodingError) Error() string {
	return "the answer is compressed as " + cut(string(e), maxEncoding) + ", which was not asked for"
}

const byteOrderMark = "\ufeff"

// An unmarkedBody skips a byte order mark at the beginning of a body.
type unmarkedBody struct {
	io.ReadCloser
	text  *bufio.Reader
	begun bool
}

func (b *unmarkedBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		if head, _ := b.text.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
			_, _ = b.text.Discard(len(byteOrderMark)) // Peek has buffered them.
		}
	}
	return b.text.Read(p)
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
