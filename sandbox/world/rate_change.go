package world

import "time"

// RateChange is how a rate comes out differently from what a search said of it. The
// zero RateChange changes nothing.
type RateChange struct {
	Permille int  // the price in thousandths of the plain one; 0 is 1000
	Stricter bool // the first deadline is strictDays earlier, and costs the whole stay
	NoRefund bool // cancelling costs the whole price
}

const strictDays = 3

// RateWith is Rate with a change.
func (w *World) RateWith(t RateChange, i int, bookingCode string, stay Stay, now time.Time) (Room, Rate, bool) {
	h := w.hotel(i)
	s, n, ok := w.coded(h, bookingCode)
	if !ok {
		return Room{}, Rate{}, false
	}
	lead, ok := w.lead(h, stay, now)
	if !ok || !h.openFor(stay) || !s.free(stay) || !plans[n].open(lead, stay.Nights()) {
		return Room{}, Rate{}, false
	}
	q := w.quote(h, s, stay, lead, now)
	q.change = t
	if t.Permille > 0 {
		money := h.city.country.currency
		for i, plain := range q.nights {
			minor := mulDiv(plain, int64(t.Permille), 1000)
			q.nights[i] = max(money.round, (minor+money.round/2)/money.round*money.round)
		}
	}
	return h.room(s), q.rate(n), true
}

// steps are the steps of a cancellation policy under the change.
func (t RateChange) steps(plain []step) []step {
	if !t.Stricter {
		return plain
	}
	return []step{{plain[0].days + strictDays, plain[0].hour, wholeStay}}
}
