package service

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// twoNights is a stay that most hotels sell.
func twoNights(now time.Time, adults, children int) world.Stay {
	in := world.DayAt(now) + 20
	return world.Stay{In: in, Out: in + 2, Adults: adults, Children: children}
}

// A policy gives every rate of a hotel the same life, in search and verification alike; without one the world's own holds.
func TestRates_OfferLife(t *testing.T) {
	t.Parallel()
	for _, life := range []time.Duration{0, 90 * time.Second} {
		f := open(t, func(o *Options) {
			o.Policies = func(int, string, world.Stay) Policy { return Policy{OfferLife: life} }
		})
		r, stay := f.service.hotels.rates, twoNights(f.now, 2, 0)
		now := f.now.Add(700 * time.Millisecond)
		rates := 0
		for hotel := range 20 {
			own := f.world.Offers(hotel, stay, now)
			for i, o := range r.searched(hotel, stay, now) {
				for k, rate := range o.Rates {
					rates++
					want := own[i].Rates[k].Expires
					if life > 0 {
						want = f.now.Add(life)
					}
					_, agreed, ok := r.agreed(hotel, rate.BookingCode, stay, now)
					if !rate.Expires.Equal(want) || !ok || !agreed.Expires.Equal(want) {
						t.Errorf("life %v: the search says %v, the verification %v, %v; want %v", life, rate.Expires, agreed.Expires, ok, want)
					}
				}
			}
		}
		if rates < 20 {
			t.Errorf("only %d rates were seen", rates)
		}
	}
}

func TestRates_Withdrawn(t *testing.T) {
	t.Parallel()
	withdrawn := ""
	f := open(t, func(o *Options) {
		o.Policies = func(_ int, code string, _ world.Stay) Policy { return Policy{Withdrawn: code == withdrawn} }
	})
	r, stay := f.service.hotels.rates, twoNights(f.now, 2, 0)
	offers := r.searched(0, stay, f.now)
	if len(offers) == 0 {
		t.Fatal("the first hotel sells nothing")
	}
	code := offers[0].Rates[0].BookingCode
	if _, _, ok := r.agreed(0, code, stay, f.now); !ok {
		t.Error("a rate that the search lists is not available")
	}
	withdrawn = code
	if _, _, ok := r.agreed(0, code, stay, f.now); ok {
		t.Error("a withdrawn rate is available")
	}
}

// Several rooms are sold at the price of the whole party, of as many adults and as many children as any room can have, and of
// the largest share; a party that no room holds has no price.
func TestQuotes_PartiesOfSeveralRooms(t *testing.T) {
	t.Parallel()
	f := open(t)
	r, stay := f.service.hotels.rates, twoNights(f.now, 3, 1)
	lengths := map[int]int{}
	for hotel := range 60 {
		for _, o := range r.searched(hotel, twoNights(f.now, 2, 0), f.now) {
			code := o.Rates[0].BookingCode
			var want []world.Rate
			for _, party := range [][2]int{{3, 1}, {2, 1}, {2, 0}} {
				if _, rate, ok := r.agreed(hotel, code, twoNights(f.now, party[0], party[1]), f.now); ok {
					want = append(want, rate)
				}
			}
			lengths[len(want)]++
			var got []world.Rate
			for _, q := range r.quotes(hotel, code, stay, 2, f.now) {
				got = append(got, q.Rate)
				if q.Hotel != hotel || q.Stay != stay || q.Rooms != 2 || q.Price() != q.Rate.Price.Total.Times(2) {
					t.Errorf("the quote is for hotel %d, %+v, %d rooms, %v", q.Hotel, q.Stay, q.Rooms, q.Price())
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("hotel %d, %s: %d prices, want %d", hotel, code, len(got), len(want))
			}
		}
	}
	if lengths[3] == 0 || lengths[1]+lengths[2] == 0 {
		t.Errorf("the rates by their number of prices: %v", lengths)
	}
}

// sales is a store with given sales, or with an error.
type sales struct {
	store.Store
	sold map[store.Night]int
	err  error
}

func (s sales) Sold(context.Context, []store.Hotels, int32, int32) (map[store.Night]int, error) {
	return s.sold, s.err
}

func (s sales) EachSold(_ context.Context, _ []store.Hotels, _, _ int32, each func(store.Night, int)) error {
	for night, rooms := range s.sold {
		each(night, rooms)
	}
	return s.err
}

// A kind of room is offered while the scarcest night has the rooms of a small party, and in the last-room scenario while one is
// left. An error of the store is returned, and is not mistaken for a full hotel.
func TestStock_TheLastRoom(t *testing.T) {
	t.Parallel()
	f := open(t)
	stay := twoNights(f.now, 2, 0)
	stay.Out = stay.In + 3
	last := 0
	for f.world.Scenario(last) != "last-room" {
		last++
	}
	for hotel, lefts := range map[int]map[int]bool{0: {5: true, 4: true, 3: false, 0: false}, last: {1: true, 0: false}} {
		for scarce := stay.In; scarce < stay.Out; scarce++ {
			night := store.Night{Hotel: f.world.Key(hotel), Night: int32(scarce)}
			all := f.world.Allotment(hotel, 0, scarce)
			for left, want := range lefts {
				s := stock{f.world, sales{sold: map[store.Night]int{night: all - left}}}
				if got, err := s.free(t.Context(), hotel, 0, stay); got != want || err != nil {
					t.Errorf("hotel %d, %d left on night %d: free is %v, %v", hotel, left, scarce-stay.In, got, err)
				}
			}
		}
	}
	gone := errors.New("the store is gone")
	s := stock{f.world, sales{err: gone}}
	if free, err := s.free(t.Context(), 0, 0, stay); free || !errors.Is(err, gone) {
		t.Errorf("without a store: free is %v, %v", free, err)
	}
	if hotels, err := s.available(t.Context(), []int{0}, stay, f.now); hotels != nil || !errors.Is(err, gone) {
		t.Errorf("without a store: available are %v, %v", hotels, err)
	}
}

// The ranges that the store reads include hotels that were not asked for. Their sales count for no other hotel.
func TestStock_SalesOfOtherHotels(t *testing.T) {
	t.Parallel()
	f := open(t)
	stay := twoNights(f.now, 2, 0)
	if !f.world.Sells(0, stay, f.now) {
		t.Fatal("the first hotel sells nothing")
	}
	rooms := func(hotel int) map[store.Night]int {
		sold := map[store.Night]int{}
		for night := stay.In; night < stay.Out; night++ {
			for room := range 20 {
				sold[store.Night{Hotel: f.world.Key(hotel), Night: int32(night), Room: room}] = 1000
			}
		}
		return sold
	}
	for sold, want := range map[int][]int{0: nil, 1: {0}} {
		s := stock{f.world, sales{sold: rooms(sold)}}
		got, err := s.available(t.Context(), []int{0}, stay, f.now)
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("hotel %d is sold out: hotel 0 of %v, %v; want %v", sold, got, err, want)
		}
	}
}
