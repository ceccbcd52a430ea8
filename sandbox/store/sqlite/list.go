package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

const (
	selectPage     = `SELECT ` + columns + ` FROM reservation WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC`
	selectCarriers = `SELECT chunk, members FROM custom_value WHERE account = ? AND value IN (SELECT value FROM json_each(?))`
)

func (d *database) List(ctx context.Context, account string, f store.Filter) (page []store.Reservation, total int64, err error) {
	owner, known := d.account(account)
	days, some := newDates(f.CheckIn, f.CheckOut)
	if !known || !some {
		return nil, 0, nil
	}
	d.listing.RLock()
	defer d.listing.RUnlock()
	now := owner.view.Load()
	var among selection
	if f.IDs != nil {
		among = d.named(account, f.IDs, now.count)
	}
	if f.Values != nil {
		carriers, err := d.carriers(ctx, owner, f.Values)
		if err != nil {
			return nil, 0, asDamage(d.file(), err)
		}
		among = carriers.and(among)
	}
	ordinals, total := now.pick(days, among, f.Offset, f.Limit)
	page, err = d.page(ctx, owner, ordinals)
	return page, total, asDamage(d.file(), err)
}

// named selects the account's reservations with the ids.
func (d *database) named(account string, ids []string, count int64) selection {
	list := selection{}
	for _, id := range ids {
		seq, ok := d.owned(account, id)
		if _, ordinal := number.Split(seq); ok && ordinal >= 1 && ordinal <= count {
			chunk, bit := chunkOf(ordinal)
			list.chunk(chunk).set(bit)
		}
	}
	return list
}

// carriers selects the reservations that carry any of the values. It can hold
// newer ones than a view that was taken before.
func (d *database) carriers(ctx context.Context, owner *account, values []string) (selection, error) {
	found := selection{}
	rows, err := d.queries[selectCarriers].QueryContext(ctx, owner.number, jsonList(values))
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var chunk int64
		var members sql.RawBytes
		if err := rows.Scan(&chunk, &members); err != nil {
			return dataError(err)
		}
		if found.chunk(chunk).add(members) != nil {
			return d.damagedRow("who carries a custom_data value")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// page reads the reservations of a page.
func (d *database) page(ctx context.Context, owner *account, ordinals []int64) ([]store.Reservation, error) {
	if len(ordinals) == 0 {
		return nil, nil
	}
	seqs := make([]int64, len(ordinals))
	for i, ordinal := range ordinals {
		seqs[i] = number.Seq(owner.number, ordinal)
	}
	page := make([]store.Reservation, 0, len(ordinals))
	rows, err := d.queries[selectPage].QueryContext(ctx, jsonList(seqs))
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		r, err := d.scan(rows)
		page = append(page, r)
		return err
	})
	if err == nil && len(page) != len(ordinals) {
		err = d.damagedRow("a list of %d reservations of which %d are there", len(ordinals), len(page))
	}
	if err != nil {
		return nil, err
	}
	return page, nil
}

// jsonList returns numbers or texts as SQL unpacks them with json_each.
func jsonList(list any) string {
	text, _ := json.Marshal(list) // Numbers and texts can always be written.
	return string(text)
}
