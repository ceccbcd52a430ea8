package sandbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

const (
	pathCreate = "/rest/v1/reservation"
	pathList   = "/rest/v1/reservations"
)

func TestSpec_3_CreateConfirmed(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 3/1", "SPEC 2.1/7", "SPEC 4.4/12", "WIRE 3/1")
	l := start(t)
	body := l.offer().createBody()
	r := l.do("POST", pathCreate, body)
	if r.status != 201 || text(r.body, "status") != "CONFIRMED" {
		t.Errorf("%d, status %s", r.status, text(r.body, "status"))
	}
	if wrong := misfit(r.body["confirmation"], tree{"hotel_confirmation_number": "~^[0-9]+$", "record_locator": "~^[A-Z0-9]{6}$"}); wrong != "" {
		t.Errorf("confirmation: %s", wrong)
	}
	if got := l.ok(200, "GET", pathOf(r.body), nil); fmt.Sprint(got) != fmt.Sprint(r.body) {
		t.Errorf("it was answered as %v and reads as %v", r.body, got)
	}
	if again := l.book(); fmt.Sprint(again["confirmation"]) == fmt.Sprint(r.body["confirmation"]) || text(again, "id") == text(r.body, "id") {
		t.Errorf("two reservations are confirmed as %v", again["confirmation"])
	}
}

func TestSpec_3_Simulation(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rules  string
		option any
		status string // none: it books for real, so the card is declined
	}{
		{"SPEC 3/2, SPEC 3/3, SPEC 2.1/8, SPEC 4.4/9, SPEC 5/6, WIRE 1/6, WIRE 3a/7", "created", "CREATED"},
		{"SPEC 3/4, SPEC 3/5, SPEC 4.4/9, SPEC 5/6, WIRE 1/6, WIRE 3a/7", "confirmed", "CONFIRMED"},
		{"SPEC 4.4/10, WIRE 3a/8", "Created", ""},
		{"SPEC 4.4/10, WIRE 3a/8", "confirmed ", ""},
		{"SPEC 4.4/10, WIRE 3a/8", "", ""},
		{"WIRE 3a/8", nil, ""},
	} {
		t.Run(fmt.Sprint(test.option), func(t *testing.T) {
			proves(t, strings.Split(test.rules, ", ")...)
			l := start(t)
			body := l.offer().createBody()
			put(body, "simulate", test.option)
			put(body, "payment.guest.token", "card_declined")
			r := l.do("POST", pathCreate, body)
			if test.status == "" {
				refused(t, r, 400, 4001, "PAYMENT_PROCESSING_ERROR", "The payment was not accepted: the card issuer declines the payment.", "payment", "guest", "token")
				return
			}
			_, confirmed := r.body["confirmation"]
			if r.status != 201 || text(r.body, "status") != test.status || confirmed != (test.status == "CONFIRMED") {
				t.Errorf("%d %s", r.status, r.raw)
			}
			if confirmed && (text(r.body, "confirmation", "hotel_confirmation_number") == "" || text(r.body, "confirmation", "record_locator") == "") {
				t.Errorf("the confirmation is %v", r.body["confirmation"])
			}
		})
	}
}

func TestSpec_4_4_SimulationIsValidated(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.4/11", "WIRE 3a/6")
	l := start(t)
	for _, option := range []string{"created", "confirmed"} {
		whole := l.offer().createBody()
		whole["simulate"] = option
		body := copied(whole)
		put(body, "guests.primary.email", "nobody")
		put(body, "rate.price.total_price", nil)
		r := l.do("POST", pathCreate, body)
		invalid(t, r, "guests.primary.email must be an email address", "guests", "primary", "email")
		invalid(t, r, "rate.price.total_price is missing", "rate", "price", "total_price")
		body = copied(whole)
		put(body, "rate.booking_code", "nowhere")
		refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR", "The rate is not offered for this stay and party.", "rate", "booking_code")
		now := text(whole, "rate", "price", "total_price")
		put(whole, "rate.price.total_price", json.Number(plus(t, now, 1)))
		put(whole, "payment.guest.amount", json.Number(plus(t, now, 1)))
		refused(t, l.do("POST", pathCreate, whole), 400, 3001, "BOOKING_CREATION_ERROR",
			"rate.price.total_price is not the current one, "+now+" GBP", "rate", "price", "total_price")
	}
	if got := l.total(""); got != "0" {
		t.Errorf("%s reservations exist after refusals", got)
	}
}

func TestSpec_4_4_RequiredFields(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/1", "WIRE 3a/2", "WIRE 3a/3", "SPEC 4.4/1", "SPEC 4.4/2", "SPEC 4.4/3", "SPEC 4.4/4", "SPEC 4.4/5", "SPEC 4.4/6", "SPEC 4.4/7",
		"SPEC 4.4/8", "SPEC 4.4/13")
	l := start(t)
	whole := l.offer().createBody()
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
		if r := l.ok(201, "POST", pathCreate, body); text(r, "guests", "number_of_children") != "0" {
			t.Errorf("without %s there are %s children", path, text(r, "guests", "number_of_children"))
		}
	}
	null := copied(whole)
	null["simulate"] = "created"
	null["rate"].(tree)["terms"].(tree)["cancel_note"] = nil
	l.ok(201, "POST", pathCreate, null)
	// Only what SPEC 2 calls nullable may be null: cancel_note.
	null["custom_data"], null["loyalty"] = json.RawMessage("null"), json.RawMessage("null")
	r := l.do("POST", pathCreate, null)
	invalid(t, r, "custom_data must not be null", "custom_data")
	invalid(t, r, "loyalty must not be null", "loyalty")
	if n := length(r.body, "details"); n != 2 {
		t.Errorf("two nulls have %d details: %s", n, r.raw)
	}
	if total := l.total(""); total != fmt.Sprint(len(optional)+1) {
		t.Errorf("%s reservations exist, want %d: a refused request must create none", total, len(optional)+1)
	}
}

func TestSpec_4_4_InvalidValues(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offer().createBody()
	for _, test := range []struct {
		rules   string
		path    string
		value   any
		message string
	}{
		{"SPEC 4.4/1", "check_in_date", "2026-02-30", "must be a date, YYYY-MM-DD"},
		{"SPEC 4.4/1", "check_in_date", "12/12/2026", "must be a date, YYYY-MM-DD"},
		{"SPEC 4.4/1", "check_in_date", 20261212, "must be a date, YYYY-MM-DD"},
		{"WIRE 3a/20", "check_in_date", "2026-11-20", "is in the past"},
		{"SPEC 4.4/2", "guests", "two", "must be an object"},
		{"SPEC 4.4/2", "guests.number_of_adults", 0, "must be at least 1"},
		{"SPEC 4.4/2", "guests.number_of_adults", json.Number("1.5"), "must be an integer"},
		{"SPEC 4.4/2", "guests.number_of_adults", "2", "must be an integer"},
		{"SPEC 4.4/2", "guests.number_of_children", -1, "must be at least 0"},
		{"SPEC 4.4/2", "guests.number_of_children", 100, "must be at most 99"},
		{"SPEC 4.4/2", "guests.primary.surname", "  ", "is empty"},
		{"SPEC 4.4/2", "guests.primary.surname", 5, "must be a string"},
		{"SPEC 4.4/2", "guests.primary.email", "Jo <jo@example.com>", "must be an email address"},
		{"WIRE 2/14", "guests.primary.telephone_number", "0478000000", "must be a telephone number in E.164 form, + and digits"},
		{"WIRE 2/14", "guests.primary.telephone_number", "+33 4 78 00 00 00", "must be a telephone number in E.164 form, + and digits"},
		{"WIRE 2/14", "guests.primary.telephone_number", "+0478000000", "must be a telephone number in E.164 form, + and digits"},
		{"WIRE 2/14", "guests.primary.telephone_number", "+331", "must be a telephone number in E.164 form, + and digits"},
		{"WIRE 2/14", "guests.primary.telephone_number", "+3347800000012345", "must be a telephone number in E.164 form, + and digits"},
		{"WIRE 2/14", "guests.primary.telephone_number", "0033478000000", "must be a telephone number in E.164 form, + and digits"},
		{"SPEC 4.4/2", "guests.primary.country", "ZZ", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"SPEC 4.4/2", "guests.primary.country", "UK", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"SPEC 4.4/2", "guests.primary.country", "GBR", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"SPEC 4.4/2", "guests.primary.country", "gb", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"SPEC 4.4/2", "guests.primary.country", "A ", "must be a country's code of ISO 3166-1 alpha-2, two capital letters"},
		{"SPEC 4.4/2", "guests.primary.country", " ", "is empty"},
		{"WIRE 3a/4", "guests.primary.title", "Dr", "is not a field of this request"},
		{"SPEC 4.4/3", "hotel.name", 7, "must be a string"},
		{"SPEC 4.4/3", "hotel.property_code", 7, "must be a string"},
		{"WIRE 3a/4", "hotel.chain", "LX", "is not a field of this request"},
		{"SPEC 4.4/4", "payment.guest.amount", "12", "must be a number"},
		{"SPEC 4.4/4", "payment.guest.amount", json.Number("1e400"), "must be an amount of 0 or more with at most 2 decimals"},
		{"SPEC 4.4/4", "payment.guest.amount", json.Number("-1"), "must be an amount of 0 or more with at most 2 decimals"},
		{"SPEC 4.4/4", "payment.guest.amount", json.Number("1.005"), "must be an amount of 0 or more with at most 2 decimals"},
		{"WIRE 3a/9", "payment.guest.token", "", "is empty"},
		{"WIRE 3a/9", "payment.guest.token", "a\tb", "must be 1 to 128 printable characters"},
		{"WIRE 3a/9", "payment.guest.token", "a\u0085b", "must be 1 to 128 printable characters"},
		{"WIRE 3a/9", "payment.guest.token", strings.Repeat("漢", 129), "must be 1 to 128 printable characters"},
		{"WIRE 3a/4, SPEC 2.3/5", "payment.guest.cvv", "123", "is not a field of this request"},
		{"WIRE 3a/4", "payment.partner", tree{"amount": 1, "token": "t", "x": 1}, ""},
		{"SPEC 4.4/5", "rate.number_of_rooms", 0, "must be at least 1"},
		{"SPEC 4.4/5", "rate.price.currency_code", "pounds", "must be three capital letters, ISO 4217"},
		{"WIRE 3a/4", "rate.price.total_prices", 1, "is not a field of this request"},
		{"SPEC 4.4/5", "rate.terms.refundable", "yes", "must be true or false"},
		{"SPEC 4.4/5", "rate.terms.cancel_penalties", tree{}, "must be an array"},
		{"WIRE 1/7, SPEC 2.1/12", "loyalty", "gold", "must be an object"},
		{"WIRE 1/7", "loyalty.program", 7, "must be a string"},
		{"WIRE 1/7", "loyalty.member_id", tree{}, "must be a string"},
		{"WIRE 3a/4", "loyalty.level", "gold", "is not a field of this request"},
		{"WIRE 1/6", "simulate", true, "must be a string"},
		{"WIRE 3a/4", "simulated", "created", "is not a field of this request"},
	} {
		t.Run(test.path, func(t *testing.T) {
			proves(t, strings.Split(test.rules, ", ")...)
			body := copied(whole)
			put(body, test.path, test.value)
			path := test.path
			if test.message == "" {
				path, test.message = "payment.partner.x", "is not a field of this request"
			}
			invalid(t, l.in(t).do("POST", pathCreate, body), path+" "+test.message, strings.Split(path, ".")...)
		})
	}
}

// Passports of Kosovo say XK, which ISO 3166-1 leaves to everyone's own use.
func TestCreate_GuestOfKosovo(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.offer().createBody()
	put(body, "guests.primary.country", "XK")
	if r := l.do("POST", pathCreate, body); r.status != 201 || text(r.body, "guests", "primary", "country") != "XK" {
		t.Errorf("%d %s", r.status, r.raw)
	}
}

func TestSpec_4_4_PenaltyOfTheTerms(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.4/5")
	l := start(t)
	body := l.offer().createBody()
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
	proves(t, "WIRE 2/12", "WIRE 2/13", "SPEC 2.3/1", "SPEC 2.3/2", "WIRE 3/14", "WIRE 3/3")
	l := start(t)
	body := l.offer().createBody()
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
	d, ok := jsontree.ParseDecimal(amount)
	minor, fits := d.Minor(2)
	if !ok || !fits {
		t.Fatalf("%q is no amount", amount)
	}
	minor += cents
	return fmt.Sprintf("%d.%02d", minor/100, minor%100)
}

func TestWire_3_PriceDiffers(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/13")
	l := start(t)
	body := l.offer().createBody()
	now := text(body, "rate", "price", "total_price")
	put(body, "rate.price.total_price", json.Number(plus(t, now, -1)))
	put(body, "payment.guest.amount", json.Number(plus(t, now, -1)))
	refused(t, l.do("POST", pathCreate, body), 400, 3001, "BOOKING_CREATION_ERROR",
		"rate.price.total_price is not the current one, "+now+" GBP", "rate", "price", "total_price")
	for _, part := range []string{"base_price", "total_taxes"} {
		other := copied(body)
		put(other, "rate.price.total_price", json.Number(now))
		put(other, "payment.guest.amount", json.Number(now))
		amount := text(other, "rate", "price", part)
		put(other, "rate.price."+part, json.Number(plus(t, amount, 1)))
		refused(t, l.do("POST", pathCreate, other), 400, 3001, "BOOKING_CREATION_ERROR",
			"rate.price."+part+" is not the current one, "+amount+" GBP", "rate", "price", part)
	}
	// The same amount in another spelling is the same price.
	put(body, "rate.price.total_price", json.Number(now+"0"))
	put(body, "payment.guest.amount", json.Number(plus(t, now, 0)+"00"))
	l.ok(201, "POST", pathCreate, body)
}

func TestWire_3_RateGone(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/10")
	l := start(t)
	whole := l.offer().createBody()
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
	proves(t, "WIRE 3a/5", "SPEC 2.4/2")
	l := start(t)
	body := l.roomy(2).createBody()
	forRooms(t, body, 2)
	r := l.ok(201, "POST", pathCreate, body)
	if got, want := thousandths(t, at(r, "rate", "price", "total_price")), thousandths(t, at(body, "payment", "guest", "amount")); got != want || text(r, "rate", "number_of_rooms") != "2" {
		t.Errorf("two rooms cost %d thousandths, want %d", got, want)
	}
}

func TestSpec_8_CustomData(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offer().createBody()
	whole["simulate"] = "created"
	many := tree{}
	for i := range 11 {
		many[fmt.Sprint("k", i)] = i
	}
	for _, test := range []struct {
		rule    string
		data    any
		message string
		field   string
	}{
		{"SPEC 8/1", many, "has more than 10 pairs", "custom_data"},
		{"SPEC 8/2", tree{strings.Repeat("k", 33): 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data." + strings.Repeat("k", 33)},
		{"SPEC 8/3", tree{"é": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data.é"},
		{"SPEC 8/3", tree{"a.b": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data|a.b"},
		{"SPEC 8/3", tree{"": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data."},
		{"SPEC 8/3", tree{"a b": 1}, "must be a key of 1 to 32 letters, digits, underscores and hyphens", "custom_data.a b"},
		{"SPEC 8/5", tree{"k": strings.Repeat("é", 129)}, "must be at most 128 characters", "custom_data.k"},
		{"SPEC 8/6", tree{"k": "a>b"}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{"SPEC 8/6", tree{"k": "a'b"}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{"SPEC 8/6", tree{"k": `a"b`}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{"SPEC 8/6", tree{"k": "a<b"}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{"SPEC 8/6", tree{"k": `a\b`}, `must not hold any of the characters ><"'\`, "custom_data.k"},
		{"SPEC 8/4", tree{"k": nil}, "must be a string, a number or a boolean", "custom_data.k"},
		{"SPEC 8/4", tree{"k": []int{1}}, "must be a string, a number or a boolean", "custom_data.k"},
		{"SPEC 8/4", tree{"k": json.Number("1e9999999")}, "is out of range", "custom_data.k"},
		{"SPEC 8/4", "text", "must be an object", "custom_data"},
	} {
		t.Run(fmt.Sprintf("%.20v", test.data), func(t *testing.T) {
			proves(t, test.rule)
			body := copied(whole)
			body["custom_data"] = test.data
			separator := "."
			if strings.Contains(test.field, "|") { // A key that holds a dot itself.
				separator = "|"
			}
			path := strings.Split(test.field, separator)
			invalid(t, l.in(t).do("POST", pathCreate, body), jsontree.Dotted(path)+" "+test.message, path...)
		})
	}
	// The limits themselves are allowed.
	proves(t, "SPEC 8/1", "SPEC 8/2", "SPEC 8/3", "SPEC 8/4", "SPEC 8/5", "SPEC 2.1/10", "SPEC 4.4/7")
	for _, good := range []tree{
		{},
		{strings.Repeat("k", 32): strings.Repeat("é", 128), "A_b-9": "", "yes": true, "no": false, "text": "ok", "big": json.Number("123456789012345678901234567890")},
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

func TestSpec_4_4_Loyalty(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.1/12", "SPEC 4.4/8", "WIRE 1/7")
	l := start(t)
	for _, loyalty := range []tree{{}, {"program": "Lantern Club"}, {"program": "Lantern Club", "member_id": "0042"}} {
		r := l.book(func(b tree) { b["loyalty"] = loyalty })
		if _, there := r["loyalty"]; there {
			t.Errorf("SPEC 2.1 shows no loyalty details, the answer does: %v", r["loyalty"])
		}
	}
}

func TestWire_3a_PaymentTokens(t *testing.T) {
	t.Parallel()
	l := start(t)
	body := l.roomy(3).createBody()
	t.Run("good", func(t *testing.T) {
		proves(t, "WIRE 3a/9", "SPEC 2.3/3")
		l := l.in(t)
		for _, token := range []string{"x", strings.Repeat("漢", 128), "a b", "é", "!#$%&()*+,-./:;=?@[]^_`{|}"} {
			put(body, "payment.guest.token", token)
			r := l.ok(201, "POST", pathCreate, body)
			if got := text(r, "payment", "guest", "token"); got != token {
				t.Errorf("the token %q came back as %q", token, got)
			}
		}
	})
	t.Run("misspelt", func(t *testing.T) {
		proves(t, "WIRE 3a/10")
		l := l.in(t)
		all := "card_good, card_declined, card_insufficient_funds, card_expired, card_lost, card_wrong_cvv, card_unknown"
		for token, hint := range map[string]string{
			"card_decline": "; did you mean card_declined?", "card_godo": "; did you mean card_good?", "card_lots": "; did you mean card_lost?",
			"card_something_else_altogether": ", which are " + all,
		} {
			put(body, "payment.guest.token", token)
			message := "payment.guest.token begins with card_ and is none of the test tokens" + hint
			refused(t, l.do("POST", pathCreate, body), 400, 2001, "VALIDATION", message, "payment", "guest", "token")
		}
	})
	t.Run("declined", func(t *testing.T) {
		proves(t, "WIRE 3a/10", "WIRE 3/14")
		l := l.in(t)
		before := l.total("")
		told := map[string]bool{}
		for _, token := range service.TestTokens()[1:] {
			put(body, "payment.guest.token", token.Token)
			message := "The payment was not accepted: " + token.Meaning + "."
			refused(t, l.do("POST", pathCreate, body), 400, 4001, "PAYMENT_PROCESSING_ERROR", message, "payment", "guest", "token")
			told[message] = true
		}
		if len(told) < 5 || len(told) != len(service.TestTokens())-1 {
			t.Errorf("%d tokens are declined in %d ways", len(service.TestTokens())-1, len(told))
		}
		if got := l.total(""); got != before {
			t.Errorf("%s reservations after declined payments, want %s", got, before)
		}
	})
}
