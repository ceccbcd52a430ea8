package ui

import (
	"strings"
)

// Details builds lines of labels and values, the labels aligned in one column
// and long values wrapped under themselves. All detail panes use it.
type Details struct {
	theme Theme
	items []detail
	most  int
}

type detail struct {
	label, value string
	style        Style
	heading      bool
	most         int
	drawing      func(width int) []string
}

// Short gives each line of what is added from here on at most so many lines
// when it is wrapped; the rest is cut with an ellipsis. 0 is no limit. Long
// texts then leave room for the facts below them.
func (d *Details) Short(most int) *Details {
	d.most = most
	return d
}

func (i detail) wrap(width int) []string {
	if i.most <= 0 {
		return Wrap(i.value, width)
	}
	var lines []string
	for _, line := range strings.Split(i.value, "\n") {
		lines = append(lines, WrapShort(line, width, i.most)...)
	}
	return lines
}

// NewDetails is an empty builder.
func NewDetails(t Theme) *Details { return &Details{theme: t} }

// Add puts a labelled value; an empty value is left out, so that callers need
// not ask.
func (d *Details) Add(label, value string) *Details {
	return d.AddStyled(label, value, d.theme.Plain)
}

// AddStyled is Add in a style of the theme.
func (d *Details) AddStyled(label, value string, style Style) *Details {
	if value != "" {
		d.items = append(d.items, detail{label: label, value: value, style: style, most: d.most})
	}
	return d
}

// Heading starts a new group, after an empty line.
func (d *Details) Heading(text string) *Details {
	d.items = append(d.items, detail{label: text, heading: true})
	return d
}

// Text puts a paragraph over the whole width.
func (d *Details) Text(text string, style Style) *Details {
	d.items = append(d.items, detail{value: text, style: style, most: d.most})
	return d
}

// Drawing puts what is drawn in lines of at most the width that it is given: below the values, or over the whole width where
// it draws nothing in the room of those.
func (d *Details) Drawing(draw func(width int) []string) *Details {
	d.items = append(d.items, detail{drawing: draw})
	return d
}

// Gap puts an empty line.
func (d *Details) Gap() *Details { return d.Text("", d.theme.Plain) }

// Lines draws everything in lines of at most width cells.
func (d *Details) Lines(width int) []string { return d.first(len(d.items), width) }

// Items returns how many were added so far, for Height.
func (d *Details) Items() int { return len(d.items) }

// Height returns how many of the Lines of a width the first items take.
func (d *Details) Height(items, width int) int { return len(d.first(items, width)) }

func (d *Details) first(items, width int) []string {
	labels := d.labelWidth(width)
	var lines []string
	for _, item := range d.items[:items] {
		switch {
		case item.drawing != nil:
			drawn := item.drawing(width - labels)
			for i := range drawn {
				drawn[i] = Spaces(labels) + drawn[i]
			}
			if drawn == nil {
				drawn = item.drawing(width)
			}
			lines = append(lines, drawn...)
		case item.heading:
			if len(lines) > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, d.theme.Title.Render(Truncate(item.label, width)))
		case item.label == "":
			for _, line := range item.wrap(width) {
				lines = append(lines, item.style.Render(line))
			}
		default:
			lines = append(lines, d.pair(item, labels, width)...)
		}
	}
	return lines
}

func (d *Details) labelWidth(width int) int {
	widest := 0
	for _, item := range d.items {
		if !item.heading && item.label != "" {
			widest = max(widest, Width(item.label))
		}
	}
	return min(widest+2, width*2/5)
}

// pair draws a label and its value. One word, such as an id, moves to the left where it would be broken.
func (d *Details) pair(item detail, labels, width int) []string {
	if room := width - Width(item.value); room < labels && room > Width(item.label) && !strings.ContainsAny(item.value, " \n") {
		labels = room
	}
	lines := item.wrap(max(width-labels, 1))
	for i, line := range lines {
		label := Spaces(labels)
		if i == 0 {
			label = d.theme.Muted.Render(Fit(Truncate(item.label, labels-1), labels))
		}
		lines[i] = TruncateDrawn(label+item.style.Render(line), width)
	}
	return lines
}

// NoticeKind is how a notice is meant. The word for it stands in the title;
// colour only repeats it.
type NoticeKind int

// The kinds of notices.
const (
	NoticeEmpty NoticeKind = iota // nothing there, nothing wrong
	NoticeGood
	NoticeWarn
	NoticeBad
)

func (k NoticeKind) style(t Theme) Style {
	switch k {
	case NoticeGood:
		return t.Good
	case NoticeWarn:
		return t.Warn
	case NoticeBad:
		return t.Bad
	case NoticeEmpty:
		return t.Title
	}
	return t.Title
}

// Notice is a block for an error or an empty state: a title, a text and a
// line for each hint, wrapped to lines of at most width cells. Empty parts
// are left out.
func Notice(t Theme, width int, kind NoticeKind, title, body string, hints ...string) []string {
	var lines []string
	add := func(style Style, text string) {
		if text == "" {
			return
		}
		for _, line := range Wrap(text, width) {
			lines = append(lines, style.Render(line))
		}
	}
	add(kind.style(t), title)
	add(t.Plain, body)
	if len(lines) > 0 && len(hints) > 0 {
		lines = append(lines, "")
	}
	for _, hint := range hints {
		add(t.Muted, hint)
	}
	return lines
}
