package booking

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A Due is an open reservation and the next moment at which cancelling it gets dearer.
type Due struct {
	Reservation api.Reservation
	Stay        trip.Stay
	// Now is what cancelling costs at the moment of asking.
	Now terms.Cost
	// Next is the step at which that changes, nil when it never does; Then is the cost from there on.
	Next *terms.Step
	Then terms.Cost
	// AtStake is how much dearer cancelling gets at the step, unset where that cannot be told.
	AtStake Stake
}

// A Stake is money that cancelling in time saves.
type Stake struct {
	api.Money
	Estimated bool // the service calls a cost that it comes from an estimate
}

// String returns the money in words: "204.13 GBP", "about 204.13 GBP".
func (s Stake) String() string {
	if s.Estimated && s.IsSet() {
		return "about " + s.Money.String()
	}
	return s.Money.String()
}

// add adds up two stakes, of which the first may be unset; no two currencies are one sum.
func (s Stake) add(other Stake) Stake {
	if !s.IsSet() {
		return other
	}
	sum, err := s.Add(other.Money)
	if err != nil {
		return s
	}
	return Stake{sum, s.Estimated || other.Estimated}
}

// Left says how long it is until the next step; false when there is none.
func (d Due) Left(now time.Time) (time.Duration, bool) {
	if d.Next == nil {
		return 0, false
	}
	return d.Next.From.Sub(now), true
}

// Deadlines lists the reservations that can still be cancelled by their next step, the nearest first; those
// without one follow by their arrival.
func (d *Desk) Deadlines(now time.Time, all []api.Reservation) []Due {
	var list []Due
	for _, r := range all {
		able, _ := CanCancel(r)
		if due := d.due(now, r); able && !d.Directory.over(due.Stay, r.Hotel.ID, now) {
			list = append(list, due)
		}
	}
	slices.SortStableFunc(list, func(a, b Due) int {
		order := 0
		switch {
		case a.Next != nil && b.Next != nil:
			order = a.Next.From.Compare(b.Next.From)
		case a.Next != nil:
			order = -1
		case b.Next != nil:
			order = 1
		}
		return cmp.Or(order, a.Stay.CompareArrival(b.Stay))
	})
	return list
}

// StayOver reports whether the last day of a reservation's stay has ended: at the hotel, or everywhere where its
// zone is not known. A service may refuse to cancel it then.
func (d *Desk) StayOver(r api.Reservation) bool {
	return d.Directory.over(d.StayOf(r), r.Hotel.ID, d.Now())
}

// over reports whether the last day of a stay has ended: at the hotel, or everywhere where its zone is not
// known.
func (d *Directory) over(stay trip.Stay, hotel api.PropertyID, now time.Time) bool {
	today := trip.EarliestCheckIn(now)
	if zone := d.Zone(hotel); zone != nil {
		today = trip.EarliestCheckInAt(now, zone)
	}
	return !stay.Out.IsZero() && stay.Out.Before(today)
}

func (d *Desk) due(now time.Time, r api.Reservation) Due {
	terms := d.TermsOf(r)
	due := Due{Reservation: r, Stay: d.StayOf(r), Now: terms.CostAt(now)}
	if due.Next, due.Then = terms.NextChange(now); due.Next != nil {
		due.AtStake = Stake{due.Now.DearerBy(due.Then), due.Now.Estimated || due.Then.Estimated}
	}
	return due
}

// Within keeps the deadlines that come before so much time has passed.
func Within(list []Due, now time.Time, limit time.Duration) []Due {
	var near []Due
	for _, due := range list {
		if left, ok := due.Left(now); ok && left <= limit {
			near = append(near, due)
		}
	}
	return near
}

// Day returns the day of the deadline at the hotel; it is zero where there is none.
func (d Due) Day() api.Date {
	if d.Next == nil || d.Next.Deadline.IsZero() {
		return api.Date{}
	}
	return api.DateOf(d.Next.Deadline.Wall)
}

// ByDay sorts the deadlines by their day at the hotel; those without one are in none.
func ByDay(list []Due) map[api.Date][]Due {
	days := map[api.Date][]Due{}
	for _, due := range list {
		if day := due.Day(); !day.IsZero() {
			days[day] = append(days[day], due)
		}
	}
	return days
}

// AtStake adds up what the deadlines cost, by currency. A sum with an estimate in it is one.
func AtStake(list []Due) []Stake {
	sums := map[string]Stake{}
	for _, due := range list {
		if due.AtStake.Valid() {
			code := due.AtStake.Currency()
			sums[code] = sums[code].add(due.AtStake)
		}
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b Stake) int { return cmp.Compare(a.Currency(), b.Currency()) })
}

// OpenReservations reads every reservation whose stay is not over, as ReadReservations does. It begins a day
// early, because the service counts days in each hotel's time.
func (d *Desk) OpenReservations(ctx context.Context, progress func(have, total int)) (ReservationList, []recovery.Finding, error) {
	from := api.DateOf(d.Now().UTC()).AddDays(-1)
	return d.ReadReservations(ctx, api.ReservationQuery{CheckOut: api.DateRange{From: from}}, math.MaxInt, progress)
}
