package world

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A twisted price adds up as exactly as a plain one, and its terms speak of it.
func TestTwistedPricesAddUp(t *testing.T) {
	w := build(t, 2000)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, w.Len()-1).Draw(t, "hotel")
		stay := drawStay(t)
		permille := rapid.IntRange(800, 1200).Draw(t, "permille")
		for _, offer := range w.Offers(i, stay, someday) {
			for _, plain := range offer.Rates {
				change := RateChange{Permille: permille, Stricter: rapid.Bool().Draw(t, "stricter"), NoRefund: rapid.Bool().Draw(t, "no refund")}
				_, rate, ok := w.RateWith(change, i, plain.BookingCode, stay, someday)
				if !ok {
					t.Fatalf("%s is not there with a change", plain.BookingCode)
				}
				if err := addsUp(rate.Price, stay, plain.Price.Total.Currency); err != nil {
					t.Fatalf("%+v: %v", change, err)
				}
				if err := ordered(rate, stay, w.zone(w.hotel(i).city)); err != nil {
					t.Fatalf("%+v: %v", change, err)
				}
				for _, p := range rate.Terms.Penalties {
					if !strings.Contains(p.Short, p.Amount.String()) || !strings.Contains(p.Original, p.Amount.String()) || !slices.Contains(rate.Terms.Description, p.Short) {
						t.Fatalf("%+v: a penalty of %s says %q and %q", change, p.Amount, p.Short, p.Original)
					}
				}
			}
		}
	})
}

func TestRateChangesChangeWhatTheySay(t *testing.T) {
	t.Parallel()
	w := build(t, 150)
	stay := Stay{In: DayAt(someday) + 40, Out: DayAt(someday) + 43, Adults: 2}
	seen := 0
	for i := range w.Len() {
		for _, offer := range w.Offers(i, stay, someday) {
			for _, plain := range offer.Rates {
				with := func(change RateChange) Rate {
					_, rate, _ := w.RateWith(change, i, plain.BookingCode, stay, someday)
					return rate
				}
				if same := with(RateChange{}); !reflect.DeepEqual(same, plain) {
					t.Fatalf("without a change %+v becomes %+v", plain, same)
				}
				up, down := with(RateChange{Permille: 1100}).Price.Total.Minor, with(RateChange{Permille: 900}).Price.Total.Minor
				if total := plain.Price.Total.Minor; up <= total || down >= total || up > total*112/100 || down < total*88/100 {
					t.Errorf("%d becomes %d and %d", total, up, down)
				}
				if !plain.Terms.Refundable {
					continue
				}
				seen++
				strict, none := with(RateChange{Stricter: true}), with(RateChange{NoRefund: true})
				was, is := plain.Terms.Penalties[0], strict.Terms.Penalties[0]
				if days := was.Deadline.Sub(is.Deadline).Round(24*time.Hour) / (24 * time.Hour); days != strictDays ||
					is.Amount != plain.Price.Total || is.Amount.Minor < was.Amount.Minor || !strict.Terms.Refundable || !reflect.DeepEqual(strict.Price, plain.Price) {
					t.Errorf("%+v becomes the stricter %+v", was, is)
				}
				if p := none.Terms.Penalties; none.Terms.Refundable || len(p) != 1 || p[0].Refundable || p[0].Amount != plain.Price.Total || none.Terms.CancelNote == "" {
					t.Errorf("without refund the terms are %+v", none.Terms)
				}
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d refundable rates are too few to tell", seen)
	}
}
