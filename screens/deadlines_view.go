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
	columnDueHotel
	columnDueArrival
	columnCostNow
	columnStake
)

// deadlineColumns never cuts the money, and shows as much of the hotel's name as there is room for.
func deadlineColumns(width int) []ui.Column {
	hotel, stake := 16, len("1,713,600.00 GBP")
	if width < 72 {
		hotel, stake = 8, len("204,130.00 GBP")
	}
	return []ui.Column{
		columnLeft:       {Title: "left", Width: len("59 min 59 s?"), Right: true},
		columnDeadline:   {Title: "hotel time", Width: len("Thu 10 Dec 18:00")},
		columnYours:      {Title: "your time", Width: len("Thu 10 Dec 18:00"), Priority: 3},
		columnDueHotel:   {Title: "hotel", Min: hotel},
		columnDueArrival: {Title: "arrival", Width: len("Sat 12 Dec"), Priority: 4},
		columnCostNow:    {Title: "cancelling", Width: 12, Priority: 2},
		columnStake:      {Title: "at stake", Width: stake, Right: true},
	}
}

// row draws a deadline; one without a zone counts from its earliest moment and has a question mark.
func (s *Deadlines) row(i int) ui.Row {
	due := s.rows[i]
	row := ui.Row{
		columnLeft: "none", columnDeadline: "no deadline", columnYours: "",
		columnDueHotel: due.Reservation.Hotel.Name, columnDueArrival: due.Stay.ArrivalShort(),
		columnCostNow: due.Now.Words(), columnStake: "",
	}
	left, ok := due.Left(s.now)
	if !ok {
		return row
	}
	row[columnLeft], row[columnDeadline] = wording.Left(left), terms.DeadlineWords(due.Next.Deadline)
	row[columnYours] = due.Next.From.In(agentZone(s.deps)).Format("Mon 2 Jan 15:04")
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
	case columnCostNow:
		return costStyle(t, due.Now.Kind)
	default:
		return t.Plain
	}
}

// deadlineLines is the height of the deadline's details below a narrow list.
const deadlineLines = 4

// mostStakes is the most lines that the sums take, one for each currency.
const mostStakes = 2

func (s *Deadlines) SetSize(width, height int) {
	s.width, s.height = width, height
	s.refresh()
}

func (s *Deadlines) refresh() {
	s.enable()
	list, pane := paneWidths(s.width)
	below := 0
	if pane == 0 {
		below = deadlineLines
	}
	s.table.SetColumns(deadlineColumns(list))
	s.table.SetSize(list, max(s.height-len(s.head(list))-below, 0))
	s.detail = nil
	due, ok := s.selected()
	if !ok {
		return
	}
	page := newSheet(s.deps.Theme)
	s.dueFacts(page, due)
	if pane > 0 {
		page.Gap()
		reservationFacts(page, s.deps, due.Reservation, false, s.now)
		s.detail = page.Lines(pane)
		return
	}
	s.detail = append([]string{s.deps.Theme.Rule.Render(ui.Fit("", list))}, indent(page.Lines(inner(list)))...)
}

func (s *Deadlines) dueFacts(p *sheet, due booking.Due) {
	terms := s.deps.Desk.TermsOf(due.Reservation)
	if due.Next == nil {
		words := due.Now.Words() + ", and so it stays"
		if terms.NoRefund(s.now) {
			words = penaltyClock(s.deps, terms, s.now)[0]
		}
		p.AddStyled("cancelling", words, costStyle(s.deps.Theme, due.Now.Kind))
		return
	}
	for _, line := range terms.ClockLines(due.Reservation.Created.Time, s.now, agentZone(s.deps)) {
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
	if stake := stakeWords(s.rows); stake != "" {
		wrapped := ui.Wrap("at stake: "+stake, width)
		if len(wrapped) > mostStakes {
			wrapped = append(wrapped[:mostStakes-1], ui.Truncate(wrapped[mostStakes-1]+" …", width))
		}
		lines = append(lines, styled(t.Money.Render, wrapped)...)
	}
	lines = append(lines, failureBlock(t, width, s.read.failure, reloadName)...)
	if s.partial {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap("! "+booking.IncompleteWords+" r reads it again.", width))...)
	}
	if s.problem != "" {
		lines = append(lines, styled(t.Bad.Render, ui.Wrap(s.problem, width))...)
	}
	if s.note != "" {
		lines = append(lines, styled(t.Good.Render, ui.Wrap(s.note, width))...)
	}
	return indent(lines)
}

func (s *Deadlines) summary() string {
	if !s.has {
		return "deadlines"
	}
	window := deadlineWindows()[s.window]
	words := fmt.Sprintf("%d of %s by what is next", len(s.rows), wording.Plural(len(s.all), "open reservation"))
	if window.long > 0 {
		words = fmt.Sprintf("%d of %s with a deadline within %s", len(s.rows), wording.Plural(len(s.all), "open reservation"), window.words)
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
	return ui.Block(append(lines, s.detail[:min(len(s.detail), deadlineLines)]...), s.width, s.height)
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
		return notice("Nothing is due within "+deadlineWindows()[s.window].words, "No reservation gets dearer to cancel in that time.", "w looks further ahead")
	default:
		return notice("No open reservations", "There is nothing that could still be cancelled.", "esc goes back")
	}
}
