package service

import (
	"errors"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
)

// bodyOf is a call with a body, or with a query.
func (l *fixture) bodyOf(body string) *call {
	return &call{Request: Request{Account: "acme", Now: l.now, Body: []byte(body)}, problems: &jsontree.Problems{}}
}

// variants adds a body and what is easily got wrong in it.
func variants(f *testing.F, text string) {
	f.Helper()
	f.Add(text)
	for _, pair := range [][2]string{
		{`"2026-12-15"`, `"9999-12-31"`},
		{`"2026-12-15"`, `"2026-12-12"`},
		{`"2026-12-12"`, `"2026-02-30"`},
		{`"adults":2`, `"adults":2,"children":1e2`},
		{`"adults":2`, `"adults":9223372036854775808`},
		{`:2`, `:null`},
		{`"iata_code"`, `"coordinates"`},
		{`{`, `{"":0,`},
		{`"LON"`, `"lon"`},
		{`"mi"`, `"km"`},
	} {
		f.Add(strings.Replace(text, pair[0], pair[1], 1))
	}
}

// What a search lets through says where, when and for whom (SPEC 4.2, WIRE 2).
func FuzzSearchBody(f *testing.F) {
	l := open(f)
	variants(f, searchBody)
	for _, filter := range []string{
		`{"hotel":[{"chain_code":"LX","property_code":"1"}]}`, `{"hotel":{"name":"abc"}}`, `{"hotel":{"property_code":"1"}}`, `{"hotel":[]}`,
		`{"reviewsite_ids":["rs-lx20417",""]}`, `{"location":{"type":"coordinates","details":{"latitude":-90,"longitude":180.0}}}`,
		`{"location":{"type":"iata_code","details":{"iata_code":"LON"},"radius":{"value":1e3,"type":"mi"}},"hotel":{"chain_code":"LX","name":"inn"}}`,
	} {
		f.Add(`{"stay_info":{"check_in_date":"2026-12-12","check_out_date":"2026-12-15","guests":{"adults":2}},"filter":` + filter + `}`)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c := l.bodyOf(body)
		fields := c.fields()
		q := l.service.hotels.readSearch(fields, c.Now)
		fields.Done()
		if len(c.problems.List) > 0 {
			return
		}
		nights := q.stay.Out - q.stay.In
		if nights < 1 || nights > maxNights || q.stay.Adults < 1 || q.stay.Adults > MaxPerson || q.stay.Children < 0 || q.stay.Children > MaxPerson {
			t.Errorf("%q is let through with the stay %+v", body, q.stay)
		}
		if !q.located && len(q.codes) == 0 && !q.reviewed || q.located && (q.km < 0 || q.km > maxRadius*kmPerMile) ||
			math.Abs(q.at.Lat) > 90 || math.Abs(q.at.Lon) > 180 {
			t.Errorf("%q is let through with the place %+v", body, q)
		}
		named, missing := l.service.hotels.namedHotels(q)
		if len(missing) > len(q.reviewIDs) || len(named) > len(q.codes)+len(q.reviewIDs) {
			t.Errorf("%q names %d hotels, and %d that are none", body, len(named), len(missing))
		}
		if found := l.service.hotels.candidates(q, named); len(found) > maxCandidates {
			t.Errorf("%q is about %d hotels", body, len(found))
		}
	})
}

// What is verified is what was asked for (SPEC 4.3).
func FuzzVerifyBody(f *testing.F) {
	l := open(f)
	variants(f, l.offer().verifyBody())
	f.Fuzz(func(t *testing.T, body string) {
		c := l.bodyOf(body)
		a, err := l.service.endpoints[Endpoints()[2]](t.Context(), c)
		if err != nil {
			var refused *Rejection
			if !errors.As(err, &refused) || refused.Status != http.StatusBadRequest || len(refused.Details) == 0 {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		v, ok := a.body.(verifiedRate)
		asked, _ := jsontree.Decode([]byte(body), nil)
		if !ok || a.status != http.StatusOK || v.BookingCode != asked.Member("booking_code").Text || v.ChannelCode != asked.Member("channel_code").Text ||
			v.Hotel.ChainCode != asked.Member("chain_code").Text || v.Hotel.PropertyCode != asked.Member("property_code").Text ||
			v.CheckIn != asked.Member("check_in_date").Text || v.CheckOut != asked.Member("check_out_date").Text || v.CheckIn >= v.CheckOut ||
			v.Price.TotalPrice.Minor <= 0 || len(v.Terms) == 0 {
			t.Errorf("%q is verified as %+v", body, a.body)
		}
	})
}

// What a change lets through changes something, and only to what can be
// (SPEC 4.5).
func FuzzModifyBody(f *testing.F) {
	l := open(f)
	for _, seed := range []string{
		`{"payment":{"guest":{"token":"card_good","cvv":"123"}}}`, `{"payment":{"guest":{"token":"card_good","cvv":""}}}`, `{"payment":{"guest":{"cvv":"123"}}}`, `{"payment":{}}`, `{"payment":null}`, `{}`,
		`{"check_in_date":"2026-12-13","check_out_date":"2026-12-14"}`, `{"check_out_date":"2026-12-14"}`, `{"check_in_date":"2026-12-13","check_out_date":"2026-12-13"}`,
		`{"check_in_date":"2020-01-01"}`, `{"check_in_date":5}`, `{"check_out_date":"2026-12-14","payment":{"guest":{"token":"\u0000"}}}`, `{"payment":{"guest":[]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		c := l.bodyOf(body)
		fields := c.fields()
		m := l.service.bookings.readModification(fields, c.Now)
		fields.Done()
		if len(c.problems.List) > 0 {
			return
		}
		switch {
		case m.in == nil && m.out == nil && m.token == "":
			t.Errorf("%q is let through and changes nothing", body)
		case m.in != nil && m.out != nil && *m.in >= *m.out:
			t.Errorf("%q is let through with the dates %s to %s", body, m.in, m.out)
		case m.hasCVV && m.token == "", m.cvv != "" && (!jsontree.OnlyDigits(m.cvv) || len(m.cvv) < 3 || len(m.cvv) > 4):
			t.Errorf("%q is let through with a code of %d characters", body, len(m.cvv))
		case m.token != "" && (len(m.token) > 128 || strings.ContainsFunc(m.token, func(r rune) bool { return r < ' ' || r == 0x7f })):
			t.Errorf("%q is let through with the token %q", body, m.token)
		}
	})
}

// What a list lets through is bounded, and nothing in it was overlooked
// (SPEC 4.6).
func FuzzListQuery(f *testing.F) {
	id := strings.Repeat("a", idLength)
	for _, seed := range []string{
		"", "filter[id]=" + id, "filter[id][in]=" + id + "," + id, "filter[id]=" + id + "&filter[id][in]=x", "filter[custom_data]=7.0&filter[custom_data]=true",
		"filter[custom_data]=a,b", "filter[custom_data]=%3C", "filter[check_in_date]=2026-12-12", "filter[check_in_date][gt]=2026-12-12&filter[check_in_date][lt]=2026-12-12",
		"filter[check_out_date][gte]=0001-01-01", "filter[check_out_date][lte]=9999-12-31", "page_number=9223372036854775807&page_size=100", "page_size=0", "page_number=1&page_number=2",
		"filter[chek_in_date]=2026-12-12", "=x", "%", "filter%5Bid%5D=" + id,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		query, err := url.ParseQuery(raw)
		if err != nil {
			return
		}
		q := &parameters{query: query, p: &jsontree.Problems{}, read: map[string]bool{}}
		filter := reservations{names: defaultNames()}.readFilter(q)
		q.done()
		if len(q.p.List) > 0 {
			return
		}
		for name := range query {
			if known := append(DateParameters(), "filter[id]", "filter[id][in]", "filter[custom_data]", "page_number", "page_size"); !slices.Contains(known, name) {
				t.Errorf("%q is let through with the parameter %q", raw, name)
			}
		}
		if filter.Limit < 1 || filter.Limit > maxPageSize || filter.Offset < 0 || len(filter.Values) > 3*maxFilterValues {
			t.Errorf("%q is let through as %+v", raw, filter)
		}
		for _, one := range filter.IDs {
			if !WellFormedID(one) {
				t.Errorf("%q is let through with the id %q", raw, one)
			}
		}
		if len(query) == 0 && (filter.CheckIn != store.AllDays() || filter.CheckOut != store.AllDays()) {
			t.Errorf("%q narrows the list to %+v", raw, filter)
		}
	})
}

// What is let through is consistent, whatever the body.
func FuzzCreate(f *testing.F) {
	l := open(f)
	whole := l.offer().createBody()
	f.Add(whole)
	f.Add(strings.Replace(whole, `"2026-12-15"`, `"9999-12-31"`, 1))
	f.Add(`{"rate":{"price":{"total_price":1e-400,"currency_code":"JPY"}},"custom_data":{"k":-0}}`)
	f.Fuzz(func(t *testing.T, body string) {
		c := l.bodyOf(body)
		fields := c.fields()
		b := l.service.bookings.readBooking(fields, c.Now)
		fields.Done()
		if len(c.problems.List) > 0 {
			return
		}
		sum := b.Guest.Amount
		if b.Partner != nil {
			sum = sum.Add(b.Partner.Amount)
		}
		if sum != b.total || b.Stay.In >= b.Stay.Out || b.Rooms < 1 || b.Stay.Adults < 1 || b.Guests.Primary.Surname == "" {
			t.Errorf("%q is let through as %+v", body, b)
		}
		if q, err := l.service.bookings.agree(t.Context(), c, b); err == nil && q.booked().Price.TotalPrice != b.total {
			t.Errorf("%q is agreed at %s", body, q.booked().Price.TotalPrice)
		}
	})
}
