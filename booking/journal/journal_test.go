package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// noon is when the journals of the tests begin.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// ticking is a clock that moves on by a second each time it is asked.
func ticking() func() time.Time {
	now := noon
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// lazy is a file that is not synced: only a power cut would show it, and tests
// wait for no disk. Those of several processes sync.
type lazy struct{ *os.File }

func (lazy) Sync() error { return nil }

func openLazy(path string) (file, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	return lazy{f}, err
}

func open(t *testing.T, dir string) *Journal {
	t.Helper()
	j, err := Open(dir, Options{Now: ticking(), Host: "desk", open: openLazy})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, j.Close()) })
	return j
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plan is a create for the Aldwych Lantern that passes every check.
func plan(id string) Plan {
	return Plan{
		Attempt: id, Kind: Create, Profile: "demo", Environment: "sandbox",
		Chain: "LX", Property: "20417", HotelName: "The Aldwych Lantern",
		CheckIn: "2026-12-12", CheckOut: "2026-12-15", Adults: 2, Children: 1, Rooms: 1,
		BookingCode: "bk-1/é<>", ChannelCode: "GDS", Total: "612.40", Currency: "GBP",
		Terms: "5f", Guest: "0123", WindowSeconds: 1800,
	}
}

func begin(t *testing.T, j *Journal, p Plan) *Attempt {
	t.Helper()
	a, err := j.Begin(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, a.Close()) })
	return a
}

var booked = Outcome{
	Result: Booked, Reservation: "R1", Status: "CONFIRMED", Confirmation: "C-77", Locator: "ABCDEF",
	Total: "612.40", Currency: "GBP",
}

// book writes a whole attempt that goes well: four events.
func book(t *testing.T, j *Journal, id string) {
	t.Helper()
	a := begin(t, j, plan(id))
	must(t, a.Sent())
	must(t, a.Answered(booked))
	must(t, a.Resolve(booked))
	must(t, a.Close())
}

func state(t *testing.T, j *Journal, id string) AttemptState {
	t.Helper()
	s, err := j.State(id)
	must(t, err)
	return s
}

func steps(t *testing.T, j *Journal, id string) string {
	t.Helper()
	events, err := j.Show(id)
	must(t, err)
	var out []string
	for _, e := range events {
		out = append(out, string(e.Step))
	}
	return strings.Join(out, " ")
}

// verified fails unless the journal is as it was written.
func verified(t *testing.T, dir string) Report {
	t.Helper()
	r, err := Verify(dir)
	must(t, err)
	if !r.OK() || len(r.Notes) > 0 {
		t.Fatalf("problems: %v, notes: %v", r.Problems, r.Notes)
	}
	return r
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("the error is %q, want %q", err, want)
	}
}

func ids(states []AttemptState) string {
	var out []string
	for _, s := range states {
		out = append(out, s.Attempt)
	}
	return strings.Join(out, " ")
}

// WIRE 5: a create is planned, sent, answered and resolved, each on the disk.
func TestABookingThatGoesWell(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	a := begin(t, j, plan("att-1"))
	must(t, a.step(Event{Step: Agreed, Terms: "6a"}))
	must(t, a.Sent())
	must(t, a.Answered(booked))
	if s := state(t, j, "att-1"); !s.Open() || s.Unresolved() || s.Outcome != booked || s.Agreed != "6a" {
		t.Errorf("an answered attempt is %+v", s)
	}
	must(t, a.Resolve(Outcome{Result: Booked}))
	must(t, a.Close())

	// Another console reads the same from the file.
	s := state(t, open(t, dir), "att-1")
	if s.Open() || !s.Made() || s.Outcome != booked || !reflect.DeepEqual(s.Plan, plan("att-1")) || s.ReservationID() != "R1" {
		t.Errorf("a booked attempt is %+v", s)
	}
	if want := noon.Add(time.Second); !s.Planned.Equal(want) || !s.Sent.Equal(want.Add(2*time.Second)) || s.Events != 5 {
		t.Errorf("planned %s, sent %s, %d events", s.Planned, s.Sent, s.Events)
	}
	if got := steps(t, j, "R1"); got != "planned agreed sent answered resolved" {
		t.Errorf("the reservation's events are %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "attempts", "att-1.lock")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the attempt's lock file is still there: %v", err)
	}
	if r := verified(t, dir); r.Lines != 5 || r.Attempts != 1 || r.Open != 0 {
		t.Errorf("the report is %+v", r)
	}
}

// WIRE 5: a lost answer is looked for until it is found, and a resolution as
// "not booked" can still be proved wrong by a late one.
func TestALostAnswer(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	a := begin(t, j, plan("att-1"))
	must(t, a.Sent())
	must(t, a.Unknown(CauseTimeout))
	must(t, a.Looked(Look{Found: LookFailed, Cause: "connection refused for Müller"}))
	must(t, a.Looked(Look{Found: NotFound}))
	if s := state(t, j, "att-1"); !s.Unresolved() || s.Looks != 2 || s.Look.Found != NotFound || s.Cause != CauseTimeout {
		t.Errorf("looked for, it is %+v", s)
	}
	must(t, a.Resolve(Outcome{Result: NotBooked, Cause: CauseExpired}))
	s := state(t, j, "att-1")
	if s.Open() || s.Made() {
		t.Errorf("not found within the window, it is %+v", s)
	}
	must(t, a.Close())

	a, ok, err := j.Resume("att-1")
	if err != nil || !ok {
		t.Fatalf("resumed: %t, %v", ok, err)
	}
	must(t, a.Looked(Look{Found: FoundIt, Reservation: "R1", Status: "CONFIRMED"}))
	must(t, a.Resolve(booked))
	must(t, a.Close())
	if s = state(t, j, "att-1"); !s.Made() || s.Outcome != booked {
		t.Errorf("found late, it is %+v", s)
	}
	if _, ok, err := j.Resume("att-1"); ok || err != nil {
		t.Errorf("a settled attempt is resumed: %t, %v", ok, err)
	}
	if got := steps(t, j, "att-1"); got != "planned sent unknown looked looked resolved looked resolved" {
		t.Errorf("the events are %q", got)
	}
	events, err := j.Show("att-1")
	must(t, err)
	if got := events[3].Look.Cause; got != CauseOther {
		t.Errorf("a cause of several words became %q", got)
	}
	verified(t, dir)
}

// openIn opens a journal in a folder that the test framework made readable for
// all.
func openIn(t *testing.T, dir string) *Journal {
	t.Helper()
	must(t, os.Chmod(dir, 0o700))
	return open(t, dir)
}

// A process that ended leaves its attempts where their last line says.
func TestResumeAfterTheProcessEnded(t *testing.T) {
	for name, tt := range map[string]struct {
		kind  Kind
		left  func(a *Attempt) error
		step  Step
		cause Cause
		not   Result
	}{
		"create, nothing sent": {Create, func(*Attempt) error { return nil }, Resolved, CauseNotSent, NotBooked},
		"modify, nothing sent": {Modify, func(*Attempt) error { return nil }, Resolved, CauseNotSent, NotModified},
		"cancel, nothing sent": {Cancel, func(*Attempt) error { return nil }, Resolved, CauseNotSent, NotCanceled},
		"sent":                 {Create, (*Attempt).Sent, Unknown, CauseInterrupted, ""},
		"answered": {Create, func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Answered(Outcome{Result: NotBooked, Cause: "BOOKING_CREATION_ERROR"}))
		}, Answered, "BOOKING_CREATION_ERROR", NotBooked},
		"unknown": {Create, func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Unknown(CauseReset))
		}, Unknown, CauseReset, ""},
		"looked for": {Create, func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Unknown(CauseReset), a.Looked(Look{Found: NotFound}))
		}, Looked, CauseReset, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := openIn(t, dir)
			p := plan("att-1")
			if p.Kind = tt.kind; p.Kind != Create {
				p.Reservation = "R1"
			}
			a := begin(t, j, p)
			must(t, tt.left(a))

			other := open(t, dir)
			if _, ok, err := other.Resume("att-1"); ok || err != nil {
				t.Fatalf("an attempt that is held is resumed: %t, %v", ok, err)
			}
			must(t, a.Close())
			b, ok, err := other.Resume("att-1")
			if err != nil || !ok {
				t.Fatalf("resumed: %t, %v", ok, err)
			}
			s, err := b.State()
			must(t, err)
			must(t, b.Close())
			cause := s.Cause
			if s.Step == Resolved || s.Step == Answered {
				cause = s.Outcome.Cause
			}
			if s.Step != tt.step || cause != tt.cause || s.Outcome.Result != tt.not {
				t.Errorf("it is %q, cause %q, result %q", s.Step, cause, s.Outcome.Result)
			}
			verified(t, dir)
		})
	}
}

// Trap 7: one attempt is begun once, and one console at a time acts on it.
func TestOneAttemptIsActedOnByOne(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	a := begin(t, j, plan("att-1"))
	if _, err := j.Begin(plan("att-1")); !errors.Is(err, errHeld) {
		t.Errorf("the second Enter gives %v", err)
	}
	if _, err := open(t, dir).Begin(plan("att-1")); !errors.Is(err, errHeld) {
		t.Errorf("the second console gives %v", err)
	}
	must(t, a.Close())
	_, err := j.Begin(plan("att-1"))
	wantError(t, err, `attempt att-1: "planned" cannot follow planned`)
	wantError(t, a.Sent(), "the journal is closed")
	_, _, err = j.Resume("att-2")
	wantError(t, err, "the journal knows no such attempt: att-2")
	_, err = j.Show("att-2")
	wantError(t, err, "the journal knows no such attempt: att-2")
	if r := verified(t, dir); r.Lines != 1 || r.Open != 1 {
		t.Errorf("the report is %+v", r)
	}
}

// If the lock file of an attempt is removed by hand, two processes may hold the
// attempt, and still only one of them can do the next step.
func TestALockFileThatWasRemovedHarmsNothing(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	a := begin(t, j, plan("att-1"))
	must(t, os.Remove(filepath.Join(dir, "attempts", "att-1.lock")))
	b, ok, err := open(t, dir).Resume("att-1")
	if err != nil || !ok {
		t.Fatalf("resumed: %t, %v", ok, err)
	}
	must(t, b.Close())
	wantError(t, a.Sent(), `attempt att-1: "sent" cannot follow resolved`)
}

func TestPlansThatAreNotComplete(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	const front = "the plan of an attempt is not complete: "
	for name, tt := range map[string]struct {
		change func(p *Plan)
		want   string
	}{
		"no id":           {func(p *Plan) { p.Attempt = "" }, `attempt id "" is not 1 to 64 letters, digits, - and _`},
		"id with a path":  {func(p *Plan) { p.Attempt = "../x" }, `attempt id "../x" is not 1 to 64 letters, digits, - and _`},
		"no kind":         {func(p *Plan) { p.Kind = "book" }, `kind "book" is none of create, modify and cancel` + "\n" + `a book needs the reservation's id`},
		"no environment":  {func(p *Plan) { p.Environment = "" }, "the environment is missing"},
		"no hotel":        {func(p *Plan) { p.Chain = "" }, "a create needs the chain and the property code"},
		"no dates":        {func(p *Plan) { p.CheckIn = "" }, "a create needs both dates"},
		"no reservation":  {func(p *Plan) { p.Kind = Cancel }, "a cancel needs the reservation's id"},
		"not a date":      {func(p *Plan) { p.CheckOut = "2026-12-32" }, `"2026-12-32" is not a date like 2026-12-24`},
		"dates backwards": {func(p *Plan) { p.CheckOut = p.CheckIn }, "check-in 2026-12-12 is not before check-out 2026-12-12"},
		"not an amount":   {func(p *Plan) { p.Total = "1e3" }, `total "1e3" is not a decimal number`},
		"below zero":      {func(p *Plan) { p.Rooms = -1 }, "a count is below 0"},
	} {
		t.Run(name, func(t *testing.T) {
			p := plan("att-1")
			tt.change(&p)
			_, err := j.Begin(p)
			wantError(t, err, front+tt.want)
		})
	}
	if r := verified(t, dir); r.Lines != 0 {
		t.Errorf("%d lines were written", r.Lines)
	}
}

func TestAClosedJournal(t *testing.T) {
	j := openIn(t, t.TempDir())
	must(t, j.Close())
	must(t, j.Close())
	_, err := j.Begin(plan("att-1"))
	wantError(t, err, "the journal is closed")
	_, err = j.Attempts(Filter{Open: true})
	wantError(t, err, "the journal is closed")
}
