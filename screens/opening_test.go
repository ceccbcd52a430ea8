package screens_test

import (
	"context"
	"errors"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// openingOf is the start of a console on a fixture, or one that fails.
func openingOf(f *fixture, fails error, failed *error) ui.Screen {
	return screens.NewOpening(screens.Opening{
		Context: f.deps.Context, Theme: f.deps.Theme, Environment: f.deps.Environment,
		Open: func(context.Context) (func() (*screens.Deps, error), error) {
			return func() (*screens.Deps, error) { return f.deps, nil }, fails
		},
		Failed: func(err error) { *failed = err },
	})
}

// What takes a while in it is told.
func TestOpeningTellsWhatItDoes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	doing := ""
	o := screens.Opening{Context: f.deps.Context, Theme: f.deps.Theme, Doing: func() string { return doing }}
	o.Open = func(context.Context) (func() (*screens.Deps, error), error) {
		return func() (*screens.Deps, error) { return f.deps, nil }, nil
	}
	p := f.start(door{f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Top(), screens.NewOpening(o)})
	p.Hold().Press("enter").Has("opening the service")
	doing = "making the world: 40 %"
	p.Has("making the world: 40 %")
}

// opened starts it, held before it is open, with the keys pressed.
func opened(t *testing.T, text string, keys ...string) *uitest.Pump {
	t.Helper()
	f := newFixture(t)
	p := f.start(door{f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Top(), openingOf(f, nil, new(error))})
	p.Hold().Press("enter").Has("starting", "› destination", "opening the service")
	return p.Type(text).Press(keys...)
}

// A door leads to another screen with any key, so that what that begins with can be held.
type door struct {
	ui.Screen
	to ui.Screen
}

func (d door) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if _, ok := msg.(tea.KeyMsg); ok {
		return ui.Root(d.to), nil
	}
	return ui.Stay(), nil
}

// What is typed before there is a service is the beginning of the line, and enter searches once it can.
func TestOpeningKeepsWhatIsTyped(t *testing.T) {
	t.Parallel()
	opened(t, "").Release().Has("› destination", "Sat 26 Dec").HasNot("starting")
	opened(t, "lond").Has("lond").Release().Type("on").Has("london")
	opened(t, "lhr 19dec 3n", "enter").Has("It is searched as soon as").Release().Has("search › hotels", "LHR")
	opened(t, "lhr 19dec 3n", "enter", "backspace").HasNot("It is searched").Release().HasNot("search › hotels")
	opened(t, "", "enter").HasNot("It is searched").Release().Has("no destination yet", "› destination")
	for _, key := range []string{"ctrl+s", "ctrl+j"} {
		opened(t, "lhr 19dec 3n", key).Has("It is searched as soon as").Release().Has("search › hotels", "LHR")
	}
	opened(t, "lond", "esc").Has("lond").Release().Has("lond")
}

// Why there is no service is for the terminal that comes back.
func TestOpeningThatFailsEndsTheConsole(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var failed error
	full := errors.New("the disk is full")
	if p := f.start(openingOf(f, full, &failed)); !p.Quit() || !errors.Is(failed, full) {
		t.Errorf("quit %v, %v", p.Quit(), failed)
	}
}
