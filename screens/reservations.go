package screens

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/find"
	"bellhop/ui"
)

// Reservations lists what the service holds for this account, by its own filters, and finds text in all of it.
type Reservations struct {
	deps          *Deps
	width, height int
	now           time.Time

	index *find.Index // has what is shown
	next  *find.Index // is read from its beginning
	pagedLoad[find.State]
	rowList[*reservationLine]
	lines []*reservationLine // of list.Items
	all   bool               // go on until everything is read
	read  *readCount         // how far load is
	below *Reservations      // that find went back to before this one was opened
	// query is the newest question; list.Query stands in the header until its answer is there.
	query api.ReservationQuery
	first api.ReservationQuery // that the list was opened with

	find   reservationFind
	guests reveal
	// filter keeps what was typed into it while it is closed.
	filter    *reservationFilter
	filtering bool // the filters have the keys
	orders    orderChooser
	look      shownList
	note      string

	cells  reservationCells
	detail []string // of the reservation under the cursor, at wide sizes
	keys   reservationsKeys
}

type reservationsKeys struct {
	open, find, filter, sort, reload, all, clear, guests, back key.Binding
}

// NewReservations lists the reservations of a query, the most recent first; a zero one lists all. What was read for
// the same query before is there at once.
func NewReservations(deps *Deps, query api.ReservationQuery) *Reservations {
	s := &Reservations{
		deps: deps, query: query, first: query, now: deps.Desk.Now(), find: newReservationFind(deps), guests: newReveal(deps),
		pagedLoad: newPagedLoad[find.State](deps, "reading reservations"), read: &readCount{}, look: newShownList(deps),
		keys: reservationsKeys{
			open: deps.bind("open"), find: deps.bind("find"), filter: deps.bind("filter"), sort: deps.bind("sort"),
			reload: deps.bind("reload"), all: deps.bind("load_all"), clear: deps.bind("clear", "clear filter"), guests: deps.bind("guests"),
			back: deps.bind("back"),
		},
	}
	s.cells = reservationCells{deps: deps, find: &s.find, list: &s.list, of: s}
	s.table = ui.NewTable(deps.Theme, nil, func(i int) ui.Row { return s.cells.row(s.rows[i]) })
	s.same = func(a, b *reservationLine) bool { return a.ID == b.ID }
	s.table.Style = func(row, column int) ui.Style { return s.cells.style(s.rows[row], column) }
	s.table.Found = s.cells.typed
	s.restoreList()
	s.enable()
	return s
}

// Init reads the list. Of one that was kept only the beginning is read again, and what is new put before it.
func (s *Reservations) Init() tea.Cmd {
	s.below, s.deps.findOpen = s.deps.findOpen, s
	s.look.readPending()
	if !s.has {
		return s.ask(s.query, 1)
	}
	return tea.Batch(s.renew(), s.look.readJournal())
}

// renew reads the beginning of the list again.
func (s *Reservations) renew() tea.Cmd {
	if !s.has {
		return s.reload()
	}
	s.next = s.index
	return s.load.start(s.index.Renew)
}

// ask reads a list from its beginning until it has so many. What is shown stays until then.
func (s *Reservations) ask(q api.ReservationQuery, least int) tea.Cmd {
	s.more.forget()
	s.note, s.query, s.read = "", q, &readCount{}
	clear(s.look.follow.changes)
	index, progress := s.index, s.read.tell
	if !s.has || !reflect.DeepEqual(q, s.list.Query) {
		index = s.deps.indexOf(q)
	}
	s.next = index
	cmd := s.load.start(func(ctx context.Context) (find.State, error) { return index.Reload(ctx, least, progress) })
	s.refresh()
	return cmd
}

// reload reads as many as there are again.
func (s *Reservations) reload() tea.Cmd { return s.ask(s.query, max(len(s.list.Items), 1)) }

// page reads the next page near the end of the list, or all of it. A find reads on by itself until it is stopped.
func (s *Reservations) page() tea.Cmd {
	if s.has && !s.list.More() {
		s.all = false
	}
	if s.all && s.find.far(len(s.list.Items)) {
		s.all, s.find.enter, s.note = false, false, s.stoppedWords()
	}
	if !s.all && s.look.limited(s) || !s.canReadMore() || s.find.asking.call.Busy() || !s.all && (s.find.Value() != "" || !s.table.NeedMore()) {
		return nil
	}
	return s.more.start(s.index.More)
}

func (s *Reservations) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.now = s.deps.Desk.Now()
	if list, ok, mine, nav := s.load.receive(msg); mine {
		if ok {
			s.index = s.next
			before := s.lines
			s.take(list)
			s.look.follow.compare(before, s.lines, s.now)
			nav = s.jumpToFound()
		}
		return s.after(nav)
	}
	if list, ok, mine, nav := s.more.receive(msg); mine {
		if ok {
			s.take(list)
			nav = s.jumpToFound()
		} else {
			s.all, s.find.enter = false, false
		}
		return s.after(nav)
	}
	if r, ok, mine, nav := s.find.asking.receive(msg); mine {
		if ok {
			s.find.asked = newReservationLine(s.deps, r)
			s.arrange()
		}
		if nav == ui.Stay() { // It may be another kind of number: the list is looked through.
			nav = s.jumpToFound()
		}
		return s.after(nav)
	}
	if s.guests.receive(msg) {
		return s.after(ui.Stay())
	}
	if cmd, mine := s.receiveFollow(msg); mine {
		s.refresh()
		return ui.Stay(), cmd
	}
	if cmd, mine := s.receiveShown(msg); mine {
		s.refresh()
		return ui.Stay(), cmd
	}
	if msg, ok := msg.(tea.KeyMsg); ok {
		nav, cmd := s.key(msg)
		s.refresh()
		next := s.page()
		return nav, tea.Batch(cmd, next)
	}
	return ui.Stay(), nil
}

func (s *Reservations) after(nav ui.Nav) (ui.Nav, tea.Cmd) {
	cmd := s.page()
	s.refresh()
	return nav, cmd
}

// take shows a list. What was made of its beginning before stays as it is.
func (s *Reservations) take(list find.State) {
	if !s.has || list.Edition != s.list.Edition {
		s.lines = nil
	}
	s.list, s.has = list, true
	for i := range list.Items {
		if i < len(s.lines) {
			s.lines[i].read = list.Read[i]
			continue
		}
		s.lines = append(s.lines, &reservationLine{Reservation: list.Items[i], stay: list.Stays[i], read: list.Read[i]})
	}
	s.arrange()
}

// update replaces a reservation that a screen above has changed.
func (s *Reservations) update(r api.Reservation) {
	s.find.renew(s.deps, r)
	if s.index == nil {
		return
	}
	s.index.Put(r)
	if list, ok := s.index.State(); ok {
		s.take(list)
	}
}

func (s *Reservations) arrange() {
	rows := s.find.askedRow(s.lines)
	for _, m := range s.list.Finder.Find(s.find.Value()) {
		s.lines[m.Index].match = m
		rows = append(rows, s.lines[m.Index])
	}
	s.setRows(s.look.arrange(s, rows))
	s.refresh()
}

func (s *Reservations) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.guests.touch()
	switch {
	case s.filtering:
		return ui.Stay(), s.filterReservations(msg)
	case s.orders.open:
		return ui.Stay(), s.chooseOrder(msg)
	case s.find.open || msg.Paste:
		return s.findKey(msg)
	}
	s.look.out.note = ""
	if nav, cmd, mine := s.shownKey(msg); mine {
		return nav, cmd
	}
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		return s.back()
	case key.Matches(msg, k.open):
		return s.openSelected(), nil
	case key.Matches(msg, k.reload):
		return ui.Stay(), s.reload()
	case key.Matches(msg, k.filter):
		s.openFilter()
	case key.Matches(msg, k.clear):
		return ui.Stay(), s.unfilter(api.ReservationQuery{})
	case key.Matches(msg, k.find):
		s.openFind()
	case key.Matches(msg, k.guests):
		return ui.Stay(), s.guests.toggle()
	case key.Matches(msg, k.sort):
		s.openOrders()
	case key.Matches(msg, k.all):
		s.readAll()
	default:
		s.table.Update(msg)
	}
	return ui.Stay(), nil
}

// back stops what runs, clears the find text, then the filter, and only then leaves.
func (s *Reservations) back() (ui.Nav, tea.Cmd) {
	switch {
	case (!s.has || !s.find.began) && s.stop(): // What a find has begun goes on without the list.
	case s.find.Value() != "":
		s.find.clear()
		s.arrange()
	case len(s.look.marks) > 0:
		clear(s.look.marks)
	case s.filtered():
		return ui.Stay(), s.unfilter(s.first)
	default:
		return ui.Pop(), s.look.follow.leave()
	}
	return ui.Stay(), nil
}

func (s *Reservations) filtered() bool {
	return s.look.narrowed() || len(booking.QueryChips(s.query)) > 0 && !reflect.DeepEqual(s.query, s.first)
}

func (s *Reservations) openSelected() ui.Nav {
	line, ok := s.selected()
	if !ok {
		return ui.Stay()
	}
	s.table.Pin()
	screen := NewReservation(s.deps, line.Reservation)
	screen.changed = s.update
	// The list lives as long as the session: a page tells what is so now.
	screen.old = s.deps.Desk.Now().Sub(line.read) > readAnew
	return ui.Push(screen)
}

// readAnew is how long ago a reservation may have been read that is shown without being read again.
const readAnew = time.Minute

func (s *Reservations) enable() {
	k := &s.keys
	k.open.SetEnabled(len(s.rows) > 0)
	k.find.SetEnabled(!s.has || len(s.list.Items) > 0)
	s.guests.enable(&k.guests, len(s.rows))
	k.sort.SetEnabled(len(s.rows) > 1)
	k.all.SetEnabled(s.has && s.list.More() && !s.all)
	k.clear.SetEnabled(s.look.narrowed() || len(booking.QueryChips(s.query)) > 0)
	s.look.enable(s)
	ui.Reword(&k.back, s.escWord())
	ui.Reword(&s.find.back, s.find.escWord(s.reading()))
}

func (s *Reservations) Title() string { return "reservations" }

func (s *Reservations) Busy() string {
	switch {
	case s.look.out.busy() != "":
		return s.look.out.busy()
	case s.load.busy() != "":
		return s.read.words(s.load.busy())
	case s.find.asking.busy() != "":
		return s.find.asking.busy()
	case s.more.busy() == "":
		return ""
	case s.all:
		return "reading all: " + s.list.CountWords()
	default:
		return s.more.busy()
	}
}

func (s *Reservations) State() string {
	if !s.has {
		return ""
	}
	return s.list.CountWords() + " loaded"
}

// Close keeps what was read for the next time, in memory only. What a find has begun to read goes on.
func (s *Reservations) Close() {
	s.deps.findOpen = s.below
	s.keepList()
	if s.has && s.all && s.find.began && s.allAsked() {
		s.index.Continue()
	}
	s.pagedLoad.Close()
	s.find.asking.cancel()
	s.guests.note.cancel()
	s.look.cancel()
}

// Resume takes over changes to reservations, and masks the guests again.
func (s *Reservations) Resume() tea.Cmd {
	s.guests.mask()
	defer s.refresh()
	s.look.readPending()
	if s.index != nil && s.has {
		if list, ok := s.index.State(); ok && list.Edition != s.list.Edition {
			s.take(list)
		}
	}
	return tea.Batch(s.pagedLoad.Resume(), s.find.asking.resume())
}

func (s *Reservations) Typing() bool { return s.find.open || s.filtering }

func (s *Reservations) Keys() []key.Binding {
	k := s.keys
	switch {
	case s.filtering:
		return s.filter.bindings()
	case s.orders.open:
		return slices.Insert(s.orders.bindings(), 2, ui.HelpOnly())
	case s.find.open:
		return []key.Binding{k.open, s.find.done, s.find.back, k.all, s.deps.typing("reload")}
	default:
		l := s.look.keys
		return slices.Concat([]key.Binding{k.open, k.find, k.filter, l.views, l.mark, k.guests, k.back},
			ui.Offered(k.all, k.clear, l.cancel), []key.Binding{s.deps.bind("go.deadlines"), k.sort, l.csv, l.columns, k.reload, ui.HelpOnly(), l.state, l.stateBack, l.markAll, l.json, l.reports, l.follow}, s.table.Keys())
	}
}
