package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

// mostCreated is how many waiting creations share one transaction at most.
const mostCreated = 64

// creation is a reservation that waits to be created.
type creation struct {
	ctx  context.Context
	new  store.New
	made store.Reservation
	err  error
	come time.Time
	done chan struct{}
}

// The reservations of an account are numbered without gaps, so that its row is
// locked from the number's choice to the commit. Those that wait on this server
// meanwhile share the next transaction: what costs most is the commit.
const (
	lockAccount   = `SELECT last, newest FROM account WHERE number = $1 FOR UPDATE`
	updateAccount = `UPDATE account SET last = $2, newest = $3 WHERE number = $1`

	insertReservation = `INSERT INTO reservation (` + columns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	insertValues      = `INSERT INTO custom_value (account, value, ordinal) SELECT $1, unnest($2::bytea[]), $3 ON CONFLICT DO NOTHING`
	deleteFact        = `DELETE FROM fact WHERE name = $1`
)

func (d *database) Create(ctx context.Context, n store.New) (store.Reservation, error) {
	owner := d.account(n.Account)
	if owner == nil {
		return store.Reservation{}, errors.New("sandbox data: unknown account")
	}
	if !d.begin() {
		return store.Reservation{}, store.ErrClosed
	}
	defer d.running.Done()
	one := &creation{ctx: ctx, new: n, come: time.Now(), done: make(chan struct{})}
	if owner.add(one) {
		go d.createAll(owner)
	}
	<-one.done
	return one.made, one.err
}

// add lets a creation wait, and reports whether nobody takes from those that wait.
func (a *account) add(one *creation) (first bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting = append(a.waiting, one)
	first = !a.running
	a.running = true
	return first
}

// next takes the creations of the next transaction; nil when none waits.
func (a *account) next() []*creation {
	a.mu.Lock()
	defer a.mu.Unlock()
	n := min(len(a.waiting), mostCreated)
	batch := a.waiting[:n:n]
	a.waiting = a.waiting[n:]
	a.running = n > 0
	return batch
}

// createAll creates what waits, until nothing does.
func (d *database) createAll(owner *account) {
	for batch := owner.next(); len(batch) > 0; batch = owner.next() {
		d.createTogether(owner, batch)
		for _, one := range batch {
			close(one.done)
		}
	}
}

// createTogether creates a batch in one transaction. One that fails for a reason of
// its own fails alone.
func (d *database) createTogether(owner *account, batch []*creation) {
	for len(batch) > 0 {
		var left []*creation // whose context has not ended before their turn
		for _, one := range batch {
			if one.err = one.ctx.Err(); one.err == nil && time.Since(one.come) > d.writeTime/2 {
				one.err = fmt.Errorf("%w: the writes before this one took too long", store.ErrUnavailable)
			}
			if one.err == nil {
				left = append(left, one)
			}
		}
		var bad *creation
		err := d.write(context.Background(), func(ctx context.Context, tx pgx.Tx) (err error) {
			bad, err = d.createIn(ctx, tx, owner, left)
			return err
		})
		if err == nil {
			return
		}
		if bad == nil {
			for _, one := range left {
				one.err, one.made = err, store.Reservation{}
			}
			return
		}
		// The others begin anew without it.
		bad.err = err
		batch = batch[:0:0]
		for _, one := range left {
			if one != bad {
				batch = append(batch, one)
			}
		}
	}
}

// createIn creates a batch in a transaction. Those that are sold out are told so in
// their err. Another error of one's own undoes all, and names it.
func (d *database) createIn(ctx context.Context, tx pgx.Tx, owner *account, batch []*creation) (bad *creation, err error) {
	if len(batch) == 0 {
		return nil, nil
	}
	var last, newest int64
	if err := tx.QueryRow(ctx, lockAccount, owner.number).Scan(&last, &newest); err != nil {
		return nil, err
	}
	if bad, err := takeAll(ctx, tx, batch); err != nil {
		return bad, err
	}
	var writes pgx.Batch
	for _, one := range batch {
		if one.err != nil {
			continue
		}
		last++
		newest = max(newest, one.new.CreatedAt)
		if err := d.insert(&writes, one, owner.number, last, newest); err != nil {
			return one, err
		}
	}
	writes.Queue(updateAccount, owner.number, last, newest)
	return nil, tx.SendBatch(ctx, &writes).Close()
}

// takeAll takes the rooms of a batch, and drops the facts that ask for them.
func takeAll(ctx context.Context, tx pgx.Tx, batch []*creation) (bad *creation, err error) {
	var takes pgx.Batch
	for _, one := range batch {
		one.err = nil
		n := one.new
		if n.Settles != "" {
			takes.Queue(deleteFact, ownFact+n.Settles)
		}
		if n.Stock == nil {
			continue
		}
		args, err := taking(store.Reservation{Stay: n.Stay, Hotel: n.Hotel, Room: n.Room, Rooms: n.Rooms}, n.Stock)
		if err != nil {
			return one, err
		}
		takes.Queue(takeStock, args...)
	}
	results := tx.SendBatch(ctx, &takes)
	defer func() { err = errors.Join(err, results.Close()) }()
	for _, one := range batch {
		n := one.new
		if n.Settles != "" {
			dropped, err := results.Exec()
			if err != nil {
				return nil, err
			}
			if dropped.RowsAffected() == 0 {
				return one, store.ErrSettled
			}
		}
		if n.Stock == nil {
			continue
		}
		done, err := results.Exec()
		if err != nil {
			return nil, err
		}
		one.err = taken(done.RowsAffected(), n.Stay.CheckOut-n.Stay.CheckIn)
		switch {
		case errors.Is(one.err, errPartial):
			return nil, one.err
		case one.err != nil && n.Settles != "":
			return one, one.err // The fact stays.
		}
	}
	return nil, nil
}

// insert queues what stores a reservation under a number.
func (d *database) insert(writes *pgx.Batch, one *creation, owner, ordinal, createdAt int64) (err error) {
	n := one.new
	r := store.Reservation{
		Seq: number.Seq(owner, ordinal), Status: n.Status, CreatedAt: createdAt, Stay: n.Stay,
		Hotel: n.Hotel, Room: n.Room, Rooms: n.Rooms, Held: n.Stock != nil,
	}
	r.ID = d.namer.ID(r.Seq)
	if err := recovered(func() error {
		r.Document, err = n.Document(r.Seq)
		return err
	}); err != nil {
		return err
	}
	stored, err := d.codec.Compress(r.Document)
	if err != nil {
		return err
	}
	writes.Queue(insertReservation, owner, ordinal, int16(r.Status), r.Stay.CheckIn, r.Stay.CheckOut, //nolint:gosec // There are three states.
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.CreatedAt, r.Hotel, r.Room, r.Rooms, r.Held, stored)
	if len(n.Values) > 0 {
		values := make([][]byte, len(n.Values))
		for i, value := range n.Values {
			values[i] = []byte(value)
		}
		writes.Queue(insertValues, owner, values, ordinal)
	}
	one.made = r
	return nil
}

// factFilled names the fact that a world was filled.
const factFilled = "filled"

func (d *database) Fill(ctx context.Context, all []store.New) error {
	return d.writeFor(ctx, replaceTimeout, pgx.TxOptions{}, func(ctx context.Context, tx pgx.Tx) error {
		if err := lockAll(ctx, tx); err != nil {
			return err
		}
		var filled bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM fact WHERE name = $1)", factFilled).Scan(&filled); err != nil || filled {
			return err
		}
		return d.fillIn(ctx, tx, all)
	})
}

// fillIn stores the first reservations of a world in a transaction.
func (d *database) fillIn(ctx context.Context, tx pgx.Tx, all []store.New) error {
	for from := 0; from < len(all); {
		owner := d.account(all[from].Account)
		if owner == nil {
			return errors.New("sandbox data: unknown account")
		}
		var batch []*creation // of one account, in the order given
		for ; from < len(all) && len(batch) < mostCreated && all[from].Account == all[from-len(batch)].Account; from++ {
			batch = append(batch, &creation{new: all[from]})
		}
		if _, err := d.createIn(ctx, tx, owner, batch); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "INSERT INTO fact (name, value) VALUES ($1, 'yes')", factFilled)
	return err
}

func (d *database) Filled(ctx context.Context) (filled bool, err error) {
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		return q.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM fact WHERE name = $1)", factFilled).Scan(&filled)
	})
	return filled, err
}
