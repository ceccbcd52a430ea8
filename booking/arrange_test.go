package booking

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
)

func TestMixed(t *testing.T) {
	item := func(total, currency string, kind terms.TaxKind) Listing {
		return Listing{Total: api.NewMoney(total, currency), Taxes: terms.TaxNote{Kind: kind}}
	}
	gbp := func(kind terms.TaxKind) Listing { return item("10.00", "GBP", kind) }
	for name, c := range map[string]struct {
		items []Listing
		want  string
	}{
		"nothing":                   {nil, ""},
		"all alike":                 {[]Listing{gbp(terms.TaxIncluded), gbp(terms.TaxIncluded)}, ""},
		"a fee in all":              {[]Listing{gbp(terms.TaxFeeDue), gbp(terms.TaxFeeDue)}, ""},
		"a fee in some":             {[]Listing{gbp(terms.TaxIncluded), gbp(terms.TaxFeeDue)}, "some totals leave out a fee that the hotel asks for"},
		"taxes in some":             {[]Listing{gbp(terms.TaxIncluded), gbp(terms.TaxPart)}, "some totals leave out taxes or fees"},
		"fees or more":              {[]Listing{gbp(terms.TaxFeeDue), gbp(terms.TaxPart)}, "some totals leave out taxes or fees"},
		"what is not said is open":  {[]Listing{gbp(terms.TaxIncluded), gbp(terms.TaxUnsaid)}, ""},
		"currencies are worse":      {[]Listing{gbp(terms.TaxIncluded), item("9.00", "EUR", terms.TaxFeeDue)}, "several currencies: sorted within each"},
		"without a total it is out": {[]Listing{gbp(terms.TaxIncluded), item("", "", terms.TaxFeeDue)}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := (HotelList{Items: c.items}).Mixed(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func hotelWith(name, total, currency string, stars string) Listing {
	h := api.Hotel{Name: name, Rating: api.Rating{Value: stars}}
	return Listing{Name: h.Name, Total: api.NewMoney(total, currency), Stars: starsOf(h.Rating), Km: -1}
}

func TestArrange(t *testing.T) {
	list := HotelList{Items: []Listing{
		hotelWith("Çelik", "100.00", "GBP", "5"), hotelWith("Abbey", "90.00", "GBP", "3"), hotelWith("Zum Löwen", "95.00", "EUR", ""), hotelWith("Nil", "", "", "4.5"),
	}}
	list.Items[1].Km = 2
	names := func(index []int) string {
		var out []string
		for _, i := range index {
			out = append(out, list.Items[i].Name)
		}
		return strings.Join(out, ",")
	}
	for name, c := range map[string]struct {
		sort   HotelSort
		filter HotelFilter
		find   string
		want   string
	}{
		"by total within each currency, unpriced last":    {SortTotal, HotelFilter{}, "", "Zum Löwen,Abbey,Çelik,Nil"},
		"by distance, unknown last":                       {SortDistance, HotelFilter{}, "", "Abbey,Çelik,Zum Löwen,Nil"},
		"by class":                                        {SortStars, HotelFilter{}, "", "Çelik,Nil,Abbey,Zum Löwen"},
		"by name without regard to diacritics":            {SortName, HotelFilter{}, "", "Abbey,Çelik,Nil,Zum Löwen"},
		"as the service sent them":                        {SortService, HotelFilter{}, "", "Çelik,Abbey,Zum Löwen,Nil"},
		"found without diacritics":                        {SortService, HotelFilter{}, "lowen", "Zum Löwen"},
		"at least four stars":                             {SortService, HotelFilter{MinStars: 4}, "", "Çelik,Nil"},
		"a limit in another currency keeps nothing of it": {SortService, HotelFilter{MaxTotal: api.NewMoney("95.00", "GBP")}, "", "Abbey"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := names(list.Arrange(c.sort, c.filter, c.find)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if list.Mixed() == "" {
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
			list.Items = append(list.Items, Listing{Total: api.NewMoney(text, "GBP")})
		}
		if got, ok := list.PriceRange(); !ok || got != c.want {
			t.Errorf("%v: %+v (%t), want %+v", c.totals, got, ok, c.want)
		}
	}
	mixed := HotelList{Items: []Listing{{Total: api.NewMoney("1", "GBP")}, {Total: api.NewMoney("1", "EUR")}}}
	for name, list := range map[string]HotelList{"none": {}, "two currencies": mixed} {
		if got, ok := list.PriceRange(); ok {
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
	if got := (HotelFilter{FreeCancel: true}).Words(); got != "free to cancel" {
		t.Errorf("%q", got)
	}
}
