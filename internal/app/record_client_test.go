package app

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/world"
	"bellhop/ui"
)

type locked struct {
	mu sync.Mutex
	bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Buffer.Write(p)
}

// recordedSession is a session at a service, and how it ends.
func recordedSession(t *testing.T, address, file string) (c *api.Client, end func() error) {
	t.Helper()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), theme: ui.NewTheme("none")}
	s.cfg.Preferences.Zone, s.cfg.Record = time.UTC, file
	p := config.Profile{
		Name: config.Setting{Text: "work"}, BaseURL: config.Setting{Text: address}, Account: config.Setting{Text: "a"},
		Token: config.NewSecret("Key-Mark-1"), Environment: config.Sandbox,
	}
	if _, err := s.connect(p); err != nil {
		t.Fatal(err)
	}
	c, err := s.client(address, "a", api.NewSecret("Key-Mark-1"), api.DefaultDialect(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return c, s.recorder.close
}

func readRecording(t *testing.T, text []byte) *recording.Recording {
	t.Helper()
	r, err := recording.Read(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return r
}

// What a console records of a session is what the sandbox records of it.
func TestAClientRecordsAsASandboxDoes(t *testing.T) {
	t.Parallel()
	var there locked
	box, err := sandbox.Open(t.Context(), sandbox.Options{
		Properties: 100, Accounts: []sandbox.Account{{ID: "a", Token: "Key-Mark-1"}}, Record: &there, Start: "2026-11-21 12:00", Samples: 5,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		server.Close()
		_ = box.Close()
	})
	file := filepath.Join(t.TempDir(), "here.jsonl")
	c, end := recordedSession(t, server.URL, file)
	ctx := t.Context()
	_, err = c.SearchDestinations(ctx, api.DestinationQuery{Text: "london"})
	if err != nil {
		t.Fatal(err)
	}
	in := api.NewDate(2026, time.December, 12)
	page, err := c.SearchHotels(ctx, api.HotelQuery{Code: "LON", Radius: 20, CheckIn: in, CheckOut: in.AddDays(2), Adults: 2})
	if err != nil || len(page.Hotels) == 0 {
		t.Fatal(err, len(page.Hotels))
	}
	list, err := c.ListReservations(ctx, api.ReservationQuery{PageSize: 3, CustomValues: []string{"Rossi"}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.CreateReservation(ctx, api.CreateRequest{
		CheckIn: in, CheckOut: in.AddDays(2), Adults: 2, Guest: api.Guest{GivenName: "Xenia", Surname: "Quist", Email: "xenia@example.com"},
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}}, Payment: api.PaymentSource{Token: api.NewSecret("card_good")},
	})
	if err == nil {
		t.Error("it was booked without a rate")
	}
	_, _ = c.ReadReservation(ctx, "0123456789abcdef0123456789ABCDEF")
	_, _ = c.CancelReservation(ctx, "0123456789abcdef0123456789ABCDEF")
	t.Logf("%d reservations in the list", len(list.Items))
	if err := end(); err != nil {
		t.Fatal(err)
	}
	here, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, private := range []string{"Key-Mark", "card_good", "Xenia", "Quist", "xenia@", "Rossi"} {
		if bytes.Contains(here, []byte(private)) {
			t.Errorf("%s is in\n%s", private, here)
		}
	}
	// The sandbox records its pictures where its world has them, and the console where it was told that they are.
	a, b := recordedLines(t, there.Bytes(), world.ImageBase), recordedLines(t, here, server.URL+"/images/")
	if len(a) != 6 || !slices.EqualFunc(a, b, maps.Equal) {
		t.Errorf("the sandbox records\n%v\nand the console\n%v", a, b)
	}
}

// recordedLines reads a recording without what two recorders have of their own: the times. Its pictures are below
// one address.
func recordedLines(t *testing.T, text []byte, pictures string) (list []map[string]string) {
	t.Helper()
	for text := range bytes.Lines(text) {
		var line map[string]json.RawMessage
		text = bytes.ReplaceAll(recording.Unpack(text), []byte(pictures), []byte("/images/"))
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		said := map[string]string{}
		for name, value := range line {
			if name != "time" && name != "took_ms" {
				said[name] = string(value)
			}
		}
		list = append(list, said)
	}
	return list
}

type answer func(*http.Request) (*http.Response, error)

// scripted answers each request with the next answer.
type scripted struct {
	answers []answer
	asked   int
}

func (s *scripted) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
	}
	s.asked++
	return s.answers[s.asked-1](r)
}

func reply(status int, kind, encoding, body string) answer {
	return func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: status, Header: http.Header{
			"Content-Type": {kind}, "Content-Encoding": {encoding}, "X-Request-Id": {"R"}, "Retry-After": {"3"},
		}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
	}
}

type breaks struct{ io.Reader }

func (b breaks) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// A service of any kind is recorded: below a path, as gzip, with pages, with answers that break off.
func TestAClientRecordsWhateverIsAnswered(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, `{"results":[]}`)
	_ = w.Close()
	const target = "https://a.example/below/rest/v1/destinations/search?query=lon"
	s := &scripted{answers: []answer{
		reply(200, "application/json; charset=utf-8", "gzip", packed.String()),
		reply(502, "text/html; charset=x", "", "<p>Rossi Key-Mark-1"),
		reply(401, "application/json", "", `{"message":"no"}`),
		func(*http.Request) (*http.Response, error) { return nil, errors.New("reset") },
		func(r *http.Request) (*http.Response, error) {
			got, err := reply(200, "application/json", "", "")(r)
			got.Body = io.NopCloser(breaks{strings.NewReader(`{"results":[`)})
			return got, err
		},
	}}
	file := filepath.Join(t.TempDir(), "r.jsonl")
	r, err := newClientRecorder(file, map[string]string{"page_size": "per_page"})
	if err != nil {
		t.Fatal(err)
	}
	over := r.over("https://a.example/below/", "acme")(s)
	for range s.answers {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
		if err != nil {
			t.Fatal(err)
		}
		if response, err := over.RoundTrip(request); err == nil {
			_, _ = io.ReadAll(response.Body)
			response.Body.Close()
		}
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if readRecording(t, text).Len() != 5 || len(lines) != 5 {
		t.Fatalf("recorded\n%s", text)
	}
	for i, want := range []string{`"response":{"results":[]}`, `"status":502`, `"status":401`, `"status":0`, `"status":0`} {
		if !strings.Contains(lines[i], want) || strings.Contains(lines[i], "below") || strings.Contains(lines[i], "Rossi") || strings.Contains(lines[i], "Key-Mark") {
			t.Errorf("%s is not in %s", want, lines[i])
		}
		if known := strings.Contains(lines[i], `"account":"acme"`) && strings.Contains(lines[i], `"query":{"query":["lon"]}`); known != (i != 2) {
			t.Errorf("line %d is %s", i+1, lines[i])
		}
	}
}

// A recording that ends before its console is told of when that ends; the console goes on.
func TestAClientSaysThatItsRecordingEnded(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "r.jsonl")
	r, err := newClientRecorder(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.file.Close() // As a disk that is full.
	over := r.over("https://a.example", "acme")(&scripted{answers: []answer{reply(200, "application/json", "", "{}")}})
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "https://a.example/rest/v1/reservations", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := over.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if err := r.close(); err == nil || !strings.HasPrefix(err.Error(), "the recording "+file+" is not whole: ") {
		t.Errorf("it says %v", err)
	}
	var none *clientRecorder
	if err := none.close(); err != nil {
		t.Error(err)
	}
	if _, err := newClientRecorder(file, map[string]string{"nothing": "x"}); err == nil {
		t.Error("a name that no service has is taken")
	}
}
