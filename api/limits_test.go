package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// handlerClient is a client of a server with a handler of the test's own.
func handlerClient(t *testing.T, handler http.Handler, change ...func(*Options)) *Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return testClient(t, server.URL, change...)
}

// answers is a transport that answers without a network.
type answers func(*http.Request) (*http.Response, error)

func (f answers) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// The time that a call may take is read off its own deadline, on a clock that
// stands still.
func TestDefaultTimeOuts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var left time.Duration
		transport := answers(func(r *http.Request) (*http.Response, error) {
			if deadline, ok := r.Context().Deadline(); ok {
				left = time.Until(deadline)
			}
			return nil, errors.New("no answer")
		})
		c := testClient(t, "https://service.example", func(o *Options) { o.Transport, o.ReadRetries = transport, -1 })
		reads := map[string]func(context.Context) error{
			"destinations": func(ctx context.Context) error {
				_, err := c.SearchDestinations(ctx, DestinationQuery{})
				return err
			},
			"hotels": func(ctx context.Context) error { _, err := c.SearchHotels(ctx, HotelQuery{Code: "LON"}); return err },
			"verify": func(ctx context.Context) error { _, err := c.VerifyRate(ctx, VerifyRequest{}); return err },
			"list":   func(ctx context.Context) error { _, err := c.ListReservations(ctx, ReservationQuery{}); return err },
			"read":   func(ctx context.Context) error { _, err := c.ReadReservation(ctx, testID); return err },
		}
		for want, calls := range map[time.Duration]map[string]func(context.Context) error{
			30 * time.Second: reads, 120 * time.Second: writes(c),
		} {
			for name, call := range calls {
				left = 0
				if err := call(t.Context()); err == nil {
					t.Errorf("%s succeeded without an answer", name)
				}
				if left != want {
					t.Errorf("%s has %s, want %s", name, left, want)
				}
			}
		}
	})
}

// sized is a reservation of exactly so many bytes, in strings of a mebibyte.
func sized(size int64) io.Reader {
	const head, tail, one = `{"id": "` + testID + `", "padding": ["`, `"]}`, 1 << 20
	block := strings.Repeat("x", one-3) + `","`
	left := size - int64(len(head)) - int64(len(tail))
	parts := []io.Reader{strings.NewReader(head)}
	for ; left >= one; left -= one {
		parts = append(parts, strings.NewReader(block))
	}
	return io.MultiReader(append(parts, strings.NewReader(strings.Repeat("x", int(left))+tail))...)
}

// An answer may have 64 MiB and not a byte more.
func TestLargestAnswer(t *testing.T) {
	const limit = 64 << 20
	answer := func(size int64) (Reservation, error) {
		client := testClient(t, "https://service.example", func(o *Options) {
			o.Transport = answers(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(sized(size))}, nil
			})
		})
		return client.ReadReservation(t.Context(), testID)
	}
	if n, _ := io.Copy(io.Discard, sized(limit)); n != limit {
		t.Fatalf("the largest answer has %d bytes", n)
	}
	if got, err := answer(limit); err != nil || got.ID != testID {
		t.Errorf("64 MiB: %v", err)
	}
	_, err := answer(limit + 1)
	if e := failure(t, err); e.Message != "the answer is larger than 64 MiB" || !errors.Is(err, errTooLarge) {
		t.Errorf("one byte more: %+v", e)
	}
}

// Writes see a redirect as the answer, wherever it points.
func TestWritesFollowNothing(t *testing.T) {
	for _, target := range []string{"https://service.example/rest/v1/elsewhere", "https://other.example/"} {
		next := httptest.NewRequestWithContext(t.Context(), http.MethodPost, target, nil)
		if err := followNothing(next, []*http.Request{next}); !errors.Is(err, http.ErrUseLastResponse) {
			t.Errorf("the policy says %v", err)
		}
		c := testClient(t, "https://service.example")
		if err := c.writes.GetClient().CheckRedirect(next, []*http.Request{next}); !errors.Is(err, http.ErrUseLastResponse) {
			t.Errorf("the client of writes says %v", err)
		}
	}
}

// packed is a text as gzip.
func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A read takes its answer as gzip, but on this machine, where its way is shorter than
// the packing. What is packed is bounded by what it is unpacked.
func TestPackedAnswers(t *testing.T) {
	const one = 1 << 20
	var asked string
	answer := [][]byte{packed(t, `{"id": "`+testID+`"}`)}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if asked = r.Header.Get("Accept-Encoding"); asked == "gzip" {
			w.Header().Set("Content-Encoding", "gzip")
		}
		for _, part := range answer {
			if _, err := w.Write(part); err != nil {
				return
			}
		}
	})
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	far := testClient(t, server.URL, func(o *Options) { o.Transport = server.Client().Transport })
	if got, err := far.ReadReservation(t.Context(), testID); err != nil || got.ID != testID || asked != "gzip" {
		t.Errorf("asked for %q it is %q, %v", asked, got.ID, err)
	}
	// 70 MiB in 70 kB.
	answer = [][]byte{packed(t, `{"id": "`+testID+`", "padding": ["`)}
	block := packed(t, strings.Repeat("x", one-3)+`","`)
	for range 70 {
		answer = append(answer, block)
	}
	answer = append(answer, packed(t, `"]}`))
	_, err := far.ReadReservation(t.Context(), testID)
	if e := failure(t, err); e.Message != "the answer is larger than 64 MiB" || !errors.Is(err, errTooLarge) {
		t.Errorf("a large answer in a small one: %+v", e)
	}
	answer = [][]byte{block[:len(block)/2]}
	if _, err := far.ReadReservation(t.Context(), testID); err == nil {
		t.Error("half of what was packed is an answer")
	}
	answer = [][]byte{[]byte(`{"id": "` + testID + `"}`)}
	near := handlerClient(t, handler)
	if got, err := near.ReadReservation(t.Context(), testID); err != nil || got.ID != testID || asked != "identity" {
		t.Errorf("asked for %q on this machine it is %q, %v", asked, got.ID, err)
	}
}

// A client that is closed keeps no connection open, and a service that ends need not wait for one.
func TestCloseLetsGoOfConnections(t *testing.T) {
	t.Parallel()
	states := make(chan http.ConnState, 8)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"results": []}`)
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) { states <- s }
	server.Start()
	t.Cleanup(server.Close)
	c := testClient(t, server.URL)
	if _, err := c.SearchDestinations(t.Context(), DestinationQuery{Text: "london"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []http.ConnState{http.StateNew, http.StateActive, http.StateIdle} {
		if got := <-states; got != want {
			t.Fatalf("the connection is %v, want %v", got, want)
		}
	}
	c.Close()
	select {
	case got := <-states:
		if got != http.StateClosed {
			t.Errorf("the connection is %v", got)
		}
	case <-time.After(10 * time.Second):
		t.Error("the connection stays open")
	}
}
