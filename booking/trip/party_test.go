package trip

import (
	"testing"
	"time"

	"bellhop/api"
)

func party(adults, children, rooms int) Trip {
	return Trip{
		Destination: Destination{Kind: KindCode, Name: "LON", Code: "LON"}, Adults: adults, Children: children, Rooms: rooms,
		CheckIn: api.NewDate(2026, time.December, 12), CheckOut: api.NewDate(2026, time.December, 15),
	}
}

func TestDivisionWords(t *testing.T) {
	for words, search := range map[string]Trip{
		"": party(3, 2, 1),
		"2 rooms: 2 adults + 1 child, 1 adult + 1 child; priced for the largest":    party(3, 2, 2),
		"2 rooms: 2 adults, 1 adult + 1 child; priced for the largest":              party(3, 1, 2),
		"2 rooms: 2 adults + 1 child, 1 adult + 2 children; priced for the largest": party(3, 3, 2),
		"2 rooms: 1 adult + 2 children, 1 adult + 1 child; priced for the largest":  party(2, 3, 2),
		"2 rooms: 2 adults each": party(4, 0, 2),
		"3 rooms: 2 adults, 1 adult, 1 adult; priced for the largest":                          party(4, 0, 3),
		"5 rooms: 2 with 2 adults, 3 with 1 adult; priced for the largest":                     party(7, 0, 5),
		"4 rooms: 1 with 2 adults + 1 child, 3 with 1 adult + 1 child; priced for the largest": party(5, 4, 4),
		"3 rooms for 1 adult, 2 children":                                                      party(1, 2, 3),
	} {
		if got := search.DivisionWords(); got != words {
			t.Errorf("%d+%d in %d: %q, want %q", search.Adults, search.Children, search.Rooms, got, words)
		}
	}
}

// Whatever the party: nobody is left out, no room is without an adult, and no room has two guests more than another
// unless its adults alone are more.
func TestDivisionOfEveryParty(t *testing.T) {
	for adults := 1; adults <= MaxGuests; adults++ {
		for children := 0; children <= MaxGuests; children++ {
			for rooms := 1; rooms <= adults; rooms++ {
				search := party(adults, children, rooms)
				shares, all := search.Division(), Share{}
				for _, s := range shares {
					all.Adults, all.Children = all.Adults+s.Adults, all.Children+s.Children
					if s.Adults < 1 || s.Adults > (adults+rooms-1)/rooms || s.Guests() > (adults+children+rooms-1)/rooms {
						t.Errorf("%d+%d in %d: %v", adults, children, rooms, shares)
					}
				}
				largest := Share{Adults: (adults + rooms - 1) / rooms}
				largest.Children = (adults+children+rooms-1)/rooms - largest.Adults
				if len(shares) != rooms || all != (Share{adults, children}) || search.Largest() != largest {
					t.Errorf("%d+%d in %d: %v, the largest %v, want %v", adults, children, rooms, shares, search.Largest(), largest)
				}
				if q := search.HotelQuery(); q.Adults != largest.Adults || q.Children != largest.Children {
					t.Errorf("%d+%d in %d: searched for %d+%d", adults, children, rooms, q.Adults, q.Children)
				}
			}
		}
	}
}

func TestARoomNeedsAnAdult(t *testing.T) {
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		search Trip
		want   string
	}{
		{party(2, 3, 2), ""},
		{party(2, 3, 3), "3 rooms, 2 adults: a room needs an adult"},
		{party(1, 0, 2), "2 rooms, 1 adult: a room needs an adult"},
		{party(9, 0, 10), "at most 9 rooms in one booking: make 2, the first for 5 (5r)"},
		{party(2, 0, 0), "1 to 9 rooms"},
	} {
		got := ""
		for _, p := range c.search.Problems(now) {
			got += p.Field + ": " + p.Message
		}
		if want := c.want; want != "" && got != FieldRooms+": "+want || want == "" && got != "" {
			t.Errorf("%d adults in %d rooms: %q", c.search.Adults, c.search.Rooms, got)
		}
	}
}
