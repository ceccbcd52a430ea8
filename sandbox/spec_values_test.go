package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// isNull counts, for each field of some objects, how many are null.
func isNull(objects []any, fields string) map[string]int {
	count := map[string]int{}
	for _, field := range strings.Fields(fields) {
		count[field] = 0
		for _, one := range objects {
			if at(one, field) == nil {
				count[field]++
			}
		}
	}
	return count
}

// What may be null is null now and then, so that every client meets it here.
func TestSpec_2_7_EveryNullOccurs(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.6/4", "SPEC 2.6/5", "SPEC 2.6/7", "SPEC 2.7/4", "SPEC 2.7/6", "SPEC 2.7/7", "SPEC 2.7/8", "SPEC 2.7/10", "SPEC 2.7/11", "SPEC 2.7/12",
		"SPEC 2.7/13", "SPEC 2.7/14", "SPEC 2.7/16", "SPEC 2.7/17", "SPEC 2.7/18")
	l := start(t, func(o *Options) { o.Properties = 1000 })
	hotels := l.listed("hotel")
	for field, n := range isNull(hotels, `brand address_line1 address_line2 city state postal_code country country_code description phone email timezone rating
		check_in_time check_out_time image_url category priority_rank coordinates`) {
		if n == 0 || n == len(hotels) {
			t.Errorf("%s is null for %d of %d hotels", field, n, len(hotels))
		}
	}
	places := append(l.listed("destination"), l.places("query=scenario&type=destinations")...)
	for field, n := range isNull(places, "city state country_code") {
		if n == 0 || n == len(places) {
			t.Errorf("%s is null for %d of %d destinations", field, n, len(places))
		}
	}
	// The country of the scenarios is on no list of countries, so its code is
	// null; the priced result, where it may not be, has a code of nobody's.
	scenario := l.places("query=scenario&type=destinations")[0]
	if text(scenario, "country") != "Nowhere" || at(scenario, "country_code") != nil {
		t.Errorf("the scenario city is %v", scenario)
	}
	if h := l.inCity("XQS")[0].hotel; text(h, "address", "country_code") != "XN" {
		t.Errorf("the address of a scenario's hotel is %v", h["address"])
	}
}

// A hotel is the same in both searches, and its lowest rate is one of its rates.
func TestSpec_2_8_OneHotelTwoSearches(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.8/1", "SPEC 2.8/2", "SPEC 2.8/3", "SPEC 2.8/5", "SPEC 2.8/7", "SPEC 2.8/9", "SPEC 2.8/10")
	l := start(t)
	flags, states, ratings := map[string]int{}, 0, map[string]int{}
	for _, h := range l.hotelsOf("LON", "NYC", "KWI", "PAR", "ROM", "TYO") {
		lowest := at(h, "lowest_rate")
		found := false
		for _, rate := range flatten(list(h, "rooms"), "rates") {
			same := true
			for _, field := range []string{"total_price", "base_price", "total_taxes", "taxes_and_fees_included", "currency_code"} {
				same = same && text(lowest, field) == text(rate, "price", field)
			}
			found = found || same
		}
		if !found {
			t.Errorf("%s: no rate costs the lowest rate, %v", text(h, "name"), lowest)
		}
		flags[text(lowest, "taxes_and_fees_included")]++

		code := text(h, "chain_code") + text(h, "property_code")
		listed := l.places("query=" + url.QueryEscape(code) + "&type=hotels")[0]
		for inResult, inList := range map[string]string{
			"address.city": "city", "address.state_providence": "state", "address.country_code": "country_code", "address.postal_code": "postal_code",
			"name": "name", "phone": "phone", "email": "email", "rating.value": "rating",
			"geolocation.latitude": "coordinates.latitude", "geolocation.longitude": "coordinates.longitude",
		} {
			got, want := text(h, steps(inResult)...), text(listed, steps(inList)...)
			if want != "" && got != want {
				t.Errorf("%s: %s is %q in one search, %s is %q in the other", code, inResult, got, inList, want)
			}
		}
		for inResult, inList := range map[string]string{"check_in_time_local": "check_in_time", "check_out_time_local": "check_out_time"} {
			if got, want := text(h, inResult), text(listed, inList); want != "" && got+":00" != want {
				t.Errorf("%s: %s is %s, %s is %s", code, inResult, got, inList, want)
			}
		}
		if text(h, "address", "state_providence") != "" {
			states++
		}
		ratings[text(h, "rating", "value")]++
	}
	if flags["true"] == 0 || flags["false"] == 0 || states == 0 || ratings["1"] == 0 || len(ratings) < 4 {
		t.Errorf("the sample is too small: %v, %d with a state, ratings %v", flags, states, ratings)
	}
}

// steps are the steps of a dotted path.
func steps(path string) []any {
	var list []any
	for step := range strings.SplitSeq(path, ".") {
		list = append(list, step)
	}
	return list
}

// A party may be spread over its rooms, and the terms speak of all of them.
func TestWire_3a_RoomsOfAParty(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/5")
	l := start(t)
	var o offer
	for _, one := range l.offers(searchBody()) {
		if text(one.room, "max_occupancy") == "2" && text(one.rate, "terms", "refundable") == "true" && l.left(one) >= 2 {
			o = one
			break
		}
	}
	if o.rate == nil {
		t.Fatal("there is no refundable rate for two")
	}
	body := o.createBody()
	put(body, "guests.number_of_adults", 4)
	forRooms(t, body, 2)
	made := l.ok(201, "POST", pathCreate, body)
	searched, booked := list(o.rate, "terms", "cancel_penalties"), list(made, "rate", "terms", "cancel_penalties")
	if len(searched) == 0 || len(searched) != len(booked) {
		t.Fatalf("%d penalties are booked of %d", len(booked), len(searched))
	}
	for i := range searched {
		one := thousandths(t, at(searched[i], "penalty", "currency_amount", "amount"))
		if two := thousandths(t, at(booked[i], "penalty", "currency_amount", "amount")); two != 2*one {
			t.Errorf("cancelling costs %d for two rooms, %d for one", two, one)
		}
	}
	for _, party := range []tree{{"number_of_adults": 5}, {"number_of_adults": 4, "number_of_children": 1}} {
		for field, n := range party {
			put(body, "guests."+field, n)
		}
		refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR", "The rate is not offered for this stay and party.", "rate", "booking_code")
	}
}

// WIRE 3a prices a party's largest share, and every room holds at most what it takes: 3+2 in two rooms is 2+1 and 1+1,
// and a room for three takes it; 4+2 in two rooms is 2+1 twice; 5+2 has a room of four.
func TestWire_3a_LargestShare(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/5")
	l := start(t)
	search := searchBody()
	put(search, "stay_info.guests", tree{"adults": 2, "children": 1})
	var o offer
	for _, one := range l.offers(search) {
		if text(one.room, "max_occupancy") == "3" && l.left(one) >= 4 {
			o = one
			break
		}
	}
	if o.rate == nil {
		t.Fatal("there is no room for three")
	}
	verify := o.verifyBody()
	verify["guests"] = tree{"adults": 2, "children": 1}
	price := l.ok(200, "POST", pathVerify, verify)["price"]
	body := o.createBody()
	put(body, "rate.number_of_rooms", 2)
	for _, part := range []string{"total_price", "base_price", "total_taxes"} {
		put(body, "rate.price."+part, json.Number(fmt.Sprintf("%de-3", 2*thousandths(t, at(price, part)))))
	}
	put(body, "payment.guest.amount", at(body, "rate", "price", "total_price"))
	for _, party := range [][3]int{{3, 2, 201}, {4, 2, 201}, {5, 2, 400}} {
		put(body, "guests.number_of_adults", party[0])
		put(body, "guests.number_of_children", party[1])
		l.ok(party[2], "POST", pathCreate, body)
	}
}

// The last place on earth is twelve hours behind UTC, and a day is over there last.
func TestWire_3a_TheLastHourOfADay(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/20")
	l := start(t)
	l.clock.pass(-30*time.Minute - time.Second)
	body := searchBody()
	put(body, "stay_info.check_in_date", "2026-11-20")
	l.ok(200, "POST", pathSearch, body)
	l.clock.pass(time.Second)
	invalid(t, l.do("POST", pathSearch, body), "stay_info.check_in_date is in the past", "stay_info", "check_in_date")
}

// What a verification says of its taxes and fees adds up to its price, whether
// they are in the base, in the total, or due at the hotel.
func TestSpec_2_9_Sums(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.9/5", "SPEC 2.9/6", "SPEC 2.9/7", "SPEC 2.8/21")
	l := start(t, func(o *Options) { o.Properties = 1000 })
	seen := map[string]int{}
	for _, city := range []string{"LON", "DXB", "PRG", "PAR", "VIE"} {
		for _, o := range l.inCity(city) {
			price := at(l.ok(200, "POST", pathVerify, o.verifyBody()), "price")
			part := func(field string) int64 { return thousandths(t, at(price, field)) }
			taxes, fees, added, due := int64(0), int64(0), int64(0), int64(0)
			for _, tax := range list(price, "taxes") {
				inBase := text(tax, "included_in_base")
				seen["tax "+inBase]++
				if inBase == "false" {
					taxes += thousandths(t, at(tax, "amount"))
				}
			}
			for _, fee := range list(price, "fees") {
				amount, inBase, inTotal := thousandths(t, at(fee, "amount")), text(fee, "included_in_base"), text(fee, "included_in_total")
				seen["fee "+inBase+" "+inTotal]++
				switch {
				case inBase == "true":
					continue
				case inTotal == "true":
					added += amount
				default:
					due += amount
				}
				fees += amount
			}
			if part("total_taxes") != taxes || part("additional_fees") != fees || part("total_price") != part("base_price")+taxes+added {
				t.Errorf("%s: taxes of %d, fees of %d, %d of them in the total: %v", text(o.hotel, "name"), taxes, fees, added, price)
			}
			if got, want := text(o.rate, "price", "taxes_and_fees_included"), fmt.Sprint(due == 0); got != want {
				t.Errorf("%s: taxes_and_fees_included is %s with %d due at the hotel", text(o.hotel, "name"), got, due)
			}
		}
	}
	for _, kind := range []string{"tax true", "tax false", "fee true true", "fee false true", "fee false false"} {
		if seen[kind] == 0 {
			t.Errorf("no %s among %v", kind, seen)
		}
	}
	if seen["fee true false"] > 0 {
		t.Errorf("%d fees are in the base and not in the total", seen["fee true false"])
	}
}

// A hotel that is named twice is found once, and one that is named by half of
// its codes is not looked for.
func TestWire_2_HotelsNamedTwice(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/5", "WIRE 2/8", "SPEC 4.2/6")
	l := start(t)
	hotel := l.offer().hotel
	codes := tree{"chain_code": hotel["chain_code"], "property_code": hotel["property_code"]}
	id := "rs-" + strings.ToLower(text(hotel, "chain_code")+text(hotel, "property_code"))
	for _, filter := range []tree{
		{"hotel": []any{codes, codes}},
		{"reviewsite_ids": []any{id, id}},
		{"hotel": []any{codes}, "reviewsite_ids": []any{id}},
	} {
		body := searchBody()
		body["filter"] = filter
		if found := l.ok(200, "POST", pathSearch, body); length(found, "results") != 1 || text(found, "pagination", "total_items") != "1" {
			t.Errorf("%v finds %d hotels, %v", filter, length(found, "results"), found["pagination"])
		}
	}
	for _, test := range []struct {
		hotel any
		field string
	}{
		{tree{"property_code": hotel["property_code"]}, "filter.hotel.chain_code"},
		{[]any{tree{"property_code": hotel["property_code"]}}, "filter.hotel.0.chain_code"},
		{[]any{tree{"chain_code": hotel["chain_code"]}}, "filter.hotel.0.property_code"},
	} {
		body := searchBody()
		put(body, "filter.hotel", test.hotel)
		invalid(t, l.do("POST", pathSearch, body), test.field+" is missing", strings.Split(test.field, ".")...)
	}
	for hotel, message := range map[string]string{"{}": "names neither a chain, a property nor a name", "[]": "is empty", "7": "must be an object or an array"} {
		body := searchBody()
		put(body, "filter.hotel", json.RawMessage(hotel))
		invalid(t, l.do("POST", pathSearch, body), "filter.hotel "+message, "filter", "hotel")
	}
}

// An escaped slash parts no path, so nothing is cancelled by it.
func TestWire_3_EscapedSlash(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/17")
	l := start(t)
	made := l.book()
	for _, slash := range []string{"%2f", "%2F"} {
		refused(t, l.do("POST", pathOf(made)+slash+"cancel", nil), 404, 1004, "APPLICATION_ERROR", "There is no such resource.")
	}
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "CONFIRMED" {
		t.Errorf("an escaped slash made it %s", got)
	}
}
