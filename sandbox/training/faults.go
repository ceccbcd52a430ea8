package training

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training/fault"
)

// Faults are the fault rules in force.
type Faults struct {
	seed  service.Seed
	set   *fault.Set
	board *board
}

func newFaults(seed service.Seed, rules []fault.Rule) *Faults {
	return &Faults{seed: seed, set: fault.NewSet(uint64(seed), rules)}
}

// List lists the rules.
func (f *Faults) List() []fault.Status { return f.set.Status() }

// Add adds rules, one a line, as fault.Rule describes them. A mistake is an
// *input.Error that tells where it stands, and nothing is added.
func (f *Faults) Add(ctx context.Context, rules string) error {
	list, err := fault.Parse(rules)
	if err != nil {
		return input.Errorf("%s", err)
	}
	return f.change(ctx, func(set *fault.Set) error {
		if err := set.Add(list); err != nil {
			return input.Errorf("%s", err)
		}
		return nil
	})
}

// Clear drops every rule.
func (f *Faults) Clear(ctx context.Context) error {
	return f.change(ctx, func(set *fault.Set) error {
		set.Clear()
		return nil
	})
}

// change changes the rules, of all servers where they share them.
func (f *Faults) change(ctx context.Context, change func(*fault.Set) error) error {
	if f.board == nil {
		return change(f.set)
	}
	return f.board.change(ctx, true, func(k *keptTraining) error {
		set := fault.NewSet(uint64(f.seed), nil)
		if err := errors.Join(set.Put(k.Now.Faults), change(set)); err != nil {
			return err
		}
		k.Now.Faults = set.Status()
		return nil
	})
}

// hit counts a request, and returns the fault that it meets, if any.
func (f *Faults) hit(ctx context.Context, e *Exchange) (fault.Action, bool, error) {
	if f.board != nil {
		return f.board.hit(ctx, f.seed, e, f.set)
	}
	a, hit := f.set.Decide(e.Route.Endpoint, e.Account != "")
	return a, hit, nil
}

// decide finds the fault that a request meets by the rules, and ends the request
// when that prevents the work. A request that was late has met its fault.
func (f *Faults) decide(next Handler) Handler {
	return func(ctx context.Context, e *Exchange) Answer {
		var err error
		if e.Route, err = e.Request.Route(); err == nil && e.Settles == "" {
			a, hit, err := f.hit(ctx, e)
			if err != nil {
				return Answer{Answer: e.Blank().RefuseUnavailable()} // Nothing was begun.
			}
			if hit {
				e.Fault = a
			}
		}
		if e.Fault.Kind.BeforeWork() {
			return Answer{Answer: e.Blank()}
		}
		return next(ctx, e)
	}
}

// apply applies to an answer the fault that its request met, whether by a rule or
// by a scenario. Read carries out a request without any training.
func (f *Faults) apply(read Handler) Middleware {
	return func(next Handler) Handler {
		return func(ctx context.Context, e *Exchange) Answer {
			a := next(ctx, e)
			if e.Fault.Kind == "" {
				return a
			}
			a = e.Fault.Apply(a, fault.Source{
				Seed:         f.seed,
				Reservations: func() []jsontree.Value { return reservations(ctx, e.Request, read) },
			})
			if a.Hold == 0 {
				e.Pause(e.Fault.Wait())
			}
			return a
		}
	}
}

// reservations lists the newest reservations of the request's account. The client
// may have gone, and a recording shows what it would have got.
func reservations(ctx context.Context, r service.Request, read Handler) []jsontree.Value {
	r.Method, r.URL, r.Body = http.MethodGet, &url.URL{Path: service.PathReservations}, nil
	a := read(context.WithoutCancel(ctx), &Exchange{Request: r})
	v, _ := jsontree.Decode(a.Body, nil) // An answer of the service decodes.
	return v.Member("items").Items
}
