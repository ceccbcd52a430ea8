package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
)

// Notes are many, and none waits for the disk. With one that a failing database forgets,
// a paging token is unknown, and an offer counts from the note before, or as current
// where there is none: a client searches again, as it does for one that has expired.
const fast = "SET LOCAL synchronous_commit = off"

// notes are what requests were told.
type notes struct{ *transactions }

func (d notes) Remember(ctx context.Context, kind store.Kind, list ...store.Note) error {
	// In one order, whoever writes: nobody waits for one who waits for them.
	slices.SortFunc(list, func(a, b store.Note) int { return strings.Compare(a.Key, b.Key) })
	list = slices.CompactFunc(list, func(a, b store.Note) bool { return a.Key == b.Key })
	keys, values := make([][]byte, len(list)), make([][]byte, len(list))
	for i, one := range list {
		keys[i], values[i] = []byte(one.Key), []byte(one.Value)
	}
	err := d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var b pgx.Batch
		b.Queue(fast)
		b.Queue(`INSERT INTO note (kind, key, value) SELECT $1, k, v FROM unnest($2::bytea[], $3::bytea[]) AS n(k, v)
			ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, kept = now()`, int16(kind), keys, values)
		return tx.SendBatch(ctx, &b).Close()
	})
	if errors.Is(err, store.ErrUnknown) {
		// Whoever asks again is told the same, whichever it was: nothing is in doubt for them.
		err = fmt.Errorf("%w: the notes of an answer: %s", store.ErrUnavailable, err.Error())
	}
	return err
}

func (d notes) Recall(ctx context.Context, kind store.Kind, keys ...string) (map[string]string, error) {
	raw := make([][]byte, len(keys))
	for i, key := range keys {
		raw[i] = []byte(key)
	}
	var found map[string]string
	err := d.read(ctx, func(ctx context.Context, q querier) error {
		found = map[string]string{}
		rows, err := q.Query(ctx, "SELECT key, value FROM note WHERE kind = $1 AND key = ANY($2)", int16(kind), raw)
		if err != nil {
			return err
		}
		var key, value []byte
		_, err = pgx.ForEachRow(rows, []any{&key, &value}, func() error {
			found[string(key)] = string(value)
			return nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

func (d notes) First(ctx context.Context, kind store.Kind, key string) (first bool, err error) {
	err = d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "INSERT INTO note (kind, key, value) VALUES ($1, $2, '') ON CONFLICT DO NOTHING", int16(kind), []byte(key))
		first = done.RowsAffected() == 1
		return err
	})
	return first, err
}

// How long notes are kept at least, by the real clock, and how often a server looks
// for older ones. What happens only once is kept until the next reset.
const (
	noteLife   = 48 * time.Hour
	pruneEvery = 10 * time.Minute
	pruneMost  = 50_000 // at a time, so that nothing is locked for long
)

// pruner removes old notes.
type pruner struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func (p *pruner) start(d notes) {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.done = cancel, make(chan struct{})
	go func() {
		defer close(p.done)
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(pruneEvery):
			}
			removed, err := int64(pruneMost), error(nil)
			for removed == pruneMost && err == nil {
				removed, err = d.pruneNotes(ctx, noteLife)
			}
			if err != nil && ctx.Err() == nil {
				slog.Default().LogAttrs(ctx, slog.LevelDebug, "old notes were not removed", slog.String("error", err.Error()))
			}
		}
	}()
}

func (p *pruner) stop() {
	if p.cancel != nil {
		p.cancel()
		<-p.done
	}
}

// pruneNotes removes notes that are older than a time, and returns how many. Those that
// another server removes at the same moment are left to it.
func (d notes) pruneNotes(ctx context.Context, age time.Duration) (removed int64, err error) {
	err = d.write(ctx, func(ctx context.Context, tx pgx.Tx) error {
		done, err := tx.Exec(ctx, `DELETE FROM note WHERE (kind, key) IN (SELECT kind, key FROM note
			WHERE kept < now() - $1::interval AND kind <> $2 LIMIT $3 FOR UPDATE SKIP LOCKED)`, age, int16(store.OnceMet), pruneMost)
		removed = done.RowsAffected()
		return err
	})
	return removed, err
}
