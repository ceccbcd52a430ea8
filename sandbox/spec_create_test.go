package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

const (
	pathCreate = "/rest/v1/reservation"
	pathList   = "/rest/v1/reservations"
)

func TestSpec_3_CreateConfirmed(t *testing.T) {
	t.Parallel()
	l := start(t)
	r := l.book()
	if got := text(r, "status"); got != "CONFIRMED" {
		t.Errorf("status is %s", got)
	}
	hasKeys(t, "confirmation", r["confirmation"], "hotel_confirmation_number record_locator")
	if !regexp.MustCompile(`^[0-9]+$`).MatchString(text(r, "confirmation", "hotel_confirmation_number")) ||
		!regexp.MustCompile(`^[A-Z0-9]{6}$`).MatchString(text(r, "confirmation", "record_locator")) {
		t.Errorf("the confirmation is %v", r["confirmation"])
	}
}

func TestSpec_3_Simulation(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]struct {
		status    string
		confirmed bool
		declined  bool
	}{
		"created":   {"CREATED", false, false},
		"confirmed": {"CONFIRMED", true, false},
		"Created":   {"", true, true}, // any other value books for real
		"":          {"", true, true},
	} {
		l := start(t)
		body := l.offers(searchBody())[0].createBody()
		body["simulate"] = value
		put(body, "payment.guest.token", "card_declined")
		r := l.do("POST", pathCreate, body)
		if want.declined {
			refused(t, r, 400, 4001, "PAYMENT_PROCESSING_ERROR", "The payment was not accepted: the card issuer declines the payment.", "payment", "guest", "token")
			continue
		}
		_, confirmed := r.body["confirmation"]
		if r.status != 201 || text(r.body, "status") != want.status || confirmed != want.confirmed {
			t.Errorf("%q: %d %s", value, r.status, r.raw)
		}
		// Full validation still applies (SPEC 4.4).
		put(body, "guests.primary.email", "nobody")
		put(body, "rate.price.total_price", nil)
		r = l.do("POST", pathCreate, body)
		invalid(t, r, "guests.primary.email must be an email address", "guests", "primary", "email")
		invalid(t, r, "rate.price.total_price is missing", "rate", "price", "total_price")
	}
}

func TestSpec_2_1_ReservationShape(t *testing.T) {
	t.Parallel()
	l := start(t)
	r := l.book(func(b tree) { b["custom_data"] = tree{"po": "A & B", "n": json.Number("7.50"), "x": true} })
	hasKeys(t, "a reservation", r, "id status check_in_date check_out_date created_at confirmation custom_data guests hotel payment rate")
	hasKeys(t, "guests", r["guests"], "number_of_adults number_of_children primary")
	hasKeys(t, "primary", at(r, "guests", "primary"), "address city country email given_name surname telephone_number state postal_code")
	hasKeys(t, "hotel", r["hotel"], "chain_code name property_code")
	hasKeys(t, "payment", r["payment"], "guest")
	hasKeys(t, "payment.guest", at(r, "payment", "guest"), "amount token processor")
	hasKeys(t, "processor", at(r, "payment", "guest", "processor"), "customer payment_method")
	hasKeys(t, "rate", r["rate"], "booking_code channel_code number_of_rooms price terms")
	hasKeys(t, "price", at(r, "rate", "price"), "total_price base_price total_taxes currency_code")
	hasKeys(t, "terms", at(r, "rate", "terms"), "rate_payment_info guarantee_type refundable cancel_note cancel_penalties")
	for field, want := range map[string]string{
		"check_in_date": "2026-12-12T00:00:00Z", "check_out_date": "2026-12-15T00:00:00Z", "created_at": "2026-11-21T12:30:00Z",
	} {
		if got := text(r, field); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
	if id := text(r, "id"); !regexp.MustCompile(`^[0-9A-Za-z]{32}$`).MatchString(id) {
		t.Errorf("the id is %q", id)
	}
	if got := text(r, "guests", "primary", "surname"); got != "D'Aubigné & fils" {
		t.Errorf("the surname came back as %q", got)
	}
	if got := fmt.Sprint(r["custom_data"]); got != "map[n:7.50 po:A & B x:true]" {
		t.Errorf("custom_data came back as %s", got)
	}
	plain := l.book()
	if _, there := plain["custom_data"]; there {
		t.Error("custom_data is returned although it was not sent")
	}
}

// A check-in date is the hotel's local midnight, returned in UTC (SPEC 2.1).
func TestSpec_2_1_DatesOfFarZones(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"TYO": "2026-12-11T15:00:00Z", "HNL": "2026-12-12T10:00:00Z", "KTM": "2026-12-11T18:15:00Z", "NYC": "2026-12-12T05:00:00Z",
	} {
		l := start(t)
		search := searchBody()
		put(search, "filter.location.details.iata_code", code)
		r := l.ok(201, "POST", pathCreate, l.offers(search)[0].createBody())
		if got := text(r, "check_in_date"); got != want {
			t.Errorf("%s: check_in_date is %s, want %s", code, got, want)
		}
		// The filter compares the hotel's calendar date.
		for query, total := range map[string]string{"filter[check_in_date]=2026-12-12": "1", "filter[check_in_date]=2026-12-11": "0"} {
			if got := text(l.ok(200, "GET", pathList+"?"+query, nil), "total_items_without_paging"); got != total {
				t.Errorf("%s: %s finds %s, want %s", code, query, got, total)
			}
		}
	}
}

func TestSpec_4_4_RequiredFields(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offers(searchBody())[0].createBody()
	required := strings.Fields(`check_in_date check_out_date guests guests.number_of_adults guests.primary guests.primary.address
		guests.primary.city guests.primary.country guests.primary.email guests.primary.given_name guests.primary.surname
		guests.primary.telephone_number hotel hotel.chain_code hotel.property_code payment payment.guest payment.guest.amount
		payment.guest.token rate rate.booking_code rate.channel_code rate.number_of_rooms rate.price rate.price.total_price
		rate.price.base_price rate.price.total_taxes rate.price.currency_code rate.terms rate.terms.rate_payment_info
		rate.terms.guarantee_type rate.terms.refundable rate.terms.cancel_penalties`)
	for _, path := range required {
		body := copied(whole)
		put(body, path, nil)
		r := l.do("POST", pathCreate, body)
		invalid(t, r, path+" is missing", strings.Split(path, ".")...)
		if n := length(r.body, "details"); n != 1 {
			t.Errorf("without %s there are %d details, want 1: %s", path, n, r.raw)
		}
	}
	optional := strings.Fields(`guests.number_of_children guests.primary.state guests.primary.postal_code hotel.name rate.terms.cancel_note`)
	for _, path := range optional {
		body := copied(whole)
		put(body, path, nil)
		body["simulate"] = "created"
		l.ok(201, "POST", pathCreate, body)
	}
	if total := text(l.ok(200, "GET", pathList, nil), "total_items_without_paging"); total != fmt.Sprint(len(optional)) {
		t.Errorf("%s reservations exist, want %d: a refused request must create none", total, len(optional))
	}
}

func TestSpec_4_4_InvalidValues(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offers(searchBody())[0].createBody()
	for _, test := range []struct {
		path    string
		value   any
		message string
	}{
		{"check_in_date", "2026-02-30", "must be a date, YYYY-MM-DD"},
		{"check_in_date", "12/12/2026", "must be a date, YYYY-MM-DD"},
		{"check_in_date", 20261212, "must be a date, YYYY-MM-DD"},
		{"check_in_date", "2026-11-20", "is in the past"},
		{"guests", "two", "must be an object"},
		{"guests.number_of_adults", 0, "must be at least 1"},
		{"guests.number_of_adults", json.Number("1.5"), "must be an integer"},
		{"guests.number_of_adults", "2", "must be an integer"},
		{"guests.number_of_children", -1, "must be at least 0"},
		{"guests.number_of_children", 100, "must be at most 99"},
		{"guests.primary.surname", "  ", "is empty"},
		{"guests.primary.surname", 5, "must be a string"},
		{"guests.primary.email", "Jo <jo@example.com>", "must be an email address"},
		{"guests.primary.telephone_number", "0478000000", "must be a telephone number in E.164 form, + and digits"},
		{"guests.primary.country", "ZZ", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"guests.primary.country", "UK", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"guests.primary.country", "GBR", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"guests.primary.country", "gb", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"guests.primary.country", "A ", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"guests.primary.country", " ", "is empty"},
		{"guests.primary.title", "Dr", "is not a field of this request"},
		{"hotel.chain", "LX", "is not a field of this request"},
		{"payment.guest.amount", "12", "must be a number"},
		{"payment.guest.amount", json.Number("1e400"), "must be an amount of 0 or more with at most 2 decimals"},
		{"payment.guest.amount", json.Number("-1"), "must be an amount of 0 or more with at most 2 decimals"},
		{"payment.guest.amount", json.Number("1.005"), "must be an amount of 0 or more with at most 2 decimals"},
		{"payment.guest.token", "", "is empty"},
		{"payment.guest.token", "a b", "must be 1 to 128 printable characters"},
		{"payment.guest.token", strings.Repeat("x", 129), "must be 1 to 128 printable characters"},
		{"payment.guest.cvv", "123", "is not a field of this request"},
		{"payment.partner", tree{"amount": 1, "token": "t", "x": 1}, ""},
		{"rate.number_of_rooms", 0, "must be at least 1"},
		{"rate.price.currency_code", "pounds", "must be three capital letters, ISO 4217"},
		{"rate.price.total_prices", 1, "is not a field of this request"},
		{"rate.terms.refundable", "yes", "must be true or false"},
		{"rate.terms.cancel_penalties", tree{}, "must be an array"},
		{"loyalty", "gold", "must be an object"},
		{"loyalty.level", "gold", "is not a field of this request"},
		{"simulate", true, "must be a string"},
		{"simulated", "created", "is not a field of this request"},
	} {
		body := copied(whole)
		put(body, test.path, test.value)
		path := test.path
		if test.message == "" {
			path, test.message = "payment.partner.x", "is not a field of this request"
		}
		invalid(t, l.do("POST", pathCreate, body), path+" "+test.message, strings.Split(path, ".")...)
	}
}

func TestSpec_4_4_PenaltyOfTheTerms(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.offers(searchBody())[0].createBody()
	put(body, "rate.terms.cancel_penalties", []any{
		tree{"deadline_local": "2026-12-10", "cancel_short_description": "", "penalty": tree{
			"estimated_amount": false, "currency_amount": tree{"amount": 1, "currency": "GBP"}, "original_penalty_info": "",
		}},
		7,
		tree{"penalty": tree{"currency_amount": tree{}}},
	})
	r := l.do("POST", pathCreate, body)
	at := func(path string) []string { return strings.Split("rate.terms.cancel_penalties."+path, ".") }
	for path, message := range map[string]string{
		"0.deadline_local":                   "must be a date-time with an offset",
		"1":                                  "must be an object",
		"2.deadline_local":                   "is missing",
		"2.cancel_short_description":         "is missing",
		"2.penalty.estimated_amount":         "is missing",
		"2.penalty.original_penalty_info":    "is missing",
		"2.penalty.currency_amount.amount":   "is missing",
		"2.penalty.currency_amount.currency": "is missing",
	} {
		invalid(t, r, "rate.terms.cancel_penalties."+path+" "+message, at(path)...)
	}
}

func TestWire_2_SplitPayment(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.offers(searchBody())[0].createBody()
	put(body, "payment.partner", tree{"amount": json.Number("10.50"), "token": "partner-card"})
	total := text(body, "rate", "price", "total_price")
	invalid(t, l.do("POST", pathCreate, body), fmt.Sprintf("The payment amounts add up to %s GBP, not to the total price of %s.", plus(t, total, 1050), total))
	put(body, "payment.guest.amount", json.Number(plus(t, total, -1050)))
	r := l.ok(201, "POST", pathCreate, body)
	if got := text(r, "payment", "partner", "amount"); got != "10.50" {
		t.Errorf("the partner pays %s, want 10.50", got)
	}
	hasKeys(t, "payment.partner", at(r, "payment", "partner"), "amount token processor")
	put(body, "payment.partner.token", "card_expired")
	refused(t, l.do("POST", pathCreate, body), 400, 4001, "PAYMENT_PROCESSING_ERROR",
		"The payment was not accepted: the card has expired.", "payment", "partner", "token")
}

// plus adds to an amount of two decimals.
func plus(t testing.TB, amount string, cents int64) string {
	t.Helper()
	d, ok := parseDecimal(amount)
	minor, fits := d.minor(2)
	if !ok || !fits {
		t.Fatalf("%q is no amount", amount)
	}
	minor += cents
	return fmt.Sprintf("%d.%02d", minor/100, minor%100)
}

func TestWire_3_PriceDiffers(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.offers(searchBody())[0].createBody()
	now := text(body, "rate", "price", "total_price")
	put(body, "rate.price.total_price", json.Number(plus(t, now, -1)))
	put(body, "payment.guest.amount", json.Number(plus(t, now, -1)))
	refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR",
		"rate.price.total_price is not the current one, "+now+" GBP", "rate", "price", "total_price")
	// The same amount in another spelling is the same price.
	put(body, "rate.price.total_price", json.Number(now+"0"))
	put(body, "payment.guest.amount", json.Number(plus(t, now, 0)+"00"))
	l.ok(201, "POST", pathCreate, body)
}

func TestWire_3_RateGone(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offers(searchBody())[0].createBody()
	for path, want := range map[string]struct{ message, field string }{
		"rate.booking_code":   {"The rate is not offered for this stay and party.", "rate.booking_code"},
		"rate.channel_code":   {"The rate is not offered for this stay and party.", "rate.booking_code"},
		"hotel.property_code": {"There is no hotel with this chain and property code.", "hotel.property_code"},
	} {
		body := copied(whole)
		put(body, path, "nowhere")
		refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR", want.message, strings.Split(want.field, ".")...)
	}
	body := copied(whole)
	put(body, "guests.number_of_adults", 30)
	refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR",
		"The rate is not offered for this stay and party.", "rate", "booking_code")
}

func TestWire_3a_SeveralRooms(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.roomy(2).createBody()
	double := func(path ...any) json.Number {
		d, _ := parseDecimal(text(body, path...))
		minor, _ := d.minor(2)
		return json.Number(fmt.Sprintf("%d.%02d", 2*minor/100, 2*minor%100))
	}
	put(body, "rate.number_of_rooms", 2)
	for _, part := range []string{"total_price", "base_price", "total_taxes"} {
		put(body, "rate.price."+part, double("rate", "price", part))
	}
	put(body, "payment.guest.amount", at(body, "rate", "price", "total_price"))
	r := l.ok(201, "POST", pathCreate, body)
	if got, want := text(r, "rate", "price", "total_price"), text(body, "payment", "guest", "amount"); got != want || text(r, "rate", "number_of_rooms") != "2" {
		t.Errorf("two rooms cost %s, want %s", got, want)
	}
}

func TestSpec_8_CustomData(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offers(searchBody())[0].createBody()
	whole["simulate"] = "created"
	many := tree{}
	for i := range 11 {
		many[fmt.Sprint("k", i)] = i
	}
	for _, test := range []struct {
		data    any
		message string
		field   string
	}{
		{many, "has more than 10 pairs", "custom_data"},
		{tree{strings.Repeat("k", 33): 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data." + strings.Repeat("k", 33)},
		{tree{"é": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data.é"},
		{tree{"a b": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data.a b"},
		{tree{"k": strings.Repeat("é", 129)}, "must be at most 128 characters", "custom_data.k"},
		{tree{"k": "a<b"}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{tree{"k": `a\b`}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{tree{"k": nil}, "must be a string, a number or a boolean", "custom_data.k"},
		{tree{"k": []int{1}}, "must be a string, a number or a boolean", "custom_data.k"},
		{tree{"k": json.Number("1e9999999")}, "is out of range", "custom_data.k"},
		{"text", "must be an object", "custom_data"},
	} {
		body := copied(whole)
		body["custom_data"] = test.data
		invalid(t, l.do("POST", pathCreate, body), test.field+" "+test.message, strings.Split(test.field, ".")...)
	}
	for _, good := range []tree{
		{},
		{strings.Repeat("k", 32): strings.Repeat("é", 128), "A_b-9": "", "big": json.Number("123456789012345678901234567890")},
	} {
		body := copied(whole)
		body["custom_data"] = good
		r := l.ok(201, "POST", pathCreate, body)
		if got := fmt.Sprint(r["custom_data"]); got != fmt.Sprint(good) {
			t.Errorf("custom_data came back as %s, want %v", got, good)
		}
	}
	delete(many, "k10")
	whole["custom_data"] = many
	l.ok(201, "POST", pathCreate, whole)
}
