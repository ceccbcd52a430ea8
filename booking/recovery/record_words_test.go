package recovery

import (
	"testing"
	"time"

	"bellhop/booking/journal"
)

func TestOutcomeWords(t *testing.T) {
	t.Parallel()
	resolved := func(o journal.Outcome) journal.AttemptState {
		return journal.AttemptState{Step: journal.Resolved, Outcome: o}
	}
	late := resolved(journal.Outcome{Result: journal.Booked})
	late.CountedNotMade = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	found := resolved(journal.Outcome{Result: journal.Booked})
	found.Cause = journal.CauseReset
	for want, s := range map[string]journal.AttemptState{
		"not sent yet":                                      {Step: journal.Planned},
		"not known yet":                                     {Step: journal.Unknown},
		"not booked (the sandbox began anew)":               resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseDataReplaced}),
		"not booked (not found in time)":                    resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseExpired}),
		"not booked (never sent)":                           resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseNotSent}),
		"not booked (INVENTORY_ERROR)":                      resolved(journal.Outcome{Result: journal.NotBooked, Cause: "INVENTORY_ERROR"}),
		"booked (found after it had counted as not booked)": late,
		"booked (found after its answer was lost)":          found,
		"cancelled": resolved(journal.Outcome{Result: journal.Canceled}),
	} {
		if got := OutcomeWords(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestEventWords_Reveal(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]journal.Event{
		"guest shown to ada":            {Step: journal.Revealed, User: "ada", Reveal: &journal.Reveal{Reservation: "0123"}},
		"guest shown":                   {Step: journal.Revealed, Reveal: &journal.Reveal{Reservation: "0123"}},
		"guests of a list shown to ada": {Step: journal.Revealed, User: "ada", Reveal: &journal.Reveal{}},
	} {
		if got := EventWords(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPlanDays(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]journal.Plan{
		"Sat 12 Dec – Tue 15 Dec 2026 · 3 nights": {CheckIn: "2026-12-12", CheckOut: "2026-12-15"},
		"arrival Sat 12 Dec 2026":                 {CheckIn: "2026-12-12"},
		"departure Tue 15 Dec 2026":               {CheckOut: "2026-12-15"},
		"soon to 2026-12-15":                      {CheckIn: "soon", CheckOut: "2026-12-15"},
		"2026-12-12 to late":                      {CheckIn: "2026-12-12", CheckOut: "late"},
		"":                                        {},
	} {
		if got := PlanDays(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPartyOf(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]journal.Plan{
		"2 adults":          {Adults: 2, Rooms: 1},
		"2 adults, 2 rooms": {Adults: 2, Rooms: 2},
		"":                  {Rooms: 2},
	} {
		if got := partyOf(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestBookingWords(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 12, 1, 9, 3, 10, 0, time.UTC)
	booked := journal.Outcome{Result: journal.Booked, Status: "CONFIRMED", Locator: "QWERTZ"}
	days := journal.Plan{CheckIn: "2026-12-12", CheckOut: "2026-12-15"}
	for want, s := range map[string]journal.AttemptState{
		"planned at 09:03 by another Bellhop, and not sent so far":                                    {Step: journal.Planned, Planned: sent},
		"planned at 09:03, and it is not known whether it was sent: the journal is damaged there":     {Step: journal.Unknown, Planned: sent},
		"sent at 09:03, and it is not known whether it was booked":                                    {Step: journal.Unknown, Sent: sent},
		"sent at 09:03, its answer was lost, and it was not found within its time":                    {Step: journal.Resolved, Sent: sent, Outcome: journal.Outcome{Result: journal.NotBooked}},
		"booked at 09:03, confirmed, record locator QWERTZ · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights": {Plan: days, Step: journal.Resolved, Sent: sent, Outcome: booked},
	} {
		if got := bookingWords(s, sent.Add(time.Minute), time.UTC); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A time that is not known stays so, whatever the service's clock says.
func TestWrite_ByServiceClock(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	w := Write{Sent: sent}.byServiceClock(time.Hour)
	if !w.Sent.Equal(sent.Add(time.Hour)) || !w.Until.IsZero() || !w.CountedNotMade.IsZero() || !w.Next.IsZero() {
		t.Errorf("%s, %s, %s, %s", w.Sent, w.Until, w.CountedNotMade, w.Next)
	}
}

// A write that is added wakes whoever waits for changes.
func TestRegister_PutSignals(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	changed := o.Changed()
	o.register.put(&Write{Plan: lookedFor})
	select {
	case <-changed:
	default:
		t.Error("nobody is woken")
	}
}

// The journal has a look without an answer as failed, with the reason.
func TestFollow_LookFailed(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{filtered: failing(errLost)})
	o.followFor(o.follower(lookedFor), 3)
	if look := o.state("att-1").Look; look.Found != journal.LookFailed || look.Cause == "" {
		t.Errorf("it is in the journal as %+v", look)
	}
}
