package screens

import (
	"fmt"
	"reflect"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// The columns; below 80 cells the last ones are left out first.
const (
	columnStatus = iota
	columnArrival
	columnNights
	columnHotel
	columnGuest
	columnConfirmation
	columnCreated
)

func reservationColumns() []ui.Column {
	return []ui.Column{
		columnStatus:       {Title: "status", Width: len(api.StatusConfirmed)},
		columnArrival:      {Title: "arrival", Width: len("Sat 12 Dec 2026")},
		columnNights:       {Title: "nights", Width: len("nights"), Right: true, Priority: 1},
		columnHotel:        {Title: "hotel", Min: 16},
		columnGuest:        {Title: "guest", Width: 11, Priority: 2},
		columnConfirmation: {Title: "confirmation", Width: 14, Priority: 3},
		columnCreated:      {Title: "created", Width: len("12 Dec 2026"), Priority: 4},
	}
}

// A reservationLine is a reservation and its line of the list, which is made once.
type reservationLine struct {
	api.Reservation
	text ui.Row
}

func newReservationLine(d *Deps, r api.Reservation) *reservationLine {
	return &reservationLine{r, reservationRow(d, r)}
}

// reservationRow draws a reservation with its guest masked.
func reservationRow(d *Deps, r api.Reservation) ui.Row {
	r = d.mask(r)
	stay := d.Desk.StayOf(r)
	arrival, nights := stay.InWords(), "n/a"
	if n, known := stay.Nights(); known {
		nights = fmt.Sprint(n)
	}
	if stay.Mark() != "" && !stay.In.IsZero() {
		// The weekday may be another one at the hotel.
		arrival = stay.In.Format("2 Jan 2006") + " UTC"
	}
	number := "none"
	if r.Confirmation != nil {
		number = valueOr(r.Confirmation.HotelNumber, r.Confirmation.RecordLocator)
	}
	created := r.Created.Text
	if !r.Created.IsZero() {
		created = r.Created.Time.In(agentZone(d)).Format("2 Jan 2006")
	}
	return ui.Row{
		columnStatus:       r.Status,
		columnArrival:      arrival,
		columnNights:       nights,
		columnHotel:        r.Hotel.Name,
		columnGuest:        booking.MaskName(r.Guest),
		columnConfirmation: number,
		columnCreated:      created,
	}
}

func (s *Reservations) cellStyle(row, column int) ui.Style {
	switch column {
	case columnStatus:
		return statusStyle(s.deps.Theme, s.rows[row].Status)
	case columnCreated, columnGuest:
		return s.deps.Theme.Muted
	default:
		return s.deps.Theme.Plain
	}
}

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
	shown := fmt.Sprintf("%d of %s", len(s.rows), wording.Plural(s.list.Total, "reservation"))
	order := "by " + s.sort.String()
	if s.sort == booking.SortCreated {
		order = s.sort.String() + " first"
	}
	if s.sort != booking.SortCreated && s.list.More() {
		order += fmt.Sprintf(", of the %d loaded", len(s.list.Items))
	}
	return shown + " · " + order
}

func (s *Reservations) findLine(width int) string {
	found := fmt.Sprintf("%d in the %d loaded of %d", len(s.rows), len(s.list.Items), s.list.Total)
	if s.list.More() && !s.all {
		found += ", ctrl+a loads the rest"
	}
	t, field := s.deps.Theme, max(min(width-ui.Width(found)-8, 30), 10)
	seen := masked(s.deps, dots, s.find.Value())
	text := ui.Fit(seen, field)
	if s.find.open {
		text = s.find.Draw(t, seen, field)
	}
	return t.Muted.Render("find") + "  " + text + "  " + t.Muted.Render(found)
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
		return notice("Nothing found", "No reservation of those loaded holds this text.", "esc clears it")
	case len(booking.QueryChips(s.shown())) > 0:
		return notice("No reservation matches", "All conditions must hold.", "f changes them", "x clears them all")
	default:
		return notice("No reservations yet", "What you book stands here, the most recent first.", "esc goes back to search")
	}
}
