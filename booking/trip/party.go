package trip

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bellhop/booking/wording"
)

// A Share is the part of a party that one room takes.
type Share struct{ Adults, Children int }

// Guests counts the adults and the children of the share.
func (s Share) Guests() int { return s.Adults + s.Children }

// Words returns "2 adults" or "2 adults + 1 child".
func (s Share) Words() string {
	return strings.ReplaceAll(PartyWords(s.Adults, s.Children), ", ", " + ")
}

// Division divides the party over the rooms as evenly as it goes (WIRE 3a), the largest share first: 3 adults and 2
// children in 2 rooms are 2+1 and 1+1. The adults are divided first, because no room is without one; then each child
// goes to a room with the fewest guests. A party with fewer adults than rooms, which Problems refuses, gets a share for
// each adult only.
func (t Trip) Division() []Share {
	shares := make([]Share, max(1, min(t.Rooms, t.Adults)))
	for i := range t.Adults {
		shares[i%len(shares)].Adults++
	}
	for range t.Children {
		at := 0
		for i, s := range shares {
			if s.Guests() < shares[at].Guests() {
				at = i
			}
		}
		shares[at].Children++
	}
	slices.SortStableFunc(shares, func(a, b Share) int {
		return cmp.Or(cmp.Compare(b.Guests(), a.Guests()), cmp.Compare(b.Adults, a.Adults))
	})
	return shares
}

// Largest returns the share for which a room is searched and verified (WIRE 3a): the one with the most guests, because
// a room must hold them, and among those the one with the most adults, because hotels charge more for an adult than for
// a child.
func (t Trip) Largest() Share { return t.Division()[0] }

// listedRooms is how many rooms are listed one by one; more are counted by their share.
const listedRooms = 3

// DivisionWords tells how the party is divided over the rooms: "2 rooms: 2 adults + 1 child, 1 adult + 1 child; priced
// for the largest". It is empty for one room.
func (t Trip) DivisionWords() string {
	if t.Rooms < 2 {
		return ""
	}
	rooms, shares := wording.Plural(t.Rooms, "room"), t.Division()
	if len(shares) < t.Rooms {
		return rooms + " for " + PartyWords(t.Adults, t.Children)
	}
	if shares[0] == shares[len(shares)-1] {
		return rooms + ": " + shares[0].Words() + " each"
	}
	var parts []string
	for i, n := 0, 0; i < len(shares); i += n {
		for n = 1; len(shares) > listedRooms && i+n < len(shares) && shares[i+n] == shares[i]; {
			n++
		}
		words := shares[i].Words()
		if len(shares) > listedRooms {
			words = fmt.Sprintf("%d with %s", n, words)
		}
		parts = append(parts, words)
	}
	return rooms + ": " + strings.Join(parts, ", ") + "; priced for the largest"
}
