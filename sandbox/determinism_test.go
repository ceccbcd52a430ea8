package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// sameText fails at the first line in which two transcripts differ.
func sameText(t *testing.T, first, second string) {
	t.Helper()
	a, b := strings.Split(first, "\n"), strings.Split(second, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("line %d is\n%.800s\nand then\n%.800s", i+1, a[i], b[i])
		}
	}
	if len(a) != len(b) {
		t.Fatalf("%d lines, and then %d", len(a), len(b))
	}
}

// Two sandboxes of one seed, one in memory and one on disk, give the same bytes
// to more than sixty mixed requests, headers included, whenever they run: their
// clocks stand still, and the time beneath them does not matter.
func TestSixtyRequestsTwice(t *testing.T) {
	t.Parallel()
	run := func(dir string, seed uint64) string {
		l := start(t, func(o *Options) {
			o.Dir, o.Seed, o.Now, o.Start, o.Samples, o.Changes = dir, seed, nil, "2026-11-21T12:30:00Z", 40, 200
			o.Faults = "not-json GET /rest/v1/reservations p=0.3 seed=5\nbusy PATCH nth=2"
		})
		s := &transcript{testFixture: l}
		s.places()
		s.paging()
		s.bookings()
		s.simulations()
		s.scenarios()
		s.lists()
		if len(s.answers) < 60 {
			t.Errorf("the script has %d requests, want 60", len(s.answers))
		}
		return strings.Join(s.answers, "\n")
	}
	first := run("", 42)
	sameText(t, first, run(t.TempDir(), 42))
	if other := run("", 43); other == first {
		t.Error("another seed gives the same answers")
	}
}

// transcript sends requests and keeps all that is answered.
type transcript struct {
	*testFixture
	answers []string
	made    []tree
}

// note sends a request and keeps its answer, and the reservation that it made.
func (s *transcript) note(method, path string, body any) {
	s.t.Helper()
	r := s.send(method, path, body)
	var all strings.Builder
	fmt.Fprintf(&all, "%s %s: %d %t\n", method, path, r.status, r.dropped)
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		fmt.Fprintf(&all, "%s: %s\n", name, strings.Join(r.header[name], ", "))
	}
	all.Write(r.raw)
	s.answers = append(s.answers, all.String())
	if r.status == 201 && !r.dropped {
		s.made = append(s.made, s.decode(r.raw))
	}
}

func (s *transcript) places() {
	for _, query := range []string{"", "lo", "london", "LHR", "par", "munchen", "scenario", "zzzz", "lond&type=hotels", "lo&type=cities"} {
		s.note("GET", pathPlaces+"?query="+query, nil)
	}
	for _, code := range []string{"LON", "NYC", "PAR", "TYO", "L"} {
		body := searchBody()
		put(body, "filter.location.details.iata_code", code)
		s.note("POST", pathSearch, body)
	}
	s.note("GET", "/nowhere", nil)
	s.note("PUT", pathList, nil)
	s.note("POST", pathSearch, "not an object")
}

func (s *transcript) paging() {
	wide := searchBody()
	put(wide, "filter.location.radius.value", 300)
	first := s.ok(200, "POST", pathSearch, wide)
	wide["pagination"] = tree{"pagination_token": at(first, "pagination", "pagination_token"), "page_number": 2}
	s.note("POST", pathSearch, wide)
}

func (s *transcript) bookings() {
	for _, o := range s.offers(searchBody())[:8] {
		s.note("POST", pathVerify, o.verifyBody())
		s.note("POST", pathCreate, o.createBody()) // Some are refused: the price has changed.
	}
	for i, made := range s.made {
		s.note("GET", pathOf(made), nil)
		s.note("PATCH", pathOf(made), tree{"check_out_date": fmt.Sprintf("2026-12-%d", 13+i%2)})
		s.note("PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "other_card", "cvv": "123"}}})
		s.note("PATCH", pathOf(made), tree{})
		s.note("POST", pathOf(made)+"/cancel", nil)
	}
}

func (s *transcript) simulations() {
	body := s.offer().createBody()
	body["custom_data"], body["simulate"] = tree{"b": 1, "a": "x", "c": true}, "created"
	s.note("POST", pathCreate, body)
	put(body, "payment.guest.amount", 1)
	s.note("POST", pathCreate, body)
}

func (s *transcript) scenarios() {
	for _, key := range []string{"price-up", "sold-out", "ghost", "truncated", "unauthorized", "busy"} {
		here := s.play(key)
		s.note("POST", pathVerify, here.verifyBody())
		s.note("POST", pathCreate, here.createBody())
	}
}

func (s *transcript) lists() {
	for _, query := range []string{"", "?page_size=100", "?page_number=2&page_size=10", "?filter[check_in_date]=2026-12-12", "?filter[custom_data]=true", "?nothing=1"} {
		s.note("GET", pathList+query, nil)
	}
}

// Requests that change nothing have the same answers, byte for byte, in any
// order.
func TestSameAnswersInAnyOrder(t *testing.T) {
	t.Parallel()
	type question struct {
		method, path string
		body         any
	}
	asked := []question{{"GET", pathPlaces + "?query=london", nil}, {"GET", pathPlaces + "?query=par", nil}, {"GET", pathList, nil}}
	for _, code := range []string{"LON", "PAR"} {
		body := searchBody()
		put(body, "filter.location.details.iata_code", code)
		put(body, "filter.location.radius.value", 100)
		asked = append(asked, question{"POST", pathSearch, body})
	}
	for _, o := range start(t).offers(searchBody())[:3] {
		asked = append(asked, question{"POST", pathVerify, o.verifyBody()})
	}
	run := func(list []question) []string {
		l := start(t, func(o *Options) { o.Samples = 40 })
		var answers []string
		for _, q := range list {
			r := l.sent(q.method, q.path, q.body)
			if r.status != 200 {
				t.Fatalf("%+v: %d %s", q, r.status, r.raw)
			}
			answers = append(answers, r.header.Get("X-Request-Id")+" "+string(r.raw))
		}
		return answers
	}
	first := run(asked)
	slices.Reverse(asked)
	second := run(asked)
	slices.Reverse(second)
	for i := range first {
		sameText(t, first[i], second[i])
	}
}

// A hotel is the same in a small world and in a large one: what it offers, what
// it costs, how its rates read, and what is booked there.
func TestSameHotelInWorldsOfTwoSizes(t *testing.T) {
	t.Parallel()
	small, large := start(t), start(t, func(o *Options) { o.Properties = 1500 })
	both := func(method, path string, body any) {
		t.Helper()
		sameText(t, string(small.sent(method, path, body).raw), string(large.sent(method, path, body).raw))
	}
	hotels := small.hotelsOf("LON")
	for _, h := range hotels[:min(4, len(hotels))] {
		search := searchBody()
		search["filter"] = tree{"hotel": tree{"chain_code": at(h, "chain_code"), "property_code": at(h, "property_code")}}
		both("POST", pathSearch, search)
		o := small.offers(search)[0]
		both("POST", pathVerify, o.verifyBody())
		both("POST", pathCreate, o.createBody())
	}
	both("GET", pathList, nil)
}
