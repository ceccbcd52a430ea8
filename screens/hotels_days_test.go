package screens_test

import (
	"testing"

	"bellhop/api"
)

// Nights are changed by a key each, from one night to the most; what prices differ by from the search before stands
// beside them, and stays there until days or nights are changed again.
func TestHotelsOfOtherNightsAndWhatTheyDiffer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40)
	p.HasNot("+/-").Press("}").Has("Sat 19 Dec – Wed 23 Dec 2026 · 4 nights", "+/- to 19–22 Dec", "› The Aldwych Lantern", "+90.00")
	p.Press("f", "right", "enter").Has("+90.00", "+/- to 19–22 Dec").Press("x", "r").Has("+/- to 19–22 Dec", "+90.00")
	p.Press("{").Has("3 nights", "+/- to 19–23 Dec", "-90.00").Press("]").Has("+/- to 19–22 Dec", "same").HasNot("-90.00")
	p.Press("{", "{").Has("1 night ·").Press("{").Has("! One night is the least", "1 night ·")
	for _, size := range [][2]int{{160, 50}, {80, 24}, {60, 20}} {
		p.Resize(size[0], size[1]).Has("› The Aldwych Lantern", "90.00")
	}
}

// A search that fails leaves the differences as they are.
func TestHotelsKeepWhatPricesDiffer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40).Press("}").Has("+90.00")
	f.service.fail = &api.Error{Operation: "search hotels", Message: "no route to host"}
	p.Press("}").Has("+/- to 19–22 Dec", "+90.00", "4 nights")
}

// One key tells all distances in the other unit; the radius keeps the one it was asked in.
func TestHotelsInMilesAndKilometres(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Miles = true
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40)
	p.Has("mi from LON centre", " mi ").Press("o").Has("km from LON centre", " km ").HasNot("mi from")
	p = f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40)
	p.Has("km from LON centre").Press("o").Has("mi from LON centre")
}
