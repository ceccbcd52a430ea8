package screens_test

import (
	"testing"
	"time"

	"bellhop/screens"
)

func TestRatesLearnTheHotelsFacts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewRates(f.deps, londonDraft(f)))
	p.Has("A quiet house behind the theatres", "09:30 at the hotel", "popular hotels", "Classic Queen, 1 queen bed · up to 2 guests", "Lantern Suite · 1 king bed")
	p.Advance(time.Minute)
	p.Has("09:31 at the hotel")
}

func TestRatesExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewRates(f.deps, londonDraft(f)))
	p.Advance(15*time.Minute - time.Second)
	p.Has("for 5 min 01 s")
	p.Advance(6 * time.Minute)
	p.Has("expired: search again", "enter reload")
	searches := len(f.service.searches)
	p.Press("enter")
	if p.Top().Title() != "rates" {
		t.Errorf("an expired rate went on to %q", p.Top().Title())
	}
	if len(f.service.searches) != searches+1 || f.service.searches[searches].Properties[0] != fakeID(0) {
		t.Errorf("the hotel was not searched again: %+v", f.service.searches)
	}
}

func TestRatesGoOnToTheTermsOfTheRate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewRates(f.deps, londonDraft(f)))
	p.Press("down", "down")
	p.Has("› Saver", "not refundable")
	p.Press("up", "enter")
	if p.Top().Title() != "terms" {
		t.Fatalf("enter went to %q", p.Top().Title())
	}
	p.Has("Flexible, breakfast")
	p.Press("esc")
	p.Has("› Flexible, breakfast")
}

func TestRatesWithoutAnyMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewRates(f.deps, londonDraft(f)))
	f.service.hotels = 0
	p.Press("r")
	p.Has("no rates for these dates any more", "› Flexible")
}

func TestRatesGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewRates(f.deps, londonDraft(f)))
	f.goldens("rates")
	p.Press("end")
	p.Skip(21 * time.Minute)
	f.goldens("rates_expired")
}

// Offers that came with a time that is past already say that a clock is wrong,
// and nothing of when they end: verifying decides, and then they can be booked.
func TestRatesOfAServiceWhoseClockIsBehind(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.ahead = 6 * time.Hour
	p := f.start(screens.NewHotels(f.deps, londonTrip()))
	p.Press("enter")
	onTop(t, p, "rates")
	p.HasNot("expired").Has("not known: past when it came", "enter terms").Press("enter")
	onTop(t, p, "terms")
	p.Has("Verified: price and terms are as searched").HasNot("has expired").Advance(time.Minute).Press("enter")
	onTop(t, p, "guest")
}
