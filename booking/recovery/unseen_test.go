package recovery

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellhop/booking/journal"
)

// A booking whose console ended before it showed the answer is told at each start until it is noted as shown.
func TestRound_UnseenBooking(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.become("now")
	leave := func(attempt string, change func(*journal.Plan)) {
		answer := journal.Outcome{Result: journal.Booked, Reservation: "R-" + attempt, Status: "CONFIRMED", Locator: "QWERTZ"}
		o.leaveAttempt(planWith(func(p *journal.Plan) {
			p.Attempt, p.Watched = attempt, true
			change(p)
		}), (*journal.Attempt).Sent, func(a *journal.Attempt) error { return errors.Join(a.Answered(answer), a.Resolve(answer)) })
	}
	leave("att-unseen", func(*journal.Plan) {})
	leave("att-other-profile", func(p *journal.Plan) { p.Profile = "work" })
	leave("att-replaced", func(p *journal.Plan) { p.DataState = "before" })
	leave("att-canceled", func(*journal.Plan) {})
	gone := journal.Outcome{Result: journal.Canceled}
	o.leaveAttempt(planWith(func(p *journal.Plan) {
		p.Attempt, p.Kind, p.Reservation = "att-cancel", journal.Cancel, "R-att-canceled"
	}),
		(*journal.Attempt).Sent, func(a *journal.Attempt) error { return errors.Join(a.Answered(gone), a.Resolve(gone)) })

	for range 2 { // The second console tells the booking again, because the first has shown it to nobody.
		next := o.beside()
		next.become("now")
		noError(t, next.Round(t.Context()))
		list := next.Writes()
		if len(list) != 1 || list[0].Plan.Attempt != "att-unseen" || list[0].State != Made || list[0].ReservationID() != "R-att-unseen" {
			t.Fatalf("told are %+v", list)
		}
		if got, want := list[0].Progress(o.clock(), time.UTC), "booked: confirmed, record locator QWERTZ"; got != want {
			t.Errorf("its progress is %q, want %q", got, want)
		}
		if got, want := list[0].Story(o.clock(), time.UTC), "Sent once at 09:00:00. The console ended before it showed the answer."; got != want {
			t.Errorf("its story is %q, want %q", got, want)
		}
	}
	noError(t, o.NoteShown("att-unseen"))
	next := o.beside()
	next.become("now")
	noError(t, next.Round(t.Context()))
	if list := next.Writes(); len(list) != 0 {
		t.Errorf("once it was shown told are %+v", list)
	}
}

// Bookings that were changed or cancelled since, or that a replaced sandbox had, leave the places to those that a start tells.
func TestRound_UnseenBookingsBehindOthers(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	o.become("now")
	leave := func(attempt, state string) {
		answer := journal.Outcome{Result: journal.Booked, Reservation: "R-" + attempt, Status: "CONFIRMED"}
		o.leaveAttempt(planWith(func(p *journal.Plan) { p.Attempt, p.Watched, p.DataState = attempt, true, state }),
			(*journal.Attempt).Sent, func(a *journal.Attempt) error { return errors.Join(a.Answered(answer), a.Resolve(answer)) })
	}
	leave("att-unseen", "now")
	for i := range unseenMost {
		leave("att-replaced-"+strconv.Itoa(i), "before")
	}
	noError(t, o.Round(t.Context()))
	if list := o.Writes(); len(list) != 1 || list[0].Plan.Attempt != "att-unseen" {
		t.Errorf("told are %+v", list)
	}
	next := o.beside()
	next.become("now")
	for i := range unseenMost + 1 {
		leave("att-"+strconv.Itoa(i), "now")
	}
	noError(t, next.Round(t.Context()))
	if list := next.Writes(); len(list) != unseenMost {
		t.Errorf("told are %d", len(list))
	}
}

// A round that cannot read the journal leaves the unseen bookings to the next.
func TestRound_UnseenBookingAfterAFailedRead(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	answer := journal.Outcome{Result: journal.Booked, Reservation: "R1", Status: "CONFIRMED"}
	o.leaveAttempt(planWith(func(p *journal.Plan) { p.Watched = true }),
		(*journal.Attempt).Sent, func(a *journal.Attempt) error { return errors.Join(a.Answered(answer), a.Resolve(answer)) })
	next := o.beside()
	noError(t, os.Rename(o.folder, o.folder+"-away"))
	if err := next.Round(t.Context()); err == nil {
		t.Fatal("a journal that is away was read")
	}
	noError(t, os.Rename(o.folder+"-away", o.folder))
	noError(t, next.Round(t.Context()))
	if list := next.Writes(); len(list) != 1 || list[0].Unseen == nil {
		t.Errorf("told are %+v", list)
	}
}

// Dismissing a booking notes it as shown, and one whose answer was lost says so at the next start.
func TestDismiss_NotesABookingAsShown(t *testing.T) {
	t.Parallel()
	answer := journal.Outcome{Result: journal.Booked, Reservation: "R1", Status: "CONFIRMED", Locator: "QWERTZ"}
	resolve := func(a *journal.Attempt) error { return a.Resolve(answer) }
	for name, tt := range map[string]struct {
		steps []journalStep
		story string
	}{
		"answered":                 {[]journalStep{func(a *journal.Attempt) error { return a.Answered(answer) }, resolve}, "The console ended before it showed the answer."},
		"answered, not written":    {[]journalStep{func(a *journal.Attempt) error { return a.Answered(answer) }}, "The console ended before it showed the answer."},
		"lost and found":           {[]journalStep{lost, resolve}, "The answer was lost: the connection broke off. It was found since."},
		"refused, and found after": {[]journalStep{answered(journal.NotBooked), resolved(journal.NotBooked), resolve}, "It was answered as not booked."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newConsole(t, &lister{})
			o.leaveAttempt(planWith(func(p *journal.Plan) { p.Attempt, p.Watched = "att-unseen", true }), append([]journalStep{(*journal.Attempt).Sent}, tt.steps...)...)
			next := o.beside()
			next.Start(t.Context())
			t.Cleanup(next.Stop)
			var w Write
			for late := time.After(10 * time.Second); !w.Made(); {
				changed := next.Changed()
				if w, _ = next.Write("att-unseen"); w.Made() {
					break
				}
				select {
				case <-changed:
				case <-late:
					t.Fatal("it is not told")
				}
			}
			if got, want := w.Story(o.clock(), time.UTC), "Sent once at 09:00:00. "+tt.story; got != want {
				t.Errorf("its story is %q, want %q", got, want)
			}
			if got := w.Progress(o.clock(), time.UTC); !strings.HasSuffix(got, ": confirmed, record locator QWERTZ") {
				t.Errorf("its progress is %q", got)
			}
			if w.ReservationID() != "R1" {
				t.Errorf("its reservation is %q", w.ReservationID())
			}
			noError(t, next.Dismiss("att-unseen"))
			if s, err := o.State("att-unseen"); err != nil || !s.WasShown {
				t.Errorf("the journal has %+v, %v", s, err)
			}
			later := o.beside()
			noError(t, later.Round(t.Context()))
			if list := later.Writes(); len(list) != 0 {
				t.Errorf("the next start tells %+v", list)
			}
		})
	}
}
