package booking

import (
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A difference is of one hotel, in one currency, between prices that leave out the same, by rates that meet the filter.
func TestDifferences(t *testing.T) {
	t.Parallel()
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	hotel := func(code string, rates ...ListedRate) HotelList {
		return HotelList{Items: []Listing{{ID: api.PropertyID{Chain: "LX", Code: code}, rates: rates}}}
	}
	rate := func(number string) ListedRate { return pricedAt(gbp(number), terms.TaxIncluded, api.Money{}) }
	free := rate("120")
	free.refund = uint8(terms.RefundAll)
	for name, c := range map[string]struct {
		then, now HotelList
		filter    trip.Filter
		want      string
	}{
		"dearer":           {hotel("1", rate("100.10")), hotel("1", rate("112.50")), trip.Filter{}, "+12.40"},
		"cheaper":          {hotel("1", rate("103")), hotel("1", rate("100")), trip.Filter{}, "-3.00"},
		"the same":         {hotel("1", rate("100.0")), hotel("1", rate("100")), trip.Filter{}, "same"},
		"thousands":        {hotel("1", rate("100.01")), hotel("1", rate("1300.02")), trip.Filter{}, "+1,200.01"},
		"more than units":  {hotel("1", rate("0.00001")), hotel("1", rate("0.00003")), trip.Filter{}, "+0.00002"},
		"another hotel":    {hotel("1", rate("100")), hotel("2", rate("100")), trip.Filter{}, ""},
		"another currency": {hotel("1", pricedAt(api.NewMoney("90", "EUR"), terms.TaxIncluded, api.Money{})), hotel("1", rate("100")), trip.Filter{}, ""},
		"no price":         {hotel("1", noRate), hotel("1", rate("100")), trip.Filter{}, ""},
		"fees are counted": {hotel("1", rate("100")), hotel("1", pricedAt(gbp("95"), terms.TaxFeeDue, gbp("7.50"))), trip.Filter{}, "+2.50"},
		"parts left out":   {hotel("1", rate("100")), hotel("1", pricedAt(gbp("95"), terms.TaxPart, api.Money{})), trip.Filter{}, ""},
		"nothing said":     {hotel("1", pricedAt(gbp("95"), terms.TaxUnsaid, api.Money{})), hotel("1", rate("100")), trip.Filter{}, ""},
		"the filter":       {hotel("1", rate("100"), free), hotel("1", free), trip.Filter{FreeCancel: true}, "same"},
	} {
		rows := c.now.Arrange(trip.Order{By: trip.SortService}, c.filter, "")
		if got := c.then.Prices().Difference(rows[0], c.filter).Words(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	if got := (PriceList{}).Difference(hotel("1", rate("1")).Arrange(trip.Order{By: trip.SortService}, trip.Filter{}, "")[0], trip.Filter{}); got.IsSet() {
		t.Errorf("without a list there is %v", got)
	}
}

// The cheapest price is the least that a guest pays by a rate that meets the filter, in the one currency of all.
func TestCheapest(t *testing.T) {
	t.Parallel()
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	list := listed(gbp("300"), gbp("100.50"), api.Money{}, gbp("101"))
	for name, c := range map[string]struct {
		list   HotelList
		filter trip.Filter
		want   string
	}{
		"all":        {list, trip.Filter{}, "100.50 GBP"},
		"a chain":    {list, trip.Filter{Chain: "LX"}, "300.00 GBP"},
		"none":       {list, trip.Filter{MaxPrice: gbp("1")}, "n/a"},
		"no hotels":  {HotelList{}, trip.Filter{}, "n/a"},
		"currencies": {listed(gbp("300"), api.NewMoney("1", "EUR")), trip.Filter{}, "n/a"},
	} {
		if got, ok := c.list.Prices().Cheapest(c.filter); got.String() != c.want || ok != (c.want != "n/a") {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// What one hotel costs is by a rate that meets the filter.
func TestPriceOfOneHotel(t *testing.T) {
	t.Parallel()
	gbp := func(number string) api.Money { return api.NewMoney(number, "GBP") }
	list := listed(gbp("300"), gbp("100.50"), api.Money{})
	for i := range list.Items {
		list.Items[i].ID.Code = string(rune('1' + i))
	}
	prices := list.Prices()
	for name, c := range map[string]struct {
		hotel  int
		filter trip.Filter
		want   string
	}{
		"its own":     {0, trip.Filter{}, "300.00 GBP"},
		"another one": {1, trip.Filter{}, "100.50 GBP"},
		"no price":    {2, trip.Filter{}, "n/a"},
		"too dear":    {0, trip.Filter{MaxPrice: gbp("200")}, "n/a"},
	} {
		if got, ok := prices.Of(list.Items[c.hotel].ID, c.filter); got.String() != c.want || ok != (c.want != "n/a") {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
	if got, ok := prices.Of(api.PropertyID{Chain: "XX", Code: "0"}, trip.Filter{}); ok || got.IsSet() {
		t.Errorf("a hotel that was not found costs %v", got)
	}
}
