package sandbox

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
)

// bodyOf is a call with a body, or with a query.
func (l *lab) bodyOf(body string) *call {
	return &call{account: "acme", now: l.clock.time(), body: []byte(body), problems: &jsontree.Problems{}}
}

// variants adds a body and what is easily got wrong in it.
func variants(f *testing.F, body tree) {
	f.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
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
		f.Add(strings.Replace(string(text), pair[0], pair[1], 1))
	}
}

// What a search lets through says where, when and for whom (SPEC 4.2, WIRE 2).
func FuzzSearchBody(f *testing.F) {
	l := start(f)
	variants(f, searchBody())
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
		q := l.sandbox.readSearch(fields, c.now)
		fields.Done()
		if len(c.problems.List) > 0 {
			return
		}
		nights := q.stay.Out - q.stay.In
		if nights < 1 || nights > maxNights || q.stay.Adults < 1 || q.stay.Adults > maxPerson || q.stay.Children < 0 || q.stay.Children > maxPerson {
			t.Errorf("%q is let through with the stay %+v", body, q.stay)
		}
		if !q.located && len(q.codes) == 0 && !q.reviewed || q.located && (q.km < 0 || q.km > maxRadius*kmPerMile) ||
			q.at.Lat < -90 || q.at.Lat > 90 || q.at.Lon < -180 || q.at.Lon > 180 {
			t.Errorf("%q is let through with the place %+v", body, q)
		}
		named, missing := l.sandbox.namedHotels(q)
		if len(missing) > len(q.reviewIDs) || len(named) > len(q.codes)+len(q.reviewIDs) {
			t.Errorf("%q names %d hotels, and %d that are none", body, len(named), len(missing))
		}
		if found := l.sandbox.candidates(q, named); len(found) > maxCandidates {
			t.Errorf("%q is about %d hotels", body, len(found))
		}
	})
}

// What is verified is what was asked for (SPEC 4.3).
func FuzzVerifyBody(f *testing.F) {
	l := start(f)
	variants(f, l.offers(searchBody())[0].verifyBody())
	f.Fuzz(func(t *testing.T, body string) {
		c := l.bodyOf(body)
		a, err := l.sandbox.verifyRate(t.Context(), c)
		if err != nil {
			var refused *rejection
			if !errors.As(err, &refused) || refused.status != http.StatusBadRequest || len(refused.Details) == 0 {
				t.Errorf("%q: %v", body, err)
			}
			return
		}
		v, ok := a.body.(verifiedRate)
		asked := l.in(t).decode([]byte(body))
		if !ok || a.status != http.StatusOK || v.BookingCode != text(asked, "booking_code") || v.ChannelCode != text(asked, "channel_code") ||
			v.Hotel.ChainCode != text(asked, "chain_code") || v.Hotel.PropertyCode != text(asked, "property_code") ||
			v.CheckIn != text(asked, "check_in_date") || v.CheckOut != text(asked, "check_out_date") || v.CheckIn >= v.CheckOut ||
			v.Price.TotalPrice.Minor <= 0 || len(v.Terms) == 0 {
			t.Errorf("%q is verified as %+v", body, a.body)
		}
	})
}

// What a change lets through changes something, and only to what can be
// (SPEC 4.5).
func FuzzModifyBody(f *testing.F) {
	l := start(f)
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
		m := l.sandbox.readModification(fields, c.now)
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
	l := start(f)
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
		filter := l.sandbox.readFilter(q)
		q.done()
		if len(q.p.List) > 0 {
			return
		}
		for name := range query {
			if known := append(dateParameters(), "filter[id]", "filter[id][in]", "filter[custom_data]", "page_number", "page_size"); !slices.Contains(known, name) {
				t.Errorf("%q is let through with the parameter %q", raw, name)
			}
		}
		if filter.Limit < 1 || filter.Limit > maxPageSize || filter.Offset < 0 || len(filter.Values) > 3*maxFilterValues {
			t.Errorf("%q is let through as %+v", raw, filter)
		}
		for _, one := range filter.IDs {
			if !wellFormedID(one) {
				t.Errorf("%q is let through with the id %q", raw, one)
			}
		}
		if len(query) == 0 && (filter.CheckIn != store.AllDays() || filter.CheckOut != store.AllDays()) {
			t.Errorf("%q narrows the list to %+v", raw, filter)
		}
	})
}

// Whatever an answer holds, all quirks together leave it JSON, or a page of
// HTML in place of an error, and the same each time.
func FuzzDistort(f *testing.F) {
	l := start(f, quirky("all"))

	for _, seed := range []string{
		`{"results":[{"chain_code":"LX","phone":"+44 20","address":{"state_providence":""},"rooms":[]}],"pagination":{}}`,
		`{"id":"x","status":"CONFIRMED","confirmation":{"record_locator":"A"},"guests":{"primary":{}},"rate":{"terms":{"cancel_penalties":[{}]}}}`,
		`{"terms":[{"cancel_penalties":null}],"max_occupancy":1}`, `{"code":1,"details":[{}],"type":"X"}`, `[]`, `{"items":[{"status":1},{"status":"CONFIRMED"}]}`, `null`, `{"a":`,
		`{"results":{"rooms":{"rates":{"terms":{"guarantee_type":["A","B"]}}}}}`, `{"price":{"total_taxes":1,"nightly_breakdown":1}}`,
	} {
		f.Add(seed, 200)
		f.Add(seed, 400)
	}
	f.Fuzz(func(t *testing.T, body string, status int) {
		x := &exchange{now: l.clock.time(), r: httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/x", nil)}
		in := response{status: status, header: map[string]string{"Content-Type": "application/json"}, body: []byte(body)}
		out, again := l.sandbox.distort(x, in), l.sandbox.distort(x, response{status: status, header: map[string]string{"Content-Type": "application/json"}, body: []byte(body)})
		if string(out.body) != string(again.body) {
			t.Errorf("%q is distorted in two ways", body)
		}
		if html := out.header["Content-Type"] == "text/html"; html && status < 400 || !html && json.Valid([]byte(body)) && !json.Valid(out.body) {
			t.Errorf("%q with the status %d becomes %q", body, status, out.body)
		}
	})
}

// What is let through is consistent, whatever the body.
func FuzzCreate(f *testing.F) {
	l := start(f)
	whole, err := json.Marshal(l.offers(searchBody())[0].createBody())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(whole))
	f.Add(strings.Replace(string(whole), `"2026-12-15"`, `"9999-12-31"`, 1))
	f.Add(`{"rate":{"price":{"total_price":1e-400,"currency_code":"JPY"}},"custom_data":{"k":-0}}`)
	f.Fuzz(func(t *testing.T, body string) {
		p := &jsontree.Problems{}
		c := &call{account: "acme", now: l.clock.time(), body: []byte(body), problems: p}
		fields := c.fields()
		b := l.sandbox.readBooking(fields, c.now)
		fields.Done()
		if len(p.List) > 0 {
			return
		}
		sum := b.guest.amount
		if b.partner != nil {
			sum = sum.Add(b.partner.amount)
		}
		if sum != b.total || b.stay.In >= b.stay.Out || b.rooms < 1 || b.stay.Adults < 1 || b.guests.Primary.Surname == "" {
			t.Errorf("%q is let through as %+v", body, b)
		}
		if q, err := l.sandbox.agree(c, b); err == nil && q.booked().Price.TotalPrice != b.total {
			t.Errorf("%q is agreed at %s", body, q.booked().Price.TotalPrice)
		}
	})
}
