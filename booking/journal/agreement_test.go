package journal

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// What was agreed to comes back as it was noted.
func TestAnAgreementIsKept(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	p := plan("att-1")
	p.Agreement = NewAgreement(noon.Add(123456 * time.Microsecond))
	p.Agreement.Room, p.Agreement.Price = "Classic Queen", []string{"491.04 GBP for 3 nights"}
	p.Agreement.Cancelling = []string{"free to cancel until Thu 10 Dec 2026 18:00 (UTC+00:00)"}
	p.Agreement.AtHotel = []Charge{{Name: "City charge", Amount: "2.50", Currency: "GBP"}}
	p.Agreement.Penalties = []Penalty{{From: "2026-12-10T18:00:00Z", Amount: "163.68", Currency: "GBP"}}
	a := begin(t, j, p)
	must(t, a.Close())
	must(t, j.Close())
	got := state(t, openIn(t, dir), "att-1")
	if diff := cmp.Diff(p.Agreement, got.Agreement); diff != "" {
		t.Error(diff)
	}
	if got.User == "" {
		t.Error("nobody planned it")
	}
}

// However much a service says, its line fits, and nothing is held up by it.
func TestALongAgreementIsCut(t *testing.T) {
	j := openIn(t, t.TempDir())
	long := make([]string, 500)
	for i := range long {
		long[i] = strings.Repeat("\U0001f3e8", 5000)
	}
	p := plan("att-1")
	p.Agreement = &Agreement{At: momentOf(noon), Room: long[0], Price: long, Cancelling: long, Payment: long, AtHotel: make([]Charge, 500), Penalties: make([]Penalty, 500)}
	for i := range p.Agreement.AtHotel {
		p.Agreement.AtHotel[i].Name = long[0]
	}
	must(t, begin(t, j, p).Close())
	got := state(t, j, "att-1").Agreement
	if last := got.Price[len(got.Price)-1]; len(got.Price) != maxAgreed+1 || last != "and 488 more" || len(got.Penalties) != maxAgreed {
		t.Errorf("%d lines, the last %q, and %d penalties", len(got.Price), last, len(got.Penalties))
	}
}

func TestAnAgreementOfOtherThanNumbersIsRefused(t *testing.T) {
	j := openIn(t, t.TempDir())
	for name, a := range map[string]*Agreement{
		"base": {Base: "12,50"}, "charge": {AtHotel: []Charge{{Amount: "about 3"}}},
		"penalty": {Penalties: []Penalty{{Amount: "NaN"}}}, "instant": {Penalties: []Penalty{{From: "tomorrow"}}},
		"deposit": {Deposit: &Deposit{Amount: "a third", Due: "2026-12-24"}}, "day": {Deposit: &Deposit{Amount: "12", Due: "soon"}},
	} {
		p := plan("att-1")
		p.Agreement = a
		if _, err := j.Begin(p); err == nil || !strings.Contains(err.Error(), "the agreement: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
