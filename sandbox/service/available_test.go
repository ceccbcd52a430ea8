package service

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// A search lists the hotels that still have a room to offer, as pricing them
// all would find, however much is sold and whatever it asks for.
func TestAvailableIsWhatHasARoom(t *testing.T) {
	t.Parallel()
	l := open(t)
	s, dice := l.service.hotels, rand.New(rand.NewPCG(7, 7))
	w := l.world
	first := world.DayAt(l.now) + 20
	var sales []store.New
	for range 6000 {
		hotel, room, in := dice.IntN(w.Len()), dice.IntN(4), first+world.Day(dice.Int32N(6))
		out := in + 1 + world.Day(dice.Int32N(3))
		sales = append(sales, store.New{
			Account: "acme", Status: store.Confirmed, Stay: storedStay(in, out, w.Location(hotel)),
			Hotel: w.Key(hotel), Room: room, Rooms: 4, Stock: s.rates.allotment(hotel, room, in, out),
			Document: func(int64) ([]byte, error) { return []byte("{}"), nil },
		})
	}
	if err := l.store.Fill(t.Context(), sales); err != nil {
		t.Fatal(err)
	}
	all := make([]int, w.Len())
	for i := range all {
		all[i] = i
	}
	lost := 0
	for _, stay := range []world.Stay{
		{In: first, Out: first + 1, Adults: 1},
		{In: first + 1, Out: first + 4, Adults: 2},
		{In: first + 2, Out: first + 4, Adults: 2, Children: 2},
		{In: first + 7, Out: first + 20, Adults: 2},
		{In: first + 40, Out: first + 42, Adults: 3},
	} {
		hotels := slices.Clone(all)
		dice.Shuffle(len(hotels), func(i, k int) { hotels[i], hotels[k] = hotels[k], hotels[i] })
		var want []int
		for _, hotel := range hotels {
			key := w.Key(hotel)
			sold, err := l.store.Sold(t.Context(), []store.Hotels{{From: key, Until: key}}, int32(stay.In), int32(stay.Out))
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case len(s.unsold(sold, hotel, stay, l.now)) > 0:
				want = append(want, hotel)
			case w.Sells(hotel, stay, l.now):
				lost++
			}
		}
		got, err := s.stock.available(t.Context(), hotels, stay, l.now)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v: %d hotels, %v; want %d", stay, len(got), err, len(want))
		}
	}
	if lost < 20 {
		t.Errorf("only %d hotels were sold out; the test shows little", lost)
	}
}

// The hotels of a token are those of its search, whatever was left out between.
func TestKeptHotels(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{0, 1, 63, 64, 65, 500, 2000} {
		candidates := dice.Perm(size)
		for _, share := range []int{0, 50, 100} {
			var hotels []int
			for _, index := range candidates {
				if dice.IntN(100) < share {
					hotels = append(hotels, index)
				}
			}
			found := foundHotels{candidates, hotels}
			if got := keeping(candidates, found.kept()); !slices.Equal(got, hotels) {
				t.Errorf("of %d candidates it keeps %d, want %d", size, len(got), len(hotels))
			}
		}
	}
}
