package booking

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A RoomRate is one rate of one room of a hotel.
type RoomRate struct {
	Room api.Room
	Rate api.Rate
}

// Terms returns the rate's terms as a search has them, for all rooms of a trip: its penalties are those of one room
// times the rooms. Deadlines are told by the clock of the hotel's zone; nil when that is not known.
func (r RoomRate) Terms(rooms int, zone *time.Location) terms.Terms {
	return terms.Of(r.Rate.Terms).For(r.Rate.Price.Total).In(zone).Times(max(rooms, 1))
}

// Price returns the rate's price for all rooms of a trip. Its nights stay those of one room.
func (r RoomRate) Price(rooms int) api.Price {
	p := r.Rate.Price
	p.Total, p.Base, p.Taxes, p.Fees = forRooms(p.Total, rooms), forRooms(p.Base, rooms), forRooms(p.Taxes, rooms), forRooms(p.Fees, rooms)
	return p
}

// Taxes returns how the rate's price includes taxes and fees.
func (r RoomRate) Taxes(rooms int) terms.TaxNote { return terms.TaxesOf(r.Price(rooms)) }

// Pays returns the price of the rate in every list: what the guest pays for all rooms, which is the total with the known
// fees at the hotel.
func (r RoomRate) Pays(rooms int) api.Money { return r.Taxes(rooms).Pays(r.Price(rooms).Total) }

// PaysWords returns Pays with what it includes, and for several rooms with the price of one.
func (r RoomRate) PaysWords(rooms int) string {
	one := r.Pays(1)
	if rooms < 2 || !one.Valid() {
		return r.Taxes(rooms).PaysWords(r.Price(rooms).Total)
	}
	return r.Taxes(rooms).After(r.Pays(rooms).String() + " for " + wording.Plural(rooms, "room") + ", " + one.String() + " each")
}

// RatesWords says how many rates a hotel has, and how many of them do not meet the filter.
func RatesWords(meet, all int) string {
	words := wording.Plural(all, "rate")
	if meet < all {
		words += ", " + wording.Count(all-meet) + " outside your filter"
	}
	return words
}

// Included names what the rate includes beside the room; it is never nil.
func (r RoomRate) Included() []string {
	names := make([]string, len(r.Rate.Perks))
	for i, perk := range r.Rate.Perks {
		names[i] = perk.Name
	}
	slices.Sort(names)
	return names
}

// forRooms returns an amount of one room for several; one that cannot be read stays as it was sent.
func forRooms(m api.Money, rooms int) api.Money {
	if rooms < 2 || !m.Valid() {
		return m
	}
	return m.Times(rooms)
}

// PenaltiesNote says that the penalties are for all rooms of a trip; empty for one room.
func PenaltiesNote(rooms int) string {
	if rooms < 2 {
		return ""
	}
	return "penalties are for " + allRooms(rooms)
}

// allRooms names the rooms of a trip with several: "both rooms", "all 3 rooms".
func allRooms(rooms int) string {
	if rooms == 2 {
		return "both rooms"
	}
	return "all " + wording.Plural(rooms, "room")
}

// RoomRates lists all rates of a hotel, room by room, in the service's order.
func RoomRates(hotel api.Hotel) []RoomRate {
	var out []RoomRate
	for _, room := range hotel.Rooms {
		for _, rate := range room.Rates {
			out = append(out, RoomRate{Room: room, Rate: rate})
		}
	}
	return out
}

func sameRate(a, b api.Rate) bool {
	return a.BookingCode == b.BookingCode && a.ChannelCode == b.ChannelCode
}

// findRoomRate returns the hotel's rate with these codes and its room; nil when it has none.
func findRoomRate(hotel api.Hotel, codes api.Rate) *RoomRate {
	for _, r := range RoomRates(hotel) {
		if sameRate(r.Rate, codes) {
			return &r
		}
	}
	return nil
}

// FindRate returns the index of the rate among others: that with its codes and its total, else that with its codes
// alone, as a later search may have it; -1 when there is none.
func FindRate(rates []RoomRate, rate api.Rate) int {
	at := -1
	for i, r := range rates {
		if !sameRate(r.Rate, rate) {
			continue
		}
		if order, err := r.Rate.Price.Total.Cmp(rate.Price.Total); err == nil && order == 0 {
			return i
		}
		if at < 0 {
			at = i
		}
	}
	return at
}

// RoomName returns the rate's name for its room, else the room's.
func (r RoomRate) RoomName() string {
	for _, name := range []string{r.Rate.RoomWithBeds, r.Room.NameWithBeds, r.Rate.RoomName, r.Room.Name} {
		if name != "" {
			return name
		}
	}
	return "room"
}

// Nearest returns up to most rates to replace one that is gone: those of the same room, then those of rooms that hold
// the trip's guests. In each group the rates whose price for all rooms, fees included, is closest to before come first,
// and those in another currency last.
func Nearest(hotel api.Hotel, room string, before api.Money, t trip.Trip, most int) []RoomRate {
	guests, rooms := t.Largest().Guests(), max(t.Rooms, 1)
	rates := slices.DeleteFunc(RoomRates(hotel), func(r RoomRate) bool {
		return r.Room.MaxOccupancy > 0 && r.Room.MaxOccupancy < guests
	})
	distance := func(r RoomRate) float64 {
		pays := r.Pays(rooms)
		if _, err := pays.Cmp(before); err != nil {
			return math.Inf(1)
		}
		return math.Abs(position(pays) - position(before))
	}
	slices.SortStableFunc(rates, func(a, b RoomRate) int {
		if same := (a.RoomName() == room); same != (b.RoomName() == room) {
			if same {
				return -1
			}
			return 1
		}
		return cmp.Compare(distance(a), distance(b))
	})
	return rates[:min(most, len(rates))]
}

// RateGone reports whether an error says, in the service's own words, that it does not have the rate any more.
func RateGone(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) {
		return false
	}
	return e.Type == api.TypeBooking || e.Type == api.TypeCreation || recovery.Missing(err) ||
		!e.Foreign && e.Status == http.StatusGone || e.Type == api.TypeValidation && onlyCode(e.Problems)
}

// onlyCode reports whether a service finds nothing wrong with a request but the code of its rate.
func onlyCode(problems []api.Problem) bool {
	return len(problems) > 0 && !slices.ContainsFunc(problems, func(p api.Problem) bool {
		return len(p.Field) != 1 || p.Field[0] != "booking_code"
	})
}

// Recheck verifies a draft's rate once more right before it is booked. One that is gone is searched for again
// at its hotel and verified as it is offered now; else the result has Nearest and no Verified. Refused says
// that the service has refused to book the rate although it could be verified.
func (d *Desk) Recheck(ctx context.Context, draft Draft, refused bool) (RestoredDraft, error) {
	if !refused {
		verified, err := d.Verify(ctx, draft)
		if err == nil || !RateGone(err) {
			return RestoredDraft{Draft: verified}, err
		}
	}
	was, withdrawn := RoomRate{Room: draft.Room, Rate: draft.Rate}, draft.Rate
	draft.Verified, draft.Changes = nil, nil
	hotel, there, err := d.HotelAgain(ctx, draft.Trip, draft.Hotel)
	if err != nil || !there {
		return RestoredDraft{Draft: draft}, err
	}
	draft.Hotel = hotel
	if found := findRoomRate(hotel, withdrawn); found != nil && !refused {
		again := draft
		again.Room, again.Rate = found.Room, found.Rate
		verified, err := d.Verify(ctx, again)
		if err == nil || !RateGone(err) {
			return RestoredDraft{Draft: verified}, err
		}
	}
	nearest := slices.DeleteFunc(Nearest(hotel, was.RoomName(), was.Pays(max(draft.Trip.Rooms, 1)), draft.Trip, nearestRates+1), func(r RoomRate) bool {
		return sameRate(r.Rate, withdrawn)
	})
	return RestoredDraft{Draft: draft, Nearest: nearest[:min(nearestRates, len(nearest))]}, nil
}

// errTooFar means that a hotel was not among those around it that were read, and may still be there.
var errTooFar = errors.New("the service does not search by the codes of hotels, and there are too many around this one to find it among them")

// HotelAgain searches one hotel of a trip anew; false when it has no rates for the stay any more. Where the service does not
// search by codes, it may be on any page of what is around it.
func (d *Desk) HotelAgain(ctx context.Context, search trip.Trip, hotel api.Hotel) (api.Hotel, bool, error) {
	search.Destination = trip.HotelDestination(hotel)
	for list, err := d.Hotels(ctx, search); ; list, err = d.MoreHotels(ctx, list) {
		if err != nil {
			return api.Hotel{}, false, err
		}
		for i := range list.Items {
			if list.Items[i].ID == hotel.ID {
				again := list.Items[i].Hotel()
				return again, len(RoomRates(again)) > 0, nil
			}
		}
		switch read := len(list.Items) + len(list.Away); {
		case list.Trip.Destination.Near == "" && list.IncompleteWords() == "", list.Whole():
			return api.Hotel{}, false, nil
		case !list.More(), read >= HotelsUnasked:
			return api.Hotel{}, false, errTooFar
		}
	}
}
