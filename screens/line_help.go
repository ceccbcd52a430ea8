package screens

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// lineHelp explains the words of a line: first those of the kind that is wrong, then all others.
type lineHelp struct {
	deps          *Deps
	line          trip.Line
	width, height int
	page          page
	back          key.Binding
}

func newLineHelp(deps *Deps, line trip.Line) *lineHelp {
	return &lineHelp{deps: deps, line: line, page: newPage(deps, true), back: deps.bind("back")}
}

func (h *lineHelp) Init() tea.Cmd       { return nil }
func (h *lineHelp) Title() string       { return "one line" }
func (h *lineHelp) State() string       { return nothingSent }
func (h *lineHelp) View() string        { return h.page.view() }
func (h *lineHelp) Keys() []key.Binding { return append([]key.Binding{h.back}, h.page.keys()...) }

func (h *lineHelp) SetSize(width, height int) {
	h.width, h.height = width, height
	h.page.set(h.lines(), width, height)
}

func (h *lineHelp) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch pressed, ok := msg.(tea.KeyMsg); {
	case !ok:
	case key.Matches(pressed, h.back):
		return ui.Pop(), nil
	default:
		h.page.key(pressed)
	}
	return ui.Stay(), nil
}

func (h *lineHelp) lines() []string {
	t, width := h.deps.Theme, inner(h.width)
	lines := []string{""}
	asked := trip.WordKind(-1)
	if p := h.line.Problem; p != nil {
		asked = p.Kind
		word := h.line.Text[p.Start:p.End]
		words := p.Message
		if !strings.Contains(words, word) {
			words = word + ": " + words
		}
		lines = append(lines, styled(t.Bad.Render, ui.Wrap("! "+words, width))...)
		lines = append(append(lines, ""), h.row(p.Help(), t.Accent)...)
		lines = append(lines, "", t.Title.Render(ui.Truncate("All words of a line, in any order", width)), "")
	} else {
		lines = append(lines, styled(t.Title.Render, ui.Wrap("One line asks for all of it, its words in any order: lon 12dec 3n 2a ref <300", width))...)
		lines = append(lines, "")
	}
	for _, row := range trip.Grammar() {
		if row.Kind != asked {
			lines = append(lines, h.row(row, t.Plain)...)
		}
	}
	return lines
}

// row draws a row of the grammar: its name, how it is typed, and what it says.
func (h *lineHelp) row(row trip.Row, style ui.Style) []string {
	const name = 14
	width := inner(h.width)
	lines := ui.Wrap(strings.Join(row.Forms, "   "), max(8, width-name))
	for i := range lines {
		lines[i] = ui.Fit(when(i == 0, row.Name), name) + lines[i]
	}
	lines = styled(style.Render, lines)
	for _, says := range ui.Wrap(row.Says, max(8, width-name)) {
		lines = append(lines, strings.Repeat(" ", name)+h.deps.Theme.Muted.Render(says))
	}
	return lines
}
