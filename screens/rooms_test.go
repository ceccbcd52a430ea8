package screens_test

import (
	"strings"
	"testing"

	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
)

// The division of the party over its rooms is shown from the search to the read-back, at every width.
func TestTheDivisionIsShown(t *testing.T) {
	t.Parallel()
	const words = "2 rooms: 2 adults + 1 child, 1 adult + 1 child; price"
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		f, service := newFixtureWith(t, 0)
		draft := verifiedDraft(t, f)
		draft.Trip.Adults, draft.Trip.Children, draft.Trip.Rooms = 3, 2, 2
		for name, screen := range map[string]ui.Screen{
			"search": screens.NewSearch(f.deps, draft.Trip), "hotels": hotelListOf(f.deps, draft.Trip), "rates": ratesOf(f.deps, draft),
			"terms": screens.NewTerms(f.deps, draft), "other rates": screens.NewNearestRates(f.deps, draft, booking.RoomRates(draft.Hotel), "gone", "Others:"),
		} {
			if frame := f.start(screen).Resize(size[0], size[1]).View(); !strings.Contains(frame, words) {
				t.Errorf("%s at %dx%d:\n%s", name, size[0], size[1], frame)
			}
		}
		if q := service.searches[len(service.searches)-1]; q.Adults != 2 || q.Children != 1 {
			t.Errorf("searched for %d+%d", q.Adults, q.Children)
		}
		p := startOn(f, screens.NewBook(f.deps, draft)).Resize(size[0], 40).Has("2 rooms: 2 adults + 1 child, 1")
		p.Press("ctrl+t", "ctrl+b")
		onTop(t, p, "receipt")
		if sent := service.created[0]; sent.Adults != 3 || sent.Children != 2 || sent.Rate.Rooms != 2 || sent.Rate.Total.String() != "540.02 GBP" {
			t.Errorf("sent for %d+%d in %d rooms at %s", sent.Adults, sent.Children, sent.Rate.Rooms, sent.Rate.Total)
		}
	}
}

// More rooms than adults are refused at the field, whatever the width.
func TestSearchRefusesARoomWithoutAnAdult(t *testing.T) {
	t.Parallel()
	for _, width := range []int{60, 80, 120} {
		f := newFixture(t)
		trip := londonTrip()
		trip.Children, trip.Rooms = 1, 3
		p := f.start(screens.NewSearch(f.deps, trip)).Resize(width, 24).Press("ctrl+s")
		onTop(t, p, "search")
		if frame := p.View(); strings.Count(frame, "! 3 rooms, 2 adults: a room needs an adult") != 1 {
			t.Errorf("at %d:\n%s", width, frame)
		}
		p.Press("left", "ctrl+s")
		onTop(t, p, "hotels")
	}
}

// Every amount is of all rooms, from the list of hotels on, and it is said; beside it stands what one room costs.
func TestSeveralRoomsSayOfWhatTheAmountsAre(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	trip := londonTrip()
	f.start(hotelListOf(f.deps, trip)).HasNot("a room").HasNot("rooms GBP")
	f.start(ratesOf(f.deps, londonDraft(f))).HasNot("a room").HasNot("rooms GBP")
	trip.Rooms = 3
	h := f.start(hotelListOf(f.deps, trip)).Has("3 rooms GBP", "810.03  yes", "810.03 GBP for 3 rooms, 270.01 GBP each,", "a room: Sat 300.00", "nights of one room")
	h.Press("f", "down", "down", "down").Type("811").Has("all 3 rooms cost up to 811 GBP", "1 hotel")
	f.allGoldens("hotels_rooms")
	h.Press("enter", "enter")
	onTop(t, h, "rates")
	h.Has("3 rates, 2 outside your filter").Press("esc", "f").Type("809").Has("No hotels match")
	draft := londonDraft(f)
	draft.Trip.Rooms = 3
	f.start(ratesOf(f.deps, draft)).Has("3 rooms GBP", "810.03  refundable", "810.03 GBP for 3 rooms,", "270.01 GBP each", "nights of one room")
	for _, size := range [][2]int{{120, 40}, {80, 60}} {
		p := f.start(screens.NewTerms(f.deps, draft)).Resize(size[0], size[1])
		p.Has("810.03 GBP on the card for 3 rooms, 270.01 GBP each", "7.50 GBP, City charge", "270.00 GBP", "penalties and hotel fees are for all 3 rooms", "price per room")
	}
	made := verifiedDraft(t, f)
	made.Trip.Rooms = 3
	p := startOn(f, screens.NewBook(f.deps, made))
	p.Has("810.03 GBP on the card for 3 rooms, 270.01 GBP each", "7.50 GBP, City charge", "270.00 GBP from Thu 17 Dec 18:00", "penalties and hotel fees are for all 3 rooms")
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("7.50 GBP, City charge", "270.00 GBP", "penalties and hotel fees are for all 3 rooms")
}

func TestHeaderKeepsTheParty(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Trip.Children = 1
	for _, width := range []int{80, 100, 120} {
		startOn(f, screens.NewGuest(f.deps, draft)).Resize(width, 24).Has("2 adults, 1 child")
		startOn(f, screens.NewTerms(f.deps, draft)).Resize(width, 24).Has("2 adults, 1 child")
	}
}
