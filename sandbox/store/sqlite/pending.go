package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"bellhop/sandbox/store"
)

// stays are what the open transaction does to the accounts' views. Nothing of
// it is seen before the transaction is committed.
type stays struct {
	list   []change
	counts map[*account]int64 // with what was added
}

type change struct {
	account *account
	ordinal int64
	stay    uint32
	added   bool // whether the reservation is new
}

// count is how many reservations an account has, those of the transaction
// included.
func (s *stays) count(a *account) int64 {
	if n, ok := s.counts[a]; ok {
		return n
	}
	return a.view.Load().count
}

// add notes a new reservation, or the new stay of one that is there.
func (s *stays) add(a *account, ordinal int64, stay store.Stay) error {
	packed, err := pack(stay.CheckIn, stay.CheckOut)
	if err != nil {
		return err
	}
	count := s.count(a)
	if ordinal < 1 || ordinal > count+1 {
		return fmt.Errorf("sandbox data: a stay is noted for reservation %d of %d", ordinal, count)
	}
	added := ordinal > count
	s.list = append(s.list, change{a, ordinal, packed, added})
	if added {
		s.counts[a] = ordinal
	}
	return nil
}

// mark remembers what was noted so far; undo goes back there.
func (s *stays) mark() int { return len(s.list) }

func (s *stays) undo(mark int) {
	for _, c := range slices.Backward(s.list[mark:]) {
		if c.added {
			s.counts[c.account]--
		}
	}
	s.list = s.list[:mark]
}

// moves says whether a stay that lists may have seen changes.
func (s *stays) moves() bool {
	return slices.ContainsFunc(s.list, func(c change) bool { return !c.added })
}

// reset forgets everything for the next transaction.
func (s *stays) reset() {
	clear(s.list) // Accounts' pointers only, but an array this long is kept.
	s.list, s.counts = s.list[:0], map[*account]int64{}
}

// sealed is a block that has to be stored.
type sealed struct {
	account *account
	number  int
	block   *block
}

// apply makes the views that hold after the transaction, and lists the full
// blocks that it filled or changed.
func (s *stays) apply() (map[*account]*view, []sealed) {
	drafts := map[*account]*draft{}
	for _, c := range s.list {
		d := drafts[c.account]
		if d == nil {
			d = newDraft(c.account.view.Load())
			drafts[c.account] = d
		}
		d.set(c.ordinal, c.stay)
	}
	views := make(map[*account]*view, len(drafts))
	var full []sealed
	for a, d := range drafts {
		for number := range d.touched {
			if d.view.sealed(number) {
				d.view.blocks[number].seal()
				full = append(full, sealed{a, number, d.view.blocks[number]})
			}
		}
		views[a] = d.view
	}
	return views, full
}

// draft is a view in the making.
type draft struct {
	view    *view
	touched map[int]bool // blocks that changed
	copied  map[int]bool // blocks that earlier views do not share
}

func newDraft(v *view) *draft {
	next := *v
	return &draft{&next, map[int]bool{}, map[int]bool{}}
}

// set appends a stay, behind the end of all earlier views, or changes one in a
// copy of its block.
func (d *draft) set(ordinal int64, stay uint32) {
	number, at := int((ordinal-1)/blockSize), (ordinal-1)%blockSize
	switch {
	case number == len(d.view.blocks):
		d.view.blocks = append(d.view.blocks, new(block))
		d.copied[number] = true
	case ordinal <= d.view.count && !d.copied[number]:
		if len(d.copied) == 0 {
			d.view.blocks = slices.Clone(d.view.blocks)
		}
		fresh := *d.view.blocks[number]
		d.view.blocks[number] = &fresh
		d.copied[number] = true
	}
	d.view.blocks[number].stays[at] = stay
	d.view.count = max(d.view.count, ordinal)
	d.touched[number] = true
}

// readView reads the stays of an account: the sealed blocks, and then the rows
// behind them.
func readView(ctx context.Context, conn *sql.Conn, account int64) (*view, error) {
	v := &view{}
	rows, err := conn.QueryContext(ctx, "SELECT block, days, sum FROM stay_block WHERE account = ? ORDER BY block", account)
	if err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	for rows.Next() {
		var number int
		var sum int64
		var blob sql.RawBytes
		if err := rows.Scan(&number, &blob, &sum); err != nil {
			return nil, fmt.Errorf("sandbox data: %w", err)
		}
		b, err := decodeBlock(blob)
		if err == nil && sum != blockSum(account, int64(number), blob) {
			err = errors.New("it is not as it was written")
		}
		if err == nil && number != len(v.blocks) {
			err = errors.New("a block of stays is missing")
		}
		if err != nil {
			return nil, fmt.Errorf("sandbox data: account %d, block %d: %w", account, number, err)
		}
		v.blocks, v.count = append(v.blocks, b), v.count+blockSize
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sandbox data: %w", err)
	}
	return v, readTail(ctx, conn, account, v)
}

// readTail adds the stays that no block holds yet.
func readTail(ctx context.Context, conn *sql.Conn, account int64, v *view) error {
	rows, err := conn.QueryContext(ctx, "SELECT "+columns+" FROM reservation WHERE seq > ? AND seq <= ? ORDER BY seq",
		seqOf(account, v.count), seqOf(account, maxOrdinal))
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	d := newDraft(v)
	for rows.Next() {
		r, stored, sum, err := scanRow(rows)
		if err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
		stay, err := pack(r.Stay.CheckIn, r.Stay.CheckOut)
		if sum != reservationSum(r, stored) {
			err = errors.New("it is not as it was written")
		}
		_, ordinal := split(r.Seq)
		if err == nil && ordinal != d.view.count+1 {
			err = errors.New("a reservation is missing before it")
		}
		if err != nil {
			return fmt.Errorf("sandbox data: account %d, reservation %d: %w", account, ordinal, err)
		}
		d.set(ordinal, stay)
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	*v = *d.view
	return nil
}
