package api

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api/traffic"
)

// A seen keeps what an observer gets.
type seen struct {
	mu   sync.Mutex
	list []traffic.Exchange
}

func (s *seen) observe(x traffic.Exchange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, x)
}

func (s *seen) over() []traffic.Exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []traffic.Exchange
	for _, x := range s.list {
		if x.Over {
			out = append(out, x)
		}
	}
	return out
}

// all is everything of an exchange, as text.
func all(x traffic.Exchange) string {
	text := strings.Join([]string{x.Operation, x.Method, x.Base, x.Path, x.Template, x.Failure, x.RequestID, string(x.Request.Text), string(x.Answer.Text), x.Answer.Kind}, "\n")
	for _, p := range x.Query {
		text += "\n" + p.Name + "=" + p.Value
	}
	return text
}

func TestObserverSeesNoSecretAndNoGuest(t *testing.T) {
	f := newFake(t, exchange{
		method: "POST", path: "/rest/v1/reservation", body: compact(t, createdBody), answer: fixture(t, "reservation"), headers: map[string]string{"X-Request-Id": "R-1"},
	}, exchange{
		method: "POST", path: "/rest/v1/reservation", body: compact(t, createdBody), status: 422, headers: map[string]string{"X-Request-Id": testToken},
		answer: `{"code": 2001, "type": "VALIDATION", "message": "Müller of Köln cannot pay with tok_SECRET_1 as YWNjdC03OmtleS1TRUNSRVQtMDAwMQ==",
			"details": [{"message": "no ada@example.com, MÜLLER", "field": ["guests", "primary", "email"]}], "guest_name": "Ada Müller", "Ada Müller": 1}`,
	}, exchange{
		method: "GET", path: "/rest/v1/reservation/" + testID, kind: "text/html", answer: "<p>Ada Müller key-SECRET-0001",
	})
	var s seen
	c := f.client(func(o *Options) { o.Observe = s.observe })
	_, _ = c.CreateReservation(t.Context(), createRequest())
	_, _ = c.CreateReservation(t.Context(), createRequest())
	_, _ = c.ReadReservation(t.Context(), testID)
	if len(s.list) != 6 || len(s.over()) != 3 {
		t.Fatalf("%d times observed, %d over", len(s.list), len(s.over()))
	}
	for i, x := range s.list {
		for _, private := range []string{
			"SECRET", "YWNjdC0", "Müller", "MÜLLER", "Köln", "Ada", "ada@", "HIGH ST", "0000", "50667", "M-1", "LanternClub", "a&b", "7.1", "cus_1", "pm_1", "last first",
		} {
			if strings.Contains(all(x), private) {
				t.Errorf("%d: %q is seen in\n%s", i, private, all(x))
			}
		}
	}
	made := s.over()[0]
	if made.Number != s.list[0].Number || made.Status != 200 || made.RequestID != "R-1" || !made.Write || made.Template != "/rest/v1/reservation" || made.Failure != "" {
		t.Errorf("%+v", made)
	}
	for _, want := range []string{
		`"surname":"M···"`, `"telephone_number":"+···"`, `"token":"[redacted]"`, `"amount":512.40`, `"custom_data":{"ref":"a···","trip":"#···","vip":"?···"}`,
		`"booking_code":"BC|~1 %2Fé\u202e"`, `"simulate":"confirmed"`, `"loyalty":{"member_id":"M···","program":"L···"}`, `"number_of_adults":2`,
	} {
		if !strings.Contains(string(made.Request.Text), want) {
			t.Errorf("%s is not in %s", want, made.Request.Text)
		}
	}
	if x := s.over()[1]; x.Failure != TypeValidation || !strings.Contains(string(x.Answer.Text), `"message":"M··· of K··· cannot pay with [redacted] as [redacted]"`) ||
		!strings.Contains(string(x.Answer.Text), `"field":["guests","primary","email"]`) || !strings.Contains(string(x.Answer.Text), `"···":"#···"`) {
		t.Errorf("%s: %s", x.Failure, x.Answer.Text)
	}
	if x := s.over()[2]; x.Answer.Kind != "text/html" || x.Answer.Text != nil || x.Answer.Size == 0 || x.Failure == "" {
		t.Errorf("%+v", x)
	}
}

func TestObserverSeesEachTry(t *testing.T) {
	f := newFake(t, exchange{method: "GET", path: "/rest/v1/reservation/" + testID, act: reset}, readExchange(503, nil), readExchange(200, nil))
	var s seen
	if _, err := f.client(func(o *Options) { o.Observe = s.observe }).ReadReservation(t.Context(), testID); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 503, 200} {
		if x := s.over()[i]; x.Status != want || x.Try != i || x.Number != s.list[2*i].Number || (x.Failure == "") != (want == 200) || x.Base != f.server.URL {
			t.Errorf("%d: %+v", i, x)
		}
	}
	if s.list[0].Over || s.list[0].Path != "/rest/v1/reservation/"+testID || s.list[0].Template != pathReservation {
		t.Errorf("it began as %+v", s.list[0])
	}
}

func TestObserverMasksCustomFilters(t *testing.T) {
	f := newFake(t, exchange{method: "GET", path: "/rest/v1/reservations", query: map[string][]string{
		"filter[custom_data]": {"Rossi", "att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, "page_size": {"100"},
	}, answer: `{"items": []}`})
	var s seen
	_, err := f.client(func(o *Options) { o.Observe = s.observe }).ListReservations(t.Context(), ReservationQuery{
		CustomValues: []string{"Rossi", "att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, PageSize: 100,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []traffic.Parameter{{Name: "filter[custom_data]", Value: "R···", Masked: true}, {Name: "filter[custom_data]", Value: "att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, {Name: "page_size", Value: "100"}}
	if d := diff(want, s.over()[0].Query); d != "" {
		t.Error(d)
	}
}

func TestLargeAnswersAreCut(t *testing.T) {
	hotel := `{"x": "` + strings.Repeat("y", 1000) + `"},`
	answer := `{"results": [` + strings.Repeat(hotel, 200) + `{}]}`
	f := newFake(t, exchange{
		method: "GET", path: "/rest/v1/destinations/search", query: map[string][]string{"query": {"london"}}, answer: answer,
	})
	var s seen
	if _, err := f.client(func(o *Options) { o.Observe = s.observe }).SearchDestinations(t.Context(), DestinationQuery{Text: "london"}); err != nil {
		t.Fatal(err)
	}
	b := s.over()[0].Answer
	if !b.Cut || b.Size != int64(len(answer)) || len(b.Text) > traffic.MaxBody || len(b.Text) < traffic.MaxBody/2 || !strings.HasSuffix(string(b.Text), "]}") {
		t.Errorf("%d of %d, cut %t, ends with %q", len(b.Text), b.Size, b.Cut, b.Text[max(0, len(b.Text)-20):])
	}
}

// Reads wait for their turn, and tell it; writes and what a write waits for do not.
func TestCallsPerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits := &traffic.Waits{}
		var told []traffic.Wait
		c := canned(t, 2, func(ctx context.Context, d time.Duration) error {
			wait, _ := waits.Now()
			told = append(told, wait)
			return Sleep(ctx, d)
		})
		ctx, began := waits.On(t.Context()), time.Now()
		read := func(ctx context.Context) time.Duration {
			if _, err := c.ReadReservation(ctx, testID); err != nil {
				t.Fatal(err)
			}
			return time.Since(began)
		}
		for range 2 {
			if after := read(ctx); after != 0 {
				t.Errorf("one of the first two came after %s", after)
			}
		}
		if _, err := c.CancelReservation(ctx, testID); err != nil || time.Since(began) != 0 {
			t.Errorf("a write: %v after %s", err, time.Since(began))
		}
		if after := read(traffic.AtOnce(ctx)); after != 0 {
			t.Errorf("a read before a write waited %s", after)
		}
		if after := read(ctx); after != time.Minute {
			t.Errorf("the next one came after %s", after)
		}
		if len(told) != 1 || told[0].Why != "2 calls a minute" || told[0].Until.Sub(began) != time.Minute {
			t.Errorf("told %v", told)
		}
		if wait, waiting := waits.Now(); waiting {
			t.Errorf("still %v", wait)
		}
	})
}

func TestWaitForATurnCanBeCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := canned(t, 1, Sleep)
		if _, err := c.ReadReservation(t.Context(), testID); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := c.ReadReservation(ctx, testID)
		if e := failure(t, err); e.Outcome != OutcomeRefused || !strings.HasPrefix(e.Message, "not sent") {
			t.Errorf("%+v", e)
		}
		began := time.Now()
		if _, err := c.ReadReservation(t.Context(), testID); err != nil || time.Since(began) != 59*time.Second {
			t.Errorf("%v after %s: the place of the one that was cancelled is kept", err, time.Since(began))
		}
	})
}

// What a service asks for is waited for where somebody sees it, and takes nothing of the read's own time.
func TestRetryAfterIsTold(t *testing.T) {
	f := newFake(t, readExchange(429, map[string]string{"Retry-After": "45"}), readExchange(503, map[string]string{"Retry-After": "50"}), readExchange(200, nil),
		readExchange(429, map[string]string{"Retry-After": "121"}))
	waits := &traffic.Waits{}
	var n pauses
	var told []string
	c := f.client(func(o *Options) {
		o.Sleep = func(ctx context.Context, d time.Duration) error {
			wait, _ := waits.Now()
			told = append(told, wait.Why)
			return n.sleep(ctx, d)
		}
	})
	ctx := waits.On(t.Context())
	if _, err := c.ReadReservation(ctx, testID); err != nil {
		t.Fatal(err)
	}
	if d := diff([]time.Duration{45 * time.Second, 50 * time.Second}, n.taken); d != "" {
		t.Error(d)
	}
	if d := diff([]string{"the service asks for it (429)", "the service asks for it (503)"}, told); d != "" {
		t.Error(d)
	}
	if _, err := c.ReadReservation(ctx, testID); failure(t, err).RetryAt != "121" || len(n.taken) != 2 {
		t.Errorf("%v after %v: too long to wait for", err, n.taken)
	}
}

// A round is a service that answers at once, in a test whose time does not pass by itself.
type round struct{}

func (round) RoundTrip(r *http.Request) (*http.Response, error) {
	w := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Request: r}
	w.Body = &closing{Reader: strings.NewReader(`{"id": "` + testID + `", "status": "CANCELLED"}`)}
	return w, nil
}

type closing struct{ *strings.Reader }

func (closing) Close() error { return nil }

func canned(t *testing.T, perMinute int, sleep func(context.Context, time.Duration) error) *Client {
	t.Helper()
	return testClient(t, "https://service.example", func(o *Options) { o.Transport, o.CallsPerMinute, o.Sleep = round{}, perMinute, sleep })
}
