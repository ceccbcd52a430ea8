package postgres

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"bellhop/sandbox/store"
)

// How long the database may take before it counts as not available. A write waits
// longer: what becomes of it is worth more than the time.
const (
	usualReadTime  = 5 * time.Second
	usualWriteTime = 8 * time.Second
)

// mostAttempts is how often work is begun that the database gave up, or that lost
// its connection before it could count.
const mostAttempts = 5

// querier is a connection or a transaction.
type querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// transactions run work in the database, until they are to end.
type transactions struct {
	pool                *pgxpool.Pool
	readTime, writeTime time.Duration // see usualReadTime

	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup // what end does not interrupt
}

func (d *transactions) isClosed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.closed
}

// begin counts a write that Close waits for; ok is false once the store is closed.
func (d *transactions) begin() (ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return false
	}
	d.running.Add(1)
	return true
}

// end lets no more work begin, and reports whether some could before.
func (d *transactions) end() (first bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	first = !d.closed
	d.closed = true
	return first
}

// read runs work that only reads. It is run again where it lost its connection.
func (d *transactions) read(ctx context.Context, work func(ctx context.Context, q querier) error) error {
	if d.isClosed() {
		return store.ErrClosed
	}
	limited, cancel := context.WithTimeout(ctx, d.readTime)
	defer cancel()
	err := repeat(limited, func() error { return work(limited, d.pool) })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return failure(err)
}

// write runs work in a transaction. A write whose context ends before its turn is
// not begun; one that has begun is waited for. Work is run again where the database
// gave the transaction up, or where the connection was lost before the commit, and
// so must change nothing else. Errors of work undo it, and are returned as they are.
func (d *transactions) write(ctx context.Context, work func(ctx context.Context, tx pgx.Tx) error) error {
	return d.writeFor(ctx, d.writeTime, pgx.TxOptions{}, work)
}

func (d *transactions) writeFor(ctx context.Context, most time.Duration, o pgx.TxOptions, work func(ctx context.Context, tx pgx.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !d.begin() {
		return store.ErrClosed
	}
	defer d.running.Done()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), most)
	defer cancel()
	return failure(repeat(ctx, func() error { return d.once(ctx, o, work) }))
}

// once begins, carries out and commits a transaction.
func (d *transactions) once(ctx context.Context, o pgx.TxOptions, work func(ctx context.Context, tx pgx.Tx) error) error {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	tx, err := conn.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }() // It does nothing after the commit.
	if err := recovered(func() error { return work(ctx, tx) }); err != nil {
		return err
	}
	forgetWarning(conn.Conn().PgConn())
	err = tx.Commit(ctx)
	switch {
	case err == nil && warned(conn.Conn().PgConn()):
		// The wait for the standby was broken off: what is committed here can be lost
		// with this server.
		return fmt.Errorf("%w: it was not said that a standby has it", store.ErrUnknown)
	case err == nil || notCommitted(err):
		return err
	}
	return fmt.Errorf("%w: %w", store.ErrUnknown, err)
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

// repeat runs work until it succeeds, fails for good, or has failed often.
func repeat(ctx context.Context, work func() error) error {
	for attempt := 1; ; attempt++ {
		err := work()
		if err == nil || attempt == mostAttempts || ctx.Err() != nil || !again(err) {
			return err
		}
		select { // What was just restarted needs a moment.
		case <-time.After(time.Duration(attempt*attempt) * 20 * time.Millisecond):
		case <-ctx.Done():
		}
	}
}

// errPartial means that a statement that takes the rooms of several nights took
// some, because another transaction took the others at that moment.
var errPartial = errors.New("rooms were taken in part")

// The codes of PostgreSQL that are told apart, and the classes of others: the
// first two characters.
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeReadOnly      = "25006" // the primary has become a standby
	codeLockTimeout   = "55P03"
	codeCanceled      = "57014"
	classConnection   = "08"
	classResources    = "53" // disk full, out of memory, too many connections
	classOperator     = "57" // the server is stopped, or not ready yet
	classSystem       = "58"
)

// again reports whether work that failed so can be begun anew: nothing of it counts.
func again(err error) bool {
	var refused *pgconn.PgError
	switch {
	case errors.Is(err, store.ErrUnknown):
		return false
	case errors.Is(err, errPartial):
		return true
	case errors.As(err, &refused):
		return refused.Code == codeSerialization || refused.Code == codeDeadlock || gone(refused)
	}
	return lost(err)
}

// gone reports whether the database refused because it is not there to serve.
func gone(refused *pgconn.PgError) bool {
	switch refused.Code[:min(2, len(refused.Code))] {
	case classConnection, classSystem, classResources:
		return true
	case classOperator:
		return refused.Code != codeCanceled
	}
	return refused.Code == codeReadOnly || refused.Code == codeLockTimeout
}

// lost reports whether there was no connection, or it broke.
func lost(err error) bool {
	var connecting *pgconn.ConnectError
	text := err.Error()
	return errors.As(err, &connecting) || pgconn.SafeToRetry(err) || pgconn.Timeout(err) || isNetwork(err) ||
		strings.Contains(text, "conn closed") || strings.Contains(text, "unexpected EOF")
}

// notCommitted reports whether a commit failed for sure: the server said so while it
// was there.
func notCommitted(err error) bool {
	var refused *pgconn.PgError
	return errors.Is(err, pgx.ErrTxCommitRollback) || errors.As(err, &refused) && !gone(refused) && refused.Severity != "PANIC"
}

// failure is the error for the store's caller.
func failure(err error) error {
	var refused *pgconn.PgError
	var connecting *pgconn.ConnectError
	switch {
	case err == nil, errors.Is(err, store.ErrUnknown):
		return err
	case errors.As(err, &connecting): // Also where it says why it lets nobody in.
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	case errors.As(err, &refused):
		if gone(refused) || refused.Code == codeSerialization || refused.Code == codeDeadlock || refused.Code == codeCanceled {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
		return fmt.Errorf("sandbox data: %w", err)
	case errors.Is(err, errPartial), errors.Is(err, context.DeadlineExceeded), lost(err):
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

// warningKey is where a connection keeps that the server warned of something.
const warningKey = "bellhop.warned"

// noteWarning remembers a warning of the server. The only one that a commit has is
// that it did not wait for its standby.
func noteWarning(c *pgconn.PgConn, n *pgconn.Notice) {
	if n.SeverityUnlocalized == "WARNING" {
		c.CustomData()[warningKey] = true
	}
}

func forgetWarning(c *pgconn.PgConn) { delete(c.CustomData(), warningKey) }

func warned(c *pgconn.PgConn) bool { return c.CustomData()[warningKey] != nil }
