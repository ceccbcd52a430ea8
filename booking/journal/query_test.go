package journal

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

func TestAttemptsAreListedAndFiltered(t *testing.T) {
	j := openIn(t, t.TempDir())
	book(t, j, "att-1")
	p := plan("att-2")
	p.Kind, p.Reservation, p.Profile = Cancel, "R1", "work"
	begin(t, j, p)
	p = plan("att-3")
	p.Environment = "production"
	begin(t, j, p)
	for name, tt := range map[string]struct {
		f    Filter
		want string
	}{
		"all":         {Filter{}, "att-3 att-2 att-1"},
		"open":        {Filter{Open: true}, "att-3 att-2"},
		"kind":        {Filter{Kind: Cancel}, "att-2"},
		"profile":     {Filter{Profile: "demo"}, "att-3 att-1"},
		"environment": {Filter{Environment: "production"}, "att-3"},
		"reservation": {Filter{Reservation: "R1"}, "att-2 att-1"},
		"since":       {Filter{Since: noon.Add(5 * time.Second)}, "att-3 att-2"},
		"most":        {Filter{Most: 1, Profile: "demo"}, "att-3"},
		"none":        {Filter{Profile: "x"}, ""},
	} {
		got, err := j.Attempts(tt.f)
		must(t, err)
		if ids(got) != tt.want {
			t.Errorf("%s: %q, want %q", name, ids(got), tt.want)
		}
	}
}

// What lists are drawn with waits for no other process that holds the journal.
func TestAttemptsAtAReservationWaitForNobody(t *testing.T) {
	j := openIn(t, t.TempDir())
	book(t, j, "att-1")
	other := flock.New(filepath.Join(j.dir, lockName))
	must(t, other.Lock())
	defer other.Close()
	got, err := j.At("R1", "")
	if err != nil || ids(got) != "att-1" {
		t.Errorf("got %q, %v", ids(got), err)
	}
}

// Trap 7: a similar stay that is booked or open is found, and nothing else.
func TestSimilarStays(t *testing.T) {
	for name, tt := range map[string]struct {
		first func(t *testing.T, j *Journal)
		plan  func(p *Plan)
		want  string // check-in and check-out of what is found
	}{
		"booked":            {nil, func(*Plan) {}, "2026-12-12 2026-12-15"},
		"last night shared": {nil, func(p *Plan) { p.CheckIn, p.CheckOut = "2026-12-14", "2026-12-20" }, "2026-12-12 2026-12-15"},
		"back to back":      {nil, func(p *Plan) { p.CheckIn, p.CheckOut = "2026-12-15", "2026-12-20" }, ""},
		"right before":      {nil, func(p *Plan) { p.CheckIn, p.CheckOut = "2026-12-10", "2026-12-12" }, ""},
		"other guest":       {nil, func(p *Plan) { p.Guest = "4567" }, ""},
		"no guest":          {nil, func(p *Plan) { p.Guest = "" }, ""},
		"other hotel":       {nil, func(p *Plan) { p.Property = "20418" }, ""},
		"other environment": {nil, func(p *Plan) { p.Environment = "production" }, ""},
		"other profile":     {nil, func(p *Plan) { p.Profile = "work" }, "2026-12-12 2026-12-15"},
		"itself":            {nil, func(p *Plan) { p.Attempt = "att-1" }, ""},
		"open":              {func(t *testing.T, j *Journal) { must(t, begin(t, j, plan("att-1")).Sent()) }, func(*Plan) {}, "2026-12-12 2026-12-15"},
		"refused": {func(t *testing.T, j *Journal) {
			a := begin(t, j, plan("att-1"))
			must(t, errors.Join(a.Sent(), a.Answered(Outcome{Result: NotBooked}), a.Resolve(Outcome{Result: NotBooked})))
		}, func(*Plan) {}, ""},
		"not found within the window": {func(t *testing.T, j *Journal) {
			a := begin(t, j, plan("att-1"))
			must(t, errors.Join(a.Sent(), a.Unknown(CauseReset), a.Resolve(Outcome{Result: NotBooked, Cause: CauseExpired})))
		}, func(*Plan) {}, "2026-12-12 2026-12-15"},
		"never sent": {func(t *testing.T, j *Journal) {
			must(t, begin(t, j, plan("att-1")).Resolve(Outcome{Result: NotBooked}))
		}, func(*Plan) {}, ""},
		"given up": {func(t *testing.T, j *Journal) {
			a := begin(t, j, plan("att-1"))
			must(t, errors.Join(a.Sent(), a.Unknown(CauseReset), a.Resolve(Outcome{Result: GivenUp})))
		}, func(*Plan) {}, "2026-12-12 2026-12-15"},
		"simulated": {func(t *testing.T, j *Journal) {
			p := plan("att-1")
			p.Simulate = true
			o := Outcome{Result: Booked, Status: "CREATED", Reservation: "R1"}
			a := begin(t, j, p)
			must(t, errors.Join(a.Sent(), a.Answered(o), a.Resolve(o)))
		}, func(*Plan) {}, ""},
		"canceled since": {func(t *testing.T, j *Journal) {
			book(t, j, "att-1")
			later(t, j, Plan{Attempt: "att-2", Kind: Cancel, Environment: "sandbox", Reservation: "R1"})
		}, func(*Plan) {}, ""},
		"moved away": {func(t *testing.T, j *Journal) {
			book(t, j, "att-1")
			later(t, j, Plan{Attempt: "att-2", Kind: Modify, Environment: "sandbox", Reservation: "R1", CheckIn: "2026-12-20", CheckOut: "2026-12-22"})
		}, func(*Plan) {}, ""},
		"moved here": {func(t *testing.T, j *Journal) {
			book(t, j, "att-1")
			later(t, j, Plan{Attempt: "att-2", Kind: Modify, Environment: "sandbox", Reservation: "R1", CheckOut: "2026-12-22"})
		}, func(p *Plan) { p.CheckIn, p.CheckOut = "2026-12-21", "2026-12-23" }, "2026-12-12 2026-12-22"},
	} {
		t.Run(name, func(t *testing.T) {
			j := openIn(t, t.TempDir())
			if tt.first == nil {
				book(t, j, "att-1")
			} else {
				tt.first(t, j)
			}
			p := plan("att-9")
			tt.plan(&p)
			got, err := j.Similar(p, time.Hour)
			must(t, err)
			dates := ""
			for _, s := range got {
				dates += s.CheckIn + " " + s.CheckOut
			}
			if dates != tt.want {
				t.Errorf("similar are %q, want %q", dates, tt.want)
			}
			if old, err := j.Similar(p, time.Second); err != nil || len(old) > 0 {
				t.Errorf("long ago, similar are %v, %v", ids(old), err)
			}
		})
	}
}

// A booking that is found only after somebody has changed or canceled what it
// made does not push that out: the two are of one state of the data.
func TestABookingFoundAfterItsCancellation(t *testing.T) {
	for name, how := range map[string]func(a *Attempt) error{
		"while it was looked for":      func(*Attempt) error { return nil },
		"after it counted as not made": func(a *Attempt) error { return a.Resolve(Outcome{Result: NotBooked, Cause: CauseExpired}) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			j := openIn(t, dir)
			lost := begin(t, j, plan("att-1"))
			must(t, errors.Join(lost.Sent(), lost.Unknown(CauseReset), how(lost)))
			cancel := begin(t, j, Plan{Attempt: "att-2", Kind: Cancel, Environment: "sandbox", Profile: plan("att-1").Profile, Reservation: "R1"})
			must(t, errors.Join(cancel.Sent(), cancel.Unknown(CauseReset)))
			must(t, errors.Join(lost.Looked(Look{Found: FoundIt, Reservation: "R1"}), lost.Resolve(Outcome{Result: Booked, Reservation: "R1"}), lost.Close()))
			again := plan("att-3")
			again.Kind, again.Reservation = Modify, "R1"
			for range 2 { // The second time with an index.
				_, err := j.Begin(again)
				var held *HeldBackError
				if !errors.As(err, &held) || held.Earlier[0].Attempt != "att-2" {
					t.Fatalf("a second write goes beside the cancellation that is open: %v", err)
				}
				must(t, j.Close())
				j = openWith(t, dir, 1)
			}
			must(t, errors.Join(cancel.Close(), j.Close()))
			j = openIn(t, dir)
			resumed, mine, err := j.Resume("att-2")
			if err != nil || !mine {
				t.Fatal(mine, err)
			}
			must(t, errors.Join(resumed.Resolve(Outcome{Result: Canceled, Status: "CANCELED"}), resumed.Close()))
			if list, err := j.Similar(plan("att-4"), 24*time.Hour); err != nil || len(list) > 0 {
				t.Errorf("what was canceled stands in the way: %s, %v", ids(list), err)
			}
			events, err := j.Show("R1")
			must(t, err)
			if last := events[len(events)-1]; last.Attempt != "att-2" || last.Step != Resolved {
				t.Errorf("the reservation's last line is %+v", last)
			}
		})
	}
}

// later writes an attempt at a reservation that goes well.
func later(t *testing.T, j *Journal, p Plan) {
	t.Helper()
	o := Outcome{Result: p.Kind.Made(), Reservation: p.Reservation}
	a := begin(t, j, p)
	must(t, errors.Join(a.Sent(), a.Answered(o), a.Resolve(o)))
}

// A sandbox that begins anew gives its ids anew. What the journal knows of a
// reservation of data that are gone says nothing of the one that has its id
// now: neither that it was canceled nor when it was written to.
func TestAnIDThatIsGivenAnew(t *testing.T) {
	j := openIn(t, t.TempDir())
	book(t, j, "att-1")
	old := plan("att-2")
	old.Kind, old.Reservation = Cancel, "R1"
	later(t, j, old)
	lost := old
	lost.Attempt = "att-3"
	a := begin(t, j, lost)
	must(t, errors.Join(a.Sent(), a.Unknown(CauseReset)))
	old.Attempt = "att-4"
	var held *HeldBackError
	if _, err := j.Begin(old); !errors.As(err, &held) || held.Earlier[0].Attempt != "att-3" {
		t.Fatalf("got %v, want att-3 in the way", err)
	}

	book(t, j, "att-5") // R1 again.
	if got, err := j.Similar(plan("att-9"), time.Hour); err != nil || ids(got) != "att-5" {
		t.Errorf("similar are %q, %v", ids(got), err)
	}
	if got := steps(t, j, "R1"); got != "planned sent answered resolved" {
		t.Errorf("R1 has %q", got)
	}
	later(t, j, old)
	if got, err := j.Similar(plan("att-9"), time.Hour); err != nil || len(got) > 0 {
		t.Errorf("after it was canceled, similar are %q, %v", ids(got), err)
	}
}
