package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"

	"bellhop/sandbox/store"
)

// batchSize is how many waiting writes share one commit at most.
const batchSize = 64

// job is one write that waits for its turn.
type job struct {
	ctx   context.Context
	work  func(*writer) error
	alone bool // runs outside of a batch, and commits by itself
	done  chan error
}

// do runs a write on the writer and returns once it is on disk or has failed.
// A write whose context ends before its turn is not begun; one that has begun
// is waited for, so that its outcome is always known here.
func (d *database) do(ctx context.Context, work func(*writer) error) error {
	return d.submit(&job{ctx: ctx, work: work, done: make(chan error, 1)})
}

// alone is do for work that replaces everything.
func (d *database) alone(ctx context.Context, work func(*writer) error) error {
	return d.submit(&job{ctx: ctx, work: work, alone: true, done: make(chan error, 1)})
}

func (d *database) submit(j *job) error {
	select {
	case d.jobs <- j:
		return <-j.done
	case <-j.ctx.Done():
		return j.ctx.Err()
	case <-d.quit:
		return store.ErrClosed
	}
}

// run is the one writer. Writes that wait while another is committed share the
// next commit: syncing to disk is what a write costs.
func (d *database) run() {
	defer close(d.stopped)
	batch := make([]*job, 0, batchSize)
	for {
		select {
		case <-d.quit:
			return
		case j := <-d.jobs:
			batch = append(batch[:0], j)
		}
		for more := true; more && len(batch) < batchSize && !batch[len(batch)-1].alone; {
			select {
			case j := <-d.jobs:
				batch = append(batch, j)
			default:
				more = false
			}
		}
		last := batch[len(batch)-1]
		if last.alone {
			batch = batch[:len(batch)-1]
		}
		if len(batch) > 0 {
			d.writer.commit(batch)
		}
		if last.alone {
			last.done <- d.writer.guard(last)
		}
		if d.sums.due() {
			// What fails here has lost nothing: the log stays, and the next time
			// comes.
			_ = d.sums.settle(context.Background(), d.writer.conn)
		}
	}
}

// writer owns the only connection that writes, and its prepared statements.
type writer struct {
	db      *database
	conn    *sql.Conn
	pending stays // what the open transaction does to the accounts' views

	begin, end, abort, mark, keep, undo *sql.Stmt
	insert, find, set, seal             *sql.Stmt
	carried, carry                      *sql.Stmt
	takeRoom, giveRoom, stock           *sql.Stmt
	setFact, dropFact                   *sql.Stmt
}

const (
	insertReservation = `INSERT INTO reservation (` + columns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	updateReservation = `UPDATE reservation SET status = ?, check_in = ?, check_out = ?, check_in_at = ?, check_out_at = ?,
		held = ?, document = ?, sum = ? WHERE seq = ?`
	sealBlock = `INSERT INTO stay_block (account, block, days, sum) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET days = excluded.days, sum = excluded.sum`
	selectValue  = `SELECT members, sum FROM custom_value WHERE account = ? AND value = ? AND chunk = ?`
	replaceValue = `INSERT INTO custom_value (account, value, chunk, members, sum) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET members = excluded.members, sum = excluded.sum`
	replaceFact = `INSERT INTO fact (name, value, sum) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, sum = excluded.sum`
	removeFact  = `DELETE FROM fact WHERE name = ?`
)

func newWriter(ctx context.Context, s *database) (*writer, error) {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	w := &writer{db: s, conn: conn}
	for text, stmt := range map[string]**sql.Stmt{
		"BEGIN IMMEDIATE": &w.begin,
		"COMMIT":          &w.end,
		"ROLLBACK":        &w.abort,
		"SAVEPOINT one":   &w.mark,
		"RELEASE one":     &w.keep,
		"ROLLBACK TO one": &w.undo,
		insertReservation: &w.insert,
		selectReservation: &w.find,
		updateReservation: &w.set,
		sealBlock:         &w.seal,
		selectValue:       &w.carried,
		replaceValue:      &w.carry,
		takeStock():       &w.takeRoom,
		giveStock():       &w.giveRoom,
		selectStock:       &w.stock,
		replaceFact:       &w.setFact,
		removeFact:        &w.dropFact,
	} {
		if *stmt, err = conn.PrepareContext(ctx, text); err != nil {
			_ = conn.Close()
			return nil, fmt.Errorf("sandbox data: preparing %q: %w", text, err)
		}
	}
	views, err := w.views(ctx)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	publish(views)
	w.pending.reset()
	return w, nil
}

func (w *writer) close() error {
	var errs []error
	for _, stmt := range []*sql.Stmt{
		w.begin, w.end, w.abort, w.mark, w.keep, w.undo,
		w.insert, w.find, w.set, w.seal, w.carried, w.carry, w.takeRoom, w.giveRoom, w.stock, w.setFact, w.dropFact,
	} {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// commit runs a batch in one transaction and answers every job. A job that
// fails is undone alone.
func (w *writer) commit(batch []*job) {
	results := make([]error, len(batch))
	err := w.exec(w.begin)
	if err == nil {
		for i, j := range batch {
			results[i] = w.one(j)
		}
		if err = w.finish(); err != nil {
			err = errors.Join(err, w.exec(w.abort))
		} else {
			err = w.db.sums.note()
		}
	}
	w.pending.reset()
	for i, j := range batch {
		if err != nil {
			results[i] = errors.Join(results[i], err)
		}
		j.done <- results[i]
	}
}

// finish commits the batch and then shows it to the lists. One that changes
// dates waits for the lists that are being read, and they for it: a new
// reservation is invisible until it is shown, but a changed row is not.
func (w *writer) finish() error {
	views, full := w.pending.apply()
	for _, b := range full {
		days := b.block.encode()
		if err := w.exec(w.seal, b.account.number, b.number, days, blockSum(b.account.number, int64(b.number), days)); err != nil {
			return err
		}
	}
	if w.pending.moves() {
		w.db.steady.Lock()
		defer w.db.steady.Unlock()
	}
	if err := w.exec(w.end); err != nil {
		return err
	}
	publish(views)
	return nil
}

func publish(views map[*account]*view) {
	for a, v := range views {
		a.view.Store(v)
	}
}

// one runs a job so that its failure, or its panic, leaves no trace.
func (w *writer) one(j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	return w.whole(func() error { return j.work(w) })
}

// whole runs work so that it is done as a whole or not at all.
func (w *writer) whole(work func() error) (err error) {
	before := w.pending.mark()
	if err := w.exec(w.mark); err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
		if err != nil {
			w.pending.undo(before)
			err = errors.Join(err, w.exec(w.undo))
		}
		err = errors.Join(err, w.exec(w.keep))
	}()
	return work()
}

// guard runs a job that is alone.
func (w *writer) guard(j *job) (err error) {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return j.work(w)
}

func panicked(r any) error { return fmt.Errorf("panic in a write: %v\n%s", r, debug.Stack()) }

// replace runs work in a transaction of its own, and shows the views that it
// returns to the lists at once.
func (w *writer) replace(work func() (map[*account]*view, error)) (err error) {
	if err := w.exec(w.begin); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed {
			err = errors.Join(err, w.exec(w.abort))
		}
		w.pending.reset()
	}()
	views, err := work()
	if err != nil {
		return err
	}
	w.db.steady.Lock()
	defer w.db.steady.Unlock()
	if err := w.exec(w.end); err != nil {
		return err
	}
	committed = true
	publish(views)
	return w.db.sums.note()
}

// views reads the stays of all accounts: the sealed blocks, and then the rows
// behind them.
func (w *writer) views(ctx context.Context) (map[*account]*view, error) {
	views := map[*account]*view{}
	for a := range maps.Values(w.db.accounts) {
		v, err := readView(ctx, w.conn, a.number)
		if err != nil {
			return nil, err
		}
		views[a] = v
	}
	return views, nil
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

// affect is exec that returns how many rows changed.
func (w *writer) affect(stmt *sql.Stmt, args ...any) (int64, error) {
	result, err := stmt.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, fmt.Errorf("sandbox data: %w", err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("sandbox data: %w", err)
	}
	return n, nil
}
