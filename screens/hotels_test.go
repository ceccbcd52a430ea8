package screens_test

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

func TestHotelsReadMorePagesNearTheEnd(t *testing.T) {
	b := newBench(t)
	b.service.hotels, b.service.pageSize = 100, 40
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	p.Press("s", "s", "s", "s")
	p.Has("40 of 100 hotels", "by service order", "page 1 of 3")
	p.Press("down", "down")
	p.Has("40 of 100 hotels")
	p.Press("pgdown")
	p.Has("80 of 100 hotels", "page 2 of 3")
	p.Press("end", "end")
	p.Has("100 of 100 hotels", "page 3 of 3")
	if got := b.service.searches[1]; got.PageToken != "page-2" || got.Page != 2 {
		t.Errorf("the second page was asked for with %+v", got)
	}
	p.Press("end", "end")
	if n := len(b.service.searches); n != 3 {
		t.Errorf("%d searches for 3 pages", n)
	}
}

func TestHotelsFindAndSort(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
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
}

func TestHotelsFilterSaysWhatRemains(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	p.Press("end", "end", "f", "down", "right")
	p.Has("[x] only", "16 left", "16 of 63 hotels", "accessible")
	p.Press("down", "right", "right", "right", "right")
	p.Has("class at least      4*", "10 of 63 hotels")
	p.Press("down").Type("300")
	p.Has("total at most       300.00 GBP", "0 of 63 hotels", "No hotel is left")
	p.Press("c", "enter")
	p.Has("63 of 63 hotels")
	p.HasNot("total at most")
}

func TestHotelsShiftKeepsTheOldListUntilTheNewOneLands(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	p.Press("down", "down")
	p.Hold()
	p.Press("]", "]")
	p.Has("Sat 19 Dec – Tue 22 Dec 2026", "› Pelham & Rowe", "searching hotels")
	p.Release()
	p.Has("Mon 21 Dec – Thu 24 Dec 2026", "› Pelham & Rowe")
	if got := b.service.searches[len(b.service.searches)-1].CheckIn.String(); got != "2026-12-21" {
		t.Errorf("searched for arrival on %s", got)
	}
	for range 12 {
		p.Press("[")
	}
	p.Has("is past; the earliest day is")
}

func TestHotelsKeepTheListWhenASearchFails(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	b.service.fail = &api.Error{Operation: "search hotels", Status: 500, Message: "out of order"}
	p.Press("r")
	p.Has("! The service failed", "out of order", "Press r to try again.", "The Aldwych Lantern")
	p.Press("r")
	p.HasNot("out of order")
}

func TestHotelsEscStopsTheSearchFirst(t *testing.T) {
	b := newBench(t)
	root := screens.NewSearch(b.deps, londonTrip())
	p := b.start(root)
	p.Hold()
	p.Press("ctrl+s")
	p.Press("esc")
	p.Has("Stopped. Press r to search again.")
	p.Release()
	p.HasNot("The Aldwych Lantern")
	p.Press("esc")
	if p.Top().Title() != "search" {
		t.Errorf("esc went to %q", p.Top().Title())
	}
}

func TestHotelsAskForTheKeyAndGoOn(t *testing.T) {
	b := newBench(t)
	b.service.fail = &api.Error{Operation: "search hotels", Status: 401, Message: "no"}
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	if got := p.Top().Title(); got == "hotels" {
		t.Fatalf("a refused key shows %q", got)
	}
	p.Type("new-key").Press("enter")
	p.Has("50 of 63 hotels", "The Aldwych Lantern") // A second page, because the first one does not fill the screen.
}

func TestHotelsWithoutAny(t *testing.T) {
	b := newBench(t)
	b.service.hotels = 0
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	p.Has("No hotels for these dates", "a day later")
	if strings.Contains(p.Footer(), "find") {
		t.Errorf("there is nothing to find: %s", p.Footer())
	}
	b.service.hotels = 3
	p.Press("]")
	p.Has("3 of 3 hotels")
}

func TestHotelsGoldens(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewHotels(b.deps, londonTrip()))
	b.goldens("hotels")
	p.Press("f", "down")
	b.goldens("hotels_filter")
	p.Press("esc", "/").Type("zzz")
	b.goldens("hotels_none_left")
}
