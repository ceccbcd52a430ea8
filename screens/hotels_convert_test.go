package screens_test

import (
	"testing"

	"bellhop/api"
)

// One key shows prices in each currency that the service gives a factor for, marked and with the factor; what is booked is
// in the rate's own.
func TestHotelsInAnotherCurrency(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.factors = []api.ExchangeRate{{Factor: "1.16279070", Source: "GBP", Target: "EUR"}, {Factor: "200", Source: "GBP", Target: "JPY"}}
	p := f.start(hotelListOf(f.deps, londonTrip())).Resize(120, 40).HasNot("≈")
	p.Press("=").Has("≈ EUR at 1.1627907 per GBP", "270.01", "≈313.97", "≈313.97 EUR at the service's factor", "1.1627907; it is booked in GBP")
	p.Press("=").Has("≈ JPY at 200 per GBP", "≈54,002")
	p.Press("enter").Has("≈54,002 JPY at the service's", "factor 200; it is booked in").Press("enter", "ctrl+y")
	if n := f.service.verifications; n != 1 {
		t.Errorf("%d verifications", n)
	}
	p.Press("esc", "esc", "esc").Press("=").HasNot("≈").Press("=")
	for _, size := range [][2]int{{160, 50}, {80, 24}, {60, 20}} {
		p.Resize(size[0], size[1]).Has("≈ EUR", "≈313.97", "270.01", "› The Aldwych Lantern")
	}
	p.Resize(120, 40)
	f.service.factors = nil
	p.Press("]").Has("no factor for EUR").HasNot("≈").Press("=").Has("! The service gives no factor to convert GBP prices by").HasNot("no factor for EUR")
	f.service.hotels = 0
	p.Press("r", "=").Has("! No prices to convert")
}
