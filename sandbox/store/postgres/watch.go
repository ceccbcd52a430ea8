package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// told is write that tells the servers.
func (d *transactions) told(ctx context.Context, work func(ctx context.Context, tx pgx.Tx) error) error {
	return d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := work(ctx, tx); err != nil {
			return err
		}
		return notify(ctx, tx)
	})
}

// notify tells every server of the schema, once the transaction is committed, that
// something has changed.
func notify(ctx context.Context, tx querier) error {
	_, err := tx.Exec(ctx, "SELECT pg_notify('bellhop ' || current_schema(), '')")
	return err
}

// The listening connection is asked whether it is there, and the database is read
// again, so often: a connection can be lost without a word.
const usualWatch = 15 * time.Second

// watcher listens for changes by other servers on a connection of its own.
type watcher struct {
	config *pgx.ConnConfig
	every  time.Duration // see usualWatch
	cancel context.CancelFunc
	done   chan struct{}
}

func (d *database) Watch(changed func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	d.watching.cancel, d.watching.done = cancel, make(chan struct{})
	go func() {
		defer close(d.watching.done)
		for wait := time.Duration(0); ctx.Err() == nil; wait = min(wait+100*time.Millisecond, time.Second) {
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return
			}
			if d.watching.listen(ctx, changed) {
				wait = 0
			}
		}
	}()
}

// listen calls changed after each notification, until the connection is lost. It
// reports whether there was one.
func (w *watcher) listen(ctx context.Context, changed func(ctx context.Context)) (connected bool) {
	conn, err := pgx.ConnectConfig(ctx, w.config)
	if err != nil {
		return false
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var schema string
	if err := conn.QueryRow(ctx, "SELECT current_schema()").Scan(&schema); err != nil {
		return false
	}
	if _, err := conn.Exec(ctx, "LISTEN "+pgx.Identifier{"bellhop " + schema}.Sanitize()); err != nil {
		return false
	}
	changed(ctx) // What came before nobody has heard.
	for {
		if !w.wait(ctx, conn) {
			return true
		}
		changed(ctx)
	}
}

// wait waits for a notification, or the time after which the connection is tried.
// It reports whether the connection is there.
func (w *watcher) wait(ctx context.Context, conn *pgx.Conn) bool {
	limited, cancel := context.WithTimeout(ctx, w.every)
	defer cancel()
	_, err := conn.WaitForNotification(limited)
	if err == nil {
		return true
	}
	if ctx.Err() != nil || limited.Err() == nil || conn.IsClosed() {
		return false
	}
	asking, stop := context.WithTimeout(ctx, usualReadTime)
	defer stop()
	return conn.Ping(asking) == nil
}

func (w *watcher) stop() {
	if w.cancel != nil {
		w.cancel()
		<-w.done
	}
}
