// Package postgres keeps the sandbox's reservations, the rooms that they take from
// stock, and what a server would remember otherwise, in a PostgreSQL database that
// many servers share.
//
// What a write needs is locked in one order: its account, its reservation, the
// rooms of each night, the rest. Rooms are locked in the order in which they are
// asked for: of two writes that wait for each other's, the database gives one up,
// and it is begun again. Whoever replaces everything locks the table of
// accounts first, and so waits for the writes that have begun and holds back the
// others.
package postgres

import (
	"context"
	"sync"
	"sync/atomic"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/compress"
	"bellhop/sandbox/store/number"
)

// database is a store in a PostgreSQL database.
type database struct {
	*transactions
	facts
	notes
	name     string // of the database, for people
	identity store.Identity
	namer    number.Namer
	codec    compress.Codec
	accounts atomic.Pointer[map[string]*account] // by id; a map never changes
	watching watcher
	prune    pruner
}

// account is a partner account, and the reservations that wait to be created for it.
type account struct {
	number  int64
	mu      sync.Mutex
	waiting []*creation
	running bool // somebody takes from waiting
}

var _ store.Shared = (*database)(nil)

// Close ends the store, once the writes that have begun have ended.
func (d *database) Close() error {
	if !d.end() {
		return nil // It was called before.
	}
	d.watching.stop()
	d.prune.stop()
	d.running.Wait()
	d.pool.Close()
	return nil
}

// Usage is how the connections to the database are used, by the names of metrics.
func (d *database) Usage() map[string]float64 {
	s := d.pool.Stat()
	return map[string]float64{
		"connections":            float64(s.TotalConns()),
		"connections_idle":       float64(s.IdleConns()),
		"connections_in_use":     float64(s.AcquiredConns()),
		"connections_most":       float64(s.MaxConns()),
		"waits_total":            float64(s.EmptyAcquireCount()),
		"wait_seconds_total":     s.AcquireDuration().Seconds(),
		"connections_made_total": float64(s.NewConnsCount()),
		"waits_canceled_total":   float64(s.CanceledAcquireCount()),
	}
}

// account returns the account with an id, or nil.
func (d *database) account(id string) *account { return (*d.accounts.Load())[id] }

func (d *database) numberOf(id string) (number int64, known bool) {
	a := d.account(id)
	if a == nil {
		return 0, false
	}
	return a.number, true
}

// owned reads an id; ok is false when it cannot be one of the account's.
func (d *database) owned(account, id string) (owner, ordinal int64, ok bool) {
	owner, known := d.numberOf(account)
	seq, read := d.namer.Seq(id)
	whose, ordinal := number.Split(seq)
	return owner, ordinal, known && read && whose == owner
}

// all is every reservation, night and note: a function for each table would say no
// more. Its order is that in which tables are locked.
func tables() []string { return []string{"reservation", "stock", "custom_value", "fact", "note"} }

// lockAll holds back every other write until the transaction ends, and has waited
// for those that had begun.
func lockAll(ctx context.Context, tx querier) error {
	_, err := tx.Exec(ctx, "LOCK TABLE account IN ACCESS EXCLUSIVE MODE")
	return err
}
