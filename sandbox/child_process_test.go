package sandbox

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellhop/internal/pgtest"
)

const childDir = "BELLHOP_TEST_SANDBOX_DIR"

// TestMain serves a sandbox instead of running tests when a test has started
// this binary again as a child.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := child(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	debug.SetGCPercent(400) // Answers are large and soon forgotten.
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))) // Many tests wait for time-outs.
	}
	os.Exit(pgtest.Main(m))
}

func child(dir string) error {
	s, err := Open(context.Background(), options(dir))
	if err != nil {
		return err
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + listener.Addr().String())
	return s.Serve(context.Background(), listener)
}

func options(dir string) Options {
	fixed := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)
	return Options{Dir: dir, Seed: 42, Properties: 400, Accounts: []Account{{ID: "acme", Token: "key-1"}}, Now: func() time.Time { return fixed }}
}

func TestOtherWorldIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := Open(t.Context(), options(dir))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), options(dir)); err == nil || !strings.Contains(err.Error(), "in use by another sandbox") {
		t.Errorf("a second sandbox on the same data: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	other := options(dir)
	other.Seed = 43
	_, err = Open(t.Context(), other)
	want := "the data in " + dir + " belongs to a world made from seed 42 with 400 hotels, not seed 43 with 400 hotels"
	if err == nil || err.Error() != want {
		t.Errorf("another seed: %v, want %s", err, want)
	}
}

// Serve finishes what is in flight and returns without an error.
func TestServeEndsInPeace(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), options(""))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	l := &testFixture{t: t, url: "http://" + listener.Addr().String(), account: "acme", token: "key-1"}
	l.ok(200, "GET", pathList, nil)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}
