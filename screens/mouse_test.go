package screens_test

import (
	"context"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/mouse"
)

// mouseOn has the screens that are made from now on, and their shell, know of the mouse.
func (f *fixture) mouseOn() {
	f.deps.Theme.Mouse = mouse.New(true)
	f.deps.Theme.Mouse.Now = f.mouseTime()
	f.change = append(f.change, func(o *ui.Options) { o.Theme.Mouse = f.deps.Theme.Mouse })
}

// mouseTime is a clock on which no two clicks are those of a double click.
func (f *fixture) mouseTime() func() time.Time {
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(time.Minute)
		return now
	}
}

// A click on a suggestion, a field, a number or its arrow does what the keys do there.
func TestTheSearchIsClicked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mouseOn()
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lon").Advance(pause)
	p.Click("LCY London City Airport").Has("› LCY London City").Wheel("LCY London City Airport", -1).Has("› London, England").Wheel("airport or city", 1).Has("› LCY London City")
	p.Click("LCY London City Airport").Has("› check-in", "LCY London City within")
	p.Click("check-out").Has("› check-out").Click("  0  ").Has("‹ 0 ›").Click("0 ›").Has("‹ 1 ›").Click("‹ 1").Has("‹ 0 ›")
	p.Click("  10 mi  ").Has("‹ 10 mi ›").Click("check-in").Has("› check-in").Click("destination").Has("› destination")
	p.Click("check-in").Press("enter").Click(" 19").Click("›19").Has("› check-out").Click(" 22").Click("›22").Has("Sat 19 Dec – Tue 22 Dec 2026 · 3 nights")
}

// Lists select with a click and open with another, and the wheel scrolls them: all by the keys that their screens know.
func TestListsAreClicked(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		open               func(f *fixture) ui.Screen
		other, shows, next string
	}{
		"reservations": {func(f *fixture) ui.Screen { return screens.NewReservations(f.deps, api.ReservationQuery{}) }, "Tue 22 Dec 2026", "› cancelled    Tue 22 Dec", "reservation"},
		"deadlines":    {func(f *fixture) ui.Screen { return screens.NewDeadlines(f.deps) }, "Wed 23 Dec 18:00", "›     11 d 8 h", "reservation"},
		"hotels":       {func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) }, "Kingsway Court  ", "› Kingsway Court", "rates"},
		"rates":        {func(f *fixture) ui.Screen { return ratesOf(f.deps, londonDraft(f)) }, "Saver", "› Saver", "terms"},
		"nearest rates": {func(f *fixture) ui.Screen {
			return screens.NewNearestRates(f.deps, londonDraft(f), booking.RoomRates(londonDraft(f).Hotel), "It is gone", "These come nearest:")
		}, "Saver", "› Saver", "terms"},
	} {
		t.Run(name, func(t *testing.T) {
			f, _ := newFixtureWith(t, 60) // A list knows a hotel's time zone once another list has read it.
			f.mouseOn()
			p := startOn(f, test.open(f)).Click(test.other).Has(test.shows)
			title := p.Top().Title()
			if p.Click(test.shows); p.Top().Title() != test.next {
				t.Fatalf("from %s a click leads to %s, want %s", title, p.Top().Title(), test.next)
			}
		})
	}
}

// The first hotel is out of sight after the wheel, and the pane shows the one that the cursor came to.
func TestTheWheelScrollsHotels(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mouseOn()
	p := f.start(hotelListOf(f.deps, londonTrip())).Wheel("Pelham & Rowe", 2)
	p.HasNot("Londinium House  ", "Hotel Löwe  ").Has("› The Aldwych Lantern 2", "│ The Aldwych Lantern 2\n")
	p.Wheel("Pelham & Rowe", -1).Has("The Strand Rooms  ").Wheel("Pelham & Rowe", -1).Has("  The Aldwych Lantern  ")
}

// What must be read before a key goes on was on the screen, however it came there; the footer's key that sends answers
// with words.
func TestPagesScrollByWheel(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 60)
	f.mouseOn()
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Resize(80, 24)
	first := p.View()
	p.Wheel("Stay", 2).HasNot("record locator REC000").Has("more lines below").Wheel("Cancelling", -2)
	if p.View() != first {
		t.Errorf("scrolled there and back it shows\n%s", p.View())
	}
	p = startOn(f, screens.NewCancel(f.deps, storedReservation(0))).Click("ctrl+x cancel it").Has("ctrl+x sends something: press it yourself")
	if p.Top().Title() != "cancel" {
		t.Error("a click has sent something")
	}
}

// The choices of the first start are clicked: one takes the cursor there, another chooses, the one of lines too.
func TestTheWelcomeIsClicked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mouseOn()
	kept := 0
	w := welcomeTo(f, nil, nil)
	w.ByLines = func() error { kept++; return nil }
	p := f.start(screens.NewWelcome(w)).Has("› Try the sandbox")
	p.Click("Add an account").Has("› Add an account").Wheel("Add an account", 1).Has("› Line by line").Wheel("Add an account", -1).Has("› Add an account")
	p.Click("enter the address").Has("A name of your own").Press("esc")
	p.Click("for a screen reader").Has("› Line by line")
	if kept != 0 {
		t.Fatal("the first click has chosen")
	}
	if p.Click("Line by line"); kept != 1 {
		t.Errorf("it is kept %d times", kept)
	}
	p = f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Click("Try the sandbox").Has("destination")
	if p.Top().Title() != "search" {
		t.Errorf("it is at %s", p.Top().Title())
	}
}

// Of the panel of the sandbox the lists and the footer are clicked; what throws something away is not done.
func TestTheSandboxPanelIsClicked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mouseOn()
	controls := newControls(f)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s", "ctrl+o").Has("› sandbox")
	p.Click("hours on").Has("+6h").Press("R").Has("cannot be undone").Click("ctrl+x do it").Has("ctrl+x sends something: press it yourself", "cannot be undone")
	p.Click("enter keep everything").HasNot("cannot be undone")
	controls.wants(t, "clock +6h")
	p.Click("busy").Has("› busy").Wheel("busy", -1).Has("› price-up").Click("busy").Click("busy").Has("Scenario: too many requests")
	p.Press("esc").Has("› hotels").Press("ctrl+o").Has("› sandbox").Click("search ›")
	if p.Top().Title() != "search" || p.Shell().Depth() != 1 {
		t.Errorf("from the panel a click on the trail leads to %s", p.Top().Title())
	}
}

// Lost answers are chosen and opened with clicks, on each of their lines, and the wheel goes from one to the next.
func TestLostAnswersAreClicked(t *testing.T) {
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		f.mouseOn()
		service.createErr, service.cancelErr = unanswered("create reservation"), unanswered("cancel reservation")
		draft := verifiedDraft(t, f)
		p := f.start(screens.NewSearch(f.deps, londonTrip()))
		if _, err := f.deps.Desk.Book(context.Background(), draft); err == nil {
			t.Fatal("the answer came")
		}
		f.settled()
		if _, err := f.deps.Desk.Cancel(context.Background(), f.deps.Desk.ShownNow(storedReservation(0))); err == nil {
			t.Fatal("the answer came")
		}
		f.settled()
		p.Press("ctrl+p").Has("2 outcomes unknown", "› cancellation").Click("Writes whose").Has("› cancellation")
		p.Click("may be booked").Has("› booking").Wheel("› booking", -1).Has("› cancellation").Wheel("› cancellation", 1).Has("› booking")
		p.Click("attempt att-TEST-2").Has("› cancellation").Click("may be cancelled.")
		onTop(t, p, "reservation")
		if len(service.created) != 1 || service.cancels != 1 {
			t.Errorf("%d bookings and %d cancellations were sent", len(service.created), service.cancels)
		}
	})
}
