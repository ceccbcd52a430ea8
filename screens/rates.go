package screens

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// Rates lists the rooms and rates of one hotel for the trip.
type Rates struct {
	deps          *Deps
	width, height int
	draftHead
	offers []booking.RoomRate
	filter trip.Filter // of the list that this was opened from
	meets  []bool      // which offers meet it
	list   grouped
	now    time.Time

	facts    load[api.Property]
	property api.Property
	again    load[hotelAgain]
	onward   bool // the search is for the terms of the rate under the cursor
	note     string
	keys     ratesKeys
}

// hotelAgain is the hotel after another search, if it still has rates.
type hotelAgain struct {
	hotel api.Hotel
	found bool
}

type ratesKeys struct{ open, reload, up, down, pageUp, pageDown, first, last, back key.Binding }

// NewRates shows the draft's hotel, with the cursor on the draft's rate, and says which rates meet a filter. The rates came
// with the search.
func NewRates(deps *Deps, draft booking.Draft, filter trip.Filter) *Rates {
	r := &Rates{
		deps: deps, draftHead: draftHead{draft}, filter: filter.OfRates(), now: deps.Desk.Now(),
		facts: newLoad[api.Property](deps, "reading the hotel's facts"),
		again: newLoad[hotelAgain](deps, "searching this hotel again"),
		keys: ratesKeys{
			open: deps.bind("open", "terms "), reload: deps.bind("reload"), up: deps.bind("list.up"),
			down: deps.bind("list.down"), pageUp: deps.bind("list.page_up"),
			pageDown: deps.bind("list.page_down"), first: deps.bind("list.first"),
			last: deps.bind("list.last"), back: deps.bind("back"),
		},
	}
	r.take(draft.Hotel)
	return r
}

// take shows a hotel's offers, room by room.
func (r *Rates) take(hotel api.Hotel) {
	r.draft.Hotel = hotel
	r.offers = booking.RoomRates(hotel)
	asked := r.draft.SearchedAt
	if asked.IsZero() {
		asked = r.now
	}
	r.meets = each(r.offers, func(o booking.RoomRate) bool { return booking.Meets(r.filter, o.Rate, r.draft.Trip.Rooms, asked) })
	var counts []int
	for _, room := range hotel.Rooms {
		counts = append(counts, len(room.Rates))
	}
	r.list.setCounts(counts)
	if at := booking.FindRate(r.offers, r.draft.Rate); at >= 0 {
		r.list.moveTo(at)
	}
}

func (r *Rates) Init() tea.Cmd {
	if p, ok := r.deps.Desk.Directory.Known(r.draft.Hotel.ID); ok {
		r.learn(p)
		return nil
	}
	return r.facts.start(r.deps.hotelFacts(api.HotelRef{ID: r.draft.Hotel.ID, Name: r.draft.Hotel.Name}))
}

func (r *Rates) learn(p api.Property) {
	if p.ID != r.draft.Hotel.ID {
		return
	}
	r.property = p
	r.draft.Zone = zoneOf(p.Timezone)
}

func (r *Rates) Title() string { return "rates" }
func (r *Rates) Side() string  { return hotelClock(r.draft.Zone, r.now) }
func (r *Rates) State() string { return nothingSent }

func (r *Rates) Busy() string {
	if words := r.again.busy(); words != "" {
		return words
	}
	return r.facts.busy()
}

func (r *Rates) Ticking() bool { return true }

func (r *Rates) Close() {
	r.facts.cancel()
	r.again.cancel()
}

func (r *Rates) Resume() tea.Cmd {
	r.now = r.deps.Desk.Now()
	return tea.Batch(r.facts.resume(), r.again.resume())
}

func (r *Rates) SetSize(width, height int) {
	r.width, r.height = width, height
	r.list.follow(r.listHeight())
}

func (r *Rates) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		nav, cmd := r.key(msg)
		r.list.follow(r.listHeight())
		return nav, cmd
	case ui.TickMsg:
		r.now = r.deps.Desk.Now()
		return ui.Stay(), nil
	}
	if p, ok, mine, nav := r.facts.receive(msg); mine {
		if ok {
			r.learn(p)
		}
		return nav, nil
	}
	fresh, ok, mine, nav := r.again.receive(msg)
	if mine && ok {
		nav = r.renew(fresh)
	}
	if mine {
		r.list.follow(r.listHeight())
	}
	return nav, nil
}

// renew shows the rates of another search; without any the old ones stay. If the search was for the terms of a rate, it
// goes on to them.
func (r *Rates) renew(fresh hotelAgain) ui.Nav {
	r.now = r.deps.Desk.Now()
	if !fresh.found {
		r.note = "This hotel has no rates for these dates any more. Go back for other hotels or dates."
		return ui.Stay()
	}
	if offer, ok := r.selected(); ok {
		r.draft.Room, r.draft.Rate = offer.Room, offer.Rate
	}
	r.note, r.draft.SearchedAt = "", r.now
	r.take(fresh.hotel)
	switch {
	case !r.onward:
		return ui.Stay()
	case booking.FindRate(r.offers, r.draft.Rate) < 0:
		r.note = "This rate is not offered any more. These are the rates now."
		return ui.Stay()
	}
	return r.terms()
}

func (r *Rates) selected() (booking.RoomRate, bool) {
	if len(r.offers) == 0 {
		return booking.RoomRate{}, false
	}
	return r.offers[r.list.cursor], true
}

func (r *Rates) expired(o booking.RoomRate) bool { return r.offered(o).Expired(r.now) }

func (r *Rates) offered(o booking.RoomRate) booking.Draft {
	draft := r.draft
	draft.Room, draft.Rate = o.Room, o.Rate
	return draft
}

func (r *Rates) Footer() []key.Binding { return r.Keys()[:4] } // Those that move around are left out.

func (r *Rates) Keys() []key.Binding {
	k := r.keys
	offer, ok := r.selected()
	k.open.SetEnabled(ok)
	if ok && r.expired(offer) {
		ui.Reword(&k.open, "verify again")
	}
	for _, b := range []*key.Binding{&k.up, &k.down, &k.pageUp, &k.pageDown, &k.first, &k.last} {
		b.SetEnabled(r.list.total > 1)
	}
	keys := []key.Binding{k.open, ui.Enabled(r.deps.bind("mark"), ok), k.reload, k.back, r.deps.bind("tray"), k.up, k.down, k.pageUp, k.pageDown, k.first, k.last}
	return append(keys, photoKeys(r.deps, true)...)
}

func (r *Rates) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := r.keys
	switch {
	case key.Matches(msg, k.back):
		return r.back(), nil
	case key.Matches(msg, k.open):
		return r.open()
	case key.Matches(msg, k.reload):
		return ui.Stay(), r.search(false)
	case key.Matches(msg, r.deps.bind("tray")):
		return r.deps.openTray()
	case key.Matches(msg, ui.Enabled(r.deps.bind("mark"), true)):
		return ui.Stay(), r.markOffer()
	case key.Matches(msg, r.deps.photosKey(true)):
		offer, _ := r.selected()
		return r.deps.openPhotos(r.draft.Hotel, offer.Room)
	case key.Matches(msg, k.up):
		r.list.move(-1)
	case key.Matches(msg, k.down):
		r.list.move(1)
	case key.Matches(msg, k.pageUp):
		r.list.move(-r.listHeight())
	case key.Matches(msg, k.pageDown):
		r.list.move(r.listHeight())
	case key.Matches(msg, k.first):
		r.list.moveTo(0)
	case key.Matches(msg, k.last):
		r.list.moveTo(r.list.total)
	}
	return ui.Stay(), nil
}

// back stops a search and only then leaves; the facts are not worth a key.
func (r *Rates) back() ui.Nav {
	if r.again.cancel() {
		r.note = r.deps.say("Stopped. {reload!} reloads the rates.")
		return ui.Stay()
	}
	return ui.Pop()
}

// open goes on to the offer's terms. One that has expired is searched again first.
func (r *Rates) open() (ui.Nav, tea.Cmd) {
	offer, ok := r.selected()
	if !ok || r.again.call.Busy() {
		return ui.Stay(), nil
	}
	r.now = r.deps.Desk.Now()
	if r.expired(offer) {
		return ui.Stay(), r.search(true)
	}
	return r.terms(), nil
}

// terms verifies the rate under the cursor.
func (r *Rates) terms() ui.Nav {
	offer, _ := r.selected()
	draft := r.offered(offer)
	draft.Verified, draft.Changes = nil, nil
	return ui.Push(NewTerms(r.deps, draft))
}

func (r *Rates) search(onward bool) tea.Cmd {
	r.note, r.onward = "", onward
	desk, trip, hotel := r.deps.Desk, r.draft.Trip, r.draft.Hotel
	return r.again.start(func(ctx context.Context) (hotelAgain, error) {
		fresh, found, err := desk.HotelAgain(ctx, trip, hotel)
		return hotelAgain{hotel: fresh, found: found}, err
	})
}
