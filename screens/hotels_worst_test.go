package screens_test

import (
	"testing"

	"bellhop/screens"
)

// One key orders by the worst case, and counts its days up and down; the list shows and opens the rate that is the best
// then.
func TestHotelsInTheOrderByTheWorstCase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.saver = 3
	p := f.start(screens.NewHotels(f.deps, londonTrip())).Resize(120, 40)
	p.Has("› Kingsway Court ", "150.01").HasNot("worst")
	p.Press(">").Has("by worst case 3 days before", "worst 3d", "cancelled 3 days before: nothing is lost", "Kingsway Court   ", "298.54")
	p.Press("<").Has("by worst case 2 days before", "worst 2d", "lost,").Press("<", "<").Has("by worst case on arrival")
	p.Press("<").Has("by worst case on arrival", "! The worst case goes up to the day of arrival")
	p.Press(">").Has("by worst case 1 day before").HasNot("goes up")
	p.Press("s").Has("by total").HasNot("worst").Press("s", "s", "s", "s", "s").Has("by worst case 1 day before")
	for range 40 {
		p.Press(">")
	}
	p.Has("! A stay cannot be cancelled earlier than today")
	p.Press("s", ">", "<").HasNot("earlier than today")
	for _, size := range [][2]int{{160, 50}, {80, 24}, {60, 20}} {
		p.Resize(size[0], size[1]).Has("by worst case", "› The Aldwych Lantern", "worst ")
	}
	f.service.hotels = 0
	p.Press("r", ">").Has("No hotels to put in order")
}

func TestGoldenHotelsByTheWorstCase(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.saver = 3
	f.start(screens.NewHotels(f.deps, londonTrip())).Press(">", "<", "<")
	f.goldens("hotels_worst")
}
