package booking

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// pricedAt is a rate at which a hotel is listed.
func pricedAt(total api.Money, kind terms.TaxKind, due api.Money) ListedRate {
	return listedRate(total, terms.TaxNote{Kind: kind, Due: due})
}

func TestMixed(t *testing.T) {
	item := func(total, currency string, kind terms.TaxKind) HotelRow {
		rate := pricedAt(api.NewMoney(total, currency), kind, api.NewMoney("1.00", currency))
		return HotelRow{Rate: &rate}
	}
	gbp := func(kind terms.TaxKind) HotelRow { return item("10.00", "GBP", kind) }
	for name, c := range map[string]struct {
		rows []HotelRow
		want string
	}{
		"nothing":                   {nil, ""},
		"all alike":                 {[]HotelRow{gbp(terms.TaxIncluded), gbp(terms.TaxIncluded)}, ""},
		"a fee in all":              {[]HotelRow{gbp(terms.TaxFeeDue), gbp(terms.TaxFeeDue)}, ""},
		"a known fee is counted":    {[]HotelRow{gbp(terms.TaxIncluded), gbp(terms.TaxFeeDue)}, ""},
		"currencies are worse":      {[]HotelRow{gbp(terms.TaxIncluded), item("9.00", "EUR", terms.TaxFeeDue)}, "several currencies: sorted within each"},
		"without a total it is out": {[]HotelRow{gbp(terms.TaxIncluded), item("", "", terms.TaxPart)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Mixed(c.rows); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func hotelWith(name, total, currency string, stars string) Listing {
	h := api.Hotel{Name: name, Rating: api.Rating{Value: stars}}
	return Listing{Name: h.Name, Stars: starsOf(h.Rating), Km: -1, rates: []ListedRate{pricedAt(api.NewMoney(total, currency), terms.TaxIncluded, api.Money{})}}
}

func TestArrange(t *testing.T) {
	list := HotelList{Items: []Listing{
		hotelWith("Çelik", "100.00", "GBP", "5"), hotelWith("Abbey", "90.00", "GBP", "3"), hotelWith("Zum Löwen", "95.00", "EUR", ""), hotelWith("Nil", "", "", "4.5"),
	}}
	list.Items[1].Km = 2
	names := func(rows []HotelRow) string {
		var out []string
		for _, row := range rows {
			out = append(out, row.Name)
		}
		return strings.Join(out, ",")
	}
	for name, c := range map[string]struct {
		sort   trip.Order
		filter trip.Filter
		find   string
		want   string
	}{
		"by total within each currency, unpriced last":    {trip.Order{By: trip.SortTotal}, trip.Filter{}, "", "Zum Löwen,Abbey,Çelik,Nil"},
		"by distance, unknown last":                       {trip.Order{By: trip.SortDistance}, trip.Filter{}, "", "Abbey,Zum Löwen,Çelik,Nil"},
		"by class":                                        {trip.Order{By: trip.SortStars}, trip.Filter{}, "", "Çelik,Nil,Abbey,Zum Löwen"},
		"by name without regard to diacritics":            {trip.Order{By: trip.SortName}, trip.Filter{}, "", "Abbey,Çelik,Nil,Zum Löwen"},
		"as the service sent them":                        {trip.Order{By: trip.SortService}, trip.Filter{}, "", "Çelik,Abbey,Zum Löwen,Nil"},
		"found without diacritics":                        {trip.Order{By: trip.SortService}, trip.Filter{}, "lowen", "Zum Löwen"},
		"at least four stars":                             {trip.Order{By: trip.SortService}, trip.Filter{MinStars: 4}, "", "Çelik,Nil"},
		"a limit in another currency keeps nothing of it": {trip.Order{By: trip.SortService}, trip.Filter{MaxPrice: api.NewMoney("95.00", "GBP")}, "", "Abbey"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := names(list.Arrange(c.sort, c.filter, c.find)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if Mixed(list.Arrange(trip.Order{By: trip.SortTotal}, trip.Filter{}, "")) == "" {
		t.Error("two currencies are not said")
	}
}

func TestPriceRange(t *testing.T) {
	for _, c := range []struct {
		totals []string
		want   PriceRange
	}{
		{[]string{"270.01", "859.63"}, PriceRange{Low: 270, High: 860, Step: 20}},
		{[]string{"99.50"}, PriceRange{Low: 99, High: 100, Step: 1}},
		{[]string{"100", "120"}, PriceRange{Low: 100, High: 120, Step: 1}},
		{[]string{"100", "200"}, PriceRange{Low: 100, High: 200, Step: 5}},
		{[]string{"54000", "19000", "214000"}, PriceRange{Low: 19000, High: 214000, Step: 5000}},
	} {
		var list HotelList
		for _, text := range c.totals {
			list.Items = append(list.Items, hotelWith("", text, "GBP", ""))
		}
		if got, ok := list.PriceRange(trip.Filter{}); !ok || got != c.want {
			t.Errorf("%v: %+v (%t), want %+v", c.totals, got, ok, c.want)
		}
	}
	mixed := HotelList{Items: []Listing{hotelWith("", "1", "GBP", ""), hotelWith("", "1", "EUR", "")}}
	for name, list := range map[string]HotelList{"none": {}, "two currencies": mixed} {
		if got, ok := list.PriceRange(trip.Filter{}); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestPriceRangeNext(t *testing.T) {
	r := PriceRange{Low: 270, High: 860, Step: 20}
	for _, c := range []struct{ most, by, want int }{
		{0, 1, 280},
		{280, 1, 300},
		{840, 1, 0},
		{280, -1, 0},
		{300, -1, 280},
		{0, -1, 840},
		{5, 1, 280},
		{5, -1, 0},
		{9000, -1, 840},
		{9000, 1, 0},
		{333, 1, 353},
	} {
		if got := r.Next(c.most, c.by); got != c.want {
			t.Errorf("from %d by %d: %d, want %d", c.most, c.by, got, c.want)
		}
	}
	if one := (PriceRange{Low: 100, High: 100, Step: 1}); one.Next(0, 1) != 0 || one.Next(0, -1) != 0 {
		t.Error("one price leaves nothing to choose")
	}
}

func TestFilterSaysFreeToCancel(t *testing.T) {
	if got := (trip.Filter{FreeCancel: true}).Words(); got != "free to cancel" {
		t.Errorf("%q", got)
	}
}

// A list shows the price that it is sorted by, which also breaks the ties of every other order: what the guest pays, with
// the fees at the hotel. The totals of the service would give another order.
func TestArrange_OnePrice(t *testing.T) {
	listed := func(name, total, fee string, stars, km float64) Listing {
		taxes := terms.TaxNote{Kind: terms.TaxIncluded}
		if fee != "" {
			taxes = terms.TaxNote{Kind: terms.TaxFeeDue, Due: api.NewMoney(fee, "GBP")}
		}
		return Listing{Name: name, Stars: stars, Km: km, rates: []ListedRate{listedRate(api.NewMoney(total, "GBP"), taxes)}}
	}
	list := HotelList{Items: []Listing{
		listed("a", "552.82", "6.00", 3, 1), listed("b", "556.32", "", 4, 2), listed("c", "540.00", "30.00", 4, 1), listed("d", "", "", 0, -1),
		listed("e", "549.99", "", 3, 2),
	}}
	for _, c := range []struct {
		order trip.Order
		want  string
	}{
		{trip.Order{By: trip.SortTotal}, "e 549.99, b 556.32, a 558.82, c 570.00, d n/a"},
		{trip.Order{By: trip.SortTotal, Reversed: true}, "c 570.00, a 558.82, b 556.32, e 549.99, d n/a"},
		{trip.Order{By: trip.SortStars}, "b 556.32, c 570.00, e 549.99, a 558.82, d n/a"},
		{trip.Order{By: trip.SortStars, Reversed: true}, "e 549.99, a 558.82, b 556.32, c 570.00, d n/a"},
		{trip.Order{By: trip.SortDistance}, "a 558.82, c 570.00, e 549.99, b 556.32, d n/a"},
		{trip.Order{By: trip.SortDistance, Reversed: true}, "e 549.99, b 556.32, a 558.82, c 570.00, d n/a"},
		{trip.Order{By: trip.SortName, Reversed: true}, "e 549.99, d n/a, c 570.00, b 556.32, a 558.82"},
		{trip.Order{By: trip.SortService}, "a 558.82, b 556.32, c 570.00, d n/a, e 549.99"},
		{trip.Order{By: trip.SortService, Reversed: true}, "e 549.99, d n/a, c 570.00, b 556.32, a 558.82"},
	} {
		var got []string
		for _, row := range list.Arrange(c.order, trip.Filter{}, "") {
			got = append(got, strings.TrimSpace(row.Name+" "+row.Rate.Pays().Digits()))
		}
		if words := strings.Join(got, ", "); words != c.want {
			t.Errorf("by %s: %s, want %s", c.order, words, c.want)
		}
	}
}

// A list has one note on what its prices include. If they differ, a price that may be incomplete has a sign.
func TestPriceNote(t *testing.T) {
	row := func(kind terms.TaxKind) HotelRow {
		rate := pricedAt(api.NewMoney("10.00", "GBP"), kind, api.NewMoney("1.00", "GBP"))
		return HotelRow{Rate: &rate}
	}
	whole, fee, more, unsaid, none := row(terms.TaxIncluded), row(terms.TaxFeeDue), row(terms.TaxPart), row(terms.TaxUnsaid), HotelRow{Rate: &noRate}
	const included = "stay total, taxes and fees included"
	for name, c := range map[string]struct {
		rows  []HotelRow
		words string
		signs string // of each row, "." for none
	}{
		"no prices":             {[]HotelRow{none}, "", "."},
		"taxes and fees inside": {[]HotelRow{whole, none, whole}, included, "..."},
		"a fee at the hotel":    {[]HotelRow{whole, fee}, included, ".."},
		"all leave out some":    {[]HotelRow{more, more}, "stay total, plus taxes or fees (amount not said)", ".."},
		"none says":             {[]HotelRow{unsaid}, "stay total, taxes not said", "."},
		"one leaves out some":   {[]HotelRow{whole, more, fee}, included + "; + more is due, amount not said", ".+."},
		"one does not say":      {[]HotelRow{fee, unsaid}, included + "; ? taxes not said", ".?"},
		"of each":               {[]HotelRow{unsaid, more, whole}, included + "; + more is due, amount not said; ? taxes not said", "?+."},
	} {
		note := HotelPrices(c.rows)
		signs := ""
		for _, row := range c.rows {
			sign := note.Sign(row.Rate.Taxes().Kind)
			if sign == "" {
				sign = "."
			}
			signs += sign
		}
		if note.Words() != c.words || signs != c.signs {
			t.Errorf("%s: %q with %q, want %q with %q", name, note.Words(), signs, c.words, c.signs)
		}
	}
}
