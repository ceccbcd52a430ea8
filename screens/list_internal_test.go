package screens

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A step either sets the rows of a list or presses a key.
type listStep struct {
	rows []string
	key  tea.KeyType
}

// Every list that loads in parts, reloads, or is filtered or sorted again is a rowList. Until its cursor is moved it stays at
// the top; then the cursor follows its row.
func TestRowList_CursorAndWindow(t *testing.T) {
	t.Parallel()
	set := func(rows ...string) listStep { return listStep{rows: rows} }
	press := func(key tea.KeyType) listStep { return listStep{key: key} }
	down, up, end := press(tea.KeyDown), press(tea.KeyUp), press(tea.KeyEnd)
	for _, c := range []struct {
		name          string
		steps         []listStep
		cursor        string
		first, steady string // the top row of the window; steady is for a list that keeps the cursor on its line
	}{
		{"opens at its first row", []listStep{set("b", "c", "d", "e", "f")}, "b", "b", "b"},
		{"unmoved, rows arrive above", []listStep{set("b"), set("a", "b", "c", "d", "e", "f")}, "a", "a", "a"},
		{"unmoved, sorted again", []listStep{set("a", "b", "c", "d"), set("d", "c", "b", "a")}, "d", "d", "d"},
		{"a key that moves nothing", []listStep{set("b", "c"), up, set("a", "b", "c")}, "a", "a", "a"},
		{"moved, rows arrive above", []listStep{set("b", "c", "d"), down, set("a", "b", "c", "d", "e", "f")}, "c", "a", "b"},
		{"moved, sorted again", []listStep{set("a", "b", "c", "d", "e"), end, set("e", "d", "c", "b", "a")}, "e", "e", "e"},
		{"moved and back to the first", []listStep{set("b", "c"), down, up, set("a", "b", "c", "d")}, "b", "a", "b"},
		{"its row is filtered out", []listStep{set("a", "b", "c"), down, set("a", "c")}, "a", "a", "a"},
		{"its row returns", []listStep{set("a", "b", "c"), down, set("a", "c"), set("a", "b", "c", "d")}, "b", "a", "b"},
		{"its row returns after another key", []listStep{set("a", "b", "c"), down, set("a", "c"), down, set("a", "b", "c", "d")}, "c", "a", "b"},
		{"emptied and filled again", []listStep{set("a", "b", "c"), down, set(), set("a", "b", "c")}, "b", "a", "a"},
	} {
		for _, steady := range []bool{false, true} {
			l := rowList[string]{same: func(a, b string) bool { return a == b }, steady: steady}
			l.table = ui.NewTable(uitest.Theme(), []ui.Column{{Min: 4}}, func(i int) ui.Row { return ui.Row{l.rows[i]} })
			l.table.SetSize(20, 4) // Three rows.
			for _, step := range c.steps {
				if step.rows != nil || step.key == 0 {
					l.setRows(step.rows)
					continue
				}
				l.table.Update(tea.KeyMsg{Type: step.key})
			}
			row, _ := l.selected()
			first := c.first
			if steady {
				first = c.steady
			}
			if row != c.cursor || l.rows[l.table.Offset()] != first {
				t.Errorf("%s, steady %v: the cursor is on %q and the window begins with %q, want %q and %q of %v",
					c.name, steady, row, l.rows[l.table.Offset()], c.cursor, first, l.rows)
			}
		}
	}
}

// toTop counts as unmoved.
func TestRowList_ToTop(t *testing.T) {
	t.Parallel()
	l := rowList[int]{same: func(a, b int) bool { return a == b }}
	l.table = ui.NewTable(uitest.Theme(), []ui.Column{{Min: 4}}, func(int) ui.Row { return nil })
	l.setRows([]int{1, 2, 3})
	l.table.Update(tea.KeyMsg{Type: tea.KeyEnd})
	l.toTop()
	l.setRows(slices.Repeat([]int{0}, 2))
	if l.setRows([]int{0, 1, 2, 3}); l.table.Cursor() != 0 || l.table.Moved() {
		t.Errorf("the cursor is on row %d", l.table.Cursor())
	}
}

// All lists count with the same words.
func TestListCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cursor, last, total int
		want                string
	}{
		{0, -1, 0, ""},
		{0, 0, 1, "End of list · 1 of 1"},
		{0, 32, 63, "30 more · 1 of 63"},
		{62, 62, 63, "End of list · 63 of 63"},
		{40, 99, 63, "End of list · 41 of 63"}, // The window is taller than the rest.
		{999, 1000, 2000, "999 more · 1,000 of 2,000"},
	} {
		if got := listCount(c.cursor, c.last, c.total); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
	list := grouped{}
	list.setCounts([]int{2, 0, 3})
	for height, want := range map[int]string{7: "", 5: "2 more · 1 of 5", 3: "3 more · 1 of 5"} {
		if got := list.beyond(height); got != want {
			t.Errorf("at a height of %d: %q, want %q", height, got, want)
		}
	}
}
