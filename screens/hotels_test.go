package screens_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/screens/keys"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A list is read on by itself, page after page: sort and cheapest are then of all that was found.
func TestHotelsAreReadToTheEndInTheBackground(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.pageSize = 64, 20
	f.service.cheaper = func(i int) bool { return i == 63 }
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("64 of 64 hotels · by total", "more · 1 of 64", "› Kingsway Court 11", "The Aldwych Lantern ").HasNot("loaded")
	for i, got := range f.service.searches {
		if i > 0 && (got.PageToken != fmt.Sprintf("page-%d", i+1) || got.Page != i+1) {
			t.Errorf("page %d was asked for with %+v", i+1, got)
		}
	}
	p.Press("end", "end")
	if n := len(f.service.searches); n != 4 {
		t.Errorf("%d searches for 4 pages", n)
	}
}

// held returns a list of 64 hotels of which the first page has come, and asks for the next one.
func held(t *testing.T, f *fixture) *uitest.Pump {
	t.Helper()
	f.service.hotels, f.service.pageSize = 20, 20
	f.service.cheaper = func(i int) bool { return i > 50 }
	p := f.start(hotelListOf(f.deps, londonTrip()))
	f.service.hotels, f.service.searches = 64, nil
	p.Hold().Press("r").Step()
	return p.Has("20 of 64 loaded · by total", "20 of 64 loaded …")
}

// While pages come, what is loaded is said, there is never more than one request, the screen is not busy and esc
// leaves; a cursor that was put on a row stays on it, and the row stays in its place on the screen.
func TestHotelsThatComeLaterDoNotMoveTheCursor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := held(t, f).Press("down", "down").Has("› Pelham & Rowe ")
	line := lineOf(p, "› Pelham & Rowe ")
	for range 3 {
		p.Step()
		if got := lineOf(p, "› Pelham & Rowe "); got != line {
			t.Fatalf("the row has gone from line %d to %d:\n%s", line, got, p.View())
		}
	}
	p.Has("64 of 64 hotels", "more · 16 of 64").HasNot("loaded")
	if n := len(f.service.searches); n != 4 {
		t.Errorf("%d searches for 4 pages", n)
	}
	p.Press("home").Has("1 of 64")
	p.Has("› Kingsway Court 9") // The cheapest hotel is on the last page.
}

// An unmoved cursor and its window stay at the first row while pages arrive and when the order changes.
func TestHotels_UnmovedListStaysAtItsTop(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := held(t, f).Has("› The Aldwych Lantern ")
	for range 3 {
		if p.Step(); lineOf(p, "› ") != lineOf(p, " hotel  ")+1 {
			t.Fatalf("the cursor has left the first row:\n%s", p.View())
		}
	}
	p.Has("64 of 64 hotels", "› Kingsway Court 9") // The cheapest hotel is on the last page.
	p.Press("s", "down", "down", "down", "enter").Has("by name", "› Hotel Löwe ", "1 of 64")
}

// A filter that is set meanwhile holds for what comes, and esc leaves at once: nothing more is asked for.
func TestHotelsAreLeftWhilePagesCome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	f.service.hotels, f.service.pageSize, f.service.searches = 64, 20, nil
	p.Hold().Press("ctrl+s").Step().Has("20 of 64 loaded")
	if busy := p.Top().(ui.Busier).Busy(); busy != "" { //nolint:forcetypeassert // It is the list.
		t.Errorf("the list is busy with %q", busy)
	}
	p.Press("f", "down", "right", "esc").Has("5 of 20 loaded, 64 found · by total")
	p.Step().Has("10 of 40 loaded, 64 found · by total")
	p.Press("esc")
	onTop(t, p, "search")
	asked := len(f.service.searches)
	p.Release()
	if got := len(f.service.searches); got > asked+1 {
		t.Errorf("%d pages were asked for after the list was left", got-asked)
	}
}

// Up to 500 hotels are read unasked; beyond, a key or the end of the list asks for more.
func TestManyHotelsAreReadWhenAskedFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.pageSize = 1300, 100
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("500 of 1,300 loaded · by total", "500 of 1,300 loaded, ctrl+a loads all", "ctrl+a load all")
	p.Press("end").Has("600 of 1,300 loaded").Press("up", "down").Has("600 of 1,300 loaded")
	p.Press("ctrl+a").Has("1,300 of 1,300 hotels", " of 1,300 ").HasNot("load all")
}

// A service that was asked too often is asked again later, and more slowly from then on.
func TestPagesComeMoreSlowlyAfterTooManyRequests(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	f.service.hotels, f.service.pageSize, f.service.searches = 64, 20, nil
	p.Hold().Press("ctrl+s").Step()
	f.service.fail = &api.Error{Operation: "search hotels", Status: 429, Message: "slow down"}
	p.Release().Has("20 of 64 loaded …").HasNot("Too many requests")
	p.Advance(time.Second).Has("20 of 64 loaded")
	p.Advance(time.Second).Has("40 of 64 loaded")
	p.Advance(2 * time.Second).Has("60 of 64 loaded").Advance(2 * time.Second).Has("64 of 64 hotels")
	if n := len(f.service.searches); n != 5 {
		t.Errorf("%d searches for 4 pages, one of them asked for twice", n)
	}
}

// lineOf returns the line of the frame that holds a text.
func lineOf(p *uitest.Pump, text string) int {
	before, _, _ := strings.Cut(p.View(), text)
	return strings.Count(before, "\n")
}

func TestHotelsFindAndSort(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("/").Type("lowe")
	p.Has("Hotel Löwe", "find  lowe")
	p.HasNot("Pelham & Rowe")
	p.Press("enter")
	p.Has("find  lowe")
	p.Press("esc")
	p.HasNot("find  lowe")
	p.Has("Pelham & Rowe", "by total")
	p.Press("s", "down", "enter").Has("by distance")
	p.Press("s", "down", "down", "enter").Has("by name", "› Hotel Löwe")
	p.Press("down", "s", "down", "enter").Has("by service order", "› Hotel Löwe 10") // The cursor stays on its hotel.
}

// The chooser lists every order with its direction, at every size. Choosing the present one reverses it.
func TestHotels_OrderChooser(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.mouseOn()
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("s").Has("sort by", "› total          cheapest first · now", "distance       nearest first", "class          most stars first", "name           A to Z",
		"service order  as the service sends them", "enter reverses it: dearest first")
	f.allGoldens("hotels_orders")
	p.Press("enter").Has("by total, dearest first", "› Pelham & Rowe 11").HasNot("sort by")
	p.Press("s").Has("› total          dearest first · now", "enter reverses it: cheapest first").Press("esc").Has("by total, dearest first").HasNot("sort by")
	p.Press("s", "down", "down").Has("enter sorts by class, most stars first;", "total          dearest first · now").Press("enter")
	p.Has("by class", "› Pelham & Rowe ").HasNot("by class, ")
	p.Press("s", "enter").Has("by class, fewest stars first", "› The Aldwych Lantern ").Press("s", "down", "down", "down").Has("› service order")
	p.Click("A to Z").Has("› name").Click("A to Z").Has("by name")
}

// Distances are measured from the place of the code that was searched for, and the list says so. Where no place is known,
// as for one hotel and for a destination found by its name, there are none, and no order by them.
func TestHotelsAreMeasuredFromTheCodesPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40)
	p.Has("by total · mi from LON centre", "of LON centre")
	heathrow := londonTrip()
	heathrow.Destination = trip.CodeDestination("LHR")
	p = f.start(hotelListOf(f.deps, heathrow)).Resize(120, 40)
	p.Has("by total · mi from LHR airport", "13.9 mi E of LHR airport", "13.9 E")
	p.Press("s", "down", "enter").Has("by distance · mi from LHR airport")
	for _, kind := range []trip.Kind{trip.KindArea, trip.KindHotel} {
		found := londonTrip()
		found.Destination = trip.Destination{Kind: kind, Name: "London", Properties: []api.PropertyID{{Chain: "LX", Code: "1"}}}
		p = f.start(hotelListOf(f.deps, found)).Resize(120, 40)
		p.Has("hotels · by total").HasNot(" mi ", "n/a")
		p.Press("s").HasNot("distance").Press("down", "enter").Has("by class")
	}
}

// A filter that does not fit has a line of its own: the order is not cut for it.
func TestHotelsNeverCutTheOrderForTheFilter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("f", "right", "down", "down", "right", "right", "down").Type("600").Press("enter")
	for _, size := range [][2]int{{160, 50}, {120, 40}, {80, 24}, {60, 20}} {
		p.Resize(size[0], size[1]).Has("hotels · by total · mi from LON centre", "up to 600.00 GBP")
	}
}

// The keys of the footer have fixed places: a filter that is set, and one that leaves nothing, move none of them.
func TestHotelsFooterKeysStayWhereTheyAre(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, width := range []int{80, 120, 160} {
		p := f.start(hotelListOf(f.deps, londonTrip())).Resize(width, 40)
		at := func(text string) int { return strings.Index(p.Footer(), text) }
		reload, help := at("r/f5 reload"), at("? help")
		p.Press("f", "down", "right", "enter").Has("accessible")
		if width >= 120 && (at("x clear filters") < 0 || at("nothing sent yet") < 0) || at("r/f5 reload") != reload || at("? help") != help {
			t.Errorf("at %d a filter changes the footer to %s", width, p.Footer())
		}
		p.Press("/").Type("zzz").Press("enter").Has("No hotels match", "- one fewer")
		if at("r/f5 reload") != reload || at("? help") != help {
			t.Errorf("at %d a filter that leaves nothing changes the footer to %s", width, p.Footer())
		}
	}
}

// While there is more to read, none is left of what was read so far.
func TestHotelsSayOfHowManyNoneIsLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("/").Type("zzz").Has("None of the 63 matches.").HasNot("so far")
	f.service.hotels, f.service.pageSize = 1300, 100
	p = f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("/").Type("zzz").Has("None of the 500 read so far matches.")
}

func TestHotelsFilterSaysWhatRemains(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("end", "end", "f", "down", "right")
	p.Has("[x] only", "16 hotels", "16 of 63 hotels", "accessible")
	p.Press("down", "right", "right", "right", "right")
	p.Has("class at least   4*", "10 of 63 hotels")
	p.Press("down").Type("300")
	p.Has("guest pays       up to 300 GBP", "0 of 63 hotels", "No hotels match")
	p.Has("x  clears the filter").HasNot("f  change the filter")
	p.Press("enter").Has("x  clears the filter", "f  change the filter", "x clear filter")
	p.Press("x")
	p.Has("63 of 63 hotels")
	p.HasNot("guest pays   ", "x clear filter")
}

// The first step up and down is within the list's own prices, by a round step
// of about a twentieth of their range.
func TestHotelsFilterStepsThroughThePrices(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("end", "end", "f", "down", "down", "down")
	p.Has("type 500 or 300-500, or left and right by", "20; enter keeps")
	p.Press("right").Has("guest pays       up to 280 GBP", "2 hotels")
	p.Press("right").Has("guest pays       up to 300 GBP")
	p.Press("left", "left").Has("guest pays       any GBP")
	p.Press("left").Has("guest pays       up to 840 GBP")
	p.Press("right").Has("guest pays       any GBP")
}

// Digits begin another price after steps and when the line is come to; backspace takes from the one that is there.
func TestHotelsFilterTakesDigitsAfterSteps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("f", "down", "down", "down", "right", "right").Type("600").Has("guest pays       up to 600 GBP")
	p.Press("backspace").Has("guest pays       up to 60 GBP").Type("5").Has("guest pays       up to 605 GBP")
	p.Press("down", "up").Type("700").Has("guest pays       up to 700 GBP")
	p.Press("down", "up", "backspace").Has("guest pays       up to 70 GBP").Type("1").Has("guest pays       up to 701 GBP")
}

// A price may have a lower bound: typed, in a line, and written back into the line.
func TestHotelsFilter_LowerBound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Press("f", "down", "down", "down").Type("300-")
	p.Has("guest pays       300- GBP", "from 300.00 GBP").Type("4").Has("300-4 GBP", "from 300.00 GBP")
	p.Type("00").Has("guest pays       300-400 GBP", "13 of 63 hotels", "300.00 to 400.00 GBP").HasNot("› The Aldwych Lantern  ")
	p.Press("right").Has("300-420 GBP").Press("delete").Has("guest pays       any GBP", "63 of 63 hotels")
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LON 19dec 3n 300-400gbp").Has("300.00 to 400.00 GBP").Press("enter")
	p.Has("13 of 63 hotels", "308.05").HasNot("298.54", "403.15").Press("f", "down", "down", "down").Type("350-").Press("enter")
	p.Has("from 350.00 GBP", "355.60").HasNot("346.09").Press("esc").Has("LON 19dec 3n 2a 10mi >350gbp")
}

// Steps of the price begin at its lower bound, and enter refuses a lower bound above the upper one.
func TestHotelsFilter_BoundsInOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Press("f", "down", "down", "down").Type("500-").Press("right")
	p.Has("500-520 GBP", "500.00 to 520.00 GBP").Press("left").Has("500- GBP", "from 500.00 GBP")
	p.Type("500-300").HasNot("500 is more than 300").Press("enter").Has("500 is more than 300; type a price like")
	p.Press("backspace").HasNot("500 is more than").Press("up", "enter").Has("500 is more than 30;", "› guest pays")
	p.Type("300-500").Press("enter").Has("300.00 to 500.00 GBP", "308.05").HasNot("guest pays  ")
}

// A twoCurrencies service has prices of the second hotel in francs.
type twoCurrencies struct{ *fakeService }

func (s twoCurrencies) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	page, err := s.fakeService.SearchHotels(ctx, q)
	for _, room := range page.Hotels[1].Rooms {
		for i := range room.Rates {
			price := &room.Rates[i].Price
			price.Total = api.NewMoney(price.Total.Number(), "CHF")
		}
	}
	return page, err
}

// A price without a currency does not apply to a list with several currencies. The list says so and keeps its hotels.
func TestHotelsFilter_SeveralCurrencies(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deskOpening(twoCurrencies{f.service}, filepath.Join(t.TempDir(), "journal"))
	q := trip.Question{Trip: londonTrip(), Filter: trip.Filter{FreeCancel: true, MaxPrice: api.NewMoney("300", "")}}
	p := f.start(screens.NewHotels(f.deps, q)).Resize(160, 40)
	p.Has("63 of 63 hotels", "<300 is not applied: prices are in CHF, GBP; name one, like <300chf · free")
	p.Press("-").Has("63 of 63 hotels", "<300 is not applied").HasNot("chf · free")
	p.Press("-").HasNot("not applied")
	p.Press("f", "down", "down", "down").Has("guest pays       several currencies").Type("300").Has("300: which currency?")
}

// One filter is cleared by one key, in the panel and on the list, and the others stay.
func TestHotelsFilter_ClearOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	q := trip.Question{Trip: londonTrip(), Filter: trip.Filter{FreeCancel: true, MinStars: 4, Chain: "LX", Amenity: "Gym", MaxPrice: api.NewMoney("900", "GBP")}}
	for line, without := range map[string]string{"": "free to cancel", "down down": "4* and up", "down down down": "up to 900.00 GBP", "up up": "chain LX", "up": "Gym"} {
		p := f.start(screens.NewHotels(f.deps, q)).Resize(160, 40).Press("f").Press(strings.Fields(line)...).Has("delete clears this one", without)
		p.Press("delete", "enter").HasNot("· " + without)
		for _, other := range []string{"free to cancel", "4* and up", "up to 900.00 GBP", "chain LX", "Gym"} {
			if other != without {
				p.Has(other)
			}
		}
	}
	p := f.start(screens.NewHotels(f.deps, q)).Resize(160, 40)
	for left := len(q.Filter.Parts()); left > 0; left-- {
		p.Has("x clear filter").Press("-")
	}
	p.Has("63 of 63 hotels").HasNot("x clear filter").Press("-").Has("- does nothing here")
}

// Searching again goes back to the line of the list.
func TestHotels_SearchAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LON 19dec 3n ref").Press("enter")
	onTop(t, p, "hotels")
	p.Press("?").Type("search again").Has("ctrl+n").Press("esc", "esc", "ctrl+n")
	onTop(t, p, "search")
	p.Has("LON 19dec 3n")
}

// Chains are chosen by what they are called, each with what it leaves; those that leave nothing are dimmed and
// passed over.
func TestHotelsFilterNamesChains(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Theme = uitest.Theme()
	f.deps.Theme.Keys = keys.Default()
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("f", "up", "up").Has("any", "HB                           21 hotels", "Lantern LX                   21 hotels", "QQ                           21 hotels")
	p.Press("right", "right").Has("chain            Lantern LX", "21 of 63 hotels · by total · mi from LON centre · chain Lantern LX", "› Lantern LX")
	p.Press("up").Type("275").Press("down").Has("Lantern LX                     1 hotel", "QQ                            0 hotels")
	if dimmed := f.deps.Theme.Muted.Render("  QQ                            0 hotels"); !strings.Contains(p.Raw(), dimmed) {
		t.Errorf("what leaves nothing is not dimmed:\n%s", p.View())
	}
	p.Press("right").Has("chain            any").Press("left").Has("chain            Lantern LX")
	p.Resize(80, 24).Has("any  HB 0  [Lantern LX 1]  QQ 0")
}

// Where nothing was found no filter leaves nothing, and its keys say that they do nothing.
func TestHotelsOfALineThatFindsNone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels = 0
	p := f.start(screens.NewHotels(f.deps, trip.Question{Trip: londonTrip(), Filter: trip.Filter{FreeCancel: true}}))
	p.Has("No hotels found").HasNot("one fewer", "clear filters")
	p.Press("-").Has("- does nothing here").Press("x").Has("x does nothing here")
}

// Where nothing is left, each thing that may be tried is one key.
func TestHotelsOfferWhatToTryWhenNoneIsLeft(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels = 0
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("No hotels found", "+  within 15 mi", "[  a day earlier, 18–21 Dec", "]  a day later, 20–23 Dec", "(  three days earlier, 16–19 Dec", ")  three days later, 22–25 Dec")
	p.Resize(60, 20).Has(")  three days later").Resize(120, 40)
	p.Press(")").Has("Tue 22 Dec – Fri 25 Dec 2026", "(  three days earlier, 19–22 Dec").Press("(", "(", "(", "(")
	p.Has("]  a day later, 14–17 Dec", ")  three days later").HasNot("three days earlier,", "12 Dec") // Which are past.
	p.Press("?").Has("three days later").Press("esc")
	p.Press("+").Has("within 15 mi ·", "+  within 20 mi")
	if got := f.service.searches[len(f.service.searches)-1]; got.Radius != 15 || got.RadiusUnit != "mi" {
		t.Errorf("the wider search is %+v", got)
	}
	f.service.hotels = 9
	p.Press("]").Has("9 of 9 hotels")
	p.Press("f", "up", "up", "right", "up").Type("280").Press("up", "up", "right", "esc")
	p.Has("No hotels match", `-  without "accessible": 1 hotel`, "[  a day earlier", "x  clears the filter", "- one fewer")
	p.Press("-").Has("1 of 9 hotels · by total · mi from LON centre", "up to 280.00 GBP · chain HB").HasNot("one filter less")
}

// Names have the room that is there: columns are as wide as their texts, the details give way to long names, and from
// 160 columns no name is cut. A pane shows a name in full.
func TestHotelsShowLongNames(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.named = 9, "The Honourable Lamplighters Company Grand Hall Hotel"
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("› The Honourable Lamplighters Compan…", "│ The Honourable Lamplighters Company Grand")
	p.Resize(160, 50).Has("› The Honourable Lamplighters Company Grand Hall Hotel  3*")
	p.Resize(60, 20).Has("› The Honourable Lamplighters …  3*        272.51  yes")
}

// The list has one price, which is what the guest pays; the pane names the fee in it, and the footnote says what prices
// include. A price without a fee of an unknown amount has a sign.
func TestHotels_OnePrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.named = 2, "The Fee"
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("272.51  yes", "272.51 GBP, of which 2.50 GBP in fees at", "stay total, taxes and fees included", "End of list · 1 of 2").HasNot("270.01", "+2.50", "incl ")
	p.Press("enter").Has("272.51", "272.51 GBP, of which 2.50 GBP", "stay total, taxes and fees included").HasNot("+2.50").Press("esc")
	p.Press("f", "down", "down", "down").Type("271").Has("0 of 2 hotels").Type("").Press("esc", "x")
	f.service.unnamed = true
	p.Press("r").Has("270.01+  yes", "279.52   yes", "stay total, taxes and fees included; + more is due, amount not said", "270.01 GBP, plus taxes or fees (amount not")
	p.Resize(60, 20).Has("270.01+", "+ more is due")
}

// At 80 columns the footer names what a list is for, and the state.
func TestHotelsAndRatesFooters(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(80, 24)
	for _, c := range []struct{ press, want string }{
		{"", " enter rates  / find  f filter  s sort  esc back  ? help       nothing sent yet"},
		{"f", " enter keep               space change  left less  ? help      nothing sent yet"},
		{"enter", " enter rates  / find  f filter  s sort  esc back  ? help       nothing sent yet"},
		{"enter", " enter terms   space mark  r/f5 reload  esc back  ? help       nothing sent yet"},
	} {
		if c.press != "" {
			p.Press(c.press)
		}
		if got := p.Footer(); got != c.want {
			t.Errorf("after %q the footer is\n%s, want\n%s", c.press, got, c.want)
		}
	}
	p.Press("?").Type("page").Has("page down").Press("esc", "esc", "esc", "?").Type("page").Has("page down")
}

// Nothing found for many guests may be the party or not; another search tells.
func TestHotelsSayWhetherItIsTheParty(t *testing.T) {
	t.Parallel()
	trip := londonTrip()
	trip.Adults, trip.Children = 8, 1
	f := newFixture(t)
	f.service.hotels, f.service.takes = 12, 4
	p := f.start(hotelListOf(f.deps, trip))
	p.Has("No room takes 8 adults, 1 child", "a choice of 12 hotels at LON", "esc  more rooms, which divide the party, or fewer guests")
	if got := f.service.searches[len(f.service.searches)-1]; got.Adults != 1 || got.Children != 0 {
		t.Errorf("the other search was for %+v", got)
	}
	f.service.hotels = 0
	p.Press("]").Has("No hotels found", "of LON for 8 adults, 1 ").HasNot("No room takes")
}

// What cannot be booked is not listed, and said: two hotels of each of three pages.
func TestHotelsSayWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.skipped = 2
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("! 6 hotels left out: the service sent no code to book by")
}

// Hotels that came without a code do not mean that nothing is free, whoever
// travels.
func TestHotelsThatAreAllLeftOutAreNotCalledFull(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels, f.service.skipped = 0, 3
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("No hotel that can be booked", "is 3 hotels without a code to book by").HasNot("Nothing is free", "No room takes")
	p.Resize(60, 20).Has("No hotel that can be booked", "a day later").HasNot("Nothing is free")
}

func TestHotelsShiftKeepsTheOldListUntilTheNewOneLands(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
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
	p.Has("is past")
}

func TestHotelsKeepTheListWhenASearchFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip()))
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
	p := f.start(hotelListOf(f.deps, londonTrip()))
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
	p.Has("63 of 63 hotels", "The Aldwych Lantern")
}

func TestHotelsWithoutAny(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.hotels = 0
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("No hotels found", "a day later")
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
	p := f.start(hotelListOf(f.deps, londonTrip()))
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
		p := failedPage(f, &api.Error{Operation: "search hotels", Status: status, Type: api.TypeValidation, Message: "unknown pagination token"})
		p.Has("! The service has forgotten this search", "f5 tries again.", "20 of 64 loaded")
		f.service.searches = nil
		p.Press("r").Has("Searched again from the start").HasNot("forgotten this search")
		if got := f.service.searches[0]; got.Page > 1 || got.PageToken != "" {
			t.Errorf("%d: page %d was asked for with token %q", status, got.Page, got.PageToken)
		}
		p.Has("64 of 64 hotels")
	}
}

// failedPage is a list of 64 hotels whose second page has failed.
func failedPage(f *fixture, failure *api.Error) *uitest.Pump {
	f.t.Helper()
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Resize(80, 24)
	f.service.hotels, f.service.pageSize = 64, 20
	p.Hold().Press("ctrl+s").Step()
	f.service.fail = failure
	return p.Release()
}

// Any other failure of a page leaves the search as it is: r asks for that page.
func TestHotelsAskForAFailedPageAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := failedPage(f, &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"})
	p.Has("! The service failed", "20 of 64 loaded").HasNot("loaded …")
	f.service.searches = nil
	p.Press("r").HasNot("out of order")
	if got := f.service.searches[0]; got.Page < 2 || got.PageToken == "" {
		t.Errorf("page %d was asked for with token %q", got.Page, got.PageToken)
	}
}

// Asked for what is free to cancel up to a price, a list shows the price of such a rate, Enter lands on it, and the
// rates that are something else are marked.
func TestTheRateOfTheListIsWhereEnterLands(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.saver = 3
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Has("› Kingsway Court                       3*      0.6 E     150.01  no", "150.01  non-refundable", "298.54  refundable until Thu 17 Dec")
	p.Press("enter").Has("› Saver").HasNot("outside your filter").Press("esc")
	p.Press("f", "right", "down", "down", "down").Type("300").Press("esc")
	p.Has("4 of 63 hotels · by total · mi from LON centre", "free to cancel · up to 300.00 GBP", "298.54  yes").HasNot("150.01")
	p.Press("end").Has("› Kingsway Court", "1 more room without a rate that meets the")
	p.Press("enter").Has("4 rates, 3 outside your filter (-) · free to cancel · up to", "› Flexible ", "- Flexible, breakfast", "- Saver")
	p.Press("r").Has("› Flexible ")
	p.Press("esc").Has("› Kingsway Court")
}

// Another day is another search, whose pages are read whatever came of those of
// the search before.
func TestHotelsOfAnotherDayAreReadOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := failedPage(f, &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"})
	p.Has("! The service failed", "20 of 64 loaded").HasNot("loaded …")
	p.Press("]").HasNot("out of order").Has("64 of 64 hotels")
}

// The details stand beside a list from a window of 110 columns on, as the
// console promises.
func TestDetailsStandBesideAListFrom110Columns(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(f *fixture) ui.Screen{
		"hotels": func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) },
		"rates":  func(f *fixture) ui.Screen { return ratesOf(f.deps, londonDraft(f)) },
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
	theme := ui.NewThemeIn(ui.ThemeDark, ui.TrueColor)
	theme.Keys = fix.deps.Theme.Keys
	fix.deps.Theme = theme
	s := hotelListOf(fix.deps, londonTrip())
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

// A hotel or a destination by its name has no radius: the key that widens one says that it does nothing.
func TestHotelsHaveNothingToWidenAroundAName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	found := londonTrip()
	found.Destination = trip.Destination{Kind: trip.KindArea, Name: "London", Properties: []api.PropertyID{{Chain: "LX", Code: "1"}}}
	p := f.start(hotelListOf(f.deps, found)).Resize(120, 40).Press("+").Has("+ does nothing here")
	p.Press("?").HasNot("wider radius")
}
