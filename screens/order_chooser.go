package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// A listOrder is an order of a list, by its words.
type listOrder struct {
	name            string
	first, reversed string // the rows that come first in either direction
	ties            string // the order of equal rows; empty if the order needs none
}

// ends returns the rows that come first.
func (o listOrder) ends(reversed bool) string {
	if reversed {
		return o.reversed
	}
	return o.first
}

// An orderChooser lists the orders of a list. Choosing the present one reverses it.
type orderChooser struct {
	open           bool
	orders         []listOrder
	now            int  // index of the present order
	reversed       bool // the present order is reversed
	cursor, offset int
	picked
	keys orderKeys
}

type orderKeys struct{ choose, up, down, back key.Binding }

// show opens the chooser with the cursor on the present order.
func (c *orderChooser) show(deps *Deps, orders []listOrder, now int, reversed bool) {
	c.open, c.orders, c.now, c.reversed, c.cursor, c.offset = true, orders, now, reversed, now, 0
	c.keys = orderKeys{
		choose: deps.bind("open", "sort by it"), up: deps.bind("list.up"), down: deps.bind("list.down"), back: deps.bind("back", "close"),
	}
}

func (c *orderChooser) bindings() []key.Binding {
	k := c.keys
	if c.cursor == c.now {
		ui.Reword(&k.choose, "reverse order")
	}
	return []key.Binding{k.choose, k.back, k.up, k.down}
}

// update handles a key while the chooser is open. It returns the order to use and its direction, and whether one was chosen.
func (c *orderChooser) update(msg tea.KeyMsg) (order int, reversed, chosen bool) {
	switch k := c.keys; {
	case key.Matches(msg, k.back):
		c.open = false
	case key.Matches(msg, k.up):
		c.cursor = c.to(max(0, c.cursor-1))
	case key.Matches(msg, k.down):
		c.cursor = c.to(min(len(c.orders)-1, c.cursor+1))
	case key.Matches(msg, k.choose):
		c.open = false
		return c.cursor, c.cursor == c.now && !c.reversed, true
	}
	return c.now, c.reversed, false
}

// lines draws the orders that fit into the height, or all if it is 0, each with its direction, and what the key that chooses does.
func (c *orderChooser) lines(t ui.Theme, width, height int) []string {
	names := 0
	for _, order := range c.orders {
		names = max(names, ui.Width(order.name))
	}
	chosen, choose := c.orders[c.cursor], c.keys.choose.Help().Key
	words := choose + " sorts by " + chosen.name + ", " + chosen.first + when(chosen.ties != "", "; "+chosen.ties)
	if c.cursor == c.now {
		words = choose + " reverses it: " + chosen.ends(!c.reversed)
	}
	below := append([]string{""}, styled(t.Muted.Render, ui.Wrap(words, max(1, width)))...)
	lines := []string{t.Title.Render("sort by"), ""}
	room := len(c.orders)
	if height > 0 {
		room = max(1, min(room, height-len(lines)-len(below)))
	}
	c.offset = window(c.offset, c.cursor, len(c.orders), room)
	for i := c.offset; i < c.offset+room; i++ {
		order := c.orders[i]
		text := ui.Truncate(ui.Fit(order.name, names+2)+order.ends(i == c.now && c.reversed)+when(i == c.now, " · now"), max(1, width-2))
		text = when(i == c.cursor, "› ") + when(i != c.cursor, "  ") + text
		if i == c.cursor {
			text = t.Cursor.Render(text)
		}
		lines = append(lines, c.tag(t, text, i, c.cursor, len(c.orders)))
	}
	return append(lines, below...)
}
