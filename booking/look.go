package booking

import (
	"context"
	"errors"
	"net/http"

	"bellhop/api"
	"bellhop/booking/journal"
)

// errCannotTell means that a reservation does not show whether the change was
// made: of a new payment method it shows nothing that the journal may keep.
var errCannotTell = errors.New("a reservation does not show that")

// maxLookPages bounds a look through lists that cannot be filtered by the
// attempt.
const maxLookPages = 40

// errTooMany means that a list was not read to its end: what was not found in it
// may still be there.
var errTooMany = errors.New("the list of reservations is too long to be read to its end")

// look asks the service once whether a write took place (WIRE 5). Nil and no
// error mean that it does not show.
func (d *Desk) look(ctx context.Context, p journal.Plan) (*api.Reservation, error) {
	if p.Kind == journal.Create {
		return d.findAttempt(ctx, p)
	}
	r, err := d.service.ReadReservation(ctx, p.Reservation)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Kind == journal.Cancel && r.Status == api.StatusCanceled:
		return &r, nil
	case p.Kind == journal.Cancel:
		return nil, nil //nolint:nilnil // It is there and stands: not done so far.
	case p.CheckIn == "" && p.CheckOut == "":
		return nil, errCannotTell
	}
	// Without the hotel's zone the days of the stay cannot be told for certain.
	if _, _, err := d.Facts(ctx, r.Hotel); err != nil {
		return nil, err
	}
	stay := d.StayOf(r)
	if (p.CheckIn == "" || stay.In.String() == p.CheckIn) && (p.CheckOut == "" || stay.Out.String() == p.CheckOut) {
		return &r, nil
	}
	return nil, nil //nolint:nilnil // It has the old dates: not done so far.
}

// findAttempt looks for the reservation that carries the attempt's id: by the
// custom data filter, or, where the service has none, newest first among those
// that arrive around the same day.
func (d *Desk) findAttempt(ctx context.Context, p journal.Plan) (*api.Reservation, error) {
	page, err := d.service.ListReservations(ctx, api.ReservationQuery{CustomValues: []string{p.Attempt}})
	if err == nil {
		// A list of others only is not filtered: the service did not understand
		// the filter and left it out, so the attempt may be on any page.
		if r := carrying(page.Items, p.Attempt); r != nil || len(page.Items) == 0 && page.Total == 0 {
			return r, nil
		}
	} else if !filterRefused(err) {
		return nil, err
	}
	day, err := api.ParseDate(p.CheckIn)
	if err != nil {
		return nil, err
	}
	// One day wider than needed: not every service reckons the day as the hotel
	// does, and what is not listed would count as not booked.
	list, err := d.Reservations(ctx, api.ReservationQuery{CheckIn: api.DateRange{From: day.AddDays(-1), Until: day.AddDays(1)}})
	for range maxLookPages {
		if err != nil {
			return nil, err
		}
		if r := carrying(list.Items, p.Attempt); r != nil || !list.More() {
			return r, nil
		}
		list, err = d.MoreReservations(ctx, list)
	}
	return nil, errors.Join(err, errTooMany)
}

// filterRefused says that the service has no custom data filter, or none by the
// name in the profile.
func filterRefused(err error) bool {
	var e *api.Error
	return errors.Is(err, api.ErrFeatureOff) || errors.As(err, &e) && e.Status == http.StatusBadRequest
}

// missing says that the service does not have the reservation.
func missing(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound
}

// carrying finds the reservation with the attempt's id in its custom data.
func carrying(items []api.Reservation, attempt string) *api.Reservation {
	for i, r := range items {
		if carriedAttempt(r) == attempt {
			return &items[i]
		}
	}
	return nil
}
