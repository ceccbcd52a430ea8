package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/world"
)

// scenarioFixture is one hotel of the scenario city with a refundable rate of its own.
type scenarioFixture struct {
	*testFixture
	offer
}

// play finds the hotel of a scenario and searches it.
func (l *testFixture) play(key string) scenarioFixture {
	l.t.Helper()
	for i := range l.sandbox.world.Len() {
		if l.sandbox.world.Scenario(i) != key {
			continue
		}
		p := l.sandbox.world.Property(i)
		for _, o := range l.offers(hotelBody(p)) {
			if at(o.rate, "terms", "refundable") == true {
				return scenarioFixture{l, o}
			}
		}
		l.t.Fatalf("the hotel of %s offers no refundable rate", key)
	}
	l.t.Fatalf("no hotel plays %s", key)
	return scenarioFixture{}
}

// hotelBody asks for one hotel.
func hotelBody(p world.Property) tree {
	body := searchBody()
	body["filter"] = tree{"hotel": tree{"chain_code": p.Chain, "property_code": p.Code}}
	return body
}

// outcome is what came of a request: a status, or no answer at all.
type outcome struct {
	status  int
	header  http.Header
	raw     []byte
	dropped bool // the connection ended without a whole answer
}

// send is do for answers that are broken.
func (l *testFixture) send(method, path string, body any) outcome {
	l.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		l.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, bytes.NewReader(text))
	if err != nil {
		l.t.Fatal(err)
	}
	r.Host = testHost
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return outcome{dropped: true}
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(answer.Body)
	return outcome{answer.StatusCode, answer.Header, raw, err != nil}
}

// verifiedBody books the offer at the price that its verification says.
func (s scenarioFixture) verifiedBody(verified tree) tree {
	body := s.createBody()
	for _, part := range []string{"total_price", "base_price", "total_taxes"} {
		put(body, "rate.price."+part, at(verified, "price", part))
	}
	put(body, "payment.guest.amount", at(verified, "price", "total_price"))
	return body
}

func (l *testFixture) reservations() string {
	l.t.Helper()
	return text(l.ok(200, "GET", pathList, nil), "total_items_without_paging")
}

// What a creation answers in each scenario, and how many reservations there are
// afterwards; and then the same for a second creation, and after 20 s more.
func TestScenarioCreations(t *testing.T) {
	t.Parallel()
	const dropped = 0
	type step struct {
		status int
		kind   string // the error type, a word of the body, or the status of a reservation
		count  string // of reservations afterwards
	}
	for key, steps := range map[string][3]step{
		"price-up":            {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"price-down":          {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"terms-stricter":      {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"gone-non-refundable": {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"sold-out":            {{400, typeCreation, "0"}, {400, typeCreation, "0"}, {count: "0"}},
		"expired":             {{400, typeCreation, "0"}, {400, typeCreation, "0"}, {count: "0"}},
		"payment-declined":    {{400, typePayment, "0"}, {400, typePayment, "0"}, {count: "0"}},
		"validation":          {{400, typeValidation, "0"}, {400, typeValidation, "0"}, {count: "0"}},
		"created":             {{201, "CREATED", "1"}, {201, "CREATED", "2"}, {count: "2"}},
		"ghost":               {{dropped, "", "1"}, {dropped, "", "2"}, {count: "2"}},
		"late-ghost":          {{dropped, "", "0"}, {dropped, "", "0"}, {count: "2"}},
		"slow-then-fine":      {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"error-before":        {{500, typeApplication, "0"}, {500, typeApplication, "0"}, {count: "0"}},
		"error-after":         {{500, typeApplication, "1"}, {500, typeApplication, "2"}, {count: "2"}},
		"bad-gateway":         {{502, "<html>", "1"}, {502, "<html>", "2"}, {count: "2"}},
		"empty":               {{200, "", "1"}, {200, "", "2"}, {count: "2"}},
		"truncated":           {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"reset":               {{dropped, "", "0"}, {dropped, "", "0"}, {count: "0"}},
		"unauthorized":        {{401, typeApplication, "0"}, {201, "CONFIRMED", "1"}, {count: "1"}},
		"forbidden":           {{403, typeApplication, "0"}, {403, typeApplication, "0"}, {count: "0"}},
		"busy":                {{429, typeApplication, "0"}, {201, "CONFIRMED", "1"}, {count: "1"}},
		"cancel-refused":      {{201, "CONFIRMED", "1"}, {201, "CONFIRMED", "2"}, {count: "2"}},
		"last-room":           {{201, "CONFIRMED", "1"}, {400, typeCreation, "1"}, {count: "1"}},
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			l := start(t)
			l.sandbox.waits.pause = func(time.Duration, <-chan struct{}, <-chan struct{}, <-chan struct{}) {}
			s := l.play(key)
			body := s.verifiedBody(l.ok(200, "POST", pathVerify, s.verifyBody()))
			for i, want := range steps[:2] {
				got := l.send("POST", pathCreate, body)
				if got.status != want.status || !strings.Contains(string(got.raw), want.kind) {
					t.Errorf("creation %d is answered with %d %s, want %d %q", i+1, got.status, got.raw, want.status, want.kind)
				}
				if cut := key == "truncated"; got.dropped != (cut || want.status == dropped) || cut && json.Valid(got.raw) {
					t.Errorf("creation %d: dropped is %t, the body is\n%s", i+1, got.dropped, got.raw)
				}
				if after := l.reservations(); after != want.count {
					t.Errorf("after creation %d there are %s reservations, want %s", i+1, after, want.count)
				}
			}
			l.setClock("+20s")
			if after := l.reservations(); after != steps[2].count {
				t.Errorf("20 s later there are %s reservations, want %s", after, steps[2].count)
			}
		})
	}
}

// The messages that lead on from a refusal.
func TestScenarioMessages(t *testing.T) {
	t.Parallel()
	l := start(t)
	create := func(key string) reply {
		s := l.play(key)
		return l.do("POST", pathCreate, s.verifiedBody(l.ok(200, "POST", pathVerify, s.verifyBody())))
	}
	refused(t, create("sold-out"), 400, 3001, typeCreation, "The room is sold out for this stay.", "rate", "booking_code")
	refused(t, create("payment-declined"), 400, 4001, typePayment,
		"The payment was not accepted: the card issuer declines the payment.", "payment", "guest", "token")
	invalid(t, create("validation"), "guests.primary.telephone_number is not accepted by the hotel", "guests", "primary", "telephone_number")
	refused(t, create("forbidden"), 403, 1003, typeApplication, "The API key token may not access this resource.")
	busy := create("busy")
	if busy.status != 429 || busy.header.Get("Retry-After") != "5" {
		t.Errorf("busy is %d with Retry-After %q", busy.status, busy.header.Get("Retry-After"))
	}
	denied := create("unauthorized")
	if denied.status != 401 || denied.header.Get("WWW-Authenticate") == "" {
		t.Errorf("unauthorized is %d %v", denied.status, denied.header)
	}
	gone := l.play("rate-gone")
	refused(t, l.do("POST", pathVerify, gone.verifyBody()), 400, 3003, typeBooking, "The rate is not offered for this stay.", "booking_code")
	refused(t, l.do("POST", pathCreate, gone.createBody()), 400, 3001, typeCreation,
		"The rate is not offered for this stay and party.", "rate", "booking_code")
	keeps := l.play("cancel-refused")
	made := l.ok(201, "POST", pathCreate, keeps.createBody())
	refused(t, l.do("POST", pathOf(made)+"/cancel", nil), 400, 3002, typeCancellation, "The hotel does not accept the cancellation.")
	if status := text(l.ok(200, "GET", pathOf(made), nil), "status"); status != "CONFIRMED" {
		t.Errorf("a reservation whose cancellation is refused is %s", status)
	}
	l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"})
}

// A price that changes does so in every part, exactly, and the reservation
// holds what was agreed. Who books at the searched price is told the new one.
func TestScenarioPrices(t *testing.T) {
	t.Parallel()
	for key, dearer := range map[string]bool{"price-up": true, "price-down": false} {
		l := start(t)
		s := l.play(key)
		verified := l.ok(200, "POST", pathVerify, s.verifyBody())
		was, is := minor(t, at(s.rate, "price", "total_price")), minor(t, at(verified, "price", "total_price"))
		if off := is*100/was - 100; dearer && (off < 8 || off > 11) || !dearer && (off > -8 || off < -11) {
			t.Errorf("%s: searched %d, verified %d: %d %%", key, was, is, off)
		}
		for _, part := range []string{"total_price", "base_price"} {
			if (minor(t, at(verified, "price", part)) > minor(t, at(s.rate, "price", part))) != dearer {
				t.Errorf("%s: %s was %v and is %v", key, part, at(s.rate, "price", part), at(verified, "price", part))
			}
		}
		old := l.do("POST", pathCreate, s.createBody())
		refused(t, old, 400, 3001, typeCreation, fmt.Sprintf("rate.price.total_price is not the current one, %s %s",
			at(verified, "price", "total_price"), at(verified, "price", "currency_code")), "rate", "price", "total_price")
		made := l.ok(201, "POST", pathCreate, s.verifiedBody(verified))
		if got, want := text(made, "rate", "price", "total_price"), text(verified, "price", "total_price"); got != want {
			t.Errorf("%s: agreed %s, booked %s", key, want, got)
		}
		if got, want := text(made, "rate", "terms", "cancel_penalties", 0, "penalty", "currency_amount", "amount"),
			text(verified, "terms", 0, "cancel_penalties", 0, "penalty", "currency_amount", "amount"); got != want {
			t.Errorf("%s: the penalty was %s when verified and is %s when booked", key, want, got)
		}
		// Other dates are priced as the agreed rate is, not as the search would.
		moved := l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"})
		short := s.verifyBody()
		put(short, "check_out_date", "2026-12-14")
		again := l.ok(200, "POST", pathVerify, short)
		if got, want := text(moved, "rate", "price", "total_price"), text(again, "price", "total_price"); got != want {
			t.Errorf("%s: for other dates %s is verified and %s stored", key, want, got)
		}
	}
}

func TestScenarioTerms(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, key := range []string{"terms-stricter", "gone-non-refundable"} {
		hotel := tree{"chain_code": text(l.play(key).hotel, "chain_code"), "property_code": text(l.play(key).hotel, "property_code")}
		body := searchBody()
		body["filter"] = tree{"hotel": hotel}
		for _, o := range l.offers(body) {
			// Whichever rate is taken, something changes, as the room's name says.
			if at(o.rate, "terms", "refundable") != true {
				t.Errorf("%s: the rate %s is not refundable", key, text(o.rate, "rate_name"))
			}
		}
	}
	strict := l.play("terms-stricter")
	searched := at(strict.rate, "terms", "cancel_penalties", 0)
	verified := l.ok(200, "POST", pathVerify, strict.verifyBody())
	found := at(verified, "terms", 0, "cancel_penalties", 0)
	before, err := time.Parse(time.RFC3339, text(searched, "deadline_local"))
	if err != nil {
		t.Fatal(err)
	}
	after, err := time.Parse(time.RFC3339, text(found, "deadline_local"))
	if err != nil {
		t.Fatal(err)
	}
	if days := before.Sub(after).Round(24*time.Hour) / (24 * time.Hour); days != 3 {
		t.Errorf("the deadline was %s and is %s", before, after)
	}
	if was, is := minor(t, at(searched, "penalty", "currency_amount", "amount")), minor(t, at(found, "penalty", "currency_amount", "amount")); is <= was {
		t.Errorf("the penalty was %d and is %d", was, is)
	}
	if got, want := text(verified, "price", "total_price"), text(strict.rate, "price", "total_price"); got != want {
		t.Errorf("the price was %s and is %s", want, got)
	}
	made := l.ok(201, "POST", pathCreate, strict.createBody())
	if at(made, "rate", "terms", "refundable") != true || text(made, "rate", "terms", "cancel_penalties", 0, "deadline_local") != text(found, "deadline_local") {
		t.Errorf("the stored terms are %v", at(made, "rate", "terms"))
	}

	gone := l.play("gone-non-refundable")
	verified = l.ok(200, "POST", pathVerify, gone.verifyBody())
	found = at(verified, "terms", 0, "cancel_penalties", 0)
	if at(found, "refundable") != false || text(found, "penalty", "currency_amount", "amount") != text(verified, "price", "total_price") {
		t.Errorf("the verified penalty is %v of %v", found, at(verified, "price"))
	}
	made = l.ok(201, "POST", pathCreate, gone.createBody())
	if at(made, "rate", "terms", "refundable") != false {
		t.Errorf("the stored terms are %v", at(made, "rate", "terms"))
	}
}

// The first booking comes too late; searched again, the next one goes through,
// if it comes within the minute.
func TestScenarioExpired(t *testing.T) {
	t.Parallel()
	l := start(t)
	s := l.play("expired")
	if got := text(s.rate, "expiration"); got != "2026-11-21T12:31:00Z" {
		t.Errorf("the offer holds until %s", got)
	}
	l.ok(200, "POST", pathVerify, s.verifyBody())
	const late = "The rate has expired: search again."
	refused(t, l.do("POST", pathCreate, s.createBody()), 400, 3001, typeCreation, late, "rate", "booking_code")
	refused(t, l.do("POST", pathVerify, s.verifyBody()), 400, 3003, typeBooking, late, "booking_code")
	s = l.play("expired")
	l.clock.pass(time.Minute)
	refused(t, l.do("POST", pathCreate, s.createBody()), 400, 3001, typeCreation, late, "rate", "booking_code")
	s = l.play("expired")
	l.clock.pass(59 * time.Second)
	l.ok(201, "POST", pathCreate, s.createBody())
}

// A stay that is booked is CREATED without a confirmation, takes its room, and
// cannot be cancelled.
func TestScenarioCreated(t *testing.T) {
	t.Parallel()
	l := start(t)
	made := l.ok(201, "POST", pathCreate, l.play("created").createBody())
	if _, there := made["confirmation"]; there || text(made, "status") != "CREATED" {
		t.Errorf("the reservation is %v", made)
	}
	refused(t, l.do("POST", pathOf(made)+"/cancel", nil), 400, 3002, typeCancellation, "Only a CONFIRMED reservation can be cancelled.")
	simulated := l.play("created").createBody()
	put(simulated, "simulate", "confirmed")
	if r := l.ok(201, "POST", pathCreate, simulated); text(r, "status") != "CONFIRMED" {
		t.Errorf("a simulated reservation is %s", text(r, "status"))
	}
}

// A simulated creation asks no card, so that none can be declined.
func TestScenarioDeclinesNoSimulation(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.play("payment-declined").createBody()
	put(body, "simulate", "confirmed")
	l.ok(201, "POST", pathCreate, body)
}

// Only the first verification of a stay is slow; another stay and another
// account have their own first time, and a reset brings it back.
func TestScenarioSlowThenFine(t *testing.T) {
	t.Parallel()
	l := start(t)
	var mu sync.Mutex
	var waits []time.Duration
	l.sandbox.waits.pause = func(d time.Duration, _, _, _ <-chan struct{}) {
		mu.Lock()
		defer mu.Unlock()
		waits = append(waits, d)
	}
	check := func(who string, l *testFixture, body tree, want time.Duration) {
		t.Helper()
		l.ok(200, "POST", pathVerify, body)
		mu.Lock()
		defer mu.Unlock()
		var sum time.Duration
		for _, d := range waits {
			sum += d
		}
		waits = nil
		if sum != want {
			t.Errorf("%s: the verification takes %s, want %s", who, sum, want)
		}
	}
	body := l.play("slow-then-fine").verifyBody()
	check("first", l, body, 8*time.Second)
	check("second", l, body, 0)
	check("another account", l.as("other", "key-2"), body, 8*time.Second)
	short := copied(body)
	put(short, "check_out_date", "2026-12-14")
	check("another stay", l, short, 8*time.Second)
	if err := l.sandbox.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("after a reset", l, body, 8*time.Second)
}

// A ghost whose booking cannot be made is no ghost: the refusal is answered.
func TestScenarioFaultOnlyAfterWork(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, key := range []string{"ghost", "error-after", "bad-gateway", "empty", "truncated"} {
		body := l.play(key).createBody()
		put(body, "payment.guest.token", "card_declined")
		r := l.do("POST", pathCreate, body)
		refused(t, r, 400, 4001, typePayment, "The payment was not accepted: the card issuer declines the payment.", "payment", "guest", "token")
	}
}

// So many of 1000 ordinary rates cost a few percent more or less when they are
// verified, always the same ones by as much, and book at that price.
func TestChanges(t *testing.T) {
	t.Parallel()
	calm, moody := start(t), start(t, func(o *Options) { o.Changes = 300 })
	changed, all := 0, 0
	for i, o := range moody.offers(searchBody()) {
		verified := moody.ok(200, "POST", pathVerify, o.verifyBody())
		if same := moody.ok(200, "POST", pathVerify, o.verifyBody()); text(same, "price") != text(verified, "price") {
			t.Fatalf("verified twice, the price is %v and %v", verified["price"], same["price"])
		}
		was, is := minor(t, at(o.rate, "price", "total_price")), minor(t, at(verified, "price", "total_price"))
		if off := is*1000/was - 1000; off < -35 || off > 55 {
			t.Errorf("searched %d, verified %d", was, is)
		}
		all++
		if was != is {
			changed++
			if changed == 1 {
				moody.ok(201, "POST", pathCreate, scenarioFixture{moody, o}.verifiedBody(verified))
			}
		}
		if i < 20 {
			still := calm.ok(200, "POST", pathVerify, o.verifyBody())
			if text(still, "price", "total_price") != text(o.rate, "price", "total_price") {
				t.Errorf("without changes %v is verified as %v", at(o.rate, "price"), still["price"])
			}
		}
	}
	if share := changed * 1000 / all; share < 180 || share > 420 {
		t.Errorf("%d of %d rates changed, want 300 of 1000", changed, all)
	}
}

// minor reads an amount without its point.
func minor(t *testing.T, v any) int64 {
	t.Helper()
	d, ok := jsontree.ParseDecimal(fmt.Sprint(v))
	n, whole := d.Minor(3)
	if !ok || !whole {
		t.Fatalf("%v is no amount", v)
	}
	return n
}
