package draftfile

import (
	"context"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
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

// Open searches the hotel again, verifies the rate, and compares it with what was agreed to.
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
	if draft.Verified == nil {
		return Opened{Draft: draft, Gone: true, Nearest: restored.Nearest}, nil
	}
	changes := terms.CompareMoney(nil, "total", f.Agreed.Total.money(), draft.Charge())
	changes = terms.CompareFees(changes, f.Agreed.bill(), agreedOf(draft).bill())
	changes = append(changes, terms.Since(f.VerifiedAt, f.Agreed.terms().In(draft.Zone), draft.VerifiedAt, draft.AllRooms())...)
	changes = append(changes, draft.StayChanges()...)
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
