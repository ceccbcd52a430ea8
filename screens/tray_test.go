package screens_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// hotelsOf opens the list of the town, with the header's counter as the search has it.
func hotelsOf(f *fixture) *uitest.Pump {
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	p.Press("ctrl+s")
	onTop(f.t, p, "hotels")
	return p
}

// trayOf marks the first rates of the list, and opens the tray.
func trayOf(f *fixture, rates int) *uitest.Pump {
	p := hotelsOf(f)
	for range rates {
		p.Press("space", "down")
	}
	p.Press("t")
	onTop(f.t, p, "tray")
	return p
}

// goldensAtFour checks the frame at the four sizes that every new screen is looked at.
func goldensAtFour(f *fixture, name string) {
	f.t.Helper()
	for _, size := range [][2]int{{160, 50}, {120, 40}, {80, 24}, {60, 20}} {
		f.pump.Resize(size[0], size[1])
		uitest.Golden(f.t, fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), f.pump.View())
	}
}

func TestMarkingOnBothListsCountsInTheHeader(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := hotelsOf(f).HasNot("tray 1")
	p.Press("space").Has("tray 1", "›* The Aldwych", "marked: tray 1, t opens it")
	p.Press("enter")
	onTop(t, p, "rates")
	p.Has("›* Flexible", "tray 1")
	p.Press("down", "space").Has("tray 2", "›* Flexible, breakfast")
	p.Press("space").Has("tray 1", "not marked any more: Flexible, breakfast").HasNot("›* Flexible, breakfast")
	p.Press("space", "esc", "space").Has("tray 1").HasNot("›* The Aldwych")
	p.Press("t")
	onTop(t, p, "tray")
	p.Has("1 rate marked", "Flexible, breakfast", "tray 1")
	p.Press("f4").Has("this is the tray: esc leaves it")
	p.Press("x").Has("Nothing is marked").HasNot("tray 1")
	p.Press("esc")
	onTop(t, p, "hotels")
}

// The tray opens from every screen, also where letters are text, and goes back there.
func TestTheTrayOpensFromEverywhere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("f4")
	onTop(t, p, "tray")
	p.Press("esc", "ctrl+f", "f4")
	onTop(t, p, "tray")
	p.Press("esc", "esc", "ctrl+s", "enter", "enter", "enter", "f4")
	onTop(t, p, "tray")
	p.Press("esc")
	onTop(t, p, "guest")
}

func TestAFullTraySaysSo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := hotelsOf(f)
	for range 10 {
		p.Press("space", "down")
	}
	p.Press("space").Has("the tray holds 10 rates", "tray 10")
	p.Press("t").Has("1 to 4 are compared").Press("end", "space").Has("no more fit beside each other")
	p.Press("home", "space", "end", "space").Has("1 to 4 are compared")
	p.Press("X").Has("Take all 10 rates off?").Press("down").HasNot("Take all").Press("X", "X").Has("Nothing is marked")
}

func TestTheTrayComparesAndVerifiesInOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 3)
	goldensAtFour(f, "tray")
	p.Resize(160, 50).Has("6.34 more")
	before := f.service.verifications
	var asked []string
	f.service.verified = func(v *api.Verification) {
		asked = append(asked, v.Hotel.Name)
		v.FeeLines = nil
		switch len(asked) {
		case 2:
			v.Total = pounds(99900)
		case 3:
			v.Terms[0].Penalties = nil
			v.Terms[0].Refundable = yes(false)
		}
	}
	p.Hold().Press("ctrl+v").Has("verifying 1 of 3")
	p.Release().Has("Verified: 3 rates.", "dearer by ", "terms changed")
	if f.service.verifications != before+3 || len(asked) != 3 || asked[0] == asked[1] {
		t.Errorf("verified: %q", asked)
	}
	p.Press("down").Has("dearer by ", "when it was marked")
	p.Press("down").Has("terms changed: refundable, cancel penalties", "no longer free", "worse")
	goldensAtFour(f, "tray_verified")
	// It is verified against the search once more before it is booked: the difference is asked about there.
	f.service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
	p.Press("up", "enter")
	onTop(t, p, "terms")
	p.Has("Not as searched").Press("esc")
	onTop(t, p, "tray")
}

func TestVerifyingStopsAtEsc(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 3).Hold()
	p.Press("ctrl+v").Step().Has("verifying 2 of 3").Press("enter", "x", "X").Has("3 rates marked")
	p.Press("esc").Has("Stopped after 1 of 3.")
	p.Release()
	onTop(t, p, "tray")
	p.HasNot("verifying")
	p.Press("esc")
	onTop(t, p, "hotels")
}

func TestGoneAndNotAsked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 2)
	busy := &api.Error{Operation: "verify rate", Status: 503, Message: "too busy"}
	f.service.fail = busy
	p.Press("ctrl+v").Has("could not be asked")
	goldensAtFour(f, "tray_not_asked")
	p.Resize(120, 40).Press("ctrl+v").HasNot("could not be asked")
	f.service.fail = &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "sold out"}
	f.service.hotels = 0
	p.Press("ctrl+v").Has("gone").HasNot("not verified", "erified again")
	f.service.hotels = 63
	p.Has("gone, and the hotel has no other rate")
	f.service.fail = busy // What was gone is gone until the service says otherwise.
	p.Press("ctrl+v").Has("gone, and the hotel has no other rate").HasNot("could not be asked")
	p.Press("ctrl+v").HasNot("gone,")
}

// soldOut sells nothing that it lists.
type soldOut struct{ *fakeService }

func (s soldOut) VerifyRate(context.Context, api.VerifyRequest) (api.Verification, error) {
	return api.Verification{}, &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "sold out"}
}

// In place of a rate that is gone its hotel's nearest are offered, from the tray and for an offer that has ended.
func TestNearestRatesInPlaceOfAMarkedOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 1)
	f.deskAt(soldOut{f.service})
	p.Press("ctrl+v").Has("gone; nearest: Classic Queen, 1 queen bed, 297.01 GBP", "ctrl+e nearest rates")
	p.Press("ctrl+e")
	onTop(t, p, "other rates")
	p.Has("This rate is gone", "Flexible, breakfast").Press("esc")
	onTop(t, p, "tray")
	p.Skip(time.Hour).Press("enter")
	onTop(t, p, "other rates")
	p.Press("esc").Press("x").Has("Nothing is marked")
}

// At a service that is for real the tray is the same, and books nothing.
func TestTheTrayInProduction(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	production(f)
	p := trayOf(f, 2).Press("ctrl+v").Has("PRODUCTION", "tray 2", "Verified: 2 rates.", "nothing sent yet")
	for _, key := range f.deps.Theme.Keys.WriteKeys() {
		p.Press(key)
	}
	if len(f.service.created) > 0 {
		t.Error("a write was sent from the tray")
	}
}

func TestAnEndedOfferIsSearchedForBeforeItIsBooked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 2).Skip(time.Hour)
	p.Has("ended", "! This offer has ended")
	searches := len(f.service.searches)
	f.service.fail = &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "expired"}
	p.Press("enter")
	onTop(t, p, "terms")
	if len(f.service.searches) != searches+1 {
		t.Error("it was not searched for again")
	}
	p.Press("esc")
	onTop(t, p, "tray")
}

func TestARefusedKeyIsAskedForAndTheTrayGoesOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := trayOf(f, 2)
	f.service.fail = &api.Error{Operation: "verify rate", Status: 401}
	p.Press("ctrl+v")
	onTop(t, p, "API key")
	p.Advance(signInPause).Type("new").Press("enter")
	onTop(t, p, "tray")
	p.Has("Verified: 2 rates.")
}

func TestSweepOfTheTray(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("世界ホテル with a name that is longer than any column ", 3)
	for name, open := range map[string]func(f *fixture) *uitest.Pump{
		"empty": func(f *fixture) *uitest.Pump { return f.start(screens.NewTray(f.deps)) },
		"one":   func(f *fixture) *uitest.Pump { return trayOf(f, 1) },
		"four":  func(f *fixture) *uitest.Pump { f.service.named = long; return trayOf(f, 4) },
		"ten": func(f *fixture) *uitest.Pump {
			return trayOf(f, 10).Press("end", "X")
		},
		"verified": func(f *fixture) *uitest.Pump {
			f.service.verified = func(v *api.Verification) { v.Total, v.MaxOccupancy = pounds(123456789), 1 }
			return trayOf(f, 3).Press("ctrl+v", "pgdown")
		},
		"verifying": func(f *fixture) *uitest.Pump { return trayOf(f, 3).Hold().Press("ctrl+v") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Sweep(t, open(newFixture(t)))
		})
	}
}

var _ ui.Screen = (*screens.Tray)(nil)
