package service

import (
	"errors"
	"time"

	"bellhop/sandbox/world"
)

// All that training may do inside of the service stands in this file. Whatever
// else bends a request or an answer does so from outside of Handle. A service
// without Policies that gets requests with the zero Hooks is honest.

// Policies returns how a hotel departs from what it lets the search show. The
// code is empty where all rates of a stay are meant.
type Policies func(hotel int, code string, stay world.Stay) Policy

// Policy is how a hotel departs from what the search shows of it. The zero
// Policy departs in nothing.
type Policy struct {
	RateChange  world.RateChange // how verification, creation and modification price a rate otherwise
	Withdrawn   bool             // nothing that the search shows can be had
	OfferLife   time.Duration    // how long an offer holds, if not as long as the world says
	Unconfirmed bool             // the hotel leaves its confirmations open
}

// Hooks are what a request brings along for its creation; the zero Hooks change
// nothing.
type Hooks struct {
	// Approve is asked about a booking before it is made, and ends the request
	// with its error; nil approves everything. See Proposal.
	Approve func(Proposal) error
	// Settles names a stored fact that the creation drops in its transaction;
	// "" is none.
	Settles string
}

// Proposal is a booking that a request is about to make.
type Proposal struct {
	Step      Step
	Hotel     int // its index in the world
	Stay      world.Stay
	Simulated bool // neither the hotel nor the card is asked (SPEC 3)
}

// Step is how far a creation has come when its booking is proposed.
type Step int

// At RateFound the request is well-formed and its rate exists: ErrOfferEnded
// ends the offer of the rate, as if it had expired. At PriceAgreed nothing is
// wrong with the request, and the payment and the hotel come next.
const (
	RateFound Step = iota
	PriceAgreed
)

// ErrOfferEnded is the error by which Approve ends a request other than by a
// *Rejection.
var ErrOfferEnded = errors.New("the offer has ended")

func (h Hooks) approve(p Proposal) error {
	if h.Approve == nil {
		return nil
	}
	return h.Approve(p)
}
