package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
)

// batchSize is how many waiting writes share one commit at most.
const batchSize = 64

// job is one write that waits for its turn.
type job struct {
	ctx  context.Context
	work func(*writer) error
	done chan error
}

// do runs a write on the writer and returns once it is on disk or has failed.
// A write whose context ends before its turn is not begun; one that has begun
// is waited for, so that its outcome is always known here.
func (s *Store) do(ctx context.Context, work func(*writer) error) error {
	j := &job{ctx: ctx, work: work, done: make(chan error, 1)}
	select {
	case s.jobs <- j:
		return <-j.done
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return ErrClosed
	}
}

// run is the one writer. Writes that wait while another is committed share the
// next commit: syncing to disk is what a write costs.
func (s *Store) run() {
	defer close(s.stopped)
	batch := make([]*job, 0, batchSize)
	for {
		select {
		case <-s.quit:
			return
		case j := <-s.jobs:
			batch = append(batch[:0], j)
		}
		for more := true; more && len(batch) < batchSize; {
			select {
			case j := <-s.jobs:
				batch = append(batch, j)
			default:
				more = false
			}
		}
		s.writer.commit(batch)
	}
}

// writer owns the only connection that writes, and its prepared statements.
type writer struct {
	conn *sql.Conn
	seq  int64 // the newest reservation's number

	begin, end, abort, mark, keep, undo *sql.Stmt
	insert, value, find, set            *sql.Stmt
	takeRoom, giveRoom, setFact         *sql.Stmt
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	w := &writer{conn: conn}
	for text, stmt := range map[string]**sql.Stmt{
		"BEGIN IMMEDIATE": &w.begin,
		"COMMIT":          &w.end,
		"ROLLBACK":        &w.abort,
		"SAVEPOINT one":   &w.mark,
		"RELEASE one":     &w.keep,
		"ROLLBACK TO one": &w.undo,
		insertReservation: &w.insert,
		insertCustomValue: &w.value,
		selectReservation: &w.find,
		updateReservation: &w.set,
		takeStock:         &w.takeRoom,
		giveStock:         &w.giveRoom,
		insertFact:        &w.setFact,
	} {
		if *stmt, err = conn.PrepareContext(ctx, text); err != nil {
			_ = conn.Close()
			return nil, fmt.Errorf("sandbox data: preparing %q: %w", text, err)
		}
	}
	row := conn.QueryRowContext(ctx, "SELECT coalesce(max(seq), 0) FROM reservation")
	if err := row.Scan(&w.seq); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return w, nil
}

func (w *writer) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{
		w.begin, w.end, w.abort, w.mark, w.keep, w.undo,
		w.insert, w.value, w.find, w.set, w.takeRoom, w.giveRoom, w.setFact,
	} {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// commit runs a batch in one transaction and answers every job. A job that
// fails is undone alone.
func (w *writer) commit(batch []*job) {
	before := w.seq
	results := make([]error, len(batch))
	err := w.exec(w.begin)
	if err == nil {
		for i, j := range batch {
			results[i] = w.one(j)
		}
		if err = w.exec(w.end); err != nil {
			err = errors.Join(err, w.exec(w.abort))
		}
	}
	if err != nil {
		w.seq = before
	}
	for i, j := range batch {
		if err != nil {
			results[i] = errors.Join(results[i], err)
		}
		j.done <- results[i]
	}
}

// one runs a job so that its failure, or its panic, leaves no trace.
func (w *writer) one(j *job) (err error) {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	before := w.seq
	if err := w.exec(w.mark); err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic in a write: %v\n%s", r, debug.Stack())
		}
		if err != nil {
			w.seq = before
			err = errors.Join(err, w.exec(w.undo))
		}
		err = errors.Join(err, w.exec(w.keep))
	}()
	return j.work(w)
}

// exec runs a statement without a caller's context: a transaction that others
// share must not end because one caller went away.
func (w *writer) exec(stmt *sql.Stmt, args ...any) error {
	_, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	return nil
}

func (w *writer) create(accounts map[string]int64, n New) (Reservation, error) {
	account, known := accounts[n.Account]
	if !known {
		return Reservation{}, fmt.Errorf("sandbox data: unknown account")
	}
	r := Reservation{
		Seq: w.seq + 1, Status: n.Status, CreatedAt: n.CreatedAt, Stay: n.Stay,
		Hotel: n.Hotel, Room: n.Room, Rooms: n.Rooms, Held: n.Stock != nil,
	}
	var err error
	if r.ID, r.Document, err = n.Make(r.Seq); err != nil {
		return Reservation{}, err
	}
	if r.Held {
		if err := w.take(r, n.Stock); err != nil {
			return Reservation{}, err
		}
	}
	err = w.exec(w.insert, r.Seq, r.ID, account, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.CreatedAt, r.Hotel, r.Room, r.Rooms, r.Held, r.Document)
	if err != nil {
		return Reservation{}, err
	}
	for _, value := range n.Values {
		if err := w.exec(w.value, account, value, r.Seq); err != nil {
			return Reservation{}, err
		}
	}
	w.seq = r.Seq
	return r, nil
}

// take takes the reservation's rooms for all its nights, or fails with
// ErrSoldOut; what it took before it failed is undone with the job.
func (w *writer) take(r Reservation, limit Allotment) error {
	for night := r.Stay.CheckIn; night < r.Stay.CheckOut; night++ {
		most := limit(night)
		if r.Rooms > most {
			return ErrSoldOut
		}
		result, err := w.takeRoom.ExecContext(context.Background(), r.Hotel, night, r.Room, r.Rooms, most)
		if err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
		taken, err := result.RowsAffected()
		if err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
		if taken != 1 {
			return ErrSoldOut
		}
	}
	return nil
}

func (w *writer) give(r Reservation) error {
	return w.exec(w.giveRoom, r.Rooms, r.Hotel, r.Room, r.Stay.CheckIn, r.Stay.CheckOut)
}

func (w *writer) confirmed(account int64, id string) (Reservation, error) {
	r, err := scan(w.find.QueryRowContext(context.Background(), account, id))
	if err == nil && r.Status != Confirmed {
		return Reservation{}, ErrNotConfirmed
	}
	return r, err
}

func (w *writer) update(r Reservation) error {
	return w.exec(w.set, int(r.Status), r.Stay.CheckIn, r.Stay.CheckOut,
		r.Stay.CheckInAt, r.Stay.CheckOutAt, r.Held, r.Document, r.Seq)
}

func (w *writer) note(name, value string) error {
	return w.exec(w.setFact, name, value)
}
