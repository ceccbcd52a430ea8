package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

const pathSearch, pathVerify, pathPlaces = "/rest/v1/hotel/search", "/rest/v1/hotel/rate_verification", "/rest/v1/destinations/search"

func TestSpec_4_1_Destinations(t *testing.T) {
	t.Parallel()
	l := start(t)
	found := l.ok(200, "GET", pathPlaces+"?query=london", nil)
	hasKeys(t, "the answer", found, "results")
	kinds := map[string]int{}
	results, _ := found["results"].([]any)
	for _, r := range results {
		switch kind := text(r, "type"); kind {
		case "destination":
			hasKeys(t, "a destination", r, "objectID type name city state country country_code hotels_count hotels")
			if text(r, "hotels_count") != fmt.Sprint(length(r, "hotels")) {
				t.Errorf("%s counts %s hotels and lists %d", text(r, "name"), text(r, "hotels_count"), length(r, "hotels"))
			}
			kinds[kind]++
		case "hotel":
			hasKeys(t, "a hotel", r, `objectID type name chain_code property_code brand address_line1 address_line2 full_address city state
				postal_code country country_code description amenities phone email timezone rating check_in_time check_out_time image_url
				images category priority_rank coordinates`)
			kinds[kind]++
		default:
			t.Errorf("a result has type %q", kind)
		}
	}
	if kinds["destination"] == 0 || kinds["hotel"] == 0 {
		t.Errorf("london finds %v", kinds)
	}
	if first := text(found, "results", 0, "city"); first != "London" || text(found, "results", 0, "type") != "destination" {
		t.Errorf("the best result is %v", at(found, "results", 0))
	}
	for kind, want := range map[string]string{"destinations": "destination", "hotels": "hotel"} {
		some, _ := l.ok(200, "GET", pathPlaces+"?query=london&type="+kind, nil)["results"].([]any)
		for _, r := range some {
			if text(r, "type") != want {
				t.Errorf("type=%s finds a %s", kind, text(r, "type"))
			}
		}
		if len(some) != kinds[want] {
			t.Errorf("type=%s finds %d, without it there are %d", kind, len(some), kinds[want])
		}
	}
	hotels, _ := l.ok(200, "GET", pathPlaces+"?query=&type=hotels&category=Luxury", nil)["results"].([]any)
	rank := 0
	for _, h := range hotels {
		if text(h, "category") != "Luxury" {
			t.Errorf("category=Luxury finds %s", text(h, "category"))
		}
		number, ranked := at(h, "priority_rank").(json.Number)
		if !ranked {
			continue
		}
		if n, err := number.Int64(); err != nil || int(n) < rank {
			t.Errorf("rank %s comes after %d", number, rank)
		} else {
			rank = int(n)
		}
	}
	everything := l.ok(200, "GET", pathPlaces+"?query=", nil)
	if n := length(everything, "results"); n == 0 || n > 500 || len(hotels) == 0 {
		t.Errorf("the empty query finds %d, in Luxury %d", n, len(hotels))
	}
	if nothing := l.do("GET", pathPlaces+"?query=zzqqxx", nil); string(nothing.raw) != "{\"results\":[]}\n" {
		t.Errorf("nothing found is %s", nothing.raw)
	}
}

func TestSpec_4_1_InvalidParameters(t *testing.T) {
	t.Parallel()
	l := start(t)
	for query, want := range map[string]string{
		"":                                  "query is missing",
		"query=a&query=b":                   "query is given 2 times",
		"query=" + strings.Repeat("a", 257): "query must be at most 256 characters of UTF-8",
		"query=%ff":                         "query must be at most 256 characters of UTF-8",
		"query=a&type=hotel":                "type must be destinations or hotels",
		"query=a&type=":                     "type must be destinations or hotels",
		"query=a&category=":                 "category is empty",
		"query=a&limit=5":                   "limit is not a parameter of this request",
	} {
		field, _, _ := strings.Cut(want, " ")
		invalid(t, l.do("GET", pathPlaces+"?"+query, nil), want, field)
	}
}

func TestSpec_2_8_SearchShape(t *testing.T) {
	t.Parallel()
	l := start(t)
	found := l.ok(200, "POST", pathSearch, searchBody())
	hasKeys(t, "the answer", found, "pagination currency_exchange_rates results")
	hasKeys(t, "an exchange rate", at(found, "currency_exchange_rates", 0), "conversion_factor source_currency target_currency")
	hotel := at(found, "results", 0).(tree)
	delete(hotel, "rating") // An unrated hotel has none.
	hasKeys(t, "a hotel", hotel, `chain_code property_code name address geolocation availability email phone fax ada_compliant
		check_in_time_local check_out_time_local lowest_rate michelin_keys_rating forbes_travel_guide_rating hotel_network_affiliation
		images amenities rooms`)
	hasKeys(t, "address", hotel["address"], "street city state_providence country_code postal_code")
	hasKeys(t, "lowest_rate", hotel["lowest_rate"], "total_price base_price total_taxes taxes_and_fees_included currency_code")
	room := at(hotel, "rooms", 0)
	hasKeys(t, "a room", room, `room_name room_name_with_beds room_type_ota_code bed_types room_amenities max_occupancy
		room_characteristics room_images rates`)
	hasKeys(t, "characteristics", at(room, "room_characteristics"), "category class view other_features")
	rate := at(room, "rates", 0)
	hasKeys(t, "a rate", rate, `booking_code channel_code rate_type pcc rate_name room_name room_name_with_beds price terms included_perks expiration`)
	hasKeys(t, "price", at(rate, "price"), `total_price base_price total_taxes additional_fees taxes_and_fees_included currency_code nightly_breakdown`)
	hasKeys(t, "terms", at(rate, "terms"), "rate_payment_info guarantee_type refundable cancel_note cancel_penalties")
	if n := length(rate, "price", "nightly_breakdown"); n != 3 || text(rate, "price", "nightly_breakdown", 2, "date") != "2026-12-14" {
		t.Errorf("three nights have %d lines: %v", n, at(rate, "price", "nightly_breakdown"))
	}
	penalties := 0
	for _, o := range l.offers(searchBody()) {
		list, _ := at(o.rate, "terms", "cancel_penalties").([]any)
		for _, p := range list {
			penalties++
			hasKeys(t, "a penalty", p, "deadline_local cancel_short_description penalty")
			hasKeys(t, "its amount", at(p, "penalty"), "estimated_amount currency_amount original_penalty_info")
			if _, err := time.Parse(time.RFC3339, text(p, "deadline_local")); err != nil {
				t.Errorf("deadline_local: %v", err)
			}
		}
	}
	if penalties == 0 {
		t.Error("no rate has a penalty to look at")
	}
}

// Amounts have the currency's own digits, as JSON numbers.
func TestSpec_2_8_Digits(t *testing.T) {
	t.Parallel()
	l := start(t)
	for code, form := range map[string]string{"TYO": `^[0-9]+$`, "LON": `^[0-9]+\.[0-9]{2}$`, "KWI": `^[0-9]+\.[0-9]{3}$`} {
		search := searchBody()
		put(search, "filter.location.details.iata_code", code)
		for _, o := range l.offers(search) {
			for _, part := range []string{"total_price", "base_price", "total_taxes", "additional_fees"} {
				if got, ok := at(o.rate, "price", part).(json.Number); !ok || !regexp.MustCompile(form).MatchString(got.String()) {
					t.Fatalf("%s: %s is %v, want %s", code, part, at(o.rate, "price", part), form)
				}
			}
		}
	}
}

func TestSpec_4_2_InvalidSearch(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, test := range []struct {
		path    string
		value   any
		message string
	}{
		{"stay_info", nil, "is missing"},
		{"stay_info.check_out_date", nil, "is missing"},
		{"stay_info.check_in_date", "2026-11-19", "is in the past"},
		{"stay_info.guests", nil, "is missing"},
		{"stay_info.guests.adults", nil, "is missing"},
		{"stay_info.guests.adults", 0, "must be at least 1"},
		{"stay_info.guests.infants", 1, "is not a field of this request"},
		{"stay_info.nights", 1, "is not a field of this request"},
		{"filter", nil, "is missing"},
		{"filter.location", nil, "is missing"},
		{"filter.location.type", "city", "must be iata_code or coordinates"},
		{"filter.location.type", nil, "is missing"},
		{"filter.location.details", nil, "is missing"},
		{"filter.location.details.iata_code", nil, "is missing"},
		{"filter.location.details.iata_code", "London", "must be three capital letters"},
		{"filter.location.details.city", "London", "is not a field of this request"},
		{"filter.location.radius.value", nil, "is missing"},
		{"filter.location.radius.value", -1, "must be between 0 and 1000"},
		{"filter.location.radius.type", "m", "must be mi or km"},
		{"filter.location.center", 1, "is not a field of this request"},
		{"filter.hotel", "Ritz", "must be an object or an array"},
		{"filter.hotel", tree{}, "names neither a chain, a property nor a name"},
		{"filter.hotel", []any{}, "is empty"},
		{"filter.hotel.name", "ab", "must have at least 3 characters"},
		{"filter.stars", 4, "is not a field of this request"},
		{"filter.reviewsite_ids", "x", "must be an array of strings"},
		{"pagination.page_number", 0, "must be at least 1"},
		{"pagination.page_number", 2, ""},
		{"sort", "price", "is not a field of this request"},
	} {
		body := searchBody()
		put(body, test.path, test.value)
		path := test.path
		if test.message == "" {
			path, test.message = "pagination.pagination_token", "is missing"
		}
		invalid(t, l.do("POST", pathSearch, body), path+" "+test.message, strings.Split(path, ".")...)
	}
	body := searchBody()
	put(body, "filter.hotel", []any{tree{"chain_code": "LX"}, "x"})
	r := l.do("POST", pathSearch, body)
	invalid(t, r, "filter.hotel.0.property_code is missing", "filter", "hotel", "0", "property_code")
	invalid(t, r, "filter.hotel.1 must be an object", "filter", "hotel", "1")
	body = searchBody()
	put(body, "stay_info.check_out_date", "2026-12-12")
	invalid(t, l.do("POST", pathSearch, body), "The check-in date must be before the check-out date.")
	put(body, "stay_info.check_out_date", "2028-12-12")
	invalid(t, l.do("POST", pathSearch, body), "The stay must not be longer than 365 nights.")
}

// The hotel's own today decides; only what is past everywhere is invalid.
func TestWire_3a_PastDates(t *testing.T) {
	t.Parallel()
	l := start(t)
	l.clock.pass(2 * time.Hour) // 14:30 UTC: tomorrow in Auckland, today in Honolulu.
	today := searchBody()
	put(today, "stay_info.check_in_date", "2026-11-21")
	put(today, "stay_info.check_out_date", "2026-11-22")
	for code, some := range map[string]bool{"AKL": false, "HNL": true} {
		put(today, "filter.location.details.iata_code", code)
		found := l.ok(200, "POST", pathSearch, today)
		if got := length(found, "results") > 0; got != some {
			t.Errorf("%s today: hotels found is %v, want %v", code, got, some)
		}
	}
}

func TestWire_2_Locations(t *testing.T) {
	t.Parallel()
	l := start(t)
	items := func(body tree) int {
		t.Helper()
		n, err := at(l.ok(200, "POST", pathSearch, body), "pagination", "total_items").(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	all := items(searchBody())
	near := searchBody()
	put(near, "filter.location.radius", tree{"value": 20, "type": "km"})
	if n := items(near); n == 0 || n > all {
		t.Errorf("20 km hold %d hotels, 20 miles %d", n, all)
	}
	ten, missing := searchBody(), searchBody()
	put(ten, "filter.location.radius.value", 10)
	put(missing, "filter.location.radius", nil)
	if items(ten) != items(missing) {
		t.Errorf("without a radius there are %d hotels, within 10 mi %d", items(missing), items(ten))
	}
	point := searchBody()
	at, _ := l.sandbox.world.Locate("LON")
	put(point, "filter.location.type", "coordinates")
	put(point, "filter.location.details", tree{"latitude": at.Lat, "longitude": at.Lon})
	if n := items(point); n != all {
		t.Errorf("coordinates find %d, the code finds %d", n, all)
	}
	put(point, "filter.location.details.latitude", 91)
	invalid(t, l.do("POST", pathSearch, point), "filter.location.details.latitude must be between -90 and 90", "filter", "location", "details", "latitude")
	nowhere := searchBody()
	put(nowhere, "filter.location.details.iata_code", "QQQ")
	if n := items(nowhere); n != 0 {
		t.Errorf("an unknown code finds %d hotels", n)
	}
	airport := searchBody()
	put(airport, "filter.location.details.iata_code", "LHR")
	if items(airport) == 0 {
		t.Error("an airport code finds no hotel")
	}
}

func TestWire_2_HotelFilter(t *testing.T) {
	t.Parallel()
	l := start(t)
	hotel := l.offers(searchBody())[0].hotel
	chain, code, name := text(hotel, "chain_code"), text(hotel, "property_code"), text(hotel, "name")
	for what, filter := range map[string]tree{
		"codes":             {"hotel": tree{"chain_code": chain, "property_code": code}},
		"an array of codes": {"hotel": []any{tree{"chain_code": chain, "property_code": code}, tree{"chain_code": "QQ", "property_code": "1"}}},
		"codes and place":   {"hotel": tree{"chain_code": chain, "property_code": code}, "location": at(searchBody(), "filter", "location")},
		"name and place":    {"hotel": tree{"name": strings.ToUpper(name)}, "location": at(searchBody(), "filter", "location")},
		"review-site id":    {"reviewsite_ids": []any{"rs-" + strings.ToLower(chain+code)}},
	} {
		body := searchBody()
		body["filter"] = filter
		found := l.ok(200, "POST", pathSearch, body)
		if length(found, "results") == 0 || text(found, "results", 0, "property_code") != code {
			t.Errorf("%s: found %d hotels, first %s", what, length(found, "results"), text(found, "results", 0, "name"))
		}
	}
	ofChain := searchBody()
	put(ofChain, "filter.hotel.chain_code", chain)
	results, _ := l.ok(200, "POST", pathSearch, ofChain)["results"].([]any)
	for _, h := range results {
		if text(h, "chain_code") != chain {
			t.Errorf("the chain filter lets %s through", text(h, "chain_code"))
		}
	}
	missing := searchBody()
	put(missing, "filter.reviewsite_ids", []any{"rs-" + strings.ToLower(chain+code), "rs-zz99", "nonsense"})
	found := l.ok(200, "POST", pathSearch, missing)
	if got := fmt.Sprint(found["missing_reviewsite_ids"]); got != "[rs-zz99 nonsense]" || length(found, "results") != 1 {
		t.Errorf("missing_reviewsite_ids is %s with %d results", got, length(found, "results"))
	}
}

func TestWire_2_SearchPaging(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := searchBody()
	put(body, "filter.location.radius.value", 300)
	first := l.ok(200, "POST", pathSearch, body)
	hasKeys(t, "pagination", first["pagination"], "page_number page_size total_pages total_items pagination_token")
	token := text(first, "pagination", "pagination_token")
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(token) {
		t.Fatalf("the token is %q", token)
	}
	pages, err := at(first, "pagination", "total_pages").(json.Number).Int64()
	if err != nil || pages < 2 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	seen := map[string]bool{}
	for page := range pages {
		body["pagination"] = tree{"pagination_token": token, "page_number": page + 1}
		results, _ := l.ok(200, "POST", pathSearch, body)["results"].([]any)
		for _, h := range results {
			key := text(h, "chain_code") + text(h, "property_code")
			if seen[key] {
				t.Errorf("%s is on two pages", key)
			}
			seen[key] = true
		}
	}
	if fmt.Sprint(len(seen)) != text(first, "pagination", "total_items") {
		t.Errorf("the pages hold %d hotels of %s", len(seen), text(first, "pagination", "total_items"))
	}
	put(body, "pagination.page_number", pages+1)
	invalid(t, l.do("POST", pathSearch, body), fmt.Sprintf("pagination.page_number is past the last page, %d", pages), "pagination", "page_number")
	const bad = "pagination.pagination_token is unknown, has expired, or belongs to another search"
	put(body, "pagination.page_number", 2)
	invalid(t, l.as("other", "key-2").do("POST", pathSearch, body), bad, "pagination", "pagination_token")
	other := copied(body)
	put(other, "stay_info.guests.adults", 1)
	invalid(t, l.do("POST", pathSearch, other), bad, "pagination", "pagination_token")
	l.clock.pass(searchLife)
	invalid(t, l.do("POST", pathSearch, body), bad, "pagination", "pagination_token")
	put(body, "pagination.pagination_token", "made-up")
	invalid(t, l.do("POST", pathSearch, body), bad, "pagination", "pagination_token")
}
