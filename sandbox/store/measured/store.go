// Package measured tells how long the operations of a store take.
package measured

import (
	"context"
	"errors"
	"time"

	"bellhop/sandbox/store"
)

// The outcomes that are told of an operation.
const (
	succeeded   = "ok"
	refused     = "refused" // by a rule: sold out, no such reservation, another state
	unavailable = "unavailable"
	unknown     = "unknown" // a write that may be stored or not
	failed      = "failed"
)

// Tell is told of each operation, by the name of its method.
type Tell func(operation, outcome string, took time.Duration)

// New returns a store that tells of what it does. It is a store.Shared if s is one.
func New(s store.Store, tell Tell) store.Store {
	if both, is := s.(store.Shared); is {
		return shared{one{s, tell}, both}
	}
	return one{s, tell}
}

// one is a store. What it does not measure passes through.
type one struct {
	store.Store
	tell Tell
}

// shared is a store of many servers.
type shared struct {
	one
	both store.Shared
}

var _ store.Shared = shared{} // Else servers would no longer follow each other, without a word.

func (t Tell) took(operation string, begun time.Time, err error) {
	t(operation, outcome(err), time.Since(begun))
}

func outcome(err error) string {
	switch {
	case err == nil:
		return succeeded
	case errors.Is(err, store.ErrUnknown):
		return unknown
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrClosed):
		return unavailable
	case errors.Is(err, store.ErrSoldOut), errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrNotConfirmed), errors.Is(err, store.ErrSettled),
		errors.Is(err, store.ErrNoSnapshot), errors.Is(err, store.ErrSnapshotName):
		return refused
	default:
		return failed
	}
}

func (s one) Create(ctx context.Context, n store.New) (r store.Reservation, err error) {
	defer func(begun time.Time) { s.tell.took("create", begun, err) }(time.Now())
	return s.Store.Create(ctx, n)
}

func (s one) Modify(ctx context.Context, account, id string, change func(store.Reservation) (store.Change, error)) (r store.Reservation, err error) {
	var own error
	defer func(begun time.Time) { s.tellOwn("modify", begun, err, own) }(time.Now())
	return s.Store.Modify(ctx, account, id, func(r store.Reservation) (store.Change, error) {
		var c store.Change
		c, own = change(r)
		return c, own
	})
}

func (s one) Cancel(ctx context.Context, account, id string, allow func(store.Reservation) error) (r store.Reservation, err error) {
	var own error
	defer func(begun time.Time) { s.tellOwn("cancel", begun, err, own) }(time.Now())
	if allow == nil {
		return s.Store.Cancel(ctx, account, id, nil)
	}
	return s.Store.Cancel(ctx, account, id, func(r store.Reservation) error {
		own = allow(r)
		return own
	})
}

// tellOwn is took for an operation that the caller's function can refuse.
func (s one) tellOwn(operation string, begun time.Time, err, own error) {
	if own != nil && errors.Is(err, own) {
		s.tell(operation, refused, time.Since(begun))
		return
	}
	s.tell.took(operation, begun, err)
}

func (s one) Read(ctx context.Context, account, id string) (r store.Reservation, err error) {
	defer func(begun time.Time) { s.tell.took("read", begun, err) }(time.Now())
	return s.Store.Read(ctx, account, id)
}

func (s one) List(ctx context.Context, account string, f store.Filter) (page []store.Reservation, total int64, err error) {
	defer func(begun time.Time) { s.tell.took("list", begun, err) }(time.Now())
	return s.Store.List(ctx, account, f)
}

func (s one) Sold(ctx context.Context, hotels []store.Hotels, checkIn, checkOut int32) (sold map[store.Night]int, err error) {
	defer func(begun time.Time) { s.tell.took("sold", begun, err) }(time.Now())
	return s.Store.Sold(ctx, hotels, checkIn, checkOut)
}

func (s one) EachSold(ctx context.Context, hotels []store.Hotels, checkIn, checkOut int32, each func(store.Night, int)) (err error) {
	defer func(begun time.Time) { s.tell.took("sold", begun, err) }(time.Now())
	return s.Store.EachSold(ctx, hotels, checkIn, checkOut, each)
}

func (s one) Reset(ctx context.Context, first []store.New, facts ...store.NamedFact) (err error) {
	defer func(begun time.Time) { s.tell.took("reset", begun, err) }(time.Now())
	return s.Store.Reset(ctx, first, facts...)
}

func (s one) Save(ctx context.Context, name string, at time.Time, extra ...store.NamedFact) (err error) {
	defer func(begun time.Time) { s.tell.took("save", begun, err) }(time.Now())
	return s.Store.Save(ctx, name, at, extra...)
}

func (s one) Load(ctx context.Context, name string) (err error) {
	defer func(begun time.Time) { s.tell.took("load", begun, err) }(time.Now())
	return s.Store.Load(ctx, name)
}

func (s shared) Remember(ctx context.Context, kind store.Kind, notes ...store.Note) (err error) {
	defer func(begun time.Time) { s.tell.took("remember", begun, err) }(time.Now())
	return s.both.Remember(ctx, kind, notes...)
}

func (s shared) Recall(ctx context.Context, kind store.Kind, keys ...string) (found map[string]string, err error) {
	defer func(begun time.Time) { s.tell.took("recall", begun, err) }(time.Now())
	return s.both.Recall(ctx, kind, keys...)
}

func (s shared) First(ctx context.Context, kind store.Kind, key string) (first bool, err error) {
	defer func(begun time.Time) { s.tell.took("remember", begun, err) }(time.Now())
	return s.both.First(ctx, kind, key)
}

func (s shared) Setting(ctx context.Context, name string) (string, error) {
	return s.both.Setting(ctx, name)
}

func (s shared) ChangeSetting(ctx context.Context, name string, tell bool, change func(now string) (string, error)) (err error) {
	defer func(begun time.Time) { s.tell.took("setting", begun, err) }(time.Now())
	return s.both.ChangeSetting(ctx, name, tell, change)
}

func (s shared) ChangeFact(ctx context.Context, name string, change func(now string) (string, error)) (err error) {
	defer func(begun time.Time) { s.tell.took("fact", begun, err) }(time.Now())
	return s.both.ChangeFact(ctx, name, change)
}

func (s shared) Watch(changed func(ctx context.Context)) { s.both.Watch(changed) }
