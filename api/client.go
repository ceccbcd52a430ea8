package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// Options configure a Client. BaseURL, Account and Token are required; the
// rest has defaults that suit the real service.
type Options struct {
	BaseURL   string // https, or http on a loopback address
	Account   string // the partner account id (section 5)
	Token     Secret // the API key token (section 5)
	Dialect   Dialect
	UserAgent string
	Logger    *slog.Logger // nil discards; gets method, path template, status, request id, time

	ReadTimeout  time.Duration     // 0: 30 s
	WriteTimeout time.Duration     // 0: 120 s
	ReadRetries  int               // 0: 3; negative: none
	Transport    http.RoundTripper // nil: the default transport
	Now          func() time.Time  // nil: time.Now
	// Sleep waits between two tries of a read; nil waits for real.
	Sleep func(ctx context.Context, d time.Duration) error
}

// A Client speaks to one service as one partner. It is safe for concurrent use.
type Client struct{}

// New checks the options and returns a client; it sends nothing.
func New(Options) (*Client, error) { return nil, errors.ErrUnsupported }

// SetToken replaces the key for every later call, after a 401.
func (c *Client) SetToken(Secret) {}

// Skew is the service's clock minus ours, from the Date header of the newest
// answer; zero before the first.
func (c *Client) Skew() time.Duration { return 0 }

// SearchDestinations finds places and properties by text (section 4.1).
func (c *Client) SearchDestinations(context.Context, DestinationQuery) (DestinationResults, error) {
	return DestinationResults{}, errors.ErrUnsupported
}

// SearchHotels finds hotels with rooms and rates for a stay (section 4.2).
func (c *Client) SearchHotels(context.Context, HotelQuery) (HotelPage, error) {
	return HotelPage{}, errors.ErrUnsupported
}

// VerifyRate returns the price and full terms of one rate (section 4.3).
func (c *Client) VerifyRate(context.Context, VerifyRequest) (Verification, error) {
	return Verification{}, errors.ErrUnsupported
}

// CreateReservation books (section 4.4). It is sent once, whatever happens.
func (c *Client) CreateReservation(context.Context, CreateRequest) (Reservation, error) {
	return Reservation{}, errors.ErrUnsupported
}

// ModifyReservation changes a reservation (section 4.5). It is sent once.
func (c *Client) ModifyReservation(context.Context, ModifyRequest) (Reservation, error) {
	return Reservation{}, errors.ErrUnsupported
}

// ListReservations returns one page of the partner's reservations (section 4.6).
func (c *Client) ListReservations(context.Context, ReservationQuery) (ReservationPage, error) {
	return ReservationPage{}, errors.ErrUnsupported
}

// CancelReservation cancels (section 4.7). It is sent once.
func (c *Client) CancelReservation(ctx context.Context, id string) (Reservation, error) {
	return Reservation{}, errors.ErrUnsupported
}

// ReadReservation reads one reservation (section 4.8).
func (c *Client) ReadReservation(ctx context.Context, id string) (Reservation, error) {
	return Reservation{}, errors.ErrUnsupported
}
