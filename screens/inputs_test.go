package screens_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// typing are the screens with a line that is typed into, each with that line
// ready to be typed into.
func typing(t *testing.T) map[string]func() ui.Screen {
	t.Helper()
	b, o := newFixtureWith(t, 3)
	o.hotels = 3 // A screen is opened for most of the keys.
	ready := func(s ui.Screen, keys ...string) ui.Screen {
		s.SetSize(76, 20)
		answer(s, s.Init())
		for _, name := range keys {
			msg, ok := ui.ParseKey(name)
			if !ok {
				t.Fatalf("there is no key %q", name)
			}
			_, _ = s.Update(msg)
		}
		return s
	}
	return map[string]func() ui.Screen{
		"destination": func() ui.Screen { return ready(screens.NewSearch(b.deps, emptyTrip())) },
		"arrival":     func() ui.Screen { return ready(screens.NewSearch(b.deps, emptyTrip()), "tab") },
		"departure":   func() ui.Screen { return ready(screens.NewSearch(b.deps, emptyTrip()), "tab", "tab") },
		"hotels":      func() ui.Screen { return ready(screens.NewHotels(b.deps, londonTrip()), "/") },
		"reservations": func() ui.Screen {
			return ready(screens.NewReservations(b.deps, api.ReservationQuery{}), "/")
		},
		"known guests": func() ui.Screen {
			return ready(screens.NewKnown(b.deps, trip.Trip{}, "", func(api.Guest) tea.Cmd { return nil }))
		},
	}
}

// answer runs a command to its end and gives the screen what comes of it.
func answer(s ui.Screen, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, one := range msg {
			answer(s, one)
		}
	case ui.Later, nil:
	default:
		_, next := s.Update(msg)
		answer(s, next)
	}
}

// The lines of the screens take every key at every place.
func TestEveryKeyAtEveryPlaceOfALine(t *testing.T) {
	t.Parallel()
	const text = "a b東"
	keys := uitest.EveryKey()
	for name, open := range typing(t) {
		t.Run(name, func(t *testing.T) {
			s := open()
			for at := range len([]rune(text)) + 1 {
				for _, key := range keys {
					if typist, ok := s.(ui.Typist); !ok || !typist.Typing() {
						t.Fatalf("nothing is typed into at %s", s.Title())
					}
					pressAt(t, s, text, at, key)
					// Keys without letters may go elsewhere.
					if key.Type != tea.KeyRunes {
						s = open()
					}
				}
			}
		})
	}
}

func pressAt(t *testing.T, s ui.Screen, text string, at int, key tea.KeyMsg) {
	t.Helper()
	what := fmt.Sprintf("%q at %d of %q", key, at, text)
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v", what, r)
		}
	}()
	press := func(msg tea.KeyMsg) { _, _ = s.Update(msg) }
	press(tea.KeyMsg{Type: tea.KeyEnd})
	press(tea.KeyMsg{Type: tea.KeyCtrlU})
	press(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	press(tea.KeyMsg{Type: tea.KeyHome})
	for range at {
		press(tea.KeyMsg{Type: tea.KeyRight})
	}
	press(key)
	lines := strings.Split(s.View(), "\n")
	if len(lines) != 20 {
		t.Errorf("%s: the body is %d lines high", what, len(lines))
	}
	for _, line := range lines {
		if width := ui.Width(line); width != 76 {
			t.Errorf("%s: a line is %d wide: %q", what, width, line)
		}
	}
}
