package terms

import (
	"strings"
	"testing"

	"bellhop/api"
)

func TestNightsTotal(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	p := api.Price{Total: gbp("30.00"), Nights: []api.NightPrice{{Total: gbp("10.00")}, {Total: gbp("20.00")}}}
	if sum, note := NightsTotal(p); note != "" || sum.Number() != "30.00" {
		t.Errorf("got %v %q", sum, note)
	}
	p.Total = gbp("31.00")
	if _, note := NightsTotal(p); note != "the nights add up to 30.00 GBP, the total is 31.00 GBP" {
		t.Errorf("got %q", note)
	}
	p.Total = api.NewMoney("30.00", "EUR")
	if _, note := NightsTotal(p); note != "the nights add up to 30.00 GBP, the total is 30.00 EUR" {
		t.Errorf("got %q", note)
	}
	p.Nights[1].Total = api.NewMoney("20.00", "EUR")
	if sum, note := NightsTotal(p); sum.IsSet() || !strings.HasPrefix(note, "the nightly prices cannot be added: ") {
		t.Errorf("got %v %q", sum, note)
	}
	if sum, note := NightsTotal(api.Price{Total: gbp("30.00")}); sum.IsSet() || note != "" {
		t.Errorf("got %v %q", sum, note)
	}
}
