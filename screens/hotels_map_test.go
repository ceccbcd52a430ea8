package screens_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/ui/uitest"
)

func mapped(t *testing.T) (*fixture, *uitest.Pump) {
	t.Helper()
	f := newFixture(t)
	return f, f.start(hotelListOf(f.deps, londonTrip())).Press("m")
}

func TestHotelsOnAMap(t *testing.T) {
	t.Parallel()
	f, p := mapped(t)
	p.Press("down")
	f.allGoldens("hotels_map")
	p.Resize(160, 50)
	uitest.Golden(t, "hotels_map_160x50", p.View())
	p.Press("m")
	f.allGoldens("hotels_map_words")
	p.Press("m").HasNot("rings", "in words").Has("Wi-Fi")
}

// The cursor of the list is that of the map, which goes where the cursor goes.
func TestTheMapMovesWithTheList(t *testing.T) {
	t.Parallel()
	_, p := mapped(t)
	p.Resize(80, 24)
	for range 3 {
		p.Press("down").Has("[")
	}
	p.Press("z", "z", "z", "z", "z").Has("[4]")
	for range 20 {
		p.Press("down")
		if !strings.Contains(p.View(), "[") {
			t.Fatalf("the hotel under the cursor is out of sight:\n%s", p.View())
		}
	}
	p.Press("shift+left", "shift+left", "shift+left").Has("outside").HasNot("[24]")
	p.Press("down").Has("[25]")
}

func TestTheMapSaysHowFarItGoes(t *testing.T) {
	t.Parallel()
	_, p := mapped(t)
	p.Resize(120, 40)
	for range 20 {
		p.Press("z")
	}
	p.Has("as near as it goes")
	for range 30 {
		p.Press("Z")
	}
	p.Has("All hotels are in sight").HasNot("outside")
}

// Where the search has no point of its own the map has the middle of its hotels; those without a place are counted.
func TestTheMapOfAnAreaAndOfNowhere(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.lost = func(i int) bool { return i == 2 }
	search := londonTrip()
	search.Destination = trip.PropertyDestination(api.Property{ID: fakeID(0), Name: "The Aldwych Lantern"})
	p := f.start(hotelListOf(f.deps, search)).Press("m").Resize(120, 40)
	p.Has("+ the middle", "without a place", "of the middle")
	f.service.lost = func(int) bool { return true }
	p.Press("r").Has("does not say where").Press("m").Has("its place is not known")
}

// A filter that leaves nothing, and one that changes the list, leave the map as it was.
func TestTheMapStaysWhileTheListChanges(t *testing.T) {
	t.Parallel()
	_, p := mapped(t)
	p.Resize(80, 24).Press("/").Type("no such hotel").Press("enter").Has("No hotels match").HasNot("rings")
	p.Press("esc").Has("rings").Press("]").Has("rings")
}

// Esc closes the map, in either form, and leaves the list with the next; enter is for the list at once, also where a slow
// line brings both together.
func TestEscClosesTheMap(t *testing.T) {
	t.Parallel()
	_, p := mapped(t)
	list := p.Top()
	for range 2 {
		if p.Press("esc").HasNot("rings", "in words"); p.Top() != list {
			t.Fatal("esc has left the list together with the map")
		}
		p.Press("m", "m").Has("in words")
	}
	if p.Send(tea.KeyMsg{Type: tea.KeyEnter, Alt: true}); p.Top().Title() != "rates" {
		t.Errorf("esc and enter that come together lead to %s", p.Top().Title())
	}
	p.Press("esc", "esc").Has("ctrl+c quits") // It is the first screen here.
}
