package screens_test

import (
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// strip returns a list that looks at the days around, at a service where each day has its price.
func strip(t *testing.T) (*fixture, *uitest.Pump) {
	t.Helper()
	f := newFixture(t)
	f.deps.Looks, f.service.hotels = 6, 20
	f.service.daily = func(in api.Date) int { return 100 * in.Day }
	return f, f.start(hotelListOf(f.deps, londonTrip()))
}

func looks(f *fixture) (days []string) {
	for _, q := range f.service.searches {
		days = append(days, q.CheckIn.Format("2"))
	}
	f.service.searches = nil
	return days
}

// same reports whether a list holds these words.
func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// The days around are looked at, the nearest first, each once: going to one asks for what is not known yet.
func TestHotelsLookAtTheDaysAround(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	same(t, "the looks", looks(f), "19", "20", "18", "21", "17", "22", "16")
	p.Resize(120, 40).Has("Wed 16", "[Sat 19]", "Tue 22", "286.00↓", "cheapest by arrival", "of these 20 hotels · take Wed 16 · b").HasNot("checked")
	p.Press("]").Has("[Sun 20]", "286.99↓", "take Thu 17 · b")
	same(t, "after a day", looks(f), "20", "23")
	p.Press("[").Has("[Sat 19]", "286.00↓")
	same(t, "back", looks(f), "19")
	p.Press("b").Has("[Wed 16]", "Wed 16 Dec – Sat 19 Dec", "of these 20 hotels · take Sun 13 · b")
	p.Press("}").Has("4 nights", "of these 20 hotels")
}

// Beside the list the hotel under the cursor has its own price of each day, and asks for nothing more.
func TestHotelsShowTheDaysAroundOfOneHotel(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	looks(f)
	p.Resize(120, 40).Has("this hotel by arrival", "Wed 16 286.00↓ · ", "Tue 22 ")
	p.Press("down").Has("Wed 16 295.51↓ · ")
	same(t, "the searches", looks(f))
	p.Resize(80, 24).HasNot("this hotel by arrival")
}

// Where the window has no room for them, no day is looked at; the key says so.
func TestHotelsLookOnlyWhereItIsShown(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	p.Resize(60, 20).HasNot("by arrival")
	looks(f)
	p.Press("r").Press("]")
	same(t, "the searches", looks(f), "19", "20")
	p.Press("b").Has("in a taller window")
	p.Resize(80, 24).Has("[Sun 20]")
}

// A look that fails is the last one of its list, which stands as it is.
func TestHotelsStopLooking(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	f.service.searches = nil
	p.Hold().Press(")").Step()
	f.service.fail = &api.Error{Operation: "search hotels", Status: 429, Message: "slow down"}
	p.Release().Has("3 of 6 days checked, stopped", "20 of 20 hotels").HasNot("Too many requests")
	same(t, "the searches", looks(f), "22", "23")
}

// A list that is left asks for no other day, and goes on when it is come back to.
func TestHotelsStopLookingWhenTheyAreLeft(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	p.Hold().Press(")").Step()
	looks(f)
	p.Press("enter")
	p.Release()
	if n := len(looks(f)); n > 1 {
		t.Errorf("%d days were looked at after the list was left", n)
	}
	p.Press("esc").Has("[Tue 22]", "by arrival")
	if n := len(looks(f)); n == 0 {
		t.Error("no day is looked at when the list is there again")
	}
}

// The prices match the filter. Days are compared by the hotels read on all of them; until then a price that is only an upper
// bound is marked.
func TestHotels_CheapestDayOfTheSameHotels(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Looks, f.service.hotels, f.service.pageSize = 6, 63, 20
	f.service.daily = func(in api.Date) int { return 100 * in.Day }
	f.service.cheaper = func(i int) bool { return i == 62 } // No look reads it.
	p := f.start(&emptyScreen{next: hotelListOf(f.deps, londonTrip())}).Hold().Press("x").Step().Step().Step().Step()
	p.Step().Has("› Pelham & Rowe 11", "1 of 6 days checked", "≤").HasNot("↓").Release()
	p.Has("› Pelham & Rowe 11", "of these 20 of 63 hotels · take Wed 16 · b", "286.00↓", "289.00").HasNot("≤", "checked")
	p.Press("f", "down", "down", "down").Type("1").Press("enter").Has("none").HasNot("↓", "compared")
	p.Press("b").Has("No cheapest day: too few hotels were checked on every day.").Press("x").Has("286.00↓")
	f.service.pageSize = 4
	p = f.start(hotelListOf(f.deps, londonTrip())).Has("≤", "≤ or less").HasNot("↓", "compared")
	p.Press("b").Has("No cheapest day")
	p.Press("?").HasNot("cheapest day")
}

// The note names the cheapest day, even if there is no room to draw it.
func TestHotelsNameTheCheapestDayThatHasNoRoom(t *testing.T) {
	t.Parallel()
	_, p := strip(t)
	p.Resize(60, 24).Has("of these 20 hotels · take Wed 16 · b").HasNot("↓")
	p.Resize(80, 24).Has("286.00↓", "of these 20 hotels · take Wed 16 · b")
}

// A preference asks for no day, and the key says which.
func TestHotelsWithoutLooks(t *testing.T) {
	t.Parallel()
	f, _ := strip(t)
	f.deps.Looks = 0
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40).HasNot("by arrival")
	same(t, "the searches", looks(f)[7:], "19")
	p.Press("b").Has("! The days around are not looked at: looks is 0 in the config file")
}

func TestGoldenHotelsWithTheDaysAround(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	f.goldens("hotels_days")
	uitest.Golden(t, "hotels_days_60x24", p.Resize(60, 24).View())
}

// The days around fit wherever they are shown, and leave the table its rows. They are shown where nothing is free, too.
func TestHotelsWithTheDaysAroundFit(t *testing.T) {
	t.Parallel()
	f, p := strip(t)
	for _, hotels := range []int{20, 0} {
		f.service.hotels = hotels
		p.Press("r")
		for _, size := range [][2]int{{160, 50}, {120, 40}, {80, 24}, {80, 22}, {60, 40}, {60, 24}, {60, 20}} {
			p.Resize(size[0], size[1])
			for _, line := range strings.Split(p.View(), "\n") {
				if ui.Width(line) > size[0] {
					t.Errorf("at %v a line is too wide: %q", size, line)
				}
			}
			if p.Has("LON"); size[1] >= 24 {
				p.Has("[Sat 19]", "by arrival")
			}
			if hotels > 0 {
				p.Has("› The Aldwych Lantern", "The Strand Rooms ")
			}
		}
	}
}
