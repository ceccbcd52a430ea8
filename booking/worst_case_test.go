package booking

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// Whatever is offered: in the order by the worst case a hotel is listed with the best of its rates then, what is lost is
// added to what the guest pays, and who does not say what is lost comes last.
func TestTheWorstCaseOfAListIsThatOfItsBestRate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		var hotels []api.Hotel
		for i := range rapid.IntRange(1, 8).Draw(t, "hotels") {
			hotel := offeredHotel(t, i)
			for _, room := range hotel.Rooms {
				for k := range room.Rates {
					varyPenalties(t, &room.Rates[k])
				}
			}
			hotels = append(hotels, hotel)
		}
		days := rapid.IntRange(0, 30).Draw(t, "days")
		f := trip.Filter{FreeCancel: rapid.Bool().Draw(t, "free")}
		stay := trip.Trip{CheckIn: api.NewDate(2026, time.December, 20), CheckOut: api.NewDate(2026, time.December, 22), Rooms: rapid.IntRange(1, 3).Draw(t, "number of rooms")}
		rows := listOfTrip(now, stay, hotels).Arrange(trip.Worst(days), f, "")
		var before HotelRow
		for i, row := range rows {
			shown := row.Rate.Worst(days)
			offer, ok := row.Rate.Of(row.Hotel())
			if ok && worstOf(offer, stay, days, now) != shown.Sum.String() {
				t.Fatalf("%s is listed with %s, want %s", row.Name, shown.Sum, worstOf(offer, stay, days, now))
			}
			for _, other := range RoomRates(row.Hotel()) {
				sum := worstMoney(other, stay, days, now)
				if c, err := sum.Cmp(shown.Sum); err == nil && c < 0 && meetsAll(f, other.Rate, now) {
					t.Fatalf("%s is listed with %s, and has %s", row.Name, shown.Sum, sum)
				}
			}
			if i > 0 {
				last := before.Rate.Worst(days).Sum
				c, err := last.Cmp(shown.Sum)
				if !last.IsSet() && shown.Sum.IsSet() || err == nil && c > 0 {
					t.Fatalf("%s stands before %s", last, shown.Sum)
				}
			}
			before = row
		}
	})
}

// varyPenalties has a rate lose other amounts on other days.
func varyPenalties(t *rapid.T, rate *api.Rate) {
	rate.Terms.Penalties = nil
	rate.Terms.Refundable = rapid.SampledFrom([]*bool{nil, ref(true), ref(true), ref(false)}).Draw(t, "flag")
	for range rapid.IntRange(0, 3).Draw(t, "penalties") {
		deadline := fmt.Sprintf("2026-12-%02dT%02d:00:00Z", rapid.IntRange(1, 22).Draw(t, "deadline"), rapid.IntRange(0, 23).Draw(t, "hour"))
		p := api.CancelPenalty{Deadline: api.ParseDeadline(deadline), Estimated: rapid.IntRange(0, 5).Draw(t, "estimated") == 0}
		if amount := rapid.SampledFrom([]string{"", "0", "10.00", "33.335", "1e2", "0.0000001", "400000000000000.5"}).Draw(t, "amount"); amount != "" {
			p.Amount = api.NewMoney(amount, rate.Price.Total.Currency())
			if rapid.IntRange(0, 9).Draw(t, "elsewhere") == 0 {
				p.Amount = api.NewMoney(amount, "JPY")
			}
		}
		rate.Terms.Penalties = append(rate.Terms.Penalties, p)
	}
}

// worstMoney is the worst case by the terms themselves, unset where it is not known.
func worstMoney(offer RoomRate, stay trip.Trip, days int, now time.Time) api.Money {
	price, offered := offer.Price(stay.Rooms), offer.Terms(stay.Rooms, nil)
	end := time.FixedZone("", -12*60*60) // The drawn deadlines are in UTC, and no hotel's zone is known.
	if len(offered.Steps) == 0 {
		end = time.UTC
	}
	day := stay.CheckIn.AddDays(-min(days, api.DateOf(now).DaysUntil(stay.CheckIn)))
	cost := offered.CostAt(day.AddDays(1).In(end).Add(-1))
	lost, ok := cost.LossOf(price.Total)
	if !ok {
		return api.Money{}
	}
	pays := terms.TaxesOf(price).Pays(price.Total)
	sum, err := pays.Add(lost)
	if err != nil {
		return api.Money{}
	}
	return sum
}

func worstOf(offer RoomRate, stay trip.Trip, days int, now time.Time) string {
	return worstMoney(offer, stay, days, now).String()
}

func listOfTrip(now time.Time, stay trip.Trip, hotels []api.Hotel) HotelList {
	desk := NewDesk(Options{Service: paged{}, Now: func() time.Time { return now }})
	list := HotelList{Trip: stay, packer: api.NewHotelPacker(hotels, len(hotels))}
	return desk.extend(list, api.HotelPage{Hotels: hotels, Page: 1, TotalPages: 1, TotalItems: len(hotels)})
}

// A rate that is dearer and loses less is the better one from the days on when that counts.
func TestTheRateOfTheWorstCaseChangesWithItsDays(t *testing.T) {
	t.Parallel()
	rate := func(code, total string, refundable bool, penalties ...api.CancelPenalty) api.Rate {
		return api.Rate{
			BookingCode: code, Price: api.Price{Total: api.NewMoney(total, "GBP"), TaxesIncluded: ref(true)},
			Terms: api.Terms{Refundable: &refundable, Penalties: penalties},
		}
	}
	saver, flexible := rate("saver", "200.00", false), rate("flexible", "240.00", true, penalty("2026-12-17T18:00:00Z", "80.00"))
	relaxed, unsaid := rate("relaxed", "260.00", true, penalty("2026-12-20T18:00:00Z", "260.00")), rate("unsaid", "90.00", true)
	hotel := func(code string, rates ...api.Rate) api.Hotel {
		return api.Hotel{ID: api.PropertyID{Chain: "LX", Code: code}, Name: code, Rooms: []api.Room{{Rates: rates}}}
	}
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	stay := trip.Trip{CheckIn: api.NewDate(2026, time.December, 20), CheckOut: api.NewDate(2026, time.December, 22), Rooms: 1}
	list := listOfTrip(now, stay, []api.Hotel{hotel("unsaid", unsaid), hotel("saver", saver), hotel("all", unsaid, saver, flexible, relaxed)})
	for _, c := range []struct {
		days int
		want string
	}{
		{10, "all flexible 240.00, saver saver 400.00, unsaid unsaid not said, "},
		{3, "all relaxed 260.00, saver saver 400.00, unsaid unsaid not said, "},
		{0, "all flexible 320.00, saver saver 400.00, unsaid unsaid not said, "},
	} {
		got := ""
		for _, row := range list.Arrange(trip.Worst(c.days), trip.Filter{}, "") {
			offer, _ := row.Rate.Of(row.Hotel())
			got += row.Name + " " + offer.Rate.BookingCode + " " + row.Rate.Worst(c.days).Words(api.Money.Digits) + ", "
		}
		if got != c.want {
			t.Errorf("%d days before: %s\nwant %s", c.days, got, c.want)
		}
	}
}

// A rate that can be canceled free of charge stays in the list beside a cheaper one that loses less and cannot.
func TestTheRateOfTheWorstCaseMeetsTheFilter(t *testing.T) {
	t.Parallel()
	rate := func(code, total string, refundable *bool, penalties ...api.CancelPenalty) api.Rate {
		return api.Rate{
			BookingCode: code, Price: api.Price{Total: api.NewMoney(total, "GBP"), TaxesIncluded: ref(true)},
			Terms: api.Terms{Refundable: refundable, Penalties: penalties},
		}
	}
	now := time.Date(2026, time.December, 1, 12, 0, 0, 0, time.UTC)
	stay := trip.Trip{CheckIn: api.NewDate(2026, time.December, 20), CheckOut: api.NewDate(2026, time.December, 22), Rooms: 1}
	list := listOfTrip(now, stay, []api.Hotel{{ID: api.PropertyID{Chain: "LX", Code: "A"}, Rooms: []api.Room{{Rates: []api.Rate{
		rate("dear to cancel", "40.00", ref(true), penalty("2026-12-02T00:00:00Z", "900.00")),
		rate("not refundable", "40.00", ref(false)),
		rate("cheap to cancel", "41.00", ref(true), penalty("2026-12-02T00:00:00Z", "100.00")),
	}}}}})
	for free, want := range map[bool]string{false: "not refundable", true: "cheap to cancel"} {
		row := list.Arrange(trip.Worst(0), trip.Filter{FreeCancel: free}, "")[0]
		if offer, _ := row.Rate.Of(row.Hotel()); offer.Rate.BookingCode != want {
			t.Errorf("with free cancel %t the hotel is listed with %q, want %q", free, offer.Rate.BookingCode, want)
		}
	}
}
