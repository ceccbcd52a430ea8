package ui

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
