package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/service"
)

// listed collects the results of one type from several destination searches,
// each once.
func (l *testFixture) listed(kind string) []any {
	l.t.Helper()
	var all []any
	seen := map[string]bool{}
	for _, query := range []string{"", "london", "new", "san", "paris", "tokyo", "hotel", "united"} {
		for _, one := range l.places("query=" + query + "&type=" + kind + "s") {
			if id := text(one, "objectID"); !seen[id] {
				seen[id] = true
				all = append(all, one)
			}
		}
	}
	return all
}

func TestSpec_2_6_Destination(t *testing.T) {
	t.Parallel()
	l := start(t)
	found := l.listed("destination")
	checkRows(t, found, []row{
		{"SPEC 2.6/1", "objectID", "~^[a-z0-9]+(-[a-z0-9]+)*(:[a-z0-9]+(-[a-z0-9]+)*){0,2}$"},
		{"SPEC 2.6/2", "type", "~^destination$"},
		{"SPEC 2.6/3", "name", "~."},
		{"SPEC 2.6/4", "city", "?string"},
		{"SPEC 2.6/5", "state", "?string"},
		{"SPEC 2.6/6", "country", "~."},
		{"SPEC 2.6/7", "country_code", "?~^[A-Z]{2}$"},
		{"SPEC 2.6/8", "hotels_count", "integer"},
		{"SPEC 2.6/9", "hotels", []any{"~^[A-Z0-9]{2}[0-9A-Z]+$"}},
	})
	levels := map[int]int{}
	t.Run("parts of the place", func(t *testing.T) {
		proves(t, "SPEC 2.6/1", "SPEC 2.6/3", "SPEC 2.6/4", "SPEC 2.6/5", "SPEC 2.6/6", "SPEC 2.6/7", "SPEC 2.6/8", "SPEC 2.6/9")
		for _, d := range found {
			var parts, slugs []string
			for _, field := range []string{"city", "state", "country"} {
				if part := text(d, field); part != "" {
					parts = append(parts, part)
				}
			}
			if got := text(d, "name"); got != strings.Join(parts, ", ") {
				t.Errorf("%s is called %q", parts, got)
			}
			slugs = strings.Split(text(d, "objectID"), ":")
			if len(slugs) != len(parts) {
				t.Errorf("%s has the id %s", parts, text(d, "objectID"))
			}
			if text(d, "country_code") != "" && !service.IsCountry(text(d, "country_code")) {
				t.Errorf("%s has the country code %s", parts, text(d, "country_code"))
			}
			hotels := map[string]bool{}
			for _, id := range list(d, "hotels") {
				hotels[fmt.Sprint(id)] = true
			}
			if count := text(d, "hotels_count"); count != fmt.Sprint(len(hotels)) || len(hotels) != length(d, "hotels") {
				t.Errorf("%s counts %s hotels and lists %d, %d different ones", parts, count, length(d, "hotels"), len(hotels))
			}
			if at(d, "city") == nil {
				levels[len(parts)]++
			}
		}
	})
	if levels[1] == 0 {
		t.Errorf("no country was found: %v", levels)
	}
}

// London's destination lists the very hotels that the search shows.
func TestSpec_2_6_HotelsOfTheDestination(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.6/8", "SPEC 2.6/9")
	l := start(t)
	london := l.places("query=london&type=destinations")[0]
	for _, h := range l.places("query=london&type=hotels") {
		id := text(h, "chain_code") + text(h, "property_code")
		if text(h, "city") == "London" && text(h, "country_code") == "GB" && !slices.Contains(list(london, "hotels"), any(id)) {
			t.Errorf("London does not list %s", id)
		}
	}
}

func TestSpec_2_7_Hotel(t *testing.T) {
	t.Parallel()
	l := start(t)
	found := l.listed("hotel")
	checkRows(t, found, []row{
		{"SPEC 2.7/1", "objectID", "~^[0-9a-f]+$"},
		{"SPEC 2.7/2", "type", "~^hotel$"},
		{"SPEC 2.7/3", "name chain_code property_code", "~."},
		{"SPEC 2.7/4", "brand address_line1 address_line2", "?string"},
		{"SPEC 2.7/5", "full_address", "~."},
		{"SPEC 2.7/6", "city state postal_code country", "?string"},
		{"SPEC 2.7/7", "country_code", "?~^[A-Z]{2}$"},
		{"SPEC 2.7/8", "description", "?string"},
		{"SPEC 2.7/9", "amenities", []any{"~."}},
		{"SPEC 2.7/10", "phone email", "?string"},
		{"SPEC 2.7/11", "timezone", "?string"},
		{"SPEC 2.7/12", "rating", "?integer"},
		{"SPEC 2.7/13", "check_in_time check_out_time", "?~^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$"},
		{"SPEC 2.7/14", "image_url", "?uri"},
		{"SPEC 2.7/15", "images", []any{"uri"}},
		{"SPEC 2.7/16", "category", "?string"},
		{"SPEC 2.7/17", "priority_rank", "?integer"},
		{"SPEC 2.7/18", "coordinates", "?object"},
	})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.7/1", "SPEC 2.7/3", "SPEC 2.7/11", "SPEC 2.7/12", "SPEC 2.7/18")
		codes := map[string]bool{}
		for _, h := range found {
			codes[text(h, "chain_code")+text(h, "property_code")] = true
			if zone := text(h, "timezone"); zone != "" {
				if _, err := time.LoadLocation(zone); err != nil {
					t.Errorf("%s: %v", text(h, "name"), err)
				}
			}
			if stars := text(h, "rating"); stars != "" && !strings.Contains("12345", stars) {
				t.Errorf("%s has %s stars", text(h, "name"), stars)
			}
			if point := at(h, "coordinates"); point != nil {
				if wrong := misfit(point, tree{"latitude": "number", "longitude": "number"}); wrong != "" {
					t.Errorf("%s: coordinates: %s", text(h, "name"), wrong)
				}
			}
		}
		// found has each objectID once.
		if len(codes) != len(found) {
			t.Errorf("%d hotels have %d different codes", len(found), len(codes))
		}
	})
}

func imageForm(category string) []any {
	return []any{tree{"url": "uri", "caption": "string", "size": "string", "category": category}}
}

func codedForm() tree { return tree{"description": "~.", "code": "integer"} }

// cities are searched where a test wants to see many hotels.
func (l *testFixture) hotelsOf(codes ...string) []any {
	l.t.Helper()
	var all []any
	for _, code := range codes {
		search := searchBody()
		put(search, "filter.location.details.iata_code", code)
		all = append(all, list(l.ok(200, "POST", pathSearch, search), "results")...)
	}
	return all
}

func TestSpec_2_8_Result(t *testing.T) {
	t.Parallel()
	l := start(t)
	hotels := l.hotelsOf("LON", "PAR", "NYC", "TYO", "KWI")
	checkRows(t, hotels, []row{
		{"SPEC 2.8/1", "chain_code property_code name", "~."},
		{"SPEC 2.8/2", "address", tree{
			"street": "string", "city": "~.", "state_providence": "string", "country_code": "~^[A-Z]{2}$", "postal_code": "string",
		}},
		{"SPEC 2.8/3", "geolocation", tree{"latitude": "number", "longitude": "number"}},
		{"SPEC 2.8/4", "availability", "bool"},
		{"SPEC 2.8/5", "email phone fax", "string"},
		{"SPEC 2.8/6", "ada_compliant", "bool"},
		{"SPEC 2.8/7", "check_in_time_local check_out_time_local", "~^[0-2][0-9]:[0-5][0-9]$"},
		{"SPEC 2.8/8", "lowest_rate", tree{
			"total_price": "number", "base_price": "number", "total_taxes": "number", "taxes_and_fees_included": "bool", "currency_code": "~^[A-Z]{3}$",
		}},
		{"SPEC 2.8/10", "rating", tree{"value": "number", "provider": "~."}},
		{"SPEC 2.8/11", "michelin_keys_rating forbes_travel_guide_rating hotel_network_affiliation", "string"},
		{"SPEC 2.8/12", "images", imageForm("integer")},
		{"SPEC 2.8/13", "amenities", []any{tree{"description": "~.", "code": "integer", "category": "string"}}},
		{"", "rooms", []any{"object"}},
	})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.8/3", "SPEC 2.8/4", "SPEC 2.8/9", "SPEC 2.8/10")
		for _, h := range hotels {
			lowest := int64(1) << 60
			for _, rate := range flatten(list(h, "rooms"), "rates") {
				if total := thousandths(t, at(rate, "price", "total_price")); total < lowest {
					lowest = total
				}
			}
			if got := thousandths(t, at(h, "lowest_rate", "total_price")); got != lowest {
				t.Errorf("%s: the lowest rate is %d, its cheapest rate %d", text(h, "name"), got, lowest)
			}
			if text(h, "availability") != "true" {
				t.Errorf("%s is offered and not available", text(h, "name"))
			}
			if stars := text(h, "rating", "value"); len(stars) != 1 || !strings.Contains("12345", stars) {
				t.Errorf("%s has %q stars", text(h, "name"), stars)
			}
			if text(h, "geolocation", "latitude") == "0" {
				t.Errorf("%s is nowhere", text(h, "name"))
			}
		}
	})
}

// A hotel of which the destination search does not tell the stars or the hours is shown
// with them where it is offered.
func TestSpec_2_8_WhatADestinationSearchHides(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.8/7", "SPEC 2.8/10", "SPEC 2.7/12", "SPEC 2.7/13")
	l := start(t, func(o *Options) { o.Properties = 1000 })
	hidden := map[string]int{}
	var codes []any
	for _, h := range l.places("query=&type=hotels") {
		for _, field := range []string{"rating", "check_in_time", "check_out_time"} {
			if at(h, field) == nil {
				hidden[field]++
				codes = append(codes, tree{"chain_code": at(h, "chain_code"), "property_code": at(h, "property_code")})
			}
		}
	}
	body := searchBody()
	body["filter"] = tree{"hotel": codes}
	offered := list(l.ok(200, "POST", pathSearch, body), "results")
	if len(hidden) != 3 || len(offered) < 10 {
		t.Fatalf("the sample is too small: %v hidden, %d offered", hidden, len(offered))
	}
	for _, h := range offered {
		if at(h, "rating", "value") == nil || text(h, "check_in_time_local") == "" || text(h, "check_out_time_local") == "" {
			t.Errorf("%s is rated %v, in from %v, out by %v", text(h, "name"), at(h, "rating"), at(h, "check_in_time_local"), at(h, "check_out_time_local"))
		}
	}
}

func TestSpec_2_8_Room(t *testing.T) {
	t.Parallel()
	l := start(t)
	rooms := flatten(l.hotelsOf("LON", "PAR", "NYC", "TYO"), "rooms")
	checkRows(t, rooms, []row{
		{"SPEC 2.8/14", "room_name room_name_with_beds", "~."},
		{"SPEC 2.8/14", "room_type_ota_code", "integer"},
		{"SPEC 2.8/15", "bed_types", []any{tree{"bed_type": "~.", "quantity": "integer", "size": "string"}}},
		{"SPEC 2.8/16", "room_amenities", []any{codedForm()}},
		{"SPEC 2.8/17", "max_occupancy", "integer"},
		{"SPEC 2.8/18", "room_characteristics", tree{
			"category": codedForm(), "class": codedForm(), "view": codedForm(), "other_features": []any{"~."},
		}},
		{"SPEC 2.8/19", "room_images", imageForm("~.")},
		{"", "rates", []any{"object"}},
	})
	t.Run("party", func(t *testing.T) {
		proves(t, "SPEC 2.8/17", "WIRE 2/1")
		l := l.in(t)
		for _, party := range []tree{{"adults": 1}, {"adults": 2}, {"adults": 2, "children": 1}, {"adults": 3, "children": 1}} {
			search := searchBody()
			put(search, "stay_info.guests", party)
			want, sizes := 0, map[int]bool{}
			for _, n := range party {
				want += n.(int)
			}
			for _, room := range flatten(list(l.ok(200, "POST", pathSearch, search), "results"), "rooms") {
				n, err := at(room, "max_occupancy").(json.Number).Int64()
				if err != nil || int(n) < want {
					t.Errorf("%v: a room for %d is offered, %v", party, n, err)
				}
				sizes[int(n)] = true
			}
			if len(sizes) == 0 {
				t.Errorf("%v: no room is offered", party)
			}
		}
	})
}

func TestSpec_2_8_Rate(t *testing.T) {
	t.Parallel()
	l := start(t)
	rates := flatten(flatten(l.hotelsOf("LON", "PAR", "NYC", "TYO", "KWI"), "rooms"), "rates")
	price := priceForm()
	price["additional_fees"], price["taxes_and_fees_included"] = "number", "bool"
	price["nightly_breakdown"] = []any{tree{"date": "date", "total_price": "number", "currency_code": "~^[A-Z]{3}$"}}
	checkRows(t, rates, []row{
		{"SPEC 2.8/20", "booking_code channel_code rate_type pcc rate_name room_name room_name_with_beds", "~."},
		{"SPEC 2.8/21", "price", price},
		{"SPEC 2.8/23", "terms", termsForm()},
		{"SPEC 2.8/24", "included_perks", "object"},
		{"SPEC 2.8/25, SPEC 2/3", "expiration", "instant"},
	})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.8/22", "SPEC 2.8/24", "SPEC 2.8/25")
		perks := 0
		for _, rate := range rates {
			var sum int64
			var dates []string
			for _, night := range list(rate, "price", "nightly_breakdown") {
				sum += thousandths(t, at(night, "total_price"))
				dates = append(dates, text(night, "date"))
				if text(night, "currency_code") != text(rate, "price", "currency_code") {
					t.Errorf("a night is priced in %s", text(night, "currency_code"))
				}
			}
			if strings.Join(dates, " ") != "2026-12-12 2026-12-13 2026-12-14" || sum != thousandths(t, at(rate, "price", "total_price")) {
				t.Errorf("the nights %v cost %d thousandths, the stay %s", dates, sum, text(rate, "price", "total_price"))
			}
			for name, description := range at(rate, "included_perks").(tree) {
				perks++
				if wrong := misfit(description, "~."); name == "" || wrong != "" {
					t.Errorf("the perk %q: %s", name, wrong)
				}
			}
			if until := text(rate, "expiration"); until <= service.Time(l.clock.time()) {
				t.Errorf("the rate expired at %s", until)
			}
		}
		if perks == 0 {
			t.Error("no rate includes a perk")
		}
	})
}

func TestSpec_2_8_TopLevel(t *testing.T) {
	t.Parallel()
	l := start(t, twoPages)
	wide, one := searchBody(), searchBody()
	put(wide, "filter.location.radius.value", 300)
	hotel := l.offers(one)[0].hotel
	one["filter"] = tree{"hotel": tree{"chain_code": hotel["chain_code"], "property_code": hotel["property_code"]}}
	many, single := l.ok(200, "POST", pathSearch, wide), l.ok(200, "POST", pathSearch, one)
	checkRows(t, []any{many, single}, []row{
		{"SPEC 2.8/26", "pagination", tree{
			"page_number": "integer", "page_size": "integer", "total_pages": "integer", "total_items": "integer", "pagination_token?": "~.",
		}},
		{"SPEC 2.8/27", "currency_exchange_rates", []any{tree{"conversion_factor": "number", "source_currency": "~^[A-Z]{3}$", "target_currency": "~^[A-Z]{3}$"}}},
		{"SPEC 2.8/28", "results", []any{"object"}},
	})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.8/26", "SPEC 2.8/27", "WIRE 2/10")
		items, err := at(many, "pagination", "total_items").(json.Number).Int64()
		if err != nil {
			t.Fatal(err)
		}
		size := int64(25)
		want := fmt.Sprintf("map[page_number:1 page_size:%d pagination_token:%s total_items:%d total_pages:%d]",
			size, text(many, "pagination", "pagination_token"), items, (items+size-1)/size)
		if got := text(many, "pagination"); got != want || items <= size || length(many, "results") != 25 {
			t.Errorf("pagination is %s with %d results, want %s", got, length(many, "results"), want)
		}
		if got := text(single, "pagination"); got != fmt.Sprintf("map[page_number:1 page_size:%d total_items:1 total_pages:1]", size) {
			t.Errorf("pagination of one hotel is %s", got)
		}
		targets := map[string]bool{}
		for _, rate := range list(many, "currency_exchange_rates") {
			if text(rate, "source_currency") == "GBP" {
				targets[text(rate, "target_currency")] = true
			}
		}
		if len(targets) == 0 {
			t.Error("pounds are not converted")
		}
	})
	t.Run("review-site ids", func(t *testing.T) {
		proves(t, "SPEC 2.8/28", "SPEC 4.2/6", "WIRE 1/10")
		l := l.in(t)
		id := "rs-" + strings.ToLower(text(hotel, "chain_code")+text(hotel, "property_code"))
		for _, test := range []struct {
			ids     []any
			results int
			missing string
		}{
			{[]any{id}, 1, "[]"},
			{[]any{id, "rs-zz99", "nonsense"}, 1, "[rs-zz99 nonsense]"},
			{[]any{strings.ToUpper(id)}, 0, "[" + strings.ToUpper(id) + "]"},
			{[]any{}, 0, "[]"},
		} {
			body := searchBody()
			body["filter"] = tree{"reviewsite_ids": test.ids}
			found := l.ok(200, "POST", pathSearch, body)
			if got := fmt.Sprint(found["missing_reviewsite_ids"]); got != test.missing || length(found, "results") != test.results {
				t.Errorf("%v: missing are %s with %d results", test.ids, got, length(found, "results"))
			}
		}
		body := searchBody()
		put(body, "filter.reviewsite_ids", []any{7})
		invalid(t, l.do("POST", pathSearch, body), "filter.reviewsite_ids.0 must be a string", "filter", "reviewsite_ids", "0")
	})
}

// Amounts have the currency's own digits, as JSON numbers.
func TestSpec_2_8_Digits(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.8/8", "SPEC 2.8/21")
	l := start(t)
	for code, form := range map[string]string{"TYO": `^[0-9]+$`, "LON": `^[0-9]+\.[0-9]{2}$`, "KWI": `^[0-9]+\.[0-9]{3}$`} {
		for _, o := range l.inCity(code) {
			for _, part := range []string{"total_price", "base_price", "total_taxes", "additional_fees"} {
				if got, ok := at(o.rate, "price", part).(json.Number); !ok || !regexp.MustCompile(form).MatchString(got.String()) {
					t.Fatalf("%s: %s is %v, want %s", code, part, at(o.rate, "price", part), form)
				}
			}
		}
	}
}

func TestSpec_2_9_Verification(t *testing.T) {
	t.Parallel()
	l := start(t)
	var answers []any
	for _, code := range []string{"LON", "PAR", "NYC", "TYO"} {
		for i, o := range l.inCity(code) {
			if i < 40 {
				answers = append(answers, l.ok(200, "POST", pathVerify, o.verifyBody()))
			}
		}
	}
	price := priceForm()
	price["additional_fees"], price["fees"], price["taxes"] = "number", []any{"object"}, []any{"object"}
	checkRows(t, answers, []row{
		{"SPEC 2.9/1", "booking_code channel_code", "~."},
		{"SPEC 2.9/2", "check_in_date check_out_date", "date"},
		{"SPEC 2.9/3", "hotel", hotelForm()},
		{"SPEC 2.9/4", "max_occupancy", "integer"},
		{"SPEC 2.9/5", "price", price},
		{"SPEC 2.9/8", "terms", []any{"object"}},
	})
	part := tree{"amount": "number", "currency_code": "~^[A-Z]{3}$", "description": "~.", "included_in_base": "bool", "included_in_total": "bool"}
	t.Run("fees", func(t *testing.T) {
		proves(t, "SPEC 2.9/6")
		checkParts(t, flatten(answers, "price", "fees"), part)
	})
	t.Run("taxes", func(t *testing.T) {
		proves(t, "SPEC 2.9/7")
		tax := copied(part)
		delete(tax, "included_in_total")
		checkParts(t, flatten(answers, "price", "taxes"), tax)
	})
	terms := flatten(answers, "terms")
	checkRows(t, terms, []row{
		{"SPEC 2.9/9", "accepted_credit_cards", []any{"~^[A-Z]{2}$"}},
		{"SPEC 2.9/10", "cancel_penalties", []any{tree{
			"cancel_short_description": "string", "deadline_local": "local", "refundable": "bool",
			"penalty": tree{"currency_amount": tree{"amount": "number", "currency": "~^[A-Z]{3}$"}, "estimated_amount": "bool"},
		}}},
		{"SPEC 2.9/11", "deposit_policies", "object"},
		{"SPEC 2.9/12", "description", []any{"~."}},
		{"SPEC 2.9/13", "guarantee_type", []any{"~."}},
		{"SPEC 2.9/14", "rate_payment_info", "string"},
	})
}

// checkParts fails when there are no objects, or one that has another form.
func checkParts(t *testing.T, parts []any, form tree) {
	t.Helper()
	if len(parts) == 0 {
		t.Fatal("there is nothing to check")
	}
	for _, one := range parts {
		if wrong := misfit(one, form); wrong != "" {
			t.Errorf("%s in %v", wrong, one)
		}
	}
}
