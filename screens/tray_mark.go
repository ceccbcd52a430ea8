package screens

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/ui"
)

// besideKey handles the keys of a hotel list that are neither for its rows nor for its order; false for another.
func (h *Hotels) besideKey(msg tea.KeyMsg) (ui.Nav, tea.Cmd, bool) {
	if cmd, ok := h.dayKey(msg); ok {
		return ui.Stay(), cmd, true
	}
	switch {
	case key.Matches(msg, h.deps.bind("tray")):
		nav, cmd := h.deps.openTray()
		return nav, cmd, true
	case key.Matches(msg, ui.Enabled(h.deps.bind("mark"), true)):
		return ui.Stay(), h.markRow(), true
	case key.Matches(msg, h.deps.photosKey(true)):
		row, ok := h.selected()
		if !ok {
			return ui.Stay(), nil, true
		}
		nav, cmd := h.deps.openPhotos(row.Hotel(), api.Room{})
		return nav, cmd, true
	}
	return ui.Stay(), nil, h.mapKey(msg) || h.aroundPressed(msg)
}

// draftOfRow returns a row's hotel and the rate whose price the list shows.
func (h *Hotels) draftOfRow(row booking.HotelRow) booking.Draft {
	draft := booking.Draft{Trip: h.list.Trip, Hotel: row.Hotel(), SearchedAt: h.list.ReadAt}
	if offer, ok := row.Rate.Of(draft.Hotel); ok {
		draft.Room, draft.Rate = offer.Room, offer.Rate
	}
	return draft
}

// markRow marks the rate that the list shows of the hotel under the cursor: the cheapest that meets the filter.
func (h *Hotels) markRow() tea.Cmd {
	row, ok := h.selected()
	if !ok {
		return ui.Flash("there is no hotel to mark")
	}
	h.table.Pin()
	return h.deps.toggleMark(h.draftOfRow(row))
}

// markOffer marks the rate under the cursor of a hotel's rates.
func (r *Rates) markOffer() tea.Cmd {
	offer, ok := r.selected()
	switch {
	case !ok:
		return ui.Flash("there is no rate to mark")
	case r.expired(offer):
		return ui.Flash(r.deps.say("this offer has ended: {reload!} searches again"))
	}
	return r.deps.toggleMark(r.offered(offer))
}

// toggleMark puts a draft's rate into the tray, or takes it off, and says which.
func (d *Deps) toggleMark(draft booking.Draft) tea.Cmd {
	on, err := d.marks.Toggle(marked.OfferOf(d.Desk, draft, d.Desk.Now()))
	name := valueOr(draft.Rate.Name, "the rate")
	switch {
	case err != nil:
		return ui.Flash("! " + err.Error())
	case on:
		return ui.Flash(joined("marked: "+d.marks.Words()+d.say(", {tray} opens it"), name)) // What is cut off is the name.
	default:
		return ui.Flash("not marked any more: " + name)
	}
}

// settleMark records in the tray the answer to a verification of a draft's rate.
func (d *Deps) settleMark(asked booking.Draft, again booking.RestoredDraft, err error) {
	marked.Settle(d.Desk, &d.marks, asked, again, err)
}

// markedRows reports which rows of a hotel list show a rate that is marked; nil while none is marked anywhere. A hotel is
// unpacked only where one of its rates is.
func (h *Hotels) markedRows() func(row int) bool {
	if h.deps.marks.Len() == 0 {
		return nil
	}
	return func(i int) bool {
		row := h.rows[i]
		if !h.deps.marks.HasHotel(row.ID) {
			return false
		}
		id, known := h.ids[row.Rate]
		if !known {
			draft := h.draftOfRow(row)
			id = quote.IDOf(draft.Trip, draft.Hotel.ID, draft.Rate)
			h.ids[row.Rate] = id
		}
		return h.deps.marks.Has(id)
	}
}
