package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/internal/safetext"
	"bellhop/ui/mouse"
)

// A Column of a table. Columns with Width 0 share what the others leave over,
// each at least Min cells. When not even that fits, columns are left out,
// those with the highest Priority number first; Priority 0 always stays.
type Column struct {
	Title    string
	Width    int
	Min      int
	Right    bool // aligned right, for numbers
	Priority int
	Hidden   bool // left out
}

// A Row is the plain texts of a row's cells, in the order of the columns. Missing
// cells are empty.
type Row []string

// A Table shows rows that are built only while they are visible, so what it
// costs does not depend on how many there are. The row under the cursor shows
// "›" as well as a style.
type Table struct {
	// Style gives a cell its style; nil draws all cells plain. The row under
	// the cursor has the theme's.
	Style func(row, column int) Style
	// Marked reports which rows show "*" beside the cursor; nil is a table
	// without marks.
	Marked func(row int) bool
	// Found returns the parts of a cell's text that were typed, in bytes and in
	// their order; they stand out. Nil is a table in which nothing is found.
	Found func(row, column int) [][2]int
	// Kept says that rows stay as they are until SetCount is called or the header changes: what was drawn of one is
	// drawn again without being made again. Marks and the cursor may come and go.
	Kept bool

	theme   Theme
	columns []Column
	row     func(i int) Row
	keys    tableKeys

	count, cursor, offset int
	moved                 bool // a key or Place moved the cursor
	width, height         int
	blurred               bool
	widths                []int // per column; 0 is left out
	header                string
	drawn                 map[int]string // the cells of kept rows, by row
	aimed                 *mouse.Aim     // where the mouse wants the next key to go
}

type tableKeys struct{ up, down, pageUp, pageDown, home, end key.Binding }

const gap = 2

// NewTable makes an empty table; row builds row i of those that SetCount
// announces, with 0 <= i < count.
func NewTable(theme Theme, columns []Column, row func(i int) Row) *Table {
	t := &Table{theme: theme, columns: columns, row: row}
	t.keys = tableKeys{
		up:       theme.Keys.Binding("list.up"),
		down:     theme.Keys.Binding("list.down"),
		pageUp:   theme.Keys.Binding("list.page_up"),
		pageDown: theme.Keys.Binding("list.page_down"),
		home:     theme.Keys.Binding("list.first"),
		end:      theme.Keys.Binding("list.last"),
	}
	t.layout()
	return t
}

// SetSize gives the table its size, the header line included.
func (t *Table) SetSize(width, height int) {
	t.width, t.height = max(width, 0), max(height, 0)
	t.layout()
	t.scroll()
}

// SetColumns replaces the columns, such as when the order changes and one
// title says so.
func (t *Table) SetColumns(columns []Column) {
	t.columns = columns
	t.layout()
}

// SetCount sets how many rows there are. The cursor stays where it is as long
// as there is such a row.
func (t *Table) SetCount(n int) {
	t.count = max(n, 0)
	clear(t.drawn)
	t.SetCursor(t.cursor)
}

// Count is the number of rows.
func (t *Table) Count() int { return t.count }

// Cursor is the index of the row under the cursor, or -1 without rows.
func (t *Table) Cursor() int {
	if t.count == 0 {
		return -1
	}
	return t.cursor
}

// SetCursor moves the cursor to row i, or to the nearest that exists.
func (t *Table) SetCursor(i int) {
	t.cursor = max(0, min(i, t.count-1))
	t.scroll()
}

// Place moves the cursor to row i and shows that row on a line below the header, from 0 on, or as near to it as
// the rows allow. The cursor counts as moved.
func (t *Table) Place(i, line int) {
	t.cursor = max(0, min(i, t.count-1))
	t.offset = t.cursor - line
	t.moved = true
	t.scroll()
}

// Top moves the cursor and the window to the first row. The cursor counts as unmoved.
func (t *Table) Top() { t.cursor, t.offset, t.moved = 0, 0, false }

// Moved reports whether a key or Place moved the cursor.
func (t *Table) Moved() bool { return t.moved }

// Pin makes the cursor count as moved, because its row is in use.
func (t *Table) Pin() { t.moved = true }

// ColumnWidth is how many cells a column has, 0 where it is left out or there is none.
func (t *Table) ColumnWidth(column int) int {
	if column < 0 || column >= len(t.widths) {
		return 0
	}
	return t.widths[column]
}

// Offset is the index of the topmost visible row.
func (t *Table) Offset() int { return t.offset }

// Visible is the number of rows that fit below the header.
func (t *Table) Visible() int { return max(t.height-1, 0) }

// SetFocus sets whether keys go to this table: without focus the cursor's row
// keeps its "›" but not its style.
func (t *Table) SetFocus(on bool) { t.blurred = !on }

// NeedMore reports whether the cursor is within a page of the last row, so that a
// list that is loaded in pages should ask for the next one.
func (t *Table) NeedMore() bool {
	return t.cursor+t.Visible() >= t.count
}

// Keys lists the table's own bindings, for the help.
func (t *Table) Keys() []key.Binding {
	k := t.keys
	return []key.Binding{k.up, k.down, k.pageUp, k.pageDown, k.home, k.end}
}

// Update moves the cursor if the message is one of the table's keys, and reports
// whether it was.
func (t *Table) Update(msg tea.Msg) bool {
	k, ok := msg.(tea.KeyMsg)
	if !ok {
		return false
	}
	page := max(t.Visible()-1, 1)
	cursor, offset := t.cursor, t.offset
	switch {
	case key.Matches(k, t.keys.up):
		t.SetCursor(t.cursor - 1)
	case t.aimed != nil && (k.Type == tea.KeyDown || key.Matches(k, t.keys.down)):
		t.offset = t.aimed.Offset
		t.SetCursor(t.aimed.Cursor)
	case key.Matches(k, t.keys.down):
		t.SetCursor(t.cursor + 1)
	case key.Matches(k, t.keys.pageUp):
		t.SetCursor(t.cursor - page)
	case key.Matches(k, t.keys.pageDown):
		t.SetCursor(t.cursor + page)
	case key.Matches(k, t.keys.home):
		t.SetCursor(0)
	case key.Matches(k, t.keys.end):
		t.SetCursor(t.count - 1)
	default:
		return false
	}
	t.moved = t.moved || t.cursor != cursor || t.offset != offset
	return true
}

// scroll keeps the cursor's row visible and the last page full.
func (t *Table) scroll() {
	visible := max(t.Visible(), 1)
	t.offset = min(t.offset, t.cursor)
	t.offset = max(t.offset, t.cursor-visible+1)
	t.offset = max(0, min(t.offset, t.count-visible))
}

func (t *Table) gutter() int {
	if t.Marked != nil {
		return 3
	}
	return 2
}

func (t *Table) layout() {
	t.widths = columnWidths(t.columns, t.width-t.gutter())
	var b strings.Builder
	b.WriteString(Spaces(t.gutter()))
	t.cells(&b, func(column int) string { return t.columns[column].Title }, nil)
	// Another header is another width, other columns or another theme.
	if header := t.theme.Muted.Render(Fit(b.String(), t.width)); header != t.header {
		t.header = header
		clear(t.drawn)
	}
}

// columnWidths gives each column its cells; 0 leaves it out.
func columnWidths(columns []Column, width int) []int {
	widths := make([]int, len(columns))
	out := make([]bool, len(columns))
	for i, c := range columns {
		out[i] = c.Hidden
	}
	for more := true; more && need(columns, out) > width; {
		more = dropOne(columns, out)
	}
	spare, flexible := width-need(columns, out), 0
	for i, c := range columns {
		if !out[i] && c.Width == 0 {
			flexible++
		}
	}
	for i, c := range columns {
		switch {
		case out[i]:
		case c.Width > 0:
			widths[i] = c.Width
		default:
			share := max(spare, 0) / flexible
			spare -= share
			flexible--
			widths[i] = max(c.Min, 1) + share
		}
	}
	return widths
}

func need(columns []Column, out []bool) int {
	sum := -gap
	for i, c := range columns {
		if out[i] {
			continue
		}
		sum += gap
		if c.Width > 0 {
			sum += c.Width
		} else {
			sum += max(c.Min, 1)
		}
	}
	return sum
}

// dropOne leaves out the column with the highest priority number, the last of
// equals, and reports whether there was one to leave out.
func dropOne(columns []Column, out []bool) bool {
	worst := -1
	for i, c := range columns {
		if !out[i] && c.Priority > 0 && (worst < 0 || c.Priority >= columns[worst].Priority) {
			worst = i
		}
	}
	if worst < 0 {
		return false
	}
	out[worst] = true
	return true
}

// cells writes the texts of a line; look gives each the style that it has in its cell.
func (t *Table) cells(b *strings.Builder, text func(column int) string, look func(column int, text, cell string) string) {
	first := true
	for i, w := range t.widths {
		if w == 0 {
			continue
		}
		if !first {
			b.WriteString(Spaces(gap))
		}
		first = false
		full := text(i)
		cell := Fit(full, w)
		if t.columns[i].Right {
			cell = FitRight(full, w)
		}
		if look != nil {
			cell = look(i, full, cell)
		}
		b.WriteString(cell)
	}
}

// Lines draws the table: exactly as many lines, of exactly the width, as
// SetSize gave.
func (t *Table) Lines() []string {
	if t.height == 0 {
		return nil
	}
	lines := make([]string, 0, t.height)
	lines = append(lines, t.header)
	areas := t.theme.Mouse
	rows := mouse.Rows{Count: t.count, Visible: t.Visible(), Aim: mouse.Aim{Cursor: t.cursor, Offset: t.offset}}
	for i := t.offset; len(lines) < t.height; i++ {
		if i < t.count {
			line := t.line(i)
			if areas.Drawing() && !t.blurred {
				line = areas.Tag(line, rows.Target(i, &t.aimed))
			}
			lines = append(lines, line)
		} else {
			lines = append(lines, Spaces(t.width))
		}
	}
	return lines
}

// View is Lines as one string.
func (t *Table) View() string { return strings.Join(t.Lines(), "\n") }

func (t *Table) line(i int) string {
	here := i == t.cursor
	bar := here && !t.blurred
	if bar {
		return t.theme.Cursor.Around(t.signs(i, here) + t.rowCells(i, bar))
	}
	kept, ok := t.drawn[i]
	if !ok {
		kept = t.rowCells(i, bar)
		if t.Kept {
			if t.drawn == nil || len(t.drawn) > mostDrawn {
				t.drawn = map[int]string{}
			}
			t.drawn[i] = kept
		}
	}
	return t.signs(i, here) + kept
}

// mostDrawn bounds what is kept of rows that were drawn.
const mostDrawn = 512

// rowCells draws a row without its signs: in the bar of the cursor, or as it is otherwise.
func (t *Table) rowCells(i int, bar bool) string {
	row := t.row(i)
	text := func(column int) string {
		if column < len(row) {
			return safetext.Cells(row[column])
		}
		return ""
	}
	look := func(column int, text, cell string) string {
		var style Style // The bar's comes around the whole line.
		if t.Style != nil && !bar {
			style = t.Style(i, column)
		}
		if t.Found == nil {
			return style.Render(cell)
		}
		typed := t.theme.Found
		if bar {
			typed = t.theme.CursorFound.inside(t.theme.Cursor)
		}
		if column >= len(row) || text != row[column] { // The found parts are those of a text that is drawn differently.
			return style.Render(cell)
		}
		return standOut(t.Found(i, column), text, cell, style, typed)
	}
	var b strings.Builder
	b.Grow(t.width + 96)
	t.cells(&b, text, look)
	return FitDrawn(b.String(), t.width-t.gutter())
}

func (t *Table) signs(i int, here bool) string {
	signs := " "
	if here {
		signs = "›"
	}
	if t.Marked != nil {
		if t.Marked(i) {
			signs += "*"
		} else {
			signs += " "
		}
	}
	return Truncate(signs+" ", t.width)
}
