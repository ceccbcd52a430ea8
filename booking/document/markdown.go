package document

import (
	"regexp"
	"strings"
	"sync"
)

// Markdown returns the document in CommonMark with tables as GitHub has them.
func (d Document) Markdown() string {
	d = d.printed()
	var b strings.Builder
	say := func(before, text string) {
		if text = oneLine(text); text != "" {
			b.WriteString(before + escapeLine(text) + "\n\n")
		}
	}
	for _, warning := range d.Warnings {
		b.WriteString("> " + strong(warning) + "\n\n")
	}
	say("# ", d.Title)
	if d.Subtitle != "" {
		b.WriteString(strong(d.Subtitle) + "\n\n")
	}
	for _, text := range d.Intro {
		say("", text)
	}
	for _, s := range d.Sections {
		say("## ", s.Heading)
		for _, f := range s.Facts {
			b.WriteString(markdownFact(f))
		}
		if len(s.Facts) > 0 {
			b.WriteString("\n")
		}
		b.WriteString(markdownTable(s.Table))
		for _, text := range append(append([]string(nil), s.Lines...), s.Notes...) {
			say("", text)
		}
	}
	if len(d.Foot) > 0 {
		b.WriteString("---\n\n")
	}
	for _, text := range d.Foot {
		say("", text)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func markdownFact(f Fact) string {
	words := escape
	if f.Strong {
		words = strong
	}
	line := "- " + escape(f.Label) + ":"
	if len(f.Lines) == 1 {
		return line + " " + words(f.Lines[0]) + "\n"
	}
	for _, text := range f.Lines {
		line += "\n  - " + words(text)
	}
	return line + "\n"
}

func markdownTable(t Table) string {
	if len(t.Rows) == 0 {
		return ""
	}
	var b strings.Builder
	head, rule := "|", "|"
	for _, c := range t.Columns {
		head += " " + escape(c.Title) + " |"
		if c.Right {
			rule += " ---: |"
		} else {
			rule += " --- |"
		}
	}
	b.WriteString(head + "\n" + rule + "\n")
	for _, row := range t.Rows {
		b.WriteString("|")
		for i := range t.Columns {
			b.WriteString(" " + escape(cellOf(row, i)) + " |")
		}
		b.WriteString("\n")
	}
	return b.String() + "\n"
}

func strong(text string) string { return "**" + escape(text) + "**" }

// meaning finds what would mean something in Markdown: marks anywhere, and at the beginning of a line what makes a
// list of it, or a heading or a rule.
var (
	meaning  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\\\\`*_\\[\\]<>|~#&]") })
	starting = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,9}[.)]( |$)|[-+=])`) })
)

// escape has a text read as it is, inside of a line.
func escape(text string) string {
	return meaning().ReplaceAllStringFunc(oneLine(text), func(mark string) string { return `\` + mark })
}

// escapeLine is escape for a text that begins a line.
func escapeLine(text string) string {
	return starting().ReplaceAllStringFunc(escape(text), func(start string) string {
		mark := strings.IndexAny(start, ".)-+=")
		return start[:mark] + `\` + start[mark:]
	})
}
