package booking_test

import (
	"errors"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
)

// 3 adults and 2 children in 2 rooms need rooms for three, not for five: they are searched and verified for 2+1, booked as
// the whole party, and moved to other dates by the same rule (WIRE 3a).
func TestAPartyIsDividedOverItsRooms(t *testing.T) {
	desk := newDesk(t)
	stay := tripTo(trip.CodeDestination("LON"))
	stay.Adults, stay.Children = 3, 2
	inOne, err := desk.Hotels(t.Context(), stay)
	if err != nil {
		t.Fatal(err)
	}
	stay.Rooms = 2
	list, err := desk.Hotels(t.Context(), stay)
	if err != nil {
		t.Fatal(err)
	}
	if inOne.Total >= list.Total {
		t.Errorf("%d hotels take the party in one room, %d in two", inOne.Total, list.Total)
	}
	roomRate, hotel := refundable(list)
	if roomRate == nil {
		t.Fatal("no refundable rate")
	}
	for _, r := range booking.RoomRates(hotel) {
		if most := r.Room.MaxOccupancy; most < 3 {
			t.Errorf("a room for %d is offered for 2+1", most)
		}
	}
	draft, err := desk.Verify(t.Context(), booking.Draft{Trip: stay, Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range draft.Changes {
		t.Errorf("verified otherwise: %+v", change)
	}
	draft.Guest, draft.Token = zoe, api.NewSecret("card_good")
	made, err := desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	r := made.Reservation
	if c, err := r.Rate.Total.Cmp(roomRate.Rate.Price.Total.Times(2)); r.Adults != 3 || r.Children != 2 || r.Rate.Rooms != 2 || c != 0 || err != nil {
		t.Errorf("booked for %d+%d in %d rooms at %s", r.Adults, r.Children, r.Rate.Rooms, r.Rate.Total)
	}
	change, err := desk.PriceDates(t.Context(), r, stay.CheckIn.AddDays(1), stay.CheckOut.AddDays(1))
	if err != nil || !change.Possible() {
		t.Fatalf("the dates cannot be changed: %v", err)
	}
	moved, err := desk.ChangeDates(t.Context(), change)
	if err != nil {
		t.Fatal(err)
	}
	for _, deviation := range append(made.Deviations, moved.Deviations...) {
		t.Errorf("stored otherwise: %+v", deviation)
	}
}

// A room's limit is held by the share that is verified for it, not by the whole party.
func TestOccupancyIsOfOneRoom(t *testing.T) {
	desk := newDesk(t)
	draft := firstDraft(t, desk, 1)
	most := draft.Verified.MaxOccupancy
	draft.Trip.Adults, draft.Trip.Rooms = 2*most, 2
	if _, err := desk.Verify(t.Context(), draft); err != nil {
		t.Errorf("%d guests in two rooms for %d: %v", 2*most, most, err)
	}
	draft.Trip.Rooms = 1
	if _, err := desk.Verify(t.Context(), draft); !booking.RateGone(err) {
		t.Errorf("%d guests in one room for %d: %v", 2*most, most, err)
	}
}

// The hotel of the last-room scenario has one room of each kind. Three rooms are verified and then refused, and so are two;
// each refusal names the rooms that may still be available.
func TestBook_SeveralRoomsRefused(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	stay := tripTo(trip.CodeDestination("XSC"))
	groups, err := o.desk.Directory.Destinations(t.Context(), "Scenario: last room")
	if err != nil || len(groups) == 0 {
		t.Fatalf("the scenario is not found: %v", err)
	}
	stay.Destination, stay.Adults, stay.Rooms = groups[0].Items[0].Destination, 5, 3
	list, err := o.desk.Hotels(t.Context(), stay)
	if err != nil {
		t.Fatal(err)
	}
	roomRate, hotel := refundable(list)
	if roomRate == nil {
		t.Fatal("no refundable rate")
	}
	draft, err := o.desk.Verify(t.Context(), booking.Draft{Trip: stay, Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate})
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Join(draft.RoomsUnbooked(), "; "); !strings.HasSuffix(lines, "only booking confirms all 3 rooms") {
		t.Errorf("the rooms are shown as %q", lines)
	}
	draft.Guest = zoe
	for _, want := range []string{"2 rooms for 4 adults", "1 room for 2 adults"} {
		draft.Token = api.NewSecret("card_good")
		_, err = o.desk.Book(t.Context(), draft)
		var refused *booking.RoomsError
		if !errors.As(err, &refused) || refused.Words() != want || !strings.Contains(booking.Explain(err).Hint, want+" may still be available") {
			t.Fatalf("got %v, want %q", err, want)
		}
		again, err := o.desk.RecheckFewer(t.Context(), refused)
		if err != nil || again.Draft.Verified == nil || len(again.Draft.Changes) < 2 || again.Draft.Changes[0].What != "rooms" || again.Draft.Token.Reveal() != "" {
			t.Fatalf("verified again: %+v, %v", again.Draft.Changes, err)
		}
		draft = again.Draft
		draft.Attempt = ""
	}
	draft.Token = api.NewSecret("card_good")
	made, err := o.desk.Book(t.Context(), draft)
	if err != nil || made.Reservation.Rate.Rooms != 1 || made.Reservation.Adults != 2 {
		t.Errorf("the last room: %+v, %v", made.Reservation.Rate, err)
	}
}
