package booking

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unique"

	"github.com/cockroachdb/apd/v3"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A ListedRate is what a list keeps of a rate: what filters and orders ask for. A long list has a hundred thousand of
// them.
type ListedRate struct {
	text       string // the number of the total, and after cut bytes that of the fees at the hotel
	currency   unique.Handle[string]
	pays       amount
	cut        uint8
	priced     bool // pays can be compared
	taxes      uint8
	refund     uint8 // a terms.RefundKind
	room, rate int16 // where it is in its hotel; room is below zero for a price without a rate
}

// An amount is for comparisons within a currency.
type amount struct {
	units int64        // in ten-thousandths
	odd   *apd.Decimal // one that is no whole number of them, or too large
}

// mostUnits keeps the units of an amount far from overflowing.
const mostUnits = 1e17

func amountOf(m api.Money) (a amount, ok bool) {
	if units, ok := plainUnits(m.Number()); ok {
		return amount{units: units}, true
	}
	d, _, err := apd.NewFromString(m.WithoutNoise().Number())
	if err != nil || !m.Valid() {
		return amount{}, false
	}
	var units apd.Decimal
	exact := apd.BaseContext.WithPrecision(60)
	if _, err := exact.Mul(&units, d, apd.New(1, 4)); err == nil {
		if n, err := units.Int64(); err == nil && n > -mostUnits && n < mostUnits {
			return amount{units: n}, true
		}
	}
	return amount{odd: d}, true
}

// plainUnits reads what nearly all amounts are: up to twelve digits, and up to four behind a point.
func plainUnits(number string) (units int64, ok bool) {
	whole, fraction, point := strings.Cut(number, ".")
	if len(whole) > 12 || len(fraction) > 4 || len(whole) == 0 || point && len(fraction) == 0 || len(whole) > 1 && whole[0] == '0' {
		return 0, false
	}
	for _, digits := range []string{whole, (fraction + "0000")[:4]} {
		for _, digit := range []byte(digits) {
			if digit < '0' || digit > '9' {
				return 0, false
			}
			units = units*10 + int64(digit-'0')
		}
	}
	return units, true
}

func (a *amount) cmp(b *amount) int {
	if a.odd == nil && b.odd == nil {
		return cmp.Compare(a.units, b.units)
	}
	return a.decimal().Cmp(b.decimal())
}

func (a *amount) decimal() *apd.Decimal {
	if a.odd != nil {
		return a.odd
	}
	return apd.New(a.units, -4)
}

func (r *ListedRate) number() string { return r.text[:r.cut] }
func (r *ListedRate) due() string    { return r.text[r.cut:] }

// Total returns the service's total for all rooms and nights, without fees at the hotel. It is unset if the rate has none.
func (r ListedRate) Total() api.Money { return api.NewMoney(r.number(), r.code()) }

// code returns the currency's.
func (r *ListedRate) code() string {
	if r.currency == (unique.Handle[string]{}) {
		return ""
	}
	return r.currency.Value()
}

// Taxes tells where the taxes and fees of the total are.
func (r ListedRate) Taxes() terms.TaxNote {
	note := terms.TaxNote{Kind: terms.TaxKind(r.taxes)}
	if note.Kind == terms.TaxFeeDue {
		note.Due = api.NewMoney(r.due(), r.code())
	}
	return note
}

// Pays returns the price of the rate in every list: what the guest pays for all rooms, which is the total with the known
// fees at the hotel.
func (r ListedRate) Pays() api.Money { return r.Taxes().Pays(r.Total()) }

// PaysWords returns Pays with what it includes.
func (r ListedRate) PaysWords() string { return r.Taxes().PaysWords(r.Total()) }

// Refund tells what came back if the stay were cancelled when the list was read.
func (r ListedRate) Refund() terms.RefundKind { return terms.RefundKind(r.refund) }

// Of returns the rate itself with its room; false for a price that came without a rate.
func (r ListedRate) Of(hotel api.Hotel) (RoomRate, bool) {
	if r.room < 0 || int(r.room) >= len(hotel.Rooms) || int(r.rate) >= len(hotel.Rooms[r.room].Rates) {
		return RoomRate{}, false
	}
	room := hotel.Rooms[r.room]
	return RoomRate{Room: room, Rate: room.Rates[r.rate]}, true
}

// noRate is the listed rate of a hotel without any price.
var noRate = ListedRate{room: -1}

func listedRate(total api.Money, taxes terms.TaxNote) ListedRate {
	number := total.Number()
	if len(number) > math.MaxUint8 {
		number = "" // No amount is that long.
	}
	r := ListedRate{text: number, cut: uint8(len(number)), taxes: uint8(taxes.Kind), room: -1} //nolint:gosec // Both are small.
	r.currency = unique.Make(total.Currency())
	if taxes.Kind == terms.TaxFeeDue {
		r.text += taxes.Due.Number()
	}
	r.pays, r.priced = amountOf(taxes.Pays(total))
	return r
}

// listedRateOf is all that filters and orders know of a rate, its amounts for all rooms.
func listedRateOf(rate api.Rate, rooms int, now time.Time) ListedRate {
	price := RoomRate{Rate: rate}.Price(rooms)
	r := listedRate(price.Total, terms.TaxesOf(price))
	r.refund = uint8(terms.Of(rate.Terms).Refund(now)) //nolint:gosec // One of four.
	return r
}

// listedRates returns the rates of a hotel, the cheapest for the guest first. Those in the currency of the first
// that has a price come before others, and those without a price last. A hotel without rates has its lowest price.
func listedRates(hotel api.Hotel, rooms int, now time.Time) []ListedRate {
	size := 0
	for _, room := range hotel.Rooms {
		size += len(room.Rates)
	}
	out := make([]ListedRate, 0, size)
	for i, room := range hotel.Rooms {
		for k, rate := range room.Rates {
			if i > math.MaxInt16 || k > math.MaxInt16 {
				continue
			}
			listed := listedRateOf(rate, rooms, now)
			listed.room, listed.rate = int16(i), int16(k)
			out = append(out, listed)
		}
	}
	if lowest := hotel.Lowest; len(out) == 0 && lowest != nil && lowest.Total.IsSet() {
		all := *lowest
		all.Total, all.Base, all.Taxes = forRooms(all.Total, rooms), forRooms(all.Base, rooms), forRooms(all.Taxes, rooms)
		return []ListedRate{listedRate(all.Total, terms.LowestTaxes(all))}
	}
	sortListed(out)
	return out
}

func sortListed(rates []ListedRate) {
	var currencies []unique.Handle[string]
	for _, r := range rates {
		if r.priced && !slices.Contains(currencies, r.currency) {
			currencies = append(currencies, r.currency)
		}
	}
	slices.SortStableFunc(rates, func(a, b ListedRate) int {
		if a.priced != b.priced {
			return lastIf(!a.priced)
		}
		return cmp.Or(cmp.Compare(slices.Index(currencies, a.currency), slices.Index(currencies, b.currency)), a.pays.cmp(&b.pays))
	})
}

// A rateTest is what a filter asks of a rate, made for many of them.
type rateTest struct {
	free, bounded bool
	never         bool // a bound is no amount
	least, most   *amount
	currency      unique.Handle[string]
}

func newRateTest(f trip.Filter) rateTest {
	test := rateTest{free: f.FreeCancel}
	bound := func(price api.Money) *amount {
		if !price.IsSet() {
			return nil
		}
		a, ok := amountOf(price)
		test.bounded, test.never, test.currency = true, test.never || !ok, unique.Make(price.Currency())
		return &a
	}
	test.least, test.most = bound(f.MinPrice), bound(f.MaxPrice)
	return test
}

func (t *rateTest) meets(r *ListedRate) bool {
	switch {
	case t.never || t.free && r.Refund() != terms.RefundAll:
		return false
	case !t.bounded:
		return true
	default:
		return r.priced && r.currency == t.currency &&
			(t.least == nil || r.pays.cmp(t.least) >= 0) && (t.most == nil || r.pays.cmp(t.most) <= 0)
	}
}

// Meets reports whether a rate for so many rooms is what the filter asks of a rate, at a moment.
func Meets(f trip.Filter, rate api.Rate, rooms int, now time.Time) bool {
	test, listed := newRateTest(f), listedRateOf(rate, rooms, now)
	return test.meets(&listed)
}

// best returns the cheapest rate of a hotel that meets the filter; false where the hotel is not kept.
func best(f *trip.Filter, item *Listing, test *rateTest) (*ListedRate, bool) {
	if f.Accessible && !item.Accessible || item.Stars < float64(f.MinStars) ||
		f.Chain != "" && !strings.EqualFold(f.Chain, item.ID.Chain) ||
		f.Amenity != "" && !item.hasAmenity(f.Amenity) {
		return &noRate, false
	}
	for i := range item.rates {
		if test.meets(&item.rates[i]) {
			return &item.rates[i], true
		}
	}
	return &noRate, len(item.rates) == 0 && !f.AsksOfRates()
}

func (l *Listing) hasAmenity(part string) bool {
	part = wording.Fold(part)
	return slices.ContainsFunc(l.Amenities(), func(a string) bool { return strings.Contains(wording.Fold(a), part) })
}

// A PricedRate is a rate with its room, and what a list keeps of it.
type PricedRate struct {
	RoomRate
	Listed ListedRate
}

// A RoomOffer is what a room of a hotel costs: its cheapest rate that meets a filter and, if that is another, the
// cheapest one of them of which more comes back.
type RoomOffer struct {
	Cheapest   PricedRate
	Refundable *PricedRate
	Rates      int // how many of its rates meet the filter
}

// All returns the one or two rates of the offer.
func (o RoomOffer) All() []PricedRate {
	if o.Refundable == nil {
		return []PricedRate{o.Cheapest}
	}
	return []PricedRate{o.Cheapest, *o.Refundable}
}

// RoomOffers lists the rooms of a hotel that have a rate that meets the filter at a moment, in the service's order, and
// says how many rooms with rates have none. Amounts are for so many rooms of the trip.
func RoomOffers(f trip.Filter, hotel api.Hotel, rooms int, now time.Time) (offers []RoomOffer, others int) {
	test, listed := newRateTest(f), listedRates(hotel, rooms, now)
	byRoom := make([][]ListedRate, len(hotel.Rooms))
	for i := range listed {
		if r := &listed[i]; r.room >= 0 && test.meets(r) {
			byRoom[r.room] = append(byRoom[r.room], *r)
		}
	}
	for i, meets := range byRoom {
		if len(meets) == 0 {
			others += min(1, len(hotel.Rooms[i].Rates))
			continue
		}
		offer := RoomOffer{Rates: len(meets), Cheapest: meets[0].in(hotel)}
		if better := moreComesBack(meets); better > 0 {
			rate := meets[better].in(hotel)
			offer.Refundable = &rate
		}
		offers = append(offers, offer)
	}
	return offers, others
}

func (r ListedRate) in(hotel api.Hotel) PricedRate {
	rate, _ := r.Of(hotel)
	return PricedRate{RoomRate: rate, Listed: r}
}

// moreComesBack returns the index of the cheapest rate that is free to cancel, else of the cheapest of which a part
// comes back; 0 where the first one is no worse than that.
func moreComesBack(rates []ListedRate) int {
	for _, refund := range []terms.RefundKind{terms.RefundAll, terms.RefundDeducted} {
		if rates[0].Refund() == refund {
			return 0
		}
		if at := slices.IndexFunc(rates, func(r ListedRate) bool { return r.Refund() == refund }); at >= 0 {
			return at
		}
	}
	return 0
}
