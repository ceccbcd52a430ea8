package views

import (
	"cmp"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// A sortKey is the value that a row is sorted by. Keys of different ranks are compared by rank only, and amounts only within
// their currency.
type sortKey struct {
	none     bool // no value: last in either direction
	rank     int
	currency string
	amount   api.Money
	number   int
	at       time.Time
	text     string
}

// keyOf returns the key of a column's value. In a column of days, moments or amounts a text comes after them.
func keyOf(v any) sortKey {
	switch v := v.(type) {
	case int:
		return sortKey{number: v}
	case bool:
		if v {
			return sortKey{number: 1}
		}
		return sortKey{}
	case api.Date:
		return sortKey{at: v.In(time.UTC), none: v.IsZero()}
	case time.Time:
		return sortKey{at: v}
	case api.Money:
		if v.Valid() {
			return sortKey{currency: v.Currency(), amount: v}
		}
	default:
	}
	text := wording.Fold(plain(v))
	return sortKey{rank: 1, text: text, none: text == ""}
}

// The ranks of what cancelling costs.
const (
	rankFree = iota
	rankPenalty
	rankWords // the amount is unknown
)

// costKey returns the key of costNow: free first, then the amounts, then costs without an amount.
func costKey(c Cells, r *Row) sortKey {
	due, open := c.Due(r)
	switch {
	case !open:
		return sortKey{none: true}
	case due.Now.Kind == terms.CostFree:
		return sortKey{rank: rankFree}
	case due.Now.Kind == terms.CostPenalty && due.Now.Amount.Valid():
		return sortKey{rank: rankPenalty, currency: due.Now.Amount.Currency(), amount: due.Now.Amount}
	default:
		return sortKey{rank: rankWords, text: due.Now.Words()}
	}
}

func (k *sortKey) compare(other *sortKey) int {
	order := cmp.Or(cmp.Compare(k.rank, other.rank), cmp.Compare(k.currency, other.currency))
	if order == 0 && k.amount.IsSet() && other.amount.IsSet() {
		order, _ = k.amount.Cmp(other.amount) // Both are valid and of one currency.
	}
	return cmp.Or(order, cmp.Compare(k.number, other.number), k.at.Compare(other.at), cmp.Compare(k.text, other.text))
}

// sort sorts rows by the column. It is stable, and rows without a value come last.
func (col Column) sort(c Cells, down bool, rows []*Row) {
	keys := make(map[*Row]sortKey, len(rows))
	for _, r := range rows {
		if col.key != nil {
			keys[r] = col.key(c, r)
		} else {
			keys[r] = keyOf(col.value(c, r))
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int {
		x, y := keys[a], keys[b]
		switch {
		case x.none || y.none:
			return boolRank(x.none) - boolRank(y.none)
		case down:
			return y.compare(&x)
		default:
			return x.compare(&y)
		}
	})
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}
