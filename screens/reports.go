package screens

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/report"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Reports counts arrivals, departures, cancellations and deadlines by the hotel's day, with totals by currency.
type Reports struct {
	deps *Deps
	now  time.Time
	kind report.Kind
	days int // how many; the first is from
	from api.Date

	load load[readReport]
	read *readCount
	// kept are the reports that were read since the last reload.
	kept   map[reportAsked]readReport
	shown  readReport
	has    bool
	rows   grouped
	moved  bool     // a key moved the cursor since the report was shown
	again  string   // the reservation that the cursor returns to after a reload; empty if no key moved it
	form   *ui.Form // of other days; nil while it is closed
	out    handOut
	guests reveal

	width, height int
	keys          reportsKeys
}

type reportsKeys struct {
	open, kind, kindBack, earlier, later, window, days, show, csv, json, guests, reload, back key.Binding
}

type reportAsked struct {
	kind report.Kind
	from api.Date
	days int
}

// A readReport is a report, and what its values are told with.
type readReport struct {
	report.Report
	canceled map[string]recovery.Cancellation
}

// reportWindows are the lengths that the key goes through.
func reportWindows() []int { return []int{7, 30, 1} }

// NewReports counts the arrivals of the next seven days.
func NewReports(deps *Deps) *Reports {
	s := &Reports{
		deps: deps, now: deps.Desk.Now(), kind: report.Arrivals, days: reportWindows()[0], read: &readCount{}, out: newHandOut(deps), guests: newReveal(deps),
		load: newLoad[readReport](deps, "counting reservations"), kept: map[reportAsked]readReport{},
		keys: reportsKeys{
			open: deps.bind("open"), kind: deps.bind("part.next", "other report"), kindBack: deps.bind("part.previous", "report before"),
			earlier: deps.bind("day.earlier"), later: deps.bind("day.later"), window: deps.bind("window"), days: deps.bind("filter", "filter by days"),
			show: deps.bind("form.done", "show these"), csv: deps.bind("csv"), json: deps.bind("json"),
			guests: deps.bind("guests"), reload: deps.bind("reload"), back: deps.bind("back"),
		},
	}
	s.from = s.cells().Today()
	s.enable()
	return s
}

func (s *Reports) cells() views.Cells {
	return views.Cells{
		Desk: s.deps.Desk, Zone: s.deps.agentZone(), Now: s.now, Canceled: s.shown.canceled, Guests: s.guests.open, Presenting: s.deps.masking(),
	}
}

func (s *Reports) asked() reportAsked { return reportAsked{s.kind, s.from, s.days} }

func (s *Reports) Init() tea.Cmd { return s.ask() }

// ask shows what was asked for, which is read if it was not before.
func (s *Reports) ask() tea.Cmd {
	s.now, s.again = s.deps.Desk.Now(), ""
	if kept, ok := s.kept[s.asked()]; ok {
		s.load.cancel()
		s.take(kept)
		return nil
	}
	s.has, s.read = false, &readCount{}
	s.rows.setCounts(nil)
	desk, zone, asked, progress := s.deps.Desk, s.deps.agentZone(), s.asked(), s.read.tell
	return s.load.start(correcting(s.deps, func(ctx context.Context) (readReport, []recovery.Finding, error) {
		c, err := views.NewCells(desk, zone)
		if err != nil {
			return readReport{}, nil, err
		}
		r, found, err := report.Read(ctx, c, asked.kind, asked.from, asked.from.AddDays(asked.days-1), progress)
		return readReport{r, c.Canceled}, found, err
	}))
}

func (s *Reports) take(r readReport) {
	s.shown, s.has = r, true
	s.kept[s.asked()] = r
	var counts []int
	for _, day := range r.Days {
		counts = append(counts, len(day.Items))
	}
	if r.Undated != nil {
		counts = append(counts, len(r.Undated.Items))
	}
	s.rows, s.moved = grouped{}, false
	s.rows.setCounts(counts)
	if s.again != "" {
		s.moveToReservation(s.again)
	}
	s.again = ""
}

// moveToReservation moves the cursor to the first row of a reservation, if the report still has it.
func (s *Reports) moveToReservation(id string) {
	at := 0
	for group := range s.rows.counts {
		for _, item := range s.day(group).Items {
			if item.Row.ID == id {
				s.rows.moveTo(at)
				s.moved = true
				return
			}
			at++
		}
	}
}

func (s *Reports) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer s.layout()
	if r, ok, mine, nav := s.load.receive(msg); mine {
		if ok {
			s.take(r)
		}
		return nav, nil
	}
	if cmd, mine := s.out.receive(msg); mine {
		return ui.Stay(), cmd
	}
	if s.guests.receive(msg) {
		return ui.Stay(), nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		return ui.Stay(), s.guests.tick()
	case tea.KeyMsg:
		return s.key(msg)
	}
	return ui.Stay(), nil
}

func (s *Reports) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	s.guests.touch()
	if s.form != nil {
		return ui.Stay(), s.formKey(msg)
	}
	s.out.note = ""
	switch k := s.keys; {
	case key.Matches(msg, k.back):
		if s.load.cancel() {
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.open):
		if item, ok := s.selected(); ok {
			page := NewReservation(s.deps, item.Row.Reservation)
			page.changed = func(api.Reservation) { clear(s.kept) }
			return ui.Push(page), nil
		}
	case key.Matches(msg, k.kind):
		return ui.Stay(), s.otherKind(1)
	case key.Matches(msg, k.kindBack):
		return ui.Stay(), s.otherKind(-1)
	case key.Matches(msg, k.earlier):
		s.from = s.from.AddDays(-1)
		return ui.Stay(), s.ask()
	case key.Matches(msg, k.later):
		s.from = s.from.AddDays(1)
		return ui.Stay(), s.ask()
	case key.Matches(msg, k.window):
		at := slices.Index(reportWindows(), s.days)
		s.days = reportWindows()[(at+1)%len(reportWindows())]
		return ui.Stay(), s.ask()
	case key.Matches(msg, k.days):
		s.openForm()
	case key.Matches(msg, k.csv):
		return ui.Stay(), s.export(views.CSV)
	case key.Matches(msg, k.json):
		return ui.Stay(), s.export(views.JSON)
	case key.Matches(msg, k.guests):
		return ui.Stay(), s.guests.toggle()
	case key.Matches(msg, k.reload):
		clear(s.kept)
		again := s.again // Kept from a reload that failed.
		if item, ok := s.selected(); ok && s.moved {
			again = item.Row.ID
		}
		cmd := s.ask()
		s.again = again
		return ui.Stay(), cmd
	default:
		s.move(msg)
	}
	return ui.Stay(), nil
}

func (s *Reports) move(msg tea.KeyMsg) {
	page := max(s.height-8, 1)
	bind := s.deps.bind
	moved := s.moved
	s.moved = true
	switch {
	case key.Matches(msg, bind("list.up")):
		s.rows.move(-1)
	case key.Matches(msg, bind("list.down")):
		s.rows.move(1)
	case key.Matches(msg, bind("list.page_up")):
		s.rows.move(-page)
	case key.Matches(msg, bind("list.page_down")):
		s.rows.move(page)
	case key.Matches(msg, bind("list.first")):
		s.rows.moveTo(0)
	case key.Matches(msg, bind("list.last")):
		s.rows.moveTo(s.rows.total - 1)
	default:
		s.moved = moved
	}
}

func (s *Reports) otherKind(by int) tea.Cmd {
	kinds := report.Kinds()
	s.kind = kinds[(slices.Index(kinds, s.kind)+by+len(kinds))%len(kinds)]
	return s.ask()
}

// day returns the items of a group; the last one may be those without a day.
func (s *Reports) day(group int) report.Day {
	if group < len(s.shown.Days) {
		return s.shown.Days[group]
	}
	return *s.shown.Undated
}

func (s *Reports) selected() (report.Item, bool) {
	group, item, ok := s.rows.at()
	if !ok {
		return report.Item{}, false
	}
	return s.day(group).Items[item], true
}

const (
	fieldFirstDay = "from"
	fieldLastDay  = "to"
)

// openForm asks for other days.
func (s *Reports) openForm() {
	day := func(name, label string, d api.Date) ui.Field {
		return ui.Field{
			Name: name, Label: label, Value: trip.EntryDay(d), Required: true, Help: "A day or a range: " + trip.SpanHelp,
			Validate: func(text string) string {
				if _, err := s.listDays().Span(text); err != nil {
					return err.Error()
				}
				return ""
			},
		}
	}
	s.form = ui.NewForm(s.deps.Theme, ui.Section{Title: "Days", Fields: []ui.Field{
		day(fieldFirstDay, "from", s.from), day(fieldLastDay, "to", s.from.AddDays(s.days-1)),
	}})
}

func (s *Reports) listDays() trip.ListReader {
	return trip.ListDays(s.deps.Desk.Now(), s.deps.agentZone())
}

// typedDays returns the days of the form. A range in the first field is the whole range unless the last day was changed too.
func (s *Reports) typedDays() (trip.Span, error) {
	from, to := s.form.Value(fieldFirstDay), s.form.Value(fieldLastDay)
	span, err := s.listDays().Span(from)
	if err == nil && (span.From == span.Until || to != trip.EntryDay(s.from.AddDays(s.days-1))) {
		return s.listDays().Between(from, to)
	}
	return span, err
}

// mostDays is how many days a report has at most.
const mostDays = 366

func (s *Reports) formKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, s.keys.back):
		s.form = nil
	case key.Matches(msg, s.keys.show):
		if s.form.Submit() {
			return s.showTyped()
		}
	case s.form.Update(msg) == ui.FormSubmitted:
		return s.showTyped()
	}
	return nil
}

// showTyped shows the report of the days in the form.
func (s *Reports) showTyped() tea.Cmd {
	span, err := s.typedDays()
	switch n := span.From.DaysUntil(span.Until) + 1; {
	case err != nil:
		s.form.SetFieldError(fieldLastDay, "It is before the first day.")
	case n > mostDays:
		s.form.SetFieldError(fieldLastDay, "At most a year.")
	default:
		s.from, s.days, s.form = span.From, n, nil
		return s.ask()
	}
	return nil
}

// export writes the report as it is shown into a file.
func (s *Reports) export(f views.Format) tea.Cmd {
	folder, cells, r := s.deps.Exports, s.cells(), s.shown.Report
	words := when(!cells.Guests || cells.Presenting, "guests masked") + when(cells.Guests && !cells.Presenting, "guests by name")
	return s.out.write(string(f), func(context.Context) (string, error) {
		path, err := report.Save(folder, f, cells, r)
		return "Written: " + path + " (" + words + ").", err
	})
}

func (s *Reports) enable() {
	k := &s.keys
	k.open.SetEnabled(s.rows.total > 0)
	k.csv.SetEnabled(s.has && s.rows.total > 0)
	k.json.SetEnabled(s.has)
	s.guests.enable(&k.guests, s.rows.total)
}

func (s *Reports) Title() string { return "reports" }

func (s *Reports) Busy() string {
	if s.load.busy() != "" {
		return s.read.words(s.load.busy())
	}
	return s.out.busy()
}

func (s *Reports) State() string {
	if !s.has {
		return ""
	}
	return wording.Plural(s.shown.Count, strings.TrimSuffix(string(s.kind), "s"))
}

func (s *Reports) Typing() bool           { return s.form != nil && s.form.Typing() }
func (s *Reports) Commands() []ui.Command { return s.deps.commands() }

func (s *Reports) Close() {
	s.load.cancel()
	s.out.cancel()
	s.guests.note.cancel()
}

// Ticking reports whether guests are shown.
func (s *Reports) Ticking() bool { return s.guests.open }

// Resume reads anew what a page above has changed, and masks the guests again.
func (s *Reports) Resume() tea.Cmd {
	s.guests.mask()
	defer s.layout()
	if len(s.kept) == 0 {
		return s.ask()
	}
	return s.load.resume()
}

func (s *Reports) Keys() []key.Binding {
	k := s.keys
	if s.form != nil {
		return append([]key.Binding{k.show, k.back}, s.form.Keys()...)
	}
	return []key.Binding{
		k.open, k.kind, k.earlier, k.later, k.window, k.days, k.csv, k.guests, k.back, k.reload, k.json, k.kindBack, ui.HelpOnly(),
		s.deps.bind("list.up"), s.deps.bind("list.down"), s.deps.bind("list.page_up"), s.deps.bind("list.page_down"),
		s.deps.bind("list.first"), s.deps.bind("list.last"),
	}
}
