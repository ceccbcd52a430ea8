package sandbox

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Whoever watches over a server asks it without credentials, whatever faults and
// clocks do. The process is well as long as it answers; it is ready as long as its
// store does.
func TestHealth(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties, o.Faults = 100, "busy GET" })
	stranger := l.as("nobody", "")
	for _, path := range []string{pathHealth, pathReady, pathHealth + "?verbose", pathReady + "?verbose"} {
		if got := stranger.asks("GET", path, nil); got.status != 200 || string(got.raw) != healthy || got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %s %v", path, got.status, got.raw, got.header)
		}
	}
	for _, path := range []string{pathHealth, pathReady} {
		if got := stranger.asks("HEAD", path, nil); got.status != 200 || len(got.raw) != 0 {
			t.Errorf("HEAD %s: %d %s", path, got.status, got.raw)
		}
		if got := stranger.do("POST", path, tree{}); got.status != 405 || got.header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST %s: %d %v", path, got.status, got.header)
		}
		l.sandbox.still.Lock() // As while the data is replaced.
		if got := stranger.asks("GET", path, nil); got.status != 200 {
			t.Errorf("while the data is replaced %s is %d", path, got.status)
		}
		l.sandbox.still.Unlock()
	}
	if err := l.sandbox.store.Close(); err != nil {
		t.Fatal(err)
	}
	got := stranger.do("GET", pathReady, nil)
	refused(t, got, 503, 1000, "APPLICATION_ERROR", "The service is not available at the moment.")
	if got.header.Get("Retry-After") != "1" {
		t.Errorf("the header is %v", got.header)
	}
	if got := stranger.asks("GET", pathHealth, nil); got.status != 200 {
		t.Errorf("without a store the process is %d", got.status)
	}
}

// listening serves a sandbox on a port of this machine until the end that it returns.
func listening(t *testing.T, l *testFixture) (address string, end func() error) {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- l.sandbox.Serve(ctx, listener) }()
	return listener.Addr().String(), func() error {
		cancel()
		return <-done
	}
}

// A server that is to end says that it is not ready, and answers all the same for a
// while: who stops sending at that sees no request broken.
func TestDrain(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Drain = time.Hour })
	draining, drained := make(chan struct{}), make(chan struct{})
	l.sandbox.waits.pause = func(d time.Duration, _, _, _ <-chan struct{}) {
		if d == time.Hour {
			close(draining)
			<-drained
		}
	}
	address, end := listening(t, l)
	l.url = "http://" + address
	if got := l.asks("GET", pathReady, nil); got.status != 200 {
		t.Fatalf("before the end it is %d", got.status)
	}
	ended := make(chan error, 1)
	go func() { ended <- end() }()
	<-draining
	if got := l.do("GET", pathReady, nil); got.status != 503 {
		t.Errorf("at the end it is %d", got.status)
	}
	if got := l.asks("GET", pathHealth, nil); got.status != 200 {
		t.Errorf("at the end the process is %d", got.status)
	}
	l.ok(200, "GET", pathList, nil)
	close(drained)
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(l.url + pathHealth); err == nil || !strings.Contains(err.Error(), "refused") { //nolint:bodyclose,noctx // There is none.
		t.Errorf("after the end: %v", err)
	}
}
