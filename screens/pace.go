package screens

import (
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/pace"
	"bellhop/booking/trip"
)

// lineFor is the one line that asks for a trip.
func lineFor(deps *Deps, t trip.Trip) string {
	return trip.LineReader{Now: deps.Desk.Now(), Agent: agentZone(deps)}.Write(trip.Question{Trip: t})
}

// Pressed returns what tells a meter of each key; nil for none.
func Pressed(m *pace.Meter) func(screen string, msg tea.KeyMsg) {
	if m == nil {
		return nil
	}
	return func(screen string, msg tea.KeyMsg) {
		p := pace.Press{Screen: screen, Key: msg.String()}
		switch {
		case msg.Paste:
			p.Key = ""
		case msg.Type == tea.KeyRunes && !msg.Alt:
			p.Letters = len(msg.Runes)
		}
		m.Press(p)
	}
}
