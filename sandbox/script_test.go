package sandbox

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// script sends a request of every kind to every endpoint, good ones and bad
// ones, and returns all that came back: statuses, dates, ids and bytes.
func (l *lab) script() string {
	l.t.Helper()
	var all strings.Builder
	note := func(method, path string, body any) tree {
		r := l.do(method, path, body)
		fmt.Fprintf(&all, "%s %s\n%d %s %s %s\n", method, path, r.status, r.header.Get("Date"), r.header.Get("X-Request-Id"), r.raw)
		return r.body
	}
	for _, query := range []string{"?query=lo", "?query=san&type=destinations", "?query=a&type=hotels", ""} {
		note("GET", pathPlaces+query, nil)
	}
	wide := searchBody()
	put(wide, "filter.location.radius.value", 300)
	first := note("POST", pathSearch, wide)
	wide["pagination"] = tree{"pagination_token": at(first, "pagination", "pagination_token"), "page_number": 2}
	note("POST", pathSearch, wide)
	note("POST", pathSearch, tree{})
	o := l.offers(searchBody())[0]
	note("POST", pathVerify, o.verifyBody())
	note("POST", pathVerify, tree{})
	body := o.createBody()
	made := note("POST", pathCreate, body)
	note("GET", pathOf(made), nil)
	note("PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "card_2", "cvv": "123"}}})
	note("PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"})
	note("PATCH", pathOf(made), tree{})
	note("POST", pathOf(made)+"/cancel", nil)
	note("POST", pathOf(made)+"/cancel", nil)
	body["custom_data"], body["simulate"] = tree{"b": 1, "a": "x", "c": true}, "created"
	note("POST", pathCreate, body)
	put(body, "payment.guest.amount", 1)
	note("POST", pathCreate, body)
	for _, query := range []string{"", "?page_size=100", "?filter[custom_data]=x", "?filter[check_in_date][gte]=2026-12-01", "?odd=1"} {
		note("GET", pathList+query, nil)
	}
	return all.String()
}

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

// The same seed, clock and script give the same bytes: in memory and on disk,
// and on whatever day it runs, once the sandbox's clock is set.
func TestSameScriptSameAnswers(t *testing.T) {
	t.Parallel()
	first := start(t, func(o *Options) { o.Samples = 40 }).script()
	sameText(t, first, start(t, func(o *Options) { o.Samples, o.Dir = 40, t.TempDir() }).script())
	sameText(t, first, start(t, func(o *Options) {
		today := time.Date(2029, 2, 28, 23, 59, 59, 0, time.UTC)
		o.Samples, o.Start, o.Now = 40, "2026-11-21T12:30:00Z", func() time.Time { return today }
	}).script())
	if other := start(t, func(o *Options) { o.Samples, o.Seed = 40, 43 }).script(); other == first {
		t.Error("another seed gives the same answers")
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
			r := l.do(q.method, q.path, q.body)
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
		sameText(t, string(small.do(method, path, body).raw), string(large.do(method, path, body).raw))
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
