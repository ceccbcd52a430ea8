package screens

import (
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
)

// A rateCheck says whether a verified rate can be booked as it is.
type rateCheck struct {
	// refused reports whether the service refused the rate, and refusals how
	// often it did so although the rate could be verified.
	refused  bool
	refusals int
	// priceMoved reports whether it was refused because of its price: what it
	// costs now is told by verifying it again.
	priceMoved bool
	// jumped says that the clock has jumped, as it does when a machine sleeps.
	jumped string
	// agreed are the changes that a person has accepted; asking reports whether
	// there are others.
	agreed []terms.Change
	asking bool
}

// expiring is how little time an offer may have left for a refusal to be taken
// for its end: clocks differ, and the way to the service takes time.
const expiring = 2 * time.Minute

// stale reports whether the rate must be verified again before it is booked.
func (c *rateCheck) stale(d booking.Draft, now time.Time) bool {
	return c.refused || c.staleWords(d, now) != ""
}

func (c *rateCheck) staleWords(d booking.Draft, now time.Time) string {
	return valueOr(d.Stale(now), c.jumped)
}

// offersNearest reports whether other rates come before verifying this one
// again: the service refused it although it was verified and still holds, and
// not because of its price.
func (c *rateCheck) offersNearest(d booking.Draft, now time.Time) bool {
	expires := d.Rate.Expires
	ends := !expires.IsZero() && expires.Time.Sub(now) < expiring
	return c.refused && !c.priceMoved && !ends && c.staleWords(d, now) == ""
}

// refuse takes a refusal of the rate.
func (c *rateCheck) refuse(problems []api.Problem) {
	c.refused, c.priceMoved = true, slices.ContainsFunc(problems, aboutPrice)
	c.refusals++
}

// aboutPrice reports whether a problem names the price of the rate (WIRE 3).
func aboutPrice(p api.Problem) bool {
	return slices.Contains(p.Field, "price") || slices.Contains(p.Field, "total_price")
}

// verified takes a new verification. Changes that were not accepted before are
// asked about.
func (c *rateCheck) verified(d booking.Draft) {
	c.refused = false
	c.asking = terms.Stops(d.Changes) && !slices.Equal(d.Changes, c.agreed)
}
