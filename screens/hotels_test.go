package screens_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
)

func TestHotelsReadMorePagesNearTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.pageSize = 64, 20
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Has("40 of 64 hotels", "page 2 of 4") // One page does not fill the screen.
	p.Press("down", "down")
	p.Has("40 of 64 hotels")
	p.Press("down", "down", "down", "down", "down")
	p.Has("60 of 64 hotels", "page 3 of 4")
	p.Press("end", "end")
	p.Has("64 of 64 hotels", "all 64").HasNot("page 4 of 4")
	if got := f.service.searches[1]; got.PageToken != "page-2" || got.Page != 2 {
		t.Errorf("the second page was asked for with %+v", got)
	}
	p.Press("end", "end")
	if n := len(f.service.searches); n != 4 {
		t.Errorf("%d searches for 4 pages", n)
	}
}

func TestHotelsFindAndSort(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Press("/").Type("lowe")
	p.Has("Hotel Löwe", "find  lowe")
	p.HasNot("Pelham & Rowe")
	p.Press("enter")
	p.Has("find  lowe")
	p.Press("esc")
	p.HasNot("find  lowe")
	p.Has("Pelham & Rowe", "by total")
	p.Press("s")
	p.Has("by distance")
	p.Press("s", "s")
	p.Has("by name", "› Hotel Löwe")
	p.Press("down", "s").Has("by service order", "› Hotel Löwe 10") // The cursor stays on its hotel.
}

func TestHotelsFilterSaysWhatRemains(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Press("end", "end", "f", "down", "right")
	p.Has("[x] only", "16 left", "16 of 63 hotels", "accessible")
	p.Press("down", "right", "right", "right", "right")
	p.Has("class at least      4*", "10 of 63 hotels")
	p.Press("down").Type("300")
	p.Has("total at most       300.00 GBP", "0 of 63 hotels", "No hotel is left")
	p.Has("x  clears the filter").HasNot("f  change the filter")
	p.Press("enter").Has("x  clears the filter", "f  change the filter", "x clear filter")
	p.Press("x")
	p.Has("63 of 63 hotels")
	p.HasNot("total at most", "x clear filter")
}

// The first step up and down is within the list's own prices, by a round step
// of about a twentieth of their range.
func TestHotelsFilterStepsThroughThePrices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Press("end", "end", "f", "down", "down", "down")
	p.Has("type digits, or left and right by 20; x", "clears all, enter keeps")
	p.Press("right").Has("total at most       280.00 GBP", "2 left")
	p.Press("right").Has("total at most       300.00 GBP")
	p.Press("left", "left").Has("total at most       any GBP")
	p.Press("left").Has("total at most       840.00 GBP")
	p.Press("right").Has("total at most       any GBP")
}

// At 80 columns the footer names what a list is for.
func TestHotelsAndRatesFooters(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip())).Resize(80, 24)
	for _, c := range []struct{ press, want string }{
		{"", " enter rates  / find  f filter  s sort  [ ] day  esc back  r/f5 reload  ? help"},
		{"f", " enter keep  x clear all  space change  left less  right more  ? help"},
		{"enter", " enter rates  / find  f filter  s sort  [ ] day  esc back  r/f5 reload  ? help"},
		{"enter", " enter terms  r/f5 reload  esc back  ? help                    nothing sent yet"},
	} {
		if c.press != "" {
			p.Press(c.press)
		}
		if got := p.Footer(); got != c.want {
			t.Errorf("after %q the footer is\n%s, want\n%s", c.press, got, c.want)
		}
	}
	p.Press("?").Has("up k", "page down").Press("esc", "esc", "?").Has("up k", "page down")
}

// Nothing found for many guests may be the party or not; another search tells.
func TestHotelsSayWhetherItIsTheParty(t *testing.T) {
	t.Parallel()
	trip := londonTrip()
	trip.Adults, trip.Children = 8, 1
	f := newFixture(t)
	f.service.hotels, f.service.takes = 12, 4
	p := f.start(screens.NewHotels(f.deps, trip))
	p.Has("No room takes 8 adults, 1 child", "a choice of 12 hotels at LON", "esc  more rooms, which divide the party, or fewer guests")
	if got := f.service.searches[len(f.service.searches)-1]; got.Adults != 1 || got.Children != 0 {
		t.Errorf("the other search was for %+v", got)
	}
	f.service.hotels = 0
	p.Press("]").Has("No hotels for these dates", "and 8 adults, 1 child.").HasNot("No room takes")
}

// What cannot be booked is not listed, and said: two hotels of each page.
func TestHotelsSayWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.skipped = 2
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Has("! 4 hotels left out: the service sent no code to book by")
}

// Hotels that came without a code do not mean that nothing is free, whoever
// travels.
func TestHotelsThatAreAllLeftOutAreNotCalledFull(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.skipped = 0, 3
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Has("No hotel that can be booked", "is 3 hotels without a code to book by").HasNot("Nothing is free", "No room takes")
	p.Resize(60, 20).Has("No hotel that can be booked", "a day later").HasNot("Nothing is free")
}

func TestHotelsShiftKeepsTheOldListUntilTheNewOneLands(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Press("down", "down")
	p.Hold()
	p.Press("]", "]")
	p.Has("Sat 19 Dec – Tue 22 Dec 2026", "› Pelham & Rowe", "searching hotels")
	p.Release()
	p.Has("Mon 21 Dec – Thu 24 Dec 2026", "› Pelham & Rowe")
	if got := f.service.searches[len(f.service.searches)-1].CheckIn.String(); got != "2026-12-21" {
		t.Errorf("searched for arrival on %s", got)
	}
	for range 12 {
		p.Press("[")
	}
	p.Has("is past; the earliest day is")
}

func TestHotelsKeepTheListWhenASearchFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	f.service.fail = &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"}
	p.Press("r")
	p.Has("! The service failed", "out of order", "f5 tries again.", "The Aldwych Lantern")
	p.Press("r")
	p.HasNot("out of order")
}

func TestHotelsEscStopsTheSearchFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	root := screens.NewSearch(f.deps, londonTrip())
	p := f.start(root)
	p.Hold()
	p.Press("ctrl+s")
	p.Press("esc")
	p.Has("Stopped. f5 searches again.")
	p.Release()
	p.HasNot("The Aldwych Lantern")
	p.Press("esc")
	if p.Top().Title() != "search" {
		t.Errorf("esc went to %q", p.Top().Title())
	}
}

func TestHotelsAskForTheKeyAndGoOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	keys := ""
	f.deps.SetToken = func(s api.Secret) error {
		keys += s.Reveal()
		return nil
	}
	f.service.fail = &api.Error{Operation: "search hotels", Status: 401, Message: "no"}
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	if got := p.Top().Title(); got == "hotels" {
		t.Fatalf("a refused key shows %q", got)
	}
	p.Type("typed too soon").Has("one moment: keys are ignored").HasNot("enter use this key", "•")
	p.Press("enter").HasNot("This is needed.")
	p.Advance(signInPause).HasNot("one moment").Has("enter use this key")
	p.Type("new-key").Press("enter")
	if keys != "new-key" {
		t.Errorf("the key is %q", keys)
	}
	p.Has("50 of 63 hotels", "The Aldwych Lantern") // A second page, because the first one does not fill the screen.
}

func TestHotelsWithoutAny(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels = 0
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Has("No hotels for these dates", "a day later")
	if strings.Contains(p.Footer(), "find") {
		t.Errorf("there is nothing to find: %s", p.Footer())
	}
	f.service.hotels = 3
	p.Press("]")
	p.Has("3 of 3 hotels")
}

func TestHotelsGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	f.goldens("hotels")
	p.Press("f", "down")
	f.goldens("hotels_filter")
	p.Press("esc", "/").Type("zzz")
	f.goldens("hotels_none_left")
}

// A service keeps a search for a while only. Its next page is then not asked for
// once more: r searches again and says so.
func TestHotelsSearchAgainWhenTheServiceHasForgottenTheSearch(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 404, 410, 422} {
		f := newFixture(t)
		p := f.start(screens.NewHotels(f.deps, londonTrip())).Resize(80, 24)
		f.service.fail = &api.Error{Operation: "search hotels", Status: status, Type: api.TypeValidation, Message: "unknown pagination token"}
		p.Press("end")
		p.Has("! The service has forgotten this search", "f5 tries again.", "50 of 63 hotels")
		f.service.searches = nil
		p.Press("r").Has("Searched again from the start").HasNot("forgotten this search")
		if got := f.service.searches[0]; got.Page > 1 || got.PageToken != "" {
			t.Errorf("%d: page %d was asked for with token %q", status, got.Page, got.PageToken)
		}
		p.Press("end", "end").Has("63 of 63 hotels")
	}
}

// Any other failure of a page leaves the search as it is: r asks for that page.
func TestHotelsAskForAFailedPageAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip())).Resize(80, 24)
	f.service.fail = &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"}
	p.Press("end").Has("! The service failed")
	f.service.searches = nil
	p.Press("r").HasNot("out of order")
	if got := f.service.searches[0]; got.Page < 2 || got.PageToken == "" {
		t.Errorf("page %d was asked for with token %q", got.Page, got.PageToken)
	}
}

// Another day is another search, whose pages are read whatever came of those of
// the search before.
func TestHotelsOfAnotherDayAreReadOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewHotels(f.deps, londonTrip())).Resize(80, 24)
	f.service.fail = &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"}
	p.Press("end").Has("! The service failed")
	p.Press("]").HasNot("out of order").Press("end").Press("end").Has("63 of 63 hotels")
}

// The details stand beside a list from a window of 110 columns on, as the
// console promises.
func TestDetailsStandBesideAListFrom110Columns(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(f *fixture) ui.Screen{
		"hotels": func(f *fixture) ui.Screen { return screens.NewHotels(f.deps, londonTrip()) },
		"rates":  func(f *fixture) ui.Screen { return screens.NewRates(f.deps, londonDraft(f)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			p := f.start(start(f))
			p.Resize(109, 40).HasNot(" │ ")
			p.Resize(110, 40).Has(" │ ")
		})
	}
}

// BenchmarkHotelsKey is a cursor move and the frame after it, with 10,000
// hotels at 120x40.
func BenchmarkHotelsKey(b *testing.B) {
	fix := newFixture(b)
	fix.service.hotels, fix.service.pageSize = 10_000, 10_000
	fix.deps.Theme = ui.NewThemeIn(ui.ThemeDark, ui.TrueColor)
	s := screens.NewHotels(fix.deps, londonTrip())
	fix.start(s).Resize(120, 40)
	down, up := tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyUp}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key := down
		if i%200 >= 100 {
			key = up
		}
		s.Update(key)
		_ = s.View()
	}
}
