package quote_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/quote"
)

func TestOffer_ID(t *testing.T) {
	t.Parallel()
	want := offer(1, "300.00").ID()
	for name, change := range map[string]func(*quote.Offer){
		"chain":        func(o *quote.Offer) { o.Hotel.ID.Chain = "ZZ" },
		"hotel":        func(o *quote.Offer) { o.Hotel.ID.Code = "1" },
		"booking code": func(o *quote.Offer) { o.Rate.BookingCode = "other" },
		"channel":      func(o *quote.Offer) { o.Rate.ChannelCode = "gds" },
		"arrival":      func(o *quote.Offer) { o.Trip.CheckIn = o.Trip.CheckIn.AddDays(-1) },
		"departure":    func(o *quote.Offer) { o.Trip.CheckOut = o.Trip.CheckOut.AddDays(1) },
		"adults":       func(o *quote.Offer) { o.Trip.Adults++ },
		"children":     func(o *quote.Offer) { o.Trip.Children++ },
		"rooms":        func(o *quote.Offer) { o.Trip.Rooms++ },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := offer(1, "300.00")
			if change(&o); o.ID() == want {
				t.Error("the two are one offer")
			}
		})
	}
	if offer(1, "1.00").ID() != want {
		t.Error("the price is part of the identity")
	}
}

func TestOffer_Words(t *testing.T) {
	t.Parallel()
	facts := api.Property{Name: "Facts", FullAddress: "full", AddressLine1: "1", AddressLine2: "2", City: "Rome", PostalCode: "00100", State: "Lazio", Country: "Italy", CountryCode: "IT"}
	for name, c := range map[string]struct {
		got  func(o quote.Offer) string
		o    func(*quote.Offer)
		want string
	}{
		"address of the search": {quote.Offer.HotelAddress, func(o *quote.Offer) { o.Facts = facts }, "1 Row, London"},
		"address of the facts":  {quote.Offer.HotelAddress, func(o *quote.Offer) { o.Facts, o.Hotel.Address = facts, api.Address{} }, "full"},
		"address of its parts": {quote.Offer.HotelAddress, func(o *quote.Offer) {
			o.Facts, o.Hotel.Address = facts, api.Address{}
			o.Facts.FullAddress = ""
		}, "1 2, Rome 00100, Lazio, Italy"},
		"no address":          {quote.Offer.HotelAddress, func(o *quote.Offer) { o.Hotel.Address = api.Address{} }, ""},
		"name of the facts":   {quote.Offer.HotelName, func(o *quote.Offer) { o.Facts, o.Hotel.Name = facts, "" }, "Facts"},
		"name of the search":  {quote.Offer.HotelName, func(o *quote.Offer) { o.Facts = facts }, "Hotel 1"},
		"rate's name":         {quote.Offer.RateName, func(o *quote.Offer) { o.Rate.Type = "CORP" }, "Flexible"},
		"rate's type":         {quote.Offer.RateName, func(o *quote.Offer) { o.Rate.Name, o.Rate.Type = "", "CORP" }, "CORP"},
		"rate without either": {quote.Offer.RateName, func(o *quote.Offer) { o.Rate.Name = "" }, "rate"},
		"no end":              {ends, func(*quote.Offer) {}, "not said"},
		"end ahead":           {ends, func(o *quote.Offer) { o.Ends = noon.Add(time.Second) }, "for 1 s"},
		"end now":             {ends, func(o *quote.Offer) { o.Ends = noon }, "ended just now"},
		"ended":               {ends, func(o *quote.Offer) { o.Ends = noon.Add(-3 * time.Minute) }, "ended 3 min ago"},
		"verified":            {asOf, func(o *quote.Offer) { o.VerifiedAt = noon.Add(-3 * time.Minute) }, "verified 3 min ago"},
		"searched":            {asOf, func(o *quote.Offer) { o.Verified = nil }, "searched 1 h 0 min ago, not verified"},
		"not known when":      {asOf, func(o *quote.Offer) { o.Verified, o.SearchedAt = nil, time.Time{} }, "not verified"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := offer(1, "300.00")
			c.o(&o)
			if got := c.got(o); got != c.want {
				t.Errorf("it reads %q, want %q", got, c.want)
			}
		})
	}
}

func ends(o quote.Offer) string { return o.EndsWords(noon) }

func asOf(o quote.Offer) string { return o.AsOfWords(noon) }
