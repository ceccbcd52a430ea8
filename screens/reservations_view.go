package screens

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
	"bellhop/booking/trip"
	"bellhop/booking/views"
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
	s.table.Marked = s.look.markedRows(s.rows)
	columns := s.cells.columns(list, s.find.Value() != "", s.guests.open)
	s.table.SetColumns(columns)
	s.table.SetSize(list, s.table.Visible()+1) // What has no room is told above the table.
	s.look.unseen = unseenColumns(s.table, columns)
	s.table.SetSize(list, max(s.height-len(s.head(list)), 0))
	s.cells.guestRoom = s.table.ColumnWidth(slices.Index(s.cells.kinds, columnGuest))
	s.detail = nil
	if line, ok := s.selected(); ok && detail > 0 {
		page := newSheet(s.deps.Theme)
		page.reservationFacts(s.deps, line.Reservation, s.guests.name(line.Guest), false, history{}, s.now)
		s.detail = page.Lines(detail)
	}
}

// head draws how much of what is shown, what narrows it, and what went wrong.
func (s *Reservations) head(width int) []string {
	t, width := s.deps.Theme, inner(width)
	lines := []string{t.Title.Render(ui.Truncate(s.summary(), width))}
	if chips := s.queryChips(); len(chips) > 0 {
		lines = append(lines, styled(t.Accent.Render, ui.Wrap("only: "+strings.Join(chips, " · "), width))...)
	}
	states := len(lines)
	lines = append(lines, s.look.head(s, width)...)
	lines = s.tellUnseen(lines, states, width)
	if s.find.shown() {
		lines = append(lines, s.drawFindLine(width))
	}
	if s.find.enter {
		lines = append(lines, t.Accent.Render(ui.Truncate("enter opens it as soon as it is found · esc stops", width)))
	}
	lines = append(lines, failureBlock(t, width, s.find.failure(), "")...)
	lines = append(lines, failureBlock(t, width, s.load.failure, s.deps.say("{reload!}"))...)
	if s.list.Incomplete() {
		lines = append(lines, incompleteLines(t, width, s.deps.say("{reload!} reads it again."))...)
	}
	if asked := s.askedInstead(); asked != "" {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap(asked, width))...)
	}
	lines = append(lines, failureBlock(t, width, s.more.failure, s.deps.say("{load_all}"))...)
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

func (s *Reservations) askedInstead() string {
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
	shown := wording.Count(len(s.rows)) + " of " + s.list.TotalWords()
	order := s.look.view.Sort.Words()
	if s.look.view.Sort.Column != "" && s.list.More() {
		order += ", of the " + wording.Count(len(s.list.Items)) + " loaded"
	}
	return joined(when(s.look.view.Name != "", "view "+s.look.view.Name), shown, order)
}

func (s *Reservations) View() string {
	if s.filtering {
		return s.filter.view()
	}
	list, detail := paneWidths(s.width)
	lines, beside := s.head(list), s.detail
	if s.orders.open && detail > 0 {
		beside = s.orders.lines(s.deps.Theme, detail-1, s.height)
	}
	switch {
	case s.orders.open && detail == 0:
		lines = append(lines, indent(s.orders.lines(s.deps.Theme, inner(list), s.height-len(lines)))...)
	case len(s.rows) == 0:
		lines = append(lines, indent(s.empty(inner(list)))...)
	default:
		lines = append(lines, s.table.Lines()...)
	}
	return panes(s.deps.Theme, lines, beside, s.width, s.height)
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
		if s.list.More() || s.list.Incomplete() {
			return notice("Nothing found yet", "It is in none of the "+s.list.CountWords()+" reservations that were looked at.")
		}
		if s.look.narrowed() {
			return notice("Nothing found among these", "The list leaves reservations out; above it stands in how many of each state it was found.", "esc clears it")
		}
		return notice("Nothing found", "It is in no reservation: a guest, hotel, day, id, number, email, phone or custom value.", "esc clears it")
	case s.list.Incomplete() && len(s.list.Items) == 0:
		return notice("No reservation was read", "What the service sent could not be read as reservations.", "esc goes back")
	case s.look.narrowed() && len(s.list.Items) > 0 && (s.list.More() || s.list.Incomplete()):
		return notice("None so far", "None of the "+s.list.CountWords()+" reservations that were read is one of these.", s.deps.say("{clear} shows all"))
	case s.look.narrowed() || len(booking.QueryChips(s.shown())) > 0:
		return notice("No reservation matches", "All conditions must hold.", s.deps.say("{filter} changes them"), s.deps.say("{clear} clears them all"))
	default:
		return notice("No reservations yet", "What you book stands here, the most recent first.", "esc goes back to search")
	}
}

// The columns, in their order.
const (
	columnStatus = iota
	columnArrival
	columnNights
	columnHotel
	columnGuest
	columnFound
	columnConfirmation
	columnCreated
	columnChanges
	columnChosen // and those after it are the columns that somebody chose
)

// reservationCells draws the rows of a list of reservations.
type reservationCells struct {
	deps      *Deps
	find      *reservationFind
	list      *find.State
	of        *Reservations
	width     int // of the list
	finding   bool
	kinds     []int      // of the columns that are shown
	guestRoom int        // cells of a guest
	found     int        // cells of what something was found in
	drawn     [][][2]int // what was typed, in the cells of the row that was drawn last
}

// columns returns the columns of a list of this width; where there is no room the last ones are left out first.
// While something is looked for, what it was found in stays.
func (s *reservationCells) columns(width int, finding, named bool) (columns []ui.Column) {
	s.width, s.finding, s.kinds = width, finding, nil
	if s.of.look.shows(finding) {
		columns, s.kinds = shownColumns(s.of.look.columns, s.of.look.view.Sort)
		return s.addChanges(columns)
	}
	add := func(kind int, c ui.Column) {
		columns, s.kinds = append(columns, c), append(s.kinds, kind)
	}
	guest := ui.Column{Title: "guest", Width: 11, Priority: 2}
	if named || finding {
		guest = ui.Column{Title: "guest", Min: 12, Priority: 2}
	}
	status, arrival, nights, hotel := 0, len("Sat 12 Dec 2026"), 1, 16
	if finding {
		elsewhere := s.foundElsewhere()
		s.found = foundWidth(width, elsewhere)
		guest.Priority, status, nights = 0, 4, 5
		if width < narrowFind || width < shortFind && elsewhere {
			hotel = 10 // A hotel's name is cut before the state goes, which nothing else tells.
		}
		if width < wideArrival {
			arrival = len("12 Dec 2026")
		}
	}
	add(columnStatus, ui.Column{Title: "status", Width: len("unconfirmed"), Priority: status})
	add(columnArrival, ui.Column{Title: "arrival", Width: arrival})
	add(columnNights, ui.Column{Title: "nights", Width: len("nights"), Right: true, Priority: nights})
	add(columnHotel, ui.Column{Title: "hotel", Min: hotel})
	add(columnGuest, guest)
	if finding {
		add(columnFound, ui.Column{Title: "found in", Width: s.found})
	}
	add(columnConfirmation, ui.Column{Title: "confirmation", Width: 14, Priority: 6})
	add(columnCreated, ui.Column{Title: "created", Width: len("12 Dec 2026"), Priority: 7})
	return s.addChanges(columns)
}

// Widths of a list while something is looked for: from wideArrival on it has room for weekdays, and below shortFind and
// narrowFind less for what was found and for hotels.
const (
	wideArrival = 90
	shortFind   = 78
	narrowFind  = 72
)

// foundWidth is the room for the field in which something was found, and for what was found in one without a column,
// beside which the state has its room.
func foundWidth(list int, elsewhere bool) int {
	switch {
	case list >= wideArrival:
		return 26
	case list >= shortFind || list >= narrowFind && elsewhere:
		return 18
	default:
		return len("confirmation")
	}
}

// foundElsewhere reports whether what is looked for was found in a field that has no column, in one of the first rows.
func (s *reservationCells) foundElsewhere() bool {
	for _, line := range s.of.rows[:min(len(s.of.rows), mostWhy)] {
		for _, m := range s.why(line) {
			if !hasColumn(m.Field) {
				return true
			}
		}
	}
	return false
}

// mostWhy is more rows than a screen has.
const mostWhy = 60

// hasColumn reports whether a field has a column while something is looked for.
func hasColumn(f find.MatchField) bool {
	return f == find.MatchGuest || f == find.MatchHotel || f == find.MatchArrival || f == find.MatchStatus
}

// A reservationLine is a reservation of the list.
type reservationLine struct {
	api.Reservation
	stay  trip.Stay
	read  time.Time
	shown *views.Row // the same for views
	match find.Match // why it is in the list while something is looked for
	// finder has found it; nil is that of the list.
	finder *find.Finder
}

func newReservationLine(d *Deps, r api.Reservation) *reservationLine {
	return &reservationLine{Reservation: r, stay: d.Desk.StayOf(r), read: d.Desk.Now()}
}

// A cell is a text of the table, and what of it was typed.
type cell struct {
	text  string
	typed [][2]int
}

func plain(text string) cell { return cell{text: text} }

// foundCell returns a text and what was found in it.
func foundCell(m find.MatchText) cell {
	c := plain(m.Text)
	for _, span := range m.Spans {
		c.typed = append(c.typed, [2]int{span.From, span.To})
	}
	return c
}

// row draws a line of the table, which asks for what was typed in its cells right after.
func (s *reservationCells) row(line *reservationLine) ui.Row {
	var why []find.MatchText
	if s.finding {
		why = s.why(line)
	}
	s.drawn = s.drawn[:0]
	row := make(ui.Row, 0, len(s.kinds))
	for _, kind := range s.kinds {
		c := s.cell(line, kind, why)
		row, s.drawn = append(row, c.text), append(s.drawn, c.typed)
	}
	return row
}

func (s *reservationCells) typed(_, column int) [][2]int { return s.drawn[column] }

// cell draws one text of a line. Where something was found in it, the letters that were typed are shown.
func (s *reservationCells) cell(line *reservationLine, kind int, why []find.MatchText) cell {
	in := func(field find.MatchField) (cell, bool) {
		for _, m := range why {
			if m.Field == field && len(m.Spans) > 0 {
				if field == find.MatchGuest && ui.Width(m.Text) > s.guestRoom {
					m = aroundMatch(matchedWords(m, s.guestRoom), s.guestRoom)
				}
				return foundCell(m), true
			}
		}
		return cell{}, false
	}
	whole := func(text string, fields ...find.MatchField) cell {
		for _, m := range why {
			if slices.Contains(fields, m.Field) && !s.deps.masking() && text != "" {
				return cell{text, [][2]int{{0, len(text)}}}
			}
		}
		return plain(text)
	}
	switch kind {
	case columnStatus:
		return whole(wording.Status(line.Status), find.MatchStatus)
	case columnArrival:
		if s.finding && s.width < wideArrival {
			return whole(shortArrival(line.stay), find.MatchArrival)
		}
		return whole(arrivalWords(line.stay), find.MatchArrival)
	case columnNights:
		if n, known := line.stay.Nights(); known {
			return plain(fmt.Sprint(n))
		}
		return plain("n/a")
	case columnHotel:
		if c, ok := in(find.MatchHotel); ok {
			return c
		}
		return plain(line.Hotel.Name)
	case columnGuest:
		if c, ok := in(find.MatchGuest); ok {
			return c
		}
		return plain(s.of.guests.name(line.Guest))
	case columnFound:
		return s.foundIn(line, why)
	case columnConfirmation:
		return plain(s.deps.numberWords(line.Reservation))
	case columnChanges:
		return plain(s.of.look.follow.changes[line.ID])
	case columnCreated:
		return whole(s.deps.createdWords(line.Reservation), find.MatchCreated)
	default:
		return plain(s.of.look.columns[kind-columnChosen].Text(s.of.look.cells(s.of), line.row()))
	}
}

// foundIn names the fields in which something was found. Those that have no column of their own show what it was.
func (s *reservationCells) foundIn(line *reservationLine, why []find.MatchText) cell {
	var c cell
	for _, m := range why {
		if c.text != "" {
			c.text += ", "
		}
		c.text += m.Field.String()
		room := s.found - ui.Width(c.text) - 1
		if hasColumn(m.Field) || room < 3 {
			continue
		}
		switch m.Field {
		case find.MatchDeparture:
			m.Text = line.stay.Out.Format("2 Jan 2006")
		case find.MatchCreated:
			m.Text = s.deps.createdWords(line.Reservation)
		default:
		}
		m = aroundMatch(m, room)
		for _, span := range m.Spans {
			c.typed = append(c.typed, [2]int{len(c.text) + 1 + span.From, len(c.text) + 1 + span.To})
		}
		c.text = strings.TrimSpace(c.text + " " + m.Text)
	}
	return c
}
