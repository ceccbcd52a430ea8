package accessible_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
)

// nextDesk gives the fixture the desk of a later start.
func (f *fixture) nextDesk() {
	f.t.Helper()
	desk := booking.NewDesk(booking.Options{
		Service: f.service, Now: f.box.Now, Journal: f.journal, Profile: "demo", Environment: "sandbox",
		Sleep: func(ctx context.Context, _ time.Duration) error { return api.Sleep(ctx, time.Millisecond) },
	})
	f.t.Cleanup(desk.Recovery.Stop)
	f.deps.Desk = desk
}

// A booking whose answer came as the line dropped is the first line of the next conversation, and of no later one.
func TestMenu_TellsABookingThatWasNotTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, drop := context.WithCancel(t.Context())
	f.service.stored = func(*api.Reservation) { drop() }
	told, err := f.talkIn(ctx, append(toBook("lon 12dec 3n 2a free"), "book", "quit")...)
	if err == nil || f.service.creates != 1 {
		t.Fatalf("%v, %d sent", err, f.service.creates)
	}
	if open, _, err := f.deps.Desk.Drafts(f.deps.Drafts); strings.Contains(told, "Type copy") || err != nil || len(open) != 0 {
		t.Errorf("the conversation goes on, or the draft is kept:\n%s", told)
	}
	f.service.stored = nil

	f.nextDesk()
	told, _ = f.talk() // The line drops again, before the first answer.
	if !strings.HasPrefix(told, "Booked: confirmed, record locator ") {
		t.Errorf("it begins with\n%s", told)
	}
	f.nextDesk()
	told, _ = f.talk("lost answers", "1", "quit")
	if !strings.HasPrefix(told, "Booked: confirmed, record locator ") {
		t.Errorf("it begins with\n%s", told)
	}
	wants(t, told, "The console ended before it told the answer. Lost answers tells it.\n", "Lost answers: found out what became of 1 write.\n",
		"> 1\n", "Status: confirmed")
	f.nextDesk()
	told, _ = f.talk("quit")
	if strings.Contains(told, "Booked:") || strings.Contains(told, "Lost answers") {
		t.Errorf("it is told once more:\n%s", told)
	}
}

// A draft that was sent and refused is offered again, and the offer says so.
func TestInterruptedBooking_Sent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	_, _ = f.talk(append(toBook(`"Scenario: card is declined" 12dec 3n`), "book")...) // The line drops then.
	f.nextDesk()
	told, _ := f.talk("interrupted", "quit")
	wants(t, told, "1 booking interrupted", "> interrupted\n1. ", ", sent once and not booked, kept ")
	if list, err := f.journal.Attempts(journal.Filter{Kind: journal.Create}); err != nil || len(list) != 1 {
		t.Errorf("the journal has %+v, %v", list, err)
	}
}

// A lost booking that was found and told is not told again at a later start.
func TestLostAnswers_NotesAFoundBookingAsTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.lists(false)
	f.before["lost answers"] = func() { f.service.lists(true) }
	told, err := f.talk(append(toBook(`"Scenario: ghost booking" 12dec 3n`), "book", "back", "lost answers", "1", "wait", "quit")...)
	if err != nil {
		t.Errorf("%v; told\n%s", err, told)
	}
	wants(t, told, "> lost answers\n", "Booked: confirmed, record locator ", "Status: confirmed")
	f.nextDesk()
	told, _ = f.talk("quit")
	if strings.Contains(told, "Booked:") || strings.Contains(told, "Lost answers") {
		t.Errorf("it is told once more:\n%s", told)
	}
}
