package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"bellhop/internal/contract"
	"bellhop/sandbox/internal/secret"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/world"
)

// recordingBuffer is what a sandbox records into.
type recordingBuffer struct{ bytes.Buffer }

// read indexes what is on the tape.
func (out *recordingBuffer) read(t testing.TB) *recording.Recording {
	t.Helper()
	r, err := recording.Read(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// recorded is a sandbox that records, and its tape.
func recorded(t testing.TB, change ...func(*Options)) (*testFixture, *recordingBuffer) {
	t.Helper()
	out := &recordingBuffer{}
	l := start(t, append([]func(*Options){func(o *Options) { o.Properties, o.Record = 100, out }}, change...)...)
	return l, out
}

// replayed is a client of a replay. Every answer is held against the description of
// the service: a mask has the type of what it stands for.
func (l *testFixture) replayed(r *recording.Recording) *testFixture {
	l.t.Helper()
	return l.replayedBehind(r, func(next http.Handler) http.Handler { return contract.CheckAnswers(l.t, next) })
}

// replayedAsIs is replayed for what the service itself never answers.
func (l *testFixture) replayedAsIs(r *recording.Recording) *testFixture {
	l.t.Helper()
	return l.replayedBehind(r, func(next http.Handler) http.Handler { return next })
}

func (l *testFixture) replayedBehind(r *recording.Recording, check func(http.Handler) http.Handler) *testFixture {
	l.t.Helper()
	p, err := NewReplay(r, ReplayOptions{Accounts: []Account{{ID: "acme", Token: "key-1"}}})
	if err != nil {
		l.t.Fatal(err)
	}
	server := httptest.NewServer(check(p.Handler()))
	l.t.Cleanup(server.Close)
	other := *l
	other.url = server.URL
	return &other
}

const (
	oneAttempt   = "att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	otherAttempt = "att-0123456789ABCDEFGHIJKLMNOP"
)

// A session that is played again has the same outcomes, with the guest as sent
// and under the new attempt's id.
func TestReplayOfASession(t *testing.T) {
	t.Parallel()
	l, out := recorded(t, func(o *Options) { o.Samples = 30 })
	offer := l.offer()
	verified := l.ok(200, "POST", "/rest/v1/hotel/rate_verification", offer.verifyBody())
	body := offer.createBody()
	put(body, "custom_data", tree{"bellhop_attempt": oneAttempt, "trip": "R-7731", "n": 7731, "vip": true})
	l.clock.pass(time.Minute)
	made := l.ok(201, "POST", pathCreate, body)
	found := l.ok(200, "GET", pathList+"?filter[custom_data]="+oneAttempt, nil)
	l.ok(200, "GET", pathList+"?filter[custom_data]=R-7731", nil)
	paid := tree{"payment": tree{"guest": tree{"token": "tok-2", "cvv": "987"}}}
	changed := l.ok(200, "PATCH", pathOf(made), paid)
	canceled := l.ok(200, "POST", pathOf(made)+"/cancel", nil)
	read := l.ok(200, "GET", pathOf(made), nil)
	l.ok(200, "GET", pathList+"?page_size=100", nil)

	p := l.replayed(out.read(t))
	if got := p.offer(); text(got.rate) != text(offer.rate) {
		t.Errorf("the search answers %v", got.rate)
	}
	if got := p.do("POST", "/rest/v1/hotel/rate_verification", offer.verifyBody()); text(got.body) != text(verified) ||
		got.header.Get("Date") != "Sat, 21 Nov 2026 12:30:00 GMT" {
		t.Errorf("verification answers %s of %s", got.raw, got.header.Get("Date"))
	}
	again := copied(body)
	put(again, "custom_data.bellhop_attempt", otherAttempt)
	put(again, "payment.guest.token", "another-card")
	sent := p.do("POST", pathCreate, again)
	if sent.header.Get("Date") != "Sat, 21 Nov 2026 12:31:00 GMT" {
		t.Errorf("the date is %s", sent.header.Get("Date"))
	}
	for path, want := range map[string]tree{"guests": made, "id": made, "confirmation": made, "rate": made} {
		if text(sent.body, path) != text(want, path) {
			t.Errorf("booking answers with %s %s, want %s", path, text(sent.body, path), text(want, path))
		}
	}
	if got := text(sent.body, "custom_data", "bellhop_attempt") + " " + text(sent.body, "payment", "guest", "token"); got != otherAttempt+" another-card" {
		t.Errorf("booking answers with %s", got)
	}
	if got, want := text(sent.body, "custom_data"), strings.ReplaceAll(text(made, "custom_data"), oneAttempt, otherAttempt); got != want {
		t.Errorf("booking answers with the custom data %s, want %s", got, want)
	}
	byTrip := p.ok(200, "GET", pathList+"?filter[custom_data]=R-7731", nil)
	if got, want := text(byTrip, "items", 0, "custom_data"), text(sent.body, "custom_data"); got != want {
		t.Errorf("the list by custom data has %s, want %s", got, want)
	}
	list := p.ok(200, "GET", pathList+"?filter[custom_data]="+otherAttempt, nil)
	if text(list, "items", 0, "guests") != text(found, "items", 0, "guests") || text(list, "items", 0, "custom_data", "bellhop_attempt") != otherAttempt {
		t.Errorf("the list has %v", list)
	}
	answered := p.ok(200, "PATCH", pathOf(made), paid)
	for _, r := range []tree{answered, changed} { // Recordings leave out the identifiers at the processor.
		put(r, "payment.guest.processor", nil)
	}
	if text(answered) != strings.ReplaceAll(text(changed), oneAttempt, otherAttempt) {
		t.Errorf("the change answers\n%v\nwant\n%v", answered, changed)
	}
	if all := p.ok(200, "GET", pathList+"?page_size=100", nil); length(all, "items") != 31 {
		t.Errorf("%d reservations are listed", length(all, "items"))
	}
	for what, pair := range map[string][2]tree{
		"cancelling": {p.ok(200, "POST", pathOf(made)+"/cancel", nil), canceled},
		"reading":    {p.ok(200, "GET", pathOf(made), nil), read},
	} {
		got := pair[0]
		if text(got, "status") != text(pair[1], "status") || text(got, "guests") != text(pair[1], "guests") {
			t.Errorf("%s answers %v", what, got)
		}
	}
}

// What quirks make of an answer is in the recording, and comes again: a guest's
// number in place of a text too, and no name twice in one object.
func TestReplayOfQuirks(t *testing.T) {
	t.Parallel()
	l, out := recorded(t, func(o *Options) { o.Quirks = "unknown-keys,numbers-for-strings,stripe" })
	body := start(t, func(o *Options) { o.Properties = 100 }).offer().createBody()
	want := l.ok(201, "POST", pathCreate, body)

	got := l.replayedAsIs(out.read(t)).sent("POST", pathCreate, body)
	var twice jsontree.Problems
	if _, err := jsontree.Decode(got.raw, &twice); got.status != 201 || err != nil || len(twice.List) > 0 {
		t.Fatalf("booking answers %d, %v, %+v:\n%s", got.status, err, twice.List, got.raw)
	}
	again := l.decode(got.raw)
	for _, path := range [][]any{
		{"x_meta"}, {"x_checked"}, {"guests"}, {"rate"}, {"payment", "guest", "stripe", "x_meta"}, {"payment", "x_checked"},
	} {
		if one := at(again, path...); one == nil || text(one) != text(want, path...) {
			t.Errorf("%v is %s, want %s", path, text(one), text(want, path...))
		}
	}
}

// A read answers what was so before a write until that write is asked, however
// often it is asked, and what was so after it from then on.
func TestReplayFollowsTheWrites(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	one, other := l.book(), l.book()
	l.ok(200, "GET", pathOf(one), nil)
	l.ok(200, "GET", pathOf(one), nil)
	l.ok(200, "GET", pathOf(other), nil)
	l.ok(200, "GET", pathList, nil)
	l.clock.pass(time.Minute)
	l.ok(200, "POST", pathOf(one)+"/cancel", nil)
	l.ok(200, "GET", pathOf(one), nil)
	l.ok(200, "GET", pathOf(other), nil)
	l.ok(200, "GET", pathList, nil)
	l.do("POST", pathOf(one)+"/cancel", nil)

	p := l.replayed(out.read(t))
	status := func(path string) string {
		body := p.ok(200, "GET", path, nil)
		return text(body, "status") + text(body, "items", 0, "status") + text(body, "items", 1, "status")
	}
	for range 4 {
		if got := status(pathOf(one)) + " " + status(pathList); got != "CONFIRMED CONFIRMEDCONFIRMED" {
			t.Fatalf("before the cancellation it is %s", got)
		}
	}
	// What happens to another reservation holds nothing up.
	for _, want := range []string{"Sat, 21 Nov 2026 12:30:00 GMT", "Sat, 21 Nov 2026 12:31:00 GMT"} {
		if got := p.do("GET", pathOf(other), nil).header.Get("Date"); got != want {
			t.Errorf("the other one is read as of %s, want %s", got, want)
		}
	}
	p.ok(200, "POST", pathOf(one)+"/cancel", nil)
	for range 3 {
		if got := status(pathOf(one)) + " " + status(pathOf(other)); got != "CANCELED CONFIRMED" {
			t.Errorf("after the cancellation it is %s", got)
		}
		if got := status(pathList); !strings.Contains(got, "CANCELED") {
			t.Errorf("after the cancellation the list has %s", got)
		}
	}
	for range 2 { // The last answer stays.
		refused(t, p.do("POST", pathOf(one)+"/cancel", nil), 400, 3002, "BOOKING_CANCELLATION_ERROR", "Only a CONFIRMED reservation can be cancelled.")
	}
	p = l.replayed(out.read(t))
	p.ok(200, "POST", pathOf(one)+"/cancel", nil)
	if got := status(pathOf(one)); got != "CANCELED" {
		t.Errorf("read for the first time after the cancellation it is %s", got)
	}
}

// A request that was not recorded is answered 404.
func TestReplayOfWhatIsNotThere(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	made := l.ok(201, "POST", pathCreate, l.offers(searchBody())[0].createBody())
	l.ok(200, "GET", pathOf(made), nil)
	l.ok(200, "GET", pathList+"?page_size=5", nil)
	l.ok(200, "GET", "/rest/v1/destinations/search?query=london&type=destinations", nil)
	p := l.replayedAsIs(out.read(t))

	missing := func(r reply) {
		t.Helper()
		refused(t, r, 404, 1004, "APPLICATION_ERROR", "This request was not recorded.")
	}
	other := searchBody()
	put(other, "stay_info.check_in_date", "2026-12-11")
	missing(p.do("POST", "/rest/v1/hotel/search", other))
	for _, path := range []string{
		pathList + "?page_size=6", pathList + "?page_size=5&secret=x", pathCreate + "/" + strings.Repeat("a", 32), "/rest/v1/reservatons",
	} {
		missing(p.do("GET", path, nil))
	}
	for query, want := range map[string]int{
		"": 200, "l": 200, "LON": 200, "london": 200, "londonderry": 200, "paris": 404, "lx": 404,
	} {
		if r := p.do("GET", "/rest/v1/destinations/search?query="+query+"&type=destinations", nil); r.status != want {
			t.Errorf("the query %q is answered with %d, want %d", query, r.status, want)
		}
	}
	if r := p.do("GET", "/rest/v1/destinations/search?query=lon&type=hotels", nil); r.status != 404 {
		t.Errorf("a query of another type is answered with %d", r.status)
	}
	if r := p.as("acme", "key-2").do("GET", pathList+"?page_size=5", nil); r.status != 401 {
		t.Errorf("a wrong token is answered with %d", r.status)
	}
}

// Accounts see their own part of a recording.
func TestReplayKeepsAccountsApart(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	mine := l.book()
	l.ok(200, "GET", pathOf(mine), nil)
	l.as("other", "key-2").ok(200, "GET", pathList, nil)
	r := out.read(t)
	if _, err := NewReplay(r, ReplayOptions{Accounts: []Account{{ID: "third", Token: "key"}}}); err == nil ||
		err.Error() != "it has no requests of the account third, only of acme, other" {
		t.Errorf("got %v", err)
	}
	if _, err := NewReplay(&recording.Recording{}, ReplayOptions{Accounts: []Account{{ID: "a", Token: "b"}}}); err == nil || err.Error() != "it holds no request" {
		t.Errorf("got %v", err)
	}
	p := l.replayedAsIs(r)
	p.ok(200, "GET", pathOf(mine), nil)
	if r := p.do("GET", pathList, nil); r.status != 404 {
		t.Errorf("the other account's list is answered with %d", r.status)
	}
}

// What went wrong goes wrong again.
func TestReplayOfFaults(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	rules := "busy GET nth=1 retry-after=7s\nbad-gateway GET nth=2\ntruncated GET nth=3\nempty GET nth=4\nreset GET nth=5"
	l.rules(rules)
	var want []seen
	for range 6 {
		want = append(want, l.try("GET", pathList, nil))
	}
	p := l.replayed(out.read(t))
	for i, w := range want {
		if got := p.try("GET", pathList, nil); got.status != w.status || string(got.body) != string(w.body) || (got.err == nil) != (w.err == nil) || got.header.Get("Retry-After") != w.header.Get("Retry-After") {
			t.Errorf("answer %d is %+v, want %+v", i+1, got, w)
		}
	}
}

// An answer that is not in the recording is said to be missing.
func TestReplayOfALeftOutAnswer(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	l.ok(200, "GET", pathList, nil)
	text := strings.Replace(out.String(), `"response":{"total_items_without_paging":0,"items":[]}`, `"response":{"left_out":"larger than a recording keeps","bytes":9}`, 1)
	r, err := recording.Read(strings.NewReader(text), int64(len(text)))
	if err != nil || text == out.String() {
		t.Fatal(err, text)
	}
	p, err := NewReplay(r, ReplayOptions{Accounts: []Account{{ID: "acme", Token: "key-1"}}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p.Handler())
	t.Cleanup(server.Close)
	l.url = server.URL
	const want = "The answer on line 1 of the recording cannot be given again: its body was left out."
	refused(t, l.do("GET", pathList, nil), 501, 1000, "APPLICATION_ERROR", want)
}

// No marked secret is in a recording, in any spelling, packed or not; what is
// there is as it was, of the same types.
func TestRecordingHoldsNoSecretInAnySpelling(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	secrets := []string{"tok_Marked-Secret.4242", "Zq9-Givenname ü", "Zq9-Surname/x", "zq9.mail+tag@example.com", "Zq9 Street <1>", "94861"}
	body := l.offer().createBody()
	for i, path := range []string{"payment.guest.token", "guests.primary.given_name", "guests.primary.surname", "guests.primary.email", "guests.primary.address", "guests.primary.postal_code"} {
		put(body, path, secrets[i])
	}
	made := l.ok(201, "POST", pathCreate, body)
	l.ok(200, "GET", pathList+"?page_size=100", nil)
	l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": secrets[0], "cvv": "9417"}}})
	l.do("PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": secrets[0], "cvv": 941752}}})
	for line := range strings.Lines(out.String()) {
		for _, text := range []string{line, string(recording.Unpack([]byte(line)))} {
			if strings.Contains(text, `_gzip":`) {
				continue // Unpacked it comes again.
			}
			for _, one := range append(secrets, "9417") {
				for _, spelt := range secret.Spellings(one) {
					if strings.Contains(text, `"`+spelt+`"`) || len(spelt) > 5 && strings.Contains(text, spelt) {
						t.Errorf("%q is in the recording as %q:\n%.400s", one, spelt, text)
					}
				}
			}
		}
	}
	last := recordedLines(t, &out.Buffer)[4]
	if got := text(last, "request"); got != "map[payment:map[guest:map[cvv:0 token:···]]]" {
		t.Errorf("a number is masked as %s", got)
	}
}

// Large answers are packed, and become what they were.
func TestRecordingPacksLargeAnswers(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	answer := l.do("POST", "/rest/v1/hotel/search", searchBody())
	line := bytes.TrimSpace(out.Bytes())
	if len(answer.raw) < 100<<10 || len(line) > len(answer.raw)/5 {
		t.Errorf("an answer of %d bytes takes a line of %d", len(answer.raw), len(line))
	}
	whole := recordedLines(t, bytes.NewBuffer(recording.Unpack(line)))[0]
	if strings.ReplaceAll(text(whole, "response"), world.ImageBase, "http://"+testHost+pathImages) != text(answer.body) || at(whole, "response_gzip") != nil {
		t.Error("the unpacked answer is another one")
	}
}

// A replay refuses hostile requests as the sandbox does: with an error body, and
// on their own connection only.
func TestHostileReplay(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	l.ok(200, "GET", pathList, nil)
	p, err := NewReplay(out.read(t), ReplayOptions{Accounts: []Account{{ID: "acme", Token: "key-1"}}})
	if err != nil {
		t.Fatal(err)
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Serve(ctx, listener) }()
	l.url = "http://" + listener.Addr().String()
	post := "POST " + pathSearch + " HTTP/1.1\r\nHost: x\r\n" + l.basic() + "Content-Type: application/json\r\n"
	for text, want := range map[string]int{
		"GARBAGE\r\n\r\n": 400,
		post + "A: " + strings.Repeat("a", 100_000) + "\r\n\r\n":         431,
		post + "Content-Length: x\r\n\r\n":                               400,
		post + "Content-Length: 9223372036854775807\r\n\r\n":             413,
		post + "Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n": 413,
		post + "Content-Length: 5\r\n\r\n{\"\x00\":":                     404,
		"GET /%00 HTTP/1.1\r\nHost: x\r\n" + l.basic() + "\r\n":          404,
		"GET " + pathList + " HTTP/1.1\r\nHost: x\r\n\r\n":               401,
	} {
		got := l.raw(text)
		hasErrorBody(t, fmt.Sprintf("%.200q", text), got)
		if got.status != want {
			t.Errorf("%.100q is answered %d, want %d", text, got.status, want)
		}
	}
	l.ok(200, "GET", pathList, nil)
	stop()
	if err := <-ended; err != nil {
		t.Errorf("serving ends with %v", err)
	}
}
