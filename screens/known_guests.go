package screens

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// KnownGuests offers the guests of earlier reservations, kept in memory only. A name is masked until its
// first letters are typed.
type KnownGuests struct {
	deps *Deps
	trip trip.Trip
	load load[booking.ReservationList]
	list booking.ReservationList
	has  bool // whether list is an answer
	find ui.Input
	rowList[booking.KnownGuest]
	take bool // enter was pressed before the answer came
	// taken is given the guest that was chosen.
	taken         func(api.Guest) tea.Cmd
	width, height int
	keys          knownKeys
}

type knownKeys struct{ take, up, down, back key.Binding }

const (
	knownName = iota
	knownMail
	knownStay
)

// NewKnownGuests offers the guests whose names begin with the text, which can be typed on.
func NewKnownGuests(deps *Deps, trip trip.Trip, text string, taken func(api.Guest) tea.Cmd) *KnownGuests {
	k := &KnownGuests{
		deps: deps, trip: trip, find: ui.NewInput(60), taken: taken,
		load: newLoad[booking.ReservationList](deps, "reading reservations"),
		keys: knownKeys{
			take: ui.Bind("take", "enter"), back: backKey(), up: ui.Bind("guest above", "up"),
			down: ui.Bind("guest below", "down"),
		},
	}
	k.find.Placeholder = "first letters of the surname"
	k.find.SetValue(text)
	k.table = ui.NewTable(deps.Theme, []ui.Column{
		knownName: {Title: "guest", Width: 20}, knownMail: {Title: "email", Width: 20, Priority: 1}, knownStay: {Title: "last stay", Min: 24},
	}, func(i int) ui.Row { return k.row(k.rows[i]) })
	k.same = func(a, b booking.KnownGuest) bool { return a.Last.ID == b.Last.ID }
	k.table.Style = func(_, column int) ui.Style {
		if column == knownName {
			return deps.Theme.Plain
		}
		return deps.Theme.Muted
	}
	return k
}

// row names the guest in full only where it was asked for by its letters.
func (k *KnownGuests) row(one booking.KnownGuest) ui.Row {
	stay := k.deps.Desk.StayOf(one.Last)
	days := stay.BriefYear()
	if stay.Mark() != "" {
		days += " UTC"
	}
	return ui.Row{
		knownName: guestWords(one.Guest, one.Named && !k.deps.masking()), knownMail: booking.MaskEmail(one.Guest.Email),
		knownStay: joined(days, one.Last.Hotel.Name),
	}
}

func (k *KnownGuests) Init() tea.Cmd { return k.read() }

func (k *KnownGuests) read() tea.Cmd {
	return k.load.start(listing(k.deps, k.list))
}

func (k *KnownGuests) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if list, ok, mine, nav := k.load.receive(msg); mine {
		if !ok {
			k.take = false
			k.refresh()
			return nav, nil
		}
		k.list, k.has = list, true
		k.arrange()
		if k.take && len(k.rows) > 0 {
			return k.choose()
		}
		if len(list.Items) < booking.KnownMost && list.More() {
			return nav, k.read()
		}
		k.take = false
		return nav, nil
	}
	if msg, ok := msg.(tea.KeyMsg); ok {
		nav, cmd := k.key(msg)
		k.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (k *KnownGuests) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch {
	case key.Matches(msg, k.keys.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.keys.take):
		return k.enter()
	case key.Matches(msg, k.keys.up, k.keys.down), msg.Type == tea.KeyPgUp, msg.Type == tea.KeyPgDown:
		k.table.Update(msg)
		return ui.Stay(), nil
	}
	before := k.find.Value()
	if k.find.Type(msg); k.find.Value() != before {
		k.take = false
		k.arrange()
		k.table.SetCursor(0)
	}
	return ui.Stay(), nil
}

// enter takes the guest under the cursor, now or once one is read. After a failure it reads on.
func (k *KnownGuests) enter() (ui.Nav, tea.Cmd) {
	switch {
	case len(k.rows) > 0:
		return k.choose()
	case k.load.failure != nil:
		return ui.Stay(), k.read()
	default:
		k.take = k.load.call.Busy()
		return ui.Stay(), nil
	}
}

// choose hands the guest under the cursor to the form below.
func (k *KnownGuests) choose() (ui.Nav, tea.Cmd) {
	k.load.cancel()
	return ui.Pop(), k.taken(k.rows[k.table.Cursor()].Guest)
}

func (k *KnownGuests) arrange() {
	k.setRows(booking.KnownGuests(k.list.Items, k.find.Value()))
	k.refresh()
}

func (k *KnownGuests) refresh() {
	k.keys.take.SetEnabled(len(k.rows) > 0 || k.load.failure != nil || k.load.call.Busy())
	word := "take"
	if len(k.rows) == 0 && k.load.failure != nil {
		word = "try again"
	}
	k.keys.take.SetHelp("enter", word)
	k.keys.up.SetEnabled(len(k.rows) > 1)
	k.keys.down.SetEnabled(len(k.rows) > 1)
	k.table.SetSize(k.width, max(k.height-len(k.head()), 0))
}

func (k *KnownGuests) SetSize(width, height int) {
	k.width, k.height = width, height
	k.refresh()
}

// head draws where the guests come from, what is typed, and what went wrong.
func (k *KnownGuests) head() []string {
	t, width := k.deps.Theme, inner(k.width)
	about := "Names show once two letters of them are typed. This list is not kept."
	lines := []string{t.Title.Render(ui.Truncate(k.summary(), width)), t.Muted.Render(ui.Truncate(about, width))}
	find := k.find.Draw(t, masked(k.deps, dots, k.find.Value()), max(min(width-2, 40), 1))
	lines = append(lines, t.Accent.Render("› ")+find, "")
	return indent(append(lines, failureBlock(t, width, k.load.failure, "enter")...))
}

func (k *KnownGuests) summary() string {
	if !k.has {
		return "Guests of earlier reservations"
	}
	from := wording.Plural(len(k.list.Items), "reservation")
	if k.list.Total > len(k.list.Items) {
		from = fmt.Sprintf("the newest %d of %s", len(k.list.Items), wording.Plural(k.list.Total, "reservation"))
	}
	return wording.Plural(len(k.rows), "guest") + " of " + from
}

func (k *KnownGuests) View() string {
	lines := k.head()
	if len(k.rows) > 0 {
		return ui.Block(append(lines, k.table.Lines()...), k.width, k.height)
	}
	notice := func(title, text string) []string {
		return indent(ui.Notice(k.deps.Theme, inner(k.width), ui.NoticeEmpty, title, text))
	}
	switch {
	case k.load.call.Busy():
		lines = append(lines, notice("Reading reservations", "")...)
	case !k.has:
	case len(k.list.Items) == 0:
		lines = append(lines, notice("No guest is known yet", "Whoever is booked with this account stands here the next time.")...)
	default:
		lines = append(lines, notice("No name begins like this", "Try fewer letters, or esc and type the guest.")...)
	}
	return ui.Block(lines, k.width, k.height)
}

func (k *KnownGuests) Title() string   { return "known guests" }
func (k *KnownGuests) Context() string { return k.trip.Words() }
func (k *KnownGuests) Brief() []string { return k.trip.Brief() }
func (k *KnownGuests) Busy() string    { return k.load.busy() }
func (k *KnownGuests) State() string   { return nothingSent }
func (k *KnownGuests) Typing() bool    { return true }
func (k *KnownGuests) Close()          { k.load.cancel() }
func (k *KnownGuests) Resume() tea.Cmd { return k.load.resume() }

func (k *KnownGuests) Keys() []key.Binding {
	return []key.Binding{k.keys.take, k.keys.back, k.keys.down, k.keys.up}
}

// openKnown offers known guests, at first those that begin as what is typed.
func (g *Guest) openKnown() ui.Nav {
	typed := valueOr(strings.TrimSpace(g.form.Value(booking.FieldSurname)), strings.TrimSpace(g.form.Value(booking.FieldGivenName)))
	return ui.Push(NewKnownGuests(g.deps, g.draft.Trip, typed, g.fill))
}

// fill puts a known guest into the form; ctrl+_ takes field by field back.
func (g *Guest) fill(guest api.Guest) tea.Cmd {
	for _, field := range g.fields(guest) {
		g.form.SetValue(field.Name, field.Value)
	}
	g.form.ClearErrors()
	return g.save()
}
