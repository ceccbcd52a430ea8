package postgres

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/number"
)

// List asks one statement for the page and the total, so that both are of one moment.
// Without a filter the total is the account's newest number, and the page a range of
// numbers; otherwise all that match are counted.
func (d *database) List(ctx context.Context, account string, f store.Filter) (page []store.Reservation, total int64, err error) {
	owner, known := d.numberOf(account)
	if !known || f.CheckIn.From > f.CheckIn.Until || f.CheckOut.From > f.CheckOut.Until {
		return nil, 0, nil
	}
	text, args := listing(owner, f)
	if f.IDs != nil {
		args = append(args, d.ordinals(account, f.IDs))
	}
	err = d.read(ctx, func(ctx context.Context, q querier) error {
		page, total = nil, 0
		rows, err := q.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if rows.RawValues()[1] == nil { // Nothing of a page: the total alone.
				err = rows.Scan(append([]any{&total}, make([]any, 13)...)...)
			} else {
				var r store.Reservation
				r, err = d.scan(after{rows, &total})
				page = append(page, r)
			}
			if err != nil {
				return err
			}
		}
		return rows.Err()
	})
	if err != nil {
		return nil, 0, err
	}
	return page, total, nil
}

// after scans one column first, and then the others.
type after struct {
	pgx.Row
	first any
}

func (a after) Scan(values ...any) error { return a.Row.Scan(append([]any{a.first}, values...)...) }

// ordinals returns the numbers of the ids that can be the account's.
func (d *database) ordinals(account string, ids []string) []int64 {
	list := []int64{}
	for _, id := range ids {
		if _, ordinal, ok := d.owned(account, id); ok {
			list = append(list, ordinal)
		}
	}
	return list
}

const pageColumns = `r.account, r.ordinal, r.status, r.check_in, r.check_out, r.check_in_at, r.check_out_at, r.created_at, r.hotel, r.room, r.rooms, r.held, r.document`

// listing returns the statement of a list and its arguments, but for the ordinals of
// the ids that it is filtered by, which come last.
func listing(owner int64, f store.Filter) (text string, args []any) {
	args = []any{owner, f.Limit, min(f.Offset, number.MaxOrdinal)} // There is nothing behind that.
	if f.IDs == nil && f.Values == nil && f.CheckIn == store.AllDays() && f.CheckOut == store.AllDays() {
		// The limit, and not a lower bound, has every plan go down the index from the page's first number.
		return `SELECT a.last, ` + pageColumns + ` FROM account a LEFT JOIN LATERAL (
			SELECT * FROM reservation WHERE account = a.number AND ordinal <= a.last - $3 ORDER BY ordinal DESC LIMIT $2) r ON true
			WHERE a.number = $1 ORDER BY r.ordinal DESC`, args
	}
	parts := []string{"account = $1"}
	add := func(format string, value any) {
		args = append(args, value)
		parts = append(parts, fmt.Sprintf(format, len(args)))
	}
	for _, days := range []struct {
		column string
		store.Days
	}{{"check_in", f.CheckIn}, {"check_out", f.CheckOut}} {
		if days.From != math.MinInt32 {
			add(days.column+" >= $%d", days.From)
		}
		if days.Until != math.MaxInt32 {
			add(days.column+" <= $%d", days.Until)
		}
	}
	if f.Values != nil {
		values := make([][]byte, 0, len(f.Values))
		for _, value := range f.Values {
			values = append(values, []byte(value))
		}
		add("ordinal IN (SELECT ordinal FROM custom_value WHERE account = $1 AND value = ANY($%d))", values)
	}
	if f.IDs != nil {
		parts = append(parts, fmt.Sprintf("ordinal = ANY($%d)", len(args)+1))
	}
	found := `SELECT ordinal FROM reservation WHERE ` + strings.Join(parts, " AND ")
	if f.Values != nil && len(parts) == 2 { // Values alone: the reservations need not be looked at to count them.
		found = `SELECT DISTINCT ordinal FROM custom_value WHERE account = $1 AND value = ANY($4)`
	}
	return `WITH found AS MATERIALIZED (` + found + `),
		page AS MATERIALIZED (SELECT ordinal FROM found ORDER BY ordinal DESC LIMIT $2 OFFSET $3)
		SELECT t.total, ` + pageColumns + ` FROM (SELECT count(*) AS total FROM found) t
		LEFT JOIN (page JOIN reservation r ON r.account = $1 AND r.ordinal = page.ordinal) ON true ORDER BY r.ordinal DESC`, slices.Clip(args)
}
