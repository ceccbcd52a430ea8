// Package updatetest has a host of releases for tests.
package updatetest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"aead.dev/minisign"

	"bellhop/internal/update"
)

// Content is what the archive of every release holds.
const Content = "archive"

// Archive is the name of a release's archive for this platform.
func Archive(version string) string {
	return "bellhop_" + version + "_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz"
}

// A Host serves the checksums of the newest release and their signature, and notes who comes by.
type Host struct {
	*httptest.Server
	Key string // the public one
	// Checksums and Signature are served as they are. A test may change them while nobody asks.
	Checksums, Signature []byte
	Came                 atomic.Int32 // connections, whatever they want

	secret minisign.PrivateKey
	mu     sync.Mutex
	asked  []string
}

// New starts a host without a release, until the test ends.
func New(t testing.TB) *Host {
	t.Helper()
	public, secret, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := &Host{Key: public.String(), secret: secret}
	h.Server = httptest.NewUnstartedServer(http.HandlerFunc(h.answer))
	h.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			h.Came.Add(1)
		}
	}
	h.Start()
	t.Cleanup(h.Close)
	return h
}

func (h *Host) answer(w http.ResponseWriter, q *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = append(h.asked, q.URL.Path+" "+q.UserAgent())
	switch q.URL.Path {
	case "/" + update.ChecksumsFile:
		_, _ = w.Write(h.Checksums)
	case "/" + update.ChecksumsFile + update.SignatureEnding:
		_, _ = w.Write(h.Signature)
	}
}

// Asked returns the requests so far, each as its path and who asked.
func (h *Host) Asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.asked)
}

// Publish has a version be the newest, signed at a time in seconds.
func (h *Host) Publish(t testing.TB, version string, seconds int64) {
	t.Helper()
	h.Checksums = fmt.Appendf(nil, "%x  %s\n", sha256.Sum256([]byte(Content)), Archive(version))
	var err error
	if h.Signature, err = update.Sign(h.secret, bytes.NewReader(h.Checksums), update.ChecksumsFile, seconds); err != nil {
		t.Fatal(err)
	}
}
