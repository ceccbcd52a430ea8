package output

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"

	"bellhop/internal/safetext"
)

// A Table lines up cells that are parted by tabs. At a terminal that is too
// narrow for it a row takes several lines; in a file or a pipe it has one,
// whatever its width.
type Table struct {
	out   io.Writer
	width int // columns of the terminal; 0: as many as needed
	text  bytes.Buffer
	// Spare are the columns, by their titles, that are left out one by one where a terminal is too narrow.
	Spare []string
	Left  []string // of them, those that were
}

// NewTable returns a table for a writer, as wide as its terminal.
func NewTable(out io.Writer) *Table { return SizedTable(out, columns(out)) }

// SizedTable returns a table of so many columns; 0 is as many as needed.
func SizedTable(out io.Writer, width int) *Table { return &Table{out: out, width: width} }

// Width returns the columns of the table's terminal; 0 is as many as needed.
func (t *Table) Width() int { return t.width }

// Note prints a line below the table.
func (t *Table) Note(text string) error {
	_, err := io.WriteString(t.out, folded(text, t.width, 0))
	return err
}

// columns is how wide the terminal is that something is written to, and 0 when
// it is none.
func columns(out io.Writer) int {
	file, ok := TerminalOf(out)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

func (t *Table) Write(text []byte) (int, error) { return t.text.Write(text) }

// Row adds a row. Its cells are made safe to print: line breaks and tabs become spaces.
func (t *Table) Row(cells ...string) {
	safe := make([]string, len(cells))
	for i, cell := range cells {
		safe[i] = safetext.Line(cell)
	}
	t.text.WriteString(strings.Join(safe, "\t") + "\n")
}

const tableGap = "  "

// minFolded is how wide the last column must be for its words to be folded.
const minFolded = 24

// Flush writes the table: each row on a line where that fits, or else with the
// words of the last column folded, or else with a row's cells below each other.
func (t *Table) Flush() error {
	var rows [][]string
	var widths []int
	word := 0 // the widest one of the last column
	for line := range strings.Lines(t.text.String()) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
		rows = append(rows, row)
	}
	rows, widths = t.narrowed(rows, widths)
	for _, row := range rows {
		for one := range strings.FieldsSeq(whole(row[len(row)-1])) {
			word = max(word, ansi.StringWidth(one))
		}
	}
	before, last := 0, 0
	for i, width := range widths {
		if last = width; i < len(widths)-1 {
			before += width + len(tableGap)
		}
	}
	fits := t.width == 0 || before+last <= t.width
	var b strings.Builder
	for _, row := range rows {
		switch room := t.width - before; {
		case fits:
			b.WriteString(inColumns(row, widths, 0))
		case room >= max(minFolded, word):
			b.WriteString(folded(inColumns(row, widths, 0), t.width, before))
		default:
			b.WriteString(inColumns(row, widths, t.width))
		}
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// narrowed leaves out spare columns until the rows fit.
func (t *Table) narrowed(rows [][]string, widths []int) ([][]string, []int) {
	for _, title := range t.Spare {
		sum := -len(tableGap)
		for _, width := range widths {
			sum += width + len(tableGap)
		}
		at := -1
		if len(rows) > 0 {
			at = slices.Index(rows[0], title)
		}
		if t.width == 0 || sum <= t.width || at < 0 {
			continue
		}
		for i, row := range rows {
			rows[i] = slices.Delete(row, at, at+1)
		}
		widths = slices.Delete(widths, at, at+1)
		t.Left = append(t.Left, title)
	}
	return rows, widths
}

// inColumns returns cells in their columns, one below the other where no more fit
// into the width; 0 fits all.
func inColumns(row []string, widths []int, width int) string {
	var b strings.Builder
	used, padding := 0, 0
	for i, cell := range row {
		switch {
		case i == 0:
		case width > 0 && used+padding+len(tableGap)+widths[i] > width:
			b.WriteString("\n" + tableGap)
			cell = strings.TrimSuffix(folded(tableGap+cell, width, len(tableGap)), "\n")[len(tableGap):]
			used = len(tableGap)
		default:
			b.WriteString(strings.Repeat(" ", padding) + tableGap)
			used += padding + len(tableGap)
		}
		b.WriteString(cell)
		used += ansi.StringWidth(cell)
		padding = widths[i] - ansi.StringWidth(cell)
	}
	return b.String() + "\n"
}

// folded returns a line whose words that do not fit stand below it, indented. What
// is before the indent is left alone, and a width of 0 fits all.
func folded(line string, width, indent int) string {
	line = strings.TrimSuffix(line, "\n")
	if width <= 0 || ansi.StringWidth(line) <= width {
		return line + "\n"
	}
	words := ansi.Wordwrap(whole(ansi.TruncateLeft(line, indent, "")), width-indent, "")
	words = strings.ReplaceAll(words, "\n", "\n"+strings.Repeat(" ", indent))
	return ansi.Truncate(line, indent, "") + strings.ReplaceAll(words, noBreak, " ") + "\n"
}

const noBreak = "\u00a0"

var amountPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([0-9][0-9.,]*) ([A-Z]{3})\b`) })

// whole keeps each amount and its currency on one line.
func whole(text string) string { return amountPattern().ReplaceAllString(text, "${1}"+noBreak+"${2}") }

// PrintFolded prints a line whose words stand below it where the terminal is too narrow.
func PrintFolded(w io.Writer, text string) error {
	_, err := io.WriteString(w, folded(text, columns(w), 0))
	return err
}
