package recovery_test

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// A pause of less than a second is over for whoever reads it: "in 0 s" says nothing.
func TestProgressNeverCountsZeroSeconds(t *testing.T) {
	now := time.Date(2026, 12, 1, 9, 30, 0, 0, time.UTC)
	for left, want := range map[time.Duration]string{
		-time.Second:           "looked 1 time, not there so far; next at once, until 10:00",
		999 * time.Millisecond: "looked 1 time, not there so far; next at once, until 10:00",
		time.Second:            "looked 1 time, not there so far; next in 1 s, until 10:00",
	} {
		p := recovery.Write{Looks: 1, Next: now.Add(left), Until: now.Add(30 * time.Minute)}
		if got := p.Progress(now, time.UTC); got != want {
			t.Errorf("%s before the next look: %q, want %q", left, got, want)
		}
	}
}

func TestWriteWords(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("two", 2*60*60)
	create := journal.Plan{
		Attempt: "att-1", Kind: journal.Create, HotelName: "The Aldwych Lantern", CheckIn: "2026-12-12", CheckOut: "2026-12-15",
		Total: "612.40", Currency: "GBP",
	}
	cancel := journal.Plan{Attempt: "att-2", Kind: journal.Cancel, HotelName: "Londinium House", Reservation: "0123"}
	dates := journal.Plan{Attempt: "att-3", Kind: journal.Modify, Reservation: "0123", CheckIn: "2026-12-12", CheckOut: "2026-12-15"}
	payment := journal.Plan{Attempt: "att-4", Kind: journal.Modify, Reservation: "0123"}
	instead := journal.Plan{Attempt: "att-5", Kind: journal.Create, CheckIn: "2026-12-12", CheckOut: "2026-12-15", Replaces: "0122"}
	simulated := create
	simulated.Simulate = true
	sent := time.Date(2026, time.December, 1, 9, 3, 10, 0, time.UTC)
	now, until := sent.Add(40*time.Second), sent.Add(30*time.Minute)
	found := &api.Reservation{Status: "confirmed", Confirmation: &api.Confirmation{HotelNumber: "HC-1", RecordLocator: "QWERTZ"}}
	late := &api.Reservation{Status: "confirmed", Confirmation: &api.Confirmation{HotelNumber: "HC-1"}}
	for name, c := range map[string]struct {
		p                     recovery.Write
		what, story, progress string
	}{
		"not looked for yet": {
			recovery.Write{Plan: create, Cause: journal.CauseReset, Next: now.Add(4 * time.Second)},
			"booking · The Aldwych Lantern · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 612.40 GBP",
			"Sent once at 11:03:10. The answer was lost: the connection broke off. It may be booked and charged.",
			"not looked for yet; next in 4 s, until 11:33",
		},
		"looked": {
			recovery.Write{Plan: cancel, Cause: journal.CauseTimeout, Looks: 3, Next: now.Add(70 * time.Second)},
			"cancellation · Londinium House · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: it took too long. It may be cancelled.",
			"looked 3 times, not there so far; next in 1 min 10 s, until 11:33",
		},
		"failing": {
			recovery.Write{Plan: dates, Cause: journal.CauseServerError, Looks: 1, LookFailed: true, Next: now},
			"change · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: the service failed. The dates may be changed.",
			"the last of 1 look got no answer; next at once, until 11:33",
		},
		"after its time": {
			recovery.Write{Plan: simulated, Cause: journal.CauseUnreadable, Looks: 9, LookFailed: true, Next: now.Add(5 * time.Minute), Until: now.Add(-time.Hour)},
			"booking · The Aldwych Lantern · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 612.40 GBP",
			"Sent once at 11:03:10. The answer was lost: it could not be read. It was simulated: nothing is charged.",
			"the last of 9 looks got no answer; next in 5 min 00 s, until there is an answer",
		},
		"looking": {
			recovery.Write{Plan: create, Cause: journal.CauseInterrupted, Looks: 1, Looking: true},
			"",
			"Sent once at 11:03:10. The answer was lost: Bellhop ended before it came. It may be booked and charged.",
			"looking now, look 2",
		},
		"elsewhere": {
			recovery.Write{Plan: create, Cause: journal.CauseCanceled, OtherConsole: true},
			"",
			"Sent once at 11:03:10. The answer was lost: it was not waited for. It may be booked and charged.",
			"another Bellhop on this machine is looking for it",
		},
		"payment": {
			recovery.Write{Plan: payment, Cause: journal.CauseOther, State: recovery.GivenUp},
			"change of payment · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: it is not known why. The new payment method may be set. Setting the same one again ends in the same.",
			"a reservation does not show whether it happened",
		},
		"found": {
			recovery.Write{Plan: create, Cause: journal.CauseDamaged, State: recovery.Made, Reservation: found},
			"",
			"Sent once at 11:03:10. The answer was lost: the journal is damaged there.",
			"booked: confirmed, record locator QWERTZ",
		},
		"not found": {
			recovery.Write{Plan: create, State: recovery.NotMade}, "", "", "not booked: it did not show until 11:33",
		},
		"in place of another": {
			recovery.Write{Plan: instead, Cause: journal.CauseReset, Looks: 2, LookFailed: true, Trouble: "the service does not accept the key", Next: now},
			"booking · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · in place of reservation 0122",
			"Sent once at 11:03:10. The answer was lost: the connection broke off. It may be booked and charged.",
			"looked 2 times; the service does not accept the key; next at once, until 11:33",
		},
		"damaged before it was sent": {
			recovery.Write{Plan: create, Cause: journal.CauseDamaged, Unsent: true, State: recovery.NotMade},
			"",
			"Planned at 11:03:10. Whether it was sent is not known: the journal is damaged there.",
			"not booked: it did not show until 11:33",
		},
		"not said to be sent": {
			recovery.Write{Plan: create, Unsent: true, State: recovery.NotMade},
			"",
			"Planned at 11:03:10. The journal does not say that it was sent.",
			"not booked: it did not show until 11:33",
		},
		"refused": {
			recovery.Write{Plan: create, State: recovery.NotMade},
			"", "Sent once at 11:03:10. It was answered as not booked.",
			"not booked: it did not show until 11:33",
		},
		"began anew": {
			recovery.Write{Plan: create, Cause: journal.CauseReset, BeganAnew: true},
			"",
			"Sent once at 11:03:10. The answer was lost: the connection broke off.",
			"the sandbox began anew: what was sent before is gone with its world",
		},
		"gone": {
			recovery.Write{Plan: cancel, Cause: journal.CauseReset, State: recovery.GivenUp, Missing: true},
			"", "", "the service does not have the reservation any more",
		},
		"made late": {
			recovery.Write{Plan: create, Cause: journal.CauseReset, State: recovery.MadeLate, CountedNotMade: sent.Add(30 * time.Minute), Reservation: late},
			"", "", "taken for not made at 11:33 and exists: confirmed, hotel confirmation HC-1",
		},
		"made, not read": {
			recovery.Write{Plan: create, Cause: journal.CauseReset, State: recovery.Made}, "", "", "booked",
		},
		"a day later": {
			recovery.Write{Plan: create, Cause: journal.CauseReset, Sent: sent.Add(-24 * time.Hour), Until: until.Add(-24 * time.Hour), State: recovery.NotMade},
			"",
			"Sent once at Mon 30 Nov 11:03:10. The answer was lost: the connection broke off.",
			"not booked: it did not show until Mon 30 Nov 11:33",
		},
	} {
		if c.p.Sent.IsZero() {
			c.p.Sent = sent
		}
		if c.p.Until.IsZero() {
			c.p.Until = until
		}
		if got := c.p.What(); c.what != "" && got != c.what {
			t.Errorf("%s: %q, want %q", name, got, c.what)
		}
		if got := c.p.Story(now, zone); c.story != "" && got != c.story {
			t.Errorf("%s: %q, want %q", name, got, c.story)
		}
		if got := c.p.Progress(now, zone); got != c.progress {
			t.Errorf("%s: %q, want %q", name, got, c.progress)
		}
	}
}

// Of a booking that was made late the other bookings of the same stay are named.
func TestLateWords(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 12, 1, 9, 3, 0, 0, time.UTC)
	now := sent.Add(time.Hour)
	other := journal.AttemptState{Step: journal.Resolved, Sent: sent, Outcome: journal.Outcome{Result: journal.Booked, Status: "CONFIRMED", Locator: "QWERTZ"}}
	twice := []string{"The same stay stands a second time: booked at 09:03, confirmed, record locator QWERTZ.", "If one is wanted, cancel the other."}
	others := []journal.AttemptState{other}
	late := journal.AttemptState{CountedNotMade: sent.Add(30 * time.Minute)}
	made := recovery.Write{State: recovery.Made, Others: others}
	madeLate := recovery.Write{State: recovery.MadeLate, Others: others}
	alone := recovery.Write{State: recovery.MadeLate}
	for name, c := range map[string]struct{ got, want []string }{
		"notes, made":             {made.Notes(now, time.UTC), nil},
		"notes, made late":        {madeLate.Notes(now, time.UTC), twice},
		"notes, alone":            {alone.Notes(now, time.UTC), nil},
		"recorded, late":          {recovery.LateLines(late, others, now, time.UTC), append([]string{"This booking was taken for not made at 09:33 and exists."}, twice...)},
		"recorded, in time":       {recovery.LateLines(other, nil, now, time.UTC), nil},
		"what holds a write back": {madeLate.OtherLines(now, time.UTC), []string{"booked at 09:03, confirmed, record locator QWERTZ"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %q, want %q", name, c.got, c.want)
		}
	}
}
