package screens

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Deadlines lists the open reservations by when cancelling gets dearer next, with the money at stake.
type Deadlines struct {
	deps *Deps
	now  time.Time

	read                 load[booking.ReservationList]
	have                 *atomic.Int64 // how many of how many are read, told by the read itself
	total                *atomic.Int64
	open                 []api.Reservation
	has                  bool // whether open is an answer
	partial              bool // it may not be all
	all                  []booking.Due
	rowList[booking.Due]          // of all, those within the window
	stake                int      // cells of the widest amount
	window               int      // into deadlineWindows
	sums                 []string // the lines of the sums by currency
	sumsFrom, sumsNext   int      // the first sum that is shown, and the one that the key goes on to
	below                int      // lines of the details below a narrow list
	guests               reveal
	calendar             ui.Call[string]
	cheaper              map[string]string // by reservation, what asking for a cheaper rate came to
	note                 string
	problem              string

	detail        []string // of the reservation under the cursor
	width, height int
	keys          deadlinesKeys
}

type deadlinesKeys struct{ open, rebook, window, month, sums, calendar, reload, guests, back key.Binding }

// A deadlineWindow is how far the list looks ahead; zero is as far as there is.
type deadlineWindow struct {
	words string
	long  time.Duration
}

func deadlineWindows() []deadlineWindow {
	return []deadlineWindow{{"all", 0}, {"24 h", 24 * time.Hour}, {"48 h", 48 * time.Hour}, {"7 d", 7 * 24 * time.Hour}}
}

// deadlinesKey opens the list from everywhere.

func (d *Deps) openDeadlines() func() (ui.Nav, tea.Cmd) {
	return func() (ui.Nav, tea.Cmd) { return ui.Push(NewDeadlines(d)), nil }
}

// NewDeadlines reads the open reservations.
func NewDeadlines(deps *Deps) *Deadlines {
	s := &Deadlines{
		deps: deps, now: deps.Desk.Now(), have: &atomic.Int64{}, total: &atomic.Int64{},
		read: newLoad[booking.ReservationList](deps, "reading open reservations"), calendar: ui.NewCall[string](deps.Context, 0),
		guests: newReveal(deps),
		keys: deadlinesKeys{
			open: deps.bind("open"), rebook: deps.bind("rebook"), window: deps.bind("window"), month: deps.bind("calendar"), sums: deps.bind("sums"), calendar: deps.bind("calendar_file"),
			reload: deps.bind("reload"), guests: deps.bind("guests"), back: deps.bind("back"),
		},
	}
	s.table = ui.NewTable(deps.Theme, deadlineColumns(0, 0, false, false), s.row)
	s.table.Style = s.cellStyle
	s.same = func(a, b booking.Due) bool { return a.Reservation.ID == b.Reservation.ID }
	s.enable()
	return s
}

func (s *Deadlines) Init() tea.Cmd { return s.reload() }

func (s *Deadlines) reload() tea.Cmd {
	s.note, s.problem = "", ""
	s.have, s.total = &atomic.Int64{}, &atomic.Int64{}
	desk, have, total := s.deps.Desk, s.have, s.total
	return s.read.start(correcting(s.deps, func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
		return desk.OpenReservations(ctx, func(n, of int) {
			have.Store(int64(n))
			total.Store(int64(of))
		})
	}))
}

func (s *Deadlines) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.now = s.deps.Desk.Now()
	defer s.refresh()
	if read, ok, mine, nav := s.read.receive(msg); mine {
		if ok {
			s.open, s.partial, s.has = read.Items, read.Incomplete(), true
			s.findDue()
		}
		return nav, nil
	}
	if s.guests.receive(msg) {
		return ui.Stay(), nil
	}
	if path, err, mine := s.calendar.Receive(msg); mine {
		s.written(path, err)
		return ui.Stay(), nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		s.pass()
		return ui.Stay(), s.guests.tick()
	case tea.KeyMsg:
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Deadlines) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.guests.touch()
	k := s.keys
	switch {
	case key.Matches(msg, k.back):
		if s.read.cancel() {
			s.note = s.deps.say("Stopped. {reload!} reads them again.")
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.open):
		s.table.Pin()
		screen := NewReservation(s.deps, s.rows[s.table.Cursor()].Reservation)
		screen.changed = s.update
		return ui.Push(screen), nil
	case key.Matches(msg, k.rebook):
		s.table.Pin()
		screen := NewRebook(s.deps, s.rows[s.table.Cursor()].Reservation)
		screen.changed, screen.told = s.update, s.asked
		return ui.Push(screen), nil
	case key.Matches(msg, k.window):
		s.window = (s.window + 1) % len(deadlineWindows())
		s.narrow()
	case key.Matches(msg, k.month):
		month := newDeadlineMonth(s.deps, s.all)
		if due, ok := s.selected(); ok {
			month.begin(due)
		}
		month.chosen = s.goTo
		return ui.Push(month), nil
	case key.Matches(msg, k.sums):
		s.sumsFrom = s.sumsNext
	case key.Matches(msg, k.calendar):
		return ui.Stay(), s.write()
	case key.Matches(msg, k.reload):
		return ui.Stay(), s.reload()
	case key.Matches(msg, k.guests):
		return ui.Stay(), s.guests.toggle()
	default:
		s.table.Update(msg)
	}
	return ui.Stay(), nil
}

// update replaces a reservation that a screen above has read or changed.
func (s *Deadlines) update(r api.Reservation) {
	s.open = slices.Clone(s.open)
	for i := range s.open {
		if s.open[i].ID == r.ID {
			s.open[i] = r
		}
	}
	s.findDue()
	s.refresh()
}

// goTo puts the cursor on the first row of a day; the window opens where it hides that.
func (s *Deadlines) goTo(day api.Date) {
	at := func() int {
		return slices.IndexFunc(s.rows, func(due booking.Due) bool { return due.Day() == day })
	}
	if at() < 0 {
		s.window = 0
		s.narrow()
	}
	if i := at(); i >= 0 {
		s.table.Place(i, 0)
	}
	s.refresh()
}

// asked keeps what a comparison has come to, for the column of rows that were asked about.
func (s *Deadlines) asked(c rebook.Comparison) {
	words := "none"
	if len(c.Offers) > 0 {
		words = "-" + c.Offers[0].Saving.Digits()
		switch c.Offers[0].Group() {
		case rebook.AsGood:
		case rebook.Unclear:
			words = "unclear"
		case rebook.Lesser:
			words = "other"
		}
	}
	if s.cheaper == nil {
		s.cheaper = map[string]string{}
	}
	s.cheaper[c.Old.ID] = words
	s.refresh()
}

// findDue works out when cancelling each of them gets dearer next, and with that their order.
func (s *Deadlines) findDue() {
	s.all = s.deps.Desk.Deadlines(s.now, s.open)
	s.narrow()
}

// pass keeps the list in step with the clock, and does so only where a deadline passes or comes near.
func (s *Deadlines) pass() {
	if len(s.all) == 0 {
		return
	}
	if left, ok := s.all[0].Left(s.now); ok && left <= 0 {
		s.findDue()
		return
	}
	if long := deadlineWindows()[s.window].long; long > 0 && len(booking.Within(s.all, s.now, long)) != len(s.rows) {
		s.narrow()
	}
}

// narrow shows what is within the window.
func (s *Deadlines) narrow() {
	rows := s.all
	if long := deadlineWindows()[s.window].long; long > 0 {
		rows = booking.Within(s.all, s.now, long)
	}
	s.setRows(rows)
	s.sumsFrom = 0
	s.stake = len("not known")
	for _, due := range rows {
		s.stake = max(s.stake, ui.Width(due.AtStake.String()))
	}
}

func (s *Deadlines) write() tea.Cmd {
	s.note, s.problem = "", ""
	folder, made, from, list := s.deps.Exports, s.now, s.deps.Desk.Origin(), s.rows
	return s.calendar.Start(func(context.Context) (string, error) {
		return booking.SaveCalendar(folder, made, from, list)
	})
}

func (s *Deadlines) written(path string, err error) {
	if err != nil {
		s.deps.logFailure("writing the calendar", err)
		s.problem = "No calendar file: " + err.Error()
		return
	}
	n := 0
	for _, due := range s.rows {
		if due.Next != nil {
			n++
		}
	}
	s.note = "Written, with alarms: " + wording.Plural(n, "deadline") + " in " + path
}

func (s *Deadlines) enable() {
	k := &s.keys
	k.open.SetEnabled(len(s.rows) > 0)
	k.rebook.SetEnabled(len(s.rows) > 0 && !s.deps.ReadOnly)
	k.window.SetEnabled(len(s.all) > 0)
	k.month.SetEnabled(slices.ContainsFunc(s.all, func(d booking.Due) bool { return d.Next != nil }))
	s.guests.enable(&k.guests, len(s.rows))
	next := slices.ContainsFunc(s.rows, func(d booking.Due) bool { return d.Next != nil })
	k.calendar.SetEnabled(next && s.deps.Exports != "" && !s.calendar.Busy())
	windows := deadlineWindows()
	ui.Reword(&k.window, "next "+windows[(s.window+1)%len(windows)].words)
}

func (s *Deadlines) Title() string { return "deadlines" }

func (s *Deadlines) Busy() string {
	switch {
	case s.calendar.Busy():
		return "writing the calendar file"
	case s.read.busy() == "":
		return ""
	case s.total.Load() == 0:
		return s.read.busy()
	default:
		return fmt.Sprintf("%s: %d of %d", s.read.busy(), s.have.Load(), s.total.Load())
	}
}

func (s *Deadlines) State() string {
	if !s.has {
		return ""
	}
	return wording.Count(len(s.rows)) + " of " + wording.Count(len(s.all)) + " open"
}

func (s *Deadlines) Ticking() bool { return true }

// Resume masks the guests again.
func (s *Deadlines) Resume() tea.Cmd {
	s.guests.mask()
	s.refresh()
	return s.read.resume()
}

func (s *Deadlines) Close() {
	s.read.cancel()
	s.guests.note.cancel()
}

// Commands leaves out the list itself, which is open already.
func (s *Deadlines) Commands() []ui.Command {
	return append(s.deps.sandboxCommands(), findCommand(s.deps, func() ui.Nav { return s.deps.openFind() }), trayCommand(s.deps))
}

// Footer is what the list is there for. How many there are stands above it as well.
func (s *Deadlines) Footer() []key.Binding {
	k := s.keys
	keys := append([]key.Binding{k.open, k.rebook, k.window}, ui.Offered(k.sums)...)
	if s.deps.Exports != "" {
		keys = append(keys, k.calendar)
	}
	return append(keys, k.guests, k.month, k.back)
}

func (s *Deadlines) Keys() []key.Binding {
	k := s.keys
	keys := []key.Binding{k.open, k.rebook, k.window, k.month}
	if k.sums.Enabled() {
		keys = append(keys, k.sums)
	}
	if s.deps.Exports != "" {
		keys = append(keys, k.calendar)
	}
	return append(append(keys, k.reload, k.guests, k.back, ui.HelpOnly()), s.table.Keys()...)
}
