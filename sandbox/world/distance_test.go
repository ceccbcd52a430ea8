package world

import (
	"slices"
	"testing"
)

// Within is Nearest without a bound.
func (w *World) Within(at Point, km float64) []Near { return w.Nearest(at, km, "", w.Len()) }

// TestNearestIsTheBeginningOfAllThatLieAround checks the bound, which lets
// whole cities be left out, with looking at every hotel.
func TestNearestIsTheBeginningOfAllThatLieAround(t *testing.T) {
	for _, size := range []int{100, 6000} {
		w := build(t, size)
		for _, code := range []string{"LON", "LHR", "SUV", "XQS", "MUC"} {
			at, located := w.Locate(code)
			if !located {
				t.Fatalf("%s is not located", code)
			}
			for _, km := range []float64{0, 30, 1000} {
				all := w.Within(at, km)
				for _, chain := range []string{"", "LX"} {
					want := slices.DeleteFunc(slices.Clone(all), func(n Near) bool { return chain != "" && w.Property(n.Index).Chain != chain })
					for _, most := range []int{0, 1, 500, size} {
						if got := w.Nearest(at, km, chain, most); !slices.Equal(got, want[:min(most, len(want))]) {
							t.Errorf("%d hotels, %v km from %s, chain %q: the nearest %d are not the first of all %d", size, km, code, chain, most, len(want))
						}
					}
				}
			}
		}
	}
	if len(build(t, 100).Nearest(Point{}, 1000, "", -1)) != 0 {
		t.Error("fewer than no hotels were asked for, and some came")
	}
}

func TestNameAndDistanceAreThoseOfTheProperty(t *testing.T) {
	w := build(t, 2000)
	at, _ := w.Locate("LON")
	for i := range w.Len() {
		p := w.Property(i)
		if name, chain := w.Name(i); name != p.Name || chain != p.Chain {
			t.Errorf("hotel %d is %s of %s, the property %s of %s", i, name, chain, p.Name, p.Chain)
		}
		if km := w.Distance(i, at); km != distance(at, p.At) {
			t.Errorf("hotel %d is %v km away, the property %v", i, km, distance(at, p.At))
		}
	}
}
