package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// An orderChooser lists the orders of a list. Choosing the present one reverses it.
type orderChooser struct {
	open   bool
	orders []trip.Order // the present order has its direction
	now    trip.Order
	cursor int
	picked
	keys orderKeys
}

type orderKeys struct{ choose, up, down, back key.Binding }

// show opens the chooser with the cursor on the present order.
func (c *orderChooser) show(deps *Deps, sorts []trip.Sort, now trip.Order) {
	c.open, c.now, c.orders = true, now, nil
	for i, by := range sorts {
		order := trip.Order{By: by}
		if by == now.By {
			order, c.cursor = now, i
		}
		c.orders = append(c.orders, order)
	}
	c.keys = orderKeys{
		choose: deps.bind("open", "sort by it"), up: deps.bind("list.up"), down: deps.bind("list.down"), back: deps.bind("back", "close"),
	}
}

func (c *orderChooser) bindings() []key.Binding {
	k := c.keys
	if c.orders[c.cursor] == c.now {
		ui.Reword(&k.choose, "reverse order")
	}
	return []key.Binding{k.choose, k.back, k.up, k.down}
}

// update handles a key while the chooser is open. It returns the order to use, and whether one was chosen.
func (c *orderChooser) update(msg tea.KeyMsg) (order trip.Order, chosen bool) {
	switch k := c.keys; {
	case key.Matches(msg, k.back):
		c.open = false
	case key.Matches(msg, k.up):
		c.cursor = c.to(max(0, c.cursor-1))
	case key.Matches(msg, k.down):
		c.cursor = c.to(min(len(c.orders)-1, c.cursor+1))
	case key.Matches(msg, k.choose):
		c.open = false
		if order = c.orders[c.cursor]; order == c.now {
			order.Reversed = !order.Reversed
		}
		return order, true
	}
	return c.now, false
}

// lines draws the orders, each with its direction, and what enter does.
func (c *orderChooser) lines(t ui.Theme, width int) []string {
	lines := []string{t.Title.Render("sort by"), ""}
	for i, order := range c.orders {
		text := ui.Truncate(ui.Fit(order.By.String(), 15)+order.Ends()+when(order == c.now, " · now"), max(1, width-2))
		text = when(i == c.cursor, "› ") + when(i != c.cursor, "  ") + text
		if i == c.cursor {
			text = t.Cursor.Render(text)
		}
		lines = append(lines, c.tag(t, text, i, c.cursor, len(c.orders)))
	}
	chosen := c.orders[c.cursor]
	enter := c.keys.choose.Help().Key
	words := enter + " sorts by " + chosen.By.String() + ", " + chosen.Ends()
	switch {
	case chosen == c.now:
		chosen.Reversed = !chosen.Reversed
		words = enter + " reverses it: " + chosen.Ends()
	case chosen.By != trip.SortTotal && chosen.By != trip.SortService:
		words += "; ties by price"
	}
	return append(append(lines, ""), styled(t.Muted.Render, ui.Wrap(words, max(1, width)))...)
}
