package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/handover"
	"bellhop/booking/marked"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// Terms shows the verified rate beside the searched one. A change for the worse must be accepted outright.
type Terms struct {
	deps          *Deps
	width, height int
	searched      booking.Draft
	verified      booking.Draft
	has           bool
	guest         *Guest // the screen above, once it was open
	now           time.Time

	load    load[booking.Draft]
	nearest load[booking.RestoredDraft] // the rate searched again, or what comes nearest to it
	note    string
	differs passage // what differs from the search, on the page
	costs   passage // what cancelling costs, on the page
	reading string  // why a key has not gone on; below the page
	page    page
	keys    termsKeys
}

type termsKeys struct{ next, known, accept, nearest, again, search, back key.Binding }

// NewTerms verifies the draft's rate and shows what came of it.
func NewTerms(deps *Deps, draft booking.Draft) *Terms {
	return &Terms{
		deps: deps, searched: draft, now: deps.Desk.Now(), page: newPage(deps, true),
		load:    newLoad[booking.Draft](deps, "verifying the rate"),
		nearest: newLoad[booking.RestoredDraft](deps, "searching this hotel again"),
		keys: termsKeys{
			next: deps.bind("open", "go on to the guest"), accept: deps.bind("accept", "accept the change"),
			known:   deps.bind("known_guest"),
			nearest: deps.bind("nearest"), again: deps.bind("verify"),
			search: deps.bind("go.search"), back: deps.bind("back"),
		},
	}
}

// NewVerifiedTerms shows a draft that was verified a moment ago.
func NewVerifiedTerms(deps *Deps, draft booking.Draft) *Terms {
	t := NewTerms(deps, draft)
	t.verified, t.has = draft, true
	return t
}

func (t *Terms) Init() tea.Cmd {
	if t.has {
		t.draw()
		return nil
	}
	return t.verify()
}

func (t *Terms) verify() tea.Cmd {
	t.note = ""
	desk, draft := t.deps.Desk, t.searched
	t.nearest.failure = nil
	if t.expired() {
		return t.renew()
	}
	cmd := t.load.start(func(ctx context.Context) (booking.Draft, error) { return desk.Verify(ctx, draft) })
	t.draw()
	return cmd
}

// renew searches the hotel again for a rate whose offer has expired, and verifies it.
func (t *Terms) renew() tea.Cmd {
	desk, shown := t.deps.Desk, t.searched
	if t.has {
		shown = t.verified
	}
	offer := marked.OfferOf(desk, shown, t.now)
	cmd := t.nearest.start(func(ctx context.Context) (booking.RestoredDraft, error) { return marked.Renew(ctx, desk, offer) })
	t.draw()
	return cmd
}

// withdrawn reports whether the service does not sell the rate any more.
func (t *Terms) withdrawn() bool { return t.load.err != nil && booking.RateGone(t.load.err) }

func (t *Terms) findNearest() tea.Cmd {
	desk, draft := t.deps.Desk, t.searched
	return t.nearest.start(func(ctx context.Context) (booking.RestoredDraft, error) { return desk.Recheck(ctx, draft, true) })
}

func (t *Terms) Title() string   { return "terms" }
func (t *Terms) Context() string { return t.searched.Trip.Words() }
func (t *Terms) Brief() []string { return t.searched.Trip.Brief(t.deps.Desk.Now()) }
func (t *Terms) Side() string    { return hotelClock(t.searched.Zone, t.now) }
func (t *Terms) State() string   { return nothingSent }
func (t *Terms) Busy() string    { return t.load.busy() + t.nearest.busy() }
func (t *Terms) Ticking() bool   { return true }

func (t *Terms) Close() {
	t.load.cancel()
	t.nearest.cancel()
}

func (t *Terms) Resume() tea.Cmd {
	t.now = t.deps.Desk.Now()
	cmd := tea.Batch(t.load.resume(), t.nearest.resume())
	t.draw()
	return cmd
}

func (t *Terms) SetSize(width, height int) {
	t.width, t.height = width, height
	t.draw()
}

func (t *Terms) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return t.key(msg)
	case handedOn:
		return msg.to(t), nil
	case ui.TickMsg:
		t.now = t.deps.Desk.Now()
		t.draw()
		return ui.Stay(), nil
	}
	if again, ok, mine, nav := t.nearest.receive(msg); mine {
		if ok {
			t.deps.settleMark(t.searched, again, nil)
			if again.Draft.Verified != nil {
				t.take(again.Draft)
			} else {
				nav = ui.Push(NewNearestRates(t.deps, again.Draft, again.Nearest, goneTitle, goneText))
			}
		}
		t.draw()
		return nav, nil
	}
	draft, ok, mine, nav := t.load.receive(msg)
	if !mine {
		return ui.Stay(), nil
	}
	t.deps.settleMark(t.searched, booking.RestoredDraft{Draft: draft}, t.load.err)
	if ok {
		t.take(draft)
	}
	t.now = t.deps.Desk.Now()
	t.draw()
	return nav, nil
}

// take shows a verification from the top. Later verifications use its rate, which may have a new booking code.
func (t *Terms) take(draft booking.Draft) {
	t.verified, t.has, t.now = draft, true, t.deps.Desk.Now()
	t.searched.Rate, t.searched.Room, t.searched.SearchedAt = draft.Rate, draft.Room, draft.SearchedAt
	t.load.failure, t.load.err = nil, nil
	t.page.scroll.offset, t.differs, t.costs, t.reading = 0, passage{}, passage{}, ""
}

// ready reports whether the newest verification names a price and the offer still holds.
func (t *Terms) ready() bool {
	return t.has && t.load.failure == nil && !t.load.call.Busy() && !t.expired() && t.verified.NoPrice() == ""
}

func (t *Terms) expired() bool {
	if t.has {
		return t.verified.OfferOver(t.now)
	}
	return t.searched.Expired(t.now)
}

// overdue reports whether the verified offer has expired and can be verified again.
func (t *Terms) overdue() bool { return t.expired() && t.load.failure == nil && t.Busy() == "" }

func (t *Terms) stops() bool { return terms.Stops(t.verified.Changes) }

func (t *Terms) Keys() []key.Binding {
	k := t.keys
	k.next.SetEnabled(t.ready() && !t.stops())
	k.known.SetEnabled(t.ready() && !t.stops())
	k.accept.SetEnabled(t.ready() && t.stops())
	if part, what := t.unread(); part != nil {
		ui.Reword(&k.next, what)
	}
	if t.overdue() {
		k.next.SetEnabled(true)
		ui.Reword(&k.next, "verify again")
	}
	k.nearest.SetEnabled(t.withdrawn() && !t.nearest.call.Busy())
	k.again.SetEnabled(t.Busy() == "")
	keys := append([]key.Binding{ui.Instead(k.next, k.accept, k.nearest)}, t.page.keys()...)
	return append(keys, k.again, k.search, k.back, ui.HelpOnly(), k.known, ui.Enabled(t.deps.bind("hand_over"), t.has))
}

func (t *Terms) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	t.now = t.deps.Desk.Now()
	k := t.keys
	if t.reading != "" {
		t.reading = ""
		defer t.draw()
	}
	switch {
	case key.Matches(msg, k.back):
		if t.load.cancel() || t.nearest.cancel() {
			t.draw()
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.nearest):
		if !t.withdrawn() || t.Busy() != "" {
			return ui.Stay(), nil
		}
		return ui.Stay(), t.findNearest()
	case key.Matches(msg, k.next) && t.overdue():
		return ui.Stay(), t.verify()
	case key.Matches(msg, k.next):
		return t.next(), nil
	case key.Matches(msg, k.known):
		nav := t.next()
		if nav != ui.Stay() {
			t.guest.offerKnown = true
		}
		return nav, nil
	case key.Matches(msg, k.accept):
		return t.accept(), nil
	case key.Matches(msg, k.again):
		if t.Busy() != "" {
			return ui.Stay(), nil
		}
		return ui.Stay(), t.verify()
	case key.Matches(msg, t.deps.bind("hand_over")) && t.has:
		return t.deps.handOver(handover.AtTerms, t.verified), nil
	case key.Matches(msg, k.search):
		return ui.Root(NewSearch(t.deps, t.searched.Trip)), nil
	default:
		t.page.key(msg)
		t.look()
	}
	return ui.Stay(), nil
}

// next goes on to the guest when nothing has changed for the worse. Otherwise enter means no.
func (t *Terms) next() ui.Nav {
	if !t.ready() {
		if t.load.call.Busy() {
			t.note = "The rate is being verified. enter goes on once the answer is there."
			t.draw()
		}
		return ui.Stay()
	}
	if t.stops() {
		t.note = t.deps.say("Not accepted. Press {accept} to accept the change, esc to choose another rate.")
		t.draw()
		return ui.Stay()
	}
	return t.toGuest()
}

// unread returns what has not been on screen yet and must be before anything goes on, nil where all of it was, and its
// name.
func (t *Terms) unread() (part *passage, what string) {
	switch {
	case t.has && !t.differs.read():
		return &t.differs, "what has changed"
	case t.has && !t.costs.read():
		return &t.costs, "what cancelling costs"
	}
	return nil, ""
}

// toGuest goes on once every change and what cancelling costs were on screen, and else shows them. It keeps the form, so
// that what was typed there is still there after a step back.
func (t *Terms) toGuest() ui.Nav {
	if part, what := t.unread(); part != nil {
		t.reading = "! Read " + what + " first, then go on."
		t.draw()
		part.show(&t.page)
		t.look()
		return ui.Stay()
	}
	if t.guest == nil {
		t.guest = NewGuest(t.deps, t.verified)
	} else {
		t.guest.renew(t.verified)
	}
	return ui.Push(t.guest)
}

func (t *Terms) accept() ui.Nav {
	if !t.ready() || !t.stops() {
		return ui.Stay()
	}
	return t.toGuest()
}
