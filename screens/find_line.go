package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// A findLine narrows a list to the rows that hold a text, letter by letter.
type findLine struct {
	ui.Input
	open       bool // it has the keys
	done, back key.Binding
}

func newFindLine(placeholder, back string) findLine {
	f := findLine{Input: ui.NewInput(60), done: ui.Bind("keep", "enter"), back: ui.Bind(back, "esc")}
	f.Placeholder = placeholder
	return f
}

// shown reports whether the line stands above the list.
func (f *findLine) shown() bool { return f.open || f.Value() != "" }

// key takes a key, and reports whether the list must be arranged anew. The arrows
// move in the list.
func (f *findLine) key(msg tea.KeyMsg, list *ui.Table) (changed bool) {
	before := f.Value()
	switch {
	case key.Matches(msg, f.done):
		f.open = false
	case key.Matches(msg, f.back):
		f.clear()
	case msg.Type == tea.KeyUp || msg.Type == tea.KeyDown:
		list.Update(msg)
	default:
		f.Type(msg)
	}
	return f.Value() != before
}

func (f *findLine) clear() {
	f.open = false
	f.SetValue("")
}
