package screens

import (
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/pace"
)

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
