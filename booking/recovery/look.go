package recovery

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"bellhop/api"
	"bellhop/booking/journal"
)

// errCannotTell means that a reservation does not show a change: of a payment method it shows nothing.
var errCannotTell = errors.New("a reservation does not show that")

const maxLookPages = 40

// pageSize is how many reservations one page of a list asks for.
const pageSize = 50

var (
	// errNotWhole means that what was not found in a list may still be there.
	errNotWhole = errors.New("the list of reservations could not be read to its end")
	// errClash means that a reservation of another hotel carries the attempt, which proves nothing.
	errClash = errors.New("a reservation of another hotel carries the attempt")
	// errNameless means that a reservation like it carries no attempt, as in lists without custom data.
	errNameless = errors.New("a reservation like it is there and does not say whose it is")
)

// look asks the service once whether a write was made (WIRE 5), and returns besides what it came across. That
// it is not found proves something only when the look was thorough: the service may not know the filter.
func (r *Recovery) look(ctx context.Context, p journal.Plan, thorough bool) (*api.Reservation, []Finding, error) {
	if p.Kind == journal.Create {
		l := &listing{recovery: r, plan: p}
		found, err := l.find(ctx, thorough)
		return found, l.seen, err
	}
	now, seen, err := Read(ctx, r.options.Service, p.Reservation)
	if err != nil {
		return nil, seen, err
	}
	found, err := r.shows(ctx, p, now)
	return found, seen, err
}

// shows returns the reservation where it proves that a cancellation or a change was made.
func (r *Recovery) shows(ctx context.Context, p journal.Plan, now api.Reservation) (*api.Reservation, error) {
	switch {
	case p.Kind == journal.Cancel && now.Status == api.StatusCanceled:
		return &now, nil
	case p.Kind == journal.Cancel:
		return nil, nil //nolint:nilnil // It is there and stands.
	case !p.MovesDates():
		return nil, errCannotTell
	}
	// Without the hotel's zone the days of the stay cannot be told for certain.
	if _, _, err := r.options.Hotels.Facts(ctx, now.Hotel); err != nil {
		return nil, err
	}
	stay := r.StayOf(now)
	if (p.CheckIn == "" || stay.In.String() == p.CheckIn) && (p.CheckOut == "" || stay.Out.String() == p.CheckOut) {
		return &now, nil
	}
	return nil, nil //nolint:nilnil // It has the old dates.
}

// A listing looks for a booking in lists of reservations.
type listing struct {
	recovery *Recovery
	plan     journal.Plan
	seen     []Finding // of all that was read
}

func (l *listing) read(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := l.recovery.options.Service.ListReservations(ctx, q)
	if err == nil {
		l.seen = append(l.seen, Findings(page.Items...)...)
	}
	return page, err
}

// find looks for the reservation that carries the attempt by the custom data filter, and, where that may say
// nothing, among those that arrive around the same day.
func (l *listing) find(ctx context.Context, thorough bool) (*api.Reservation, error) {
	page, err := l.read(ctx, api.ReservationQuery{CustomValues: []string{l.plan.Attempt}})
	if err != nil && !filterRefused(err) {
		return nil, err
	}
	found, clash := carrying(page.Items, l.plan)
	switch {
	case found != nil || clash != nil:
		return found, clash
	case err == nil && len(page.Items) == 0 && page.Total == 0 && !thorough:
		return nil, nil //nolint:nilnil // It does not show so far.
	}
	// A list of others only is not filtered, so the attempt may be on any page.
	return l.findByDay(ctx)
}

// findByDay reads all reservations that arrive around the plan's day, newest first: the service may ignore any
// filter.
func (l *listing) findByDay(ctx context.Context) (*api.Reservation, error) {
	day, err := api.ParseDate(l.plan.CheckIn)
	if err != nil {
		return nil, err
	}
	q := api.ReservationQuery{
		// One day wider than needed: not every service reckons the day as the hotel does.
		CheckIn: api.DateRange{From: day.AddDays(-1), Until: day.AddDays(1)}, PageSize: pageSize,
	}
	seen, skipped, moved := map[string]bool{}, 0, false
	var nameless []api.Reservation
	var first api.ReservationPage
	for q.Page = 1; q.Page <= maxLookPages; q.Page++ {
		page, err := l.read(ctx, q)
		if err != nil {
			return nil, err
		}
		if found, err := carrying(page.Items, l.plan); found != nil || err != nil {
			return found, err
		}
		if q.Page == 1 {
			first = page
		}
		moved = moved || page.Total != first.Total
		before := len(seen)
		for _, r := range page.Items {
			seen[r.ID] = true
			if l.mayBe(r) {
				nameless = append(nameless, r)
			}
		}
		skipped += page.Skipped
		// A full page may be followed by another one whatever the total says.
		last := len(seen) == before || page.Total > 0 && len(seen) >= page.Total && len(page.Items) < q.PageSize
		switch {
		case !last:
		case len(seen) < page.Total || skipped > 0 || moved:
			return nil, errNotWhole // It shifted while it was read, or something in it was no reservation.
		case page.Total == 0 && len(page.Items) > 0:
			return nil, errNotWhole // The same page again, and no total that says how many there are.
		case l.anyMayBe(ctx, nameless):
			return nil, errNameless
		case q.Page > 1:
			return nil, l.sameFirst(ctx, q, first)
		default:
			return nil, nil //nolint:nilnil // It is nowhere in the list.
		}
	}
	return nil, errNotWhole
}

// sameFirst reads the first page of a list of several again, and returns errNotWhole if it has changed meanwhile.
func (l *listing) sameFirst(ctx context.Context, q api.ReservationQuery, first api.ReservationPage) error {
	q.Page = 1
	now, err := l.read(ctx, q)
	if err == nil && (now.Total != first.Total || !slices.EqualFunc(now.Items, first.Items, func(a, b api.Reservation) bool { return a.ID == b.ID })) {
		err = errNotWhole
	}
	return err
}

// anyMayBe is mayBe of any, with the hotel's zone where it can be had.
func (l *listing) anyMayBe(ctx context.Context, items []api.Reservation) bool {
	return slices.ContainsFunc(items, func(got api.Reservation) bool {
		_, _, _ = l.recovery.options.Hotels.Facts(ctx, got.Hotel)
		return l.mayBe(got)
	})
}

// mayBe reports whether a reservation without an attempt can be the one that was sent: nothing in it
// contradicts that, and the journal does not have it as another booking's.
func (l *listing) mayBe(got api.Reservation) bool {
	r, p := l.recovery, l.plan
	if AttemptOf(got) != "" || got.ID == "" || otherProperty(p, got) || otherStay(p, got, r.options.Hotels.Zone(got.Hotel.ID)) {
		return false
	}
	j := r.known()
	if j == nil {
		return true
	}
	if otherGuest(j, p, got.Guest) {
		return false
	}
	attempts, err := j.At(got.ID, "")
	return err != nil || !slices.ContainsFunc(attempts, func(s journal.AttemptState) bool {
		return s.Kind == journal.Create && s.Attempt != p.Attempt && s.Outcome.Result == journal.Booked
	})
}

func filterRefused(err error) bool {
	var e *api.Error
	return errors.Is(err, api.ErrFeatureOff) ||
		errors.As(err, &e) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnprocessableEntity)
}

// Missing reports whether the service itself says that it does not have what was asked for.
func Missing(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound && !e.Foreign
}

// carrying finds the reservation with the attempt's id. Its dates may have been changed since; a clash is one
// of another hotel.
func carrying(items []api.Reservation, p journal.Plan) (*api.Reservation, error) {
	var clash error
	for i, r := range items {
		switch {
		case AttemptOf(r) != p.Attempt || r.ID == "":
		case otherProperty(p, r):
			clash = errClash
		default:
			return &items[i], nil
		}
	}
	return nil, clash
}
