package screens

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// Reservations lists what the service holds for this account, by its own filters, and finds text in what was read.
type Reservations struct {
	deps          *Deps
	width, height int
	now           time.Time

	pagedLoad[booking.ReservationList]
	rowList[*reservationLine]
	lines []*reservationLine // of list.Items
	all   bool               // go on until everything is read
	// query is the newest question; list.Query stands in the header until its answer is there.
	query api.ReservationQuery
	first api.ReservationQuery // that the list was opened with
	sort  booking.ReservationSort

	find findLine
	// filter keeps what was typed into it while it is closed.
	filter    *reservationFilter
	filtering bool // the filters have the keys
	note      string

	detail []string // of the reservation under the cursor, at wide sizes
	keys   reservationsKeys
}

type reservationsKeys struct {
	open, find, filter, sort, reload, all, clear, back key.Binding
}

// NewReservations lists the reservations of a query, the most recent first; a zero one lists all.
func NewReservations(deps *Deps, query api.ReservationQuery) *Reservations {
	s := &Reservations{
		deps: deps, query: query, first: query, now: deps.Desk.Now(), find: newFindLine("guest, hotel, number, custom data", "clear"),
		pagedLoad: newPagedLoad[booking.ReservationList](deps, "reading reservations"),
		keys: reservationsKeys{
			open: ui.Bind("open", "enter"), find: ui.Bind("find", "/"), filter: ui.Bind("filter", "f"), sort: ui.Bind("sort", "s"),
			reload: reloadKey(), all: ui.Bind("load all", "ctrl+a"), clear: clearKey("clear filter"),
			back: backKey(),
		},
	}
	s.table = ui.NewTable(deps.Theme, reservationColumns(), func(i int) ui.Row { return s.rows[i].text })
	s.same = func(a, b *reservationLine) bool { return a.ID == b.ID }
	s.table.Style = s.cellStyle
	s.enable()
	return s
}

func (s *Reservations) Init() tea.Cmd { return s.read(s.query) }

// read asks for a list from its beginning. What is shown stays until then.
func (s *Reservations) read(q api.ReservationQuery) tea.Cmd {
	s.more.forget()
	s.all, s.note, s.query = false, "", q
	cmd := s.load.start(listing(s.deps, booking.ReservationList{Query: q}))
	s.refresh()
	return cmd
}

// page reads the next page near the end of the list, or all of it. A find does not read on by itself.
func (s *Reservations) page() tea.Cmd {
	if !s.list.More() {
		s.all = false
	}
	if !s.canReadMore() || !s.all && (s.find.Value() != "" || !s.table.NeedMore()) {
		return nil
	}
	return s.more.start(listing(s.deps, s.list))
}

func (s *Reservations) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.now = s.deps.Desk.Now()
	if list, ok, mine, nav := s.load.receive(msg); mine {
		if ok {
			s.lines = nil
			s.take(list)
		}
		return s.after(nav)
	}
	if list, ok, mine, nav := s.more.receive(msg); mine {
		if ok {
			s.take(list)
		} else {
			s.all = false
		}
		return s.after(nav)
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

// take shows a list. The texts of what was there before stay as they are.
func (s *Reservations) take(list booking.ReservationList) {
	s.list, s.has = list, true
	for _, r := range list.Items[min(len(s.lines), len(list.Items)):] {
		s.lines = append(s.lines, newReservationLine(s.deps, r))
	}
	s.arrange()
}

// update replaces a reservation that a screen above has changed. A page on its way is asked again.
func (s *Reservations) update(r api.Reservation) {
	items := append([]api.Reservation{}, s.list.Items...)
	for i := range items {
		if items[i].ID == r.ID {
			items[i] = r
			s.lines[i] = newReservationLine(s.deps, r)
		}
	}
	s.more.cancel()
	s.list.Items, s.all = items, false
	s.arrange()
}

func (s *Reservations) arrange() {
	var rows []*reservationLine
	for _, i := range s.list.Arrange(s.sort, s.find.Value()) {
		rows = append(rows, s.lines[i])
	}
	s.setRows(rows)
	s.refresh()
}

func (s *Reservations) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch {
	case s.filtering:
		return ui.Stay(), s.filterKey(msg)
	case s.find.open && msg.String() == reloadName:
		return ui.Stay(), s.read(s.query)
	case s.find.open:
		s.findKey(msg)
		return ui.Stay(), nil
	}
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		return s.back()
	case key.Matches(msg, k.open):
		return s.openSelected(), nil
	case key.Matches(msg, k.reload):
		return ui.Stay(), s.read(s.query)
	case key.Matches(msg, k.filter):
		s.openFilter()
	case key.Matches(msg, k.clear):
		s.filter = nil
		return ui.Stay(), s.read(api.ReservationQuery{})
	case key.Matches(msg, k.find):
		s.find.open = true
	case key.Matches(msg, k.sort):
		s.sort = s.sort.Next()
		s.arrange()
	case key.Matches(msg, k.all):
		s.all, s.note, s.more.failure = true, "", nil
	default:
		s.table.Update(msg)
	}
	return ui.Stay(), nil
}

// back stops what runs, clears the find text, then the filter, and only then leaves.
func (s *Reservations) back() (ui.Nav, tea.Cmd) {
	stopped := s.load.cancel()
	stopped = s.more.cancel() || stopped
	switch {
	case stopped:
		s.all, s.note = false, "Stopped. "+reloadName+" reloads the list, ctrl+a the rest of it."
	case s.find.Value() != "":
		s.find.clear()
		s.arrange()
	case s.filtered():
		s.filter = nil
		return ui.Stay(), s.read(s.first)
	default:
		return ui.Pop(), nil
	}
	return ui.Stay(), nil
}

func (s *Reservations) filtered() bool {
	return len(booking.QueryChips(s.query)) > 0 && !reflect.DeepEqual(s.query, s.first)
}

func (s *Reservations) openSelected() ui.Nav {
	line, ok := s.selected()
	if !ok {
		return ui.Stay()
	}
	screen := NewReservation(s.deps, line.Reservation)
	screen.changed = s.update
	return ui.Push(screen)
}

// findKey gives a key to the find line, or reads all that can be found.
func (s *Reservations) findKey(msg tea.KeyMsg) {
	switch {
	case key.Matches(msg, s.keys.all):
		s.all, s.note, s.more.failure = true, "", nil
	case s.find.key(msg, s.table):
		s.arrange()
	}
}

func (s *Reservations) openFilter() {
	if s.filter == nil {
		s.filter = newReservationFilter(s.deps, s.query)
	}
	s.filtering = true
	s.filter.setSize(s.width, s.height)
}

// filterKey edits the filters; what they say is asked of the service.
func (s *Reservations) filterKey(msg tea.KeyMsg) tea.Cmd {
	end := s.filter.update(msg)
	s.filtering = end == filterOpen
	if end == filterApplied {
		return s.read(s.filter.query)
	}
	return nil
}

func (s *Reservations) enable() {
	k := &s.keys
	k.open.SetEnabled(len(s.rows) > 0)
	k.find.SetEnabled(s.has && len(s.list.Items) > 0)
	k.sort.SetEnabled(len(s.rows) > 1)
	k.all.SetEnabled(s.has && s.list.More() && !s.all)
	k.clear.SetEnabled(len(booking.QueryChips(s.query)) > 0)
	word := "back"
	if s.filtered() {
		word = "clear filter"
	}
	k.back.SetHelp("esc", word)
}

func (s *Reservations) Title() string { return "reservations" }

func (s *Reservations) Busy() string {
	switch {
	case s.load.busy() != "":
		return s.load.busy()
	case s.more.busy() == "":
		return ""
	case s.all:
		return fmt.Sprintf("reading all: %d of %d", len(s.list.Items), s.list.Total)
	default:
		return s.more.busy()
	}
}

func (s *Reservations) State() string {
	if !s.has {
		return ""
	}
	return fmt.Sprintf("%d of %d loaded", len(s.list.Items), s.list.Total)
}

func (s *Reservations) Typing() bool   { return s.find.open || s.filtering }
func (s *Reservations) Undoable() bool { return s.filtering && s.filter.form.Undoable() }

func (s *Reservations) Keys() []key.Binding {
	k := s.keys
	switch {
	case s.filtering:
		return s.filter.bindings()
	case s.find.open:
		return []key.Binding{s.find.done, s.find.back, k.all, ui.Bind("reload", reloadName)}
	default:
		return slices.Concat([]key.Binding{k.open, k.find, k.filter, k.sort, k.reload, k.back},
			ui.Offered(k.all, k.clear), []key.Binding{deadlinesKey(), ui.HelpOnly()}, s.table.Keys())
	}
}
