package booking_test

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
)

func TestNearestRates(t *testing.T) {
	t.Parallel()
	rate := func(code, total, currency string) api.Rate {
		return api.Rate{BookingCode: code, Price: api.Price{Total: api.NewMoney(total, currency)}}
	}
	withFee := func(r api.Rate, fee string) api.Rate {
		r.Price.TaxesIncluded, r.Price.Base, r.Price.Taxes = new(bool), r.Price.Total, api.NewMoney("0", "GBP")
		r.Price.Fees = api.NewMoney(fee, "GBP")
		return r
	}
	hotel := api.Hotel{Rooms: []api.Room{
		{Name: "Queen", MaxOccupancy: 2, Rates: []api.Rate{rate("q-far", "300", "GBP"), rate("q-near", "210", "GBP"), rate("q-usd", "201", "USD")}},
		{Name: "Fees", MaxOccupancy: 4, Rates: []api.Rate{withFee(rate("f-fee", "199", "GBP"), "40"), rate("f-all", "220", "GBP")}},
		{Name: "King", MaxOccupancy: 3, Rates: []api.Rate{rate("k-same", "200", "GBP"), rate("k-less", "150", "GBP")}},
		{Name: "Single", MaxOccupancy: 1, Rates: []api.Rate{rate("s", "199", "GBP")}},
	}}
	for _, c := range []struct {
		name  string
		paid  string
		party int
		rooms int
		most  int
		want  []string
	}{
		{"the same room first, then by price", "200", 2, 1, 9, []string{"q-near", "q-far", "q-usd", "k-same", "f-all", "f-fee", "k-less"}},
		{"only rooms that hold the party", "200", 3, 1, 9, []string{"k-same", "f-all", "f-fee", "k-less"}},
		{"at most so many", "200", 2, 1, 2, []string{"q-near", "q-far"}},
		{"by what the guest pays", "239", 4, 1, 9, []string{"f-fee", "f-all"}},
		{"two rooms, by the price of both", "400", 6, 2, 3, []string{"k-same", "f-all", "f-fee"}},
		{"nothing holds so many", "200", 5, 1, 2, nil},
	} {
		var have []string
		for _, o := range booking.Nearest(hotel, "Queen", api.NewMoney(c.paid, "GBP"), trip.Trip{Adults: c.party, Rooms: c.rooms}, c.most) {
			have = append(have, o.Rate.BookingCode)
		}
		if !slices.Equal(have, c.want) {
			t.Errorf("%s: %v, want %v", c.name, have, c.want)
		}
	}
}

// The penalties of a rate are for all rooms of the trip, at the hotel's own time.
func TestARatesTermsAreForAllRooms(t *testing.T) {
	t.Parallel()
	offer := booking.RoomRate{Rate: api.Rate{Terms: api.Terms{Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-10T18:00:00Z"), Amount: api.NewMoney("201.70", "GBP")},
	}}}}
	for rooms, want := range map[int][2]string{0: {"201.70 GBP", ""}, 1: {"201.70 GBP", ""}, 2: {"403.40 GBP", "penalties are for both rooms"}} {
		offered := offer.Terms(rooms, time.FixedZone("", 3600))
		if got := offered.CostAt(clock).Words() + offered.Steps[0].Amount.String(); got != "free"+want[0] || booking.PenaltiesNote(rooms) != want[1] {
			t.Errorf("%d rooms: %s, %q", rooms, got, booking.PenaltiesNote(rooms))
		}
		if at := offered.Steps[0].Deadline.Wall.Hour(); at != 19 {
			t.Errorf("the deadline is at %d by the hotel's clock", at)
		}
	}
	if got := offer.Rate.Terms.Penalties[0].Amount.String(); got != "201.70 GBP" {
		t.Errorf("the rate itself has %s now", got)
	}
}
