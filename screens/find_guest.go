package screens

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/find"
	"bellhop/ui"
)

// A guestFind asks the service for a guest by what bookings carry of them, while not all of them were looked at.
type guestFind struct {
	load   load[find.State]
	pauses int
	typed  string // what the answer is for
	found  find.State
	lines  []*reservationLine // of found
}

// guestPause is how long nobody types before a guest is asked for: a call is not made for every letter.
const guestPause = 300 * time.Millisecond

// A guestPauseOver comes when that long ago something was typed.
type guestPauseOver struct {
	screen *Reservations
	number int
}

// pauseForGuest has the guest that is typed asked for in a moment, where the account's bookings carry what they are found
// by.
func pauseForGuest(s *Reservations) tea.Cmd {
	g := &s.find.guest
	g.load.forget()
	g.pauses++
	if s.deps.Lookup.IsZero() || !everything(s) || s.deps.Desk.Off().CustomDataFilter != nil || !find.Guest(s.find.Value()) {
		return nil
	}
	return ui.After(guestPause, guestPauseOver{screen: s, number: g.pauses})
}

// askForGuest asks, unless all were looked at by now or something else was typed.
func askForGuest(s *Reservations, msg guestPauseOver) tea.Cmd {
	g, typed := &s.find.guest, strings.TrimSpace(s.find.Value())
	if msg.screen != s || msg.number != g.pauses || !unread(s) || typed == g.typed || len(s.deps.Lookup.Values(typed)) == 0 {
		return nil
	}
	o, key := find.Options{Desk: s.deps.Desk, Zone: agentZone(s.deps)}, s.deps.Lookup
	return g.load.start(func(ctx context.Context) (find.State, error) {
		found, err := find.Guests(ctx, o, key, typed)
		return found, err
	})
}

// take keeps what was found for what is typed.
func (g *guestFind) take(typed string, found find.State) {
	g.typed, g.found, g.lines = typed, found, nil
	for i, r := range found.Items {
		g.lines = append(g.lines, &reservationLine{Reservation: r, stay: found.Stays[i], read: found.Read[i], finder: &g.found.Finder})
	}
}

// add puts the guest's reservations that the list does not have yet among those that were found.
func (g *guestFind) add(typed string, rows, lines []*reservationLine) []*reservationLine {
	if g.typed == "" || g.typed != strings.TrimSpace(typed) {
		return rows
	}
	had := make(map[string]bool, len(lines))
	for _, line := range lines {
		had[line.ID] = true
	}
	for _, m := range g.found.Finder.Find(0, typed) {
		if line := g.lines[m.Index]; !had[line.ID] {
			line.match = m
			rows = append(rows, line)
		}
	}
	slices.SortStableFunc(rows, func(a, b *reservationLine) int { return cmp.Compare(a.match.Rank, b.match.Rank) })
	return rows
}
