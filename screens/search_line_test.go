package screens_test

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bellhop/booking/lines"
	"bellhop/screens"
)

// One line asks for all of it: its words are read below it as they are typed, the form shows them, and enter goes on to the
// list with the filter and the order in force.
func TestOneLineToThePricedList(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LON 19dec 3n 2a1c 5mi ref <400 by name")
	p.Has("LON → LON London", "19dec → Sat 19 Dec 2026", "3n → 3 nights", "2a1c → 2 adults, 1 child", "5mi → within 5 mi", "ref → free to cancel",
		"<400 → up to 400 for the stay · by name")
	p.Has("check-in      Sat 19 Dec 2026", "3 nights", "children   1", "‹ 5 mi ›"[4:8], "LON London within 5 mi · Sat 19 Dec – Tue 22 Dec 2026", "free to cancel · up to 400")
	f.allGoldens("search_line")
	p.Resize(120, 40).Press("enter")
	onTop(t, p, "hotels")
	p.Has("by name", "free to cancel · up to 400.00 GBP")
	if got := f.service.searches[0]; got.Code != "LON" || got.Children != 1 || got.Radius != 5 || got.CheckIn.String() != "2026-12-19" || got.CheckOut.String() != "2026-12-22" {
		t.Errorf("searched for %+v", got)
	}
	// What becomes of it on the list is the line when it is left.
	p.Press("]", "}", "s", "down", "enter", "x", "esc")
	onTop(t, p, "search")
	p.Has("destination   LON 20dec 4n 2a1c 5mi by service")
	p.Press("enter").Has("service order")
	onTop(t, p, "hotels")
}

// What is changed in the form is written into the line, and what is typed over the line is read into the form.
func TestTheLineAndTheFormShowEachOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LHR 19dec ref").Press("tab", "tab", "tab", "right").Has("adults ‹ 3 ›", "destination   LHR 19dec 2n 3a 10mi ref")
	p.Press("esc").Press("end").Type(" 2r").Has("rooms   2", "2r → 2 rooms")
	p.Press("ctrl+u").Type("par").Has("check-in      Sat 19 Dec 2026", "adults   3").HasNot("free to cancel")
}

// A word that is wrong is pointed at, stays, and one key explains such words.
func TestABadWordIsPointedAt(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LON 10/12 3n by prise")
	p.Has("! 10/12 is 10 Dec or 12 Oct", "f8 explains days", "\n                     ^^^^^\n")
	f.allGoldens("search_line_bad")
	for _, press := range []string{"enter", "ctrl+s"} {
		p.Resize(120, 40).Press(press)
		onTop(t, p, "search")
		p.Has("destination   LON 10/12 3n by prise")
	}
	p.Press("f8").Has("! 10/12 is 10 Dec", "days          12dec", "All words of a line", "refundable")
	p.Resize(120, 40).Press("esc")
	onTop(t, p, "search")
	// It stays when the form is changed, too.
	p.Press("tab", "tab", "tab", "right").Has("destination   LON 10/12 3n by prise", "adults ‹ 3 ›").Press("ctrl+s").Has("› destination   LON 10/12 3n by prise", "f8 explains")
	onTop(t, p, "search")
}

// A word that belongs to nothing hides no destination: the others are looked up without it, and searched once that is agreed.
func TestAWordTooManyIsNamed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lon 19dec nowhere 3n")
	p.Has("Nothing is called \"lon nowhere\": these are for \"lon\".", "f8 lists what else", "nowhere → not read", "London, England")
	f.allGoldens("search_line_extra")
	p.Resize(120, 40).Press("enter").Has("? Nothing is called \"lon nowhere\"", "Enter goes on without the rest", "London GB · Sat 19 Dec")
	onTop(t, p, "search")
	p.Press("enter")
	onTop(t, p, "hotels")
	p.Press("esc").Has("3n").HasNot("nowhere")
}

// Enter on a line without a destination asks for one, and on one without days goes to them, as ever.
func TestALineThatIsNotWhole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("19dec 2n").Press("enter").Has("where to? Add a city")
	onTop(t, p, "search")
	p.Press("down", "enter")
	onTop(t, p, "hotels")
	p.Has("London CA · Sat 19 Dec – Mon 21 Dec 2026")
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Type("london ref").Press("enter").Has("› check-in", "destination   London, England, United Kingdom ref\n", "2 adults · free to cancel")
	p.Type("19dec").Press("enter").Has("destination   London, England, United Kingdom 19dec 2n 2a ref")
}

// Places of one name ask, once; a destination that is known by the text is kept as it was typed.
func TestALineAsksWhichPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("london 19dec").Has("london → which of those below?").Press("enter").Has(`? "london" may be 2 places`)
	onTop(t, p, "search")
	f.goldens("search_which")
	p.Resize(120, 40).Press("down", "enter")
	onTop(t, p, "hotels")
	p.Has("London CA · Sat 19 Dec").Press("esc").Has("destination   London, Ontario, Canada 19dec 2n 2a")
	f.service.island = true
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Type("hono tonight").Has("hono → Honolulu US").Press("enter")
	onTop(t, p, "hotels")
	p.Has("Honolulu US · Fri 11 Dec").Press("esc").Has("destination   hono 11dec 2n 2a")
	p.Press("enter")
	onTop(t, p, "hotels")
}

// Up recalls what was searched, the newest first, down goes back to what was typed; nothing else is kept.
func TestLinesAreRecalled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Recent = lines.NewRecent(filepath.Join(t.TempDir(), "recent"))
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("up").Has("no search is kept yet")
	for _, line := range []string{"LON 19dec 3n", "LHR weekend ref", "LON 19dec 3n"} {
		p.Type(line).Press("enter")
		onTop(t, p, "hotels")
		p.Press("esc")
	}
	p.Type("LG").Press("up").Has("destination   LON 19dec 3n").Press("up").Has("destination   LHR weekend ref", "free to cancel").Press("up").Has("destination   LHR weekend ref", "the oldest")
	p.Press("down").Has("destination   LON 19dec 3n").Press("down").Has("destination   LG ")
	if kept, err := f.deps.Recent.Lines(); !slices.Equal(kept, []string{"LON 19dec 3n", "LHR weekend ref"}) || err != nil {
		t.Errorf("kept: %q, %v", kept, err)
	}
	// A search by the form is kept as the line that it is.
	p.Press("ctrl+u").Type("LGW").Press("enter").Type("24dec").Press("ctrl+s")
	onTop(t, p, "hotels")
	if kept, _ := f.deps.Recent.Lines(); kept[0] != "LGW 24dec 3n 2a 10mi" {
		t.Errorf("kept: %q", kept)
	}
}

// A line that is handed over opens wherever a destination can be typed.
func TestAPastedHandOverOpens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	p := f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7")
	line := lineOn(t, p)
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Paste(" " + line + "\n")
	onTop(t, p, "guest")
	p.Has("Handed over").Press("esc", "esc")
	onTop(t, p, "search")
	f.start(screens.NewSearch(f.deps, emptyTrip())).Type(line).Press("enter").Has("Handed over")
}

// A palette opens the search with a line.
func TestSearchOpensWithALine(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearchLine(f.deps, "LHR 19dec <300gbp")).Has("destination   LHR 19dec <300gbp", "Sat 19 Dec", "up to 300").Press("enter")
	onTop(t, p, "hotels")
	p.Press("f", "down", "down", "down").Has("300.00 GBP").Press("enter", "esc").Has("<300gbp")
}

// A maximum in a currency that no hotel has leaves none, and says so.
func TestALineWithAnotherCurrency(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearchLine(f.deps, "LHR 19dec <300usd")).Press("enter").Has("No hotels match", "up to 300.00 USD")
	p.Press("f", "down", "down", "down").Type("9000").Has("up to 9,000.00 GBP")
}

// What an entry of another system asks and this service has not is named, on the list as well.
func TestWhatALineAsksInVainIsNamed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Recent = lines.NewRecent(filepath.Join(t.TempDir(), "recent"))
	p := f.start(screens.NewSearchLine(f.deps, "HOTLHR/19DEC-3NT2/R-CORP")).Has("read as an entry of Sabre", "Sat 19 Dec", "! ", "R-CORP")
	f.goldens("search_entry")
	p.Resize(120, 40).Press("enter")
	onTop(t, p, "hotels")
	p.Has("! ", "R-CORP")
	if kept, _ := f.deps.Recent.Lines(); len(kept) != 1 || kept[0] != "LHR 19dec 3n 2a 10mi" {
		t.Errorf("kept: %q", kept)
	}
}

// An order by distance needs a place to measure from.
func TestALineByDistanceWithoutAPlace(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.island = true
	f.start(screens.NewSearchLine(f.deps, "hono 19dec by distance")).Press("enter").Has("by total", "No distances are known here").Press("esc").HasNot("by distance")
}

// What was typed into the line is taken back word by word, an earlier line at once, and the whole line that a letter replaced.
func TestWhatWasTypedInTheLineIsTakenBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Has("› destination   LON 19dec")
	p.Type("rome 12dec").Has("› destination   rome 12dec").HasNot("LON 19dec")
	p.Press("ctrl+_").Has("› destination   rome").HasNot("12dec")
	p.Press("ctrl+_", "ctrl+_").Has("› destination   LON 19dec")
	p.Press("end").Type(" ref").Press("backspace", "backspace").Has("re").Press("ctrl+_").Has("free to cancel")
	p.Press("ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_").Has("› destination   LON 19dec")
}

// A whole line asks the same after another search as in a console that was just started.
func TestSearchLine_WholeMeansTheSame(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"LHR 19dec 2n", "LHR tonight", "LHR 19dec 2n 3a", "LHR 19dec 2n 3mi", "HALON19DEC-21DEC"} {
		f := newFixture(t)
		onTop(t, f.start(screens.NewSearch(f.deps, emptyTrip())).Type(line).Press("enter"), "hotels")
		want := f.service.searches[len(f.service.searches)-1]
		f = newFixture(t)
		p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LON 26dec 4n 4a1c 2r 5km").Press("enter")
		onTop(t, p, "hotels")
		onTop(t, p.Press("ctrl+n", "ctrl+u").Type(line).Press("enter"), "hotels")
		if got := f.service.searches[len(f.service.searches)-1]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, in a new console %+v", line, got, want)
		}
	}
}

// TestSearchLine_LongDestination shows that a pasted destination that is too long stays as it is, is told with its length, and
// is looked up nowhere.
func TestSearchLine_LongDestination(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Paste(strings.Repeat("x", 300)).Has("! the destination has 300 characters, the limit is 200")
	p.Press("enter", "ctrl+s")
	onTop(t, p, "search")
	p.Press("ctrl+u").Paste(strings.Repeat("x", 5400)).Has("! the line has 5,400 characters, the limit is 600").Press("enter", "ctrl+s")
	onTop(t, p, "search")
	if slices.ContainsFunc(f.service.texts, func(text string) bool { return text != "" }) {
		t.Errorf("it asked for %d texts", len(f.service.texts))
	}
}
