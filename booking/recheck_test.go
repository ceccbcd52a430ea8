package booking_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/wording"
)

func TestRecheckFindsTheRateAgainOrTheNearest(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	draft := firstDraft(t, o.desk, 1)
	again, err := o.desk.Recheck(t.Context(), draft, false)
	if err != nil || again.Draft.Verified == nil || again.Draft.Rate.BookingCode != draft.Rate.BookingCode || len(again.Nearest) != 0 {
		t.Fatalf("a rate that is there: %+v, %v", again, err)
	}
	// The service refuses to book it although it can be verified.
	again, err = o.desk.Recheck(t.Context(), draft, true)
	if err != nil || again.Draft.Verified != nil || len(again.Nearest) == 0 || len(again.Nearest) > 5 {
		t.Fatalf("a rate that is refused: %+v, %v", again, err)
	}
	for _, offer := range again.Nearest {
		if offer.Rate.BookingCode == draft.Rate.BookingCode {
			t.Error("the rate that was refused is offered in its own place")
		}
	}
	draft.Rate.BookingCode = "GONE0000"
	again, err = o.desk.Recheck(t.Context(), draft, false)
	if err != nil || again.Draft.Verified != nil || len(again.Nearest) == 0 || again.Draft.Guest != draft.Guest {
		t.Errorf("a rate that is gone: %+v, %v", again, err)
	}
}

func TestGone(t *testing.T) {
	t.Parallel()
	for want, errs := range map[bool][]error{
		true:  {&api.Error{Status: 404}, &api.Error{Status: 400, Type: api.TypeBooking}, &api.Error{Status: 400, Type: api.TypeCreation}},
		false: {nil, errors.New("x"), &api.Error{Status: 500}, &api.Error{Status: 401}, &api.Error{Status: 404, Foreign: true}, &api.Error{Status: 400, Type: api.TypeValidation}},
	} {
		for _, err := range errs {
			if booking.Gone(err) != want {
				t.Errorf("Gone(%v) = %v", err, !want)
			}
		}
	}
}

func TestJumpWords(t *testing.T) {
	t.Parallel()
	for by, want := range map[time.Duration]string{
		0: "", time.Second: "", -time.Second: "", 119 * time.Second: "", -119 * time.Second: "",
		2 * time.Minute:     "The clock has jumped ahead by 2 min 00 s.",
		26 * time.Hour:      "The clock has jumped ahead by 1 d 2 h.",
		-61 * time.Minute:   "The clock was set back by 1 h 1 min.",
		-2*time.Minute + 1:  "",
		-120 * time.Second:  "The clock was set back by 2 min 00 s.",
		3*time.Hour + 1e9*5: "The clock has jumped ahead by 3 h 0 min.",
	} {
		if got := wording.ClockJump(clock, clock.Add(by)); got != want {
			t.Errorf("%s: %q, want %q", by, got, want)
		}
	}
	if got := wording.ClockJump(time.Time{}, clock); got != "" {
		t.Errorf("from no time at all: %q", got)
	}
}

func TestPendingWords(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("two", 2*60*60)
	create := journal.Plan{
		Attempt: "att-1", Kind: journal.Create, HotelName: "The Aldwych Lantern", CheckIn: "2026-12-12", CheckOut: "2026-12-15",
		Total: "612.40", Currency: "GBP",
	}
	cancel := journal.Plan{Attempt: "att-2", Kind: journal.Cancel, HotelName: "Londinium House", Reservation: "0123"}
	dates := journal.Plan{Attempt: "att-3", Kind: journal.Modify, Reservation: "0123", CheckIn: "2026-12-12", CheckOut: "2026-12-15"}
	payment := journal.Plan{Attempt: "att-4", Kind: journal.Modify, Reservation: "0123"}
	simulated := create
	simulated.Simulate = true
	sent := time.Date(2026, time.December, 1, 9, 3, 10, 0, time.UTC)
	now, until := sent.Add(40*time.Second), sent.Add(30*time.Minute)
	found := &api.Reservation{Status: "CONFIRMED", Confirmation: &api.Confirmation{HotelNumber: "HC-1", RecordLocator: "QWERTZ"}}
	for name, c := range map[string]struct {
		p                     booking.Pending
		what, story, progress string
	}{
		"not looked for yet": {
			booking.Pending{Plan: create, Cause: journal.CauseReset, Next: now.Add(4 * time.Second)},
			"booking · The Aldwych Lantern · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 612.40 GBP",
			"Sent once at 11:03:10. The answer was lost: the connection broke off. It may be booked and charged.",
			"not looked for yet; next in 4 s, until 11:33",
		},
		"looked": {
			booking.Pending{Plan: cancel, Cause: journal.CauseTimeout, Looks: 3, Next: now.Add(70 * time.Second)},
			"cancellation · Londinium House · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: it took too long. It may be cancelled.",
			"looked 3 times, not there so far; next in 1 min 10 s, until 11:33",
		},
		"failing": {
			booking.Pending{Plan: dates, Cause: journal.CauseServerError, Looks: 1, LookFailed: true, Next: now},
			"change · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: the service failed. The dates may be changed.",
			"the last of 1 look got no answer; next at once, until 11:33",
		},
		"after its time": {
			booking.Pending{Plan: simulated, Cause: journal.CauseUnreadable, Looks: 9, LookFailed: true, Next: now.Add(5 * time.Minute), Until: now.Add(-time.Hour)},
			"booking · The Aldwych Lantern · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights · 612.40 GBP",
			"Sent once at 11:03:10. The answer was lost: it could not be read. It was simulated: nothing is charged.",
			"the last of 9 looks got no answer; next in 5 min 00 s, until there is an answer",
		},
		"looking": {
			booking.Pending{Plan: create, Cause: journal.CauseInterrupted, Looks: 1, Looking: true},
			"",
			"Sent once at 11:03:10. The answer was lost: Bellhop ended before it came. It may be booked and charged.",
			"looking now, look 2",
		},
		"elsewhere": {
			booking.Pending{Plan: create, Cause: journal.CauseCanceled, Elsewhere: true},
			"",
			"Sent once at 11:03:10. The answer was lost: it was not waited for. It may be booked and charged.",
			"another Bellhop on this machine is looking for it",
		},
		"payment": {
			booking.Pending{Plan: payment, Cause: journal.CauseOther, Result: journal.GivenUp},
			"change of payment · reservation 0123",
			"Sent once at 11:03:10. The answer was lost: it is not known why. The new payment method may be set. Setting the same one again ends in the same.",
			"a reservation does not show whether it happened",
		},
		"found": {
			booking.Pending{Plan: create, Cause: journal.CauseDamaged, Result: journal.Booked, Reservation: found},
			"",
			"Sent once at 11:03:10. The answer was lost: the journal is damaged there.",
			"booked: CONFIRMED, record locator QWERTZ",
		},
		"not found": {
			booking.Pending{Plan: create, Result: journal.NotBooked}, "", "", "not booked: it did not show until 11:33",
		},
		"a day later": {
			booking.Pending{Plan: create, Cause: journal.CauseReset, Sent: sent.Add(-24 * time.Hour), Until: until.Add(-24 * time.Hour), Result: journal.NotBooked},
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

// The window is as long as it is, whatever the service's clock says; the screens
// are told the times by that clock.
func TestTheWindowGoesByThisMachinesClock(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.stop()
	o.service.skew = 45 * time.Minute
	o.still = true
	o.open()
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	id := attemptOf(t, err)
	var p booking.Pending
	for deadline := time.Now().Add(time.Minute); p.Looks == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		o.desk.LookNow(id)
		p, _ = o.desk.PendingAttempt(id)
	}
	if !p.Open() || p.Looks == 0 {
		t.Fatalf("after a look: %+v", p)
	}
	if want := o.clock().Add(45 * time.Minute); p.Sent.Sub(want).Abs() > time.Second || p.Until.Sub(want.Add(30*time.Minute)).Abs() > time.Second {
		t.Errorf("sent %s until %s, at %s by the service's clock", p.Sent, p.Until, want)
	}
}

// A clock that is set back a day does not make the window a day longer.
func TestAClockThatIsSetBackStretchesNoWindow(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	o.still = true
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	id := attemptOf(t, err)
	o.stop()
	o.now = o.now.Add(-24 * time.Hour)
	o.still = false
	o.open()
	if p := o.resolved(id); p.Result != journal.NotBooked || o.clock().After(p.Until.Add(10*time.Minute)) {
		t.Errorf("at %s it came to %+v", o.clock(), p)
	}
}

// A journal that cannot be opened is told before anything is written, and named
// by what mends it.
func TestAJournalThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	o := newOffice(t, nil)
	opened := 0
	desk := booking.NewDesk(booking.Options{
		Service: o.service, Now: o.clock, Environment: "sandbox",
		OpenJournal: func() (*journal.Journal, error) {
			opened++
			return nil, errors.New("others can reach your bookings; run: chmod 700 x")
		},
	})
	if _, there := desk.JournalTrouble(); there || opened != 0 {
		t.Error("the journal was opened before anybody needed it")
	}
	if err := desk.ReadyJournal(); err == nil {
		t.Fatal("it was opened")
	}
	x, there := desk.JournalTrouble()
	if !there || !strings.HasPrefix(x.Title, "Nothing can be booked") || !strings.Contains(x.Text, "chmod 700 x") {
		t.Errorf("got %+v, %v", x, there)
	}
	var unrecorded *booking.NotRecordedError
	if _, err := desk.Book(t.Context(), firstDraft(t, o.desk, 1)); !errors.As(err, &unrecorded) || opened != 1 || o.service.creates != 0 {
		t.Errorf("booking: %v, opened %d times", err, opened)
	}
	if x := booking.Explain(unrecorded); x.Title != "The booking was not sent: it could not be noted in the journal first" || !strings.Contains(x.Text, "chmod 700 x") {
		t.Errorf("explained as %+v", x)
	}
}
