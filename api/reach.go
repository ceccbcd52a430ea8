package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
)

// A reach is how far one request got on its way to a connection, which net/http does
// not say when the context times out. Without a connection nothing was sent; with one
// the service may have seen the request.
type reach struct {
	mu        sync.Mutex
	proxy     string // its host; empty without a proxy
	naming    string // the name that DNS is asked for; empty otherwise
	dialed    bool   // the first hop accepted the connection
	connected bool   // the request may have been sent
}

type reachKey struct{}

// watchReach returns a context that records how far a request gets.
func watchReach(ctx context.Context) (context.Context, *reach) {
	r := &reach{}
	note := func(do func()) {
		r.mu.Lock()
		defer r.mu.Unlock()
		do()
	}
	return httptrace.WithClientTrace(context.WithValue(ctx, reachKey{}, r), &httptrace.ClientTrace{
		DNSStart: func(i httptrace.DNSStartInfo) { note(func() { r.naming = i.Host }) },
		DNSDone: func(i httptrace.DNSDoneInfo) {
			if i.Err == nil {
				note(func() { r.naming = "" })
			}
		},
		ConnectDone: func(_, _ string, err error) {
			if err == nil {
				note(func() { r.dialed = true })
			}
		},
		GotConn: func(httptrace.GotConnInfo) { note(func() { r.connected = true }) },
	}), r
}

// noteProxy wraps a transport's choice of a proxy and records it in the request's reach.
func noteProxy(choose func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	if choose == nil {
		return nil
	}
	return func(request *http.Request) (*url.URL, error) {
		proxy, err := choose(request)
		if r, ok := request.Context().Value(reachKey{}).(*reach); ok && proxy != nil {
			r.mu.Lock()
			r.proxy = proxy.Host
			r.mu.Unlock()
		}
		return proxy, err
	}
}

func (r *reach) isConnected() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.connected
}

// locate returns the error of a request that never had a connection. A time-out without
// a place becomes one of DNS, the dial or the proxy.
func (r *reach) locate(err error) error {
	var request *url.Error
	var op *net.OpError
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &request) || errors.As(err, &op) {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	at := context.DeadlineExceeded
	if r.naming != "" {
		at = &net.DNSError{Name: r.naming, IsTimeout: true, UnwrapErr: at}
	}
	if r.proxy == "" || !r.dialed {
		at = &net.OpError{Op: "dial", Net: "tcp", Err: at}
	}
	if r.proxy != "" {
		at = &net.OpError{Op: "proxyconnect", Net: "tcp", Addr: proxyName(r.proxy), Err: at}
	}
	return &url.Error{Op: request.Op, URL: request.URL, Err: at}
}

// A proxyName is the address of a proxy as it was configured.
type proxyName string

func (proxyName) Network() string  { return "tcp" }
func (p proxyName) String() string { return string(p) }
