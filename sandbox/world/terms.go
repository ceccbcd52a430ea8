package world

import (
	"fmt"
	"time"
)

// step is what cancelling costs from an hour on, so many days before check-in.
type step struct {
	days, hour int
	cost       cost
}

type cost int

const (
	quarter cost = iota
	firstNight
	half
	wholeStay
)

// steps returns the cancellation steps of a hotel's plan, earliest first.
func (h hotel) steps(n int) []step {
	k := h.key.sub(factPolicy, uint64(n)) //nolint:gosec // n is not negative
	hour := one(k, factPolicyHour, []int{0, 12, 14, 16, 18, 18, 18, 23})
	days := k.between(factPolicyDay, 0, 3)
	if days == 0 && hour < 12 {
		days = 1
	}
	variant := k.below(factPolicy, 10)
	if plans[n].policy == firm {
		days += 4
		if variant < 5 {
			return []step{{days + 10, hour, quarter}, {days, hour, wholeStay}}
		}
		return []step{{days, hour, wholeStay}}
	}
	switch {
	case variant < 5:
		return []step{{days, hour, firstNight}}
	case variant < 8:
		return []step{{days + 1, hour, firstNight}, {0, 14, wholeStay}}
	}
	return []step{{days + 12, hour, quarter}, {days + 1, hour, half}, {0, 12, wholeStay}}
}

func (q *quote) terms(n int, price Price) Terms {
	p := &plans[n]
	t := Terms{Refundable: p.policy != nonRefundable && !q.change.NoRefund, Cards: q.cards()}
	switch p.payment {
	case prepaid:
		t.PaymentInfo, t.Guarantee = "The full amount is charged when you book.", "PREPAY"
	case deposit:
		t.Guarantee = "DEPOSIT"
		t.Deposit = q.deposit(price)
		t.PaymentInfo = t.Deposit.Description
	default:
		t.PaymentInfo, t.Guarantee = "You pay at the hotel. A card guarantees the room.", "GUARANTEE"
	}
	if t.Refundable {
		t.Penalties = q.penalties(n, price)
	} else {
		t.CancelNote = "This rate is non-refundable."
		t.Penalties = q.noRefund(price)
	}
	if t.Refundable && q.hotel.key.chance(factPolicyDay, 200) {
		t.CancelNote = "Deadlines are in the hotel's local time. A guest who doesn't arrive is charged as for a cancellation on the day."
	}
	t.Description = []string{p.name + ".", t.PaymentInfo}
	for _, penalty := range t.Penalties {
		t.Description = append(t.Description, penalty.Short)
	}
	return t
}

// noRefund returns the one penalty of a rate without refund. A verification says
// nowhere else that a rate is not refundable (SPEC 2.9).
func (q *quote) noRefund(price Price) []Penalty {
	return []Penalty{{
		Deadline: (q.stay.In - Horizon - 1).In(q.w.zone(q.hotel.city), 0, 0),
		Short:    fmt.Sprintf("Non-refundable: the full stay, %s %s, is charged whenever you cancel.", price.Total.Currency, price.Total),
		Amount:   price.Total,
		Original: fmt.Sprintf("NON REFUNDABLE-CXL FEE FULL STAY-INCL TAX-%s %s", price.Total.Currency, price.Total),
	}}
}

// penalties turns into amounts and instants the hotel's steps that cost more than the
// one before.
func (q *quote) penalties(n int, price Price) []Penalty {
	zone := q.w.zone(q.hotel.city)
	estimated := q.hotel.key.chance(factPolicyHour, 100)
	var list []Penalty
	for _, s := range q.change.steps(q.hotel.steps(n)) {
		amount := s.cost.of(price)
		if len(list) > 0 && amount.Minor <= list[len(list)-1].Amount.Minor {
			continue
		}
		at := (q.stay.In - Day(s.days)).In(zone, s.hour, 0) //nolint:gosec // a few days
		lead := "Free cancellation until %s hotel time, then %s: %s %s."
		if len(list) > 0 {
			lead = "From %s hotel time, %s: %s %s."
		}
		list = append(list, Penalty{
			Deadline: at, Amount: amount, Estimated: estimated, Refundable: amount.Minor < price.Total.Minor,
			Short:    fmt.Sprintf(lead, at.Format("15:04 on Mon 2 Jan 2006"), s.cost, amount.Currency, amount),
			Original: original(s, at, amount),
		})
	}
	return list
}

func original(s step, at time.Time, amount Money) string {
	when := "DAY OF ARRIVAL"
	switch {
	case s.days == 1:
		when = "1 DAY PRIOR"
	case s.days > 1:
		when = fmt.Sprintf("%d DAYS PRIOR", s.days)
	}
	fee := [...]string{"25 PCT", "1 NIGHT", "50 PCT", "FULL STAY"}[s.cost]
	return fmt.Sprintf("CXL %s HTL TIME %s-FEE %s-INCL TAX-%s %s", at.Format("1504"), when, fee, amount.Currency, amount)
}

// String is the cost in words, as prose for guests uses it.
func (c cost) String() string {
	return [...]string{"a quarter of the stay", "the first night", "half of the stay", "the full stay"}[c]
}

// of returns the cost in money, taxes included.
func (c cost) of(price Price) Money {
	total := price.Total
	switch c {
	case quarter:
		total.Minor = (total.Minor + 3) / 4
	case half:
		total.Minor = (total.Minor + 1) / 2
	case firstNight:
		total = price.Nights[0].Total
	case wholeStay:
	}
	return total
}

func (q *quote) deposit(price Price) *Deposit {
	d := &Deposit{Amount: firstNight.of(price), Due: q.stay.In - 14}
	d.Description = fmt.Sprintf("A deposit of the first night, %s %s, is charged on %s, or when you book if that day has passed. The rest is paid at the hotel.",
		d.Amount.Currency, d.Amount, d.Due.UTC().Format("2 Jan 2006"))
	return d
}

func (q *quote) cards() []string {
	list := []string{"VI", "MC"}
	for _, card := range []string{"AX", "DC", "DS", "JC", "UP"} {
		permille := 300
		if card == "AX" || card == "JC" && q.hotel.city.CountryCode == "JP" || card == "UP" && q.hotel.city.CountryCode == "CN" || card == "DS" && q.hotel.city.CountryCode == "US" {
			permille = 900
		}
		if q.hotel.key.sub(factCards, uint64(card[0])<<8|uint64(card[1])).chance(factCards, permille) {
			list = append(list, card)
		}
	}
	return list
}
