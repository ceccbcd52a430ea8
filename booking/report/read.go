package report

import (
	"context"
	"errors"
	"math"
	"slices"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
)

// errDays is of days that end before they begin.
var errDays = errors.New("the last day is before the first one")

// mostOld bounds how many reservations that were cancelled from here after their stay are read one by one.
const mostOld = 50

// query returns what the service is asked for to count so many days. Days are asked for one wider, because the service
// reckons them in each hotel's time.
func query(c views.Cells, kind Kind, from, to api.Date) api.ReservationQuery {
	days := api.DateRange{From: from.AddDays(-1), Until: to.AddDays(1)}
	switch kind {
	case Arrivals:
		return api.ReservationQuery{CheckIn: days}
	case Departures:
		return api.ReservationQuery{CheckOut: days}
	case Cancellations:
		return api.ReservationQuery{CheckOut: api.DateRange{From: days.From}}
	default:
		return api.ReservationQuery{CheckOut: api.DateRange{From: c.Today().AddDays(-1)}}
	}
}

// Read reads what a report counts, and tells after each page how many of how many it has. The findings are for
// Recovery.Correct, also after an error.
func Read(
	ctx context.Context, c views.Cells, kind Kind, from, to api.Date, progress func(have, total int),
) (Report, []recovery.Finding, error) {
	if to.Before(from) {
		return Report{}, nil, errDays
	}
	list, found, err := c.Desk.ReadReservations(ctx, query(c, kind, from, to), math.MaxInt, progress)
	if err != nil {
		return Report{}, found, err
	}
	items, complete := list.Items, !list.Incomplete()
	if kind == Cancellations {
		more, all, seen, err := readOld(ctx, c, from, to, items)
		items, found, complete = append(slices.Clone(items), more...), append(found, seen...), complete && all
		if err != nil {
			return Report{}, found, err
		}
	}
	r := Make(c, kind, from, to, items)
	if r.Complete = complete; !complete {
		r.Notes = append([]string{booking.IncompleteWords}, r.Notes...)
	}
	return r, found, nil
}

// readOld reads the reservations that this machine cancelled in these days and that the list does not have: their stay was
// over. It reports whether it read all of them.
func readOld(ctx context.Context, c views.Cells, from, to api.Date, have []api.Reservation) (out []api.Reservation, all bool, found []recovery.Finding, err error) {
	known := make(map[string]bool, len(have))
	for _, r := range have {
		known[r.ID] = true
	}
	for id, made := range c.Canceled {
		day := api.DateOf(made.At)
		if known[id] || day.Before(from.AddDays(-1)) || to.AddDays(1).Before(day) {
			continue
		}
		if len(out) == mostOld {
			return out, false, found, nil
		}
		r, seen, err := c.Desk.Read(ctx, id)
		found = append(found, seen...)
		switch {
		case recovery.Missing(err): // It is another account's, or gone.
		case err != nil:
			return nil, false, found, err
		default:
			out = append(out, r)
		}
	}
	return out, true, found, nil
}
