package sandbox

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Two sandboxes of one seed, one in memory and one on disk, give the same bytes
// to sixty mixed requests, headers included, whenever they run: their clocks
// stand still, and the time beneath them does not matter.
func TestSixtyRequestsTwice(t *testing.T) {
	t.Parallel()
	run := func(dir string) []string {
		l := start(t, func(o *Options) {
			o.Dir, o.Now, o.Start, o.Samples, o.Changes = dir, nil, "2026-11-21T12:30:00Z", 40, 200
			o.Faults = "not-json GET /rest/v1/reservations p=0.3 seed=5\nbusy PATCH nth=2"
		})
		s := &script60{lab: l}
		s.places()
		s.bookings()
		s.scenarios()
		s.lists()
		return s.answers
	}
	first, second := run(""), run(t.TempDir())
	if len(first) < 60 {
		t.Errorf("the script has %d requests, want 60", len(first))
	}
	for i := range first {
		if first[i] != second[i] {
			t.Fatalf("answer %d differs:\n%.2000s\n\n%.2000s", i, first[i], second[i])
		}
	}
}

// script60 sends requests and keeps all that is answered.
type script60 struct {
	*lab
	answers []string
	made    []tree
}

// note sends a request and keeps its answer, and the reservation that it made.
func (s *script60) note(method, path string, body any) {
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

func (s *script60) places() {
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

func (s *script60) bookings() {
	for _, o := range s.offers(searchBody())[:8] {
		s.note("POST", pathVerify, o.verifyBody())
		s.note("POST", pathCreate, o.createBody()) // Some are refused: the price has changed.
	}
	for i, made := range s.made {
		s.note("GET", pathOf(made), nil)
		s.note("PATCH", pathOf(made), tree{"check_out_date": fmt.Sprintf("2026-12-%d", 13+i%2)})
		s.note("POST", pathOf(made)+"/cancel", nil)
	}
}

func (s *script60) scenarios() {
	for _, key := range []string{"price-up", "sold-out", "ghost", "truncated", "unauthorized", "busy"} {
		here := s.play(key)
		s.note("POST", pathVerify, here.verifyBody())
		s.note("POST", pathCreate, here.createBody())
	}
}

func (s *script60) lists() {
	for _, query := range []string{"", "?page_size=100", "?page_number=2&page_size=10", "?filter[check_in_date]=2026-12-12", "?filter[custom_data]=true", "?nothing=1"} {
		s.note("GET", pathList+query, nil)
	}
}
