package screens_test

import (
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/activity"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// The palette has every action there is: each meaning of each key, from whatever screen. That it has all that works on
// a screen is held wherever a test goes, with the keys' meanings.
func TestPaletteHasEveryAction(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(f *fixture) ui.Screen{
		"search":       func(*fixture) ui.Screen { return nil },
		"hotels":       func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) },
		"terms":        func(f *fixture) ui.Screen { return screens.NewTerms(f.deps, londonDraft(f)) },
		"guest":        func(f *fixture) ui.Screen { return screens.NewGuest(f.deps, londonDraft(f)) },
		"book":         func(f *fixture) ui.Screen { return screens.NewBook(f.deps, londonDraft(f)) },
		"tray":         func(f *fixture) ui.Screen { return screens.NewTray(f.deps) },
		"reservations": func(f *fixture) ui.Screen { return screens.NewReservations(f.deps, api.ReservationQuery{}) },
		"reservation":  func(f *fixture) ui.Screen { return screens.NewReservation(f.deps, storedReservation(0)) },
		"cancel":       func(f *fixture) ui.Screen { return screens.NewCancel(f.deps, storedReservation(0)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 3)
			f.deps.Activity = activity.NewLog()
			search := screens.NewSearch(f.deps, emptyTrip())
			if next := open(f); next != nil {
				hasEveryAction(t, f.start(&aboveSearch{emptyScreen{next: next}, search}).Press("x"))
				return
			}
			hasEveryAction(t, f.start(search))
		})
	}
	// A receipt takes the place of all screens before it, the search too.
	f := newFixture(t)
	f.deps.Activity = activity.NewLog()
	hasEveryAction(t, f.start(receiptOf(t, f)))
}

// aboveSearch opens a screen that has a search below it.
type aboveSearch struct {
	emptyScreen
	search *screens.Search
}

func (a *aboveSearch) Actions() []ui.Action   { return a.search.Actions() }
func (a *aboveSearch) Commands() []ui.Command { return a.search.Commands() }

func receiptOf(t *testing.T, f *fixture) *screens.Receipt {
	t.Helper()
	return screens.NewReceipt(f.deps, booking.Booking{Reservation: storedReservation(0)}, verifiedDraft(t, f))
}

func hasEveryAction(t *testing.T, p *uitest.Pump) {
	t.Helper()
	listed := p.Shell().Listed()
	has := func(name, meaning string) bool {
		return slices.ContainsFunc(listed, func(l ui.Listing) bool {
			return slices.Contains(l.Names, name) && strings.HasPrefix(l.Word, meaning)
		})
	}
	// Help is f1 where letters are text and else ?; a sandbox, a presenter and a mouse are not in this test.
	here := map[string]bool{"?": true, "f1": true, "ctrl+o": true, "f2": true, "f12": true}
	for name, meanings := range keyMeanings {
		for _, meaning := range meanings {
			if !here[name] && !has(name, meaning) {
				t.Errorf("the palette lacks %q, %q: actionsOfScreens of actions.go lists what other screens do", name, meaning)
			}
		}
	}
}

// From a screen far from the search, the palette leads to the others; enter there does what the key would.
func TestPaletteLeadsToScreens(t *testing.T) {
	t.Parallel()
	for typed, title := range map[string]string{
		"reservations": "reservations", "ctrl+r": "reservations", "lost": "lost answers", "deadl": "deadlines", "new sea": "search",
		"api key": "API key", "open hand": "open a hand-over", "sort": "hotels", "rates": "rates",
	} {
		f := newFixture(t)
		p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s")
		onTop(t, p, "hotels")
		p.Press("ctrl+k").Type(typed).Press("enter")
		if got := p.Top().Title(); got != title {
			t.Errorf("%q leads to %s, want %s\n%s", typed, got, title, p.View())
		}
	}
}

// Enter on what sends something sends nothing: it names the key.
func TestPaletteSendsNothing(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t")
	p.Press("ctrl+k").Type("book it").Has("book it").Press("enter").Has("press ctrl+b yourself: book it").Press("enter", "enter")
	onTop(t, p, "book")
	p.Press("ctrl+k", "ctrl+b").Has("Command  ctrl+b", "book it").Press("enter", "y")
	if len(service.created) != 0 {
		t.Fatalf("enter in the palette sent %d bookings", len(service.created))
	}
	p = startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	p.Press("ctrl+k").Type("cancel it").Press("enter").Has("press ctrl+x yourself: cancel it")
	onTop(t, p, "cancel")
	p.Press("ctrl+b")
	if len(service.created) != 0 {
		t.Fatalf("%d bookings", len(service.created))
	}
}

// "cancel" on a reservation opens the question, as c does.
func TestPaletteOpensTheQuestion(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	p.Press("ctrl+k").Type("cancel").Press("enter")
	onTop(t, p, "cancel")
	p.Has("Cancel this reservation?")
}

// What another screen does is found as well, and said to be there.
func TestPaletteNamesWhatOtherScreensDo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+k").Type("change payment")
	p.Has("change payment · on a reservation", "other screens").Press("enter").Has("p does this on a reservation.")
	f.goldens("palette_other")
}

func TestPaletteGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s", "ctrl+k").Type("sort").Press("enter", "ctrl+k")
	f.goldens("palette")
	f.pump.Type("ctrl+r")
	f.goldens("palette_key")
}

func TestSweepOfThePalette(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{"all": nil, "found": {"r", "e"}, "none": {"q", "q", "q"}, "end": {"end"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			uitest.Sweep(t, f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+k").Press(keys...))
		})
	}
	f, _ := newFixtureWith(t, 3)
	uitest.Sweep(t, startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("ctrl+k"))
}
