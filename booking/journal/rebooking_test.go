package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rebooked books a stay in the place of R0.
func rebooked(t *testing.T, j *Journal, id, reservation string) {
	t.Helper()
	p, o := plan(id), booked
	p.Replaces, p.Rebooking, o.Reservation = "R0", id, reservation
	a := begin(t, j, p)
	must(t, a.Sent())
	must(t, a.Answered(o))
	must(t, a.Resolve(o))
	must(t, a.Close())
}

func canceling(id, reservation, rebooking string) Plan {
	return Plan{Attempt: id, Kind: Cancel, Profile: "demo", Environment: "sandbox", Reservation: reservation, Rebooking: rebooking}
}

func pending(t *testing.T, j *Journal) []Rebooking {
	t.Helper()
	list, err := j.Rebookings("demo", "sandbox")
	must(t, err)
	return list
}

func TestARebookingIsPendingUntilOneOfTheTwoIsCanceled(t *testing.T) {
	for _, reservation := range []string{"R0", "R1"} {
		dir := filepath.Join(t.TempDir(), "journal")
		j := open(t, dir)
		book(t, j, "att-plain")
		p := plan("att-new")
		p.Replaces, p.Rebooking = "R0", "att-new"
		a := begin(t, j, p)
		must(t, a.Sent())
		if list := pending(t, j); len(list) != 1 || !list[0].New.Open() {
			t.Fatalf("once it was sent: %+v", list)
		}
		must(t, a.Answered(booked))
		must(t, a.Resolve(booked))
		must(t, a.Close())

		b := begin(t, j, canceling("att-old", reservation, "att-new"))
		must(t, b.Sent())
		if list := pending(t, j); len(list) != 1 || reservation == "R0" && (list[0].Canceling == nil || list[0].Canceling.Attempt != "att-old") {
			t.Fatalf("while one is cancelled: %+v", list)
		}
		must(t, b.Answered(Outcome{Result: Canceled}))
		must(t, b.Resolve(Outcome{Result: Canceled}))
		must(t, b.Close())
		if list := pending(t, j); len(list) != 0 {
			t.Errorf("with %s cancelled: %+v", reservation, list)
		}
	}
}

func TestARebookingThatWasRefusedIsNone(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), "journal"))
	p := plan("att-new")
	p.Replaces, p.Rebooking = "R0", "att-new"
	a := begin(t, j, p)
	must(t, a.Sent())
	must(t, a.Answered(Outcome{Result: NotBooked}))
	must(t, a.Resolve(Outcome{Result: NotBooked}))
	if list := pending(t, j); len(list) != 0 {
		t.Errorf("pending are %+v", list)
	}
}

func TestCloseRebooking(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	j := open(t, dir)
	book(t, j, "att-plain")
	rebooked(t, j, "att-new", "R2")
	var order *orderError
	if err := j.CloseRebooking("att-plain"); !errors.As(err, &order) {
		t.Errorf("an ordinary booking: %v", err)
	}
	if err := j.CloseRebooking("att-none"); !errors.Is(err, ErrNoAttempt) {
		t.Errorf("an unknown one: %v", err)
	}
	must(t, j.CloseRebooking("att-new"))
	must(t, j.CloseRebooking("att-new"))
	s, err := j.State("att-new")
	must(t, err)
	if !s.RebookingOver || !s.Made() || s.Step != Resolved || len(pending(t, j)) != 0 {
		t.Errorf("it stands at %+v", s)
	}
	again := open(t, dir)
	if list := pending(t, again); len(list) != 0 || len(again.Damage()) != 0 {
		t.Errorf("opened again: %+v, %v", list, again.Damage())
	}
}

// The index knows what is pending without the lines.
func TestTheIndexKnowsRebookings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	o := Options{Now: ticking(), Host: "desk", open: openLazy, indexEvery: 1}
	j, err := Open(dir, o)
	must(t, err)
	rebooked(t, j, "att-one", "R2")
	must(t, j.CloseRebooking("att-one"))
	rebooked(t, j, "att-two", "R3")
	must(t, j.Close())
	for range 2 { // The first makes the index, the second reads it.
		j, err = Open(dir, o)
		must(t, err)
		if list := pending(t, j); len(list) != 1 || list[0].New.Attempt != "att-two" || list[0].New.Replaces != "R0" {
			t.Errorf("pending are %+v", list)
		}
		must(t, j.Close())
	}
	if _, err := os.Stat(filepath.Join(dir, indexName)); err != nil {
		t.Errorf("there is no index: %v", err)
	}
}

func TestAPlanOfARebookingIsChecked(t *testing.T) {
	first := plan("att-new")
	first.Rebooking = "att-new" // In the place of nothing.
	other := plan("att-new")
	other.Rebooking, other.Replaces = "att-other", "R0"
	for _, p := range []Plan{first, other, canceling("att-c", "R0", "no id")} {
		if p.check() == nil {
			t.Errorf("%+v passes", p)
		}
	}
	if err := canceling("att-c", "R0", "att-new").check(); err != nil {
		t.Error(err)
	}
}

// A line of before there were rebookings has none of it, and reads as it did.
func TestOldLinesKnowNoRebooking(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "journal")
	j := open(t, dir)
	book(t, j, "att-plain")
	text, err := os.ReadFile(filepath.Join(dir, fileName))
	must(t, err)
	if strings.Contains(string(text), "rebooking") {
		t.Errorf("an ordinary booking names a rebooking: %s", text)
	}
	again := open(t, dir)
	if list := pending(t, again); len(list) != 0 || len(again.Damage()) != 0 {
		t.Errorf("%+v, %v", list, again.Damage())
	}
}
