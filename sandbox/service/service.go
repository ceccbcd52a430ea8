// Package service is the partner service of SPEC 2 to 8 and nothing else: a
// request in, an answer out. It books the rates of an invented world and keeps
// the reservations in a store. It spells the wire itself, from the specification,
// and shares no types with the client: a mistake on one side must not hide on the
// other.
//
// A request passes route.go, request.go and the file of its endpoint:
// destinations, search with query, verify, create, modify or reservations.
// wire.go spells the answers, rejection.go the refusals.
package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"bellhop/internal/guard"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// Options are the parts of a service.
type Options struct {
	World    *world.World
	Store    store.Store
	Seed     Seed
	Accounts []string // ids of the partner accounts
	Names    Names
	Logger   *slog.Logger
	// Shared keeps offers and searches where many servers have one store; nil keeps them
	// in memory.
	Shared store.Shared
	// Notice is told in a sentence what is forgotten at the start; it may be nil.
	Notice   func(text string)
	Policies Policies // nil: no hotel departs from its search
}

// Service is the partner service. It is safe for concurrent use.
type Service struct {
	endpoints    map[Endpoint]handler
	log          *slog.Logger
	bookings     bookings
	destinations *destinations
	hotels       *hotelSearch
	offers       *offers
}

// handler carries out a call of one endpoint.
type handler func(context.Context, *call) (result, error)

// result is a success: a status and a body to write as JSON.
type result struct {
	status int
	body   any
}

// New puts a service together.
func New(o Options) *Service {
	if o.Policies == nil {
		o.Policies = func(int, string, world.Stay) Policy { return Policy{} }
	}
	rates := rates{world: o.World, policies: o.Policies}
	stock := stock{world: o.World, store: o.Store}
	offers := newOffers(o, rates)
	destinations := newDestinations(o.World)
	hotels := &hotelSearch{
		names: o.Names, seed: o.Seed, rates: rates, stock: stock, offers: offers, saved: newSearches(o.Shared),
	}
	verify := verification{rates, stock, offers}
	bookings := bookings{names: o.Names, seed: o.Seed, store: o.Store, rates: rates, offers: offers}
	reservations := reservations{names: o.Names, store: o.Store, world: o.World}
	serve := map[Endpoint]handler{}
	for i, handle := range []handler{
		destinations.search, hotels.search, verify.verify, bookings.create,
		reservations.list, reservations.read, bookings.modify, reservations.cancel,
	} {
		serve[Endpoints()[i]] = handle
	}
	return &Service{endpoints: serve, log: o.Logger, bookings: bookings, destinations: destinations, hotels: hotels, offers: offers}
}

// Handle answers a request. It ends with an error, too, where the service itself
// fails or panics.
func (s *Service) Handle(ctx context.Context, r Request) Answer {
	a := r.Blank()
	done, err := s.carryOut(ctx, r)
	if err == nil {
		a.Status = done.status
		if a.Body, err = encode(done.body); err == nil {
			return a
		}
		s.failed(ctx, r, "encoding an answer failed", err)
		return a.Refuse(ErrInternal)
	}
	var f *Rejection
	switch {
	case errors.As(err, &f):
		return a.Refuse(f)
	case errors.Is(err, store.ErrUnknown):
		s.failed(ctx, r, "what became of a request is not known", err)
		return a.Refuse(errOutcome)
	case errors.Is(err, store.ErrUnavailable):
		s.failed(ctx, r, "request not carried out", err)
		return a.RefuseUnavailable()
	case ctx.Err() == nil:
		s.failed(ctx, r, "request failed", err)
	}
	return a.Refuse(ErrInternal)
}

func (s *Service) failed(ctx context.Context, r Request, what string, err error) {
	s.log.LogAttrs(ctx, slog.LevelError, what, slog.String("request_id", r.ID), slog.String("error", err.Error()))
}

// carryOut does what the request asks for. A panic is an error like any other.
func (s *Service) carryOut(ctx context.Context, r Request) (done result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if r.Account == "" {
		return result{}, ErrUnauthorized
	}
	route, err := r.Route()
	if err != nil {
		return result{}, err
	}
	c, err := r.accept(route)
	if err != nil {
		return result{}, err
	}
	return s.endpoints[route.Endpoint](ctx, c)
}

// written is a body that is JSON already, its line feed included.
type written []byte

func encode(body any) ([]byte, error) {
	if text, ok := body.(written); ok {
		return text, nil
	}
	return jsontree.EncodeLine(body)
}

// Reservation returns what is stored of a booking at a price.
func (s *Service) Reservation(account string, b Booking, q Quote, now time.Time) store.New {
	return s.bookings.reservation(account, b, q, now)
}

// Quote returns what a rate of a room costs in so many rooms.
func (s *Service) Quote(hotel int, room world.Room, rate world.Rate, stay world.Stay, rooms int) Quote {
	return Quote{hotel, s.bookings.rates.world.Property(hotel), room, rate, stay, rooms}
}

// Warm makes beside its caller the answer that every console starts with.
func (s *Service) Warm() {
	go func() {
		defer guard.Catch()
		_, _ = s.destinations.prominent() // An error is the request's to tell.
	}()
}

// Forget drops what is remembered of requests: offers and searches. Nobody may
// be served meanwhile.
func (s *Service) Forget() {
	s.offers.made.clear()
	s.hotels.saved.clear()
}
