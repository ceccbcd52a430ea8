package screens_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/internal/gated"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// The keys of a visitor who knows none of them. ctrl+b, ctrl+x and ctrl+y are not among them: without these nothing may be booked, cancelled,
// changed or accepted.
var monkeyKeys = []string{
	"enter", "enter", "enter", "enter", "esc", "tab", "shift+tab", "up", "down", "left", "right", "pgup", "pgdown", "home", "end",
	"backspace", "/", "f", "s", "r", "c", "u", "n", "o", "[", "]", "?", "f1", " ", "a", "k", "7",
	"d", "p", "w", "l", "ctrl+f",
	"ctrl+s", "ctrl+s", "ctrl+t", "ctrl+r", "ctrl+r", "ctrl+d", "ctrl+n", "ctrl+v", "ctrl+a", "ctrl+l", "ctrl+_", "ctrl+k", "ctrl+u", "ctrl+g", "ctrl+p", "ctrl+e",
}

var monkeyTexts = []string{
	"lon", "tokyo", "12dec", "fri", "+3", "2026-02-30", "Zoë", "O'Neill", "zoe@example.com", "+44 20 7946 0000", "1 High Street",
	"GB", "東京 🏨", "ab\u202eevil", "\x1b[2J", strings.Repeat("x", 300), "card_good", "-1", "",
}

// A visitor who presses anything never makes a frame of the wrong size, never
// ends the console with an error, and never books or cancels.
func TestMonkeyBooksNothing(t *testing.T) {
	t.Parallel()
	// One sandbox for all of them, for none may change anything in it.
	address := realSandbox(t, uitest.Now)
	var mu sync.Mutex
	visited := map[string]bool{}
	t.Run("visitors", func(t *testing.T) {
		for seed := range gated.Draws(2, 16) {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				titles := visit(t, address, uint64(seed)) //nolint:gosec // Never negative.
				mu.Lock()
				defer mu.Unlock()
				maps.Copy(visited, titles)
			})
		}
	})
	if !gated.All() {
		return // A plain run has too few visitors to reach every screen.
	}
	for _, title := range []string{"search", "hotels", "rates", "terms", "guest", "reservations", "reservation", "cancel", "change dates", "change payment", "deadlines"} {
		if !visited[title] {
			t.Errorf("no visitor came to %s, only to %v", title, visited)
		}
	}
}

// visit is one visitor to a sandbox, who must book and cancel nothing. It
// returns the screens that were seen.
func visit(t *testing.T, address string, seed uint64) (visited map[string]bool) {
	t.Helper()
	f := newFixture(t)
	f.atSandbox(address)
	before := statuses(t, f.deps.Desk)
	search := londonTrip()
	search.Destination = trip.CodeDestination([]string{"LON", "TYO", "HNL", "KWI"}[seed/2%4])
	var first ui.Screen = screens.NewSearch(f.deps, search)
	if seed%2 == 1 {
		first = hotelListOf(f.deps, search)
	}
	f.mouseOn()
	visited = monkey(t, f.start(first), seed, monkeyKeys)
	if after := statuses(t, f.deps.Desk); !slices.Equal(after, before) {
		t.Errorf("%d reservations before, %d after", len(before), len(after))
	}
	return visited
}

// monkey presses any of the keys, and says which screens it came to.
func monkey(t *testing.T, p *uitest.Pump, seed uint64, keys []string) (visited map[string]bool) {
	t.Helper()
	visited = map[string]bool{}
	random := rand.New(rand.NewPCG(seed, 1))
	width, height := 80, 24
	p.Resize(width, height)
	pressed := []string(nil)
	for range gated.Draws(150, 450) {
		switch n := random.IntN(20); {
		case n == 0:
			width, height = 40+random.IntN(160), 12+random.IntN(48)
			p.Resize(width, height)
		case n == 1:
			p.Advance(time.Second)
		case n == 2: // Where the mouse is on.
			p.Raw()
			button := []tea.MouseButton{tea.MouseButtonLeft, tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown}[random.IntN(4)]
			at := tea.MouseMsg{X: random.IntN(width), Y: random.IntN(height), Button: button}
			if random.IntN(3) == 0 {
				at.Y = height - 1 // The keys of the footer.
			}
			p.Send(at)
		case n < 5:
			p.Paste(monkeyTexts[random.IntN(len(monkeyTexts))])
		default:
			name := keys[random.IntN(len(keys))]
			pressed = append(pressed, name)
			p.Press(name)
		}
		uitest.CheckSize(t, p.Raw(), width, height)
		visited[p.Top().Title()] = true
		if p.Quit() || t.Failed() {
			t.Fatalf("seed %d: the console has ended, or its frame is wrong, after %q", seed, pressed[max(0, len(pressed)-12):])
		}
	}
	return visited
}

// statuses are the id and the status of every reservation.
func statuses(t *testing.T, desk *booking.Desk) []string {
	t.Helper()
	list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
	for err == nil && list.More() {
		list, _, err = desk.MoreReservations(t.Context(), list)
	}
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(list.Items))
	for i, r := range list.Items {
		out[i] = r.ID + " " + r.Status
	}
	return out
}
