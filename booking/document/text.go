package document

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Columns is the width of plain text, which mail and small windows show without folding it again.
const Columns = 76

// Text returns the document as plain text of at most 76 columns, but for words that are longer.
func (d Document) Text() string { return d.TextIn(Columns) }

// TextIn is Text of so many columns at most, such as a screen has.
func (d Document) TextIn(columns int) string {
	d = d.printed()
	p := plain{columns: columns}
	for _, warning := range d.Warnings {
		p.paragraph("! ", warning)
	}
	p.underlined(d.Title, "=")
	if d.Subtitle != "" {
		p.paragraph("", d.Subtitle)
	}
	for _, text := range d.Intro {
		p.paragraph("", text)
	}
	for _, s := range d.Sections {
		p.section(s)
	}
	if len(d.Foot) > 0 {
		p.underlined("", "-")
	}
	for _, text := range d.Foot {
		p.paragraph("", text)
	}
	return strings.TrimRight(p.String(), "\n") + "\n"
}

// plain is a text that is being written: each paragraph ends with an empty line.
type plain struct {
	strings.Builder
	columns int
}

func (p *plain) underlined(title, with string) {
	if title = oneLine(title); title == "" {
		p.WriteString(strings.Repeat(with, p.columns) + "\n")
		return
	}
	p.WriteString(title + "\n" + strings.Repeat(with, min(cells(title), p.columns)) + "\n")
}

func (p *plain) paragraph(before, text string) {
	indent := strings.Repeat(" ", cells(before))
	for i, line := range fold(text, p.columns-len(indent)) {
		if i > 0 {
			before = indent
		}
		p.WriteString(before + line + "\n")
	}
	p.WriteString("\n")
}

func (p *plain) section(s Section) {
	if s.Heading != "" {
		p.underlined(s.Heading, "-")
	}
	p.facts(s.Facts)
	if len(s.Table.Rows) > 0 {
		p.table(s.Table)
	}
	for _, text := range s.Lines {
		p.paragraph("", text)
	}
	for _, text := range s.Notes {
		p.paragraph("  ", text)
	}
}

func (p *plain) facts(facts []Fact) {
	labels := 0
	for _, f := range facts {
		labels = max(labels, cells(f.Label))
	}
	for _, f := range facts {
		before := padded(f.Label, labels) + "  "
		for _, line := range f.Lines {
			for _, part := range fold(line, max(p.columns-labels-2, p.columns/2)) {
				p.WriteString(strings.TrimRight(before+part, " ") + "\n")
				before = strings.Repeat(" ", labels+2)
			}
		}
	}
	if len(facts) > 0 {
		p.WriteString("\n")
	}
}

// leastColumn is the least width of a column that is folded.
const leastColumn = 14

// table writes columns beside each other, the widest of them folded where they do not fit, and each row as facts where
// that does not do either.
func (p *plain) table(t Table) {
	const gap = 2
	widths, all, widest := make([]int, len(t.Columns)), -gap, -1
	for i, c := range t.Columns {
		widths[i] = cells(c.Title)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], cells(cellOf(row, i)))
		}
		all += widths[i] + gap
		if !c.Right && !c.Tight && (widest < 0 || widths[i] > widths[widest]) {
			widest = i
		}
	}
	if over := all - p.columns; over > 0 && widest >= 0 {
		widths[widest] -= over
		all = p.columns
	}
	if all > p.columns || widest >= 0 && all == p.columns && widths[widest] < leastColumn {
		p.rows(t)
		return
	}
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.Title
	}
	for _, row := range append([][]string{head}, t.Rows...) {
		folded, height := make([][]string, len(t.Columns)), 1
		for i := range t.Columns {
			folded[i] = fold(cellOf(row, i), widths[i])
			height = max(height, len(folded[i]))
		}
		for y := range height {
			var line strings.Builder
			for i, c := range t.Columns {
				text := ""
				if y < len(folded[i]) {
					text = folded[i][y]
				}
				if c.Right {
					text = strings.Repeat(" ", max(widths[i]-cells(text), 0)) + text
				}
				line.WriteString(padded(text, widths[i]) + strings.Repeat(" ", gap))
			}
			p.WriteString(strings.TrimRight(line.String(), " ") + "\n")
		}
	}
	p.WriteString("\n")
}

// rows writes each row of a table as facts.
func (p *plain) rows(t Table) {
	for _, row := range t.Rows {
		facts := make([]Fact, len(t.Columns))
		for i, c := range t.Columns {
			facts[i] = Fact{Label: c.Title, Lines: []string{cellOf(row, i)}}
		}
		p.facts(facts)
	}
}

// cellOf returns a row's cell in one line, empty where the row has none.
func cellOf(row []string, i int) string {
	if i >= len(row) {
		return ""
	}
	return oneLine(row[i])
}

// fold breaks a text between its words.
func fold(text string, room int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case cells(line)+1+cells(word) <= room:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

func padded(text string, to int) string { return text + strings.Repeat(" ", max(to-cells(text), 0)) }

// cells counts the columns that a text takes where letters have one width.
func cells(text string) int {
	n := 0
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
