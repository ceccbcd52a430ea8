package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"bellhop/sandbox/store"
)

// database is a store in an embedded SQL database.
type database struct {
	dir      string // "" in memory
	identity store.Identity
	source   string // the database's address
	namer    namer
	press    press

	read     *sql.DB
	write    *sql.DB
	lock     *sql.DB // nil in memory
	writer   *writer
	jobs     chan *job
	quit     chan struct{}
	stopped  chan struct{}
	closing  sync.Once
	closeErr error

	accounts map[string]*account // fixed after Open
	queries  queries

	// steady is held by a list while it reads, and by the writer while it
	// commits what would let the list's parts disagree.
	steady sync.RWMutex

	shelf shelf
	sums  *sums // nil in memory
}

// account is a partner account and the stays of its reservations, as of the
// last commit.
type account struct {
	number int64
	view   atomic.Pointer[view]
}

// Close stops the writer and closes the database. Writes that were not taken
// up yet fail with ErrClosed.
func (d *database) Close() error {
	d.closing.Do(func() {
		close(d.quit)
		<-d.stopped
		errs := []error{d.queries.close(), d.writer.close(), d.read.Close()}
		settled := d.settle()
		errs = append(errs, settled, d.shelf.close())
		if settled == nil {
			errs = append(errs, d.write.Close())
		}
		if d.lock != nil {
			errs = append(errs, d.lock.Close())
		}
		d.closeErr = errors.Join(errs...)
	})
	return d.closeErr
}

// settle writes the log back at the end. Where that fails the database must stay
// open: closing it writes the log back too, past the sums.
func (d *database) settle() error {
	if d.sums == nil {
		return nil
	}
	if d.write == nil || d.sums.file == nil {
		return d.sums.close()
	}
	ctx := context.Background() // Whoever closes does not wait for anybody.
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	err = d.sums.settle(ctx, conn)
	return errors.Join(err, conn.Close(), d.sums.close())
}

func (d *database) Reservations(ctx context.Context) (int64, error) {
	var n int64
	if err := d.read.QueryRowContext(ctx, "SELECT "+countReservations).Scan(&n); err != nil {
		return 0, fmt.Errorf("sandbox data: %w", err)
	}
	return n, nil
}

func (d *database) Create(ctx context.Context, n store.New) (store.Reservation, error) {
	var made store.Reservation
	err := d.do(ctx, func(w *writer) (err error) {
		made, err = w.create(n)
		return err
	})
	return made, err
}

func (d *database) Fill(ctx context.Context, all []store.New) error {
	return d.do(ctx, func(w *writer) error { return w.refill(all) })
}

func (d *database) Filled(ctx context.Context) (bool, error) {
	_, found, err := fact(ctx, d.read, factFilled)
	return found, err
}

func (d *database) Cancel(ctx context.Context, account, id string) (store.Reservation, error) {
	var done store.Reservation
	err := d.do(ctx, func(w *writer) error {
		_, r, err := w.confirmed(account, id)
		if err != nil {
			return err
		}
		if r.Held {
			if err := w.give(r); err != nil {
				return err
			}
		}
		r.Status, r.Held = store.Canceled, false
		done = r
		return w.update(r)
	})
	return done, err
}

func (d *database) Modify(ctx context.Context, account, id string, change func(store.Reservation) (store.Change, error)) (store.Reservation, error) {
	var done store.Reservation
	err := d.do(ctx, func(w *writer) error {
		owner, r, err := w.confirmed(account, id)
		if err != nil {
			return err
		}
		c, err := change(r)
		if err != nil {
			return err
		}
		moved := r.Stay.CheckIn != c.Stay.CheckIn || r.Stay.CheckOut != c.Stay.CheckOut
		if r.Held && moved {
			if err := w.give(r); err != nil {
				return err
			}
		}
		r.Stay, r.Document = c.Stay, c.Document
		if r.Held && moved {
			if err := w.take(r, c.Stock); err != nil {
				return err
			}
		}
		if moved {
			if err := w.move(owner, r); err != nil {
				return err
			}
		}
		done = r
		return w.update(r)
	})
	return done, err
}
