package campaign

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/internal/gated"
	"bellhop/sandbox/training/fault"
)

// calm returns a short campaign in which nothing goes wrong by itself: a write may
// take as long as a busy machine makes it.
func calm() Options {
	return Options{
		Bookings: 10, Seed: 3, Workers: 1, Parallel: 4, Hotels: 20, Factor: 600, WriteTime: time.Minute,
		KillEvery: -1, RestartEvery: -1, FillEvery: -1, Fault: -1,
	}
}

// within runs a role in the test's own process, which is quicker than to start one.
// To kill it is to cancel what it does.
func within(sabotage string) func(Role) *process {
	roles := map[Role]func(context.Context, io.Reader, io.Writer, hooks) error{RoleConsole: work, RoleService: serve}
	return func(role Role) *process {
		ctx, cancel := context.WithCancel(context.Background())
		in, give := io.Pipe()
		hear, out := io.Pipe()
		var err error
		var running sync.WaitGroup
		running.Go(func() {
			err = roles[role](ctx, in, out, sabotages[sabotage])
			_ = out.Close()
		})
		wait := func() error {
			running.Wait()
			return err
		}
		kill := func() {
			cancel()
			_, _ = give.Close(), hear.Close()
		}
		return &process{in: give, out: hear, kill: kill, wait: wait}
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

// withBody returns the request once more, which a client that hangs up does not end.
func withBody(r *http.Request, body []byte) *http.Request {
	again := r.Clone(context.WithoutCancel(r.Context()))
	again.Body = io.NopCloser(bytes.NewReader(body))
	return again
}

// sabotages are what a process can be sabotaged with, by name.
var sabotages = map[string]hooks{
	"": {},
	"books twice": {handler: func(service http.Handler) http.Handler {
		var twice atomic.Bool
		return creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
			first := httptest.NewRecorder()
			service.ServeHTTP(first, withBody(r, body))
			if first.Code == http.StatusCreated && twice.CompareAndSwap(false, true) {
				second := httptest.NewRecorder()
				service.ServeHTTP(second, withBody(r, body))
				twice.Store(second.Code == http.StatusCreated) // Otherwise that was the last room.
			}
			pass(w, first, first.Body.Bytes())
		})(service)
	}},
	// Carried out only after its window, when its stay is booked again already:
	// twice is the service's doing, and the journal explains both.
	"books after the window": {handler: func(service http.Handler) http.Handler {
		var held atomic.Pointer[http.Request]
		var guest atomic.Value
		var count atomic.Int32
		return creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
			who := guestIn(body)
			switch {
			case count.Add(1) == 4:
				held.Store(withBody(r, body))
				guest.Store(who)
				panic(http.ErrAbortHandler)
			case guest.Load() == who && held.Load() != nil:
				service.ServeHTTP(httptest.NewRecorder(), held.Swap(nil))
				service.ServeHTTP(w, withBody(r, body))
			default:
				service.ServeHTTP(w, withBody(r, body))
			}
		})(service)
	}},
	"does not know the filter": {handler: withoutFilter},
	"forgets a booking": {handler: func(service http.Handler) http.Handler {
		var n atomic.Int32
		return creates(func(service http.Handler, w http.ResponseWriter, r *http.Request, body []byte) {
			if n.Add(1) != 4 {
				service.ServeHTTP(w, withBody(r, body))
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			_, _ = w.Write(madeUp(body))
		})(service)
	}},
	"answers another price":    {handler: answered(creation, `"total_price":`, `"total_price":1`)},
	"answers another currency": {handler: answered(creation, `"currency_code":"`, `"currency_code":"X`)},
	"tells other days": {told: func(t told) told {
		t.In = t.Out
		return t
	}},
	"verifies another price": {handler: func(service http.Handler) http.Handler {
		// What is verified is dearer than what is then booked and charged.
		booked := asked(creation, regexp.MustCompile(`("total_price"|"guest":\{"amount"):1`), func(m []byte) []byte { return m[:len(m)-1] })(service)
		return answered("POST /rest/v1/hotel/rate_verification", `"total_price":`, `"total_price":1`)(booked)
	}},
	"counts one more": {handler: answered("GET /rest/v1/reservations", `"total_items_without_paging":10,`, `"total_items_without_paging":11,`)},
	"loses its data when killed": {settings: func(s *serviceSettings) {
		if s.Life > 1 {
			s.Dir += "-" + string(rune('a'+s.Life))
		}
	}},
	"takes a failure for a refusal":     {answers: func(s booking.Service) booking.Service { return credulousClient{s, refuse} }},
	"takes a failure for a success":     {answers: func(s booking.Service) booking.Service { return credulousClient{s, accept} }},
	"takes any reservation for its own": {answers: func(s booking.Service) booking.Service { return credulousClient{s, own} }},
	"books what it cannot note": {unrecorded: func(ctx context.Context, c *console, draft booking.Draft) {
		// It would stop at nothing, and notes it where nobody looks.
		dir, err := os.MkdirTemp(filepath.Dir(c.settings.Journal), "elsewhere-")
		if err != nil {
			panic(err)
		}
		j, err := journal.Open(dir, journal.Options{Now: c.clock.Now})
		if err != nil {
			panic(err)
		}
		desk, err := newDesk(c.settings, c.hooks, j)
		if err != nil {
			panic(err)
		}
		if _, err := desk.Book(ctx, draft); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}},
}

const creation = "POST /rest/v1/reservation"

// pass writes an answer with another body.
func pass(w http.ResponseWriter, a *httptest.ResponseRecorder, body []byte) {
	maps.Copy(w.Header(), a.Header())
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(a.Code)
	_, _ = w.Write(body)
}

// answers changes the successes of a request.
func answers(request string, change func([]byte) []byte) func(http.Handler) http.Handler {
	return func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method+" "+r.URL.Path != request {
				service.ServeHTTP(w, r)
				return
			}
			a, plain := httptest.NewRecorder(), r.Clone(r.Context())
			plain.Header.Del("Accept-Encoding") // What is changed is the answer, and not its gzip.
			service.ServeHTTP(a, plain)
			body := a.Body.Bytes()
			if a.Code < http.StatusBadRequest {
				body = change(body)
			}
			pass(w, a, body)
		})
	}
}

func answered(request, from, to string) func(http.Handler) http.Handler {
	return answers(request, func(body []byte) []byte { return bytes.ReplaceAll(body, []byte(from), []byte(to)) })
}

// asked changes the bodies of a request.
func asked(request string, what *regexp.Regexp, change func([]byte) []byte) func(http.Handler) http.Handler {
	return func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method+" "+r.URL.Path == request {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					panic(err)
				}
				r = withBody(r, what.ReplaceAllFunc(body, change))
			}
			service.ServeHTTP(w, r)
		})
	}
}

// madeUp returns a reservation as it was asked for, which nobody has.
func madeUp(body []byte) []byte {
	body = regexp.MustCompile(`("check_(in|out)_date":"[0-9-]+)"`).ReplaceAll(body, []byte(`${1}T00:00:00Z"`))
	return append([]byte(`{"id":"00000000000000000000000000000000","status":"CONFIRMED",`), body[1:]...)
}

// A credulousClient is a client that takes answers to writes for what they are not.
type credulousClient struct {
	booking.Service
	creation func(api.CreateRequest, api.Reservation, error) (api.Reservation, error)
}

func (b credulousClient) CreateReservation(ctx context.Context, q api.CreateRequest) (api.Reservation, error) {
	r, err := b.Service.CreateReservation(ctx, q)
	return b.creation(q, r, err)
}

// refuse takes what has no clear answer for refused.
func refuse(_ api.CreateRequest, r api.Reservation, err error) (api.Reservation, error) {
	var e *api.Error
	if errors.As(err, &e) {
		e.Outcome = api.OutcomeRefused
	}
	return r, err
}

// accept takes what has no clear answer for made.
func accept(q api.CreateRequest, r api.Reservation, err error) (api.Reservation, error) {
	if err == nil {
		return r, nil
	}
	return own(q, api.Reservation{ID: strings.Repeat("0", 32), Status: api.StatusConfirmed}, nil)
}

// own takes an answer for that of the request, whatever it is about.
func own(q api.CreateRequest, r api.Reservation, err error) (api.Reservation, error) {
	r.CustomData, r.Hotel, r.Rate, r.Guest = q.CustomData, q.Hotel, q.Rate, q.Guest
	midnight := func(d api.Date) api.Instant { return api.ParseInstant(d.String() + "T00:00:00Z") }
	r.CheckIn, r.CheckOut, r.Adults, r.Children = midnight(q.CheckIn), midnight(q.CheckOut), q.Adults, q.Children
	return r, err
}

// Each figure becomes more than zero when what it counts happens: a campaign
// that could find nothing would prove nothing.
func TestSabotageIsFound(t *testing.T) {
	t.Parallel()
	gated.Test(t, "a campaign takes a minute")
	lost := func(r Report) bool { return r.Missing > 0 && r.Doubled == 0 && len(r.Journal) == 0 }
	doubled := func(r Report) bool { return r.Doubled > 0 && len(r.Journal) == 0 }
	for _, c := range []struct {
		sabotage string
		faults   string
		change   func(*Options)
		check    func(Report) bool
	}{
		{sabotage: "", check: func(r Report) bool { return r.OK() && r.Booked == 10 && r.Stored == 10 }},
		{
			sabotage: "does not know the filter", faults: "reset-after POST /rest/v1/reservation nth=4",
			check: func(r Report) bool { return r.OK() && r.Booked == 10 && r.Stored == 10 },
		},
		// Twice the reservation, and twice the create.
		{sabotage: "books twice", check: func(r Report) bool { return r.Doubled == 2 && r.Missing == 0 && len(r.Journal) == 0 }},
		{sabotage: "books after the window", check: func(r Report) bool {
			return r.Doubled == 1 && r.Unexplained == 0 && r.Missing == 0 && len(r.Journal) == 0 && r.Stored == 11 && r.SecondCreates[madeLate] == 1
		}},
		{sabotage: "forgets a booking", check: func(r Report) bool { return r.Missing > 0 }},
		{sabotage: "answers another price", check: lost},
		{sabotage: "answers another currency", check: lost},
		{sabotage: "tells other days", check: lost},
		{sabotage: "verifies another price", check: lost},
		{sabotage: "counts one more", check: func(r Report) bool { return r.Unexplained > 0 }},
		{sabotage: "loses its data when killed", change: func(o *Options) { o.RestartEvery = 4 }, check: func(r Report) bool { return r.Missing > 0 }},
		{
			sabotage: "takes a failure for a refusal", faults: "foreign-after POST /rest/v1/reservation nth=4 status=409 body=html", check: doubled,
		},
		{
			sabotage: "takes a failure for a refusal", faults: "foreign-after POST /rest/v1/reservation nth=4 status=400 body=cut", check: doubled,
		},
		{
			sabotage: "takes a failure for a refusal", faults: "foreign-after POST /rest/v1/reservation nth=4 status=502 body=cut", check: doubled,
		},
		{
			sabotage: "takes a failure for a refusal", faults: "foreign-after POST /rest/v1/reservation nth=4 status=200 body=problem", check: doubled,
		},
		{
			sabotage: "takes a failure for a refusal", faults: "stalled POST /rest/v1/reservation nth=4 delay=100ms", check: doubled,
		},
		{
			sabotage: "takes a failure for a success", faults: "foreign POST /rest/v1/reservation nth=4 status=403 body=empty", check: lost,
		},
		{
			sabotage: "takes a failure for a success", faults: "repeated-id POST /rest/v1/reservation nth=4", check: lost,
		},
		{
			sabotage: "takes any reservation for its own", faults: "other-reservation POST /rest/v1/reservation nth=4", check: func(r Report) bool { return r.Missing > 0 },
		},
		{
			sabotage: "books what it cannot note", change: func(o *Options) { o.FillEvery, o.Bookings = 4, 20 }, check: func(r Report) bool { return r.Unexplained > 0 },
		},
		{sabotage: "", change: withoutALine, check: func(r Report) bool { return r.Unexplained > 0 && len(r.Journal) > 0 && r.Doubled == 0 }},
	} {
		t.Run(c.sabotage+" "+c.faults, func(t *testing.T) {
			t.Parallel()
			o := calm()
			o.Dir, o.Program, o.faults = t.TempDir(), program(c.sabotage), c.faults
			if c.change != nil {
				c.change(&o)
			}
			if o.RestartEvery < 0 && o.FillEvery < 0 {
				o.within = within(c.sabotage)
			}
			report, err := Run(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			met := int64(0)
			for _, n := range report.Faults {
				met += n
			}
			if want := int64(min(len(c.faults), 1)); !c.check(report) || met != want {
				var text strings.Builder
				_ = report.Print(&text)
				t.Error(text.String())
			}
		})
	}
}

// withoutALine takes a line out of the journal.
func withoutALine(o *Options) {
	o.damage = func(dir string) error {
		return editJournal(dir, func(lines []string) []string {
			at := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, `"step":"planned"`) })
			return slices.Delete(lines, at, at+1)
		})
	}
}

// guestIn returns the email of a booking's guest.
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
	booked := func(attempt, id string) journal.AttemptState {
		return journal.AttemptState{
			Plan: journal.Plan{
				Attempt: attempt, Kind: journal.Create, CheckIn: in, CheckOut: out,
				Chain: "LX", Property: "20417", BookingCode: "CODE", Total: "412.50", Currency: "GBP",
			},
			Step: journal.Resolved, Outcome: journal.Outcome{Result: journal.Booked, Reservation: id, Total: "412.50", Currency: "GBP"},
		}
	}
	changed := func(kind journal.Kind, result journal.Result, id, from, until string) journal.AttemptState {
		return journal.AttemptState{
			Plan: journal.Plan{Attempt: string(kind) + id, Kind: kind, Reservation: id, CheckIn: from, CheckOut: until},
			Step: journal.Resolved, Outcome: journal.Outcome{Result: result},
		}
	}
	there := func(id, attempt, guest string) stored {
		return stored{
			id: id, attempt: attempt, guest: guest, in: in, out: out, hotel: "LX20417", rate: "CODE",
			total: "412.5", charged: "412.50", currency: "GBP",
		}
	}
	but := func(change func(*stored)) []stored {
		one := there("R1", "a1", "g1")
		change(&one)
		return []stored{one}
	}
	says := func(t told) []ack { return []ack{{reservation: "R1", what: outcomeBooked, told: t}} }
	well := []journal.AttemptState{booked("a1", "R1")}
	gone := there("R1", "a1", "g1")
	gone.canceled = true
	moved := there("R1", "a1", "g1")
	moved.in, moved.out = "2026-12-13", "2026-12-16"
	open := booked("a1", "")
	open.Step = journal.Unknown
	for name, c := range map[string]struct {
		truth  []stored
		states []journal.AttemptState
		acks   []ack
		want   [3]int // doubled, lost, unexplained
	}{
		"all well":                    {[]stored{there("R1", "a1", "g1")}, []journal.AttemptState{booked("a1", "R1")}, []ack{{reservation: "R1", what: outcomeBooked}}, [3]int{}},
		"one attempt twice":           {[]stored{there("R1", "a1", "g1"), there("R2", "a1", "g2")}, []journal.AttemptState{booked("a1", "R1")}, nil, [3]int{1, 0, 1}},
		"one stay by two attempts":    {[]stored{there("R1", "a1", "g1"), there("R2", "a2", "g1")}, []journal.AttemptState{booked("a1", "R1"), booked("a2", "R2")}, nil, [3]int{1, 0, 0}},
		"booked, and not there":       {nil, []journal.AttemptState{booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"booked as another's":         {[]stored{there("R1", "a2", "g1")}, []journal.AttemptState{booked("a1", "R1"), booked("a2", "R1")}, nil, [3]int{0, 1, 0}},
		"told, and not there":         {nil, nil, []ack{{reservation: "R1", what: outcomeBooked}}, [3]int{0, 1, 0}},
		"told canceled, and not":      {[]stored{there("R1", "a1", "g1")}, []journal.AttemptState{booked("a1", "R1")}, []ack{{reservation: "R1", what: outcomeCanceled}}, [3]int{0, 1, 0}},
		"there, and not in journal":   {[]stored{there("R1", "a1", "g1")}, nil, nil, [3]int{0, 0, 1}},
		"there, without an attempt":   {[]stored{there("R1", "", "g1")}, nil, nil, [3]int{0, 0, 1}},
		"there, and called not":       {[]stored{there("R1", "a1", "g1")}, []journal.AttemptState{func() journal.AttemptState { s := booked("a1", ""); s.Outcome.Result = journal.NotBooked; return s }()}, nil, [3]int{0, 0, 1}},
		"left open":                   {nil, []journal.AttemptState{open}, nil, [3]int{0, 0, 1}},
		"given up":                    {nil, []journal.AttemptState{changed(journal.Modify, journal.GivenUp, "R1", "", "")}, nil, [3]int{0, 0, 1}},
		"canceled":                    {[]stored{gone}, []journal.AttemptState{changed(journal.Cancel, journal.Canceled, "R1", "", ""), booked("a1", "R1")}, []ack{{reservation: "R1", what: outcomeCanceled}}, [3]int{}},
		"canceled, and not so stored": {[]stored{there("R1", "a1", "g1")}, []journal.AttemptState{changed(journal.Cancel, journal.Canceled, "R1", "", ""), booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"canceled by nobody":          {[]stored{gone}, []journal.AttemptState{changed(journal.Cancel, journal.NotCanceled, "R1", "", ""), booked("a1", "R1")}, nil, [3]int{0, 0, 1}},
		"moved":                       {[]stored{moved}, []journal.AttemptState{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{}},
		"moved on later": {[]stored{moved}, []journal.AttemptState{
			changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out),
			func() journal.AttemptState {
				s := changed(journal.Modify, journal.Modified, "R1", "2026-12-20", "2026-12-21")
				s.Attempt = "earlier"
				return s
			}(),
			booked("a1", "R1"),
		}, nil, [3]int{}},
		"moved, and not so stored": {[]stored{there("R1", "a1", "g1")}, []journal.AttemptState{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{0, 1, 0}},
		"told all of it":           {[]stored{there("R1", "a1", "g1")}, well, says(told{"412.500", "GBP", in, out}), [3]int{}},
		"told another price":       {[]stored{there("R1", "a1", "g1")}, well, says(told{Total: "412.51", Currency: "GBP"}), [3]int{0, 1, 0}},
		"told no number":           {[]stored{there("R1", "a1", "g1")}, well, says(told{Total: "n/a", Currency: "GBP"}), [3]int{0, 1, 0}},
		"told another currency":    {[]stored{there("R1", "a1", "g1")}, well, says(told{Total: "412.50", Currency: "USD"}), [3]int{0, 1, 0}},
		"told another arrival":     {[]stored{there("R1", "a1", "g1")}, well, says(told{In: "2026-12-11", Out: out}), [3]int{0, 1, 0}},
		"told another departure":   {[]stored{there("R1", "a1", "g1")}, well, says(told{In: in, Out: "2026-12-16"}), [3]int{0, 1, 0}},
		"another price, twice so":  {but(func(s *stored) { s.total, s.charged = "500", "500" }), well, nil, [3]int{0, 2, 0}},
		"another currency":         {but(func(s *stored) { s.currency = "USD" }), well, nil, [3]int{0, 2, 0}},
		"another hotel":            {but(func(s *stored) { s.hotel = "LX1" }), well, nil, [3]int{0, 1, 0}},
		"another rate":             {but(func(s *stored) { s.rate = "OTHER" }), well, nil, [3]int{0, 1, 0}},
		"charged otherwise":        {but(func(s *stored) { s.charged = "412.49" }), well, nil, [3]int{0, 0, 1}},
		"told before it was moved": {[]stored{moved}, []journal.AttemptState{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")}, says(told{"1", "GBP", in, out}), [3]int{}},
		"told another price of the move": {
			[]stored{moved},
			[]journal.AttemptState{changed(journal.Modify, journal.Modified, "R1", moved.in, moved.out), booked("a1", "R1")},
			[]ack{{"R1", outcomeMoved, told{"1", "GBP", moved.in, moved.out}}},
			[3]int{0, 1, 0},
		},
		"moved by nobody": {[]stored{moved}, []journal.AttemptState{changed(journal.Modify, journal.NotModified, "R1", moved.in, moved.out), booked("a1", "R1")}, nil, [3]int{0, 0, 1}},
	} {
		var r Report
		r.compare(c.truth, c.states, nil, c.acks)
		if got := [3]int{r.Doubled, r.Missing, r.Unexplained}; got != c.want {
			t.Errorf("%s: doubled, lost, unexplained are %v, want %v: %q", name, got, c.want, r.Violations)
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
	_, err := Run(t.Context(), Options{Dir: dir, Program: program("")})
	if err == nil || err.Error() != "campaign: the folder "+dir+" is not empty; name another one" {
		t.Errorf("got %v", err)
	}
}

// The rules name every kind of fault at every request that they can meet.
func TestFaultRules(t *testing.T) {
	t.Parallel()
	rules := Options{}.withDefaults().faultRules(3)
	kinds := map[string]int{}
	for line := range strings.Lines(rules) {
		kind, _, _ := strings.Cut(line, " ")
		kinds[kind]++
		if !strings.Contains(line, " seed=3") {
			t.Errorf("%s has no seed of its own", line)
		}
	}
	want := map[string]int{"late": 1, "reset-after": 8, "foreign": 8, "foreign-after": 3, "other-reservation": 4, "repeated-id": 4, "odd-price": 2, "stalled": 8}
	for kind, n := range want {
		if kinds[kind] != n {
			t.Errorf("%d rules of %s, want %d", kinds[kind], kind, n)
		}
	}
	if len(kinds) != len(fault.Kinds()) {
		t.Errorf("%v", slices.Sorted(maps.Keys(kinds)))
	}
	if (Options{Fault: -1}).faultRules(1) != "" {
		t.Error("without faults there are rules")
	}
}
