package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// quotes lists the quotes of the last thirty days, the newest first.
type quotes struct {
	deps     *Deps
	now      time.Time
	load     load[keptQuotes]
	damaged  int // how many cannot be read
	has      bool
	removing ui.Call[struct{}]
	note     string
	asking   string // the quote to remove if the key is pressed again
	rowList[quote.Quote]
	width, height int
	keys          quotesKeys
}

type quotesKeys struct{ open, remove, reload, back key.Binding }

type keptQuotes struct {
	list    []quote.Quote
	damaged int
}

const (
	quotesWhen = iota
	quotesHotel
	quotesStay
	quotesTotal
	quotesState
)

// newQuotes lists what is kept.
func newQuotes(deps *Deps) *quotes {
	s := &quotes{
		deps: deps, now: deps.Desk.Now(), load: newLoad[keptQuotes](deps, "reading the quotes"), removing: ui.NewCall[struct{}](deps.Context, 0),
		keys: quotesKeys{open: deps.bind("open"), remove: deps.bind("clear", "remove it"), reload: deps.bind("reload"), back: deps.bind("back")},
	}
	s.table = ui.NewTable(deps.Theme, nil, s.row)
	s.same = func(a, b quote.Quote) bool { return a.ID == b.ID }
	return s
}

// columns are as wide as what stands in them.
func (s *quotes) columns() []ui.Column {
	titles := []string{quotesWhen: "quoted", quotesHotel: "hotel", quotesStay: "stay", quotesTotal: "total", quotesState: "offers"}
	columns := make([]ui.Column, len(titles))
	for i, title := range titles {
		columns[i] = ui.Column{Title: title, Width: len(title)}
		for at := range s.rows {
			columns[i].Width = max(columns[i].Width, ui.Width(s.row(at)[i]))
		}
	}
	columns[quotesHotel] = ui.Column{Title: "hotel", Min: 16}
	columns[quotesTotal].Right, columns[quotesTotal].Priority, columns[quotesStay].Priority = true, 1, 2
	return columns
}

func (s *quotes) row(i int) ui.Row {
	q := s.rows[i]
	first := q.Offers[0]
	hotel := first.Hotel.Name
	if n := len(q.Offers); n > 1 {
		hotel += " and " + wording.Plural(n-1, "other")
	}
	state := wording.Count(len(q.Offers))
	if ends := q.Ends(); !ends.IsZero() && !s.now.Before(ends) {
		state += ", ended"
	}
	return ui.Row{
		quotesWhen: q.At.In(s.deps.agentZone()).Format("Mon 2 Jan 15:04"), quotesHotel: hotel,
		quotesStay: trip.BriefStay(first.Trip.CheckIn, first.Trip.CheckOut), quotesTotal: terms.PriceWords(q.Pays(first)), quotesState: state,
	}
}

func (s *quotes) Init() tea.Cmd {
	kept, desk := s.deps.Quotes, s.deps.Desk
	return s.load.start(func(context.Context) (keptQuotes, error) {
		list, damaged, err := kept.List(desk)
		return keptQuotes{list, damaged}, err
	})
}

func (s *quotes) Title() string { return "quotes" }
func (s *quotes) Busy() string  { return s.load.busy() + when(s.removing.Busy(), "removing it") }

func (s *quotes) State() string          { return when(s.has, wording.Plural(len(s.rows), "quote")) }
func (s *quotes) Commands() []ui.Command { return s.deps.commands() }

// Resume reads them again: a screen above may have kept another one.
func (s *quotes) Resume() tea.Cmd { return s.Init() }

func (s *quotes) Close() {
	s.load.cancel()
	s.removing.Cancel()
}

func (s *quotes) Keys() []key.Binding {
	k := s.keys
	k.open.SetEnabled(s.table.Count() > 0)
	k.remove.SetEnabled(s.table.Count() > 0 && s.Busy() == "")
	return append([]key.Binding{k.open, k.remove, k.reload, k.back, ui.HelpOnly()}, s.table.Keys()...)
}

func (s *quotes) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	s.now = s.deps.Desk.Now()
	if kept, ok, mine, nav := s.load.receive(msg); mine {
		if ok {
			s.damaged, s.has = kept.damaged, true
			s.setRows(kept.list)
			s.table.SetColumns(s.columns())
		}
		return nav, nil
	}
	if _, err, mine := s.removing.Receive(msg); mine {
		if err != nil {
			s.deps.logFailure("removing a quote", err)
			s.note = "! It is not removed: " + err.Error()
		}
		return ui.Stay(), s.Init()
	}
	if pressed, ok := msg.(tea.KeyMsg); ok {
		return s.key(pressed)
	}
	return ui.Stay(), nil
}

func (s *quotes) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	asked := s.asking
	s.asking, s.note = "", ""
	switch at := s.table.Cursor(); {
	case key.Matches(msg, s.keys.back):
		return ui.Pop(), nil
	case key.Matches(msg, s.keys.reload):
		return ui.Stay(), s.Init()
	case s.table.Update(msg), s.table.Count() == 0 || s.Busy() != "":
	case key.Matches(msg, s.keys.open):
		s.table.Pin()
		opened := newQuote(s.deps, s.rows[at])
		opened.listed = true
		return ui.Push(opened), nil
	case key.Matches(msg, s.keys.remove) && asked == s.rows[at].ID:
		kept := s.deps.Quotes
		s.table.SetCursor(at + 1) // The next quote, unless it is the last.
		return ui.Stay(), s.removing.Start(func(context.Context) (struct{}, error) { return struct{}{}, kept.Remove(asked) })
	case key.Matches(msg, s.keys.remove):
		s.asking = s.rows[at].ID
		s.note = "! Remove this quote? x does it, any other key keeps it."
	}
	return ui.Stay(), nil
}

func (s *quotes) SetSize(width, height int) { s.width, s.height = width, height }

func (s *quotes) View() string {
	t, width := s.deps.Theme, inner(s.width)
	lines := []string{""}
	switch {
	case s.load.failure != nil:
		lines = append(lines, failureBlock(t, width, s.load.failure, s.deps.say("{reload!}"))...)
	case s.has && len(s.rows) == 0:
		lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "No quotes",
			"What was quoted in the last thirty days stands here, without a guest.", s.deps.say("{tray}  the tray, of whose rates {quote} makes a quote"), "esc  back")...)
	}
	if s.note != "" {
		lines = append(lines, t.Warn.Render(ui.Truncate(s.note, width)))
	}
	if n := s.damaged; n > 0 && s.load.failure == nil {
		words := "! " + wording.Plural(n, "quote") + " cannot be read, and " + when(n == 1, "is") + when(n > 1, "are") + " left out: see " + s.deps.Quotes.Folder()
		lines = append(lines, styled(t.Warn.Render, ui.Wrap(words, width))...)
	}
	if len(s.rows) > 0 && s.load.failure == nil {
		s.table.SetSize(width, max(s.height-len(lines), 0))
		lines = append(lines, s.table.Lines()...)
	}
	return ui.Block(indent(lines), s.width, s.height)
}
