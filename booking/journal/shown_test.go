package journal

import (
	"path/filepath"
	"testing"
)

// watched returns the plan of a booking whose face notes it as shown.
func watched(t *testing.T, j *Journal, id string, change func(*Plan), result Result) {
	t.Helper()
	p := plan(id)
	p.Watched = true
	change(&p)
	a := begin(t, j, p)
	must(t, a.Sent())
	o := Outcome{Result: result}
	if result == Booked {
		o.Reservation = "R-" + id
	}
	must(t, a.Answered(o))
	must(t, a.Resolve(o))
	must(t, a.Close())
}

func unseen(t *testing.T, j *Journal) (ids []string) {
	t.Helper()
	list, err := j.Attempts(Filter{Unseen: true})
	must(t, err)
	for _, s := range list {
		ids = append(ids, s.Attempt)
	}
	return ids
}

// A booking is unseen until it is noted as shown. Refused and simulated bookings, those that no face
// watches, and the first step of a rebooking are never unseen.
func TestNoteShown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	o := Options{Now: ticking(), Host: "desk", open: openLazy, indexEvery: 1}
	j, err := Open(dir, o)
	must(t, err)
	plain := func(*Plan) {}
	watched(t, j, "att-one", plain, Booked)
	watched(t, j, "att-two", plain, Booked)
	watched(t, j, "att-refused", plain, NotBooked)
	watched(t, j, "att-simulated", func(p *Plan) { p.Simulate = true }, Booked)
	watched(t, j, "att-earlier-version", func(p *Plan) { p.Watched = false }, Booked)
	watched(t, j, "att-rebooking", func(p *Plan) { p.Replaces, p.Rebooking = "R0", "att-rebooking" }, Booked)
	for _, id := range []string{"att-one", "att-one", "att-refused", "att-earlier-version", "att-none"} {
		must(t, j.NoteShown(id))
	}
	s, err := j.State("att-one")
	must(t, err)
	if !s.WasShown || !s.Made() || s.Step != Resolved || s.Events != 5 {
		t.Errorf("it stands at %+v", s)
	}
	must(t, j.Close())
	for range 2 { // The first makes the index, the second reads it.
		j, err = Open(dir, o)
		must(t, err)
		if ids := unseen(t, j); len(ids) != 1 || ids[0] != "att-two" || len(j.Damage()) != 0 {
			t.Errorf("unseen are %v, damage %v", ids, j.Damage())
		}
		must(t, j.Close())
	}
}
