package ui

import tea "github.com/charmbracelet/bubbletea"

// StopAsked is what a signal sends that tells the program to stop.
var StopAsked tea.Msg = stopAskedMsg{}

// Focused is the name of the field that has the focus; empty if none has.
func (f *Form) Focused() string {
	if one := f.current(); one != nil {
		return one.Name
	}
	return ""
}

// KeepTogether is keepTogether.
func KeepTogether(text string, width int) string { return keepTogether(text, width) }
