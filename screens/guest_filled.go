package screens

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/ui"
)

// offerKnown has the screen that it names offer known guests.
type offerKnown struct{ guest *Guest }

// offer offers known guests where the screen was opened for that.
func (g *Guest) offer() tea.Cmd {
	if !g.offerKnown {
		return nil
	}
	return func() tea.Msg { return offerKnown{g} }
}

// openKnown offers known guests, at first those that begin as what is typed.
func (g *Guest) openKnown() ui.Nav {
	typed := valueOr(strings.TrimSpace(g.form.Value(booking.FieldSurname)), strings.TrimSpace(g.form.Value(booking.FieldGivenName)))
	return ui.Push(NewKnownGuests(g.deps, g.draft.Trip, typed, g.fill))
}

// fill puts a known guest into the form, and says what it did; ctrl+_ takes field by field back.
func (g *Guest) fill(known guests.Known) tea.Cmd {
	var filled []string
	g.form.ClearErrors()
	put := func(name, label, value string) {
		g.form.SetValue(name, value)
		if value != "" {
			filled = append(filled, label)
		}
	}
	for _, field := range g.fields(known.Guest) {
		put(field.Name, field.Label, field.Value)
	}
	if l := known.Loyalty; l != nil && g.deps.Desk.Off().Loyalty == nil {
		put(fieldProgram, "loyalty "+l.Program, l.Program)
		g.form.SetValue(fieldMember, l.MemberID)
	}
	g.from = "from " + sourceWords(known) + " · filled: " + strings.Join(filled, ", ")
	g.SetSize(g.width, g.height)
	return g.save()
}

// sourceWords tells where a known guest is known from.
func sourceWords(known guests.Known) string {
	if known.Stay.ID == "" {
		return "the guest book"
	}
	return joinedBy(" at ", []string{"the stay of " + known.Stay.Days.BriefYear(), known.Stay.Hotel}) + when(known.Booked, " and the guest book")
}

// stayHead returns a draft in one line: price, hotel, room. What is cut off is the room.
func stayHead(draft booking.Draft) string {
	return joined(draft.Charge().String(), draft.Hotel.Name, roomWords(draft))
}
