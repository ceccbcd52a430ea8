package screens

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// Unresolved lists the writes whose answers were lost, and what came of those that were found.
type Unresolved struct {
	deps          *Deps
	halves        []journal.Rebooking // half done ones, above the list
	list          []recovery.Write
	chosen        string // what is under the cursor, whatever comes above it: an attempt, or the half of one
	read          load[api.Reservation]
	lines         []string
	rows          []int // of the lines: which of the names each belongs to; -1 for none
	picked        picked
	seen          seenBookings
	before        []recovery.Write // in sight at the tick before
	scroll        scroller
	keys          unresolvedKeys
	width, height int
}

type unresolvedKeys struct{ open, look, dismiss, list, up, down, back key.Binding }

// NewUnresolved lists the writes whose answers were lost.
func NewUnresolved(deps *Deps) *Unresolved {
	u := &Unresolved{deps: deps, read: newLoad[api.Reservation](deps, "reading the reservation"), keys: unresolvedKeys{
		open: deps.bind("open"), look: deps.bind("look"), dismiss: deps.bind("clear", "take off the list"),
		list: deps.bind("go.reservations"), up: deps.bind("list.up"),
		down: deps.bind("list.down"), back: deps.bind("back"),
	}}
	u.renew()
	return u
}

func (u *Unresolved) Init() tea.Cmd { return nil }

// inSight lists the writes with a line on the screen.
func (u *Unresolved) inSight() []recovery.Write {
	from := min(u.scroll.offset, len(u.rows))
	rows := u.rows[from:min(from+u.height, len(u.rows))]
	var list []recovery.Write
	for i, one := range u.list {
		if slices.Contains(rows, len(u.halves)+i) {
			list = append(list, one)
		}
	}
	return list
}

// stayed lists the writes unchanged since the tick before, whose bookings count as seen. One tick is not enough: the console
// learns of a dropped line only a moment later.
func (u *Unresolved) stayed() []recovery.Write {
	now, before := u.inSight(), u.before
	u.before = now
	return slices.DeleteFunc(slices.Clone(now), func(w recovery.Write) bool {
		return !slices.ContainsFunc(before, func(b recovery.Write) bool { return b.Plan.Attempt == w.Plan.Attempt && b.State == w.State })
	})
}

// dismissedMsg says that a write is off the list.
type dismissedMsg struct{ of *Unresolved }

// renew takes over what the desk knows by now.
func (u *Unresolved) renew() {
	u.halves, u.list = u.deps.halfDone(), u.deps.Desk.Recovery.Writes()
	if names := u.names(); len(names) > 0 {
		u.chosen = names[max(slices.Index(names, u.chosen), 0)]
	}
	u.draw()
}

// halfName tells a half done rebooking from the write that began it.
func halfName(one journal.Rebooking) string { return "half of " + one.New.Attempt }

// names lists what the cursor can be on, in order.
func (u *Unresolved) names() []string {
	return append(each(u.halves, halfName), each(u.list, func(one recovery.Write) string { return one.Plan.Attempt })...)
}

// half returns the half done rebooking under the cursor; false when there is none.
func (u *Unresolved) half() (journal.Rebooking, bool) {
	at := slices.IndexFunc(u.halves, func(one journal.Rebooking) bool { return halfName(one) == u.chosen })
	if at < 0 {
		return journal.Rebooking{}, false
	}
	return u.halves[at], true
}

// at returns the index of the write under the cursor; -1 when there is none.
func (u *Unresolved) at() int {
	return slices.IndexFunc(u.list, func(one recovery.Write) bool { return one.Plan.Attempt == u.chosen })
}

func (u *Unresolved) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if r, ok, mine, nav := u.read.receive(msg); mine {
		u.draw()
		if ok {
			nav = ui.Push(NewReservation(u.deps, r))
		}
		return nav, nil
	}
	switch msg := msg.(type) {
	case ui.TickMsg:
		seen := u.seen.note(u.deps, u.stayed())
		u.renew()
		return ui.Stay(), seen
	case dismissedMsg:
		u.renew()
	case tea.KeyMsg:
		u.enable()
		seen := u.seen.note(u.deps, u.inSight())
		nav, cmd := u.key(msg)
		u.renew()
		return nav, tea.Batch(seen, cmd)
	}
	return ui.Stay(), nil
}

func (u *Unresolved) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	at := u.at()
	switch k := u.keys; {
	case key.Matches(msg, k.back):
		if u.read.cancel() {
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.open):
		if one, on := u.half(); on {
			return ui.Push(u.deps.resumeRebook(one)), nil
		}
		return u.open(u.list[at])
	case key.Matches(msg, k.look):
		u.deps.Desk.Recovery.LookNow(u.list[at].Plan.Attempt)
	case key.Matches(msg, k.dismiss):
		deps, attempt := u.deps, u.list[at].Plan.Attempt
		return ui.Stay(), func() tea.Msg {
			deps.dismiss(attempt)
			return dismissedMsg{u}
		}
	case key.Matches(msg, k.up):
		u.move(-1)
	case key.Matches(msg, k.down):
		u.move(1)
	}
	return ui.Stay(), nil
}

// open shows the reservation of a write, and reads it first where its state is not certain.
func (u *Unresolved) open(one recovery.Write) (ui.Nav, tea.Cmd) {
	if one.Reservation != nil {
		return ui.Push(NewReservation(u.deps, *one.Reservation)), nil
	}
	return ui.Stay(), u.read.start(u.deps.reading(one.ReservationID()))
}

func (u *Unresolved) move(by int) {
	if names := u.names(); len(names) > 0 {
		u.chosen = names[max(0, min(u.picked.to(slices.Index(names, u.chosen)+by), len(names)-1))]
	}
}

func (u *Unresolved) enable() {
	var one recovery.Write
	at := u.at()
	if at >= 0 {
		one = u.list[at]
	}
	_, half := u.half()
	u.keys.open.SetEnabled(half || one.ReservationID() != "") // A booking has none until it is found.
	u.keys.look.SetEnabled(at >= 0 && one.State == recovery.Unresolved && !one.OtherConsole && !one.Looking)
	u.keys.dismiss.SetEnabled(at >= 0 && one.State != recovery.Unresolved)
	u.keys.up.SetEnabled(len(u.halves)+len(u.list) > 1)
	u.keys.down.SetEnabled(len(u.halves)+len(u.list) > 1)
}

// draw lays the list out anew, with the write under the cursor in sight.
func (u *Unresolved) draw() {
	u.enable()
	t, now, zone := u.deps.Theme, u.deps.Desk.Now(), u.deps.agentZone()
	width, at := inner(u.width), u.at()
	u.lines = []string{"", t.Title.Render(ui.Truncate("Writes whose answers were lost", width)), ""}
	u.lines = append(u.lines, failureBlock(t, width, u.read.failure, "enter")...)
	top := len(u.lines)
	u.rows = slices.Repeat([]int{-1}, top)
	u.drawHalves(width, top)
	for i, one := range u.list {
		from := len(u.lines)
		mark, style := "  ", t.Title
		if i == at {
			mark, style = "› ", t.Cursor
		}
		one = masked(u.deps, booking.MaskWrite, one)
		u.lines = append(u.lines, style.Render(ui.Truncate(mark+one.What(), width)))
		texts := append([]string{one.Story(now, zone), one.Progress(now, zone)}, one.Notes(now, zone)...)
		for _, text := range append(texts, "attempt "+one.Plan.Attempt) {
			for _, line := range ui.Wrap(text, max(width-2, 1)) {
				u.lines = append(u.lines, "  "+line)
			}
		}
		u.lines = append(u.lines, "")
		u.own(len(u.halves) + i)
		if i == at {
			u.show(from, len(u.lines)-1, top)
		}
	}
	if len(u.list)+len(u.halves) == 0 {
		u.lines = append(u.lines, ui.Notice(t, width, ui.NoticeEmpty, "None is left", "Every write has an outcome that is known.")...)
		u.scroll.offset = 0
	}
	u.own(-1)
	u.scroll.fit(len(u.lines), u.height)
}

// own says which of the names the lines belong to that were added since.
func (u *Unresolved) own(row int) {
	u.rows = append(u.rows, slices.Repeat([]int{row}, len(u.lines)-len(u.rows))...)
}

// drawHalves lays out the rebookings that are half done.
func (u *Unresolved) drawHalves(width, top int) {
	for i, one := range u.halves {
		from := len(u.lines)
		mark, style := "  ", u.deps.Theme.Title
		if halfName(one) == u.chosen {
			mark, style = "› ", u.deps.Theme.Cursor
		}
		p := one.New.Plan
		u.lines = append(u.lines, style.Render(ui.Truncate(mark+joined("half rebooked", planBrief(p)), width)))
		for _, line := range ui.Wrap("The new one is booked and the old one stands. enter goes on: the old one is cancelled by a key there.", max(width-2, 1)) {
			u.lines = append(u.lines, "  "+line)
		}
		u.lines = append(u.lines, "")
		u.own(i)
		if mark != "  " {
			u.show(from, len(u.lines)-1, top)
		}
	}
}

// show scrolls so far that these lines are in sight.
func (u *Unresolved) show(from, to, top int) {
	u.scroll.offset = max(min(u.scroll.offset, from), to-u.height)
	if from <= top {
		u.scroll.offset = 0 // With the heading above the first.
	}
}

func (u *Unresolved) SetSize(width, height int) {
	u.width, u.height = width, height
	u.draw()
}

func (u *Unresolved) View() string {
	lines, names := slices.Clone(u.scroll.slice(u.lines)), u.names()
	for i := range lines {
		if row := u.rows[u.scroll.offset+i]; row >= 0 {
			lines[i] = u.picked.tag(u.deps.Theme, lines[i], row, slices.Index(names, u.chosen), len(names))
		}
	}
	return ui.Block(indent(lines), u.width, u.height)
}

func (u *Unresolved) Title() string   { return "lost answers" }
func (u *Unresolved) Busy() string    { return u.read.busy() }
func (u *Unresolved) Close()          { u.read.cancel() }
func (u *Unresolved) Resume() tea.Cmd { return u.read.resume() }

func (u *Unresolved) State() string {
	if open := openOnes(u.list); open > 0 {
		return unknownOutcomes(open)
	}
	if len(u.halves) > 0 {
		return "half done"
	}
	return outcomesKnown
}

func unknownOutcomes(open int) string { return wording.Plural(open, "outcome") + " unknown" }

func (u *Unresolved) Ticking() bool { return true }

func (u *Unresolved) Keys() []key.Binding {
	k := u.keys
	return []key.Binding{k.open, k.look, k.dismiss, k.list, k.back, ui.HelpOnly(), k.up, k.down}
}
