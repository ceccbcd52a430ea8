// Package sandbox is the whole partner service as a server: the eight
// endpoints of SPEC 4 over HTTP, on an invented world of hotels and an embedded
// SQL database. It spells the wire itself, from the specification, and shares
// no types with the client: a mistake on one side must not hide on the other.
//
// # Offers and their expiry
//
// A search result carries the instant until which each of its rates holds. The
// sandbox remembers in memory when it last offered a hotel for a stay to an
// account; past the expiry that went with it, verification and creation refuse
// the rate until it is searched again. A successful verification starts the
// life of that one rate anew. A well-formed code that this process has not
// offered counts as current, so that a restart, or a very long memory, never
// breaks an offer that a partner holds.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// DefaultProperties is how many hotels a world has when nothing else is said.
const DefaultProperties = 2000

// Options say what a sandbox is made of.
type Options struct {
	// Dir is where the data lives; "" keeps it in memory.
	Dir string
	// Seed and Properties make the world. Zero properties are
	// DefaultProperties.
	Seed       uint64
	Properties int
	// Keep takes the world that is already in Dir, if there is one, whatever
	// Seed and Properties say.
	Keep bool
	// Accounts are the partner accounts; at least one.
	Accounts []Account
	// Now is the clock; nil is the system's.
	Now func() time.Time
	// Logger gets one line a request, with component=sandbox and without
	// bodies, guests or tokens; nil drops them.
	Logger *slog.Logger
	// Names are the open names of WIRE 1; empty ones are the defaults.
	Names Names
	// Samples is how many reservations a new world starts with, for the first
	// account.
	Samples int
}

// Sandbox is the service. It is safe for concurrent use.
type Sandbox struct {
	store    *store.Store
	world    *world.World
	keys     keys
	names    Names
	now      func() time.Time
	log      *slog.Logger
	seed     uint64
	requests atomic.Uint64 // numbers requests and paging tokens
	offers   *bounded[offerKey, time.Time]
	searches *bounded[string, savedSearch]
}

// Open opens the sandbox, creating its world's data when there is none. Data of
// a world with another seed or size is an error that says what is there.
func Open(ctx context.Context, o Options) (*Sandbox, error) {
	if o.Properties == 0 {
		o.Properties = DefaultProperties
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	keys, err := newKeys(o.Accounts)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	names := o.Names.withDefaults()
	if err := names.check(); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	ids := make([]string, 0, len(o.Accounts))
	for _, a := range o.Accounts {
		ids = append(ids, a.ID)
	}
	data, err := store.Open(ctx, o.Dir, store.Identity{Seed: o.Seed, Properties: o.Properties}, ids)
	var other *store.MismatchError
	if o.Keep && errors.As(err, &other) {
		o.Seed, o.Properties = other.Have.Seed, other.Have.Properties
		data, err = store.Open(ctx, o.Dir, other.Have, ids)
	}
	if err != nil {
		return nil, err
	}
	hotels, err := world.New(o.Seed, o.Properties)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: %w", err), data.Close())
	}
	s := &Sandbox{
		store: data, world: hotels, keys: keys, names: names, now: o.Now, seed: o.Seed,
		log:    o.Logger.With(slog.String("component", "sandbox")),
		offers: newBounded[offerKey, time.Time](maxOffers), searches: newBounded[string, savedSearch](maxSearches),
	}
	if o.Samples > 0 {
		if err := s.fill(ctx, ids[0], o.Samples); err != nil {
			_ = data.Close()
			return nil, err
		}
	}
	return s, nil
}

// Close closes the data. The handler answers with errors from then on.
func (s *Sandbox) Close() error { return s.store.Close() }
