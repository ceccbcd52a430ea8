package journal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A refusal can come from something between here and the service, and "never
// sent" from a line that was lost: a reservation that carries the attempt proves
// both wrong, whoever resolved it and whether the index knows it or the lines do.
func TestAProofOfTheContraryFollowsARefusal(t *testing.T) {
	for name, left := range map[string]func(a *Attempt) error{
		"refused": func(a *Attempt) error { return errors.Join(a.Sent(), a.Answered(refused), a.Resolve(refused)) },
		"refused without why": func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Answered(Outcome{Result: NotBooked}), a.Resolve(Outcome{Result: NotBooked}))
		},
		"never sent": func(*Attempt) error { return nil },
	} {
		for _, every := range []int64{1, 1 << 40} {
			t.Run(name, func(t *testing.T) {
				dir := t.TempDir()
				j := openIn(t, dir)
				a := begin(t, j, plan("att-1"))
				must(t, errors.Join(left(a), a.Close()))
				if name == "never sent" {
					a, ok, err := j.Resume("att-1")
					must(t, err)
					if !ok {
						t.Fatal("it is not resumed")
					}
					must(t, a.Close())
				}
				before := state(t, j, "att-1")
				if before.Made() || !before.Refused() || before.Unproven() || before.Open() {
					t.Fatalf("before, it is %+v", before)
				}
				if list, err := j.Similar(plan("att-2"), 48*time.Hour); err != nil || len(list) != 0 {
					t.Errorf("what was refused is asked about: %+v, %v", list, err)
				}
				if _, err := os.Stat(filepath.Join(dir, "attempts", "att-1.lock")); !os.IsNotExist(err) {
					t.Errorf("its lock stays behind: %v", err)
				}
				must(t, j.Close())
				must(t, openWith(t, dir, every).Close())

				j = openWith(t, dir, every)
				if usesIndex(j) != (every == 1) {
					t.Fatalf("the index is used: %t", usesIndex(j))
				}
				if got := j.NotMade([]string{"att-1", "att-none"}); len(got) != 1 || got[0] != "att-1" {
					t.Fatalf("not done are %q", got)
				}
				a, ok, err := j.Resume("att-1")
				if err != nil || !ok {
					t.Fatalf("it is resumed: %t, %v", ok, err)
				}
				must(t, errors.Join(a.Looked(Look{Found: FoundIt, Reservation: "R1"}), a.Resolve(Outcome{Result: Booked, Reservation: "R1"}), a.Close()))
				s := state(t, j, "att-1")
				if !s.Made() || !s.CountedNotMade.Equal(before.Ended) || s.Outcome.Cause != "" || s.ReservationID() != "R1" {
					t.Errorf("after the proof it is %+v", s)
				}
				if list, err := j.Similar(plan("att-2"), 48*time.Hour); err != nil || len(list) != 1 {
					t.Errorf("what exists is not asked about: %+v, %v", list, err)
				}
				if got := j.NotMade([]string{"att-1"}); len(got) != 0 {
					t.Errorf("not done are %q", got)
				}
				verified(t, dir)
			})
		}
	}
}
