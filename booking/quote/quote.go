package quote

import (
	"errors"
	"slices"
	"time"

	"bellhop/booking/document"
)

// A Quote is what a client is handed of marked rates before anything is booked: one to ten offers as they were told, with a
// mark-up that is the client's alone. It holds nothing of a guest.
type Quote struct {
	// ID names a kept quote; empty for one that was not handed out yet.
	ID string
	// At is when it was made, by the service's clock.
	At     time.Time
	Origin document.Origin
	Markup Markup
	// MarkupWords is what the agency calls a mark-up that is paid apart; empty names it nothing.
	MarkupWords string
	Offers      []Offer
}

// ErrEmpty is of a quote without an offer.
var ErrEmpty = errors.New("no rate can be quoted")

// New makes a quote of the first offers, at most ten, and returns how many more there are.
func New(from document.Origin, offers []Offer, now time.Time) (q Quote, left int) {
	n := min(len(offers), Most)
	return Quote{At: now, Origin: from, Offers: append([]Offer(nil), offers[:n]...)}, len(offers) - n
}

// With returns the quote with another mark-up. It is another quote, not kept yet.
func (q Quote) With(m Markup) Quote {
	q.ID, q.Markup = "", m
	return q
}

// Again returns the quote of what can be quoted now, with the notes of Quotable. It is another quote, not kept yet, unless
// its offers are the same.
func (q Quote) Again(outcomes []Outcome, now time.Time) (Quote, []Note) {
	offers, notes := Quotable(outcomes, now)
	same := func(a, b Offer) bool { return a.ID() == b.ID() && a.Verified == b.Verified }
	if !slices.EqualFunc(offers, q.Offers, same) {
		q.ID, q.At, q.Offers = "", now, offers
	}
	return q, notes
}

// Ended reports whether one of the offers has ended.
func (q Quote) Ended(now time.Time) bool {
	return slices.ContainsFunc(q.Offers, func(o Offer) bool { return o.Expired(now) })
}

// Problem says why the mark-up cannot be added to one of the offers; nil where it can.
func (q Quote) Problem() error {
	if len(q.Offers) == 0 {
		return ErrEmpty
	}
	for _, o := range q.Offers {
		if _, err := q.Markup.On(o.Total); err != nil {
			return err
		}
	}
	return nil
}

// Ends returns when the first of the offers ends that is known to end; zero where none is.
func (q Quote) Ends() (first time.Time) {
	for _, o := range q.Offers {
		if !o.Ends.IsZero() && (first.IsZero() || o.Ends.Before(first)) {
			first = o.Ends
		}
	}
	return first
}
