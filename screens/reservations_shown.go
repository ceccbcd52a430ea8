package screens

import (
	"cmp"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/bulk"
	"bellhop/booking/find"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// A shownList is which of the reservations that were read a list shows, in which columns and order, and which are marked.
type shownList struct {
	deps *Deps
	// view is what is shown; its name is that of a saved view, for as long as it is shown as it was saved.
	view    views.View
	columns []views.Column // that somebody chose; none are those of the list itself
	unseen  []string       // titles of columns that have no room
	counts  map[string]int // of what was read, by state
	marks   map[string]bool
	// canceled is what the journal has of cancellations, once a view asks for it.
	canceled load[map[string]recovery.Cancellation]
	known    map[string]recovery.Cancellation
	out      handOut
	pending  []bulk.Pending // cancellations of several that are not done
	follow   follow
	keys     shownKeys
}

type shownKeys struct {
	state, stateBack, columns, views, mark, markAll, cancel, csv, json, reports, follow key.Binding
}

func newShownList(deps *Deps) shownList {
	return shownList{
		deps: deps, marks: map[string]bool{}, out: newHandOut(deps),
		canceled: newLoad[map[string]recovery.Cancellation](deps, "reading the journal"),
		keys: shownKeys{
			state: deps.bind("part.next", "other state"), stateBack: deps.bind("part.previous", "state before"),
			columns: deps.bind("columns"), views: deps.bind("views"), mark: deps.bind("mark"), markAll: deps.bind("mark_all"),
			cancel: deps.bind("cancel_question", "cancel several"), reports: deps.bind("reports"), follow: deps.bind("follow"), csv: deps.bind("csv"), json: deps.bind("json"),
		},
	}
}

// cells say how values are told at this moment.
func (l *shownList) cells(s *Reservations) views.Cells {
	return views.Cells{
		Desk: l.deps.Desk, Zone: l.deps.agentZone(), Now: s.now, Canceled: l.known,
		Guests: s.guests.open, Presenting: l.deps.masking(),
	}
}

// narrowed reports whether rows that were read are left out.
func (l *shownList) narrowed() bool {
	v := l.view
	return len(v.States) > 0 || v.Arrival != views.Range{} || v.Departure != views.Range{} || v.Deadline != views.Range{}
}

// row returns the line as a view has it.
func (line *reservationLine) row() *views.Row {
	if r := line.shown; r == nil || r.Status != line.Status || r.CheckIn != line.CheckIn || r.CheckOut != line.CheckOut {
		line.shown = views.NewRow(line.Reservation, line.stay)
	}
	return line.shown
}

// arrange leaves out what the view does not hold, and puts the rest in its order.
func (l *shownList) arrange(s *Reservations, rows []*reservationLine) []*reservationLine {
	c := l.cells(s)
	l.counts = map[string]int{}
	in := rows[:0:0]
	ranged := l.view
	ranged.States = nil
	number := s.find.Value() != "" && find.Number(s.find.Value())
	for _, line := range rows {
		if line == s.find.asked || number && line.match.Rank == 0 { // The whole of its number was typed, whatever else is shown.
			l.counts[line.Status]++
			in = append(in, line)
			continue
		}
		if l.narrowed() && !ranged.Holds(c, line.row()) {
			continue
		}
		l.counts[line.Status]++
		if len(l.view.States) == 0 || slices.Contains(l.view.States, line.Status) {
			in = append(in, line)
		}
	}
	if l.view.Sort.Column != "" {
		lines, list := make(map[*views.Row]*reservationLine, len(in)), make([]*views.Row, len(in))
		for i, line := range in {
			list[i] = line.row()
			lines[list[i]] = line
		}
		l.view.Sort.Rows(c, list)
		for i, r := range list {
			in[i] = lines[r]
		}
		if s.find.Value() != "" { // The best matches come first, and those that match alike in this order.
			slices.SortStableFunc(in, func(a, b *reservationLine) int { return cmp.Compare(a.match.Rank, b.match.Rank) })
		}
	}
	return in
}

// stateChoices are the states that the key goes through, none of which is any.
func stateChoices() [][]string {
	return [][]string{nil, {api.StatusConfirmed}, {api.StatusCreated}, {api.StatusCanceled}}
}

func (l *shownList) nextState(by int) {
	choices := stateChoices()
	at := slices.IndexFunc(choices, func(one []string) bool { return slices.Equal(one, l.view.States) })
	l.view.States = choices[(max(at, 0)+by+len(choices))%len(choices)]
	l.view.Name = ""
}

// countedChips is of which states it is said how many there are.
type countedChips int

const (
	everyChip countedChips = iota
	shownChip
	noChip
)

// chips draws the states, with how many there are of each where there is room; the one that is shown stands in brackets.
func (l *shownList) chips(t ui.Theme, label string, width int) string {
	all := 0
	for _, n := range l.counts {
		all += n
	}
	for _, counted := range []countedChips{everyChip, shownChip, noChip} {
		drawn, plain := t.Muted.Render(label), ui.Width(label)
		for i, states := range stateChoices() {
			word, n := "all", all
			if i > 0 {
				word, n = wording.Status(states[0]), l.counts[states[0]]
			}
			style, on := t.Muted, slices.Equal(states, l.view.States) || i > 0 && len(l.view.States) > 1 && slices.Contains(l.view.States, states[0])
			word += when(counted == everyChip || on && counted == shownChip, " "+wording.Count(n))
			if on {
				word, style = "["+word+"]", t.Accent
			}
			drawn += "  " + style.Render(word)
			plain += 2 + ui.Width(word)
		}
		if plain <= width || counted == noChip {
			return drawn
		}
	}
	return ""
}

// head draws what is shown of the list, and what came of what was done with it.
func (l *shownList) head(s *Reservations, width int) []string {
	t := l.deps.Theme
	var lines []string
	if s.has {
		lines = append(lines, l.chips(t, when(s.find.open, "of them")+when(!s.find.open, "tab"), width))
	}
	if l.follow.on {
		lines = append(lines, t.Accent.Render(ui.Truncate(l.follow.words(l.deps, s), width)))
	}
	if n := len(l.marks); n > 0 {
		lines = append(lines, t.Accent.Render(ui.Truncate(wording.Count(n)+" marked"+when(!s.find.open, " · ")+when(!l.deps.ReadOnly && !s.find.open, l.deps.say("{cancel_question} cancels them · "))+when(!s.find.open, "esc takes the marks off"), width)))
	} else if len(l.pending) > 0 && !l.deps.ReadOnly {
		p := l.pending[0]
		words := "! Interrupted " + p.Begun.In(l.deps.agentZone()).Format("2 Jan 15:04") + ": cancelling " + wording.Plural(len(p.IDs), "reservation") + "." + when(!s.find.open, l.deps.say(" {cancel_question} goes on."))
		lines = append(lines, t.Warn.Render(ui.Truncate(words, width)))
	}
	if l.out.note != "" {
		lines = append(lines, styled(l.out.style().Render, ui.Wrap(l.out.words(), width))...)
	}
	return append(lines, failureBlock(t, width, l.canceled.failure, "")...)
}

// shownKey gives a key to what is shown of the list; false where it is none of its.
func (s *Reservations) shownKey(msg tea.KeyMsg) (nav ui.Nav, cmd tea.Cmd, mine bool) {
	l := &s.look
	k := l.keys
	switch {
	case key.Matches(msg, k.state):
		l.nextState(1)
		s.arrange()
	case key.Matches(msg, k.stateBack):
		l.nextState(-1)
		s.arrange()
	case key.Matches(msg, k.columns):
		return ui.Push(newColumns(s)), nil, true
	case key.Matches(msg, k.views):
		return ui.Push(newViews(s)), nil, true
	case key.Matches(msg, k.follow):
		return ui.Stay(), s.toggleFollow(), true
	case key.Matches(msg, k.reports):
		return ui.Push(NewReports(s.deps)), nil, true
	case key.Matches(msg, k.mark):
		if line, ok := s.selected(); ok {
			l.mark(line.ID, !l.marks[line.ID])
		}
	case key.Matches(msg, k.markAll):
		l.markAll(s.rows)
	case key.Matches(msg, k.cancel):
		return l.cancelMarked(s), nil, true
	case key.Matches(msg, k.csv):
		return ui.Stay(), s.exportShown(views.CSV), true
	case key.Matches(msg, k.json):
		return ui.Stay(), s.exportShown(views.JSON), true
	default:
		return ui.Stay(), nil, false
	}
	return ui.Stay(), nil, true
}

// openOrders opens the chooser with the columns that are shown, when each was booked, and the present order.
func (s *Reservations) openOrders() {
	columns, now := s.look.orders(), 0
	orders := make([]listOrder, len(columns))
	for i, by := range columns {
		ties := "ties: most recent first"
		if by.Column == s.look.view.Sort.Column {
			now = i
		}
		if i == 0 {
			ties = ""
		}
		orders[i] = listOrder{by.Title(), by.Ends(), by.Reverse().Ends(), ties}
	}
	s.orders.show(s.deps, orders, now, s.look.view.Sort == columns[now].Reverse())
}

// orders returns the orders of the list, each in the direction that it has first. The first is the service's own, which is
// that of the column "created".
func (l *shownList) orders() []views.Sort {
	orders := []views.Sort{{}}
	shown := l.columns
	if len(shown) == 0 {
		shown = views.View{}.Shown()
	}
	add := func(column string) {
		if by := (views.Sort{Column: column}); column != views.CreatedColumn && !slices.Contains(orders, by) {
			orders = append(orders, by)
		}
	}
	for _, c := range shown {
		add(c.Name)
	}
	add(l.view.Sort.Column) // It may have no column in the table.
	return orders
}

// chooseOrder gives a key to the chooser of the order.
func (s *Reservations) chooseOrder(msg tea.KeyMsg) tea.Cmd {
	order, reversed, chosen := s.orders.update(msg)
	if !chosen {
		return nil
	}
	by := s.look.orders()[order]
	if reversed {
		by = by.Reverse()
	}
	s.look.view.Sort = by
	s.arrange()
	return s.look.readJournal()
}

func (l *shownList) mark(id string, on bool) {
	if on {
		l.marks[id] = true
	} else {
		delete(l.marks, id)
	}
}

// markAll marks all rows, or none of them where all are marked.
func (l *shownList) markAll(rows []*reservationLine) {
	on := slices.ContainsFunc(rows, func(line *reservationLine) bool { return !l.marks[line.ID] })
	for _, line := range rows {
		l.mark(line.ID, on)
	}
}

// marked returns the marked reservations in the order of the list.
func (l *shownList) marked(s *Reservations) (ids []string) {
	taken := map[string]bool{}
	for _, line := range slices.Concat(s.rows, s.lines) {
		if l.marks[line.ID] && !taken[line.ID] {
			ids, taken[line.ID] = append(ids, line.ID), true
		}
	}
	rest := len(ids)
	for id := range l.marks {
		if !taken[id] {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids[rest:])
	return ids
}

// enable says what the keys do now.
func (l *shownList) enable(s *Reservations) {
	k := &l.keys
	for _, one := range []*key.Binding{&k.mark, &k.markAll, &k.csv, &k.json} {
		one.SetEnabled(len(s.rows) > 0)
	}
	k.cancel.SetEnabled(!l.deps.ReadOnly && (len(l.marks) > 0 || len(l.pending) > 0))
	k.state.SetEnabled(s.has)
	k.follow.SetEnabled(s.has)
	ui.Reword(&k.follow, when(l.follow.on, "stop following")+when(!l.follow.on, "follow"))
	k.stateBack.SetEnabled(s.has)
	word := "mark all"
	if len(s.rows) > 0 && !slices.ContainsFunc(s.rows, func(line *reservationLine) bool { return !l.marks[line.ID] }) {
		word = "unmark all"
	}
	ui.Reword(&k.markAll, word)
}

// shows reports whether the list has columns that somebody chose. While something is looked for it has its own.
func (l *shownList) shows(finding bool) bool { return len(l.columns) > 0 && !finding }

// shownColumns returns the columns that somebody chose as the table has them: the last ones are left out first, and the one
// that the list is sorted by never.
func shownColumns(chosen []views.Column, by views.Sort) (columns []ui.Column, kinds []int) {
	for i, c := range chosen {
		column := ui.Column{Title: c.Title, Width: c.Width, Min: c.Min, Right: c.Right, Priority: i}
		if c.Name == by.Column {
			column.Priority = 0
		}
		columns = append(columns, column)
		kinds = append(kinds, columnChosen+i)
	}
	return columns, kinds
}

// limited reports whether a list that shows few of its rows has read on by itself as far as it does.
func (l *shownList) limited(s *Reservations) bool {
	return l.narrowed() && len(s.list.Items) >= find.Most
}

// receiveShown takes what the list waits for besides its reservations.
func (s *Reservations) receiveShown(msg tea.Msg) (tea.Cmd, bool) {
	if cmd, mine := s.look.out.receive(msg); mine {
		return cmd, true
	}
	known, ok, mine, _ := s.look.canceled.receive(msg)
	if ok {
		s.look.known = known
		s.arrange()
	}
	return nil, mine
}

func (l *shownList) cancel() {
	l.out.cancel()
	l.canceled.cancel()
}

// readPending looks which cancellations of several are not done.
func (l *shownList) readPending() {
	pending, err := l.deps.Batches.Pending()
	if err != nil {
		l.deps.logFailure("reading interrupted cancellations", err)
	}
	l.pending = pending
}

// cancelMarked opens the cancellation of what is marked, or of what an earlier run has left.
func (l *shownList) cancelMarked(s *Reservations) ui.Nav {
	ids := l.marked(s)
	var screen *cancelMany
	if len(ids) == 0 {
		screen = newCancelRest(l.deps, l.pending[0])
	} else {
		screen = newCancelMany(l.deps, ids)
	}
	screen.changed = s.update
	screen.done = func(id string) { delete(l.marks, id) }
	return ui.Push(screen)
}

// markedRows reports which rows are marked; nil where none is, which takes no room.
func (l *shownList) markedRows(rows []*reservationLine) func(int) bool {
	if len(l.marks) == 0 {
		return nil
	}
	return func(row int) bool { return l.marks[rows[row].ID] }
}

func (s *reservationCells) style(line *reservationLine, column int) ui.Style {
	kind := s.kinds[column]
	if kind >= columnChosen && s.of.look.columns[kind-columnChosen].Name == "status" {
		kind = columnStatus
	}
	switch kind {
	case columnStatus:
		return statusStyle(s.deps.Theme, line.Status)
	case columnCreated, columnGuest, columnFound:
		return s.deps.Theme.Muted
	default:
		return s.deps.Theme.Plain
	}
}
