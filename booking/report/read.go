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
	if progress == nil {
		progress = func(int, int) {}
	}
	list, found, err := c.Desk.ReadReservations(ctx, query(c, kind, from, to), math.MaxInt, progress)
	if err != nil {
		return Report{}, found, err
	}
	items := list.Items
	if kind == Cancellations {
		var more []api.Reservation
		var seen []recovery.Finding
		more, seen, err = readOld(ctx, c, from, to, items)
		items, found = append(slices.Clone(items), more...), append(found, seen...)
		if err != nil {
			return Report{}, found, err
		}
	}
	r := Make(c, kind, from, to, items)
	if r.Complete = whole(list); !r.Complete {
		r.Notes = append(r.Notes, "The list of reservations did not come whole: some may be missing.")
	}
	return r, found, nil
}

func whole(list booking.ReservationList) bool {
	return !list.More() && (list.Total == 0 || len(list.Items) >= list.Total)
}

// readOld reads the reservations that this machine cancelled in these days and that the list does not have: their stay was
// over.
func readOld(ctx context.Context, c views.Cells, from, to api.Date, have []api.Reservation) ([]api.Reservation, []recovery.Finding, error) {
	known := make(map[string]bool, len(have))
	for _, r := range have {
		known[r.ID] = true
	}
	var out []api.Reservation
	var found []recovery.Finding
	for id, made := range c.Canceled {
		day := api.DateOf(made.At)
		if known[id] || day.Before(from.AddDays(-1)) || to.AddDays(1).Before(day) || len(out) == mostOld {
			continue
		}
		r, seen, err := c.Desk.Read(ctx, id)
		found = append(found, seen...)
		switch {
		case recovery.Missing(err): // It is another account's, or gone.
		case err != nil:
			return nil, found, err
		default:
			out = append(out, r)
		}
	}
	return out, found, nil
}
