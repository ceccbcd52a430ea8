package journal

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// An Agreement is what was agreed to when a write was sent, in words and figures: price, what cancelling costs, and
// how it is paid. It holds nothing of the guest and nothing of a payment but when it is due.
type Agreement struct {
	At   Moment `json:"at"`
	Room string `json:"room,omitempty"` // as the service calls it
	Rate string `json:"rate,omitempty"` // its name
	// Sleeps is how many guests a room takes at most, 0 where that is not said.
	Sleeps int `json:"sleeps,omitempty"`
	// Included names what the rate includes beside the room; nil where that is not known.
	Included []string `json:"included,omitzero"`
	// Price, Cancelling and Payment are the words, a line each, as they stay true: by the hotel's calendar.
	Price      []string `json:"price,omitempty"`
	Cancelling []string `json:"cancelling,omitempty"`
	Payment    []string `json:"payment,omitempty"`
	// The figures are decimal texts for all rooms; Currency is that of Base, Taxes and Fees. Fees are those in the total
	// on top of base and taxes.
	Currency  string    `json:"currency,omitempty"`
	Base      string    `json:"base,omitempty"`
	Taxes     string    `json:"taxes,omitempty"`
	Fees      string    `json:"fees,omitempty"`
	AtHotel   []Charge  `json:"at_hotel,omitempty"`
	Deposit   *Deposit  `json:"deposit,omitempty"` // nil if the rate asks for none, or names no amount and day
	Penalties []Penalty `json:"penalties,omitempty"`
	// Refundable is the rate's own flag, if the service sent one.
	Refundable *bool `json:"refundable,omitempty"`
}

// Cut reports whether the journal shortened the penalties or the words on payment.
func (a *Agreement) Cut() bool {
	return len(a.Penalties) == maxAgreed || slices.ContainsFunc(a.Payment, func(line string) bool { return strings.HasSuffix(line, cutMark) })
}

// MayIncludeMore reports whether the journal may have left out some of what the rate includes.
func (a *Agreement) MayIncludeMore() bool { return len(a.Included) == maxAgreed }

// A Charge is a fee that is paid at the hotel. An empty amount was not named.
type Charge struct {
	Name     string `json:"name"`
	Amount   string `json:"amount,omitempty"`
	Currency string `json:"currency,omitempty"`
	// MaybeInTotal is set if the service did not say whether the total includes the fee. A fee without it is on top.
	MaybeInTotal bool `json:"maybe_in_total,omitempty"`
}

// A Deposit is the part of the price that is charged ahead of the stay.
type Deposit struct {
	Amount      string `json:"amount"`
	Currency    string `json:"currency"`
	Due         string `json:"due"`                     // the day at the hotel: 2027-02-26
	RestAtHotel bool   `json:"rest_at_hotel,omitempty"` // the rest of the price is paid at the hotel
}

// A Penalty is what cancelling costs from a moment on.
type Penalty struct {
	From      string `json:"from,omitempty"`   // RFC 3339 in UTC; empty is from the beginning
	Amount    string `json:"amount,omitempty"` // empty where none is named
	Currency  string `json:"currency,omitempty"`
	Estimated bool   `json:"estimated,omitempty"`
	NoRefund  bool   `json:"no_refund,omitempty"`
}

// NewAgreement returns an agreement of a moment without anything in it yet.
func NewAgreement(at time.Time) *Agreement { return &Agreement{At: momentOf(at)} }

const (
	maxAgreed = 12  // lines of each kind, charges and penalties
	maxWords  = 160 // characters of a line
	cutMark   = "…" // the end of a line that was cut
)

// bounded returns the agreement with long texts and lists cut, so that its line fits: what a service sends has no
// bound of its own. Nil stays nil.
func (a *Agreement) bounded() *Agreement {
	if a == nil {
		return nil
	}
	b := *a
	b.Room, b.Rate = Shorten(b.Room), Shorten(b.Rate)
	if b.Included != nil {
		b.Included = append([]string{}, firstOf(b.Included)...)
	}
	for i := range b.Included {
		b.Included[i] = Shorten(b.Included[i])
	}
	b.Price, b.Cancelling, b.Payment = lines(b.Price), lines(b.Cancelling), lines(b.Payment)
	b.AtHotel = firstOf(b.AtHotel)
	for i := range b.AtHotel {
		b.AtHotel[i].Name = Shorten(b.AtHotel[i].Name)
	}
	b.Penalties = firstOf(b.Penalties)
	return &b
}

func lines(all []string) []string {
	out := firstOf(all)
	for i := range out {
		out[i] = Shorten(out[i])
	}
	if more := len(all) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

// firstOf copies as much of a list as an agreement holds.
func firstOf[T any](all []T) []T { return append([]T(nil), all[:min(len(all), maxAgreed)]...) }

// Shorten returns a text as an agreement keeps it: a long one is cut, and has a mark at its end.
func Shorten(text string) string {
	if letters := []rune(text); len(letters) > maxWords {
		return string(letters[:maxWords]) + cutMark
	}
	return text
}

// check says what of an agreement is no decimal number or no instant.
func (a *Agreement) check() error {
	if a == nil {
		return nil
	}
	amounts := []string{a.Base, a.Taxes, a.Fees}
	for _, charge := range a.AtHotel {
		amounts = append(amounts, charge.Amount)
	}
	if a.Deposit != nil {
		amounts = append(amounts, a.Deposit.Amount)
		if _, err := time.Parse(time.DateOnly, a.Deposit.Due); err != nil {
			return fmt.Errorf("%q is not a day like 2026-12-24", a.Deposit.Due)
		}
	}
	for _, step := range a.Penalties {
		amounts = append(amounts, step.Amount)
		if _, err := time.Parse(time.RFC3339, step.From); step.From != "" && err != nil {
			return fmt.Errorf("%q is not an instant like 2026-12-24T17:00:00Z", step.From)
		}
	}
	for _, amount := range amounts {
		if amount != "" && !amountForm().MatchString(amount) {
			return fmt.Errorf("%q is not a decimal number", amount)
		}
	}
	return nil
}
