// Package sandbox opens the whole partner service as a server and serves it over
// HTTP: the service of SPEC 2 to 8 (service), on an invented world of hotels
// (world) and a database of reservations (store), with what bends it for those
// who learn (training) and what writes it down (recording).
//
// A request passes server.go, exchange.go (credentials, body, the lock that holds
// the data still), the list in training.Training.Handler, the service, and goes
// back the same way to the log, the recording and the client. While it runs, the
// clock can be moved, the data reset or replaced by a snapshot, and the training
// changed; the control path, on this machine and with a token of its own, offers
// that to other processes. Recordings can be served again (Replay).
package sandbox

//go:generate go run bellhop/internal/conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/internal/guard"
	"bellhop/sandbox/fixture"
	"bellhop/sandbox/internal/clock"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/training"
	"bellhop/sandbox/world"
)

// InputError is an error in what was asked of the sandbox rather than in the
// sandbox: its text says what is wrong and what would be right.
type InputError = input.Error

// DefaultProperties is how many hotels a world has when nothing else is said.
const DefaultProperties = 6000

// quickWorld is the largest world whose search index is made so fast that
// nobody has to wait for it.
const quickWorld = 20_000

// indexAfter is when the index of a small world is made: a console that starts
// has shown its first list by then, and nobody has typed a word yet.
const indexAfter = 250 * time.Millisecond

// worldVersion counts the ways in which a world was ever made from its seed.
// Data of another one names hotels and prices that are no longer there.
const worldVersion = 3

// Options say what a sandbox is made of.
type Options struct {
	// Dir is where the data lives; "" keeps it in memory. The address of a PostgreSQL
	// database, which begins with postgres://, is shared by all servers that have it.
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
	// Notice is told in a sentence what of the data is lost at the start; nil
	// leaves that to the log.
	Notice func(text string)
	// Names are other names for what the specification leaves open (WIRE 1),
	// each as ENTRY=NAME; an entry is spelled as in a profile of the client,
	// such as id_filter, and an empty NAME means that the service does not have
	// it. A mistake makes Open fail with an *InputError (CheckNames).
	Names []string
	// Quirks are shapes to answer in, as training.Quirks reads them; "" is none.
	Quirks string
	// Samples is how many reservations a new world starts with, for the first
	// account.
	Samples int
	// Fixtures is the text of a fixture file, "" for none: a new world starts
	// with its reservations in place of the samples, and a reset goes back to
	// them. Set overrides values of it, each as PATH=VALUE. Open fails with an
	// *InputError when either cannot be understood (fixture.Check), and when no
	// rate of a new world fits one of them.
	Fixtures string
	Set      []string
	// Start is where the clock is put at open, in SetClock's words; an instant
	// makes it stand still there. "" goes on with the clock that Dir holds.
	Start string
	// Latency is a profile of training.Latency; "" is none.
	Latency string
	// Faults are rules of training.Faults, a line each.
	Faults string
	// Control is the token of the control path; "" means that there is none.
	Control string
	// Observer is told of requests and of what the store does; nil is nobody.
	Observer Observer
	// Certificate makes Serve speak TLS (see Certificate); nil is plain HTTP.
	Certificate *Certificate
	// Drain is how long Serve goes on, not ready any more, when it is to end.
	Drain time.Duration
	// Record gets one JSON line a request, redacted; nil records nothing.
	Record io.Writer
	// Changes is how many of 1000 ordinary rates cost something else when they
	// are verified than the search said.
	Changes int
	// Progress is told how far the making of the search index is, and Open waits
	// for it. The index of a small world is made in a few hundredths of a second
	// some time after Open instead, without a word. When Progress is nil, the
	// first search for words makes it.
	Progress func(done, total int)
	// Filling is told how many of the fixtures of a new world are made; nil is told
	// nothing.
	Filling func(done, total int)
}

// Sandbox is the service with its world, its store, its training and its
// recording. It is safe for concurrent use.
type Sandbox struct {
	store       store.Store
	shared      store.Shared // the store, where other servers have it too; else nil
	world       *world.World
	service     *service.Service
	training    *training.Training
	handle      training.Handler // the training around the service
	keys        atomic.Pointer[keys]
	clock       *clock.Clock
	log         *slog.Logger
	seed        service.Seed
	control     string            // token of the control path
	maker       fixture.Maker     // of the first reservations
	samples     int               // reservations of a new world
	fixtures    []fixture.Fixture // in place of the samples, unless nil
	filling     func(done, total int)
	notice      func(text string) // see Options; may be nil
	waiting     bool              // the world had its reservations before the fixtures came
	record      *recording.Recorder
	waits       *waits
	limits      limits
	seen        latestRequests
	observer    Observer     // may be nil
	certificate *Certificate // nil without TLS
	drain       time.Duration
	draining    atomic.Bool
	indexing    *time.Timer

	lineage lineage

	// admin is held by whoever moves the clock, or saves, removes or replaces
	// data, so that they follow one another. It is locked before still.
	admin sync.Mutex
	// still keeps the data in place: a request read-locks it while it is carried
	// out, and whoever replaces the data write-locks it.
	still sync.RWMutex
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
	names, err := service.ReadNames(o.Names)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	fixtures, err := fixture.Read(o.Fixtures, o.Set)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	settings, err := training.ReadSettings(o.Latency, o.Faults, o.Quirks)
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	ids := accountIDs(o.Accounts)
	// The world is made beside the opening of its data, which is nearly always
	// that of the world asked for.
	hotels := o.world()
	go func(made func() (*world.World, error)) {
		defer guard.Catch()
		_, _ = made()
	}(hotels)
	data, err := openStore(ctx, o.Dir, store.Identity{Seed: o.Seed, Properties: o.Properties, Version: worldVersion}, ids)
	var other *store.MismatchError
	if o.Keep && errors.As(err, &other) && !other.OtherVersion() {
		o.Seed, o.Properties = other.Have.Seed, other.Have.Properties
		hotels = o.world()
		data, err = openStore(ctx, o.Dir, other.Have, ids)
	}
	if err != nil {
		return nil, err
	}
	w, err := hotels()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: %w", err), data.Close())
	}
	if o.Progress != nil && o.Properties > quickWorld {
		w.Prepare(o.Progress)
	}
	log := o.Logger.With(slog.String("component", "sandbox"))
	data = observed(data, o.Observer)
	shared, _ := data.(store.Shared) // nil for a store that one server has
	trained := training.New(settings, training.Options{
		Seed: service.Seed(o.Seed), World: w, Changes: o.Changes, Facts: data, Shared: trainingShared(shared), Logger: log,
	})
	s := &Sandbox{
		store: data, shared: shared, world: w, clock: clock.New(o.Now), seed: service.Seed(o.Seed), record: recording.NewRecorder(o.Record, names), waits: newWaits(), limits: newLimits(),
		certificate: o.Certificate, drain: o.Drain, observer: o.Observer,
		control: o.Control, samples: o.Samples, fixtures: fixtures, filling: o.Filling, notice: o.Notice, log: log, training: trained,
		service: service.New(service.Options{
			World: w, Store: data, Shared: shared, Seed: service.Seed(o.Seed), Accounts: ids, Names: names,
			Logger: log, Notice: o.Notice, Policies: trained.Policy,
		}),
	}
	s.keys.Store(&keys)
	s.lineage.store = data
	s.maker = fixture.Maker{World: w, Seed: s.seed, Service: s.service, Account: ids[0]}
	s.handle = trained.Handler(func(ctx context.Context, r service.Request) service.Answer { return s.service.Handle(ctx, r) }, s.steady)
	quick := o.Progress != nil && o.Properties <= quickWorld
	if quick {
		s.service.Warm() // The most prominent destinations are what a console asks for first.
	}
	if err := s.begin(ctx, o.Start); err != nil {
		return nil, errors.Join(err, data.Close())
	}
	if quick {
		s.indexing = time.AfterFunc(indexAfter, func() { w.Prepare(nil) })
	}
	return s, nil
}

// Training bends the service while it runs.
func (s *Sandbox) Training() *training.Training { return s.training }

func (o Options) world() func() (*world.World, error) {
	return sync.OnceValues(func() (*world.World, error) { return world.New(o.Seed, o.Properties) })
}

// begin puts the clock where it starts, reads back what the data holds of late
// bookings, lineage and offers, and fills a new world.
func (s *Sandbox) begin(ctx context.Context, order string) error {
	if err := s.startClock(ctx, order); err != nil {
		return err
	}
	if err := errors.Join(s.training.Recall(ctx), s.training.Begin(ctx)); err != nil {
		return err
	}
	if err := s.lineage.begin(ctx); err != nil {
		return err
	}
	if err := s.fill(ctx); err != nil {
		return err
	}
	s.service.RecallOffers(ctx) // Last of all: it goes on behind what returns now.
	if s.shared != nil {
		s.shared.Watch(s.reread)
	}
	return nil
}

// Close ends every wait and closes the data, once the offers are read. The
// handler answers with errors from then on.
func (s *Sandbox) Close() error {
	s.waits.end()
	if s.indexing != nil {
		s.indexing.Stop()
	}
	return errors.Join(s.leave(), s.store.Close())
}
