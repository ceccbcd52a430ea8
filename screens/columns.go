package screens

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/recovery"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// columns chooses what a list of reservations tells of each, and in which order it stands.
type columns struct {
	deps          *Deps
	list          *Reservations // below
	all           []views.Column
	chosen        map[string]bool
	sort          views.Sort
	table         *ui.Table
	note          string
	width, height int
	keys          columnsKeys
}

type columnsKeys struct{ open, change, up, down, sort, reset, back key.Binding }

func newColumns(list *Reservations) *columns {
	s := &columns{
		deps: list.deps, list: list, chosen: map[string]bool{}, sort: list.look.view.Sort,
		keys: columnsKeys{
			open: list.deps.bind("open", "show these"), change: list.deps.bind("value.change"), up: list.deps.bind("columns.up"), down: list.deps.bind("columns.down"),
			sort: list.deps.bind("sort", "sort by it"), reset: list.deps.bind("clear", "clear the choice"), back: list.deps.bind("back"),
		},
	}
	s.table = ui.NewTable(s.deps.Theme, []ui.Column{
		{Title: "column", Width: 16}, {Title: "shown", Width: 5}, {Title: "order", Width: len("earliest first"), Priority: 2}, {Title: "what it tells", Min: 20, Priority: 1},
	}, s.row)
	names := list.look.view.Columns
	if len(names) == 0 {
		names = views.Default()
	}
	s.take(names)
	return s
}

// take puts the chosen columns first, in their order, and the others after them.
func (s *columns) take(names []string) {
	s.all, s.chosen = views.View{Columns: names}.Shown(), map[string]bool{}
	for _, c := range s.all {
		s.chosen[c.Name] = true
	}
	for _, c := range slices.Concat(views.Columns(), s.dataColumns()) {
		if !s.chosen[c.Name] {
			s.all = append(s.all, c)
		}
	}
	s.table.SetCount(len(s.all))
}

// mostData is how many names of custom values are offered.
const mostData = 12

// dataColumns are those of the custom values that the list has.
func (s *columns) dataColumns() []views.Column {
	var out []views.Column
	for _, line := range s.list.lines {
		for _, f := range line.CustomData {
			name := "data." + f.Key
			known := slices.ContainsFunc(out, func(c views.Column) bool { return c.Name == name })
			if c, ok := views.ColumnNamed(name); ok && !known && f.Key != recovery.AttemptKey && views.CheckColumn(name) == "" {
				out = append(out, c)
			}
		}
		if len(out) >= mostData {
			break
		}
	}
	return out
}

func (s *columns) row(i int) ui.Row {
	c := s.all[i]
	order := ""
	if s.sort.Column == c.Name {
		order = s.sort.Ends()
	}
	return ui.Row{c.Name, when(s.chosen[c.Name], "yes"), order, c.About}
}

func (s *columns) Init() tea.Cmd          { return nil }
func (s *columns) Title() string          { return "columns" }
func (s *columns) State() string          { return wording.Count(len(s.names())) + " shown" }
func (s *columns) Commands() []ui.Command { return s.deps.commands() }

// names returns the chosen columns in their order.
func (s *columns) names() (names []string) {
	for _, c := range s.all {
		if s.chosen[c.Name] {
			names = append(names, c.Name)
		}
	}
	return names
}

func (s *columns) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	pressed, ok := msg.(tea.KeyMsg)
	if !ok {
		return ui.Stay(), nil
	}
	s.note = ""
	at := s.table.Cursor()
	switch k := s.keys; {
	case key.Matches(pressed, k.back):
		return ui.Pop(), nil
	case key.Matches(pressed, k.open):
		return s.apply()
	case key.Matches(pressed, k.change):
		s.chosen[s.all[at].Name] = !s.chosen[s.all[at].Name]
	case key.Matches(pressed, k.up):
		s.move(at, -1)
	case key.Matches(pressed, k.down):
		s.move(at, 1)
	case key.Matches(pressed, k.sort):
		if by := (views.Sort{Column: s.all[at].Name}); s.sort == by {
			s.sort = by.Reverse()
		} else {
			s.sort = by
		}
	case key.Matches(pressed, k.reset):
		s.sort = views.Sort{}
		s.take(views.Default())
	default:
		s.table.Update(pressed)
	}
	return ui.Stay(), nil
}

func (s *columns) move(at, by int) {
	to := at + by
	if to < 0 || to >= len(s.all) {
		return
	}
	s.all[at], s.all[to] = s.all[to], s.all[at]
	s.table.SetCursor(to)
}

// apply shows the chosen columns on the list below.
func (s *columns) apply() (ui.Nav, tea.Cmd) {
	names := s.names()
	if len(names) == 0 {
		s.note = "! No column is chosen."
		return ui.Stay(), nil
	}
	l := &s.list.look
	l.view.Columns, l.view.Sort, l.view.Name = names, s.sort, ""
	l.columns = l.view.Shown()
	if slices.Equal(names, views.Default()) {
		l.view.Columns, l.columns = nil, nil
	}
	s.list.arrange()
	return ui.Pop(), l.readJournal()
}

func (s *columns) Keys() []key.Binding {
	k := s.keys
	if s.all[s.table.Cursor()].Name == s.sort.Column && !s.sort.Down {
		ui.Reword(&k.sort, "reverse order")
	}
	k.reset.SetEnabled(s.sort != views.Sort{} || !slices.Equal(s.names(), views.Default()))
	return append([]key.Binding{k.open, k.change, k.up, k.down, k.sort, k.reset, k.back, ui.HelpOnly()}, s.table.Keys()...)
}

func (s *columns) SetSize(width, height int) { s.width, s.height = width, height }

func (s *columns) View() string {
	t, width := s.deps.Theme, inner(s.width)
	lines := styled(t.Title.Render, ui.Wrap("What the list tells of each reservation; where there is no room the last ones are left out", width))
	if s.note != "" {
		lines = append(lines, t.Warn.Render(s.note))
	}
	lines = append(lines, "")
	below := wholeRow(t, len(s.all), s.table.Cursor(), s.width, func(i int) string { return s.all[i].About })
	s.table.SetSize(width, max(s.height-len(lines)-len(below), 0))
	lines = append(lines, s.table.Lines()...)
	return ui.Block(indent(append(lines, below...)), s.width, s.height)
}

// unseenColumns returns the titles of the columns that a table has no room for.
func unseenColumns(table *ui.Table, columns []ui.Column) (titles []string) {
	for i, c := range columns {
		if table.ColumnWidth(i) == 0 {
			titles = append(titles, c.Title)
		}
	}
	return titles
}

// tellUnseen names the columns that have no room beside the first line of a list or the line of its states, and in a line
// of their own where neither has room. Of columns that nobody chose it may be told how many they are.
func (s *Reservations) tellUnseen(lines []string, states, width int) []string {
	unseen := s.look.unseen
	if len(unseen) == 0 || len(s.rows) == 0 {
		return lines
	}
	muted, names := s.deps.Theme.Muted.Render, "not shown: "+strings.Join(unseen, ", ")
	texts := []string{names}
	if !s.look.shows(s.cells.finding) {
		texts = append(texts, wording.Plural(len(unseen), "column")+" not shown")
	}
	for _, text := range texts {
		for _, at := range []int{0, states} {
			if at < len(lines) && ui.Width(lines[at])+3+ui.Width(text) <= width {
				lines[at] += muted("   " + text)
				return lines
			}
		}
	}
	return slices.Insert(lines, min(states+1, len(lines)), muted(ui.Truncate(names, width)))
}
