package activity

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api/traffic"
)

var noon = time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)

func sent(number int, method, path string) traffic.Exchange {
	return traffic.Exchange{Number: uint64(max(number, 0)), Operation: "do it", Method: method, Base: "https://a.example", Path: path, Template: path, Began: noon.Add(time.Duration(number) * time.Second)}
}

func over(x traffic.Exchange, status int) traffic.Exchange {
	x.Over, x.Status, x.Took = true, status, 12*time.Millisecond
	return x
}

func TestLogKeepsTheNewest(t *testing.T) {
	t.Parallel()
	l := NewLog()
	l.Limit(600)
	for i := 1; i <= 250; i++ {
		x := sent(i, "GET", "/rest/v1/reservations")
		l.Observe(x)
		l.Observe(over(x, 200))
	}
	s := l.At(noon.Add(250 * time.Second))
	if len(s.Exchanges) != most || s.Dropped != 50 || s.Exchanges[0].Number != 250 || s.LastMinute != 60 || !s.Exchanges[0].Over {
		t.Errorf("%d kept, %d dropped, the first is %d, %d in the last minute", len(s.Exchanges), s.Dropped, s.Exchanges[0].Number, s.LastMinute)
	}
	if got, want := s.Words(), "60 calls in the last minute of 600 at most · look-to-book 0:0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Brief(), "60 of 600 calls a minute · look-to-book 0:0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if before := l.Version(); before != 500 {
		t.Errorf("version %d", before)
	}
	l.Observe(over(sent(1, "GET", "/"), 200)) // It came too late.
	if s := l.At(noon); len(s.Exchanges) != most {
		t.Errorf("%d kept", len(s.Exchanges))
	}
}

func TestLogDropsTheOldestBodies(t *testing.T) {
	t.Parallel()
	l := NewLog()
	large := traffic.Body{Text: make([]byte, 64<<10), Size: 700_000}
	for i := 1; i <= 100; i++ {
		x := sent(i, "POST", "/rest/v1/hotel/search")
		l.Observe(x)
		x = over(x, 200)
		x.Answer = large
		l.Observe(x)
	}
	s := l.At(noon)
	total := 0
	for _, x := range s.Exchanges {
		total += len(x.Answer.Text)
	}
	if total > mostBytes || total < mostBytes-(64<<10) || l.bytes != total || !s.Exchanges[99].Answer.Gone || s.Exchanges[0].Answer.Gone {
		t.Errorf("%d bytes are kept, and %d counted", total, l.bytes)
	}
	if got := Lines(s.Exchanges[99].Answer)[0]; got != "(700.0 kB, not kept any more)" {
		t.Error(got)
	}
}

func TestLogIsSafeForMany(t *testing.T) {
	t.Parallel()
	l := NewLog()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 50 {
				x := sent(n*8+i, "GET", "/")
				l.Observe(x)
				l.At(noon)
				l.Observe(over(x, 200))
			}
		})
	}
	all.Wait()
	s := l.At(noon)
	for i := 1; i < len(s.Exchanges); i++ {
		if s.Exchanges[i-1].Number <= s.Exchanges[i].Number {
			t.Fatalf("%d stands before %d", s.Exchanges[i-1].Number, s.Exchanges[i].Number)
		}
	}
	var none *Log
	none.Observe(traffic.Exchange{})
	none.Limit(1)
	if none.Version() != 0 || len(none.At(noon).Exchanges) != 0 {
		t.Error("nothing keeps something")
	}
}

func TestLookToBook(t *testing.T) {
	t.Parallel()
	l := NewLog()
	number := 0
	do := func(method, path string, status, times int) {
		for range times {
			number++
			x := sent(number, method, path)
			l.Observe(x)
			l.Observe(over(x, status))
		}
	}
	for _, step := range []struct {
		method, path  string
		status, times int
		want          string
	}{
		{"GET", "/rest/v1/destinations/search", 200, 3, "look-to-book 0:0"},
		{"POST", "/rest/v1/hotel/search", 200, 1, "look-to-book 1:0"},
		{"POST", "/rest/v1/hotel/search", 503, 4, "look-to-book 5:0"},
		{"POST", "/rest/v1/hotel/rate_verification", 200, 2, "look-to-book 7:0"},
		{"POST", "/rest/v1/reservation", 422, 1, "look-to-book 7:0"},
		{"POST", "/rest/v1/reservation", 200, 1, "look-to-book 7:1"},
		{"POST", "/rest/v1/reservation/{reservation_id}/cancel", 200, 1, "look-to-book 7:1"},
		{"POST", "/rest/v1/reservation", 201, 1, "look-to-book 3.5:1"},
	} {
		do(step.method, step.path, step.status, step.times)
		if got := l.At(noon).Counts.Words(); got != step.want {
			t.Errorf("after %s %s %d: %q, want %q", step.method, step.path, step.status, got, step.want)
		}
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	read := over(sent(1, "GET", "/rest/v1/reservations"), 200)
	read.Query = []traffic.Parameter{{Name: "page_number", Value: "2"}}
	write := over(sent(2, "POST", "/rest/v1/reservation"), 409)
	write.Write, write.Failure, write.Operation = true, "BOOKING_ERROR", "create reservation"
	lost := over(sent(3, "PATCH", "/rest/v1/reservation/1"), 0)
	lost.Failure = "cancelled"
	odd := over(sent(4, "GET", "/rest/v1/reservation/1"), 200)
	odd.Failure = "the answer breaks off"
	list := []traffic.Exchange{read, write, lost, odd, sent(5, "GET", "/rest/v1/hotel/search")}
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "1 2 3 4 5"},
		{Filter{Class: Writes}, "2"},
		{Filter{Class: Done}, "1"},
		{Filter{Class: Refused}, "2"},
		{Filter{Class: Failed}, "3 4"},
		{Filter{Class: UnderWay}, "5"},
		{Filter{Words: "get"}, "1 4 5"},
		{Filter{Words: "GET 2xx"}, "1 4"},
		{Filter{Words: "409"}, "2"},
		{Filter{Words: "4XX post create"}, "2"},
		{Filter{Words: "page_number=2"}, "1"},
		{Filter{Words: "search"}, "5"},
		{Filter{Words: "0xx"}, ""},
		{Filter{Words: "200 nothing"}, ""},
		{Filter{Class: Failed, Words: "patch"}, "3"},
	} {
		var got []string
		for _, x := range c.filter.Pick(list) {
			got = append(got, fmt.Sprint(x.Number))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: %v, want %s", c.filter.Class, c.filter.Words, got, c.want)
		}
	}
	class := Every
	for range classWords() {
		class = class.Next()
	}
	if class != Every {
		t.Errorf("around it comes to %s", class)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		Waiting(traffic.Wait{Until: noon.Add(11500 * time.Millisecond), Why: "60 calls a minute"}, noon):       "waiting 12 s: 60 calls a minute",
		Waiting(traffic.Wait{Until: noon, Why: "x"}, noon.Add(time.Minute)):                                    "waiting 0 s: x",
		Size(999) + Size(1000) + Size(64<<10) + Size(1<<20):                                                    "999 B1.0 kB65.5 kB1.0 MB",
		Status(traffic.Exchange{}) + Status(over(traffic.Exchange{}, 0)):                                       "…none",
		Took(traffic.Exchange{}) + Took(traffic.Exchange{Over: true}) + Took(over(traffic.Exchange{}, 1)):      "<1 ms12 ms",
		Target(traffic.Exchange{Path: "/a", Query: []traffic.Parameter{{Name: "b", Value: "c"}, {Name: "d"}}}): "/a?b=c&d=",
		strings.Join(Lines(traffic.Body{Text: []byte(`{"a":[1,"\u202e"]}`), Cut: true, Size: 70_000}), "|"):    `(the beginning of 70.0 kB)|{|  "a": [|    1,|    "\u202e"|  ]|}`,
		strings.Join(Lines(traffic.Body{}), "|"):                                                               "(empty)",
		strings.Join(Lines(traffic.Body{Size: 3}), "|"):                                                        "(3 B that are not JSON, not kept)",
		strings.Join(Lines(traffic.Body{Size: 3, Kind: "text/html"}), "|"):                                     "(3 B of text/html, not kept)",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func FuzzFilter(f *testing.F) {
	f.Add("post 4xx 409 \x00")
	f.Fuzz(func(_ *testing.T, words string) { Filter{Words: words}.Holds(over(sent(1, "GET", "/"), 200)) })
}
