package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
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

func TestBookSaysThatItOnlySimulates(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	for _, width := range []int{80, 100, 120} {
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Resize(width, 40)
		p.Press("ctrl+t", "tab").Has("< none: book it >", "due now           270.01 GBP", "ctrl+b books this for 270.01 GBP in the SANDBOX")
		for _, label := range []string{"created: check it", "confirmed: made up"} {
			p.Press("right").Has("< "+label+" >", "ctrl+b simulates this: nothing is booked or charged", "nothing: simulated (the price is 270.01 GBP)", "in the SANDBOX, only simulated")
			p.HasNot("ctrl+b books this")
		}
		p.Press("right").Has("ctrl+b books this for 270.01 GBP").HasNot("nothing: simulated")
	}
	if len(service.created) != 0 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

// A declined card stands at the field and in one line; the price stays in sight.
func TestBookSaysADeclineOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.createErr = &api.Error{Status: 400, Code: 4001, Type: api.TypePayment, Message: "Card declined", RequestID: "req-7"}
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Resize(80, 24)
	p.Press("ctrl+t", "ctrl+b").Has("due now           270.01 GBP", "! Card declined (request req-7)", "The payment was declined; nothing is booked. Another token, then ctrl+b.")
	p.HasNot("ctrl+b book it", "ctrl+b books this", "! The payment was declined")
	p.Press("tab").Has("Refused. ctrl+b works again once the token or something else is changed.")
	p.Press("shift+tab").Type("x").Has("ctrl+b book it").Press("backspace").HasNot("ctrl+b book it")
	p.Advance(time.Second).Press("ctrl+b")
	if len(service.created) != 1 {
		t.Errorf("%d bookings were sent", len(service.created))
	}
}

func TestGuestCountryIsNotCut(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Guest.Country = ""
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Press("tab", "tab", "tab", "tab", "tab", "tab", "tab", "tab").Type("Zoë").Press("ctrl+s")
	onTop(t, p, "guest")
	p.Has("Zoë", "! two letters, like GB or JP")
	p.Press("backspace", "backspace", "backspace").Type("gb").Press("ctrl+s")
	onTop(t, p, "book")
}

func TestGuestGoesOnByEnterAlone(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	p := startOn(f, screens.NewGuest(f.deps, draft))
	for range 14 {
		onTop(t, p, "guest")
		p.Press("enter")
	}
	onTop(t, p, "guest")
	p.Press("enter")
	onTop(t, p, "book")
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
