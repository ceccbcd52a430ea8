package service

import (
	"context"
	"maps"
	"slices"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// rates is what the hotels sell, and at which price. Every price and all terms
// come from here.
type rates struct {
	world    *world.World
	policies Policies
}

// searched lists what a search says that a hotel offers.
func (r rates) searched(hotel int, stay world.Stay, now time.Time) []world.RoomOffer {
	offers := r.world.Offers(hotel, stay, now)
	if life := r.policies(hotel, "", stay).OfferLife; life > 0 {
		for _, o := range offers {
			for i := range o.Rates {
				o.Rates[i].Expires = now.UTC().Truncate(time.Second).Add(life)
			}
		}
	}
	return offers
}

// agreed is the rate as verification, creation and modification know it; false
// when it cannot be had.
func (r rates) agreed(hotel int, code string, stay world.Stay, now time.Time) (world.Room, world.Rate, bool) {
	policy := r.policies(hotel, code, stay)
	if policy.Withdrawn {
		return world.Room{}, world.Rate{}, false
	}
	room, rate, ok := r.world.RateWith(policy.RateChange, hotel, code, stay, now)
	if policy.OfferLife > 0 {
		rate.Expires = now.UTC().Truncate(time.Second).Add(policy.OfferLife)
	}
	return room, rate, ok
}

// Quote is what a rate costs, for all the rooms of a reservation.
type Quote struct {
	Hotel    int
	Property world.Property
	Room     world.Room
	Rate     world.Rate
	Stay     world.Stay
	Rooms    int
}

// Price is what all the rooms cost.
func (q Quote) Price() world.Money { return q.Rate.Price.Total.Times(q.Rooms) }

func (q Quote) booked() bookedRate {
	price := q.Rate.Price
	return bookedRate{
		BookingCode: q.Rate.BookingCode, ChannelCode: q.Rate.ChannelCode, Rooms: q.Rooms,
		Price: bookedPrice{
			TotalPrice: q.Price(), BasePrice: price.Base.Times(q.Rooms), TotalTaxes: price.Taxes.Times(q.Rooms),
			CurrencyCode: price.Total.Currency,
		},
		Terms: wireTerms(q.Rate.Terms, q.Rooms),
	}
}

// quotes lists the prices at which a party can be booked in so many rooms, each of one room times the rooms. WIRE 3a
// prices the largest share, which comes last; taken as well is what a partner who divides otherwise has verified: the
// whole party, or as many adults and as many children as any room can have. A party whose largest share is too large
// for a room gets none.
func (r rates) quotes(hotel int, code string, stay world.Stay, rooms int, now time.Time) []Quote {
	var list []Quote
	most := stay
	most.Adults, most.Children = (stay.Adults+rooms-1)/rooms, (stay.Children+rooms-1)/rooms
	for _, one := range slices.Compact([]world.Stay{stay, most, LargestShare(stay, rooms)}) {
		room, rate, ok := r.agreed(hotel, code, one, now)
		if ok {
			list = append(list, Quote{hotel, r.world.Property(hotel), room, rate, stay, rooms})
		}
	}
	return list
}

// LargestShare returns the stay of the fullest of the rooms that a party is divided over as evenly as it goes (WIRE 3a):
// each room has an adult as long as there are enough, and each child joins the fewest guests. Of rooms that are equally
// full the one with the most adults counts.
func LargestShare(stay world.Stay, rooms int) world.Stay {
	rooms = max(1, min(rooms, stay.Adults))
	guests := (stay.Guests() + rooms - 1) / rooms
	stay.Adults = (stay.Adults + rooms - 1) / rooms
	stay.Children = guests - stay.Adults
	return stay
}

// allotment limits what can be sold of a kind of room from in until before out.
func (r rates) allotment(hotel, room int, in, out world.Day) store.Allotment {
	list := make(store.Allotment, 0, out-in)
	for night := in; night < out; night++ {
		list = append(list, r.world.Allotment(hotel, room, night))
	}
	return list
}

// stock is what is left of the hotels' rooms.
type stock struct {
	world *world.World
	store store.Store
}

// sold returns what is sold of the rooms of hotels on the nights of a stay.
func (s stock) sold(ctx context.Context, hotels []int, stay world.Stay) (map[store.Night]int, error) {
	return s.store.Sold(ctx, store.Ranges(lists.Map(hotels, s.world.Key)), int32(stay.In), int32(stay.Out))
}

// free reports whether a hotel offers a kind of room for a stay.
func (s stock) free(ctx context.Context, hotel, room int, stay world.Stay) (bool, error) {
	sold, err := s.sold(ctx, []int{hotel}, stay)
	return err == nil && s.offers(sold, hotel, room, stay), err
}

// offers reports whether enough rooms of a kind are left on every night.
func (s stock) offers(sold map[store.Night]int, hotel, room int, stay world.Stay) bool {
	key, least := s.world.Key(hotel), s.world.LeastRooms(hotel)
	for night := stay.In; night < stay.Out; night++ {
		if s.world.Allotment(hotel, room, night)-sold[store.Night{Hotel: key, Night: int32(night), Room: room}] < least {
			return false
		}
	}
	return true
}

// available keeps the hotels that sell a room for the stay.
func (s stock) available(ctx context.Context, hotels []int, stay world.Stay, now time.Time) ([]int, error) {
	var open []int
	keys := map[int64]int{} // to indexes
	for _, index := range hotels {
		if s.world.Sells(index, stay, now) {
			open = append(open, index)
			keys[s.world.Key(index)] = index
		}
	}
	gone := map[int][]int{} // of hotels, the rooms that are sold out on a night
	err := s.store.EachSold(ctx, store.Ranges(slices.Collect(maps.Keys(keys))), int32(stay.In), int32(stay.Out), func(n store.Night, sold int) {
		index, asked := keys[n.Hotel]
		if asked && s.world.Allotment(index, n.Room, world.Day(n.Night))-sold < s.world.LeastRooms(index) {
			gone[index] = append(gone[index], n.Room)
		}
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(open, func(index int) bool {
		rooms, some := gone[index]
		return some && !s.world.Sells(index, stay, now, rooms...)
	}), nil
}
