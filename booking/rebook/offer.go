package rebook

import (
	"cmp"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// soldAs is what is known of room, board and fees of a reservation, which itself says none of them.
type soldAs struct {
	room   string // empty where it is not known
	sleeps int    // how many guests were agreed on at most; 0 where it is not known
	listed int    // how many guests the search lists for the room; 0 where it does not
	rate   string
	perks  []string
	board  bool       // whether perks are known
	more   bool       // whether more than the perks may have been included
	bill   terms.Bill // with the fees at the hotel, where they are known
}

// asSold puts together what the journal has of a sale from this machine and, of what it does not have, what the search has
// under the reservation's own booking code.
func asSold(hotel api.Hotel, r api.Reservation, sold booking.Sale, mine bool) soldAs {
	var was soldAs
	if a := sold.State.Agreement; mine && a != nil {
		was.room, was.rate, was.sleeps = a.Room, a.Rate, a.Sleeps
		was.perks, was.board, was.more = a.Included, a.Included != nil, a.MayIncludeMore()
	}
	if !mine {
		sold = booking.Sale{}
	}
	was.bill = sold.Bill(r)
	for _, one := range booking.RoomRates(hotel) {
		if one.Rate.BookingCode == r.Rate.BookingCode && one.Rate.ChannelCode == r.Rate.ChannelCode {
			was.room, was.rate = cmp.Or(was.room, one.RoomName()), cmp.Or(was.rate, one.Rate.Name)
			if sameName(was.room, one.RoomName()) {
				was.listed = one.Room.MaxOccupancy
			}
			if !was.board {
				was.perks, was.board = one.Included(), true
			}
			break
		}
	}
	if was.listed == 0 {
		was.listed = listedGuests(hotel, was.room)
	}
	return was
}

// listedGuests returns the most guests that a search lists for a room of the name; 0 where it lists none.
func listedGuests(hotel api.Hotel, name string) int {
	most := 0
	for _, one := range booking.RoomRates(hotel) {
		if sameName(name, one.RoomName()) {
			most = max(most, one.Room.MaxOccupancy)
		}
	}
	return most
}

// sameName reports whether a name is the one that was booked, which the journal may have shortened.
func sameName(was, now string) bool { return was == now || was == journal.Shorten(now) }

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

// RoomKind compares the room of an offer with the room that was booked.
type RoomKind int

// The kinds of room.
const (
	UnknownRoom RoomKind = iota // it is not known which room was booked
	SameRoom                    // of the same name
	LargerRoom                  // another, for more guests
	OtherRoom                   // another, for as many guests, or for a number that is not known
	SmallerRoom                 // another, for fewer guests
	TighterRoom                 // of the same name, for fewer guests
)

// compareGuests returns how many guests the old and the new room take at most, and reports whether both numbers have one
// source: what was agreed is compared with a verification, and the search with itself. Numbers of two sources only show
// that the new room is smaller.
func (o *Offer) compareGuests(was soldAs) (before, after int, alike bool) {
	listed, verified := o.Draft.Room.MaxOccupancy, 0
	if o.Draft.Verified != nil {
		verified = o.Draft.Verified.MaxOccupancy
	}
	switch {
	case was.sleeps > 0 && verified > 0:
		return was.sleeps, verified, true
	case was.listed > 0 && listed > 0 && (verified == 0 || verified >= was.listed):
		return was.listed, listed, true
	default:
		return cmp.Or(was.sleeps, was.listed), cmp.Or(verified, listed), false
	}
}

// compareRoom says what room, rate and board become. What is not known of the reservation is not said, and never the
// same.
func (o *Offer) compareRoom(was soldAs) {
	now := booking.RoomRate{Room: o.Draft.Room, Rate: o.Draft.Rate}
	perks := now.Included()
	differs := func(what, before, after string, known bool, verdict terms.Verdict) {
		if !known {
			before = terms.NotSaid
		}
		if before != after {
			o.Changes = append(o.Changes, terms.Change{What: what, Before: before, After: after, Verdict: verdict})
		}
	}
	room := terms.Unclear
	slept, sleeps, alike := o.compareGuests(was)
	smaller := slept > 0 && sleeps > 0 && sleeps < slept
	switch same := sameName(was.room, now.RoomName()); {
	case was.room == "":
		o.Room = UnknownRoom
	case same && smaller:
		o.Room, room = TighterRoom, terms.Worse
	case same:
		o.Room = SameRoom
	case smaller:
		o.Room, room = SmallerRoom, terms.Worse
	case alike && sleeps > slept:
		o.Room = LargerRoom
	default:
		o.Room = OtherRoom
	}
	before, after := was.room, now.RoomName()
	if slept != sleeps {
		before, after = roomWords(before, slept), roomWords(after, sleeps)
	}
	if o.Room != SameRoom {
		differs("room", before, after, was.room != "", room)
	}
	if !sameName(was.rate, now.Rate.Name) {
		differs("rate", was.rate, now.Rate.Name, was.rate != "", terms.Neutral)
	}
	for i, perk := range perks {
		if short := journal.Shorten(perk); slices.Contains(was.perks, short) {
			perks[i] = short
		}
	}
	lost := slices.ContainsFunc(was.perks, func(p string) bool { return !slices.Contains(perks, p) })
	if was.more && !lost {
		perks = was.perks // The others may have been included before.
	}
	verdict := terms.Better
	switch {
	case !was.board:
		verdict = terms.Unclear
	case lost:
		verdict = terms.Worse
	}
	differs("included", perkWords(was.perks), perkWords(perks), was.board, verdict)
	switch {
	case !was.board:
		o.Board = UnknownBoard
	case lost:
		o.Board = LessBoard
	default:
		o.Board = SameBoard
	}
}

// roomWords names a room and how many guests it takes, where that is said: "Superior King, at most 2 guests".
func roomWords(name string, sleeps int) string {
	if sleeps < 1 {
		return name
	}
	return name + ", at most " + wording.Plural(sleeps, "guest")
}

// BoardKind compares what an offer includes with what was booked.
type BoardKind int

// The kinds of board.
const (
	UnknownBoard BoardKind = iota // it is not known what was included
	SameBoard                     // all that was included, or more
	LessBoard
)

// A Group is the part of a list in which an offer stands.
type Group int

// The groups, in the order of a list.
const (
	AsGood  Group = iota // the same room or a larger one, with all that was included
	Unclear              // room or board of the reservation is not known, and the offer is not known to be less
	Lesser               // a smaller or another room, or less included
)

// Group returns the group of the offer.
func (o Offer) Group() Group {
	switch {
	case o.Board == LessBoard, o.Room == OtherRoom, o.Room == SmallerRoom, o.Room == TighterRoom:
		return Lesser
	case o.Board == UnknownBoard, o.Room == UnknownRoom:
		return Unclear
	default:
		return AsGood
	}
}

// Heading returns what a list says above the offers of the group; empty for those that are as good.
func (g Group) Heading() string {
	return [...]string{"", "not known whether room and board are the same", "a smaller or another room, or less included"}[g]
}

// Title says what saves how much: "A smaller room saves 42.05 GBP".
func (o Offer) Title() string {
	what := [...]string{"Another rate", "The same room", "A larger room", "Another room", "A smaller room", "The same room for fewer guests"}[o.Room]
	switch {
	case o.Room == SameRoom && o.Board == SameBoard:
		what = "The same stay"
	case o.Board == LessBoard:
		what += " with less included"
	}
	return what + " saves " + o.Saving.String()
}

func perkWords(names []string) string {
	if len(names) == 0 {
		return "nothing besides the room"
	}
	return strings.Join(names, ", ")
}

// countFees subtracts from the saving what the hotel asks for beyond the fees of the old booking, if both are known.
func (o *Offer) countFees(was soldAs) {
	bill := o.Draft.Bill(terms.Booked)
	switch {
	case was.bill.Unsaid != "" && len(bill.Fees) > 0:
		o.Notes = append(o.Notes, "fees at the hotel: "+bill.FeesWords()+"; those of the old booking are not known")
		return
	case was.bill.Unsaid != "":
		return
	}
	o.Changes = terms.CompareFees(o.Changes, was.bill, bill)
	before, beforeKnown := was.bill.FeesSum()
	now, nowKnown := bill.FeesSum()
	more, err := now.Sub(before)
	if !beforeKnown || !nowKnown || err != nil {
		o.Notes = append(o.Notes, "fees at the hotel are not compared: not all amounts are known in one currency")
		return
	}
	if less, err := o.Saving.Sub(more); err == nil {
		o.Saving = less
	}
}
