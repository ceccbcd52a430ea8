package screens

import (
	"strings"

	"bellhop/booking"
	"bellhop/booking/report"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

func (s *Reports) SetSize(width, height int) {
	s.width, s.height = width, height
	s.layout()
}

func (s *Reports) layout() {
	s.enable()
	if s.form != nil {
		s.form.SetSize(inner(s.width), max(s.height-2, 0))
	}
	s.rows.follow(s.room())
}

func (s *Reports) room() int { return max(s.height-len(s.head())-1, 1) }

// head draws what is counted, over which days, and what it comes to.
func (s *Reports) head() []string {
	t, width := s.deps.Theme, inner(s.width)
	var kinds []string
	for _, k := range report.Kinds() {
		if k == s.kind {
			kinds = append(kinds, t.Accent.Render("["+string(k)+"]"))
		} else {
			kinds = append(kinds, t.Muted.Render(string(k)))
		}
	}
	lines := []string{t.Muted.Render("tab") + "  " + strings.Join(kinds, "  ")}
	days := trip.DayWords(s.from)
	if s.days > 1 {
		days += " to " + trip.DayWords(s.from.AddDays(s.days-1))
	}
	lines = append(lines, t.Title.Render(ui.Truncate(days+" · the hotels' days", width)))
	if s.has {
		total := joined(wording.Plural(s.shown.Count, strings.TrimSuffix(string(s.kind), "s")), report.SumWords(s.shown.Sums, s.shown.Unsaid))
		lines = append(lines, styled(t.Money.Render, ui.Wrap(total, width))...)
		for _, note := range s.shown.Notes {
			if note == booking.IncompleteWords {
				lines = append(lines, incompleteLines(t, width, s.deps.say("{reload!} reads it again."))...)
				continue
			}
			lines = append(lines, styled(t.Muted.Render, ui.Wrap(note, width))...)
		}
	}
	if s.out.note != "" {
		lines = append(lines, styled(s.out.style().Render, ui.Wrap(s.out.words(), width))...)
	}
	lines = append(lines, failureBlock(t, width, s.guests.note.failure, "u")...)
	return append(append(lines, failureBlock(t, width, s.load.failure, s.deps.say("{reload!}"))...), "")
}

func (s *Reports) View() string {
	if s.form != nil {
		return ui.Block(indent(append([]string{""}, s.form.Lines()...)), s.width, s.height)
	}
	t, width := s.deps.Theme, inner(s.width)
	lines := s.head()
	switch {
	case s.has && s.rows.total == 0 && !s.shown.Complete:
	case s.has && s.rows.total == 0:
		lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "Nothing on these days", "No reservation is counted here.", s.deps.say("{day.later} and {day.earlier} move the days"))...)
	case s.has:
		for _, line := range s.rows.lines(s.room()) {
			lines = append(lines, s.rows.tag(t, line, s.line(line, width)))
		}
		lines = append(lines, t.Muted.Render(s.rows.beyond(s.room())))
	}
	return ui.Block(indent(lines), s.width, s.height)
}

// line draws a day with what it comes to, or a reservation on it.
func (s *Reports) line(line groupLine, width int) string {
	t, day := s.deps.Theme, s.day(line.group)
	if line.item < 0 {
		name := trip.DayWords(day.Date)
		if day.Date.IsZero() {
			name = "day not known"
		}
		sums := report.SumWords(day.Sums, day.Unsaid)
		return t.Title.Render(ui.Truncate(joined(name, wording.Count(len(day.Items)), sums), width))
	}
	item := day.Items[line.item]
	text := when(line.selected, "› ") + when(!line.selected, "  ") + s.itemWords(item, width-2)
	if line.selected {
		return t.Cursor.Render(ui.Fit(text, width))
	}
	return ui.Truncate(text, width)
}

// itemWords returns a reservation in a line: its amount stands at the end.
func (s *Reports) itemWords(item report.Item, width int) string {
	cells := s.cells()
	amount := item.Amount.String()
	if !item.Amount.IsSet() {
		amount = "not said"
	}
	at := ""
	if !item.At.IsZero() {
		at = item.At.Format("15:04") + "  "
	}
	var parts []string
	for _, col := range s.kind.Columns() {
		if text := col.Text(cells, item.Row); text != "" {
			switch col.Name {
			case "nights":
				n, _ := item.Row.Stay.Nights()
				text = wording.Plural(n, "night")
			case "rooms":
				text = wording.Plural(max(item.Row.Rate.Rooms, 1), "room")
			}
			parts = append(parts, text)
		}
	}
	origin := when(item.Origin == report.OfJournal, " (journal)")
	room := max(width-ui.Width(amount)-ui.Width(origin)-2, 10)
	return ui.Fit(at+joined(parts...), room) + "  " + amount + origin
}
