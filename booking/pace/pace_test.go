package pace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/booking/pace"
)

var start = time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)

// A clock that moves only when it is told to.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func press(m *pace.Meter, screen string, keys ...string) {
	for _, key := range keys {
		p := pace.Press{Screen: screen, Key: key}
		if len(key) == 1 {
			p.Letters = 1
		}
		m.Press(p)
	}
}

func TestWhatABookingTook(t *testing.T) {
	t.Parallel()
	at := &clock{now: start}
	m := pace.NewMeter(at.Now)
	m.Call() // The list of destinations comes before the first key.
	at.pass(time.Hour)
	press(m, "search", "l", "o", "n", "enter")
	at.pass(40500 * time.Millisecond)
	m.Search()
	m.Call()
	m.Press(pace.Press{Screen: "guest"})
	press(m, "book", "ctrl+b")
	b, ok := m.Finish("")
	if !ok || b.Words() != "6 keys, 41 s, 3 calls" || *b.Searches != 1 || b.Hint != "" {
		t.Errorf("%q, hint %q, %t", b.Words(), b.Hint, ok)
	}
	if b, ok := m.Finish(""); ok {
		t.Errorf("another one without a key: %+v", b)
	}
	press(m, "search", "x")
	press(m, "reservations", "f")
	if _, ok := m.Finish(""); ok {
		t.Error("support's keys count for a booking")
	}
	m.Press(pace.Press{Screen: "search", Key: "lon", Letters: 3}) // Typed faster than it was read.
	if b, _ := m.Finish(""); b.Keys != 3 {
		t.Errorf("%d keys of 3", b.Keys)
	}
	press(m, "search", "x")
	m.Restart()
	if _, ok := m.Finish(""); ok {
		t.Error("a search that led to nothing counts")
	}
	var none *pace.Meter
	none.Press(pace.Press{Key: "a"})
	none.Call()
	none.Search()
	none.Restart()
	if _, ok := none.Finish(""); ok {
		t.Error("no meter counts")
	}
}

// Searches that led to no booking count for the next one: that is what a service asks about.
func TestSearchesForEachBooking(t *testing.T) {
	t.Parallel()
	m := pace.NewMeter(time.Now)
	var kept []pace.Booking
	for _, searches := range []int{4, 1} {
		press(m, "search", "x")
		m.Search()
		press(m, "reservations", "f")
		m.Restart()
		press(m, "search", "x")
		for range searches {
			m.Search()
		}
		b, ok := m.Finish("")
		if !ok || b.Searches == nil || *b.Searches != searches+1 {
			t.Fatalf("%+v, %t", b, ok)
		}
		kept = append(kept, b)
	}
	kept = append(kept, pace.Booking{At: time.Now(), Keys: 1}) // Of before they were counted.
	all := pace.Since(kept, time.Time{})
	if words := all.Words(); len(words) != 4 || words[3] != "searches 7 for 2 bookings, 3.5 each" {
		t.Errorf("%q", words)
	}
}

func TestTheOneHintThatSavesMost(t *testing.T) {
	t.Parallel()
	name := strings.Split("maria gunnarsdottir", "")
	for what, c := range map[string]struct {
		press func(m *pace.Meter)
		want  string
	}{
		"a guest typed by hand": {func(m *pace.Meter) { press(m, "guest", name...) }, "ctrl+g fills in a guest who was here before: 14 keys less"},
		"a guest taken":         {func(m *pace.Meter) { press(m, "guest", append([]string{"ctrl+g"}, name...)...) }, ""},
		"row by row":            {func(m *pace.Meter) { press(m, "hotels", slices.Repeat([]string{"down"}, 12)...) }, "/ on the hotels finds one by some letters: 7 keys less"},
		"both": {func(m *pace.Meter) {
			press(m, "hotels", slices.Repeat([]string{"j"}, 40)...)
			press(m, "guest", name...)
		}, "/ on the hotels finds one by some letters: 35 keys less"},
		"field by field": {func(m *pace.Meter) { press(m, "search", slices.Repeat([]string{"tab"}, 24)...) }, "One line asks for all of it, lon 12dec 3n 2a: 8 keys less"},
		"as a line":      {func(m *pace.Meter) { press(m, "search", strings.Split("lon 12dec 3n 2a 1r", "")...) }, ""},
		"nearly nothing": {func(m *pace.Meter) { press(m, "hotels", slices.Repeat([]string{"down"}, 9)...) }, ""},
	} {
		m := pace.NewMeter(time.Now)
		c.press(m)
		if b, _ := m.Finish("lon 12dec 3n 2a"); b.Hint != c.want {
			t.Errorf("%s: %q, want %q", what, b.Hint, c.want)
		}
	}
}

func TestWhatIsKept(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state", "pace.jsonl")
	s := pace.NewStore(path)
	if kept, _, err := s.Bookings(); err != nil || len(kept) > 0 {
		t.Fatalf("%v, %v", kept, err)
	}
	for i, keys := range []int{30, 19, 25, 22} {
		b := pace.Booking{At: start.AddDate(0, 0, i-3), Keys: keys, Calls: 3, Milliseconds: int64(keys) * 2000, Hint: "not kept"}
		if err := s.Add(b); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "hint") || strings.Contains(string(text), "not kept") {
		t.Errorf("%s, %v", text, err)
	}
	kept, damaged, err := s.Bookings()
	if err != nil || damaged != 0 || len(kept) != 4 {
		t.Fatalf("%v, %d, %v", kept, damaged, err)
	}
	week := pace.Since(kept, start.AddDate(0, 0, -2))
	if week.Count != 3 || week.Keys != (pace.Range{Median: 22, Best: 19}) || week.Calls != (pace.Range{Median: 3, Best: 3}) {
		t.Errorf("%+v", week)
	}
	if got := strings.Join(week.Words(), "; "); got != "keys     median 22, best 19; time     median 44 s, best 38 s; calls    median 3, best 3" {
		t.Errorf("%q", got)
	}
	if none := pace.Since(nil, start); none.Count != 0 || none.Words() != nil {
		t.Errorf("%+v", none)
	}
	if err := s.Remove(); err != nil {
		t.Error(err)
	}
	if err := s.Remove(); err != nil {
		t.Error("removed twice:", err)
	}
	var none *pace.Store
	if err := none.Add(pace.Booking{}); err != nil {
		t.Error(err)
	}
}

// Several consoles end a booking at once, and none is lost.
func TestSeveralConsolesKeepTheirBookings(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pace.jsonl")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := pace.NewStore(path).Add(pace.Booking{At: start, Keys: i + 1}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if kept, _, err := pace.NewStore(path).Bookings(); err != nil || len(kept) != 20 {
		t.Errorf("%d of 20 are kept, %v", len(kept), err)
	}
}

// A line that cannot be read is counted, and is still there when another booking is kept.
func TestADamagedLineStays(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "pace.jsonl")
	if err := os.WriteFile(path, []byte("not a line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := pace.NewStore(path)
	if err := s.Add(pace.Booking{At: start, Keys: 16, Calls: 3, Milliseconds: 1}); err != nil {
		t.Fatal(err)
	}
	kept, damaged, err := s.Bookings()
	if err != nil || damaged != 1 || len(kept) != 1 {
		t.Errorf("%v, %d, %v", kept, damaged, err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "not a line\n{") {
		t.Errorf("%q, %v", text, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("{\"at\":\"2026-11-22T09:00:00Z\",\"keys\":19,\"calls\":3,\"ms\":41000}\nnot a line\n{}\n")
	f.Add("{\"at\":\"2026-11-22T09:00:00Z\",\"keys\":-1}")
	f.Fuzz(func(t *testing.T, text string) {
		kept, damaged, err := pace.Read(strings.NewReader(text))
		if err != nil {
			return
		}
		if lines := strings.Count(text, "\n") + 1; len(kept)+damaged > lines {
			t.Errorf("%d bookings and %d damaged lines of %d", len(kept), damaged, lines)
		}
		for _, b := range kept {
			if b.Keys < 1 || b.Calls < 0 || b.Milliseconds < 0 {
				t.Errorf("%+v of %q", b, text)
			}
		}
		pace.Since(kept, start).Words()
	})
}
