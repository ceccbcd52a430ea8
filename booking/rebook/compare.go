// Package rebook looks whether the stay of a reservation can be had cheaper, and takes a rebooking through its steps:
// the new reservation is booked first, confirmed by a read, and only then the old one is cancelled. Each step is sent
// because a person has pressed its key, and stands in the journal before it is sent; what a crash leaves is found there.
package rebook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Comparison is what the stay of a reservation costs now, beside what it was booked at. Nothing was sent.
type Comparison struct {
	// Old is the reservation as it was read for this, At when that was by the service's clock.
	Old  api.Reservation
	At   time.Time
	Stay trip.Stay
	// Terms are those of the reservation, Penalty what cancelling it costs now.
	Terms   terms.Terms
	Penalty terms.Cost
	Least   Threshold
	// Offers are rates on terms that are no worse and that save enough, by group, in each the largest saving first.
	Offers []Offer
	// Why says in a sentence why there is none; empty where there is one.
	Why string
	// LeftOut says what of the search was not compared, a line each.
	LeftOut []string
}

// An Offer is a rate in the place of a reservation.
type Offer struct {
	// Draft is the new booking, verified or as it was searched.
	Draft booking.Draft
	// Saving is the old total without the new one, without the penalty, and without what the hotel asks for besides.
	Saving api.Money
	// Changes are what of the stay is otherwise, terms included; what differs but for the price is never left out.
	Changes []terms.Change
	// Notes say what the saving does not count.
	Notes []string
	Room  RoomKind
	Board BoardKind
}

// Verified reports whether the service has confirmed price and terms of the offer.
func (o Offer) Verified() bool { return o.Draft.Verified != nil }

// ErrBegun is returned for a reservation that is part of a rebooking already.
var ErrBegun = errors.New("the reservation is part of a rebooking that is not over")

// mostVerified bounds how many rates are verified for one comparison.
const mostVerified = 3

// Compare reads the reservation, searches its stay again, and verifies the best rate that would do.
func Compare(ctx context.Context, d *booking.Desk, id string, least Threshold) (Comparison, error) {
	if _, there, err := Of(d, id); err != nil {
		return Comparison{}, err
	} else if there {
		return Comparison{}, ErrBegun
	}
	r, found, err := d.Read(ctx, id)
	d.Recovery.Correct(found)
	if err != nil {
		return Comparison{}, err
	}
	if _, _, err := d.Directory.Facts(ctx, r.Hotel); err != nil {
		return Comparison{}, err // Without the zone neither the days nor the deadlines are certain.
	}
	c := Comparison{Old: r, At: d.Now(), Stay: d.StayOf(r), Terms: d.SoldTerms(r), Least: least}
	c.Penalty = c.Terms.CostAt(c.At)
	if c.Why = notRebooked(d, c); c.Why != "" {
		return c, nil
	}
	draft := d.RebookingDraft(r)
	if problems := draft.Trip.Problems(c.At); len(problems) > 0 {
		c.Why = "The stay cannot be searched again: " + problems[0].Message
		return c, nil
	}
	hotel, there, err := d.HotelAgain(ctx, draft.Trip, draft.Hotel)
	if err != nil {
		return Comparison{}, err
	}
	if !there {
		c.Why = "The hotel has no rates for these days any more."
		return c, nil
	}
	draft.Hotel, draft.SearchedAt = hotel, d.Now()
	sold, mine, err := d.SaleOf(r)
	if err != nil {
		mine = false // What was sold is then not said.
	}
	was := asSold(hotel, r, sold, mine)
	return c.choose(ctx, d, c.list(draft, was), was)
}

// notRebooked says why a reservation is not rebooked whatever the prices are; empty for most.
func notRebooked(d *booking.Desk, c Comparison) string {
	if able, why := booking.CanCancel(c.Old); !able {
		return why
	}
	total := c.Old.Rate.Total
	switch {
	case d.StayOver(c.Old):
		return "The stay is over."
	case c.Stay.In.IsZero() || c.Stay.Out.IsZero():
		return "The days of the stay are not known."
	case c.Old.Partner != nil && c.Old.Partner.Amount.Sign() > 0:
		return "A partner pays a part of it, which a new booking would not have."
	case !total.Valid() || total.Currency() == "" || total.Sign() <= 0:
		return "What it costs is not said, so nothing can be compared."
	}
	switch c.Penalty.Kind {
	case terms.CostNoRefund:
		return "It is non-refundable: cancelling it costs the whole price."
	case terms.CostUnknown:
		return "What cancelling it costs is not said, so nothing can be compared."
	case terms.CostPenalty:
		if _, err := total.Sub(c.Penalty.Amount); err != nil {
			return "Cancelling it costs " + c.Penalty.Amount.String() + " and it was sold in " + total.Currency() + ": two currencies are not compared."
		}
	case terms.CostFree:
	}
	return ""
}

// list returns what is cheaper on terms that are no worse, the best first, as it was searched.
func (c *Comparison) list(draft booking.Draft, was soldAs) []Offer {
	var out []Offer
	worse, small, foreign := 0, 0, 0
	for _, rate := range booking.RoomRates(draft.Hotel) {
		one := draft
		one.Room, one.Rate = rate.Room, rate.Rate
		offer, ok := c.offer(one, was)
		switch {
		case rate.Room.MaxOccupancy > 0 && rate.Room.MaxOccupancy < draft.Trip.Largest().Guests():
			small++
		case !ok:
			foreign++
		case !terms.NoWorse(c.At, c.Terms, one.AllRooms()):
			worse++
		default:
			out = append(out, offer)
		}
	}
	leftOut := func(n int, why string) {
		if n > 0 {
			c.LeftOut = append(c.LeftOut, wording.Plural(n, "rate")+" "+why)
		}
	}
	leftOut(worse, "on worse terms")
	leftOut(small, "of rooms that are too small")
	leftOut(foreign, "without a total in "+c.Old.Rate.Total.Currency())
	slices.SortStableFunc(out, c.order)
	return out
}

// order puts offers that are worth it first, those by group, and in each the largest saving first.
func (c *Comparison) order(a, b Offer) int {
	switch x := c.worth(a); {
	case x != c.worth(b) && x:
		return -1
	case x != c.worth(b):
		return 1
	case a.Group() != b.Group():
		return int(a.Group() - b.Group())
	}
	more, err := b.Saving.Cmp(a.Saving)
	if err != nil {
		return 0
	}
	return more
}

func (c *Comparison) worth(o Offer) bool { return c.Least.met(o.Saving, c.Old.Rate.Total) }

// choose verifies from the best on until one holds, and keeps what is worth it.
func (c Comparison) choose(ctx context.Context, d *booking.Desk, all []Offer, was soldAs) (Comparison, error) {
	for tries := 0; tries < mostVerified && len(all) > 0 && c.worth(all[0]); tries++ {
		verified, ok, err := c.verify(ctx, d, all[0], was)
		if err != nil {
			return Comparison{}, err
		}
		if !ok {
			c.LeftOut = append(c.LeftOut, "1 rate that is gone, or on worse terms once it was verified")
			all = all[1:]
			continue
		}
		all[0] = verified
		slices.SortStableFunc(all, c.order)
		if all[0].Verified() {
			break
		}
	}
	c.Offers = slices.DeleteFunc(slices.Clone(all), func(o Offer) bool { return !c.worth(o) })
	if len(c.Offers) == 0 {
		c.Why = c.nothing(all)
	}
	return c, nil
}

// Verify verifies one of the offers and sorts them again. It returns the offer's new index, or -1 if the rate is gone or not
// worth it any more and was removed.
func (c Comparison) Verify(ctx context.Context, d *booking.Desk, at int) (Comparison, int, error) {
	sold, mine, err := d.SaleOf(c.Old)
	if err != nil {
		mine = false
	}
	o, ok, err := c.verify(ctx, d, c.Offers[at], asSold(c.Offers[at].Draft.Hotel, c.Old, sold, mine))
	if err != nil {
		return c, at, err
	}
	c.Offers = slices.Clone(c.Offers)
	if !ok || !c.worth(o) {
		if c.Offers = slices.Delete(c.Offers, at, at+1); len(c.Offers) == 0 {
			c.Why = "The last rate that saved enough is gone, or dearer now."
		}
		return c, -1, nil
	}
	c.Offers[at] = o
	slices.SortStableFunc(c.Offers, c.order)
	return c, slices.IndexFunc(c.Offers, func(other Offer) bool { return other.Draft.Verified == o.Draft.Verified }), nil
}

// verify asks the service for price and terms of an offer. It is false where the rate is gone or its terms are worse.
func (c *Comparison) verify(ctx context.Context, d *booking.Desk, o Offer, was soldAs) (Offer, bool, error) {
	draft, err := d.Verify(ctx, o.Draft)
	if err != nil {
		if booking.RateGone(err) {
			return o, false, nil
		}
		return o, false, err
	}
	if draft.NoPrice() != "" || !terms.NoWorse(draft.VerifiedAt, c.Terms, draft.AllRooms()) {
		return o, false, nil
	}
	offer, ok := c.offer(draft, was)
	return offer, ok, nil
}

// nothing says what the cheapest rate would have saved.
func (c *Comparison) nothing(all []Offer) string {
	if len(all) == 0 {
		return "No rate of this hotel has terms as good as those booked."
	}
	best := slices.MaxFunc(all, func(a, b Offer) int {
		more, _ := a.Saving.Cmp(b.Saving) // All are in one currency.
		return more
	})
	words := "No rate saves enough: the cheapest on terms as good "
	switch best.Saving.Sign() {
	case 0:
		words += "saves nothing"
	case 1:
		words += "saves " + best.Saving.String()
	default:
		words += "costs " + strings.TrimPrefix(best.Saving.String(), "-") + " more"
	}
	if c.Penalty.Kind == terms.CostPenalty {
		words += ", with the penalty of " + c.Penalty.Words() + " counted"
	}
	return words + "; it has to save at least " + c.Least.Words(c.Old.Rate.Total) + "."
}
