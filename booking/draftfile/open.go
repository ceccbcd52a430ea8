package draftfile

import (
	"context"
	"fmt"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// An Opened is a draft at the price and the terms of now.
type Opened struct {
	Draft booking.Draft
	// Agreed is the total that was agreed to, for all rooms.
	Agreed api.Money
	// Changes are what is otherwise than was agreed to; none where nothing is.
	Changes []terms.Change
	// Gone says that the rate is not offered any more; Nearest are others at the hotel.
	Gone    bool
	Nearest []booking.RoomRate
}

// An OtherHotelError means that the hotel's name in a file does not fit its code: whoever read the file would expect another hotel
// than the one that is booked.
type OtherHotelError struct {
	ID    api.PropertyID
	Named string // by the file
	Is    string // by the service
}

func (e *OtherHotelError) Error() string {
	return fmt.Sprintf("the draft's hotel.name is %q, and the hotel %s is %q: correct hotel.chain and hotel.property, or the name, which may be left out", e.Named, e.ID, e.Is)
}

// sameName reports whether two names are equal but for case, accents and spaces, or one is empty.
func sameName(named, is string) bool {
	plain := func(name string) string { return strings.Join(strings.Fields(wording.Fold(name)), " ") }
	return named == "" || is == "" || plain(named) == plain(is)
}

// Open searches the hotel again, verifies the rate, and compares it with what was agreed to. The error may be an
// *OtherHotelError.
func Open(ctx context.Context, d *booking.Desk, f File) (Opened, error) {
	restored, err := d.Restore(ctx, booking.SavedDraft{
		Trip: f.Trip(), Hotel: booking.SavedHotel{ID: f.hotel().ID, Name: f.Hotel.Name},
		BookingCode: f.BookingCode, ChannelCode: f.ChannelCode, Room: f.Room,
		Guest: api.Guest(f.Guest), Loyalty: f.loyalty(), CustomData: f.customData(),
	}, nil)
	if err != nil {
		return Opened{}, err
	}
	draft := restored.Draft
	if !sameName(f.Hotel.Name, draft.Hotel.Name) {
		return Opened{}, &OtherHotelError{draft.Hotel.ID, f.Hotel.Name, draft.Hotel.Name}
	}
	if draft.Verified == nil {
		return Opened{Draft: draft, Gone: true, Nearest: restored.Nearest}, nil
	}
	changes := terms.CompareMoney(nil, "total", f.Agreed.Total.money(), draft.Charge())
	changes = terms.CompareFees(changes, f.Agreed.bill(), agreedOf(draft).bill())
	changes = append(changes, terms.Since(f.VerifiedAt, f.Agreed.terms().In(draft.Zone), draft.VerifiedAt, draft.AllRooms())...)
	changes = append(changes, draft.StayChanges()...)
	if is := (booking.RoomRate{Room: draft.Room, Rate: draft.Rate}).RoomName(); !sameName(f.Room, is) {
		changes = append(changes, terms.Change{What: "room", Before: f.Room, After: is, Verdict: terms.Unclear})
	}
	return Opened{Draft: draft, Agreed: f.Agreed.Total.money(), Changes: changes}, nil
}

// Preview returns the request that books the file as it stands, without a payment token; singleName is the profile's. The
// verification before sending may change it.
func (f File) Preview(simulate api.Simulation, singleName string) api.CreateRequest {
	return api.CreateRequest{
		CheckIn: f.CheckIn.Date, CheckOut: f.CheckOut.Date, Adults: f.Adults, Children: f.Children,
		Guest: booking.SentGuest(api.Guest(f.Guest), singleName), Hotel: api.HotelRef{ID: f.hotel().ID, Name: f.Hotel.Name},
		Payment: api.PaymentSource{Amount: f.Agreed.Total.money()},
		Rate: api.BookedRate{
			BookingCode: f.BookingCode, ChannelCode: f.ChannelCode, Rooms: f.Rooms,
			Total: f.Agreed.Total.money(), Base: f.Agreed.Base.money(), Taxes: f.Agreed.Taxes.money(), Terms: f.sends(),
		},
		CustomData: f.customData(), Loyalty: f.loyalty(), Simulate: simulate,
	}
}

func (f File) loyalty() *api.Loyalty {
	if f.Loyalty == nil || f.Loyalty.Program == "" && f.Loyalty.MemberID == "" {
		return nil
	}
	return &api.Loyalty{Program: f.Loyalty.Program, MemberID: f.Loyalty.MemberID}
}

func (f File) customData() api.CustomData {
	var out api.CustomData
	for _, key := range sortedKeys(f.CustomData) {
		out = append(out, api.CustomField{Key: key, Text: f.CustomData[key]})
	}
	return out
}
