// Package document is what is handed to a client, as plain text, as Markdown and as a page of HTML that holds all it
// needs: one small model, so that the three never differ in what they say. It knows nothing of bookings.
package document

import (
	"slices"
	"strings"

	"bellhop/internal/safetext"
)

// A Document is a title and what follows it. Each form makes the texts safe to print and escapes its own markup.
type Document struct {
	Title    string
	Subtitle string
	// Warnings stand above all else: that this is a trial, or not confirmed.
	Warnings []string
	Intro    []string // paragraphs
	Sections []Section
	Foot     []string // small paragraphs
}

// A Section is a heading with facts, a table and paragraphs, in this order; each may be missing.
type Section struct {
	Heading string
	Facts   []Fact
	Table   Table
	Lines   []string // paragraphs
	Notes   []string // small paragraphs
}

// A Fact is a label and its value, a line each.
type Fact struct {
	Label string
	Lines []string
	// Strong is what the reader looks for first.
	Strong bool
}

// A Table has as many cells in each row as it has columns.
type Table struct {
	Columns []Column
	Rows    [][]string
}

// A Column is headed by a title. Right is for amounts; Tight is not folded, as amounts are not.
type Column struct {
	Title string
	Right bool
	Tight bool
}

// Add adds a fact, unless all of its lines are empty.
func (s *Section) Add(label string, lines ...string) { s.add(Fact{Label: label, Lines: lines}) }

// AddStrong is Add for what the reader looks for first.
func (s *Section) AddStrong(label string, lines ...string) {
	s.add(Fact{Label: label, Lines: lines, Strong: true})
}

func (s *Section) add(f Fact) {
	var lines []string
	for _, line := range f.Lines {
		if line = oneLine(line); line != "" {
			lines = append(lines, line)
		}
	}
	if f.Lines = lines; len(lines) > 0 {
		s.Facts = append(s.Facts, f)
	}
}

// IsEmpty reports whether a section says nothing.
func (s Section) IsEmpty() bool {
	return len(s.Facts) == 0 && len(s.Table.Rows) == 0 && len(s.Lines) == 0 && len(s.Notes) == 0
}

// Append adds a section that says something.
func (d *Document) Append(sections ...Section) {
	for _, s := range sections {
		if !s.IsEmpty() {
			d.Sections = append(d.Sections, s)
		}
	}
}

// printed returns the document with every text safe to print and in one line.
func (d Document) printed() Document {
	d.Title, d.Subtitle = oneLine(d.Title), oneLine(d.Subtitle)
	d.Warnings, d.Intro, d.Foot = oneLines(d.Warnings), oneLines(d.Intro), oneLines(d.Foot)
	d.Sections = slices.Clone(d.Sections)
	for i, s := range d.Sections {
		s.Heading, s.Lines, s.Notes = oneLine(s.Heading), oneLines(s.Lines), oneLines(s.Notes)
		s.Facts, s.Table.Columns, s.Table.Rows = slices.Clone(s.Facts), slices.Clone(s.Table.Columns), slices.Clone(s.Table.Rows)
		for k, f := range s.Facts {
			s.Facts[k].Label, s.Facts[k].Lines = oneLine(f.Label), oneLines(f.Lines)
		}
		for k, c := range s.Table.Columns {
			s.Table.Columns[k].Title = oneLine(c.Title)
		}
		for k, row := range s.Table.Rows {
			s.Table.Rows[k] = oneLines(row)
		}
		d.Sections[i] = s
	}
	return d
}

func oneLines(texts []string) []string {
	lines := make([]string, len(texts))
	for i, text := range texts {
		lines[i] = oneLine(text)
	}
	return lines
}

// oneLine puts a text of several lines, as prose may be, into one.
func oneLine(text string) string { return safetext.Line(strings.Join(strings.Fields(text), " ")) }
