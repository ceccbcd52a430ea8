package screens_test

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/guests"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// typing are the screens with a line that is typed into, each with that line
// ready to be typed into.
func typing(t *testing.T) map[string]func() ui.Screen {
	t.Helper()
	f, service := newFixtureWith(t, 3)
	service.hotels = 3 // A screen is opened for most of the keys.
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
		"destination": func() ui.Screen { return ready(screens.NewSearch(f.deps, emptyTrip())) },
		"arrival":     func() ui.Screen { return ready(screens.NewSearch(f.deps, emptyTrip()), "tab") },
		"departure":   func() ui.Screen { return ready(screens.NewSearch(f.deps, emptyTrip()), "tab", "tab") },
		"hotels":      func() ui.Screen { return ready(hotelListOf(f.deps, londonTrip()), "/") },
		"reservations": func() ui.Screen {
			return ready(screens.NewReservations(f.deps, api.ReservationQuery{}), "/")
		},
		"known guests": func() ui.Screen {
			return ready(screens.NewKnownGuests(f.deps, trip.Trip{}, "", func(guests.Known) tea.Cmd { return nil }))
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
	keys := differentKeys()
	for name, open := range typing(t) {
		t.Run(name, func(t *testing.T) {
			for _, at := range uitest.Places(len([]rune(typedLine))) {
				s := open()
				typeLine(s, at)
				fresh := s.View()
				for i, key := range keys {
					// Keys without letters may go elsewhere; a screen that they left as
					// it was goes on with the next key.
					if i > 0 && keys[i-1].Type != tea.KeyRunes {
						if typeLine(s, at); s.View() != fresh {
							s = open()
							typeLine(s, at)
						}
					} else {
						typeLine(s, at)
					}
					if typist, ok := s.(ui.Typist); !ok || !typist.Typing() {
						t.Fatalf("nothing is typed into at %s", s.Title())
					}
					pressAt(t, s, at, key)
				}
			}
		})
	}
}

// typedLine is what stands in a line when a key is pressed in it.
const typedLine = "a b東"

// differentKeys is every key once, however many names it has.
func differentKeys() []tea.KeyMsg {
	var keys []tea.KeyMsg
	seen := map[string]bool{}
	for _, key := range uitest.EveryKey() {
		if id := fmt.Sprintf("%d %q %t %t", key.Type, key.Runes, key.Alt, key.Paste); !seen[id] {
			seen[id] = true
			keys = append(keys, key)
		}
	}
	return keys
}

// typeLine puts the text into the line of a screen, and the cursor at a place
// of it.
func typeLine(s ui.Screen, at int) {
	for _, msg := range []tea.KeyMsg{
		{Type: tea.KeyEnd}, {Type: tea.KeyCtrlU}, {Type: tea.KeyRunes, Runes: []rune(typedLine), Paste: true}, {Type: tea.KeyHome},
	} {
		_, _ = s.Update(msg)
	}
	for range at {
		_, _ = s.Update(tea.KeyMsg{Type: tea.KeyRight})
	}
}

// pressAt presses a key at a place of the line.
func pressAt(t *testing.T, s ui.Screen, at int, key tea.KeyMsg) {
	t.Helper()
	what := func() string { return fmt.Sprintf("%q at %d of %q", key, at, typedLine) }
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v", what(), r)
		}
	}()
	_, _ = s.Update(key)
	lines := strings.Split(s.View(), "\n")
	if len(lines) != 20 {
		t.Errorf("%s: the body is %d lines high", what(), len(lines))
	}
	for _, line := range lines {
		if width := ui.Width(line); width != 76 {
			t.Errorf("%s: a line is %d wide: %q", what(), width, line)
		}
	}
}
