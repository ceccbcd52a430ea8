package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"

	"bellhop/internal/guard"
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

// writer owns the only connection that writes. One goroutine runs the jobs.
type writer struct {
	db       *database
	conn     *sql.Conn
	prepared map[string]*sql.Stmt // by text
	changes  viewChanges          // what the open transaction does to the accounts' views
	newest   map[*account]newest

	jobs    chan *job
	quit    chan struct{}
	stopped chan struct{}
}

const (
	begin       = "BEGIN IMMEDIATE"
	commit      = "COMMIT"
	rollback    = "ROLLBACK"
	savepoint   = "SAVEPOINT one"
	release     = "RELEASE one"
	rollbackJob = "ROLLBACK TO one"
)

func newWriter(ctx context.Context, d *database) (*writer, error) {
	conn, err := d.write.Conn(ctx)
	if err != nil {
		return nil, dataError(err)
	}
	w := &writer{db: d, conn: conn, newest: map[*account]newest{}, jobs: make(chan *job), quit: make(chan struct{}), stopped: make(chan struct{})}
	w.prepared, err = prepare(ctx, conn, begin, commit, rollback, savepoint, release, rollbackJob,
		insertReservation, selectReservation, updateReservation, replaceBlock, selectValue, replaceValue,
		takeStock, releaseStock, replaceFact, deleteFact)
	if err == nil {
		var views map[*account]*view
		views, err = w.views(ctx)
		publish(views)
	}
	if err != nil {
		_ = w.close()
		return nil, err
	}
	w.changes.reset()
	return w, nil
}

// do runs a write and returns once it is on disk or has failed. A write whose
// context ends before its turn is not begun; one that has begun is waited for,
// so that its outcome is always known here.
func (w *writer) do(ctx context.Context, work func(*writer) error) error {
	return w.submit(&job{ctx: ctx, work: work, done: make(chan error, 1)})
}

// alone is do for work that replaces everything.
func (w *writer) alone(ctx context.Context, work func(*writer) error) error {
	return w.submit(&job{ctx: ctx, work: work, alone: true, done: make(chan error, 1)})
}

func (w *writer) submit(j *job) error {
	select {
	case w.jobs <- j:
		return asDamage(w.db.file(), <-j.done)
	case <-j.ctx.Done():
		return j.ctx.Err()
	case <-w.quit:
		return store.ErrClosed
	}
}

// stop ends the loop, and waits for the write that it is at.
func (w *writer) stop() {
	close(w.quit)
	<-w.stopped
}

// close closes the connection. Its statements go first: nothing else closes them.
func (w *writer) close() error {
	var errs []error
	for _, stmt := range w.prepared {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// loop runs the jobs. Writes that wait while another is committed share the
// next commit: syncing to disk is what a write costs.
func (w *writer) loop() {
	defer guard.Catch()
	defer close(w.stopped)
	batch := make([]*job, 0, batchSize)
	for {
		select {
		case <-w.quit:
			return
		case j := <-w.jobs:
			batch = append(batch[:0], j)
		}
		for more := true; more && len(batch) < batchSize && !batch[len(batch)-1].alone; {
			select {
			case j := <-w.jobs:
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
			w.runBatch(batch)
		}
		if last.alone {
			last.done <- w.runAlone(last)
		}
	}
}

// runBatch runs a batch in one transaction and answers every job. A job that
// fails is undone alone.
func (w *writer) runBatch(batch []*job) {
	results := make([]error, len(batch))
	err := w.exec(begin)
	if err == nil {
		for i, j := range batch {
			if results[i] = j.ctx.Err(); results[i] == nil {
				results[i] = w.atomically(func() error { return j.work(w) })
			}
		}
		if err = w.commit(); err != nil {
			err = errors.Join(err, w.exec(rollback))
		}
	}
	w.changes.reset()
	for i, j := range batch {
		if err != nil {
			results[i] = errors.Join(results[i], err)
		}
		j.done <- results[i]
	}
}

// commit commits the batch and then shows it to the lists. One that changes
// dates waits for the lists that are being read, and they for it: a new
// reservation is invisible until it is shown, but a changed row is not.
func (w *writer) commit() error {
	views, full := w.changes.apply()
	for _, b := range full {
		if err := w.exec(replaceBlock, b.account.number, b.number, b.block.encode()); err != nil {
			return err
		}
	}
	if w.changes.moves() {
		w.db.listing.Lock()
		defer w.db.listing.Unlock()
	}
	if err := w.exec(commit); err != nil {
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

// atomically runs work within the transaction so that its failure, or its
// panic, leaves no trace.
func (w *writer) atomically(work func() error) (err error) {
	before := w.changes.mark()
	if err := w.exec(savepoint); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			w.changes.undo(before)
			err = errors.Join(err, w.exec(rollbackJob))
		}
		err = errors.Join(err, w.exec(release))
	}()
	return recovered(work)
}

func (w *writer) runAlone(j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	return recovered(func() error { return j.work(w) })
}

// recovered runs work, and returns a panic of it as an error.
func recovered(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic in a write: %v\n%s", r, debug.Stack())
		}
	}()
	return work()
}

// replace runs work in a transaction of its own, and then shows the lists the
// new views of all accounts.
func (w *writer) replace(work func() error) (err error) {
	if err := w.exec(begin); err != nil {
		return err
	}
	committed := false
	defer func() {
		if !committed {
			err = errors.Join(err, w.exec(rollback))
		}
		w.changes.reset()
		clear(w.newest)
	}()
	if err := work(); err != nil {
		return err
	}
	// The connection sees its own changes before they are committed.
	views, err := w.views(context.Background())
	if err != nil {
		return err
	}
	w.db.listing.Lock()
	defer w.db.listing.Unlock()
	if err := w.exec(commit); err != nil {
		return err
	}
	committed = true
	publish(views)
	return nil
}

// views reads the stays of all accounts.
func (w *writer) views(ctx context.Context) (map[*account]*view, error) {
	views := map[*account]*view{}
	for _, a := range *w.db.accounts.Load() {
		v, err := readView(ctx, w.conn, a.number)
		if err != nil {
			return nil, err
		}
		views[a] = v
	}
	return views, nil
}

// exec runs a prepared statement without a caller's context: a transaction that
// others share must not end because one caller went away.
func (w *writer) exec(text string, args ...any) error {
	_, err := w.execCount(text, args...)
	return err
}

// execCount is exec that returns how many rows changed.
func (w *writer) execCount(text string, args ...any) (int64, error) {
	result, err := w.prepared[text].ExecContext(context.Background(), args...)
	if err != nil {
		return 0, dataError(err)
	}
	n, err := result.RowsAffected()
	return n, dataError(err)
}

// queryRow is exec for a statement that returns a row.
func (w *writer) queryRow(text string, args ...any) *sql.Row {
	return w.prepared[text].QueryRowContext(context.Background(), args...)
}

// execAll runs statements that are run too rarely to be prepared.
func (w *writer) execAll(statements ...string) error {
	for _, text := range statements {
		if _, err := w.conn.ExecContext(context.Background(), text); err != nil {
			return dataError(err)
		}
	}
	return nil
}
