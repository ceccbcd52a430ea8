package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// aroundKey shows what was found around a destination and does not belong to it, or leaves it out again.
func (h *Hotels) aroundKey() key.Binding {
	words := "all around"
	if h.list.Around {
		words = "only the place"
	}
	return ui.Enabled(h.deps.bind("around", words), h.list.AroundWords() != "")
}

// aroundLines tell how much of what was found belongs to the destination; none where all does.
func (h *Hotels) aroundLines(width int) []string {
	words := h.list.AroundWords()
	switch {
	case words == "":
		return nil
	case h.list.Around:
		words += h.deps.say("; {around} leaves the others out")
	default:
		words += h.deps.say(", {around} shows them")
	}
	return indent(styled(h.deps.Theme.Warn.Render, ui.Wrap("! "+words, max(1, width))))
}

// aroundPressed handles that key; false for another.
func (h *Hotels) aroundPressed(msg tea.KeyMsg) bool {
	if !key.Matches(msg, h.aroundKey()) {
		return false
	}
	h.take(h.list.WithAround(!h.list.Around))
	return true
}
