package training

import (
	"context"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
)

// script is what a hotel does out of the ordinary. The zero script is an
// ordinary hotel.
type script struct {
	policy service.Policy

	verification fault.Action // what a verification meets
	creation     fault.Action // what a creation meets
	once         bool         // only the first time for a stay

	lapses   bool     // the first creation for a stay comes too late for its offer
	invalid  []string // the field that every creation has wrong
	soldOut  bool     // a creation finds the room sold out
	declined bool     // no payment is accepted
	holds    bool     // a cancellation is refused
}

// maxOnce is how many first times are remembered.
const maxOnce = 10_000

const (
	shortLife = time.Minute
	slowness  = 8 * time.Second
	busyPause = 5 * time.Second
)

// scripts has one script for each scenario of the world.
var scripts = map[string]script{
	"price-up":            {policy: service.Policy{RateChange: world.RateChange{Permille: 1100}}},
	"price-down":          {policy: service.Policy{RateChange: world.RateChange{Permille: 900}}},
	"terms-stricter":      {policy: service.Policy{RateChange: world.RateChange{Stricter: true}}},
	"gone-non-refundable": {policy: service.Policy{RateChange: world.RateChange{NoRefund: true}}},
	"rate-gone":           {policy: service.Policy{Withdrawn: true}},
	"sold-out":            {soldOut: true},
	"expired":             {policy: service.Policy{OfferLife: shortLife}, lapses: true},
	"payment-declined":    {declined: true},
	"validation":          {invalid: []string{"guests", "primary", "telephone_number"}},
	"created":             {policy: service.Policy{Unconfirmed: true}},
	"ghost":               {creation: fault.Action{Kind: fault.ResetAfter}},
	"late-ghost":          {creation: fault.Action{Kind: fault.Late}},
	"slow-then-fine":      {verification: fault.Action{Kind: fault.Slow, Delay: slowness}, once: true},
	"error-before":        {creation: fault.Action{Kind: fault.ServerError}},
	"error-after":         {creation: fault.Action{Kind: fault.ServerErrorAfter}},
	"bad-gateway":         {creation: fault.Action{Kind: fault.BadGatewayAfter}},
	"empty":               {creation: fault.Action{Kind: fault.Empty}},
	"truncated":           {creation: fault.Action{Kind: fault.Truncated}},
	"reset":               {creation: fault.Action{Kind: fault.Reset}},
	"unauthorized":        {creation: fault.Action{Kind: fault.Unauthorized}, once: true},
	"forbidden":           {creation: fault.Action{Kind: fault.Forbidden}},
	"busy":                {creation: fault.Action{Kind: fault.Busy, RetryAfter: busyPause}, once: true},
	"cancel-refused":      {holds: true},
	"last-room":           {}, // Its hotel has one room of each kind.
}

// scenarios are the hotels of the scenario city at play.
type scenarios struct {
	world   *world.World
	seed    service.Seed
	changes int // of 1000 ordinary rates
	once    *fifo.Map[onceKey, struct{}]
	shared  Shared // remembers in place of once, unless nil
}

func newScenarios(o Options) *scenarios {
	return &scenarios{world: o.World, seed: o.Seed, changes: o.Changes, once: fifo.New[onceKey, struct{}](maxOnce), shared: o.Shared}
}

// forget drops what this server alone remembers.
func (s *scenarios) forget() { s.once.Clear() }

// policy is how a hotel departs from what a search shows of it: by its script, or
// for so many of 1000 ordinary rates by a few percent of the price. The same rate
// for the same stay differs in the same way every time.
func (s *scenarios) policy(hotel int, code string, stay world.Stay) service.Policy {
	if key := s.world.Scenario(hotel); key != "" {
		return scripts[key].policy
	}
	if s.changes == 0 || code == "" {
		return service.Policy{}
	}
	of := fmt.Sprintf("%d/%s/%d/%d/%d/%d", s.world.Key(hotel), code, stay.In, stay.Out, stay.Adults, stay.Children)
	dice := s.seed.Hash("change", of)
	if int(binary.BigEndian.Uint32(dice[:4])%1000) >= s.changes {
		return service.Policy{}
	}
	by := []int{970, 980, 1020, 1030, 1040, 1050}
	return service.Policy{RateChange: world.RateChange{Permille: by[int(dice[4])%len(by)]}}
}

// onceKey names a thing that happens once to an account.
type onceKey struct {
	account string
	hotel   int
	in, out world.Day
}

// first reports whether the account asks the hotel about the stay for the first
// time, in a scenario where that matters.
func (s *scenarios) first(ctx context.Context, e *Exchange, hotel int, stay world.Stay) (bool, error) {
	key := onceKey{e.Account, hotel, stay.In, stay.Out}
	if s.shared != nil {
		return s.shared.First(ctx, fmt.Sprintf("%d %d %d %s", key.hotel, key.in, key.out, key.account))
	}
	return s.once.Add(key, struct{}{}), nil
}

// meets reports whether a fault of the script is applied to the request now.
func (s *scenarios) meets(ctx context.Context, e *Exchange, does script, a fault.Action, hotel int, stay world.Stay) (bool, error) {
	if a.Kind == "" || !does.once {
		return a.Kind != "", nil
	}
	return s.first(ctx, e, hotel, stay)
}

// errPrevented ends a request within the service when its fault prevents the work.
// What the service answers then is dropped.
var errPrevented = &service.Rejection{}

// play carries each request out as the script of its hotel has it.
func (s *scenarios) play(next Handler) Handler {
	return func(ctx context.Context, e *Exchange) Answer {
		var after fault.Action // which the creation meets once it is carried out
		e.Approve = func(p service.Proposal) (err error) {
			after, err = s.approve(ctx, e, p)
			return err
		}
		if e.Route.Path == service.PathCancellation && s.keeps(ctx, e, next) {
			return Answer{Answer: e.Blank().Refuse(service.RejectCancellation("The hotel does not accept the cancellation."))}
		}
		a := next(ctx, e)
		if e.Fault.Kind.BeforeWork() {
			return Answer{Answer: e.Blank()}
		}
		if a.Success() && e.Route.Path == service.PathVerification {
			var err error
			if after, err = s.verified(ctx, e); err != nil {
				return Answer{Answer: e.Blank().RefuseUnavailable()}
			}
		}
		if a.Success() && after.Kind != "" {
			e.meet(after) // It prevents nothing any more.
		}
		return a
	}
}

// approve decides about a booking before it is made, and returns the fault that
// the request meets when it is.
func (s *scenarios) approve(ctx context.Context, e *Exchange, p service.Proposal) (after fault.Action, err error) {
	does := scripts[s.world.Scenario(p.Hotel)]
	if p.Step == service.RateFound {
		if !does.lapses {
			return fault.Action{}, nil
		}
		first, err := s.first(ctx, e, p.Hotel, p.Stay)
		if err == nil && first {
			err = service.ErrOfferEnded
		}
		return fault.Action{}, err
	}
	if err := does.refuseBooking(p); err != nil {
		return fault.Action{}, err
	}
	meets, err := s.meets(ctx, e, does, does.creation, p.Hotel, p.Stay)
	switch {
	case err != nil || !meets:
		return fault.Action{}, err
	case !does.creation.Kind.BeforeWork():
		return does.creation, nil
	case e.meet(does.creation):
		return fault.Action{}, errPrevented
	}
	return fault.Action{}, nil
}

// verified returns the fault that a verification meets that was carried out.
func (s *scenarios) verified(ctx context.Context, e *Exchange) (fault.Action, error) {
	f := jsontree.ReadObject(e.Body, nil)
	hotel, _ := s.world.Find(f.Plain("chain_code", jsontree.Required), f.Plain("property_code", jsontree.Required))
	does := scripts[s.world.Scenario(hotel)]
	in, _ := f.Day("check_in_date", jsontree.Required)
	out, _ := f.Day("check_out_date", jsontree.Required)
	meets, err := s.meets(ctx, e, does, does.verification, hotel, world.Stay{In: world.Day(in), Out: world.Day(out)})
	if err != nil || !meets {
		return fault.Action{}, err
	}
	return does.verification, nil
}

// keeps reports whether the reservation is at a hotel that lets nobody cancel.
// Other reasons not to cancel are left to the cancellation itself.
func (s *scenarios) keeps(ctx context.Context, e *Exchange, next Handler) bool {
	read := e.Request
	read.Method, read.URL = http.MethodGet, &url.URL{Path: strings.TrimSuffix(e.URL.Path, "/cancel")}
	if e.Check() != nil {
		return false
	}
	r, err := jsontree.Decode(next(ctx, &Exchange{Request: read}).Body, nil)
	h := r.Member("hotel")
	hotel, known := s.world.Find(h.Member("chain_code").Text, h.Member("property_code").Text)
	return err == nil && known && scripts[s.world.Scenario(hotel)].holds && r.Member("status").Text == "CONFIRMED"
}

// refuseBooking returns the refusal that the hotel's script has for a creation
// that is right in itself.
func (d script) refuseBooking(p service.Proposal) error {
	switch {
	case d.invalid != nil:
		wrong := &jsontree.Problems{}
		wrong.Add(d.invalid, "is not accepted by the hotel")
		return service.RejectInvalid(wrong.List...)
	case d.soldOut:
		return service.ErrSoldOut
	case d.declined && !p.Simulated:
		return service.RejectPayment("The payment was not accepted: the card issuer declines the payment.")
	}
	return nil
}
