package campaign

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/booking/journal"
)

// calm is a short campaign in which nothing goes wrong by itself: a write may
// take as long as a busy machine makes it.
func calm() Options {
	return Options{
		Bookings: 10, Seed: 3, Workers: 2, Parallel: 2, Factor: 600, WriteTime: time.Minute,
		KillEvery: -1, Fault: -1, Program: program,
	}
}

// creates calls a service's creations by hand, and lets everything else through.
func creates(call func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte)) func(http.Handler) http.Handler {
	return func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.URL.Path != "/rest/v1/reservation" {
				service.ServeHTTP(w, r)
				return
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				panic(err)
			}
			call(service, w, r, body)
		})
	}
}

// withBody is the request once more, which a client that hangs up does not end.
func withBody(r *http.Request, body []byte) *http.Request {
	again := r.Clone(context.WithoutCancel(r.Context()))
	again.Body = io.NopCloser(bytes.NewReader(body))
	return again
}

// Each figure becomes more than zero when what it counts happens: a campaign
// that could find nothing would prove nothing.
func TestSabotageIsFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		sabotage func(*Options)
		check    func(Report) bool
	}{
		"nothing": {func(*Options) {}, func(r Report) bool { return r.OK() && r.Booked == 10 && r.Stored == 10 }},
		"a service that books twice": {func(o *Options) {
			var n atomic.Int32
			o.wrap = creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
				first := httptest.NewRecorder()
				service.ServeHTTP(first, withBody(r, body))
				if first.Code == http.StatusCreated && n.Add(1) == 4 {
					service.ServeHTTP(httptest.NewRecorder(), withBody(r, body))
				}
				maps.Copy(w.Header(), first.Header())
				w.WriteHeader(first.Code)
				_, _ = w.Write(first.Body.Bytes())
			})
		}, func(r Report) bool { return r.Doubled == 1 && r.Missing == 0 && len(r.Journal) == 0 }},
		// Carried out only after its window, when its stay is booked again already:
		// twice is the service's doing, and the journal explains both.
		"a service that books after the window": {func(o *Options) {
			var held atomic.Pointer[http.Request]
			var guest atomic.Value
			var count atomic.Int32
			o.wrap = creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
				who := guestIn(body)
				switch {
				case count.Add(1) == 4:
					held.Store(withBody(r, body))
					guest.Store(who)
					panic(http.ErrAbortHandler)
				case guest.Load() == who && held.Load() != nil:
					service.ServeHTTP(w, withBody(r, body))
					service.ServeHTTP(httptest.NewRecorder(), held.Swap(nil))
				default:
					service.ServeHTTP(w, withBody(r, body))
				}
			})
		}, func(r Report) bool {
			return r.Doubled == 1 && r.Unexplained == 0 && r.Missing == 0 && len(r.Journal) == 0 && r.Stored == 11
		}},
		"a service that forgets a booking": {func(o *Options) {
			var n atomic.Int32
			o.wrap = creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
				if n.Add(1) != 4 {
					service.ServeHTTP(w, withBody(r, body))
					return
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, `{"id":"00000000000000000000000000000000","status":"CONFIRMED"}`)
			})
		}, func(r Report) bool { return r.Missing > 0 }},
		"a journal without a line": {func(o *Options) {
			o.spoil = func(dir string) error {
				return editJournal(dir, func(lines []string) []string {
					at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"step":"planned"`) })
					return slices.Delete(lines, at, at+1)
				})
			}
		}, func(r Report) bool { return r.Unexplained > 0 && len(r.Journal) > 0 && r.Doubled == 0 }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := calm()
			o.Dir = t.TempDir()
			c.sabotage(&o)
			report, err := Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			if !c.check(report) {
				var text strings.Builder
				_ = report.Print(&text)
				t.Error(text.String())
			}
		})
	}
}

// guestIn is the email of a booking's guest.
func guestIn(body []byte) string {
	return string(regexp.MustCompile(`guest-[0-9]+@example\.com`).Find(body))
}

func editJournal(dir string, edit func(lines []string) []string) error {
	file := filepath.Join(dir, journalDir, "journal.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strings.Join(edit(strings.SplitAfter(string(text), "\n")), "")), 0o600)
}

// The comparison, violation by violation.
func TestCompare(t *testing.T) {
	t.Parallel()
	const in, out = "2026-12-12", "2026-12-15"
	booked := func(attempt, id string) journal.State {
		return journal.State{
			Plan: journal.Plan{Attempt: attempt, Kind: journal.Create, CheckIn: in, CheckOut: out}, Step: journal.Resolved,
			Outcome: journal.Outcome{Result: journal.Booked, Reservation: id},
		}
	}
	changed := func(kind journal.Kind, result journal.Result, id, from, until string) journal.State {
		return journal.State{
			Plan: journal.Plan{Attempt: string(kind) + id, Kind: kind, Reservation: id, CheckIn: from, CheckOut: until},
			Step: journal.Resolved, Outcome: journal.Outcome{Result: result},
		}
	}
	there := func(id, attempt, guest string) stored {
		return stored{id: id, attempt: attempt, guest: guest, in: in, out: out}
	}
	gone := there("R1", "a1", "g1")
	gone.canceled = true
	moved := there("R1", "a1", "g1")
	moved.in, moved.out = "2026-12-13", "2026-12-16"
	open := booked("a1", "")
	open.Step = journal.Unknown
	for name, c := range map[string]struct {
		truth  []stored
		states []journal.State
		acks   []ack
		want   [3]int // doubled, lost, unexplained
	}{
		"all well":                    {[]stored{there("R1", "a1", "g1")}, []journal.State{booked("a1", "R1")}, []ack{{"R1", outcomeBooked}}, [3]int{}},
		"one attempt twice":           {[]stored{there("R1", "a1", "g1"), there("R2", "a1", "g2")}, []journal.State{booked("a1", "R1")}, nil, [3]int{1, 0, 1}},
		"one stay by two attempts":    {[]stored{there("R1", "a1", "g1"), there("R2", "a2", "g1")}, []journal.State{booked("a1", "R1"), booked("a2", "R2")}, nil, [3]int{1, 0, 0}},
		"booked, and not there":       {nil, []journal.State{booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"booked as another's":         {[]stored{there("R1", "a2", "g1")}, []journal.State{booked("a1", "R1"), booked("a2", "R1")}, nil, [3]int{0, 1, 0}},
		"told, and not there":         {nil, nil, []ack{{"R1", outcomeBooked}}, [3]int{0, 1, 0}},
		"told canceled, and not":      {[]stored{there("R1", "a1", "g1")}, []journal.State{booked("a1", "R1")}, []ack{{"R1", outcomeCanceled}}, [3]int{0, 1, 0}},
		"there, and not in journal":   {[]stored{there("R1", "a1", "g1")}, nil, nil, [3]int{0, 0, 1}},
		"there, without an attempt":   {[]stored{there("R1", "", "g1")}, nil, nil, [3]int{0, 0, 1}},
		"there, and called not":       {[]stored{there("R1", "a1", "g1")}, []journal.State{func() journal.State { s := booked("a1", ""); s.Outcome.Result = journal.NotBooked; return s }()}, nil, [3]int{0, 0, 1}},
		"left open":                   {nil, []journal.State{open}, nil, [3]int{0, 0, 1}},
		"given up":                    {nil, []journal.State{changed(journal.Modify, journal.GivenUp, "R1", "", "")}, nil, [3]int{0, 0, 1}},
		"canceled":                    {[]stored{gone}, []journal.State{changed(journal.Cancel, journal.Canceled, "R1", "", ""), booked("a1", "R1")}, []ack{{"R1", outcomeCanceled}}, [3]int{}},
		"canceled, and not so stored": {[]stored{there("R1", "a1", "g1")}, []journal.State{changed(journal.Cancel, journal.Canceled, "R1", "", ""), booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"canceled by nobody":          {[]stored{gone}, []journal.State{changed(journal.Cancel, journal.NotCanceled, "R1", "", ""), booked("a1", "R1")}, nil, [3]int{0, 0, 1}},
		"moved":                       {[]stored{moved}, []journal.State{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{}},
		"moved on later": {[]stored{moved}, []journal.State{
			changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out),
			func() journal.State {
				s := changed(journal.Modify, journal.Modified, "R1", "2026-12-20", "2026-12-21")
				s.Attempt = "earlier"
				return s
			}(),
			booked("a1", "R1"),
		}, nil, [3]int{}},
		"moved, and not so stored": {[]stored{there("R1", "a1", "g1")}, []journal.State{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"moved by nobody":          {[]stored{moved}, []journal.State{changed(journal.Modify, journal.NotModified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{0, 0, 1}},
	} {
		var r Report
		r.compare(c.truth, c.states, c.acks)
		if got := [3]int{r.Doubled, r.Missing, r.Unexplained}; got != c.want {
			t.Errorf("%s: doubled, lost, unexplained are %v, want %v: %q", name, got, c.want, r.Findings)
		}
	}
}

// A folder with an earlier campaign in it is not written into.
func TestTheFolderMustBeEmpty(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), Options{Dir: dir, Program: program})
	if err == nil || err.Error() != "campaign: the folder "+dir+" is not empty; name another one" {
		t.Errorf("got %v", err)
	}
}

// The rules name every kind of fault at every request that they can meet.
func TestFaultRules(t *testing.T) {
	t.Parallel()
	rules := faultRules(Options{}.withDefaults())
	kinds := map[string]int{}
	for line := range strings.Lines(rules) {
		kind, _, _ := strings.Cut(line, " ")
		kinds[kind]++
	}
	if len(kinds) != 16 || kinds["late"] != 1 || kinds["reset-after"] != 5 || kinds["slow"] != 5 {
		t.Errorf("%v", slices.Sorted(maps.Keys(kinds)))
	}
	if faultRules(Options{Fault: -1}) != "" {
		t.Error("without faults there are rules")
	}
}
