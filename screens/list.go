package screens

import (
	"reflect"
	"slices"
	"sync/atomic"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/find"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/mouse"
)

// A grouped list stands under headings. It knows only counts; the screen draws the visible lines.
type grouped struct {
	counts []int // items under each heading
	total  int
	cursor int        // among all items; headings are passed over
	offset int        // the first visible line
	aimed  *mouse.Aim // where the mouse wants the next move to go
}

// setCounts takes new groups and keeps the cursor inside them.
func (g *grouped) setCounts(counts []int) {
	g.counts, g.total = counts, 0
	for _, n := range counts {
		g.total += n
	}
	g.moveTo(g.cursor)
}

func (g *grouped) moveTo(item int) { g.cursor = max(0, min(item, g.total-1)) }

func (g *grouped) move(by int) {
	if g.aimed != nil {
		g.moveTo(g.aimed.Cursor)
		return
	}
	g.moveTo(g.cursor + by)
}

// tag returns a drawn line with what the mouse does there: the wheel moves the cursor.
func (g *grouped) tag(t ui.Theme, line groupLine, text string) string {
	if !t.Mouse.Drawing() {
		return text
	}
	rows := mouse.Rows{Count: g.total, Visible: g.total, Aim: mouse.Aim{Cursor: g.cursor}}
	target := rows.Target(line.index, &g.aimed)
	if line.item < 0 {
		target.Click = nil // A heading.
	}
	return t.Mouse.Tag(text, target)
}

// picked is what the mouse needs of a list that is drawn by hand: its screen moves to a row by it.
type picked struct{ aimed *mouse.Aim }

// to returns the row that a key goes to: the one that the mouse wants, or else next.
func (p *picked) to(next int) int {
	if p.aimed != nil {
		return p.aimed.Cursor
	}
	return next
}

// tag returns a line of row i, of so many, with what the mouse does there. A notch of the wheel moves the cursor by one row.
func (p *picked) tag(t ui.Theme, text string, i, cursor, count int) string {
	if !t.Mouse.Drawing() {
		return text
	}
	target := mouse.Rows{Count: count, Visible: count, Aim: mouse.Aim{Cursor: cursor}}.Target(i, &p.aimed)
	wheel := target.Wheel
	target.Wheel = func(press mouse.Press, rows int) { wheel(press, max(-1, min(rows, 1))) }
	return t.Mouse.Tag(text, target)
}

// at returns the item of a group that the cursor is on.
func (g *grouped) at() (group, item int, ok bool) {
	if g.total == 0 {
		return 0, 0, false
	}
	left := g.cursor
	for i, n := range g.counts {
		if left < n {
			return i, left, true
		}
		left -= n
	}
	return 0, 0, false
}

// A groupLine is one line to draw: a heading, or an item when item >= 0.
type groupLine struct {
	group, item int
	index       int // among all items; of a heading the first item below it
	selected    bool
}

// lines returns the visible ones. The heading of the first visible group stays on top.
func (g *grouped) lines(height int) []groupLine {
	if height < 1 || g.total == 0 {
		return nil
	}
	all := make([]groupLine, 0, g.total+len(g.counts))
	at, index := 0, 0
	for group, n := range g.counts {
		if n == 0 {
			continue
		}
		all = append(all, groupLine{group: group, item: -1, index: index})
		for item := range n {
			if index == g.cursor {
				at = len(all)
			}
			all = append(all, groupLine{group: group, item: item, index: index, selected: index == g.cursor})
			index++
		}
	}
	offset := window(g.offset, at, len(all), height)
	out := all[offset:min(len(all), offset+height)]
	if first := out[0]; first.item >= 0 && len(out) > 1 && !first.selected && out[1].item >= 0 {
		out[0] = groupLine{group: first.group, item: -1, index: first.index - first.item}
	} else if first.item >= 0 && len(out) > 1 && !first.selected {
		// A last item without its heading would seem to be of nothing, and its heading alone would head nothing.
		out = all[offset+1 : min(len(all), offset+1+height)]
	}
	return out
}

// room returns the height that is left for the list where a line below it tells what is out of sight.
func (g *grouped) room(height int) int {
	if g.size() > height {
		height--
	}
	return max(1, height)
}

// beyond is listCount, and empty when all items are shown.
func (g *grouped) beyond(height int) string {
	first, last := g.total, -1
	for _, line := range g.lines(height) {
		if line.item >= 0 {
			first, last = min(first, line.index), line.index
		}
	}
	if first == 0 && last == g.total-1 {
		return ""
	}
	return listCount(g.cursor, last, g.total)
}

// listCount says how many rows of a list are below the last one that is visible, and which one is under the cursor:
// "30 more · 1 of 63", "End of list · 63 of 63". It is empty without rows.
func listCount(cursor, last, total int) string {
	if total == 0 {
		return ""
	}
	end := "End of list"
	if below := total - 1 - last; below > 0 {
		end = wording.Count(below) + " more"
	}
	return joined(end, wording.Count(cursor+1)+" of "+wording.Count(total))
}

// follow moves the window to the cursor, so that drawing changes nothing.
func (g *grouped) follow(height int) {
	line, left := 0, g.cursor
	for _, n := range g.counts {
		if n == 0 {
			continue
		}
		line++
		if left < n {
			break
		}
		line, left = line+n, left-n
	}
	g.offset = window(g.offset, line+left, g.size(), height)
}

func (g *grouped) size() int {
	size := g.total
	for _, n := range g.counts {
		if n > 0 {
			size++
		}
	}
	return size
}

// window returns the first line to show so that the cursor and the line above it are visible.
func window(offset, at, size, height int) int {
	offset = min(offset, max(0, at-1))
	if at >= offset+height {
		offset = at - height + 1
	}
	return max(0, min(offset, size-height))
}

// A scroller is a window on lines that are higher than the screen.
type scroller struct{ offset, size, height int }

// fit takes the number of lines and the height they are shown in.
func (s *scroller) fit(size, height int) {
	s.size, s.height = size, height
	s.move(0)
}

func (s *scroller) move(by int) { s.offset = max(0, min(s.offset+by, s.size-s.height)) }
func (s *scroller) more() int   { return max(0, s.size-s.height-s.offset) }

func (s *scroller) slice(lines []string) []string {
	from := min(s.offset, len(lines))
	return lines[from:min(len(lines), from+s.height)]
}

// A findLine narrows a list to the rows that hold a text, letter by letter.
type findLine struct {
	ui.Input
	open       bool // it has the keys
	done, back key.Binding
	up, down   key.Binding // move in the list
}

func newFindLine(deps *Deps, placeholder, back string) findLine {
	f := findLine{Input: ui.NewInput(deps.Theme, 60), done: deps.bind("find.keep"), back: deps.bind("back", back), up: deps.typing("list.up"), down: deps.typing("list.down")}
	f.Placeholder = placeholder
	return f
}

// shown reports whether the line stands above the list.
func (f *findLine) shown() bool { return f.open || f.Value() != "" }

// key takes a key, and reports whether the list must be arranged anew. The arrows move in the list.
func (f *findLine) key(msg tea.KeyMsg, list *ui.Table) (changed bool) {
	before := f.Value()
	switch {
	case key.Matches(msg, f.done):
		f.open = false
	case key.Matches(msg, f.back):
		f.clear()
	case key.Matches(msg, f.up, f.down):
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

// A rowList is a table with its rows. It stays at the first row while rows are loaded, filtered or sorted, until a key moves
// the cursor. From then on the cursor follows its row.
type rowList[T any] struct {
	table *ui.Table
	rows  []T
	same  func(a, b T) bool
	// lost is the row that the cursor was on before it left the list; the cursor returns to it unless a key moves it first.
	lost *T
	// steady keeps the followed row on its line of the screen; otherwise the window moves only as far as it must.
	steady bool
}

// selected returns the row under the cursor, if there is one.
func (l *rowList[T]) selected() (row T, ok bool) {
	if at := l.table.Cursor(); at >= 0 && at < len(l.rows) {
		return l.rows[at], true
	}
	return row, false
}

// setRows replaces the rows.
func (l *rowList[T]) setRows(rows []T) {
	if row, ok := l.selected(); ok && l.table.Moved() {
		l.lost = &row
	}
	line := l.table.Cursor() - l.table.Offset()
	l.rows = rows
	l.table.SetCount(len(rows))
	at := -1
	if l.lost != nil {
		at = slices.IndexFunc(rows, func(row T) bool { return l.same(row, *l.lost) })
	}
	if at < 0 {
		l.table.Top()
		return
	}
	l.lost = nil
	if l.steady {
		l.table.Place(at, line)
		return
	}
	l.table.SetCursor(at)
	l.table.Pin()
}

// toTop goes back to the first row, for the answer to another question.
func (l *rowList[T]) toTop() {
	l.table.Top()
	l.lost = nil
}

// A pagedLoad reads a list page by page. The first page replaces what was read before.
type pagedLoad[L interface{ More() bool }] struct {
	load load[L]
	more load[L] // the next page
	list L
	has  bool // whether list is an answer
}

func newPagedLoad[L interface{ More() bool }](deps *Deps, what string) pagedLoad[L] {
	return pagedLoad[L]{load: newLoad[L](deps, what), more: newLoad[L](deps, "reading the next page")}
}

// canReadMore reports whether there is a next page and nothing keeps it from being read.
func (p *pagedLoad[L]) canReadMore() bool {
	return p.has && p.list.More() && !p.load.call.Busy() && !p.more.call.Busy() && p.more.failure == nil
}

func (p *pagedLoad[L]) Resume() tea.Cmd { return tea.Batch(p.load.resume(), p.more.resume()) }

func (p *pagedLoad[L]) Close() {
	p.load.cancel()
	p.more.cancel()
}

// A keptList is a list of reservations as its screen was left, for the session.
type keptList struct {
	index *find.Index
	query api.ReservationQuery
	sort  views.Sort
	at    string // the id of the reservation that a key moved the cursor to; empty if the cursor is unmoved
}

func (s *Reservations) keepList() {
	if !s.has {
		return
	}
	s.deps.kept = &keptList{index: s.index, query: s.list.Query, sort: s.look.view.Sort}
	if line, ok := s.selected(); ok && s.table.Moved() {
		s.deps.kept.at = line.ID
	}
}

// restoreList shows the list as it was left, if it was one of the same query; all reservations also where another was
// left since.
func (s *Reservations) restoreList() {
	kept := s.deps.kept
	if kept != nil && (!reflect.DeepEqual(kept.query, s.query) || !kept.index.Of(s.deps.Desk)) {
		kept = nil
	}
	switch {
	case kept != nil:
		s.index, s.look.view.Sort = kept.index, kept.sort
	case s.allAsked():
		s.index = s.deps.indexOf(s.query)
	default:
		return
	}
	list, loaded := s.index.State()
	if !loaded {
		return
	}
	s.take(list)
	for i, line := range s.rows {
		if kept != nil && line.ID == kept.at {
			s.table.Place(i, 0)
		}
	}
}

// A readCount tells how far a read is, from its own goroutine.
type readCount struct{ have, total atomic.Int64 }

func (c *readCount) tell(have, total int) {
	c.have.Store(int64(have))
	c.total.Store(int64(total))
}

// words adds to a text how far it is, once that is known.
func (c *readCount) words(text string) string {
	if c.total.Load() == 0 {
		return text
	}
	return text + ": " + wording.Count(int(c.have.Load())) + " of " + wording.Count(int(c.total.Load()))
}
