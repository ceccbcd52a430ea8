package rebook

import (
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// soldAs is what is known of room, board and fees of a reservation, which itself says none of them.
type soldAs struct {
	room  string // empty where it is not known
	rate  string
	perks []string
	board bool // whether perks are known
	fees  []journal.Charge
	told  bool // whether fees are known
}

// asSold puts together what the search has under the reservation's own booking code, and what the journal has of its
// sale from this machine.
func asSold(hotel api.Hotel, r api.Reservation, sold booking.Sale, mine bool) soldAs {
	var was soldAs
	for _, one := range booking.RoomRates(hotel) {
		if one.Rate.BookingCode == r.Rate.BookingCode && one.Rate.ChannelCode == r.Rate.ChannelCode {
			was.room, was.rate, was.perks, was.board = one.RoomName(), one.Rate.Name, perkNames(one.Rate), true
			break
		}
	}
	if a := sold.State.Agreement; mine && a != nil {
		was.fees, was.told = a.AtHotel, true
		if was.room == "" {
			was.room = api.Clean(a.Room)
		}
	}
	return was
}

func perkNames(r api.Rate) []string {
	var names []string
	for _, perk := range r.Perks {
		names = append(names, perk.Name)
	}
	slices.Sort(names)
	return names
}

// offer works out what a draft saves and what it changes; false where its price cannot be compared.
func (c *Comparison) offer(draft booking.Draft, was soldAs) (Offer, bool) {
	saving, err := savingOf(c.Old.Rate.Total, draft.Charge(), c.Penalty)
	if err != nil || draft.Charge().Sign() < 0 {
		return Offer{}, false
	}
	o := Offer{Draft: draft, Saving: saving}
	o.compareRoom(was)
	o.Changes = append(o.Changes, terms.Compare(c.At, c.Terms, draft.AllRooms())...)
	if draft.Verified != nil {
		o.countFees(was)
	}
	return o, true
}

// savingOf returns what is left of an old total without the new one and without what cancelling the old one costs.
func savingOf(old, now api.Money, penalty terms.Cost) (api.Money, error) {
	saving, err := old.Sub(now)
	if err == nil && penalty.Kind == terms.CostPenalty {
		saving, err = saving.Sub(penalty.Amount)
	}
	return saving, err
}

// compareRoom says what room, rate and board become. What is not known of the reservation is not said, and never the
// same.
func (o *Offer) compareRoom(was soldAs) {
	now := booking.RoomRate{Room: o.Draft.Room, Rate: o.Draft.Rate}
	perks := perkNames(now.Rate)
	differs := func(what, before, after string, known bool, verdict terms.Verdict) {
		if !known {
			before = terms.NotSaid
		}
		if before != after {
			o.Changes = append(o.Changes, terms.Change{What: what, Before: before, After: after, Verdict: verdict})
		}
	}
	differs("room", was.room, now.RoomName(), was.room != "", terms.Unclear)
	differs("rate", was.rate, now.Rate.Name, was.rate != "", terms.Neutral)
	lost := slices.ContainsFunc(was.perks, func(p string) bool { return !slices.Contains(perks, p) })
	verdict := terms.Better
	switch {
	case !was.board:
		verdict = terms.Unclear
	case lost:
		verdict = terms.Worse
	}
	differs("included", perkWords(was.perks), perkWords(perks), was.board, verdict)
	o.Same = was.room != "" && was.room == now.RoomName() && was.board && !lost
}

func perkWords(names []string) string {
	if len(names) == 0 {
		return "nothing besides the room"
	}
	return strings.Join(names, ", ")
}

// countFees takes off the saving what the hotel asks for more than before, where both are known.
func (o *Offer) countFees(was soldAs) {
	fees := o.Draft.AtHotel()
	var words []string
	now, countable := api.NewMoney("0", o.Saving.Currency()), true
	for _, fee := range fees {
		words = append(words, strings.TrimSpace(fee.Amount.String()+" "+fee.Description))
		if sum, err := now.Add(fee.Amount); err == nil {
			now = sum
		} else {
			countable = false
		}
	}
	before := api.NewMoney("0", o.Saving.Currency())
	for _, fee := range was.fees {
		if sum, err := before.Add(api.NewMoney(fee.Amount, fee.Currency)); err == nil {
			before = sum
		} else {
			countable = false
		}
	}
	switch {
	case !was.told && len(fees) > 0:
		o.Notes = append(o.Notes, "the hotel asks for "+strings.Join(words, ", ")+" besides; what it asks of the old booking is not said")
	case was.told && !countable:
		o.Notes = append(o.Notes, "fees at the hotel are not compared: not all amounts are said in one currency")
	case was.told:
		more, err := now.Sub(before)
		if err != nil || more.Sign() == 0 {
			return
		}
		if less, err := o.Saving.Sub(more); err == nil {
			o.Changes = terms.CompareMoney(o.Changes, "due at the hotel", before, now)
			o.Saving = less
		}
	}
}
