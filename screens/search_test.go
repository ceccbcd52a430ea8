package screens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

const pause = 120 * time.Millisecond

// emptyTrip is a trip without a destination.
func emptyTrip() trip.Trip {
	return trip.Default(api.DateOf(uitest.Now()))
}

// A fast service is asked at every letter.
func TestSearchAsksAFastServiceAtOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lond")
	if want := []string{"", "l", "lo", "lon", "lond"}; !slices.Equal(f.service.texts, want) {
		t.Errorf("it asked for %q, want %q", f.service.texts, want)
	}
	p.Has("destinations", "London, England, United Kingdom", "63 hotels", "popular hotels", "other hotels")
	// Letters that come while it is asked wait for the answer, and only the newest text is asked for.
	p.Hold().Type("on ont").Release()
	if want := []string{"londo", "london ont"}; !slices.Equal(f.service.texts[5:], want) {
		t.Errorf("then it asked for %q, want %q", f.service.texts[5:], want)
	}
}

// A slow service is asked once the typing pauses: the pause follows its latest answers, and one that is out of line
// changes nothing.
func TestSearchWaitsAtASlowService(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asked := func(want ...string) {
		t.Helper()
		if got := f.service.texts; !slices.Equal(got, want) {
			t.Errorf("it asked for %q, want %q", got, want)
		}
		f.service.texts = nil
	}
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	f.service.takesTime = 200 * time.Millisecond
	p.Type("l")
	asked("", "l") // How fast it is was not known.
	p.Type("ond").Advance(pause - time.Millisecond).Type("on").Advance(pause - time.Millisecond)
	asked()
	p.Advance(time.Millisecond)
	asked("london")
	f.service.takesTime = 50 * time.Millisecond
	p.Type(",").Advance(pause)
	asked("london,")
	p.Type("o").Advance(pause)
	asked("london,o")
	p.Type("n").Advance(19 * time.Millisecond)
	asked()
	p.Advance(time.Millisecond)
	asked("london,on")
	f.service.takesTime = 40 * time.Millisecond
	p.Type("t").Advance(pause).Type("a").Advance(pause)
	f.service.texts = nil
	p.Type("r")
	asked("london,ontar")
	f.service.takesTime = 300 * time.Millisecond
	p.Type("i")
	f.service.takesTime = time.Millisecond
	p.Type("o")
	asked("london,ontari", "london,ontario")
}

// question types a text into a search and gives the call that follows it, at once or after a pause.
func question(t *testing.T, s *screens.Search, text string) tea.Cmd {
	t.Helper()
	_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
	if text != "s" { // The second question waits for the answer to the first.
		return cmd
	}
	later, ok := cmd().(ui.Later)
	if !ok || later.After != pause {
		t.Fatalf("typing is followed by %+v", later)
	}
	_, cmd = s.Update(later.Msg)
	if cmd == nil {
		t.Fatal("the pause is followed by no question")
	}
	return cmd
}

// An answer that comes after a newer one belongs to a question that nobody
// asks any more.
func TestSearchDropsOlderAnswers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := screens.NewSearch(f.deps, emptyTrip())
	s.SetSize(80, 24)
	older := question(t, s, "now")
	newer := question(t, s, "s")
	newest, late := newer(), older()
	s.Update(newest)
	s.Update(late)
	if want := []string{"nows"}; !slices.Equal(f.service.texts, want) {
		t.Errorf("it asked for %q: the older question is to be cancelled", f.service.texts)
	}
	if view := uitest.Plain(s.View()); !strings.Contains(view, "London, Ontario") || strings.Contains(view, "Nothing is called") {
		t.Errorf("the older answer replaced the newer one:\n%s", view)
	}
}

// A suggestion that a key moved to before the answer arrived keeps the cursor; an unmoved cursor is on the first suggestion.
func TestSearch_CursorStaysOnTheMovedSuggestion(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lon").Has("› London, England")
	p.Hold().Type("d").Press("down").Has("› London, Ontario").Release().Has("› London, Ontario")
	p.Type("o").Has("› London, England")
}

// While an answer is awaited the old one says what it is for, where that was a
// text at all.
func TestSearchSaysWhatAnOldAnswerIsFor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Has("\n   destinations\n")
	p.Hold().Type("lond").Has("\n   destinations …\n").HasNot("for \"\"")
	p.Release().Has("\n   destinations\n")
	p.Hold().Type("o").Has("\n   destinations for \"lond\" …\n")
}

func TestSearchOffersACodeFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("LON").Press("enter") // Before the pause is over: enter does not wait for it.
	p.Has("LON London within 10 mi · Sat 26 Dec – Mon 28 Dec 2026 · 2 nights · 2 adults", "› check-in")
	p.Press("ctrl+s")
	if got := f.service.searches[len(f.service.searches)-1]; got.Code != "LON" || got.Adults != 2 || got.CheckIn.String() != "2026-12-26" {
		t.Errorf("searched for %+v", got)
	}
}

// Small letters that begin a destination's name are that name and no code.
func TestSearchOffersADestinationBeforeItsCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Resize(80, 24)
	p.Type("lon").Advance(pause)
	p.Has("› London, England, United Kingdom", "    LON London", "hotels around it, GB\n")
	p.Press("enter").Has("London GB · Sat 26 Dec")
}

func TestSearchByTypedDates(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Press("down", "enter")
	p.Type("10/12").Press("enter")
	p.Has("! 10/12 is 10 Dec or 12 Oct", "› check-in      10/12")
	p.Press("ctrl+u").Type("fri")
	p.Has("= Fri 18 Dec 2026")
	p.Press("enter").Type("+3")
	p.Has("= Mon 21 Dec 2026")
	p.Press("enter", "right", "tab").Type("1").Press("tab").Type("2")
	p.Has("London CA · Fri 18 Dec – Mon 21 Dec 2026 · 3 nights · 3 adults, 1 child · 2 rooms")
	p.Press("enter")
	if p.Top().Title() != "hotels" {
		t.Errorf("enter on the numbers went to %q", p.Top().Title())
	}
}

func TestSearchByCalendar(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Press("enter", "enter")
	p.Has("arrows move, enter takes the day")
	p.Press("right", "enter")
	p.Has("in Sun 27 Dec, out Tue 29 Dec 2026?") // Two nights, as before.
	p.Press("left", "left", "enter").Has("choose a later day")
	p.Press("down", "enter")
	p.Has("Sun 27 Dec 2026 – Sun 3 Jan 2027 · 7 nights", "› guests")
	p.Press("shift+tab", "enter", "esc")
	p.Has("enter or ctrl+d opens the calendar", "Sun 27 Dec 2026 – Sun 3 Jan 2027 · 7 nights")
}

func TestSearchSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("nowhere").Press("ctrl+s")
	p.Has("Nothing is called \"nowhere\"", "not searched: there is no destination")
	p.Press("enter")
	p.Has("Nothing is called \"nowhere\"")
	p.HasNot("! choose a destination")
	p.Press("ctrl+u").Type("lon").Press("enter").Type("soon").Press("ctrl+s")
	p.Has(`! "soon" is not a day`)
	p.Press("ctrl+u").Type("yesterday").Press("ctrl+s").Has("! Fri 11 Dec 2026 is past; the earliest day is Sat 12 Dec 2026")
	p.Press("ctrl+u").Type("2020-01-01").Has("! Wed 1 Jan 2020 is past").Press("ctrl+s")
	p.Has("! Wed 1 Jan 2020 is past; the earliest day is Sat 12 Dec 2026")
	if p.Top().Title() != "search" {
		t.Errorf("a trip with problems went to %q", p.Top().Title())
	}
}

func TestSearchKeepsWhatItHasWhenAQuestionFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	f.service.fail = &api.Error{Operation: "search destinations", Status: 503, Message: "out of order"}
	p.Type("l")
	p.Has("! The service failed", "out of order", "enter tries again.", "London, England, United Kingdom")
	p.Press("enter")
	p.HasNot("out of order")
	p.Has("› check-in") // Enter asked again and took the first place.
}

func TestSearchEscGoesOneStepBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("LON").Press("enter", "tab").Type("xyz").Press("esc")
	p.Has("› destination   LON", `! "xyz" is not a day`)
	p.Press("tab", "tab")
	p.Has("› check-out     xyz") // Nothing that was typed is lost.
}

// What is wrong with a day shows while it is typed, and enter opens the
// calendar on it, as the text says.
func TestSearchCalendarMendsAWrongDay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Resize(80, 24)
	p.Press("tab").Type("10/12").Has("enter takes the day").Press("enter")
	p.Has("! 10/12 is 10 Dec or 12 Oct; type 10dec or 12oct", "enter or ctrl+d opens the calendar")
	p.Press("ctrl+u").Type("1jan2020").Has("! Wed 1 Jan 2020 is past").HasNot("= Wed").Press("enter")
	p.Press("enter").Has("arrows move").Press("right", "enter").HasNot("is past").Has("Sun 20 Dec – Wed 23 Dec 2026 · 3 nights")
	p.Press("enter").Has("› guests", "Sun 20 Dec – Wed 23 Dec 2026 · 3 nights")
}

func TestSearchKeepsTheNightsOfAStay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	p.Press("tab", "tab").Type("20nov2027").Has("= Sat 20 Nov 2027 (next year) ! 336 nights are more than 99").Press("enter")
	p.Has("› check-out     20nov2027", "! 336 nights are more than 99")
	p.Press("ctrl+u").Type("20mar").Has("= Sat 20 Mar 2027 (next year)").Press("enter")
	p.Has("Sat 19 Dec 2026 – Sat 20 Mar 2027 · 91 nights")
	p.Press("shift+tab", "shift+tab").Type("12dec").Press("enter").Has("Sat 12 Dec 2026 – Sat 13 Mar 2027 · 91 nights")
	p.Press("shift+tab").Type("20nov").Has("20nov is 20 Nov 2026, which is past, or 20 Nov 2027; type 20nov2027").
		Type("2027").Has("= Sat 20 Nov 2027 (next year)").Press("enter").Has("Sat 20 Nov 2027 – Sat 19 Feb 2028 · 91 nights")
	p.Press("shift+tab").Type("tomorrow").Press("enter").Has("Sun 13 Dec 2026 – Sun 14 Mar 2027 · 91 nights")
}

func TestSearchGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	f.goldens("search_start")
	p.Type("lon")
	p.Advance(pause)
	f.goldens("search_places")
	p.Press("enter")
	f.goldens("search_dates")
	p.Press("enter", "enter", "down")
	f.goldens("search_calendar")
}

// ctrl+s before the destinations are there waits for them. Where there are two of the name it asks, and then goes on to
// the hotels.
func TestSearchWaitsForTheDestination(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold()
	p.Type("lond").Press("ctrl+s").Has("then searching hotels").HasNot("! choose")
	onTop(t, p, "search")
	p.Release().Has(`? "lond" may be 2 places. Up and down choose`, "› London, England")
	onTop(t, p, "search")
	p.Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Has("London GB · Sat 26 Dec")
	if want := []string{"", "lond"}; !slices.Equal(f.service.texts, want) {
		t.Errorf("it asked for %q, want %q", f.service.texts, want)
	}
}

// Where the answer is there already, ctrl+s takes what the cursor is on.
func TestSearchTakesTheDestinationUnderTheCursor(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("lond").Advance(pause).Press("down", "ctrl+s")
	onTop(t, p, "hotels")
	p.Has("London CA · Sat 26 Dec")
}

// What keeps the search from going on: no such place, a failure, esc, another
// text, and what is wrong with the dates.
func TestSearchDoesNotGoOnWithout(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text string
		do   func(f *fixture, p *uitest.Pump)
		has  string
	}{
		"a place":      {"nowhere", func(*fixture, *uitest.Pump) {}, "not searched: there is no destination"},
		"an answer":    {"lond", func(f *fixture, _ *uitest.Pump) { f.service.fail = &api.Error{Status: 500, Message: "out of order"} }, "out of order"},
		"patience":     {"lond", func(_ *fixture, p *uitest.Pump) { p.Press("esc") }, "destination   lond"},
		"the text":     {"lond", func(_ *fixture, p *uitest.Pump) { p.Type("o") }, "destination   londo"},
		"right dates":  {"lond", func(_ *fixture, p *uitest.Pump) { p.Press("tab").Type("2020-01-01") }, "is past"},
		"its own text": {"", func(*fixture, *uitest.Pump) {}, "! choose a destination"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold()
			if tt.text != "" {
				p.Type(tt.text)
			}
			p.Press("ctrl+s")
			tt.do(f, p)
			p.Release().Advance(pause).Has(tt.has)
			onTop(t, p, "search")
		})
	}
}

// Who leaves the field takes the match under the cursor, once it is there; until then the field says that it waits.
func TestSearchTakesTheDestinationThatIsLeft(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*uitest.Pump){
		"tab":       func(p *uitest.Pump) { p.Press("tab") },
		"shift tab": func(p *uitest.Pump) { p.Press("shift+tab") },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			p := f.start(screens.NewSearch(f.deps, emptyTrip()))
			leave(p.Type("lond"))
			p.Has("destination   London, England, United Kingdom", "London GB · Sat 26 Dec").HasNot("› destination")
			p.Press("ctrl+s")
			onTop(t, p, "hotels")
		})
	}
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold()
	p.Type("lond").Press("tab").Has("destination   lond  is being looked up …", "› check-in").Type("18dec").Press("enter")
	p.Release().Has("London GB · Fri 18 Dec – Sun 20 Dec 2026", "› check-out")
	// And what is nowhere is told at the field.
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Type("nowhere").Press("tab").Has(`! nothing is called "nowhere"`, "› check-in")
	f.service.fail = &api.Error{Operation: "search destinations", Status: 503, Message: "out of order"}
	p.Press("shift+tab").Hold().Type("x").Press("tab").Release().Has("! it could not be looked up", "› check-in")
	p.Press("shift+tab", "enter").Has("London GB")
}

// A stay that is typed at the arrival is the departure's as well.
func TestSearchByATypedStay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lond").Press("tab")
	for _, tt := range []struct{ typed, reads string }{
		{"18-21dec", "Fri 18 Dec – Mon 21 Dec 2026 · 3 nights"},
		{"weekend", "Fri 18 Dec – Sun 20 Dec 2026 · 2 nights"},
		{"20dec 4n", "Sun 20 Dec – Thu 24 Dec 2026 · 4 nights"},
		{"2 nights", "Sun 20 Dec – Tue 22 Dec 2026 · 2 nights"},
		{"25dec", "Fri 25 Dec – Sun 27 Dec 2026 · 2 nights"}, // A later arrival keeps the nights.
		{"26dec", "Sat 26 Dec – Mon 28 Dec 2026 · 2 nights"},
	} {
		p.Type(tt.typed).Has("= " + strings.SplitN(tt.reads, " – ", 2)[0])
		p.Press("enter").Has("London GB · "+tt.reads, "› check-out").Press("shift+tab")
	}
	p.Press("tab").Type("5").Has("= Sat 26 Dec – Thu 31 Dec 2026 · 5 nights").Press("enter").Has("Sat 26 Dec – Thu 31 Dec 2026 · 5 nights")
}

// The form holds the trip that was on screen.
func TestSearchTakesOverTheTripOfTheList(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Press("]", "]", "[", "]", "esc")
	onTop(t, p, "search")
	p.Has("LON within 10 mi · Mon 21 Dec – Thu 24 Dec 2026 · 3 nights", "check-in      Mon 21 Dec 2026")
	// A search that was stopped showed nothing.
	p.Press("ctrl+s").Hold().Press("]", "esc").Release().Press("esc")
	onTop(t, p, "search")
	p.Has("LON within 10 mi · Mon 21 Dec – Thu 24 Dec 2026 · 3 nights")
}

// An arrival that is over at the destination is said to be past while the line is typed: at 09:30 on the 12th in London the
// 11th may still be today somewhere.
func TestSearch_PastAtTheDestination(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("lhr yesterday 2n").Advance(time.Second).Has("yesterday → Fri 11 Dec 2026", "! Fri 11 Dec 2026 is past; the earliest day is Sat 12 Dec 2026")
	f.service.island = true
	p.Press("ctrl+u").Type("honolulu yesterday 2n").Advance(time.Second).Has("yesterday → Fri 11 Dec 2026").HasNot("is past")
}

// Tonight is the destination's, also where it was typed before the destination was known: at 09:30 in London it is
// yesterday in Honolulu.
func TestSearchCountsFromTheDayAtTheDestination(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.island = true
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold().Type("hono").Press("tab").Type("tonight").Has("= Sat 12 Dec 2026").Press("enter")
	p.Release().Has("Honolulu US · Fri 11 Dec – Sun 13 Dec 2026", "check-in      Fri 11 Dec 2026", "today")
	p.Press("shift+tab").Type("11dec").Has("= Fri 11 Dec 2026").HasNot("next year").Press("enter")
	p.Press("shift+tab").Type("10dec").Has("10dec is 10 Dec 2026, which is past, or 10 Dec 2027; type 10dec2027").Press("ctrl+u")
	p.Type("2026-12-10").Has("is past; the earliest day is Fri 11 Dec 2026")
	p.Press("ctrl+u").Type("tomorrow").Has("= Sat 12 Dec 2026")
}

// A code has a name and a radius, which can be changed; an airport is found by its name.
func TestSearchAroundAnAirport(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	p.Type("LHR").Has("› LHR London Heathrow Airport").Press("tab")
	p.Has("destination   LHR\n", "within          10 mi   of LHR London Heathrow", "LHR London Heathrow within 10 mi · Sat 26 Dec")
	f.goldens("search_airport")
	p.Resize(120, 40).Press("shift+tab", "shift+tab", "right").Has("‹ 15 mi ›", "within 15 mi ·").Press("left", "left", "left").Has("‹ 3 mi ›")
	p.Type("600").Press("ctrl+s").Has("! 1 to 500 mi", "› within")
	p.Type("25").Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Has("LHR London Heathrow within 25 mi · ")
	if got := f.service.searches[0]; got.Around == nil || got.Radius != 25 || got.RadiusUnit != "mi" {
		t.Errorf("searched for %+v", got)
	}
	p.Press("esc").Has("‹ 25 mi ›").Press("tab").Has("› destination")
	f.service.empty = true
	p.Type("heathrow").Has("› LHR London Heathrow Airport").Press("enter").Has("LHR London Heathrow within 25 mi")
	p.Press("esc").Type("heatrow").Has("codes near it", "› LHR London Heathrow Airport")
	f.deps.Miles, f.service.empty = false, false
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LHR").Press("enter").Has("LHR London Heathrow within 10 mi")
	p.Has("10 mi (16.1 km)   of LHR London Heathrow")
	p.Press("esc").Type("lond").Press("enter").HasNot("within")
}

// A search without a radius is within 10 mi, whatever the unit of distances, from the line and from the form.
func TestSearch_DefaultRadius(t *testing.T) {
	t.Parallel()
	for _, miles := range []bool{true, false} {
		for name, keys := range map[string][]string{"line": {"enter"}, "form": {"tab", "ctrl+s"}} {
			f := newFixture(t)
			f.deps.Miles = miles
			f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LHR 19dec 3n").Press(keys...)
			if len(f.service.searches) == 0 {
				t.Fatalf("%s, miles %t: nothing was searched:\n%s", name, miles, f.pump.View())
			}
			if got := f.service.searches[0]; got.Radius != 10 || got.RadiusUnit != "mi" {
				t.Errorf("%s, miles %t: searched within %v %s", name, miles, got.Radius, got.RadiusUnit)
			}
		}
	}
}

// A code that nobody knows is told to be that, with those near it; what is free is another question.
func TestSearchByAnUnknownCode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.empty, f.service.hotels = true, 0
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("LHX").Has("› LHX", "not a code that is known", "codes near it", "LHR London Heathrow Airport")
	f.goldens("search_unknown_code")
	p.Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Has("The code LHX is not known", "near it: LAX Los Angeles", "LHR").HasNot("no free room", "No hotels found")
	f.goldens("hotels_unknown_code")
}

// How typed days are read, what is wrong with them and how a party is divided is whole at every width: what a field's
// line has no room for stands under the fields.
func TestSearchCutsNoReading(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lond").Press("enter").Type("20-22dec")
	for _, width := range []int{120, 80, 60} {
		p.Resize(width, 24).Has("= Sun 20 Dec – Tue 22 Dec 2026 · 2 nights")
	}
	f.allGoldens("search_typed")
	p.Press("ctrl+u").Type("rossi").Press("tab", "shift+tab", "shift+tab")
	for _, width := range []int{120, 80, 60} {
		p.Resize(width, 24).Has(`! "rossi" is not a day; type one like 12dec, 12-15dec,`, "weekend, +3")
		// Only the destination has a cursor and a rule.
		if row := lineWith(p, "check-in"); strings.Contains(row, "_") {
			t.Errorf("a field without the focus is drawn as if it had it: %q", row)
		}
	}
	f.allGoldens("search_not_a_day")
	p.Press("tab").Type("20nov2027").Press("ctrl+u").Type("20dec").Press("tab").Type("20nov2027")
	p.Resize(60, 24).Has("= Sat 20 Nov 2027 (next year) ! 335 nights are more", "than 99")
	p.Press("ctrl+u").Type("3n").Press("enter").Type("3").Press("tab").Type("2").Press("tab").Type("2")
	for _, width := range []int{80, 60} {
		p.Resize(width, 24).Has("2 rooms: 2 adults + 1 child, 1 adult + 1 child; priced", "the largest", "3 adults, 2 children", "2 rooms")
	}
	f.allGoldens("search_divided")
}

// The line of the screen that has a text.
func lineWith(p *uitest.Pump, text string) string {
	for _, line := range strings.Split(p.View(), "\n") {
		if strings.Contains(line, text) {
			return line
		}
	}
	return ""
}

// A long name has the width that the details leave, and a text of several words is told which fields take the rest.
func TestSearchSuggestionsHaveTheWidthThereIs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.named = "The Pelham Inn, a Conference Hotel with Thermal Baths & Spa"
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Type("lond").Has(f.service.named).Resize(100, 24).Has(f.service.named, "LX 20400")
	f.goldens("search_long_name")
	f.service.empty = true
	p.Resize(120, 40).Press("ctrl+u").Type("nowhere").Has("Try fewer letters")
	p.Type(" land").Has(`Nothing is called "nowhere land"`, "Words that are no days, guests or filters are the destination").HasNot("fewer letters")
}

// The retired notice is the last of the notes, and goes with the first search.
func TestSearch_NamesWhatIsRetired(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Retired = screens.Retired{Words: "No longer used, and left unchanged. Settings: preferences.pace.", File: "/state/retired.txt"}
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Has(f.deps.Retired.Words)
	p.Press("ctrl+s")
	onTop(t, p, "hotels")
	p.Press("esc")
	onTop(t, p, "search")
	p.HasNot("No longer used")
	// The form stays in a small window.
	f.deps.Retired = screens.Retired{Words: strings.Repeat("a setting, ", 100), File: "/state/retired.txt"}
	f.deps.Ended = screens.Ending{Words: strings.Repeat("It ended. ", 40)}
	p = f.start(screens.NewSearch(f.deps, londonTrip())).Resize(60, 20).Has("/state/retired.txt", "destination")
	// Once a key was pressed, the list has the room.
	p.Press("tab").HasNot("/state/retired.txt").Has("destination", "guests")
}
