package booking_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
)

func TestRecheckFindsTheRateAgainOrTheNearest(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
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
	for _, roomRate := range again.Nearest {
		if roomRate.Rate.BookingCode == draft.Rate.BookingCode {
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
			if booking.RateGone(err) != want {
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

// The window is as long as it is, whatever the service's clock says; the screens
// are told the times by that clock.
func TestTheWindowGoesByThisMachinesClock(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.stop()
	o.service.skew = 45 * time.Minute
	o.still = true
	o.open()
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	id := attemptOf(t, err)
	var p recovery.Write
	o.wait(func() bool {
		o.desk.Recovery.LookNow(id)
		p, _ = o.desk.Recovery.Write(id)
		return p.Looks > 0
	})
	if p.State != recovery.Unresolved || p.Looks == 0 {
		t.Fatalf("after a look: %+v", p)
	}
	if want := o.clock().Add(45 * time.Minute); p.Sent.Sub(want).Abs() > time.Second || p.Until.Sub(want.Add(30*time.Minute)).Abs() > time.Second {
		t.Errorf("sent %s until %s, at %s by the service's clock", p.Sent, p.Until, want)
	}
}

// A clock that is set back a day does not make the window a day longer.
func TestAClockThatIsSetBackStretchesNoWindow(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	o.still = true
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	id := attemptOf(t, err)
	o.stop()
	o.now = o.now.Add(-24 * time.Hour)
	o.still = false
	o.open()
	if p := o.resolved(id); p.Result() != journal.NotBooked || o.clock().After(p.Until.Add(10*time.Minute)) {
		t.Errorf("at %s it came to %+v", o.clock(), p)
	}
}

// A journal that cannot be opened is told before anything is written, and named
// by what mends it.
func TestAJournalThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
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
	if _, err := desk.Recovery.Events("r1"); err == nil {
		t.Fatal("it was opened")
	}
	x, there := desk.JournalTrouble()
	if !there || !strings.HasPrefix(x.Title, "Nothing can be booked") || !strings.Contains(x.Text, "chmod 700 x") {
		t.Errorf("got %+v, %v", x, there)
	}
	var unrecorded *recovery.NotRecordedError
	if _, err := desk.Book(t.Context(), firstDraft(t, o.desk, 1)); !errors.As(err, &unrecorded) || opened != 1 || o.service.creates != 0 {
		t.Errorf("booking: %v, opened %d times", err, opened)
	}
	if x := booking.Explain(unrecorded); x.Title != "The booking was not sent: it could not be noted in the journal first" || !strings.Contains(x.Text, "chmod 700 x") {
		t.Errorf("explained as %+v", x)
	}
}
