package world

import (
	"cmp"
	"slices"
	"time"
)

// plan is one way of selling a room. Its position in plans is part of every
// booking code, so plans are only ever added at the end, 16 at most.
type plan struct {
	name    string
	kind    string // rate_type
	price   int64  // in thousandths of the plain price
	policy  policy
	payment payment
	offered int  // thousandths of the hotels that have it
	lead    int  // least days before check-in
	nights  int  // least nights
	top     bool // only for the better rooms of better hotels
	perks   []string
}

type policy int

const (
	flexible policy = iota
	firm            // earlier deadlines
	nonRefundable
)

type payment int

const (
	atHotel payment = iota
	prepaid
	deposit
)

var plans = []plan{
	{name: "Flexible Rate", kind: "PUBLIC", price: 1000, offered: 930},
	{name: "Non-Refundable Saver", kind: "PROMOTION", price: 880, policy: nonRefundable, payment: prepaid, offered: 800},
	{name: "Bed and Breakfast", kind: "PACKAGE", price: 1095, offered: 700, perks: []string{"breakfast"}},
	{name: "Advance Purchase", kind: "PROMOTION", price: 830, policy: nonRefundable, payment: prepaid, offered: 550, lead: 21},
	{name: "Member Rate", kind: "MEMBER", price: 930, offered: 550, perks: []string{"points"}},
	{name: "Pay Now, Semi-Flexible", kind: "PUBLIC", price: 950, policy: firm, payment: prepaid, offered: 450},
	{name: "Stay Longer", kind: "PROMOTION", price: 860, policy: firm, payment: deposit, offered: 500, nights: 5},
	{name: "Holiday Package", kind: "PACKAGE", price: 1260, policy: firm, payment: deposit, offered: 420, top: true, perks: []string{"breakfast", "dinner", "late check-out"}},
}

// perkTexts describe the perks, by name.
var perkTexts = map[string]string{
	"breakfast":      "Breakfast for everyone in the room, every morning",
	"dinner":         "Three-course dinner on the first evening",
	"late check-out": "Check-out until 14:00",
	"points":         "Double points in the house's guest programme",
	"Wi-Fi":          "Fast Wi-Fi in the room",
	"parking":        "One parking space",
}

// sells reports whether the hotel ever sells a room by a plan.
func (h hotel) sells(s roomSketch, n int) bool {
	p := &plans[n]
	if play := h.scenario(); play != nil {
		// Flexible, non-refundable, with breakfast; a scenario about the refund has none without.
		return n < 3 && (p.policy != nonRefundable || !play.aboutRefund())
	}
	if p.top && (h.stars < 4 || s.grade < 2) {
		return false
	}
	has := h.key.sub(factPlan, uint64(n)).chance(factPlan, p.offered) //nolint:gosec // n is not negative
	if n == 0 {
		// Every room has a rate for any dates: where the saver is missing, the flexible one is there.
		return has || !h.sells(s, 1)
	}
	return has
}

// open reports whether a plan is for sale for a stay that begins in so many days.
func (p *plan) open(lead, nights int) bool { return lead >= p.lead && nights >= p.nights }

// How many days ahead of the hotel's today a stay may begin, and how long it may be.
const (
	Horizon    = 500
	MostNights = 99
)

// lead is how many days ahead of the hotel's today a stay begins; false when
// the hotel doesn't sell the stay at any price.
func (w *World) lead(h hotel, stay Stay, now time.Time) (int, bool) {
	days := int(stay.In - DayAt(now.In(w.zone(h.city))))
	fits := stay.Adults >= 1 && stay.Children >= 0 && stay.Nights() >= 1 && stay.Nights() <= MostNights
	return days, fits && days >= 0 && days <= Horizon
}

// free reports whether a room takes the party and is for sale every night.
func (s roomSketch) free(stay Stay) bool {
	if stay.Guests() > s.sleeps() {
		return false
	}
	for night := stay.In; night < stay.Out; night++ {
		if s.allotment(night) == 0 {
			return false
		}
	}
	return true
}

func (h hotel) openFor(stay Stay) bool {
	for night := stay.In; night < stay.Out; night++ {
		if h.closed(night) {
			return false
		}
	}
	return true
}

// Sells reports whether Offers would list anything but the rooms with these
// numbers, much cheaper.
func (w *World) Sells(i int, stay Stay, now time.Time, but ...int) bool {
	h := w.hotel(i)
	if _, ok := w.lead(h, stay, now); !ok || !h.openFor(stay) {
		return false
	}
	for no := range h.roomCount() {
		if !slices.Contains(but, no) && h.sketch(no).free(stay) {
			return true
		}
	}
	return false
}

// Offers lists the rooms with rates that the hotel with index i sells for a stay as
// of now, whatever reservations have taken. The price depends on now by the days left
// before check-in only, and the terms not at all.
func (w *World) Offers(i int, stay Stay, now time.Time) []RoomOffer {
	h := w.hotel(i)
	lead, ok := w.lead(h, stay, now)
	if !ok || !h.openFor(stay) {
		return nil
	}
	var offers []RoomOffer
	for no := range h.roomCount() {
		s := h.sketch(no)
		if !s.free(stay) {
			continue
		}
		quote := w.quote(h, s, stay, lead, now)
		offer := RoomOffer{Room: h.room(s)}
		for n := range plans {
			if h.sells(s, n) && plans[n].open(lead, stay.Nights()) {
				offer.Rates = append(offer.Rates, quote.rate(n))
			}
		}
		slices.SortStableFunc(offer.Rates, func(a, b Rate) int { return cmp.Compare(a.Price.Total.Minor, b.Price.Total.Minor) })
		offers = append(offers, offer)
	}
	return offers
}

// coded returns the room and the plan of a hotel that a booking code belongs to,
// whatever the dates; false when the hotel has no such code.
func (w *World) coded(h hotel, code string) (s roomSketch, plan int, ok bool) {
	no, k, room, plan, ok := readBookingCode(w.seed, code)
	if !ok || no != h.city.No || k != h.k || room >= h.roomCount() || plan >= len(plans) {
		return roomSketch{}, 0, false
	}
	s = h.sketch(room)
	return s, plan, h.sells(s, plan)
}

// Rate gives the room and the rate of a booking code for a stay, exactly as
// Offers would; false when Offers would not list it.
func (w *World) Rate(i int, bookingCode string, stay Stay, now time.Time) (Room, Rate, bool) {
	return w.RateWith(RateChange{}, i, bookingCode, stay, now)
}
