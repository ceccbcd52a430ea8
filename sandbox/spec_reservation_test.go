package sandbox

import (
	"encoding/json"
	"fmt"
	"regexp"
	"testing"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
)

// variety books reservations of every kind there is and reads them back.
func (l *testFixture) variety() []any {
	l.t.Helper()
	whole := l.roomy(4).createBody()
	body := copied(whole)
	body["custom_data"] = tree{"po": "A & B", "n": json.Number("7.50"), "x": true}
	put(body, "payment.partner", tree{"amount": json.Number("1.00"), "token": "partner-card"})
	put(body, "payment.guest.amount", json.Number(plus(l.t, text(body, "rate", "price", "total_price"), -100)))
	split := l.ok(201, "POST", pathCreate, body)
	canceled := l.ok(201, "POST", pathCreate, whole)
	l.ok(200, "POST", pathOf(canceled)+"/cancel", nil)
	made := []tree{split, canceled, l.ok(201, "POST", pathCreate, whole)}
	for _, option := range []string{"created", "confirmed"} {
		whole["simulate"] = option
		made = append(made, l.ok(201, "POST", pathCreate, whole))
	}
	var all []any
	for _, r := range made {
		all = append(all, l.ok(200, "GET", pathOf(r), nil))
	}
	return append(all, list(l.ok(200, "GET", pathList, nil), "items")...)
}

func hotelForm() tree {
	return tree{"chain_code": "~^[A-Z0-9]{2}$", "name": "~.", "property_code": "~."}
}

func priceForm() tree {
	return tree{"total_price": "number", "base_price": "number", "total_taxes": "number", "currency_code": "~^[A-Z]{3}$"}
}

func termsForm() tree {
	return tree{
		"rate_payment_info": "string", "guarantee_type": "string", "refundable": "bool", "cancel_note": "?string",
		"cancel_penalties": []any{tree{
			"deadline_local": "local", "cancel_short_description": "string",
			"penalty": tree{
				"estimated_amount": "bool", "original_penalty_info": "string",
				"currency_amount": tree{"amount": "number", "currency": "~^[A-Z]{3}$"},
			},
		}},
	}
}

func TestSpec_2_1_Reservation(t *testing.T) {
	t.Parallel()
	l := start(t)
	checkRows(t, l.variety(), []row{
		{"SPEC 2.1/1, SPEC 8/12", "id", "~^[0-9A-Za-z]{32}$"},
		{"SPEC 2.1/2", "status", "~^(CREATED|CONFIRMED|CANCELED)$"},
		{"SPEC 2.1/3, SPEC 2/3", "check_in_date", "instant"},
		{"SPEC 2.1/5, SPEC 2/3", "check_out_date", "instant"},
		{"SPEC 2/3", "created_at", "instant"},
		{"SPEC 2.1/7", "confirmation?", tree{"hotel_confirmation_number": "~^[0-9]+$", "record_locator": "~^[A-Z0-9]{6}$"}},
		{"", "custom_data?", "object"},
		{"", "guests payment rate", "object"},
		{"SPEC 2.1/11", "hotel", hotelForm()},
	})
}

func TestSpec_2_1_Values(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.1/3", "SPEC 2.1/5", "SPEC 2.1/6", "SPEC 2.1/9", "SPEC 2.1/10", "SPEC 2.1/11")
	l := start(t)
	offered := l.offer()
	body := offered.createBody()
	body["custom_data"] = tree{"po": "A & B", "n": json.Number("7.50"), "x": true}
	r := l.ok(201, "POST", pathCreate, body)
	for field, want := range map[string]string{
		"check_in_date": "2026-12-12T00:00:00Z", "check_out_date": "2026-12-15T00:00:00Z", "created_at": "2026-11-21T12:30:00Z",
		"custom_data": "map[n:7.50 po:A & B x:true]",
	} {
		if got := text(r, field); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
	for _, field := range []string{"chain_code", "name", "property_code"} {
		if got, want := text(r, "hotel", field), text(offered.hotel, field); got != want {
			t.Errorf("hotel.%s is %q, want %q", field, got, want)
		}
	}
	if _, there := l.book()["custom_data"]; there {
		t.Error("custom_data is returned although it was not sent")
	}
}

// farZones are cities east and west of Greenwich, some of them off the hour.
func farZones() map[string]string {
	return map[string]string{
		"TYO": "Asia/Tokyo", "SYD": "Australia/Sydney", "KTM": "Asia/Kathmandu", "BOM": "Asia/Kolkata", "NYC": "America/New_York",
		"HNL": "Pacific/Honolulu", "SAO": "America/Sao_Paulo",
	}
}

// A check-in date begins at the hotel's midnight and is shown in UTC.
func TestSpec_2_1_DatesOfFarZones(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.1/3", "SPEC 2.1/4", "SPEC 2.1/5", "WIRE 3a/37")
	seen := map[string]bool{}
	l := start(t)
	for code, name := range farZones() {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		offered := l.inCity(code)
		if len(offered) == 0 {
			continue // This world has no hotel there.
		}
		body := offered[0].createBody()
		body["simulate"] = "created"
		r := l.ok(201, "POST", pathCreate, body)
		for field, day := range map[string]int{"check_in_date": 12, "check_out_date": 15} {
			want := service.Time(time.Date(2026, 12, day, 0, 0, 0, 0, zone))
			if got := text(r, field); got != want {
				t.Errorf("%s: %s is %s, want %s", code, field, got, want)
			}
		}
		// The filters compare the hotel's calendar date, whatever it is in UTC.
		for query, total := range map[string]string{
			"filter[check_in_date]=2026-12-12": "1", "filter[check_in_date][gte]=2026-12-12&filter[check_in_date][lte]=2026-12-12": "1",
			"filter[check_in_date]=2026-12-11": "0", "filter[check_out_date]=2026-12-15": "1", "filter[check_out_date]=2026-12-14": "0",
		} {
			if got := l.total(query + "&filter[id]=" + text(r, "id")); got != total {
				t.Errorf("%s: %s finds %s, want %s", code, query, got, total)
			}
		}
		seen[text(r, "check_in_date")] = true
	}
	if len(seen) < 4 {
		t.Errorf("only %d different zones were tried", len(seen))
	}
}

// A day whose midnight a change of clocks skips begins at its first instant, in the
// data of an earlier program too.
func TestSpec_2_1_DaysWithoutMidnight(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.1/4", "SPEC 2.1/5")
	l := start(t, func(o *Options) { o.Properties = 1000 })
	for code, c := range map[string]struct{ before, in, out, first string }{
		"HAV": {"2027-03-13", "2027-03-14", "2027-03-16", "2027-03-14T05:00:00Z"},
		"SCL": {"2027-09-04", "2027-09-05", "2027-09-06", "2027-09-05T04:00:00Z"},
		"PDL": {"2027-03-27", "2027-03-28", "2027-03-30", "2027-03-28T01:00:00Z"},
	} {
		search := searchBody()
		put(search, "filter.location.details.iata_code", code)
		put(search, "stay_info.check_in_date", c.in)
		put(search, "stay_info.check_out_date", c.out)
		body := l.offers(search)[0].createBody()
		body["check_in_date"], body["check_out_date"] = c.in, c.out
		made := l.ok(201, "POST", pathCreate, body)
		if got := text(made, "check_in_date"); got != c.first {
			t.Errorf("%s: a stay from %s begins at %s", code, c.in, got)
		}
		// To leave on that day is the same instant.
		moved := l.ok(200, "PATCH", pathCreate+"/"+text(made, "id"), tree{"check_in_date": c.before, "check_out_date": c.in})
		if got := text(moved, "check_out_date"); got != c.first {
			t.Errorf("%s: a stay until %s ends at %s", code, c.in, got)
		}
		_, err := l.sandbox.store.Modify(t.Context(), "acme", text(made, "id"), func(r store.Reservation) (store.Change, error) {
			r.Stay.CheckOutAt -= 3600
			return store.Change{Stay: r.Stay, Document: r.Document, Stock: make(store.Allotment, 1000)}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := text(l.ok(200, "GET", pathCreate+"/"+text(made, "id"), nil), "check_out_date"); got != c.first {
			t.Errorf("%s: what was stored as an hour of the day before reads as %s", code, got)
		}
	}
}

func TestSpec_2_2_Guests(t *testing.T) {
	t.Parallel()
	l := start(t)
	guests := collect(l.variety(), "guests")
	checkRows(t, guests, []row{
		{"SPEC 2.2/1", "number_of_adults number_of_children", "integer"},
		{"", "primary", "object"},
	})
	checkRows(t, collect(guests, "primary"), []row{
		{"SPEC 2.2/2", "address city country email given_name surname telephone_number state postal_code", "string"},
	})
	t.Run("unchanged", func(t *testing.T) {
		proves(t, "SPEC 2.2/3")
		sent := tree{
			"address": "3 rue de l'Église <b>", "city": "東京", "country": "JP", "email": "o'neill+x@example.com", "given_name": "Zoë \"Zo\"",
			"surname": "D'Aubigné & fils \\ Ñandú ᛒ 👩‍👧", "telephone_number": "+81312345678", "state": "", "postal_code": "100-0001",
		}
		l := l.in(t)
		made := l.book(func(b tree) { put(b, "guests.primary", sent) })
		for _, r := range []tree{made, l.ok(200, "GET", pathOf(made), nil)} {
			if got := at(r, "guests", "primary"); fmt.Sprint(got) != fmt.Sprint(sent) {
				t.Errorf("the guest came back as %v, want %v", got, sent)
			}
		}
	})
}

func TestSpec_2_3_Payment(t *testing.T) {
	t.Parallel()
	l := start(t)
	payments := collect(l.variety(), "payment")
	source := tree{"amount": "number", "token": "~.", "processor": tree{"customer": "~.", "payment_method": "~."}}
	checkRows(t, payments, []row{{"SPEC 2.3/4", "guest partner?", source}})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.3/1", "SPEC 2.3/2", "SPEC 2.3/3")
		split, plain := at(payments[0]), at(payments[2])
		if text(split, "partner", "amount") != "1.00" || text(split, "partner", "token") != "partner-card" {
			t.Errorf("the partner pays %v", at(split, "partner"))
		}
		if at(plain, "partner") != nil || text(plain, "guest", "token") != "card_good" {
			t.Errorf("a payment of the guest alone is %v", plain)
		}
		if got, want := thousandths(t, at(split, "guest", "amount"))+1000, thousandths(t, at(plain, "guest", "amount")); got != want {
			t.Errorf("guest and partner pay %d together, want %d", got, want)
		}
	})
}

func TestSpec_2_4_Rate(t *testing.T) {
	t.Parallel()
	l := start(t)
	checkRows(t, collect(l.variety(), "rate"), []row{
		{"SPEC 2.4/1", "booking_code channel_code", "~."},
		{"SPEC 2.4/2", "number_of_rooms", "integer"},
		{"SPEC 2.4/3", "price", priceForm()},
		{"SPEC 2.4/4", "terms", termsForm()},
	})
	t.Run("values", func(t *testing.T) {
		proves(t, "SPEC 2.4/1", "SPEC 2.4/3", "SPEC 2.4/4")
		l := l.in(t)
		o := l.offer()
		body := o.createBody()
		// What the partner says of the terms is not what the rate has.
		put(body, "rate.terms.refundable", text(o.rate, "terms", "refundable") != "true")
		put(body, "rate.terms.cancel_penalties", []any{})
		r := l.ok(201, "POST", pathCreate, body)
		for _, field := range []string{"booking_code", "channel_code", "terms"} {
			if got, want := text(r, "rate", field), text(o.rate, field); got != want {
				t.Errorf("rate.%s is %s, want %s", field, got, want)
			}
		}
		for field := range priceForm() {
			if got, want := text(r, "rate", "price", field), text(o.rate, "price", field); got != want {
				t.Errorf("rate.price.%s is %s, want %s", field, got, want)
			}
		}
	})
}

func TestSpec_2_5_Terms(t *testing.T) {
	t.Parallel()
	l := start(t)
	terms := collect(l.variety(), "rate", "terms")
	for _, o := range l.offers(searchBody()) {
		terms = append(terms, at(o.rate, "terms"))
	}
	form := termsForm()
	penalty := at(form, "cancel_penalties", 0)
	checkRows(t, terms, []row{
		{"SPEC 2.5/1", "rate_payment_info guarantee_type", "string"},
		{"SPEC 2.5/2", "refundable", "bool"},
		{"SPEC 2.5/3", "cancel_note", "?string"},
		{"SPEC 2.5/4", "cancel_penalties", []any{"object"}},
	})
	checkRows(t, flatten(terms, "cancel_penalties"), []row{
		{"SPEC 2.5/5", "deadline_local", at(penalty, "deadline_local")},
		{"SPEC 2.5/6", "cancel_short_description", at(penalty, "cancel_short_description")},
		{"SPEC 2.5/7", "penalty", at(penalty, "penalty")},
	})
}

func TestSpec_2_5_DeadlineHasTheHotelsOffset(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.5/5")
	l := start(t)
	seen := map[string]bool{}
	for code, name := range farZones() {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range l.inCity(code) {
			for _, p := range list(o.rate, "terms", "cancel_penalties") {
				deadline, err := time.Parse(time.RFC3339, text(p, "deadline_local"))
				if want := deadline.In(zone).Format("2006-01-02T15:04:05-07:00"); err != nil || text(p, "deadline_local") != want {
					t.Errorf("%s: the deadline is %s, want %s", code, text(p, "deadline_local"), want)
				}
				seen[deadline.Format("-07:00")] = true
			}
		}
	}
	if len(seen) < 4 {
		t.Errorf("only the offsets %v were tried", seen)
	}
}

func TestSpec_2_DatesOfRequests(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2/2", "SPEC 4.4/1", "SPEC 4.3/3", "SPEC 4.2/1")
	l := start(t)
	o := l.offer()
	made := l.book()
	for _, bad := range []any{
		"2026-02-30", "12/12/2026", "2026-12-12T00:00:00Z", "2026-1-2", "20261212", " 2026-12-12", "tomorrow", "", 20261212, true, []any{},
	} {
		for path, body := range map[string]tree{pathCreate: o.createBody(), pathVerify: o.verifyBody(), pathOf(made): {}} {
			for _, field := range []string{"check_in_date", "check_out_date"} {
				body := copied(body)
				body[field] = bad
				method := "POST"
				if path == pathOf(made) {
					method = "PATCH"
				}
				invalid(t, l.do(method, path, body), field+" must be a date, YYYY-MM-DD", field)
			}
		}
		body := searchBody()
		put(body, "stay_info.check_in_date", bad)
		put(body, "stay_info.check_out_date", bad)
		r := l.do("POST", pathSearch, body)
		invalid(t, r, "stay_info.check_in_date must be a date, YYYY-MM-DD", "stay_info", "check_in_date")
		invalid(t, r, "stay_info.check_out_date must be a date, YYYY-MM-DD", "stay_info", "check_out_date")
	}
}

func TestSpec_2_EveryAnswerIsJSON(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2/1")
	l := start(t)
	made := l.book()
	o := l.offer()
	for _, r := range []reply{
		l.do("GET", pathPlaces+"?query=lo", nil), l.do("POST", pathSearch, searchBody()), l.do("POST", pathVerify, o.verifyBody()),
		l.do("POST", pathCreate, o.createBody()), l.do("GET", pathList, nil), l.do("GET", pathOf(made), nil),
		l.do("PATCH", pathOf(made), tree{"check_out_date": "2026-12-15"}), l.do("POST", pathOf(made)+"/cancel", nil),
		l.do("GET", "/", nil), l.do("PUT", pathList, nil), l.do("POST", pathSearch, "{"), l.as("acme", "").do("GET", pathList, nil),
	} {
		var value json.RawMessage
		if err := json.Unmarshal(r.raw, &value); err != nil || r.header.Get("Content-Type") != "application/json" {
			t.Errorf("%d %s: %v", r.status, r.header.Get("Content-Type"), err)
		}
		if regexp.MustCompile(`:"(-?[0-9]+\.[0-9]+|true|false|null)"`).Match(r.raw) {
			t.Errorf("a number, boolean or null is written as a string: %.300s", r.raw)
		}
	}
}
