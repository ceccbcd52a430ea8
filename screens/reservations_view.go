package screens

import (
	"reflect"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

func (s *Reservations) SetSize(width, height int) {
	s.width, s.height = width, height
	if s.filter != nil {
		s.filter.setSize(width, height)
	}
	s.refresh()
}

func (s *Reservations) refresh() {
	s.enable()
	list, detail := paneWidths(s.width)
	s.table.SetColumns(s.cells.columns(list, s.find.Value() != "", s.deps.guestsShown))
	s.table.SetSize(list, max(s.height-len(s.head(list)), 0))
	s.detail = nil
	if line, ok := s.selected(); ok && detail > 0 {
		page := newSheet(s.deps.Theme)
		reservationFacts(page, s.deps, line.Reservation, false, s.now)
		s.detail = page.Lines(detail)
	}
}

// head draws how much of what is shown, what narrows it, and what went wrong.
func (s *Reservations) head(width int) []string {
	t, width := s.deps.Theme, inner(width)
	lines := []string{t.Title.Render(ui.Truncate(s.summary(), width))}
	if chips := booking.QueryChips(masked(s.deps, booking.MaskQuery, s.shown())); len(chips) > 0 {
		lines = append(lines, styled(t.Accent.Render, ui.Wrap("only: "+strings.Join(chips, " · "), width))...)
	}
	if s.find.shown() {
		lines = append(lines, s.findLine(width))
	}
	lines = append(lines, failureBlock(t, width, s.load.failure, reloadName)...)
	if asked := s.asked(); asked != "" {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap(asked, width))...)
	}
	lines = append(lines, failureBlock(t, width, s.more.failure, "ctrl+a")...)
	lines = append(lines, failureBlock(t, width, s.guests.note.failure, "u")...)
	if s.note != "" {
		lines = append(lines, t.Warn.Render(ui.Truncate(s.note, width)))
	}
	return indent(lines)
}

// shown returns the query that the list on the screen answers.
func (s *Reservations) shown() api.ReservationQuery {
	if s.has {
		return s.list.Query
	}
	return s.query
}

func (s *Reservations) asked() string {
	if !s.has || s.load.failure == nil || reflect.DeepEqual(s.query, s.list.Query) {
		return ""
	}
	wanted := booking.QueryChips(masked(s.deps, booking.MaskQuery, s.query))
	if len(wanted) == 0 {
		wanted = []string{"all reservations"}
	}
	return "Still shown is the list from before. Asked for: " + strings.Join(wanted, " · ") + "."
}

func (s *Reservations) summary() string {
	if !s.has {
		return "reservations"
	}
	shown := wording.Count(len(s.rows)) + " of " + wording.Plural(s.list.Total, "reservation")
	order := "by " + s.sort.String()
	if s.sort == booking.SortCreated {
		order = s.sort.String() + " first"
	}
	if s.sort != booking.SortCreated && s.list.More() {
		order += ", of the " + wording.Count(len(s.list.Items)) + " loaded"
	}
	return shown + " · " + order
}

func (s *Reservations) findLine(width int) string {
	found := lookedWords(s)
	t, field := s.deps.Theme, max(min(width-ui.Width(found)-8, 30), 10)
	seen := masked(s.deps, dots, s.find.Value())
	text := ui.Fit(seen, field)
	if s.find.open {
		text = s.find.Draw(t, seen, field)
	}
	return t.Muted.Render("find") + "  " + text + "  " + t.Muted.Render(found)
}

// lookedWords says how much was found, and of how many.
func lookedWords(s *Reservations) string {
	found := wording.Count(len(s.rows)) + " found · "
	if s.find.Value() == "" {
		found = ""
	}
	switch {
	case s.find.asked != nil && len(s.rows) > 0 && s.rows[0] == s.find.asked:
		return found + "asked by its id"
	case !s.list.More():
		return found + "looked at all " + wording.Count(len(s.list.Items))
	case s.reading() || s.note != "":
		return found + "looked at " + s.list.CountWords()
	default:
		return found + "looked at " + s.list.CountWords() + ", ctrl+a looks at the rest"
	}
}

func (s *Reservations) View() string {
	if s.filtering {
		return s.filter.view()
	}
	list, _ := paneWidths(s.width)
	lines := s.head(list)
	if len(s.rows) == 0 {
		lines = append(lines, indent(s.empty(inner(list)))...)
	} else {
		lines = append(lines, s.table.Lines()...)
	}
	return panes(s.deps.Theme, lines, s.detail, s.width, s.height)
}

func (s *Reservations) empty(width int) []string {
	notice := func(title, text string, hints ...string) []string {
		return append([]string{""}, ui.Notice(s.deps.Theme, width, ui.NoticeEmpty, title, text, hints...)...)
	}
	switch {
	case !s.has && s.load.call.Busy():
		return notice("Reading reservations", "")
	case !s.has:
		return nil
	case s.find.Value() != "" && len(s.list.Items) > 0:
		if s.list.More() {
			return notice("Nothing found yet", "It is in none of the "+s.list.CountWords()+" reservations that were looked at.")
		}
		return notice("Nothing found", "It is in no reservation: a guest, hotel, day, id, number, email, phone or custom value.", "esc clears it")
	case len(booking.QueryChips(s.shown())) > 0:
		return notice("No reservation matches", "All conditions must hold.", "f changes them", "x clears them all")
	default:
		return notice("No reservations yet", "What you book stands here, the most recent first.", "esc goes back to search")
	}
}
