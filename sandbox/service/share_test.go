package service

import (
	"testing"

	"bellhop/sandbox/world"
)

func TestLargestShare(t *testing.T) {
	for _, c := range []struct{ adults, children, rooms, wantAdults, wantChildren int }{
		{3, 2, 1, 3, 2}, {3, 2, 2, 2, 1}, {3, 1, 2, 2, 0}, {3, 3, 2, 2, 1}, {2, 3, 2, 1, 2}, {4, 0, 3, 2, 0}, {1, 2, 3, 1, 2}, {99, 99, 99, 1, 1},
	} {
		got := LargestShare(world.Stay{Adults: c.adults, Children: c.children}, c.rooms)
		if got.Adults != c.wantAdults || got.Children != c.wantChildren {
			t.Errorf("%d+%d in %d rooms: %d+%d", c.adults, c.children, c.rooms, got.Adults, got.Children)
		}
	}
}
