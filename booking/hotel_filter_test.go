package booking

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// offered draws a rate: free to cancel or not, with fees at the hotel or without, in one of two currencies, and now
// and then without a price.
func offered(t *rapid.T, code string) api.Rate {
	currency := rapid.SampledFrom([]string{"GBP", "GBP", "GBP", "EUR"}).Draw(t, "currency")
	money := func(pence int) api.Money { return api.NewMoney(fmt.Sprintf("%d.%02d", pence/100, pence%100), currency) }
	total, fee := rapid.IntRange(4000, 9000).Draw(t, "total"), rapid.SampledFrom([]int{0, 250, 2500}).Draw(t, "fee")
	included := fee == 0
	rate := api.Rate{BookingCode: code, Price: api.Price{
		Total: money(total), Base: money(total - 500), Taxes: money(500), Fees: money(fee), TaxesIncluded: &included,
	}}
	if rapid.IntRange(0, 19).Draw(t, "unpriced") == 0 {
		rate.Price = api.Price{}
	}
	refundable := rapid.Bool().Draw(t, "refundable")
	rate.Terms.Refundable = &refundable
	if refundable {
		day := rapid.SampledFrom([]string{"2026-11-01", "2026-12-24"}).Draw(t, "deadline")
		rate.Terms.Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline(day + "T18:00:00Z"), Amount: money(total / 3)}}
	}
	return rate
}

func offeredHotel(t *rapid.T, number int) api.Hotel {
	hotel := api.Hotel{
		ID:   api.PropertyID{Chain: rapid.SampledFrom([]string{"LX", "HB"}).Draw(t, "chain"), Code: fmt.Sprint(number)},
		Name: fmt.Sprint("Hotel ", number), ADACompliant: rapid.Bool().Draw(t, "accessible"),
		Rating: api.Rating{Value: fmt.Sprint(rapid.IntRange(0, 5).Draw(t, "stars"))},
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "rooms") {
		room := api.Room{Name: fmt.Sprint("room ", i)}
		for k := range rapid.IntRange(0, 3).Draw(t, "rates") {
			room.Rates = append(room.Rates, offered(t, fmt.Sprint(number, "/", i, "/", k)))
		}
		hotel.Rooms = append(hotel.Rooms, room)
	}
	return hotel
}

// meetsAll says by the service's own words whether a rate is what the filter asks for: it shares nothing with the
// filter but the terms.
func meetsAll(f trip.Filter, rate api.Rate, now time.Time) bool {
	if f.FreeCancel {
		c := terms.Of(rate.Terms)
		if refundable := c.RefundableAt(now); c.CostAt(now).Kind != terms.CostFree || refundable != nil && !*refundable {
			return false
		}
	}
	if f.MinPrice.IsSet() {
		if c, err := paysFor(rate).Cmp(f.MinPrice); err != nil || c < 0 {
			return false
		}
	}
	if !f.MaxPrice.IsSet() {
		return true
	}
	c, err := paysFor(rate).Cmp(f.MaxPrice)
	return err == nil && c <= 0
}

func paysFor(rate api.Rate) api.Money {
	if included := rate.Price.TaxesIncluded; included == nil || *included {
		return rate.Price.Total
	}
	pays, err := rate.Price.Total.Add(rate.Price.Fees)
	if err != nil {
		return rate.Price.Total
	}
	return pays
}

// Whatever is asked for: the price of a hotel that is listed is the price of one of its rates that meets all of it,
// no other such rate of its currency is cheaper for the guest, Enter lands on that rate, and so do the rooms beside
// the list say. A hotel that is not listed has no such rate, and counts and bounds are of the same prices.
func TestAListedPriceIsThatOfARateThatMeetsTheFilter(t *testing.T) {
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		var hotels []api.Hotel
		for i := range rapid.IntRange(1, 12).Draw(t, "hotels") {
			hotels = append(hotels, offeredHotel(t, i))
		}
		list := listOf(now, hotels)
		f := trip.Filter{
			FreeCancel: rapid.Bool().Draw(t, "free"), Accessible: rapid.Bool().Draw(t, "accessible"),
			MinStars: rapid.IntRange(0, 3).Draw(t, "class"), Chain: rapid.SampledFrom([]string{"", "", "LX"}).Draw(t, "chain"),
		}
		if rapid.Bool().Draw(t, "capped") {
			f.MaxPrice = api.NewMoney(fmt.Sprint(rapid.IntRange(40, 100).Draw(t, "cap")), "GBP")
		}
		if rapid.Bool().Draw(t, "floored") {
			f.MinPrice = api.NewMoney(fmt.Sprint(rapid.IntRange(30, 90).Draw(t, "floor")), "GBP")
		}
		by := trip.Order{By: rapid.SampledFrom(trip.Sorts()).Draw(t, "sort"), Reversed: rapid.Bool().Draw(t, "reversed")}
		rows := list.Arrange(by, f, "")
		if n := list.Count(f); n != len(rows) {
			t.Fatalf("%d are counted and %d listed", n, len(rows))
		}
		shown := map[api.PropertyID]bool{}
		for _, row := range rows {
			shown[row.ID] = true
			checkRow(t, f, row, now)
		}
		for _, hotel := range hotels {
			kept := (!f.Accessible || hotel.ADACompliant) && starsOf(hotel.Rating) >= float64(f.MinStars) && (f.Chain == "" || f.Chain == hotel.ID.Chain)
			some := slices.ContainsFunc(RoomRates(hotel), func(r RoomRate) bool { return meetsAll(f, r.Rate, now) }) ||
				len(RoomRates(hotel)) == 0 && !f.AsksOfRates()
			if shown[hotel.ID] != (kept && some) {
				t.Fatalf("%s is listed: %t", hotel.Name, shown[hotel.ID])
			}
		}
		if low, high, ok := PriceBounds(rows); ok {
			for _, row := range rows {
				below, err := row.Rate.Pays().Cmp(low)
				above, err2 := row.Rate.Pays().Cmp(high)
				if err == nil && below < 0 || err2 == nil && above > 0 {
					t.Fatalf("%s is not from %s to %s", row.Rate.Pays(), low, high)
				}
			}
		}
	})
}

func listOf(now time.Time, hotels []api.Hotel) HotelList {
	desk := NewDesk(Options{Service: paged{}, Now: func() time.Time { return now }})
	list := HotelList{packer: api.NewHotelPacker(hotels, len(hotels))}
	return desk.extend(list, api.HotelPage{Hotels: hotels, Page: 1, TotalPages: 1, TotalItems: len(hotels)})
}

func checkRow(t *rapid.T, f trip.Filter, row HotelRow, now time.Time) {
	hotel := row.Hotel()
	rates := RoomRates(hotel)
	offer, ok := row.Rate.Of(hotel)
	if !ok {
		if len(rates) > 0 {
			t.Fatalf("%s is listed without a rate", row.Name)
		}
		return
	}
	rate := offer.Rate
	switch at := FindRate(rates, rate); {
	case at < 0 || rates[at].Rate.BookingCode != rate.BookingCode:
		t.Fatalf("Enter lands on %d of %s, not on %s", at, row.Name, rate.BookingCode)
	case !meetsAll(f, rate, now) || !Meets(f, rate, 1, now):
		t.Fatalf("%s does not meet the filter", rate.BookingCode)
	case row.Rate.Total() != rate.Price.Total || row.Rate.Pays().String() != paysFor(rate).String():
		t.Fatalf("%s for the guest is shown as %s, %s in all", paysFor(rate), row.Rate.Total(), row.Rate.Pays())
	}
	for _, other := range rates {
		if !meetsAll(f, other.Rate, now) {
			continue
		}
		if c, err := paysFor(other.Rate).Cmp(paysFor(rate)); err == nil && c < 0 || !rate.Price.Total.IsSet() && other.Rate.Price.Total.IsSet() {
			t.Fatalf("%s is shown for %s, and %s is cheaper", rate.BookingCode, row.Name, other.Rate.BookingCode)
		}
	}
	offers, _ := RoomOffers(f, hotel, 1, now)
	if !slices.ContainsFunc(offers, func(o RoomOffer) bool { return sameRate(o.Cheapest.Rate, rate) }) {
		t.Fatalf("%s is no room's cheapest", rate.BookingCode)
	}
	for _, o := range offers {
		if !meetsAll(f, o.Cheapest.Rate, now) || o.Refundable != nil && !meetsAll(f, o.Refundable.Rate, now) {
			t.Fatalf("a rate of %s beside the list does not meet the filter", o.Cheapest.RoomName())
		}
	}
}

// The cheapest rate and, where it is another, the cheapest of which more comes back.
func TestRoomOffers(t *testing.T) {
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	yes, no := true, false
	rate := func(code, total string, refundable *bool, deadline string) api.Rate {
		r := api.Rate{BookingCode: code, Price: api.Price{Total: api.NewMoney(total, "GBP")}, Terms: api.Terms{Refundable: refundable}}
		if deadline != "" {
			r.Terms.Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney("30", "GBP")}}
		}
		return r
	}
	free, past := "2026-12-20T18:00:00Z", "2026-11-20T18:00:00Z"
	hotel := api.Hotel{Rooms: []api.Room{
		{Rates: []api.Rate{rate("dear-free", "120", &yes, free), rate("saver", "90", &no, ""), rate("free", "110", &yes, free)}},
		{Rates: []api.Rate{rate("only", "90", &yes, free), rate("saver-dearer", "95", &no, "")}},
		{Rates: []api.Rate{rate("none", "90", &no, ""), rate("part", "95", &yes, past)}},
		{Rates: []api.Rate{rate("saver-only", "300", &no, "")}},
	}}
	words := func(f trip.Filter) (out []string, others int) {
		offers, others := RoomOffers(f, hotel, 1, now)
		for _, o := range offers {
			text := fmt.Sprint(o.Cheapest.Rate.BookingCode, " of ", o.Rates)
			if o.Refundable != nil {
				text += ", " + o.Refundable.Rate.BookingCode
			}
			out = append(out, text)
		}
		return out, others
	}
	for _, c := range []struct {
		filter trip.Filter
		want   []string
		others int
	}{
		{trip.Filter{}, []string{"saver of 3, free", "only of 2", "none of 2, part", "saver-only of 1"}, 0},
		{trip.Filter{FreeCancel: true}, []string{"free of 2", "only of 1"}, 2},
		{trip.Filter{MaxPrice: api.NewMoney("100", "GBP")}, []string{"saver of 1", "only of 2", "none of 2, part"}, 1},
	} {
		if got, others := words(c.filter); !slices.Equal(got, c.want) || others != c.others {
			t.Errorf("%s: %q and %d others, want %q and %d", c.filter.Words(), got, others, c.want, c.others)
		}
	}
}

// Two hotels with the same total are not as dear: one asks for a fee besides.
func TestTheOrderByTotalCountsKnownFees(t *testing.T) {
	priced := func(name, total, fee string) api.Hotel {
		included := fee == "0"
		gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
		taxes, err := gbp(total).Sub(gbp("50"))
		if err != nil {
			t.Fatal(err)
		}
		return api.Hotel{ID: api.PropertyID{Chain: "LX", Code: name}, Name: name, Rooms: []api.Room{{Rates: []api.Rate{{
			Price: api.Price{Total: gbp(total), Base: gbp("50"), Taxes: taxes, Fees: gbp(fee), TaxesIncluded: &included},
		}}}}}
	}
	list := listOf(time.Now(), []api.Hotel{priced("fee", "100.00", "9.00"), priced("dear", "108.00", "0"), priced("cheap", "105.00", "0")})
	var got []string
	for _, row := range list.Arrange(trip.Order{By: trip.SortTotal}, trip.Filter{}, "") {
		got = append(got, row.Name+" "+row.Rate.PaysWords())
	}
	if want := []string{
		"cheap 105.00 GBP, taxes and fees included", "dear 108.00 GBP, taxes and fees included", "fee 109.00 GBP, of which 9.00 GBP in fees at the hotel",
	}; !slices.Equal(got, want) {
		t.Errorf("the order is %q, want %q", got, want)
	}
	if n := list.Count(trip.Filter{MaxPrice: api.NewMoney("108", "GBP")}); n != 2 {
		t.Errorf("%d cost the guest up to 108", n)
	}
}

// Amounts are compared as they are, whatever their form.
func TestAmountsAreComparedExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,8})?(e-?[0-9])?`)
		a, b := api.NewMoney(text.Draw(t, "a"), "GBP"), api.NewMoney(text.Draw(t, "b"), "GBP")
		if rapid.Bool().Draw(t, "plain") {
			a = api.NewMoney(fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "whole"), ".", rapid.IntRange(0, 99999).Draw(t, "fraction")), "GBP")
		}
		x, okX := amountOf(a)
		y, okY := amountOf(b)
		if want, err := a.Cmp(b); !okX || !okY || err != nil || x.cmp(&y) != want || y.cmp(&x) != -want {
			t.Fatalf("%s (%t) and %s (%t) are compared as %d, want %d, %v", a.Number(), okX, b.Number(), okY, x.cmp(&y), want, err)
		}
	})
	for _, text := range []string{"", ".5", "5.", "05", "1a", "+1", "NaN", "1e99"} {
		if a, ok := amountOf(api.NewMoney(text, "GBP")); ok {
			t.Errorf("%q is %+v", text, a)
		}
	}
}

// A cap, a total and what is due at the hotel are for all rooms of the trip, as the guest pays them.
func TestAListsPricesAreForAllRooms(t *testing.T) {
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	left, money := false, func(amount string) api.Money { return api.NewMoney(amount, "GBP") }
	rate := api.Rate{BookingCode: "a", Price: api.Price{
		Total: money("195.70"), Base: money("180.00"), Taxes: money("15.70"), Fees: money("6.00"), TaxesIncluded: &left,
	}}
	hotel := api.Hotel{ID: api.PropertyID{Chain: "LX", Code: "1"}, Name: "One", Rooms: []api.Room{{Name: "Queen", Rates: []api.Rate{rate}}}}
	lowest := api.Hotel{ID: api.PropertyID{Chain: "LX", Code: "2"}, Name: "Two", Lowest: &api.LowestRate{Total: money("200.00")}}
	desk := NewDesk(Options{Service: paged{}, Now: func() time.Time { return now }})
	list := HotelList{packer: api.NewHotelPacker([]api.Hotel{hotel, lowest}, 2)}
	list.Trip.Rooms = 2
	list = desk.extend(list, api.HotelPage{Hotels: []api.Hotel{hotel, lowest}, Page: 1, TotalPages: 1, TotalItems: 2})
	rows := list.Arrange(trip.Order{By: trip.SortTotal}, trip.Filter{}, "")
	if len(rows) != 2 || rows[0].Name != "Two" || rows[0].Rate.Total() != money("400.00") {
		t.Fatalf("%+v", rows)
	}
	if r := rows[1].Rate; r.Total() != money("391.40") || r.Taxes().Due != money("12.00") || r.Pays() != money("403.40") {
		t.Errorf("%s, %s", r.Total(), r.PaysWords())
	}
	for most, want := range map[string]int{"403.39": 1, "403.40": 2, "399.99": 0} {
		f := trip.Filter{MaxPrice: money(most)}
		offers, _ := RoomOffers(f, hotel, 2, now)
		if got := list.Count(f); got != want || Meets(f, rate, 2, now) != (want == 2) || len(offers) != want/2 {
			t.Errorf("up to %s leaves %d hotels and %d rooms", most, got, len(offers))
		}
	}
	if low, high, ok := PriceBounds(rows); !ok || low != money("400.00") || high != money("403.40") {
		t.Errorf("from %s to %s", low, high)
	}
}

// TestMeets_NoiseOfATotal shows that a rate with the total 64.30000000000001 is within 64.30, as it is shown, and is found
// again by it.
func TestMeets_NoiseOfATotal(t *testing.T) {
	noisy := api.Rate{BookingCode: "B", Price: api.Price{Total: api.NewMoney("64.30000000000001", "GBP")}}
	f := trip.Filter{MaxPrice: api.NewMoney("64.30", "GBP")}
	if !Meets(f, noisy, 1, time.Now()) {
		t.Error("the rate is left out")
	}
	f.MaxPrice = api.NewMoney("64.29", "GBP")
	if Meets(f, noisy, 1, time.Now()) {
		t.Error("a dearer rate is let through")
	}
	dearer, meant := noisy, noisy
	dearer.Price.Total, meant.Price.Total = api.NewMoney("70", "GBP"), api.NewMoney("64.3", "GBP")
	if at := FindRate([]RoomRate{{Rate: dearer}, {Rate: noisy}}, meant); at != 1 {
		t.Errorf("rate %d is found", at)
	}
}
