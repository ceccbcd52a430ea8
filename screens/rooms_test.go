package screens_test

import (
	"testing"

	"bellhop/screens"
)

// The lists price one room and say so; from the terms on, every amount is of
// all rooms.
func TestSeveralRoomsSayOfWhatTheAmountsAre(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	trip := londonTrip()
	f.start(screens.NewHotels(f.deps, trip)).HasNot("per room")
	f.start(screens.NewRates(f.deps, londonDraft(f))).HasNot("per room")
	trip.Rooms = 3
	f.start(screens.NewHotels(f.deps, trip)).Has("per room GBP")
	draft := londonDraft(f)
	draft.Trip.Rooms = 3
	f.start(screens.NewRates(f.deps, draft)).Has("per room GBP")
	for _, size := range [][2]int{{120, 40}, {80, 60}} {
		p := f.start(screens.NewTerms(f.deps, draft)).Resize(size[0], size[1])
		p.Has("810.03 GBP for 3 rooms, 270.01 GBP each", "City charge · 7.50 GBP", "270.00 GBP", "penalties and hotel fees are for all 3 rooms", "taxes per room")
	}
	made := verifiedDraft(t, f)
	made.Trip.Rooms = 3
	p := startOn(f, screens.NewBook(f.deps, made))
	p.Has("810.03 GBP for 3 rooms, 270.01 GBP each", "City charge · 7.50 GBP", "then              270.00 GBP", "penalties and hotel fees are for all 3 rooms")
	p.Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	p.Has("City charge · 7.50 GBP", "270.00 GBP", "penalties and hotel fees are for all 3 rooms")
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
