package output

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A List is rows under titles. At a terminal it is a table; without one each row is its cells
// parted by tabs, without titles, as scripts want it.
type List struct {
	table *Table
	shown bool // at a terminal
	rows  int
}

// NewList returns a list with these titles for a writer.
func NewList(w io.Writer, titles ...string) *List {
	_, shown := TerminalOf(w)
	l := &List{table: NewTable(w), shown: shown}
	if shown {
		l.table.Row(titles...)
	}
	return l
}

// Spare names columns that are left out one by one where a terminal is too narrow.
func (l *List) Spare(titles ...string) { l.table.Spare = titles }

// AtTerminal reports whether somebody looks at it.
func (l *List) AtTerminal() bool { return l.shown }

// Width returns the columns of the terminal; 0 where nobody looks.
func (l *List) Width() int { return l.table.width }

// Clip cuts a text that is wider.
func Clip(text string, width int) string { return ansi.Truncate(text, width, "…") }

// Row adds a row.
func (l *List) Row(cells ...string) {
	l.rows++
	l.table.Row(cells...)
}

// Flush writes the list.
func (l *List) Flush() error {
	if !l.AtTerminal() {
		_, err := l.table.out.Write(l.table.text.Bytes())
		return err
	}
	if l.rows == 0 {
		return nil // Titles of nothing are no list.
	}
	if err := l.table.Flush(); err != nil {
		return err
	}
	if len(l.table.Left) > 0 {
		return PrintFolded(l.table.out, "This terminal is too narrow for: "+strings.ToLower(strings.Join(l.table.Left, ", "))+".")
	}
	return nil
}
