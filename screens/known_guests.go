package screens

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// KnownGuests offers the guests of all reservations, kept in memory for the session, and those of the guest book. A name is
// masked until its first letters are typed.
type KnownGuests struct {
	deps *Deps
	trip trip.Trip
	load load[booking.ReservationList]
	list booking.ReservationList // without what nobody needs any more
	has  bool                    // whether list is an answer
	book load[[]guests.Entry]
	find ui.Input
	note string
	rowList[guests.Known]
	take bool // enter was pressed before the answer came
	// taken is given the guest that was chosen.
	taken         func(guests.Known) tea.Cmd
	width, height int
	keys          knownKeys
}

// knownPeople is who is known in this session, and how far the reservations were read.
type knownPeople struct {
	guests.Index
	list   booking.ReservationList
	booked bool // the guest book was read
}

// people returns who is known in this session.
func people(d *Deps) *knownPeople {
	if d.people == nil {
		d.people = &knownPeople{}
	}
	return d.people
}

type knownKeys struct{ take, up, down, remove, back key.Binding }

const (
	knownName = iota
	knownMail
	knownStay
)

// NewKnownGuests offers the guests whose names begin with the text, which can be typed on.
func NewKnownGuests(deps *Deps, trip trip.Trip, text string, taken func(guests.Known) tea.Cmd) *KnownGuests {
	k := &KnownGuests{
		deps: deps, trip: trip, find: ui.NewInput(deps.Theme, 60), taken: taken,
		load: newLoad[booking.ReservationList](deps, "reading reservations"), book: newLoad[[]guests.Entry](deps, "reading the guest book"),
		keys: knownKeys{
			take: deps.bind("take"), back: deps.bind("back"), up: deps.typing("list.up", "guest above"),
			down: deps.typing("list.down", "guest below"), remove: deps.bind("cancel", "throw it away: out of the guest book"),
		},
	}
	k.find.Placeholder = "first letters of the surname"
	k.find.SetValue(text)
	k.table = ui.NewTable(deps.Theme, []ui.Column{
		knownName: {Title: "guest", Width: 20}, knownMail: {Title: "email", Width: 20, Priority: 1}, knownStay: {Title: "last stay", Min: 24},
	}, func(i int) ui.Row { return k.row(k.rows[i]) })
	k.same = func(a, b guests.Known) bool { return a.Stay.ID == b.Stay.ID && a.Guest == b.Guest }
	k.list = people(deps).list
	k.has = k.list.Items != nil
	k.table.Style = func(_, column int) ui.Style {
		if column == knownName {
			return deps.Theme.Plain
		}
		return deps.Theme.Muted
	}
	return k
}

// row names the guest in full only where it was asked for by its letters.
func (k *KnownGuests) row(one guests.Known) ui.Row {
	last := "guest book"
	if one.Stay.ID != "" {
		days := one.Stay.Days.BriefYear()
		if one.Stay.Days.Mark() != "" {
			days += " UTC"
		}
		last = joined(days, one.Stay.Hotel, when(one.Booked, "guest book"))
	}
	return ui.Row{
		knownName: guestWords(one.Guest, one.Named && !k.deps.masking()), knownMail: booking.MaskEmail(one.Guest.Email), knownStay: last,
	}
}

// Init reads on where the session has stopped reading, and what is new.
func (k *KnownGuests) Init() tea.Cmd {
	k.arrange()
	var book tea.Cmd
	if b := k.deps.GuestBook; b != nil && !people(k.deps).booked {
		book = k.book.start(func(context.Context) ([]guests.Entry, error) { return b.Entries() })
	}
	if !k.has {
		return tea.Batch(book, k.read())
	}
	kept, desk := k.list, k.deps.Desk
	return tea.Batch(book, k.load.start(correcting(k.deps, func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
		first, found, err := desk.Reservations(ctx, kept.Query)
		return kept.Renewed(first), found, err
	})))
}

func (k *KnownGuests) read() tea.Cmd {
	return k.load.start(k.deps.listing(k.list))
}

func (k *KnownGuests) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if list, ok, mine, nav := k.load.receive(msg); mine {
		if !ok {
			k.take = false
			k.refresh()
			return nav, nil
		}
		k.learn(list)
		if k.take && len(k.rows) > 0 {
			return k.choose()
		}
		if list.More() {
			return nav, k.read()
		}
		k.take = false
		return nav, nil
	}
	if entries, ok, mine, nav := k.book.receive(msg); mine {
		if ok {
			people(k.deps).booked = true
			people(k.deps).AddBook(entries)
		}
		k.arrange()
		return nav, nil
	}
	if msg, ok := msg.(tea.KeyMsg); ok {
		nav, cmd := k.key(msg)
		k.refresh()
		return nav, cmd
	}
	return ui.Stay(), nil
}

func (k *KnownGuests) learn(list booking.ReservationList) {
	k.list, k.has = k.deps.learnPeople(list), true
	k.arrange()
}

// learnPeople takes the guests out of what was read, and returns the list without what nobody needs any more.
func (d *Deps) learnPeople(list booking.ReservationList) booking.ReservationList {
	known := people(d)
	known.Add(list.Items, d.Desk.StayOf)
	list.Items = each(list.Items, func(r api.Reservation) api.Reservation { return api.Reservation{ID: r.ID} })
	known.list = list
	return list
}

func (k *KnownGuests) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch {
	case key.Matches(msg, k.keys.back):
		return ui.Pop(), nil
	case key.Matches(msg, k.keys.take):
		return k.enter()
	case key.Matches(msg, k.keys.remove):
		k.remove()
		return ui.Stay(), nil
	case key.Matches(msg, k.keys.up, k.keys.down, k.deps.bind("form.page_up"), k.deps.bind("form.page_down")):
		k.table.Update(msg)
		return ui.Stay(), nil
	}
	k.note = ""
	before := k.find.Value()
	if k.find.Type(msg); k.find.Value() != before {
		k.take = false
		k.toTop() // The best match comes first.
		k.arrange()
	}
	return ui.Stay(), nil
}

// enter takes the guest under the cursor, now or once one is read. After a failure it reads on.
func (k *KnownGuests) enter() (ui.Nav, tea.Cmd) {
	switch {
	case len(k.rows) > 0:
		return k.choose()
	case k.load.failure != nil:
		return ui.Stay(), k.load.retry()
	default:
		k.take = k.load.call.Busy()
		return ui.Stay(), nil
	}
}

// choose hands the guest under the cursor to the form below.
func (k *KnownGuests) choose() (ui.Nav, tea.Cmd) {
	k.load.cancel()
	return ui.Pop(), k.taken(k.rows[k.table.Cursor()])
}

// remove takes the guest under the cursor out of the guest book, now and for good.
func (k *KnownGuests) remove() {
	one, ok := k.selected()
	if !ok || !one.Booked {
		return
	}
	book := k.deps.GuestBook
	if _, err := book.Remove(guests.Same(one.Guest)); err != nil {
		k.deps.logFailure("removing a guest", err)
		k.note = "The guest book could not be written; the guest is still in it."
		return
	}
	people(k.deps).Forget(one.Guest)
	k.note = "Out of the guest book."
	k.arrange()
}

func (k *KnownGuests) arrange() {
	k.setRows(people(k.deps).Find(k.find.Value()))
	k.refresh()
}

func (k *KnownGuests) refresh() {
	k.keys.take.SetEnabled(len(k.rows) > 0 || k.load.failure != nil || k.load.call.Busy())
	word := "take"
	if len(k.rows) == 0 && k.load.failure != nil {
		word = "try again"
	}
	ui.Reword(&k.keys.take, word)
	k.keys.up.SetEnabled(len(k.rows) > 1)
	k.keys.down.SetEnabled(len(k.rows) > 1)
	one, _ := k.selected()
	k.keys.remove.SetEnabled(one.Booked)
	k.table.SetSize(k.width, max(k.height-len(k.head()), 0))
}

func (k *KnownGuests) SetSize(width, height int) {
	k.width, k.height = width, height
	k.refresh()
}

// head draws where the guests come from, what is typed, and what went wrong.
func (k *KnownGuests) head() []string {
	t, width := k.deps.Theme, inner(k.width)
	about := "Two letters show names. This list is not kept."
	if k.deps.GuestBook != nil {
		about = "Two letters show names. Only the guest book is kept."
	}
	if k.note != "" {
		about = k.note
	}
	lines := []string{t.Title.Render(ui.Truncate(k.summary(), width)), t.Muted.Render(ui.Truncate(about, width))}
	find := k.find.Draw(t, masked(k.deps, dots, k.find.Value()), max(min(width-2, 40), 1))
	lines = append(lines, t.Accent.Render("› ")+find, "")
	lines = append(lines, failureBlock(t, width, k.load.failure, "enter")...)
	if k.list.Incomplete() {
		lines = append(lines, incompleteLines(t, width, "")...)
	}
	if k.book.failure != nil {
		lines = append(lines, t.Warn.Render(ui.Truncate("! The guest book cannot be read: "+k.book.err.Error(), width)))
	}
	return indent(lines)
}

func (k *KnownGuests) summary() string {
	if !k.has {
		return "Guests of earlier reservations"
	}
	from := wording.Plural(len(k.list.Items), "reservation")
	if k.list.More() {
		from = k.list.CountWords() + " reservations" + when(k.load.call.Busy(), ", reading on")
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
	case !k.has || k.load.failure != nil || k.list.Incomplete() && people(k.deps).People() == 0:
	case people(k.deps).People() == 0:
		lines = append(lines, notice("No guest is known yet", "Whoever is booked with this account stands here the next time.")...)
	default:
		lines = append(lines, notice("No name begins like this", "Try fewer letters, or esc and type the guest.")...)
	}
	return ui.Block(lines, k.width, k.height)
}

func (k *KnownGuests) Title() string   { return "known guests" }
func (k *KnownGuests) Context() string { return k.trip.Words() }
func (k *KnownGuests) Brief() []string { return k.trip.Brief(k.deps.Desk.Now()) }
func (k *KnownGuests) Busy() string    { return k.load.busy() }
func (k *KnownGuests) State() string   { return nothingSent }
func (k *KnownGuests) Typing() bool    { return true }
func (k *KnownGuests) Close()          { k.load.cancel() }
func (k *KnownGuests) Resume() tea.Cmd { return k.load.resume() }

func (k *KnownGuests) Keys() []key.Binding {
	return []key.Binding{k.keys.take, k.keys.back, k.keys.down, k.keys.up, ui.HelpOnly(), k.keys.remove}
}
