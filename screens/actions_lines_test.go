package screens_test

import (
	"os"
	"path/filepath"
	"testing"

	"bellhop/booking/lines"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// storing gives the fixture a file of stored lines, and one of recent ones.
func storing(t *testing.T, f *fixture, stored string, recent ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(path, []byte(stored), 0o600); err != nil {
		t.Fatal(err)
	}
	f.deps.Stored, f.deps.Recent = lines.NewStoredFile(path), lines.NewRecent(filepath.Join(t.TempDir(), "recent"))
	for _, line := range recent {
		if err := f.deps.Recent.Add(line); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// A stored line asks for its placeholders and opens the search with what they make of it, from wherever.
func TestPaletteOpensAStoredLine(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	storing(t, f, "weekend in ${city} = ${city} weekend ${nights} ref\nold = LHR 12dec 1n\n", "LGW 24dec 2n", "Zürich 19dec")
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Press("ctrl+k").Type("stored lines").Has("weekend in ${city}: ${city} weekend ${nights} ref", "old: LHR 12dec 1n", "store this line")
	f.goldens("palette_lines")
	p.Resize(120, 40).Press("ctrl+u").Type("weekend").Press("enter").Has("city *", "nights *")
	f.goldens("palette_asks")
	p.Resize(120, 40).Type("LON").Press("enter").Type("2n").Press("enter")
	onTop(t, p, "search")
	p.Has("destination   LON weekend 2n ref", "free to cancel").Press("enter")
	onTop(t, p, "hotels")
	// A line of late is found like any action, its accents folded.
	p.Press("ctrl+k").Type("zurich").Has("recent lines   Zürich 19dec").Press("enter")
	onTop(t, p, "search")
	p.Has("destination   Zürich 19dec")
}

// After a booking its line can be stored, and the others are there.
func TestPaletteOfAReceiptHasTheLines(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	storing(t, f, "old = LHR 12dec 1n\n", "Zürich 19dec")
	p := f.start(receiptOf(t, f)).Press("ctrl+k").Type("store this").Press("enter")
	p.Type("again").Press("enter", "enter").Has("stored; ctrl+k finds again")
	p.Press("ctrl+k").Type("zurich").Has("recent lines   Zürich 19dec").Press("ctrl+u").Type("again").Press("enter")
	onTop(t, p, "search")
}

// The line of the search is stored under a name, with a word of it made a placeholder, and found at once.
func TestPaletteStoresALine(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := storing(t, f, "")
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+k").Type("store this").Press("enter")
	p.Has(`"store this line" does nothing now: the search has none yet.`).Press("esc")
	p.Type("LON 19dec 2n ref").Press("ctrl+k").Type("store this").Press("enter").Has("line *", "LON 19dec 2n ref")
	p.Type("two in ${city}").Press("enter", "home", "delete", "delete", "delete").Type("${city}").Press("enter").Has("stored; ctrl+k finds two in ${city}")
	text, err := os.ReadFile(path)
	if kept, bad := lines.ReadStored(string(text)); err != nil || bad != nil || len(kept) != 1 || kept[0].Text != "${city} 19dec 2n ref" {
		t.Fatalf("%q, %v, %v", text, err, bad)
	}
	p.Press("ctrl+k").Type("two in").Press("enter").Type("LHR").Press("enter").Has("destination   LHR 19dec 2n ref")
	// What cannot be stored says why, and a file that somebody broke keeps its other lines.
	p.Press("ctrl+k").Type("store this").Press("enter").Type("a = b").Press("enter", "enter").Has("not stored: ")
	if err := os.WriteFile(path, []byte("nothing\ngood = LON fri\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.Press("ctrl+k").Type("stored line").Has("good: LON fri", "cannot be read", "line 1: it is not name = line")
	uitest.Sweep(t, p)
}
