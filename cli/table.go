package cli

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"golang.org/x/term"
)

// A table lines up cells that are parted by tabs. At a terminal that is too
// narrow for it a row takes several lines; in a file or a pipe it has one,
// whatever its width.
type table struct {
	out   io.Writer
	width int // columns of the terminal; 0: as many as needed
	text  bytes.Buffer
}

func newTable(out io.Writer) *table { return &table{out: out, width: columns(out)} }

// columns is how wide the terminal is that something is written to, and 0 when
// it is none.
func columns(out io.Writer) int {
	file, ok := terminalOf(out)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		return 0
	}
	return width
}

func (t *table) Write(text []byte) (int, error) { return t.text.Write(text) }

// tableGap is what stands between two columns.
const tableGap = "  "

// Flush writes the table.
func (t *table) Flush() error {
	var wide bytes.Buffer
	w := tabwriter.NewWriter(&wide, 0, 0, len(tableGap), ' ', 0)
	_, _ = w.Write(t.text.Bytes()) // A buffer takes everything.
	_ = w.Flush()
	text := wide.String()
	if longest(strings.Split(text, "\n")) > t.width && t.width > 0 {
		text = t.narrow()
	}
	_, err := io.WriteString(t.out, text)
	return err
}

// minFolded is how wide the last column must be for its words to be folded.
const minFolded = 24

// narrow is the table for a terminal that it does not fit: with the words of
// the last column folded, or else with rows of several lines.
func (t *table) narrow() string {
	var rows [][]string
	var widths []int
	words := 0 // the longest one of the last column
	for line := range strings.Lines(t.text.String()) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
		rows = append(rows, row)
		words = max(words, longest(unparted(row[len(row)-1])))
	}
	before := 0
	for _, width := range widths[:max(0, len(widths)-1)] {
		before += width + len(tableGap)
	}
	var b strings.Builder
	for _, row := range rows {
		if room := t.width - before; room >= max(minFolded, words) {
			b.WriteString(folded(rowOf(row, widths, 0), t.width, before))
		} else {
			b.WriteString(rowOf(row, widths, t.width))
		}
	}
	return b.String()
}

// rowOf are cells in their columns, one below the other where no more fit; a
// width of 0 fits all.
func rowOf(row []string, widths []int, width int) string {
	var b strings.Builder
	used, pending := 0, 0
	for i, cell := range row {
		switch {
		case i == 0:
		case width > 0 && used+pending+len(tableGap)+widths[i] > width:
			b.WriteString("\n" + tableGap)
			cell = strings.TrimSuffix(folded(tableGap+cell, width, len(tableGap)), "\n")[len(tableGap):]
			used = len(tableGap)
		default:
			b.WriteString(strings.Repeat(" ", pending) + tableGap)
			used += pending + len(tableGap)
		}
		b.WriteString(cell)
		used += utf8.RuneCountInString(cell)
		pending = widths[i] - utf8.RuneCountInString(cell)
	}
	return b.String() + "\n"
}

// folded is a line, with words that do not fit below it, so far from the left.
// What stands before the indent is left alone, and so is a width of 0.
func folded(line string, width, indent int) string {
	line = strings.TrimSuffix(line, "\n")
	runes := []rune(line)
	if width <= 0 || len(runes) <= width {
		return line + "\n"
	}
	text := string(runes[:indent])
	used, first := indent, true
	for _, word := range unparted(string(runes[indent:])) {
		n := utf8.RuneCountInString(word)
		switch {
		case first:
		case used+1+n > width:
			text += "\n" + strings.Repeat(" ", indent)
			used = indent
		default:
			text += " "
			used++
		}
		text += word
		used, first = used+n, false
	}
	return text + "\n"
}

// unparted are the words of a text; an amount and its currency are one.
func unparted(text string) []string {
	var list []string
	for word := range strings.FieldsSeq(text) {
		if last := len(list) - 1; last >= 0 && currencyCode(word) && isAmount(list[last]) {
			list[last] += " " + word
		} else {
			list = append(list, word)
		}
	}
	return list
}

// currencyCode says whether a word begins as a currency's code does, and goes on
// with nothing but punctuation.
func currencyCode(word string) bool {
	code := strings.TrimRight(word, ".,;:)")
	return len(code) == 3 && strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func isAmount(word string) bool {
	return strings.ContainsAny(word, "0123456789") && strings.Trim(word, "0123456789.,-+(") == ""
}

func longest(texts []string) int {
	n := 0
	for _, text := range texts {
		n = max(n, utf8.RuneCountInString(text))
	}
	return n
}

// printFolded prints a sentence, folded for the terminal that it is printed at.
func printFolded(w io.Writer, text string) error {
	_, err := fmt.Fprint(w, folded(text, columns(w), 0))
	return err
}
