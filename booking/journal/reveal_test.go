package journal

import (
	"errors"
	"os"
	"testing"
)

func shown(reservation string) Reveal {
	return Reveal{Reservation: reservation, Profile: "demo", Environment: "sandbox"}
}

// Who was shown a guest, when and of which reservation, is asked by the reservation, booked here or elsewhere, by
// all reveals, and again after the index knows them.
func TestRevealsAreNoted(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700))
	j, err := Open(dir, Options{Now: ticking(), Host: "desk", User: "ada", open: openLazy})
	must(t, err)
	book(t, j, "att-1")
	must(t, errors.Join(j.NoteReveal(shown("R1")), j.NoteReveal(shown("")), j.NoteReveal(shown("R-elsewhere"))))
	for range 2 {
		if got := steps(t, j, "R1"); got != "planned sent answered resolved revealed" {
			t.Errorf("of the reservation there is %q", got)
		}
		if got := steps(t, j, "att-1"); got != "planned sent answered resolved" {
			t.Errorf("of the attempt there is %q", got)
		}
		if got := steps(t, j, "R-elsewhere"); got != "revealed" {
			t.Errorf("of a reservation from elsewhere there is %q", got)
		}
		all, err := j.Reveals()
		must(t, err)
		if len(all) != 3 || *all[0].Reveal != shown("R-elsewhere") || *all[1].Reveal != shown("") || *all[2].Reveal != shown("R1") {
			t.Fatalf("the reveals are %+v", all)
		}
		for _, e := range all {
			if e.User != "ada" || e.At.Before(noon) || e.Attempt != "" {
				t.Errorf("it is noted as %+v", e)
			}
		}
		if list, err := j.Attempts(Filter{}); err != nil || len(list) != 1 {
			t.Errorf("a reveal counts as an attempt: %+v, %v", list, err)
		}
		must(t, j.Close())
		j = openWith(t, dir, 1)
	}
	verified(t, dir)
	if err := j.NoteReveal(Reveal{Reservation: "R1"}); err == nil {
		t.Error("a reveal at no environment is noted")
	}
}

// A reveal that cannot be noted is an error, and nothing of it is in the journal.
func TestARevealThatCannotBeNoted(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	must(t, j.Close())
	if err := j.NoteReveal(shown("R1")); !errors.Is(err, ErrClosed) {
		t.Errorf("the error is %v", err)
	}
	if r := verified(t, dir); r.Lines != 0 {
		t.Errorf("there are %d lines", r.Lines)
	}
}

// The operating system names somebody on every machine that the tests run on.
func TestEveryLineNamesTheUser(t *testing.T) {
	j := openIn(t, t.TempDir())
	book(t, j, "att-1")
	events, err := j.Show("att-1")
	must(t, err)
	for _, e := range events {
		if e.User == "" || e.User != systemUser() {
			t.Errorf("%s names %q", e.Step, e.User)
		}
	}
}
