package ui_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// An actorScreen has actions for the palette.
type actorScreen struct {
	*fakeScreen

	actions []ui.Action
}

func (a *actorScreen) Actions() []ui.Action { return a.actions }

func commandScreen() *fakeScreen {
	return &fakeScreen{title: "list", keys: []key.Binding{
		uitest.Bind("open", "enter"), uitest.Bind("sort", "s"), uitest.BindAs("r/f5", "reload", "r", "f5"), ui.Enabled(uitest.Bind("load all", "ctrl+a"), false),
		uitest.Bind("book it", "ctrl+b"), uitest.Bind("Züge", "z"),
	}}
}

// Enter presses the key on the screen, found by its word, with its accents or without, and by its name.
func TestPalettePressesKeys(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"sort": "s", "srt": "s", "s": "s", "rel": "r", "f5": "r", "zuge": "z", "züge": "z", "enter": "enter", "open": "enter",
	} {
		screen := commandScreen()
		uitest.New(t, screen).Press("ctrl+k").Type(typed).Press("enter")
		screen.wants(t, want)
	}
	// Where letters are text the key is one that is none.
	screen := commandScreen()
	screen.typing = true
	p := uitest.New(t, screen).Press("ctrl+k").Type("reload").Press("enter")
	screen.wants(t, "f5")
	p.Press("ctrl+k").Type("sort").Press("enter").Has(`"sort" does nothing now: letters are text here.`)
	p.Press("esc", "ctrl+k").Type("load all").Press("enter").Has(`"load all" does nothing now.`)
	screen.wants(t, "f5")
}

// A key that is pressed in the palette is looked up, and does nothing.
func TestPaletteLooksUpAKey(t *testing.T) {
	t.Parallel()
	screen := commandScreen()
	p := uitest.New(t, screen, func(o *ui.Options) { o.Alone = []string{"ctrl+b"} })
	p.Press("ctrl+k", "ctrl+b").Has("1 command", "book it").HasNot("sort")
	p.Press("enter").Has("press ctrl+b yourself: book it").Press("ctrl+k", "ctrl+k")
	screen.wants(t, "")
	p.Press("ctrl+b")
	screen.wants(t, "ctrl+b")
}

// What was used stands first, before anything is typed, the newest first.
func TestPalettePutsWhatWasUsedFirst(t *testing.T) {
	t.Parallel()
	screen := commandScreen()
	p := uitest.New(t, screen).Press("ctrl+k").HasNot("used lately")
	p.Type("sort").Press("enter", "ctrl+k").Type("reload").Press("enter")
	p.Press("ctrl+k").Has("› used lately    reload", "sort").Press("down", "enter")
	screen.wants(t, "s r s")
}

// Quitting is asked about: the enter may have been on the wrong line.
func TestPaletteAsksBeforeQuitting(t *testing.T) {
	t.Parallel()
	p := uitest.New(t, commandScreen()).Press("ctrl+k").Type("quit").Press("enter").Has("Quit? y/N").Press("n")
	if p.Quit() {
		t.Fatal("it quits")
	}
	if !p.Press("ctrl+k").Type("quit").Press("enter", "y").Quit() {
		t.Error("it does not quit")
	}
}

// An action asks for its placeholders, one after another, and runs with what was typed.
func TestPaletteAsks(t *testing.T) {
	t.Parallel()
	var got []string
	next := &fakeScreen{title: "search"}
	screen := &actorScreen{fakeScreen: commandScreen(), actions: []ui.Action{
		{Group: "stored lines", Word: "weekend in ${city}", Asks: []string{"city", "nights"}, Run: func(answers []string) (ui.Nav, tea.Cmd) {
			got = slices.Clone(answers)
			return ui.Push(next), nil
		}},
		{Word: "cancel", Key: "c", Where: "on a reservation"},
	}}
	p := uitest.New(t, screen).Press("ctrl+k").Has("stored lines", "cancel · on a reservation")
	p.Type("week").Press("enter").Has("weekend in ${city}", "city *", "nights *").Type("lon").Press("enter", "enter")
	if got != nil || p.Top() != ui.Screen(screen) {
		t.Fatalf("it ran with %q before all was typed", got)
	}
	p.Type("2").Press("enter")
	if fmt.Sprint(got) != "[lon 2]" || p.Top() != ui.Screen(next) {
		t.Errorf("it ran with %q and leads to %s", got, p.Top().Title())
	}
	p = uitest.New(t, screen).Press("ctrl+k").Type("week").Press("enter", "esc").Has("Command").Press("esc").HasNot("Command")
	p.Press("ctrl+k").Type("cancel").Press("enter").Has("c does this on a reservation.")
	screen.wants(t, "")
}

// While something is guarded an action waits, and nothing is left.
func TestPaletteKeepsTheGuard(t *testing.T) {
	t.Parallel()
	screen := &actorScreen{fakeScreen: commandScreen(), actions: []ui.Action{{Word: "reservations", Run: func([]string) (ui.Nav, tea.Cmd) {
		t.Error("it ran")
		return ui.Stay(), nil
	}}}}
	screen.guard = "A booking is being sent."
	p := uitest.New(t, screen).Press("ctrl+k").Type("reserv").Press("enter")
	p.Has("A booking is being sent.")
}

func TestSweepOfThePaletteAlone(t *testing.T) {
	t.Parallel()
	screen := &actorScreen{fakeScreen: commandScreen(), actions: []ui.Action{{Group: "stored lines", Word: "a long 東京 line with much in it and then some more of it", Asks: []string{"city"}}}}
	screen.actions[0].Run = func([]string) (ui.Nav, tea.Cmd) { return ui.Stay(), nil }
	p := uitest.New(t, screen).Press("ctrl+k")
	uitest.Sweep(t, p)
	uitest.Sweep(t, p.Press("end").Type("東京").Press("enter"))
}
