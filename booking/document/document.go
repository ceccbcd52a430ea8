// Package document is what is handed to a client, as plain text, as Markdown and as a page of HTML that holds all it
// needs: one small model, so that the three never differ in what they say. It knows nothing of bookings.
package document

import (
	"strings"
)

// A Document is a title and what follows it. Its texts are taken as they are: what a service sent was cleaned when it
// was read, and each form escapes what would mean something in it.
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

// oneLine puts a text of several lines, as prose may be, into one.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
