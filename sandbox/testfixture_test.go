package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // The world's zones have to load wherever the tests run.

	"bellhop/internal/contract"
)

// testFixture is a sandbox behind real HTTP with a clock that stands still.
type testFixture struct {
	t       testing.TB
	sandbox *Sandbox
	world   worldKey // empty when it is not known
	url     string
	clock   *testClock
	account string
	token   string
}

type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// testHost is what all requests come to, wherever the sandbox of a test listens: addresses of pictures have it.
const testHost = "sandbox.test:8080"

// What SPEC 7 calls its errors.
const (
	typeApplication  = "APPLICATION_ERROR"
	typeCancellation = "BOOKING_CANCELLATION_ERROR"
	typeCreation     = "BOOKING_CREATION_ERROR"
	typeBooking      = "BOOKING_ERROR"
	typePayment      = "PAYMENT_PROCESSING_ERROR"
	typeValidation   = "VALIDATION"
)

// undescribed are the faults whose answers are none of the service's.
var undescribed = regexp.MustCompile(`\b(foreign|repeated-id|odd-price)\b`)

// A worldKey names a world by what makes it.
type worldKey struct {
	seed       uint64
	properties int
}

// start opens a sandbox of accounts acme and other.
func start(t testing.TB, change ...func(*Options)) *testFixture {
	t.Helper()
	l := &testFixture{t: t, account: "acme", token: "key-1", clock: &testClock{now: time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)}}
	o := Options{Seed: 42, Properties: 250, Now: l.clock.time, Accounts: []Account{{ID: "acme", Token: "key-1"}, {ID: "other", Token: "key-2"}}}
	for _, c := range change {
		c(&o)
	}
	s, err := Open(t.Context(), placed(t, o))
	if err != nil {
		t.Fatal(err)
	}
	check := contract.Check
	if len(o.Names) > 0 {
		check = contract.CheckAnswers // The description has the default names.
	}
	if o.Quirks != "" || undescribed.MatchString(o.Faults) { // No description has them.
		check = func(_ testing.TB, next http.Handler) http.Handler { return next }
	}
	server := httptest.NewServer(check(t, s.Handler()))
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	l.sandbox, l.world, l.url = s, worldKey{o.Seed, o.Properties}, server.URL
	return l
}

// twoPages makes a world in which 300 miles around London hold more hotels than
// one page of a search.
func twoPages(o *Options) { o.Properties = 600 }

// as is the same sandbox seen by another account.
func (l *testFixture) as(account, token string) *testFixture {
	other := *l
	other.account, other.token = account, token
	return &other
}

// reply is an answer, its JSON decoded.
type reply struct {
	status int
	header http.Header
	raw    []byte
	body   tree
}

// tree is decoded JSON with exact numbers.
type tree = map[string]any

// do sends a request; a body that is no string is encoded as JSON.
func (l *testFixture) do(method, path string, body any, change ...func(*http.Request)) reply {
	l.t.Helper()
	r := l.sent(method, path, body, change...)
	if kind := r.header.Get("Content-Type"); kind != "application/json" {
		l.t.Fatalf("%s %s: content type %q, want JSON", method, path, kind)
	}
	r.body = l.decode(r.raw)
	return r
}

// sent is do for an answer that need not be JSON, and does not decode it.
func (l *testFixture) sent(method, path string, body any, change ...func(*http.Request)) reply {
	l.t.Helper()
	var text []byte
	switch b := body.(type) {
	case nil:
	case string:
		text = []byte(b)
	default:
		var err error
		if text, err = json.Marshal(b); err != nil {
			l.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, bytes.NewReader(text))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Host = testHost
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Accept-Encoding", "identity") // Packing large answers would cost more than most tests.
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	whole := bytes.NewBuffer(make([]byte, 0, max(0, answer.ContentLength)+bytes.MinRead))
	if _, err := whole.ReadFrom(answer.Body); err != nil {
		l.t.Fatal(err)
	}
	return reply{status: answer.StatusCode, header: answer.Header, raw: whole.Bytes()}
}

func (l *testFixture) decode(raw []byte) tree {
	l.t.Helper()
	var body tree
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&body); err != nil {
		l.t.Fatalf("the answer is not a JSON object: %v\n%s", err, raw)
	}
	return body
}

// ok sends a request that has to succeed.
func (l *testFixture) ok(status int, method, path string, body any) tree {
	l.t.Helper()
	r := l.do(method, path, body)
	if r.status != status {
		l.t.Fatalf("%s %s: status %d, want %d\n%s", method, path, r.status, status, r.raw)
	}
	return r.body
}

// at walks into a tree: at(body, "items", 0, "id"). What is not there is nil.
func at(v any, path ...any) any {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := v.(tree)
			v = m[s]
		case int:
			list, _ := v.([]any)
			if s >= len(list) {
				return nil
			}
			v = list[s]
		}
	}
	return v
}

func text(v any, path ...any) string {
	found := at(v, path...)
	if found == nil {
		return ""
	}
	return fmt.Sprint(found)
}

func length(v any, path ...any) int {
	list, _ := at(v, path...).([]any)
	return len(list)
}

// put changes a tree at a dotted path; nil as value deletes.
func put(v tree, path string, value any) {
	steps := strings.Split(path, ".")
	for _, step := range steps[:len(steps)-1] {
		next, ok := v[step].(tree)
		if !ok {
			next = tree{}
			v[step] = next
		}
		v = next
	}
	if value == nil {
		delete(v, steps[len(steps)-1])
	} else {
		v[steps[len(steps)-1]] = value
	}
}

// copied is a deep copy.
func copied(v tree) tree {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out tree
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

func keysOf(v any) []string {
	var names []string
	m, _ := v.(tree)
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// hasKeys fails unless an object has exactly these members.
func hasKeys(t testing.TB, what string, v any, want string) {
	t.Helper()
	names := strings.Fields(want)
	slices.Sort(names)
	if got := keysOf(v); !slices.Equal(got, names) {
		t.Errorf("%s has the fields %v, want %v", what, got, names)
	}
}

// searchBody asks for London from 12 to 15 December, two adults.
func searchBody() tree {
	return tree{
		"stay_info": tree{"check_in_date": "2026-12-12", "check_out_date": "2026-12-15", "guests": tree{"adults": 2}},
		"filter": tree{"location": tree{
			"type": "iata_code", "details": tree{"iata_code": "LON"}, "radius": tree{"value": 20, "type": "mi"},
		}},
	}
}

// offer is one rate of a search result.
type offer struct {
	hotel, room, rate tree
}

// offers searches and lists every rate of the first page.
func (l *testFixture) offers(body tree) []offer {
	l.t.Helper()
	list := ratesOf(l.ok(200, "POST", pathSearch, body))
	if len(list) == 0 {
		l.t.Fatal("the search found no rate")
	}
	return list
}

// ratesOf lists every rate of a search's answer.
func ratesOf(found tree) []offer {
	var list []offer
	hotels, _ := found["results"].([]any)
	for _, h := range hotels {
		rooms, _ := at(h, "rooms").([]any)
		for _, r := range rooms {
			rates, _ := at(r, "rates").([]any)
			for _, rate := range rates {
				list = append(list, offer{h.(tree), r.(tree), rate.(tree)})
			}
		}
	}
	return list
}

// offer is the first rate of searchBody. It asks for that hotel alone: the whole
// answer is large, and costs more than all else in most tests.
func (l *testFixture) offer() offer {
	l.t.Helper()
	body := searchBody()
	if l.world.properties > 0 {
		body["filter"] = tree{"hotel": firstHotel(l.t, l.world)}
	}
	return l.offers(body)[0]
}

// firstHotels are the hotels of the first rate of searchBody, by world.
var firstHotels sync.Map // of worldKey to tree

func firstHotel(t testing.TB, world worldKey) tree {
	t.Helper()
	if known, there := firstHotels.Load(world); there {
		return known.(tree)
	}
	l := start(t, func(o *Options) { o.Seed, o.Properties = world.seed, world.properties })
	hotel := l.offers(searchBody())[0].hotel
	first := tree{"chain_code": hotel["chain_code"], "property_code": hotel["property_code"]}
	firstHotels.Store(world, first)
	return first
}

// verifyBody verifies an offer of searchBody.
func (o offer) verifyBody() tree {
	return tree{
		"booking_code": o.rate["booking_code"], "channel_code": o.rate["channel_code"],
		"chain_code": o.hotel["chain_code"], "property_code": o.hotel["property_code"],
		"check_in_date": "2026-12-12", "check_out_date": "2026-12-15",
		"guests": tree{"adults": 2, "children": 0},
	}
}

// createBody books an offer of searchBody.
func (o offer) createBody() tree {
	price := o.rate["price"].(tree)
	return copied(tree{
		"check_in_date": "2026-12-12", "check_out_date": "2026-12-15",
		"guests": tree{"number_of_adults": 2, "number_of_children": 0, "primary": tree{
			"address": "3 rue de l'Église", "city": "Lyon", "country": "FR", "email": "f.daubigne@example.com",
			"given_name": "Françoise", "surname": "D'Aubigné & fils", "telephone_number": "+33478000000",
			"state": "", "postal_code": "69002",
		}},
		"hotel":   tree{"chain_code": o.hotel["chain_code"], "name": o.hotel["name"], "property_code": o.hotel["property_code"]},
		"payment": tree{"guest": tree{"amount": price["total_price"], "token": "card_good"}},
		"rate": tree{
			"booking_code": o.rate["booking_code"], "channel_code": o.rate["channel_code"], "number_of_rooms": 1,
			"price": tree{
				"total_price": price["total_price"], "base_price": price["base_price"], "total_taxes": price["total_taxes"],
				"currency_code": price["currency_code"],
			},
			"terms": o.rate["terms"],
		},
	})
}

// forRooms changes the body of a create for one room into one for more.
func forRooms(t testing.TB, body tree, rooms int64) {
	t.Helper()
	put(body, "rate.number_of_rooms", rooms)
	for _, part := range []string{"total_price", "base_price", "total_taxes"} {
		put(body, "rate.price."+part, json.Number(fmt.Sprintf("%de-3", rooms*thousandths(t, at(body, "rate", "price", part)))))
	}
	put(body, "payment.guest.amount", at(body, "rate", "price", "total_price"))
}

// book creates a reservation, changed before it is sent.
func (l *testFixture) book(change ...func(tree)) tree {
	l.t.Helper()
	body := l.offer().createBody()
	for _, c := range change {
		c(body)
	}
	return l.ok(201, "POST", "/rest/v1/reservation", body)
}

// refused fails unless the answer is an error of this kind, one of whose
// details has this message and field path.
func refused(t testing.TB, r reply, status, code int, kind, message string, field ...string) {
	t.Helper()
	if r.status != status || text(r.body, "code") != fmt.Sprint(code) || text(r.body, "type") != kind {
		t.Errorf("answer is %d, want %d %s %d\n%.2000s", r.status, status, kind, code, r.raw)
		return
	}
	hasKeys(t, "the error", r.body, "code message type details request_id")
	details, _ := r.body["details"].([]any)
	for _, d := range details {
		path, _ := at(d, "field").([]any)
		if text(d, "message") == message && fmt.Sprint(path) == fmt.Sprint(field) {
			return
		}
	}
	t.Errorf("no detail says %q of %v\n%s", message, field, r.raw)
}

// invalid is refused for a VALIDATION error (SPEC 7).
func invalid(t testing.TB, r reply, message string, field ...string) {
	t.Helper()
	refused(t, r, 400, 2001, "VALIDATION", message, field...)
	if got := text(r.body, "message"); got != "The request could not be processed because of missing or invalid parameters." {
		t.Errorf("the message is %q", got)
	}
}
