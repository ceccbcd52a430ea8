package screens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

const pause = 120 * time.Millisecond

// emptyTrip is a trip without a destination.
func emptyTrip() booking.Trip {
	return booking.DefaultTrip(api.DateOf(uitest.Now()))
}

func TestSearchAsksOnceTheTypingPauses(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	if want := []string{""}; !slices.Equal(b.service.texts, want) {
		t.Fatalf("at the start it asked for %q, want the prominent places", b.service.texts)
	}
	p.Type("lond")
	p.Advance(pause - time.Millisecond)
	p.Type("on")
	p.Advance(pause - time.Millisecond)
	if want := []string{""}; !slices.Equal(b.service.texts, want) {
		t.Fatalf("it asked for %q while the typing went on", b.service.texts)
	}
	p.Advance(time.Millisecond)
	if want := []string{"", "london"}; !slices.Equal(b.service.texts, want) {
		t.Errorf("it asked for %q, want %q", b.service.texts, want)
	}
	p.Has("destinations", "London, England, United Kingdom", "63 hotels", "popular hotels", "other hotels")
}

// question types a text into a search and gives the call that follows it once
// the typing has paused.
func question(t *testing.T, s *screens.Search, text string) tea.Cmd {
	t.Helper()
	_, cmd := s.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)})
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
	b := newBench(t)
	s := screens.NewSearch(b.deps, emptyTrip())
	s.SetSize(80, 24)
	older := question(t, s, "nowhere")
	newer := question(t, s, "s")
	newest, late := newer(), older()
	s.Update(newest)
	s.Update(late)
	if view := uitest.Plain(s.View()); !strings.Contains(view, "London, Ontario") || strings.Contains(view, "Nothing is called") {
		t.Errorf("the older answer replaced the newer one:\n%s", view)
	}
}

func TestSearchOffersACodeFirst(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	p.Type("lon").Press("enter") // Before the pause is over: enter does not wait for it.
	p.Has("LON · Sat 26 Dec – Mon 28 Dec 2026 · 2 nights · 2 adults", "› check-in")
	p.Press("ctrl+s")
	if got := b.service.searches[len(b.service.searches)-1]; got.Code != "LON" || got.Adults != 2 || got.CheckIn.String() != "2026-12-26" {
		t.Errorf("searched for %+v", got)
	}
}

func TestSearchByTypedDates(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
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
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	p.Press("enter", "enter")
	p.Has("arrows move, enter takes the day")
	p.Press("right", "enter", "down", "enter")
	p.Has("Sun 27 Dec 2026 – Sun 3 Jan 2027 · 7 nights", "› guests")
	p.Press("shift+tab", "enter", "esc")
	p.Has("enter or ctrl+d opens the calendar", "Sun 27 Dec 2026 – Sun 3 Jan 2027 · 7 nights")
}

func TestSearchSaysWhatIsMissing(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	p.Type("nowhere").Press("ctrl+s")
	p.Has("! choose a destination")
	p.Press("enter")
	p.Has("Nothing is called \"nowhere\"")
	p.HasNot("! choose a destination")
	p.Press("ctrl+u").Type("lon").Press("enter").Type("yesterday").Press("ctrl+s")
	p.Has(`! "yesterday" is not a day`)
	p.Press("ctrl+u").Type("2020-01-01").Press("ctrl+s")
	p.Has("! Wed 1 Jan 2020 is past")
	if p.Top().Title() != "search" {
		t.Errorf("a trip with problems went to %q", p.Top().Title())
	}
}

func TestSearchKeepsWhatItHasWhenAQuestionFails(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	b.service.fail = &api.Error{Operation: "search destinations", Status: 503, Message: "out of order"}
	p.Type("lond")
	p.Advance(pause)
	p.Has("! The service failed", "out of order", "Press enter to try again.", "London, England, United Kingdom")
	p.Press("enter")
	p.HasNot("out of order")
	p.Has("› check-in") // Enter asked again and took the first place.
}

func TestSearchEscGoesOneStepBack(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	p.Type("lon").Press("enter", "tab").Type("xyz").Press("esc")
	p.Has("› destination   LON", `! "xyz" is not a day`)
	p.Press("tab", "tab")
	p.Has("› check-out     xyz") // Nothing that was typed is lost.
}

func TestSearchGoldens(t *testing.T) {
	b := newBench(t)
	p := b.start(screens.NewSearch(b.deps, emptyTrip()))
	b.goldens("search_start")
	p.Type("lon")
	p.Advance(pause)
	b.goldens("search_places")
	p.Press("enter")
	b.goldens("search_dates")
	p.Press("enter", "enter", "down")
	b.goldens("search_calendar")
}
