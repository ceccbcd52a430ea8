package world

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// rateCheck looks at every rate of a walk over the world, and says at its end what
// has to be among them.
type rateCheck struct {
	name string
	step int // 2 looks at every second hotel
	see  func(h hotel, stay Stay, offer RoomOffer, rate Rate)
	end  func(t *testing.T)
}

// TestVarietyOfRates walks over the rates of all hotels for a few stays of
// different lengths, lead times and parties, once for all checks.
func TestVarietyOfRates(t *testing.T) {
	t.Parallel()
	w := varied(t)
	checks := []rateCheck{taxesAndFees(t), currencies(t), plansAndPerks(t), paymentAndCancelling(t, w)}
	today := DayAt(someday)
	for h := range w.hotels(0, w.Len()) {
		for _, stay := range []Stay{
			{In: today + 2, Out: today + 3, Adults: 1}, {In: today + 40, Out: today + 46, Adults: 2}, {In: today + 150, Out: today + 153, Adults: 2, Children: 1},
		} {
			for _, offer := range w.Offers(h.index, stay, someday) {
				for _, rate := range offer.Rates {
					for _, c := range checks {
						if h.index%c.step == 0 {
							c.see(h, stay, offer, rate)
						}
					}
				}
			}
		}
	}
	for _, c := range checks {
		t.Run(c.name, c.end)
	}
}

// taxesAndFees looks at every combination that SPEC 2.9 can tell
// apart: a tax in the base or not, a fee in base and total, in the total only,
// or in neither. What is in the base is in the total.
func taxesAndFees(t *testing.T) rateCheck {
	t.Helper()
	c, regimes := census{}, map[string]string{}
	rates := 0
	see := func(h hotel, stay Stay, _ RoomOffer, r Rate) {
		rates++
		if err := addsUp(r.Price, stay, h.city.Currency); err != nil {
			t.Fatalf("%s in %s: %v", r.Name, h.city.Name, err)
		}
		in, out := 0, 0
		names := ""
		for _, tax := range r.Price.TaxLines {
			names += fmt.Sprintf("%s %v;", tax.Description, tax.InBase)
			if tax.InBase {
				in++
			} else {
				out++
			}
			if tax.Amount.Minor <= 0 || tax.Amount.Minor*2 > r.Price.Total.Minor {
				t.Fatalf("%s: %s of %s for %s", h.city.Name, tax.Amount, r.Price.Total, tax.Description)
			}
		}
		c.note("no tax", in+out == 0)
		c.note("tax in the base only", in > 0 && out == 0)
		c.note("tax on top only", in == 0 && out > 0)
		c.note("tax in the base and on top", in > 0 && out > 0)
		for _, fee := range r.Price.FeeLines {
			c[fmt.Sprintf("fee in base %v, in total %v", fee.InBase, fee.InTotal)]++
			if fee.Amount.Minor <= 0 || fee.Amount.Minor > r.Price.Total.Minor {
				t.Fatalf("%s: %s of %s for %s", h.city.Name, fee.Amount, r.Price.Total, fee.Description)
			}
		}
		c.note("no fee", len(r.Price.FeeLines) == 0)
		c.note("two fees", len(r.Price.FeeLines) == 2)
		c.note("included", r.Price.Included)
		c.note("not included", !r.Price.Included)
		if was, there := regimes[h.city.CountryCode]; there && was != names {
			t.Fatalf("%s has the taxes %s and %s", h.city.Country, was, names)
		}
		regimes[h.city.CountryCode] = names
	}
	return rateCheck{"taxes and fees", 2, see, func(t *testing.T) {
		t.Helper()
		for _, trait := range []string{"no tax", "tax in the base and on top"} {
			c.between(t, trait, rates, 5, 300)
		}
		for _, trait := range []string{"tax in the base only", "fee in base true, in total true", "fee in base false, in total true", "fee in base false, in total false"} {
			c.between(t, trait, rates, 40, 500)
		}
		c.between(t, "two fees", rates, 5, 200)
		for _, trait := range []string{"tax on top only", "no fee", "included", "not included"} {
			c.between(t, trait, rates, 100, 900)
		}
		if n := c["fee in base true, in total false"]; n > 0 {
			t.Errorf("%d fees are in the base and not in the total", n)
		}
		kinds := map[string]bool{}
		for _, names := range regimes {
			kinds[names] = true
		}
		if len(regimes) < 180 || len(kinds) < 40 {
			t.Errorf("%d countries have %d ways of taxing", len(regimes), len(kinds))
		}
	}}
}

// A tax on each guest and night doubles with the guests; one on the price does not.
func TestTaxesOnGuests(t *testing.T) {
	t.Parallel()
	w := varied(t)
	paris, _ := w.Locate("PAR")
	i := w.Within(paris, 20)[0].Index
	h := w.hotel(i)
	for adults := 1; adults <= 2; adults++ {
		for nights := 1; nights <= 3; nights++ {
			stay := Stay{In: DayAt(someday) + 40, Out: DayAt(someday) + 40 + Day(nights), Adults: adults, Children: 1}
			price := w.quote(h, h.sketch(1), stay, 40, someday).price(&plans[0])
			if got, want := price.TaxLines[1].Amount.Minor, int64(313*adults*nights); got != want || price.TaxLines[1].InBase {
				t.Errorf("%d adults, %d nights: %+v, want %d on top", adults, nights, price.TaxLines[1], want)
			}
		}
	}
}

// Amounts have the digits of their currency and are round as its prices are.
func currencies(t *testing.T) rateCheck {
	t.Helper()
	seen := map[string]int{}
	see := func(h hotel, _ Stay, _ RoomOffer, r Rate) {
		text, places := r.Price.Total.String(), 0
		if _, fraction, found := strings.Cut(text, "."); found {
			places = len(fraction)
		}
		if places != Digits(h.city.Currency) {
			t.Fatalf("%s has an amount of %s", h.city.Currency, text)
		}
		seen[h.city.Currency]++
	}
	return rateCheck{"currencies", 1, see, func(t *testing.T) {
		t.Helper()
		for code, digits := range map[string]int{"JPY": 0, "KRW": 0, "VND": 0, "KWD": 3, "BHD": 3, "TND": 3, "IQD": 3, "USD": 2, "EUR": 2, "HUF": 2} {
			if Digits(code) != digits || seen[code] == 0 {
				t.Errorf("%s has %d digits, want %d, and %d rates", code, Digits(code), digits, seen[code])
			}
		}
		if len(seen) < 120 {
			t.Errorf("rates are in %d currencies only", len(seen))
		}
	}}
}

func plansAndPerks(t *testing.T) rateCheck {
	t.Helper()
	counts, perks, names := [9]int{}, map[string]int{}, map[string]bool{}
	type room struct {
		hotel, no int
		stay      Stay
	}
	rooms := map[room]bool{}
	see := func(h hotel, stay Stay, offer RoomOffer, r Rate) {
		if one := (room{h.index, offer.Room.No, stay}); !rooms[one] {
			rooms[one] = true
			counts[min(len(offer.Rates), 8)]++
			if len(offer.Rates) > 8 || !slices.IsSortedFunc(offer.Rates, func(a, b Rate) int { return cmp.Compare(a.Price.Total.Minor, b.Price.Total.Minor) }) {
				t.Errorf("hotel %d has %d rates, or not the cheapest first", h.index, len(offer.Rates))
			}
		}
		names[r.Name], names[r.Type] = true, true
		perks[fmt.Sprint(len(r.Perks))]++
		for _, p := range r.Perks {
			perks[p.Name]++
			if p.Description == "" {
				t.Errorf("%q has no description", p.Name)
			}
		}
	}
	return rateCheck{"plans and perks", 1, see, func(t *testing.T) {
		t.Helper()
		for n, rooms := range counts[1:] {
			if rooms < 20 {
				t.Errorf("%d rooms have %d rates", rooms, n+1)
			}
		}
		for _, perk := range []string{"0", "1", "2", "3", "breakfast", "dinner", "late check-out", "points", "Wi-Fi", "parking"} {
			if perks[perk] < 100 {
				t.Errorf("%d rates have %s for perks", perks[perk], perk)
			}
		}
		for _, p := range plans {
			if !names[p.name] {
				t.Errorf("nobody sells the %s", p.name)
			}
		}
		for _, kind := range []string{"PUBLIC", "MEMBER", "PACKAGE", "PROMOTION"} {
			if !names[kind] {
				t.Errorf("no rate is %s", kind)
			}
		}
	}}
}

// Every way of paying meets every way of cancelling that makes sense with it.
func paymentAndCancelling(t *testing.T, w *World) rateCheck {
	t.Helper()
	c, rates := census{}, 0
	see := func(h hotel, stay Stay, _ RoomOffer, r Rate) {
		rates++
		terms := r.Terms
		if err := ordered(r, stay, w.zone(h.city)); err != nil {
			t.Fatalf("%s in %s: %v", r.Name, h.city.Name, err)
		}
		kind := "non-refundable"
		if terms.Refundable {
			kind = fmt.Sprintf("%d steps", len(terms.Penalties))
		}
		c[terms.Guarantee+", "+kind]++
		c.note("note", terms.CancelNote != "")
		c.note("estimated", terms.Penalties[0].Estimated)
		c.note("deposit", terms.Deposit != nil)
		if (terms.Deposit != nil) != (terms.Guarantee == "DEPOSIT") || terms.Deposit != nil && terms.Deposit.Amount != r.Price.Nights[0].Total {
			t.Fatalf("%s asks for a deposit of %+v, its guarantee is %s", r.Name, terms.Deposit, terms.Guarantee)
		}
		if !slices.Contains(terms.Cards, "VI") || terms.PaymentInfo == "" {
			t.Fatalf("%s: %+v", r.Name, terms)
		}
	}
	return rateCheck{"payment and cancelling", 2, see, func(t *testing.T) {
		t.Helper()
		for _, trait := range []string{
			"PREPAY, non-refundable", "PREPAY, 1 steps", "PREPAY, 2 steps", "GUARANTEE, 1 steps", "GUARANTEE, 2 steps", "GUARANTEE, 3 steps", "DEPOSIT, 1 steps", "DEPOSIT, 2 steps",
			"note", "estimated", "deposit",
		} {
			c.between(t, trait, rates, 10, 700)
		}
	}}
}

// A stay over the night of a clock change has its nights by the calendar, and
// each deadline the offset of its own day. Lord Howe's clock moves half an hour.
func TestStaysOverAClockChange(t *testing.T) {
	t.Parallel()
	w := varied(t)
	for _, c := range []struct {
		code, before, after string
		change              Day
	}{
		{"LON", "+00:00", "+01:00", DayOf(2027, time.March, 28)},
		{"NYC", "-05:00", "-04:00", DayOf(2027, time.March, 14)},
		{"LDH", "+11:00", "+10:30", DayOf(2027, time.April, 4)},
		{"CHT", "+13:45", "+12:45", DayOf(2027, time.April, 4)},
	} {
		at, _ := w.Locate(c.code)
		offsets := map[string]int{}
		for _, near := range w.Within(at, 30) {
			for lead := range Day(8) {
				stay := Stay{In: c.change - 1 + lead, Out: c.change + 2 + lead, Adults: 2}
				for _, offer := range w.Offers(near.Index, stay, someday) {
					for _, rate := range offer.Rates {
						if err := addsUp(rate.Price, stay, w.hotel(near.Index).city.Currency); err != nil {
							t.Errorf("%s: %v", c.code, err)
						}
						for _, p := range rate.Terms.Penalties {
							want := c.after
							if DayAt(p.Deadline) < c.change || DayAt(p.Deadline) == c.change && p.Deadline.Hour() < 3 {
								want = c.before
							}
							if got := p.Deadline.Format("-07:00"); rate.Terms.Refundable && got != want {
								t.Errorf("%s: the deadline %s is at %s, want %s", c.code, p.Local(), got, want)
							} else if rate.Terms.Refundable {
								offsets[got]++
							}
						}
					}
				}
			}
		}
		if offsets[c.before] == 0 || offsets[c.after] == 0 {
			t.Errorf("%s: the deadlines are at %v", c.code, offsets)
		}
	}
}
