package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// The paths of section 4, as templates.
const (
	pathDestinations = "/rest/v1/destinations/search"
	pathHotels       = "/rest/v1/hotel/search"
	pathVerify       = "/rest/v1/hotel/rate_verification"
	pathCreate       = "/rest/v1/reservation"
	pathList         = "/rest/v1/reservations"
	pathReservation  = "/rest/v1/reservation/{reservation_id}"
	pathCancel       = "/rest/v1/reservation/{reservation_id}/cancel"
)

var (
	errNoResults     = errors.New("the answer has no results")
	errNoItems       = errors.New("the answer has no items")
	errNoRate        = errors.New("the answer holds no verified rate")
	errNoReservation = errors.New("the answer is not a reservation with an id")
	errOtherID       = errors.New("the answer is about another reservation")
)

// SearchDestinations finds destinations and properties by text (section 4.1).
func (c *Client) SearchDestinations(ctx context.Context, q DestinationQuery) (DestinationResults, error) {
	return do(ctx, c, call{
		operation: "search destinations",
		method:    http.MethodGet, path: pathDestinations, query: destinationValues(q),
	}, required(readDestinations, errNoResults))
}

// SearchHotels finds hotels with rooms and rates for a stay (section 4.2). It
// is a read, although it is sent as POST: it may be repeated.
func (c *Client) SearchHotels(ctx context.Context, q HotelQuery) (HotelPage, error) {
	var check check
	check.lacks(c.dialect.lacksHotels(q))
	check.location(q)
	return do(ctx, c, call{
		operation: "search hotels", check: check,
		method: http.MethodPost, path: pathHotels, body: c.dialect.hotelQuery(q), names: c.dialect.hotelNames(q),
	}, required(hotelPage(q.Read), errNoResults))
}

// VerifyRate returns the price and full terms of one rate (section 4.3). It is
// a read, although it is sent as POST: it may be repeated.
func (c *Client) VerifyRate(ctx context.Context, v VerifyRequest) (Verification, error) {
	return do(ctx, c, call{
		operation: "verify rate",
		method:    http.MethodPost, path: pathVerify, body: verifyBody(v),
	}, required(readVerification, errNoRate))
}

// CreateReservation books (section 4.4). It is sent once, whatever happens.
// Any 2xx whose body is a reservation with an id is a success.
func (c *Client) CreateReservation(ctx context.Context, r CreateRequest) (Reservation, error) {
	var check check
	check.lacks(c.dialect.lacksCreate(r))
	check.customData(r.CustomData)
	check.guest(r.Guest, r.Loyalty)
	check.simulation(r.Simulate, FieldSimulation)
	check.amount(r.Payment.Amount, "payment", "guest", "amount")
	secrets := []Secret{r.Payment.Token}
	if r.Partner != nil {
		check.amount(r.Partner.Amount, "payment", "partner", "amount")
		secrets = append(secrets, r.Partner.Token)
	}
	check.amount(r.Rate.Total, "rate", "price", "total_price")
	check.amount(r.Rate.Base, "rate", "price", "base_price")
	check.amount(r.Rate.Taxes, "rate", "price", "total_taxes")
	for _, p := range r.Rate.Terms.Penalties {
		check.amount(p.Amount, "rate", "terms", "cancel_penalties", "penalty", "currency_amount", "amount")
	}
	return do(ctx, c, call{
		operation: "create reservation", write: true, secrets: secrets, check: check,
		method: http.MethodPost, path: pathCreate, body: c.dialect.createBody(r), names: c.dialect.createNames(r),
	}, reservationWithID(""))
}

// ModifyReservation changes a reservation (section 4.5). It is sent once.
func (c *Client) ModifyReservation(ctx context.Context, r ModifyRequest) (Reservation, error) {
	var check check
	check.lacks(c.dialect.lacksModify(r))
	check.id(r.ID, "reservation_id")
	return do(ctx, c, call{
		operation: "modify reservation", write: true, secrets: []Secret{r.Token, r.CVV}, check: check,
		method: http.MethodPatch, path: pathReservation, id: r.ID, body: c.dialect.modifyBody(r), names: c.dialect.modifyNames(r),
	}, reservationWithID(r.ID))
}

// ListReservations returns one page of the partner's reservations (section 4.6).
// The size of a page is only a wish: a service that refuses it is asked again
// without, and from then on never told.
func (c *Client) ListReservations(ctx context.Context, q ReservationQuery) (ReservationPage, error) {
	var check check
	check.lacks(c.dialect.lacks(q))
	check.customValues(q.CustomValues)
	if q.ID != "" {
		check.id(q.ID, "id")
	}
	for _, id := range q.IDs {
		check.id(id, "ids")
	}
	if c.sizeless.Load() {
		q.PageSize = 0
	}
	page, err := c.list(ctx, q, check)
	if !q.mayBeSize(err) {
		return page, err
	}
	q.PageSize = 0
	if page, err = c.list(ctx, q, check); err == nil {
		c.sizeless.Store(true)
	}
	return page, err
}

func (c *Client) list(ctx context.Context, q ReservationQuery, check check) (ReservationPage, error) {
	return do(ctx, c, call{
		operation: "list reservations", check: check,
		method: http.MethodGet, path: pathList, query: c.dialect.reservationValues(q), names: c.dialect.listNames(q),
	}, required(readReservationPage, errNoItems))
}

// CancelReservation cancels (section 4.7). It is sent once. The status of the
// answer reports whether the reservation is cancelled.
func (c *Client) CancelReservation(ctx context.Context, id string) (Reservation, error) {
	return c.reservation(ctx, call{
		operation: "cancel reservation", write: true,
		method: http.MethodPost, path: pathCancel, id: id,
	})
}

// ReadReservation reads one reservation (section 4.8).
func (c *Client) ReadReservation(ctx context.Context, id string) (Reservation, error) {
	return c.reservation(ctx, call{
		operation: "read reservation",
		method:    http.MethodGet, path: pathReservation, id: id,
	})
}

func (c *Client) reservation(ctx context.Context, call call) (Reservation, error) {
	call.check.id(call.id, "reservation_id")
	return do(ctx, c, call, reservationWithID(call.id))
}

type answerReader[T any] func(*reader) (T, error)

// required makes an answer without its main part an error: an empty page must
// not be what a misunderstanding looks like.
func required[T any](read func(*reader) (T, bool), missing error) answerReader[T] {
	return func(r *reader) (T, error) {
		value, found := read(r)
		if !found {
			return value, missing
		}
		return value, nil
	}
}

// reservationWithID wants the reservation with the given id, or where none is
// given any whose id is one (section 8).
func reservationWithID(id string) answerReader[Reservation] {
	return func(r *reader) (Reservation, error) {
		v := readReservation(r)
		switch {
		case !reservationID().MatchString(v.ID):
			return v, errNoReservation
		case id != "" && !strings.EqualFold(v.ID, id):
			return v, errOtherID
		}
		return v, nil
	}
}
