package quote_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
)

// freeTo returns terms that are free to cancel until a deadline.
func freeTo(deadline string) terms.Terms {
	return terms.Of(api.Terms{Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney("100.00", "GBP")}}})
}

// A note says how a term differs from that of the first offer, and calls only equal terms the same.
func TestCompare_Notes(t *testing.T) {
	t.Parallel()
	price := func(total string) func(*quote.Offer) {
		return func(o *quote.Offer) { o.Total = api.NewMoney(total, "GBP") }
	}
	free := func(deadline string) func(*quote.Offer) {
		return func(o *quote.Offer) { o.Terms = freeTo(deadline) }
	}
	holds := func(left time.Duration) func(*quote.Offer) {
		return func(o *quote.Offer) { o.Ends = noon.Add(left) }
	}
	unsaid := func(total, unsaid string) func(*quote.Offer) {
		return func(o *quote.Offer) { o.Total, o.Unsaid = api.NewMoney(total, "GBP"), unsaid }
	}
	const tenth = "2026-12-10T18:00:00+00:00"
	for name, c := range map[string]struct {
		row          string
		first, other func(*quote.Offer)
		want         string // empty where the two are alike
	}{
		"free for longer":                        {"refund", free(tenth), free("2026-12-11T18:00:00+00:00"), "later"},
		"free for less":                          {"refund", free(tenth), free("2026-12-09T18:00:00+00:00"), "earlier"},
		"free until the same":                    {"refund", free(tenth), free(tenth), ""},
		"same instant, two clocks":               {"refund", free(tenth), free("2026-12-10T19:00:00+01:00"), "differs"},
		"deadline without an offset":             {"refund", free(tenth), free("2026-12-11T18:00:00"), "differs"},
		"penalties now, dearer from two days":    {"refund", penaltyNow("2026-12-10T18:00:00+00:00"), penaltyNow("2026-12-09T18:00:00+00:00"), ""},
		"penalties now, of two amounts":          {"refund", penaltyNow(tenth), func(o *quote.Offer) { penaltyNow("2026-12-09T18:00:00+00:00")(o); o.Terms = o.Terms.Times(2) }, "differs"},
		"first total not said":                   {"price", price(""), price("330.00"), "differs"},
		"other total not said":                   {"price", price("300.00"), price(""), "differs"},
		"penalty, then free":                     {"refund", free("2026-11-10T18:00:00+00:00"), free(tenth), "differs"},
		"free, then a penalty":                   {"refund", free(tenth), free("2026-11-10T18:00:00+00:00"), "differs"},
		"holds longer":                           {"offer holds", holds(time.Minute), holds(time.Hour), "later"},
		"holds less":                             {"offer holds", holds(time.Hour), holds(time.Minute), "earlier"},
		"end not said":                           {"offer holds", holds(time.Hour), func(*quote.Offer) {}, "differs"},
		"dearer each night":                      {"per night", price("300.00"), price("330.00"), "10.00 more"},
		"first price not said":                   {"per night", price(""), price("330.00"), "differs"},
		"other price not said":                   {"per night", price("300.00"), price(""), "differs"},
		"dearer by less than a penny each night": {"per night", price("300.00"), price("300.01"), "differs"},
		"dearer in all":                          {"guest pays", unsaid("306.00", "not said"), unsaid("300.00", ""), "6.00 less"},
		"same sum, with a note":                  {"guest pays", unsaid("300.00", "plus a fee"), unsaid("300.00", ""), "differs"},
		"something at the hotel, unsaid":         {"due at the hotel", unverified(terms.TaxPart), unverified(terms.TaxUnsaid), "differs"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, b := offer(1, "300.00"), offer(1, "300.00")
			c.first(&a)
			c.other(&b)
			got := row(t, quote.Compare(noon, []quote.Offer{a, b}), c.row)
			if got.Differs != (c.want != "") || got.Cells[0].Note != "" || got.Cells[1].Note != c.want {
				t.Errorf("%+v", got)
			}
		})
	}
}

// penaltyNow returns a change to terms with a penalty that is due, and a dearer one from a deadline on.
func penaltyNow(deadline string) func(*quote.Offer) {
	step := func(deadline, amount string) api.CancelPenalty {
		return api.CancelPenalty{Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney(amount, "GBP")}
	}
	return func(o *quote.Offer) {
		o.Terms = terms.Of(api.Terms{Penalties: []api.CancelPenalty{step("2026-11-01T00:00:00+00:00", "50"), step(deadline, "300")}})
	}
}

func unverified(kind terms.TaxKind) func(*quote.Offer) {
	return func(o *quote.Offer) {
		o.Verified, o.Taxes = nil, terms.TaxNote{Kind: kind}
		o.Unsaid = map[terms.TaxKind]string{terms.TaxPart: terms.Something, terms.TaxUnsaid: terms.NotSaid}[kind]
	}
}

func TestCompare_Cells(t *testing.T) {
	t.Parallel()
	fees := func(o *quote.Offer) {
		o.Fees = []api.Charge{
			{Amount: api.NewMoney("6.00", "GBP"), Description: "City charge", IncludedInTotal: yes(false)}, {Amount: api.NewMoney("2.00", "GBP")}, {IncludedInTotal: yes(false)},
		}
	}
	for name, c := range map[string]struct {
		row    string
		change func(*quote.Offer)
		want   string // empty where there is no row
	}{
		"nothing at the hotel": {"due at the hotel", func(*quote.Offer) {}, "No fees are named."},
		"fees at the hotel":    {"due at the hotel", fees, "6.00 GBP, City charge|2.00 GBP (may be included in the price)|a fee (amount not said)"},
		"part at the hotel":    {"due at the hotel", unverified(terms.TaxPart), "fees: amount not said"},
		"unsaid at the hotel":  {"due at the hotel", unverified(terms.TaxUnsaid), "fees: not said"},
		"guest pays":           {"guest pays", func(*quote.Offer) {}, "300.00 GBP on the card now"},
		"each night exactly":   {"per night", func(*quote.Offer) {}, "100.00 GBP"},
		"each night, half a penny up": {"per night", func(o *quote.Offer) {
			o.Total, o.Trip.CheckOut = api.NewMoney("100.05", "GBP"), o.Trip.CheckIn.AddDays(2)
		}, "about 50.03 GBP"},
		"takes as verified":    {"takes", func(o *quote.Offer) { o.Room.MaxOccupancy, o.Verified.MaxOccupancy = 4, 2 }, "up to 2 guests"},
		"takes as searched":    {"takes", func(o *quote.Offer) { o.Room.MaxOccupancy, o.Verified = 4, nil }, "up to 4 guests"},
		"takes, not said":      {"takes", func(o *quote.Offer) { o.Verified.MaxOccupancy = 0 }, ""},
		"hotel":                {"hotel", func(*quote.Offer) {}, "Hotel 1|4*|1 Row, London"},
		"hotel of half a star": {"hotel", func(o *quote.Offer) { o.Stars = 3.5 }, "Hotel 1|3.5*|1 Row, London"},
		"hotel unrated":        {"hotel", func(o *quote.Offer) { o.Stars = 0 }, "Hotel 1|1 Row, London"},
		"check-in":             {"check-in", func(*quote.Offer) {}, "from 15:00"},
		"check-in not said":    {"check-in", func(o *quote.Offer) { o.Hotel.CheckInTime = "" }, ""},
		"check-in in words":    {"check-in", func(o *quote.Offer) { o.Hotel.CheckInTime = "noon1:30" }, "from noon1:30"},
		"check-in, afternoon":  {"check-in", func(o *quote.Offer) { o.Hotel.CheckInTime = "03:00 pm" }, "from 03:00 pm"},
		"one night":            {"per night", func(o *quote.Offer) { o.Trip.CheckOut = o.Trip.CheckIn.AddDays(1) }, "300.00 GBP"},
		"no night":             {"per night", func(o *quote.Offer) { o.Trip.CheckOut = o.Trip.CheckIn }, ""},
		"total in words":       {"per night", func(o *quote.Offer) { o.Total = api.NewMoney("a lot", "GBP") }, ""},
		"included":             {"included", func(*quote.Offer) {}, "Breakfast"},
		"party in a room":      {"party", func(*quote.Offer) {}, "2 adults"},
		"party in two rooms":   {"party", func(o *quote.Offer) { o.Trip.Rooms = 2 }, "2 adults, 2 rooms"},
		"check-out":            {"check-out", func(*quote.Offer) {}, "until 11:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := offer(1, "300.00")
			c.change(&o)
			got := ""
			for _, r := range quote.Compare(noon, []quote.Offer{o}).Rows {
				if r.What == c.row {
					got = strings.Join(r.Cells[0].Lines, "|")
				}
			}
			if got != c.want {
				t.Errorf("it reads %q, want %q", got, c.want)
			}
		})
	}
	if c := quote.Compare(noon, nil); len(c.Rows) != 0 {
		t.Errorf("no offers have %d rows", len(c.Rows))
	}
}
