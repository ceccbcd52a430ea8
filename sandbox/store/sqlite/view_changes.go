package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

const replaceBlock = `INSERT INTO stay_block (account, block, days) VALUES (?, ?, ?)
	ON CONFLICT DO UPDATE SET days = excluded.days`

// viewChanges are what the open transaction does to the accounts' views. They are
// not shown before the transaction is committed.
type viewChanges struct {
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
func (c *viewChanges) count(a *account) int64 {
	if n, ok := c.counts[a]; ok {
		return n
	}
	return a.view.Load().count
}

// add adds a new reservation, or the new stay of one that is there.
func (c *viewChanges) add(a *account, ordinal int64, stay store.Stay) error {
	packed, err := pack(stay.CheckIn, stay.CheckOut)
	if err != nil {
		return err
	}
	count := c.count(a)
	if ordinal < 1 || ordinal > count+1 {
		return fmt.Errorf("sandbox data: a stay is noted for reservation %d of %d", ordinal, count)
	}
	added := ordinal > count
	c.list = append(c.list, change{a, ordinal, packed, added})
	if added {
		c.counts[a] = ordinal
	}
	return nil
}

// mark returns where the changes are; undo goes back there.
func (c *viewChanges) mark() int { return len(c.list) }

func (c *viewChanges) undo(mark int) {
	for _, one := range slices.Backward(c.list[mark:]) {
		if one.added {
			c.counts[one.account]--
		}
	}
	c.list = c.list[:mark]
}

// moves reports whether a stay that lists may have seen changes.
func (c *viewChanges) moves() bool {
	return slices.ContainsFunc(c.list, func(one change) bool { return !one.added })
}

// reset forgets everything for the next transaction.
func (c *viewChanges) reset() {
	clear(c.list) // Accounts' pointers only, but an array this long is kept.
	c.list, c.counts = c.list[:0], map[*account]int64{}
}

// fullBlock is a block that has to be stored.
type fullBlock struct {
	account *account
	number  int
	block   *block
}

// apply makes the views that hold after the transaction, and lists the full
// blocks that it filled or changed.
func (c *viewChanges) apply() (map[*account]*view, []fullBlock) {
	drafts := map[*account]*draft{}
	for _, one := range c.list {
		d := drafts[one.account]
		if d == nil {
			d = newDraft(one.account.view.Load())
			drafts[one.account] = d
		}
		d.set(one.ordinal, one.stay)
	}
	views := make(map[*account]*view, len(drafts))
	var full []fullBlock
	for a, d := range drafts {
		for number := range d.touched {
			if d.view.full(number) {
				d.view.blocks[number].findRanges()
				full = append(full, fullBlock{a, number, d.view.blocks[number]})
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

// readView reads the stays of an account: the full blocks, and then the rows
// behind them.
func readView(ctx context.Context, conn *sql.Conn, account int64) (*view, error) {
	v := &view{}
	rows, err := conn.QueryContext(ctx, "SELECT block, days FROM stay_block WHERE account = ? ORDER BY block", account)
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var number int
		var days sql.RawBytes
		if err := rows.Scan(&number, &days); err != nil {
			return dataError(err)
		}
		b, err := decodeBlock(days)
		if err == nil && number != len(v.blocks) {
			err = errors.New("a block of stays is missing")
		}
		if err != nil {
			return &store.DamageError{Text: fmt.Sprintf("account %d, block %d", account, number), Cause: err}
		}
		v.blocks, v.count = append(v.blocks, b), v.count+blockSize
		return nil
	})
	if err != nil {
		return nil, err
	}
	return readTail(ctx, conn, account, v)
}

// readTail adds the stays that no block holds yet.
func readTail(ctx context.Context, conn *sql.Conn, account int64, v *view) (*view, error) {
	d := newDraft(v)
	rows, err := conn.QueryContext(ctx, "SELECT seq, check_in, check_out FROM reservation WHERE seq > ? AND seq <= ? ORDER BY seq",
		number.Seq(account, v.count), number.Seq(account, number.MaxOrdinal))
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var seq int64
		var checkIn, checkOut int32
		if err := rows.Scan(&seq, &checkIn, &checkOut); err != nil {
			return dataError(err)
		}
		stay, err := pack(checkIn, checkOut)
		_, ordinal := number.Split(seq)
		if err == nil && ordinal != d.view.count+1 {
			err = errors.New("a reservation is missing before it")
		}
		if err != nil {
			return &store.DamageError{Text: fmt.Sprintf("account %d, reservation %d", account, ordinal), Cause: err}
		}
		d.set(ordinal, stay)
		return nil
	})
	return d.view, err
}
