package screens

import (
	"fmt"

	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// The columns; where there is no room the last ones are left out first.
const (
	columnLeft = iota
	columnDeadline
	columnYours
	columnDueGuest
	columnDueHotel
	columnDueArrival
	columnCostNow
	columnStake
	columnCheaper
)

// deadlineColumns never cuts the money, and shows as much of the hotel's name as there is room for.
func deadlineColumns(width, stake int, named, asked bool) []ui.Column {
	hotel := 10
	if width < 76 {
		hotel = 6 // The guest stays beside a wide sum.
	}
	guest := ui.Column{Title: "guest", Width: ui.Width("A··· R···"), Priority: 2}
	if named {
		guest = ui.Column{Title: "guest", Min: guest.Width, Priority: 2}
	}
	columns := []ui.Column{
		columnLeft:       {Title: "left", Width: len("59 min 59 s?"), Right: true, Priority: 1},
		columnDeadline:   {Title: "hotel time", Width: len("Thu 10 Dec 18:00")},
		columnYours:      {Title: "your time", Width: len("Thu 10 Dec 18:00"), Priority: 4},
		columnDueGuest:   guest,
		columnDueHotel:   {Title: "hotel", Min: hotel},
		columnDueArrival: {Title: "arrival", Width: len("Sat 12 Dec"), Priority: 5},
		columnCostNow:    {Title: "cancelling", Width: 12, Priority: 3},
		columnStake:      {Title: "at stake", Width: stake, Right: true},
	}
	if asked {
		columns = append(columns, ui.Column{Title: "cheaper", Width: len("-1,204.00"), Right: true})
	}
	return columns
}

// row draws a deadline; one without a zone counts from its earliest moment and has a question mark.
func (s *Deadlines) row(i int) ui.Row {
	due := s.rows[i]
	row := ui.Row{
		columnLeft: "none", columnDeadline: "no deadline", columnYours: "",
		columnDueGuest: s.guests.name(due.Reservation.Guest),
		columnDueHotel: due.Reservation.Hotel.Name, columnDueArrival: due.Stay.ArrivalShort(),
		columnCostNow: due.Now.Words(), columnStake: "", columnCheaper: s.cheaper[due.Reservation.ID],
	}
	left, ok := due.Left(s.now)
	if !ok {
		return row
	}
	row[columnLeft], row[columnDeadline] = wording.Left(left), terms.DeadlineWords(due.Next.Deadline)
	row[columnYours] = due.Next.From.In(s.deps.agentZone()).Format("Mon 2 Jan 15:04")
	if due.Next.Assumed {
		row[columnLeft] += "?"
	}
	row[columnStake] = "not known"
	if due.AtStake.IsSet() {
		row[columnStake] = due.AtStake.String()
	}
	return row
}

func (s *Deadlines) cellStyle(row, column int) ui.Style {
	t, due := s.deps.Theme, s.rows[row]
	switch column {
	case columnLeft:
		if left, ok := due.Left(s.now); ok && left <= deadlineWindows()[2].long {
			return t.Warn
		}
		return t.Plain
	case columnStake:
		return t.Money
	case columnDueGuest:
		return t.Muted
	case columnCostNow:
		return costStyle(t, due.Now.Kind)
	default:
		return t.Plain
	}
}

// deadlineLines is the height of the deadline's details below a narrow list.
const deadlineLines = 6

func (s *Deadlines) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

func (s *Deadlines) refresh() {
	s.enable()
	list, pane := paneWidths(s.width)
	columns := deadlineColumns(list, s.stake, s.guests.open, len(s.cheaper) > 0)
	if s.deps.Zone == wording.UnknownZone() {
		columns[columnYours].Title = "UTC"
	}
	s.table.SetColumns(columns)
	s.below = 0
	if pane == 0 {
		s.below = deadlineLines
	}
	s.arrange(list)
	s.detail = nil
	due, ok := s.selected()
	if !ok {
		return
	}
	page := newSheet(s.deps.Theme)
	if pane == 0 {
		r := s.deps.mask(due.Reservation)
		page.Add("id", r.ID)
		page.Add("guest", joined(s.guests.name(due.Reservation.Guest), due.Stay.ArrivalShort()))
	}
	s.dueFacts(page, due)
	if pane > 0 {
		page.Gap()
		page.reservationFacts(s.deps, due.Reservation, s.guests.name(due.Reservation.Guest), false, history{}, s.now)
		s.detail = page.Lines(pane)
		return
	}
	s.detail = append([]string{s.deps.Theme.Rule.Render(ui.Fit("", list))}, indent(page.Lines(inner(list)))...)
}

// arrange divides the height: the list has its rows first, then come the sums, of which some are left for later where
// they would take more, and the details give way to what went wrong.
func (s *Deadlines) arrange(list int) {
	least := min(len(s.rows)+1, max(leastList, min(s.height-10, s.height/2)))
	rest := len(s.notes(inner(list))) + 1
	sums := booking.AtStake(s.rows)
	room := max(s.height-rest-least-s.below, leastSums)
	if s.sums, s.sumsNext = stakeLines(sums, 0, inner(list), room); s.sumsNext == 0 || s.sumsFrom >= len(sums) {
		s.sumsFrom = 0
	} else if s.sumsFrom > 0 {
		s.sums, s.sumsNext = stakeLines(sums, s.sumsFrom, inner(list), room)
	}
	s.keys.sums.SetEnabled(s.sumsFrom > 0 || s.sumsNext > 0)
	rest += len(s.sums)
	if s.below = max(min(s.below, s.height-rest-least), 0); s.below < leastBelow {
		s.below = 0
	}
	s.table.SetSize(list, max(s.height-rest-s.below, 0))
}

// What a small screen has room for at least: lines of the list with its titles, of the sums, and of the details.
const (
	leastList  = 6
	leastSums  = 2
	leastBelow = 2
)

func (s *Deadlines) dueFacts(p *sheet, due booking.Due) {
	terms := s.deps.Desk.TermsOf(due.Reservation)
	if due.Next == nil {
		words := due.Now.Words() + ", and so it stays"
		if terms.NoRefund(s.now) {
			words = s.deps.penaltyClock(terms, s.now)[0]
		}
		p.AddStyled("cancelling", words, costStyle(s.deps.Theme, due.Now.Kind))
		return
	}
	for _, line := range terms.ClockLines(due.Reservation.Created.Time, s.now, s.deps.agentZone()) {
		if line.Holds {
			p.AddStyled("until then", line.Text, costStyle(s.deps.Theme, due.Now.Kind))
		}
	}
	p.AddStyled("after it", due.Then.Words(), costStyle(s.deps.Theme, due.Then.Kind))
	if due.Next.Assumed {
		p.AddStyled("zone", "not said: the earliest moment that it can mean is taken", s.deps.Theme.Warn)
	}
}

func (s *Deadlines) head(width int) []string {
	t, width := s.deps.Theme, inner(width)
	lines := []string{t.Title.Render(ui.Truncate(s.summary(), width))}
	lines = append(lines, styled(t.Money.Render, s.sums)...)
	return indent(append(lines, s.notes(width)...))
}

// notes is what went wrong, and what was done.
func (s *Deadlines) notes(width int) []string {
	t := s.deps.Theme
	lines := failureBlock(t, width, s.guests.note.failure, "u")
	lines = append(lines, failureBlock(t, width, s.read.failure, s.deps.say("{reload!}"))...)
	if s.partial {
		lines = append(lines, incompleteLines(t, width, s.deps.say("{reload!} reads it again."))...)
	}
	if s.problem != "" {
		lines = append(lines, styled(t.Bad.Render, ui.Wrap(s.problem, width))...)
	}
	if s.note != "" {
		lines = append(lines, styled(t.Good.Render, ui.Wrap(s.note, width))...)
	}
	return lines
}

// stakeLines returns the sums by currency from one on, as many as fit in so many lines, and the first of those that
// do not, 0 when none is left. None is cut; where not all are shown, the last words tell how many others there are.
func stakeLines(sums []booking.Stake, from, width, room int) (lines []string, next int) {
	for n := len(sums) - from; n > 0; n-- {
		parts := make([]string, 0, n+1)
		for _, sum := range sums[from : from+n] {
			parts = append(parts, sum.String())
		}
		others := ""
		switch more := len(sums) - n; more {
		case 0:
		case 1:
			others = "… 1 more currency ($)"
		default:
			others = fmt.Sprintf("… %s more currencies ($)", wording.Count(more))
		}
		if lines = joinSums(parts, others, width); len(lines) <= room || n == 1 {
			return lines, (from + n) % len(sums)
		}
	}
	return nil, 0
}

// joinSums sets sums out in lines, and after them how many others there are.
func joinSums(sums []string, others string, width int) []string {
	const label = "at stake: "
	lines := []string{label + sums[0]}
	for _, text := range sums[1:] {
		last := len(lines) - 1
		if ui.Width(lines[last]+" + "+text+" +") <= width {
			lines[last] += " + " + text
			continue
		}
		lines[last] += " +"
		lines = append(lines, ui.Spaces(len(label))+text)
	}
	switch last := len(lines) - 1; {
	case others == "":
	case ui.Width(lines[last]+" + "+others) <= width:
		lines[last] += " + " + others
	default:
		lines = append(lines, ui.Spaces(len(label))+others)
	}
	return lines
}

func (s *Deadlines) summary() string {
	if !s.has {
		return "deadlines"
	}
	window := deadlineWindows()[s.window]
	words := fmt.Sprintf("%s of %s by what is next", wording.Count(len(s.rows)), wording.Plural(len(s.all), "open reservation"))
	if window.long > 0 {
		words = fmt.Sprintf("%s of %s with a deadline within %s", wording.Count(len(s.rows)), wording.Plural(len(s.all), "open reservation"), window.words)
	}
	return words
}

func (s *Deadlines) View() string {
	list, pane := paneWidths(s.width)
	lines := s.head(list)
	if len(s.rows) == 0 {
		lines = append(lines, indent(s.empty(inner(list)))...)
		return panes(s.deps.Theme, lines, nil, s.width, s.height)
	}
	lines = append(lines, s.table.Lines()...)
	if pane > 0 {
		return panes(s.deps.Theme, lines, s.detail, s.width, s.height)
	}
	return ui.Block(append(lines, s.detail[:min(len(s.detail), s.below)]...), s.width, s.height)
}

func (s *Deadlines) empty(width int) []string {
	notice := func(title, text string, hints ...string) []string {
		return append([]string{""}, ui.Notice(s.deps.Theme, width, ui.NoticeEmpty, title, text, hints...)...)
	}
	switch {
	case s.read.call.Busy():
		return notice("Reading open reservations", "Every reservation whose stay is not over is read.")
	case !s.has:
		return nil
	case len(s.all) > 0:
		return notice("Nothing is due within "+deadlineWindows()[s.window].words, "No reservation gets dearer to cancel in that time.", s.deps.say("{window} looks further ahead"))
	case s.partial:
		return notice("No open reservation was read", "What the service sent could not be read as reservations.", "esc goes back")
	default:
		return notice("No open reservations", "There is nothing that could still be cancelled.", "esc goes back")
	}
}
