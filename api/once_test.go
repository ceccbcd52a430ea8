package api

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// writes are the three calls that must be sent once.
func writes(c *Client) map[string]func(context.Context) error {
	return map[string]func(context.Context) error{
		"create": func(ctx context.Context) error {
			_, err := c.CreateReservation(ctx, createRequest())
			return err
		},
		"modify": func(ctx context.Context) error {
			_, err := c.ModifyReservation(ctx, ModifyRequest{ID: testID, Token: NewSecret("tok_NEW")})
			return err
		},
		"cancel": func(ctx context.Context) error {
			_, err := c.CancelReservation(ctx, testID)
			return err
		},
	}
}

// TestWritesAreSentOnce counts at the server, whatever the client believes.
func TestWritesAreSentOnce(t *testing.T) {
	redirect := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", status)
		}
	}
	faults := map[string]http.HandlerFunc{
		"reset":            reset,
		"cut off":          cutOff,
		"301":              redirect(301),
		"302":              redirect(302),
		"303":              redirect(303),
		"307":              redirect(307),
		"308":              redirect(308),
		"408":              func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(408) },
		"500":              func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"503, Retry-After": func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Retry-After", "0"); w.WriteHeader(503) },
	}
	for fault, act := range faults {
		checkSentOnce(t, fault, act, func(server *httptest.Server) http.RoundTripper {
			server.Start()
			return nil
		})
	}
	synctest.Test(t, func(t *testing.T) {
		stall := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
		checkSentOnce(t, "time-out", stall, func(server *httptest.Server) http.RoundTripper { return startPiped(server) })
	})
}

// checkSentOnce sends every write to a server that answers with a fault. start starts the
// server and returns the client's transport.
func checkSentOnce(t *testing.T, fault string, act http.HandlerFunc, start func(*httptest.Server) http.RoundTripper) {
	t.Helper()
	var requests atomic.Int32
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		act(w, r)
	}))
	transport := start(server)
	defer server.Close()
	c := testClient(t, server.URL, func(o *Options) { o.ReadRetries, o.Transport = 5, transport })
	for name, write := range writes(c) {
		requests.Store(0)
		if err := write(t.Context()); !unknown(err) {
			t.Errorf("%s, %s: got %v, want an unknown outcome", fault, name, err)
		}
		if n := requests.Load(); n != 1 {
			t.Errorf("%s, %s: sent %d times", fault, name, n)
		}
	}
}

// rawServer answers so many requests and closes every connection afterwards
// without saying so, as servers and balancers do to idle ones.
type rawServer struct {
	listener    net.Listener
	answers     int
	answer      string
	requests    atomic.Int32
	connections atomic.Int32
	wait        sync.WaitGroup
}

func newRawServer(t *testing.T, answers int, answer string) *rawServer {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &rawServer{listener: listener, answers: answers, answer: answer}
	s.wait.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			s.connections.Add(1)
			s.wait.Go(func() { s.serve(conn) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		s.wait.Wait()
	})
	return s
}

func (s *rawServer) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for n := 0; ; n++ {
		request, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, request.Body)
		s.requests.Add(1)
		if n == s.answers {
			return // the request was read, and gets no answer
		}
		_, _ = io.WriteString(conn, s.answer)
	}
}

// TestWritesOnClosedConnections has a server that answers a read, keeps the
// connection, and hangs up on whatever comes next.
func TestWritesOnClosedConnections(t *testing.T) {
	const body = `{"id": "` + testID + `", "status": "CANCELED"}`
	answer := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	s := newRawServer(t, 1, answer)
	c := testClient(t, "http://"+s.listener.Addr().String())
	if _, err := c.ReadReservation(t.Context(), testID); err != nil {
		t.Fatal(err)
	}
	for name, write := range writes(c) {
		before, connections := s.requests.Load(), s.connections.Load()
		if err := write(t.Context()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.requests.Load() != before+1 || s.connections.Load() != connections+1 {
			t.Errorf("%s: %d requests on %d new connections", name, s.requests.Load()-before, s.connections.Load()-connections)
		}
	}
}

// TestHangUpBeforeTheAnswer has a server that reads a request and hangs up.
func TestHangUpBeforeTheAnswer(t *testing.T) {
	s := newRawServer(t, 0, "")
	c := testClient(t, "http://"+s.listener.Addr().String())
	for name, write := range writes(c) {
		before := s.requests.Load()
		if err := write(t.Context()); !unknown(err) {
			t.Errorf("%s: %v is not unknown", name, err)
		}
		if n := s.requests.Load() - before; n != 1 {
			t.Errorf("%s: sent %d times", name, n)
		}
	}
	before := s.requests.Load()
	_, err := c.ReadReservation(t.Context(), testID)
	if e := failure(t, err); e.Message != "the connection to "+s.listener.Addr().String()+" was closed before an answer came" {
		t.Errorf("%+v", e)
	}
	if n := s.requests.Load() - before; n != 4 {
		t.Errorf("the read was sent %d times, want 4", n)
	}
}

// TestWriteTransport checks that nothing below the client can repeat a write.
// That no idempotency header goes out, with which net/http would repeat a
// POST, is checked by the fake of the other tests in every request.
func TestWriteTransport(t *testing.T) {
	given := &http.Transport{}
	write, ok := writeTransport(given).(*http.Transport)
	if !ok || write == given || !write.DisableKeepAlives || write.Protocols.HTTP2() || !write.Protocols.HTTP1() {
		t.Errorf("%+v", write)
	}
	if given.DisableKeepAlives {
		t.Error("the given transport was changed")
	}
	if readTransport(given).(*http.Transport).DisableKeepAlives {
		t.Error("reads have to make a new connection each")
	}
}

// rereadable is a transport that fails each request, and counts those whose body can be
// read a second time.
type rereadable struct{ requests, bodies int }

func (r *rereadable) RoundTrip(request *http.Request) (*http.Response, error) {
	r.requests++
	if request.GetBody != nil {
		r.bodies++
	}
	return nil, errors.New("no answer")
}

// TestWrite_BodyReadOnce shows that no transport can repeat a write's body.
func TestWrite_BodyReadOnce(t *testing.T) {
	var seen rereadable
	c := testClient(t, "https://service.example", func(o *Options) { o.Transport = &seen })
	for name, write := range writes(c) {
		seen = rereadable{}
		if err := write(t.Context()); !unknown(err) {
			t.Errorf("%s: got %v, want an unknown outcome", name, err)
		}
		if seen.requests != 1 || seen.bodies != 0 {
			t.Errorf("%s: %d requests, %d with a body that can be read again", name, seen.requests, seen.bodies)
		}
	}
}

func TestReadsStayOnTheirHost(t *testing.T) {
	other := newFake(t) // which must see nothing
	var hops atomic.Int32
	mux := http.NewServeMux()
	mux.HandleFunc("GET /rest/v1/reservation/{id}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/moved", http.StatusFound)
	})
	mux.HandleFunc("GET /moved", func(w http.ResponseWriter, r *http.Request) {
		if account, key, _ := r.BasicAuth(); account != testAccount || key != testToken {
			t.Error("the key did not follow on its own host")
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, fixture(t, "reservation"))
	})
	mux.HandleFunc("GET /rest/v1/reservations", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.server.URL+"/rest/v1/reservations", http.StatusTemporaryRedirect)
	})
	mux.HandleFunc("GET /rest/v1/destinations/search", func(w http.ResponseWriter, r *http.Request) {
		hops.Add(1)
		http.Redirect(w, r, "/rest/v1/destinations/search", http.StatusFound)
	})
	mux.HandleFunc("POST /rest/v1/hotel/search", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/moved", http.StatusFound)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	c := testClient(t, server.URL)

	if _, err := c.ReadReservation(t.Context(), testID); err != nil {
		t.Errorf("a redirect on the same host: %v", err)
	}
	_, err := c.ListReservations(t.Context(), ReservationQuery{})
	if !errors.Is(err, errOtherHost) || failure(t, err).Message != "a redirect to another host is not followed" {
		t.Errorf("another host: %v", err)
	}
	_, err = c.SearchHotels(t.Context(), HotelQuery{Code: "LON"})
	if !errors.Is(err, errOtherMethod) {
		t.Errorf("a search that would become a GET: %v", err)
	}
	_, err = c.SearchDestinations(t.Context(), DestinationQuery{})
	if !errors.Is(err, errManyRedirect) || hops.Load() != maxRedirects+1 {
		t.Errorf("a loop: %v after %d hops", err, hops.Load())
	}
}

// TestReadOnlySendsNoWrite counts at the server.
func TestReadOnlySendsNoWrite(t *testing.T) {
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer server.Close()
	c, err := New(Options{BaseURL: server.URL, Account: "a", Token: NewSecret("t"), ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range writes(c) {
		if err := write(t.Context()); !errors.Is(err, ErrReadOnly) || unknown(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n := requests.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}
